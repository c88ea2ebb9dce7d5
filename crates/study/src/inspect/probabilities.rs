//! Columns of numbers from which an answer is made: a probability or a log-likelihood for each judgment.

use std::collections::{BTreeMap, BTreeSet};

use phenom_dataset::are_probabilities;
use serde_json::Value;

use super::labels::{judgment, judgment_by_letter, judgment_in};
use super::names::{bare, names_a_system};
use super::table::{Column, Table};

/// So many columns of numbers are looked at.
const MOST_COLUMNS: usize = 40;

/// A number for each judgment.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Probabilities {
    pub(super) source: Source,
    /// Whether they are log-likelihoods.
    pub(super) logs: bool,
    /// How the judgments of the columns are known.
    pub(super) known: &'static str,
    /// The rows in which the highest is not the label that stands beside.
    pub(super) unlike_label: usize,
}

/// Where the numbers stand.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Source {
    /// Judgments with their columns.
    Columns(Vec<(String, String)>),
    /// A column of lists, with the order of the judgments in them.
    List(String, Vec<String>),
}

impl Probabilities {
    /// The probabilities in a table, beside whose labels (with what they mean) they may stand.
    pub(super) fn of(table: &Table, label: Option<(&Column, &Value)>) -> Option<Self> {
        let numeric = numeric(table);
        named(&numeric, label)
            .or_else(|| lettered(&numeric, label))
            .or_else(|| side_by_side(&numeric, label))
            .or_else(|| in_lists(table, label))
    }

    /// What the names of its columns begin with, if that is the name of a system: `bert` of `bert_entailment`.
    pub(super) fn shared_name(&self) -> Option<String> {
        let columns = self.columns();
        let (first, others) = columns.split_first()?;
        let is_shared = |end: &usize| {
            first
                .get(..*end)
                .is_some_and(|start| others.iter().all(|other| other.starts_with(start)))
        };
        let end = (0..=first.len()).rev().find(is_shared)?;
        let shared = first[..end].trim_end_matches(|letter: char| !letter.is_alphanumeric());
        (!others.is_empty() && names_a_system(shared)).then(|| shared.to_owned())
    }

    /// The columns that are read.
    pub(super) fn columns(&self) -> Vec<&str> {
        match &self.source {
            Source::Columns(columns) => columns.iter().map(|(_, column)| column.as_str()).collect(),
            Source::List(column, _) => vec![column],
        }
    }
}

/// Numbers, a row a vector.
fn by_row(columns: &[&Vec<f64>]) -> Vec<Vec<f64>> {
    let rows = columns.first().map_or(0, |column| column.len());
    (0..rows).map(|row| columns.iter().map(|column| column[row]).collect()).collect()
}

fn all_are_probabilities(rows: &[Vec<f64>]) -> bool {
    !rows.is_empty() && rows.iter().all(|row| are_probabilities(row))
}

/// The first place of the highest number.
fn highest(row: &[f64]) -> usize {
    let mut best = 0;
    for (at, number) in row.iter().enumerate() {
        if *number > row[best] {
            best = at;
        }
    }
    best
}

/// Columns whose names speak of judgments, one each.
fn of_judgments<'t>(
    numeric: &'t [(&'t str, Vec<f64>)],
) -> Option<Vec<(&'static str, &'t str, &'t Vec<f64>)>> {
    let found: Vec<_> = numeric
        .iter()
        .filter_map(|(name, numbers)| Some((judgment_in(name)?, *name, numbers)))
        .collect();
    let different: BTreeSet<&str> = found.iter().map(|(judgment, ..)| *judgment).collect();
    (found.len() > 1 && different.len() == found.len()).then_some(found)
}

/// Columns of judgments by name: each judgment with its column.
fn with_judgments(found: &[(&str, &str, &Vec<f64>)]) -> Vec<(String, String)> {
    let owned = |(judgment, name, _): &(&str, &str, &Vec<f64>)| {
        ((*judgment).to_owned(), (*name).to_owned())
    };
    found.iter().map(owned).collect()
}

fn judgments_of(columns: &[(String, String)]) -> Vec<String> {
    columns.iter().map(|(judgment, _)| judgment.clone()).collect()
}

/// Probabilities, or their logarithms, in columns whose names speak of judgments. Numbers below 0 are no probabilities:
/// log-probabilities and logits, whose highest is the answer and whose softmax is the probabilities.
fn named(numeric: &[(&str, Vec<f64>)], label: Option<(&Column, &Value)>) -> Option<Probabilities> {
    let found = of_judgments(numeric)?;
    let rows = by_row(&found.iter().map(|(.., numbers)| *numbers).collect::<Vec<_>>());
    let called_logs = found.iter().all(|(_, name, _)| {
        ["logit", "logprob", "loglik", "logp"].iter().any(|word| bare(name).contains(word))
    });
    let logs = called_logs || rows.iter().flatten().any(|number| *number < 0.0);
    if !logs && !all_are_probabilities(&rows) {
        return None;
    }
    let columns = with_judgments(&found);
    let unlike_label = unlike(&rows, &judgments_of(&columns), label);
    let source = Source::Columns(columns);
    let known = match (logs, called_logs) {
        (true, false) => "by their names; numbers below 0 are logarithms, or logits",
        _ => "by their names",
    };
    Some(Probabilities { source, logs, known, unlike_label })
}

/// Numbers for the judgments that are neither probabilities nor logarithms.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Unscaled {
    pub(super) columns: Vec<(String, String)>,
    /// Whether they sum to 100.
    pub(super) percent: bool,
}

impl Unscaled {
    /// In columns of a table whose names speak of judgments.
    pub(super) fn of(table: &Table) -> Option<Self> {
        let numeric = numeric(table);
        let found = of_judgments(&numeric)?;
        let rows = by_row(&found.iter().map(|(.., numbers)| *numbers).collect::<Vec<_>>());
        let percent = rows.iter().all(|row| (row.iter().sum::<f64>() - 100.0).abs() <= 1.0);
        Some(Self { columns: with_judgments(&found), percent })
    }
}

/// The columns that hold a number on every row.
fn numeric(table: &Table) -> Vec<(&str, Vec<f64>)> {
    table
        .columns
        .iter()
        .filter_map(|column| Some((column.name.as_str(), column.numbers()?)))
        .filter(|(_, numbers)| numbers.len() == table.rows)
        .take(MOST_COLUMNS)
        .collect()
}

/// Three columns called by the first letters of the judgments.
fn lettered(
    numeric: &[(&str, Vec<f64>)],
    label: Option<(&Column, &Value)>,
) -> Option<Probabilities> {
    let found: Vec<(&str, &str, &Vec<f64>)> = numeric
        .iter()
        .filter_map(|(name, numbers)| Some((judgment_by_letter(name)?, *name, numbers)))
        .collect();
    let different: BTreeSet<&str> = found.iter().map(|(judgment, ..)| *judgment).collect();
    let rows = by_row(&found.iter().map(|(.., numbers)| *numbers).collect::<Vec<_>>());
    if found.len() != 3 || different.len() != 3 || !all_are_probabilities(&rows) {
        return None;
    }
    let columns = with_judgments(&found);
    let unlike_label = unlike(&rows, &judgments_of(&columns), label);
    let source = Source::Columns(columns);
    let known = "by the first letters of the labels in their names, and because they sum to 1";
    Some(Probabilities { source, logs: false, known, unlike_label })
}

/// Neighbouring columns that sum to 1, whose highest stands beside one label each.
fn side_by_side(
    numeric: &[(&str, Vec<f64>)],
    label: Option<(&Column, &Value)>,
) -> Option<Probabilities> {
    (2..=4).rev().find_map(|count| {
        numeric.windows(count).find_map(|window| {
            let rows = by_row(&window.iter().map(|(_, numbers)| numbers).collect::<Vec<_>>());
            let judgments =
                by_labels(&rows, count, label).filter(|_| all_are_probabilities(&rows))?;
            let names = window.iter().map(|(name, _)| (*name).to_owned());
            let source = Source::Columns(judgments.into_iter().zip(names).collect());
            Some(Probabilities { source, logs: false, known: BESIDE, unlike_label: 0 })
        })
    })
}

const BESIDE: &str = "by the labels next to them, which have the highest probability in every row";

/// A column of lists of numbers that sum to 1.
fn in_lists(table: &Table, label: Option<(&Column, &Value)>) -> Option<Probabilities> {
    table.columns.iter().find_map(|column| {
        let (rows, count) = numbers_in_lists(column)?;
        let judgments = by_labels(&rows, count, label)?;
        let source = Source::List(column.name.clone(), judgments);
        Some(Probabilities { source, logs: false, known: BESIDE, unlike_label: 0 })
    })
}

/// The probabilities in lists, and how many each list has.
pub(super) fn numbers_in_lists(column: &Column) -> Option<(Vec<Vec<f64>>, usize)> {
    let lists = column.lists()?;
    let count = lists.first()?.len();
    let numbers =
        |list: &Vec<String>| list.iter().map(|number| number.parse::<f64>().ok()).collect();
    let rows: Option<Vec<Vec<f64>>> = lists.iter().map(numbers).collect();
    let rows = rows.filter(|rows| {
        (2..=4).contains(&count)
            && rows.iter().all(|row| row.len() == count)
            && all_are_probabilities(rows)
    })?;
    Some((rows, count))
}

/// The judgment of each column, where the highest number of a row always stands beside the same label.
fn by_labels(
    rows: &[Vec<f64>],
    count: usize,
    label: Option<(&Column, &Value)>,
) -> Option<Vec<String>> {
    let (labels, meanings) = label?;
    let mut beside: BTreeMap<usize, &str> = BTreeMap::new();
    for (row, cell) in rows.iter().zip(&labels.cells) {
        let text = cell.text()?;
        if *beside.entry(highest(row)).or_insert(text) != text {
            return None;
        }
    }
    let judgments: Option<Vec<String>> =
        beside.values().map(|label| judgment(meanings, label)).collect();
    let judgments = judgments?;
    let different: BTreeSet<&String> = judgments.iter().collect();
    (judgments.len() == count && different.len() == count).then_some(judgments)
}

/// The rows in which the highest is another judgment than the label's.
fn unlike(rows: &[Vec<f64>], judgments: &[String], label: Option<(&Column, &Value)>) -> usize {
    let Some((labels, meanings)) = label else { return 0 };
    let differs = |(row, cell): &(&Vec<f64>, &super::table::Cell)| {
        let said = cell.text().and_then(|text| judgment(meanings, text));
        said.as_ref() != judgments.get(highest(row))
    };
    rows.iter().zip(&labels.cells).filter(differs).count()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::table::column;
    use super::*;

    fn table(columns: Vec<Column>) -> Table {
        let rows = columns[0].cells.len();
        Table { columns, rows, whole: true, ..Table::default() }
    }

    #[test]
    fn columns_are_known_by_their_names() {
        let read = table(vec![
            column("label", &["entailment", "neutral"]),
            column("p_entailment", &["0.7", "0.5"]),
            column("p_neutral", &["0.2", "0.3"]),
            column("p_contradiction", &["0.1", "0.2"]),
        ]);
        let nli = json!("nli");
        let found = Probabilities::of(&read, Some((&read.columns[0], &nli))).unwrap();
        let Source::Columns(columns) = &found.source else { panic!() };
        assert_eq!(columns[1], ("unknown".to_owned(), "p_neutral".to_owned()));
        assert_eq!((found.logs, found.unlike_label), (false, 1));
        let logits = table(vec![
            column("logit_entail", &["3", "-2"]),
            column("logit_contradict", &["1", "5"]),
        ]);
        assert!(Probabilities::of(&logits, None).unwrap().logs);
        let letters = |c: [&str; 2]| {
            table(vec![column("e", &["0.7", "0.2"]), column("n", &["0.2", "0.2"]), column("c", &c)])
        };
        let found = Probabilities::of(&letters(["0.1", "0.6"]), None).unwrap();
        assert_eq!(found.columns(), ["e", "n", "c"]);
        assert_eq!(Probabilities::of(&letters(["0.4", "0.6"]), None), None);
        let unsummed =
            table(vec![column("entailment", &["0.5", "0.2"]), column("neutral", &["0.2", "0.1"])]);
        assert_eq!(Probabilities::of(&unsummed, None), None);
        assert!(!Unscaled::of(&unsummed).unwrap().percent);
        let percent =
            table(vec![column("entailment", &["50", "20.5"]), column("neutral", &["50", "79.5"])]);
        assert!(Unscaled::of(&percent).unwrap().percent);
        let below_0 =
            table(vec![column("entailment", &["-0.5", "2"]), column("neutral", &["0.2", "-0.1"])]);
        assert!(Probabilities::of(&below_0, None).unwrap().logs);
        let rounded = table(vec![
            column("entailment", &["0.5", "0.33"]),
            column("neutral", &["0.51", "0.67"]),
        ]);
        assert!(!Probabilities::of(&rounded, None).unwrap().logs);
    }

    #[test]
    fn columns_without_a_name_are_known_by_the_labels_beside_them() {
        let columns = |labels: &[&str]| {
            table(vec![
                column("answer", labels),
                column("0", &["0.8", "0.1", "0.2"]),
                column("1", &["0.1", "0.8", "0.1"]),
                column("2", &["0.1", "0.1", "0.7"]),
            ])
        };
        let nli = json!("nli");
        let read = columns(&["contradiction", "entailment", "neutral"]);
        let found = Probabilities::of(&read, Some((&read.columns[0], &nli))).unwrap();
        let expected = [("contradiction", "0"), ("entailment", "1"), ("unknown", "2")];
        let expected = expected.map(|(a, b)| (a.to_owned(), b.to_owned())).to_vec();
        assert_eq!(found.source, Source::Columns(expected));
        let read = columns(&["neutral", "entailment", "neutral"]);
        assert_eq!(Probabilities::of(&read, Some((&read.columns[0], &nli))), None);
        let lists = table(vec![
            column("answer", &["entailment", "neutral"]),
            column("probs", &["[0.9, 0.1]", "[0.4, 0.6]"]),
        ]);
        let found = Probabilities::of(&lists, Some((&lists.columns[0], &nli))).unwrap();
        let order = ["entailment", "unknown"].map(str::to_owned).to_vec();
        assert_eq!(found.source, Source::List("probs".to_owned(), order));
    }
}
