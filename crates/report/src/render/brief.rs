//! Tables in brief, for a narrow terminal and for a column of a paper.

use crate::tables::wholes_and_parts::FURTHER;
use crate::{Cell, Row, RowKind, Standing, Table};

/// How notes on verdicts begin.
const VERDICTS: [&str; 3] = ["Associated: ", "Small: ", "Despite parts: "];

/// How much a brief table shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Size {
    /// The most phenomena.
    phenomena: usize,
    /// The most gains of a system.
    gains: usize,
}

/// The sizes of brief tables, the largest first.
pub(super) const SIZES: [Size; 4] = [
    Size { phenomena: 14, gains: 3 },
    Size { phenomena: 8, gains: 2 },
    Size { phenomena: 4, gains: 1 },
    Size { phenomena: 0, gains: 1 },
];

/// A table without rows of intervals and of further measures, and with few phenomena: first those on which a system is
/// significantly lower than the highest, then those with the most pairs. `None` if the table has no brief form.
pub(super) fn in_brief(table: &Table, size: Size) -> Option<Table> {
    let left_out = match table.key.as_str() {
        "overview" => further_phenomena(&table.rows, size.phenomena),
        "decomposition" => further_measures(&table.rows),
        "gains" => further_gains(&table.rows, size.gains),
        _ => Vec::new(),
    };
    if left_out.is_empty() {
        return None;
    }
    let mut brief = table.clone();
    if size.phenomena == 0 {
        brief.title = brief.title.replace("by phenomenon", "by category of phenomena");
    }
    // Without the row of verdicts their meanings are left out, too.
    let is_of_verdict = |note: &str| VERDICTS.iter().any(|verdict| note.starts_with(verdict));
    brief.notes.retain(|note| table.key.as_str() != "decomposition" || !is_of_verdict(note));
    let mut at = 0..;
    brief.rows.retain(|_| at.next().is_some_and(|at| !left_out.contains(&at)));
    if let Some(note) = brief.notes.iter_mut().find(|note| note.starts_with("Shown: ")) {
        let gains = match size.gains {
            1 => "highest gain".to_owned(),
            gains => format!("{gains} highest gains"),
        };
        *note = format!(
            "Shown: the {gains} of each system. The highest of many gains is likely to be overestimated."
        );
    }
    Some(brief)
}

/// The gains after the first of each system.
fn further_gains(rows: &[Row], most: usize) -> Vec<usize> {
    let mut place = 0;
    let is_further = |at: &usize| {
        place = if rows[*at].kind == RowKind::First { 0 } else { place + 1 };
        place >= most
    };
    (0..rows.len()).filter(is_further).collect()
}

/// The rows of an overview that are left out in brief.
fn further_phenomena(rows: &[Row], most: usize) -> Vec<usize> {
    let is_interval = |at: usize| name(&rows[at]).ends_with(" interval");
    let totals = rows.iter().position(|row| row.kind == RowKind::First).unwrap_or(rows.len());
    let is_indented = |at: &usize| matches!(rows[*at].cells.first(), Some(Cell::Indented(_)));
    let mut phenomena: Vec<usize> = (totals..rows.len()).filter(|at| !is_interval(*at)).collect();
    if phenomena.iter().any(is_indented) {
        phenomena.retain(is_indented);
    }
    let is_worse = |cell: &Cell| cell.stands() == Some(Standing::Lower);
    let pairs = |at: usize| rows[at].cells.get(1).and_then(Cell::number).unwrap_or(0.0);
    phenomena.sort_by(|one, other| {
        let significant = |at: usize| rows[at].cells.iter().any(is_worse);
        let first = significant(*other).cmp(&significant(*one));
        first.then(pairs(*other).total_cmp(&pairs(*one)))
    });
    let further = &phenomena[phenomena.len().min(most)..];
    (0..rows.len()).filter(|at| is_interval(*at) || further.contains(at)).collect()
}

/// The rows of a table on decomposition that are left out in brief, with those that belong under them.
fn further_measures(rows: &[Row]) -> Vec<usize> {
    let mut is_further = false;
    let further = |(at, row): (usize, &Row)| {
        if !matches!(row.cells.first(), Some(Cell::Indented(_))) {
            is_further = FURTHER.contains(&name(row));
        }
        is_further.then_some(at)
    };
    rows.iter().enumerate().filter_map(further).collect()
}

fn name(row: &Row) -> &str {
    match row.cells.first() {
        Some(Cell::Text(name) | Cell::Indented(name)) => name,
        _ => "",
    }
}
