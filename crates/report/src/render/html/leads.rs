//! Which pairs a cell of a table counts, for the tables that count pairs of one system.

use crate::explorer::{Level, PartsRight, Question, Rows, Wanted};
use crate::tables::wholes_and_parts::SOLVED;
use crate::{Cell, RowKind, Table};

/// The judgments and other answers that a column may be named by.
const ANSWERS: [&str; 5] =
    ["entailment", "unknown", "contradiction", "not-entailment", "no answer"];

/// The address of the pairs that each cell counts, row by row; empty where a table is of another kind or no
/// pairs are known.
pub(super) fn leads(table: &Table, rows: Option<&Rows<'_>>) -> Vec<Vec<Option<String>>> {
    let Some(rows) = rows else { return Vec::new() };
    match table.key.as_str() {
        "decomposition" => of_composition(table, rows),
        "contingency-original" => of_contingency(table, rows, Level::Original),
        "contingency-monothematic" => of_contingency(table, rows, Level::Part),
        _ => Vec::new(),
    }
}

fn text(cell: Option<&Cell>) -> &str {
    match cell {
        Some(Cell::Text(text) | Cell::Indented(text)) => text,
        _ => "",
    }
}

/// A column a system: `22/30` leads to the 30.
fn of_composition(table: &Table, rows: &Rows<'_>) -> Vec<Vec<Option<String>>> {
    let of_row = |row: &crate::Row| {
        let name = text(row.cells.first());
        let wanted = match SOLVED.iter().position(|solved| *solved == name) {
            Some(0) => PartsRight::All,
            Some(_) => PartsRight::NotAll,
            None => return Vec::new(),
        };
        let of_cell = |(column, cell): (usize, &Cell)| {
            let system = column.checked_sub(1)?;
            let counted = text(Some(cell)).split_once('/')?.1.parse().ok()?;
            let question = Question {
                parts: Some((system, wanted)),
                answers: vec![(system, Wanted::Counted)],
                ..Question::default()
            };
            rows.shows_all_of(system).then(|| rows.address_of(&question, counted)).flatten()
        };
        row.cells.iter().enumerate().map(of_cell).collect()
    };
    table.rows.iter().map(of_row).collect()
}

/// System and gold in a row, an answer a column.
fn of_contingency(table: &Table, rows: &Rows<'_>, level: Level) -> Vec<Vec<Option<String>>> {
    let known = |name: &str| ANSWERS.into_iter().find(|answer| *answer == name);
    let mut system = None;
    let mut leads = Vec::new();
    for row in &table.rows {
        if row.kind == RowKind::First {
            system = Some(system.map_or(0, |before: usize| before + 1));
        }
        let gold = known(text(row.cells.get(1)));
        let of_cell = |(column, cell): (usize, &Cell)| {
            let (system, answer) = (system?, table.columns.get(column)?);
            let Cell::Count(counted) = cell else { return None };
            let wanted = match answer.name.as_str() {
                "total" => Wanted::Counted,
                name => Wanted::Answer(known(name)?),
            };
            let question =
                Question { level, gold, answers: vec![(system, wanted)], ..Question::default() };
            rows.shows_all_of(system)
                .then(|| rows.address_of(&question, counted.whole()?))
                .flatten()
        };
        leads.push(row.cells.iter().enumerate().map(of_cell).collect());
    }
    leads
}
