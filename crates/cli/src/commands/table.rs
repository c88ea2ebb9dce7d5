//! `phenom table`: the measures of a bare contingency table, as papers print them.

#![cfg_attr(
    not(test),
    warn(
        clippy::arithmetic_side_effects,
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss
    )
)]

use std::path::Path;

use phenom_files::{LONGEST_TEXT, read_text};
use phenom_metrics::measures::MEASURES;
use phenom_metrics::{ContingencyTable, MOST_PAIRS, Seed, Undefined, Value};
use phenom_report::{bare_table, harmless, render};
use serde_json::json;

use super::{print, print_json};
use crate::arguments::TableArguments;
use crate::terminal::terminal;
use phenom_study::Failure;

/// Scores a contingency table.
pub(crate) fn table(arguments: &TableArguments) -> Result<(), Failure> {
    let said = &arguments.table;
    let mut grid = if Path::new(said).is_file() {
        let text = read_text(Path::new(said), LONGEST_TEXT)
            .map_err(|error| Failure::unreadable(said, &error))?;
        Grid::of_csv(said, &text)?
    } else {
        Grid::of_rows(said)?
    };
    if arguments.transpose {
        grid = grid.transposed()?;
    }
    let labels = labels(arguments, &grid)?;
    let table = grid.table()?;
    if arguments.json {
        return print_json(&values(&table, &labels, Seed(arguments.seed)));
    }
    let tables = bare_table(&table, &labels, Seed(arguments.seed));
    let mut text = Vec::new();
    render::terminal_tables(&tables, terminal(), &mut text)
        .map_err(|error| Failure::input(format!("cannot print: {error}"), None))?;
    print(&String::from_utf8_lossy(&text))
}

/// Every measure of the table: its value or why it has none, and where it has one for each label,
/// these.
fn values(table: &ContingencyTable, labels: &[String], seed: Seed) -> serde_json::Value {
    let value = |value: &Value| {
        json!({
            "value": value.as_ref().ok(),
            "undefined_reason": value.as_ref().err().map(ToString::to_string),
        })
    };
    let mut all = serde_json::Map::new();
    for measure in MEASURES {
        let entry = if let Some(figure) = measure.of_labelled(table, labels, seed) {
            value(&figure.value)
        } else if measure.of_label(table, 0).is_some() {
            let of_label = |(at, label): (usize, &String)| {
                Some((label.clone(), value(&measure.of_label(table, at)?.value)))
            };
            let by_label: serde_json::Map<String, serde_json::Value> =
                labels.iter().enumerate().filter_map(of_label).collect();
            let mut entry = value(&Err(Undefined::OfOneJudgment));
            entry["by_label"] = by_label.into();
            entry
        } else {
            continue;
        };
        all.insert(measure.key.to_owned(), entry);
    }
    all.into()
}

/// The names of the labels: said, or in the file, or those that the papers' tables have.
fn labels(arguments: &TableArguments, grid: &Grid) -> Result<Vec<String>, Failure> {
    let size = grid.cells.len();
    let labels = match (&arguments.labels, &grid.labels) {
        (Some(said), _) => said.split(',').map(|label| label.trim().to_owned()).collect(),
        (None, Some(labels)) => labels.clone(),
        (None, None) => ContingencyTable::usual_labels(size),
    };
    if labels.len() != size {
        let message = format!("{} labels for a table of {size} rows", labels.len());
        return Err(Failure::input(
            message,
            Some("name one label for each row with --labels".to_owned()),
        ));
    }
    for (at, label) in labels.iter().enumerate() {
        if label.is_empty() || labels[..at].contains(label) {
            let message = format!(
                "label {} (`{}`) is empty or appears twice",
                at.saturating_add(1),
                harmless(label)
            );
            return Err(Failure::input(message, None));
        }
    }
    Ok(labels)
}

/// Counts as they were given, rows gold.
#[derive(Debug)]
struct Grid {
    cells: Vec<Vec<u64>>,
    labels: Option<Vec<String>>,
}

impl Grid {
    /// `20 25 5; 9 18 9; 1 7 6`.
    fn of_rows(text: &str) -> Result<Self, Failure> {
        let rows: Vec<&str> = text.split(';').filter(|row| !row.trim().is_empty()).collect();
        if rows.len() < 2 && !text.contains(';') && text.parse::<u64>().is_err() {
            let first = text.split_whitespace().next().unwrap_or_default();
            if first.parse::<u64>().is_err() {
                let message = format!("`{}` is neither a file nor a table", harmless(text));
                let help =
                    "write rows of counts, one for each gold label: '20 25 5; 9 18 9; 1 7 6'";
                return Err(Failure::input(message, Some(help.to_owned())));
            }
        }
        let mut cells = Vec::new();
        for (index, row) in rows.into_iter().enumerate() {
            let counts = row.split([' ', ',', '\t', '\n']).filter(|cell| !cell.is_empty());
            let counts: Result<Vec<u64>, Failure> =
                counts.map(|cell| count(cell, &row_name(index))).collect();
            cells.push(counts?);
        }
        Self { cells, labels: None }.checked()
    }

    /// A CSV file: with a header and a column of labels or without, with totals or without.
    fn of_csv(file: &str, text: &str) -> Result<Self, Failure> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .trim(csv::Trim::All)
            .from_reader(text.as_bytes());
        let mut records: Vec<(u64, Vec<String>)> = Vec::new();
        for record in reader.records() {
            let record =
                record.map_err(|error| Failure::input(format!("{file}: {error}"), None))?;
            let line = record.position().map_or(0, csv::Position::line);
            records.push((line, record.iter().map(str::to_owned).collect()));
        }
        let is_count = |cell: &String| is_number(cell.as_str());
        let has_header = records.first().is_some_and(|(_, row)| !row.iter().skip(1).any(is_count));
        let header = has_header.then(|| records.remove(0).1);
        let has_names =
            records.iter().all(|(_, row)| row.first().is_some_and(|cell| !is_count(cell)));
        let (mut names, mut cells, mut totals) = (Vec::new(), Vec::new(), None);
        // What stands above the names is no column of counts.
        let total_column = header.as_ref().and_then(|row| {
            row.iter().skip(usize::from(has_names)).position(|name| is_total(name))
        });
        for (line, mut row) in records {
            let name = if has_names { row.remove(0) } else { String::new() };
            let place = format!("{file}:{line}");
            let mut counts = row
                .iter()
                .map(|cell| count(cell, &place))
                .collect::<Result<Vec<u64>, Failure>>()?;
            if let Some(at) = total_column.filter(|at| *at < counts.len()) {
                let total = counts.remove(at);
                check_total(&counts, total, &place)?;
            }
            if is_total(&name) {
                totals = Some((counts, place));
            } else {
                names.push(name);
                cells.push(counts);
            }
        }
        if let Some((totals, place)) = totals {
            for (column, total) in totals.into_iter().enumerate() {
                let counts: Vec<u64> =
                    cells.iter().filter_map(|row| row.get(column)).copied().collect();
                check_total(
                    &counts,
                    total,
                    &format!("{place}, column {}", column.saturating_add(1)),
                )?;
            }
        }
        Self { cells, labels: has_names.then_some(names) }.checked()
    }

    fn checked(self) -> Result<Self, Failure> {
        self.table().map(|_| self)
    }

    fn table(&self) -> Result<ContingencyTable, Failure> {
        ContingencyTable::of_counts(&self.cells)
            .map_err(|error| Failure::input(error.to_string(), error.help()))
    }

    fn transposed(self) -> Result<Self, Failure> {
        let size = self.cells.len();
        if self.cells.iter().any(|row| row.len() != size) {
            let message = "phenom cannot transpose a table with a column for abstentions";
            return Err(Failure::input(message, None));
        }
        let column = |at: usize| self.cells.iter().map(|row| row[at]).collect();
        Ok(Self { cells: (0..size).map(column).collect(), labels: self.labels })
    }
}

fn is_total(name: &str) -> bool {
    ["total", "sum", "all"].contains(&name.to_lowercase().as_str())
}

fn check_total(counts: &[u64], total: u64, place: &str) -> Result<(), Failure> {
    let sum = sum(counts);
    if sum == u128::from(total) {
        return Ok(());
    }
    Err(Failure::input(format!("{place}: the counts sum to {sum}, not to the total {total}"), None))
}

/// What cannot overflow: fewer than 2^64 counts of 64 bits.
fn sum<'c>(counts: impl IntoIterator<Item = &'c u64>) -> u128 {
    counts.into_iter().fold(0, |sum: u128, count| sum.saturating_add(u128::from(*count)))
}

fn row_name(index: usize) -> String {
    format!("row {}", index.saturating_add(1))
}

/// Whether a cell is meant to be a number, and no name: `-5` is none that a table may hold, and must not
/// pass for a header.
fn is_number(cell: &str) -> bool {
    cell.starts_with(['+', '-', '.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
        && cell.parse::<f64>().is_ok()
}

fn count(cell: &str, place: &str) -> Result<u64, Failure> {
    cell.parse().ok().filter(|count| *count <= MOST_PAIRS).ok_or_else(|| {
        let message = format!("{place}: `{}` is not a number of pairs", harmless(cell));
        let help = "write whole numbers from 0 to 1,000,000,000,000";
        Failure::input(message, Some(help.to_owned()))
    })
}
