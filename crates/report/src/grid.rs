//! A table as texts in rows and columns: what the formats for human readers share.

mod coded;
mod transposed;

use std::borrow::Cow;

use crate::cell::shown;
use crate::standing::Standing;
use crate::{Cell, Column, RowKind, Table};

/// A table's texts, not yet escaped for any format.
#[derive(Debug, Clone)]
pub(crate) struct Grid<'a> {
    pub(crate) columns: Cow<'a, [Column]>,
    /// For each column whether it holds numbers, which are aligned right.
    pub(crate) numeric: Vec<bool>,
    pub(crate) rows: Vec<(RowKind, Vec<GridCell>)>,
    /// Why values are undefined: mark and reason.
    pub(crate) footnotes: Vec<(String, String)>,
    /// Whether its columns are systems.
    pub(crate) of_systems: bool,
}

/// The tables whose columns are systems.
const OF_SYSTEMS: [&str; 2] = ["overview", "decomposition"];

/// A text and the mark of its footnote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GridCell {
    pub(crate) text: String,
    pub(crate) mark: Option<String>,
    pub(crate) standing: Option<Standing>,
    /// Whether it belongs under that of a row above.
    pub(crate) indented: bool,
}

impl<'a> Grid<'a> {
    pub(crate) fn new(table: &'a Table) -> Self {
        Self::of(table, shown)
    }

    /// The texts of a table that `text` makes of its cells.
    fn of(table: &'a Table, text: impl Fn(&Cell) -> String) -> Self {
        let mut footnotes: Vec<(String, String)> = Vec::new();
        let mut rows: Vec<(RowKind, Vec<GridCell>)> = Vec::new();
        let mut above: Option<&[Cell]> = None;
        for row in &table.rows {
            let cells = row.cells.iter().enumerate().map(|(at, cell)| {
                let repeated = table.columns.get(at).is_some_and(|column| column.repeats)
                    && row.kind == RowKind::Body
                    && above.and_then(|above| above.get(at)) == Some(cell);
                let text = if repeated { String::new() } else { text(cell) };
                let mark = match cell {
                    Cell::Undefined(reason) => Some(mark(&mut footnotes, reason.to_string())),
                    _ => None,
                };
                let indented = matches!(cell, Cell::Indented(_));
                GridCell { text, mark, standing: cell.stands(), indented }
            });
            rows.push((row.kind, cells.collect()));
            above = Some(&row.cells);
        }
        let is_number =
            |cell: &Cell| !matches!(cell, Cell::Text(_) | Cell::Indented(_) | Cell::Empty);
        let numeric = (0..table.columns.len())
            .map(|at| table.rows.iter().any(|row| row.cells.get(at).is_some_and(is_number)))
            .collect();
        let of_systems = OF_SYSTEMS.contains(&table.key.as_str());
        Self { columns: Cow::Borrowed(&table.columns), numeric, rows, footnotes, of_systems }
    }

    /// Some of its columns, in that order; the footnotes stay those of the whole.
    pub(crate) fn with_columns(&self, columns: &[usize]) -> Grid<'static> {
        let row = |(kind, cells): &(RowKind, Vec<GridCell>)| {
            (*kind, columns.iter().filter_map(|at| cells.get(*at)).cloned().collect())
        };
        Grid {
            columns: columns.iter().filter_map(|at| self.columns.get(*at)).cloned().collect(),
            numeric: columns.iter().filter_map(|at| self.numeric.get(*at)).copied().collect(),
            rows: self.rows.iter().map(row).collect(),
            footnotes: self.footnotes.clone(),
            of_systems: self.of_systems,
        }
    }

    /// Its columns in parts that fit, one after the other, each with the first `names` columns, which name the rows, and
    /// with one other at least.
    pub(crate) fn in_parts(
        &self,
        names: usize,
        fits: impl Fn(&Grid<'static>) -> bool,
    ) -> Vec<Grid<'static>> {
        let mut parts = Vec::new();
        let mut columns: Vec<usize> = (0..names).collect();
        for at in names..self.columns.len() {
            columns.push(at);
            if columns.len() > names + 1 && !fits(&self.with_columns(&columns)) {
                columns.pop();
                parts.push(self.with_columns(&columns));
                columns.truncate(names);
                columns.push(at);
            }
        }
        parts.push(self.with_columns(&columns));
        parts
    }

    /// For each column whether a value in it is followed by a sign.
    pub(crate) fn with_signs(&self) -> Vec<bool> {
        let mut with_signs = vec![false; self.columns.len()];
        for (_, cells) in &self.rows {
            for (has, cell) in with_signs.iter_mut().zip(cells) {
                *has |= cell.standing.is_some_and(|standing| !standing.sign().is_empty());
            }
        }
        with_signs
    }

    /// The names over several columns with the number of these; nothing if there is none.
    pub(crate) fn groups(&self) -> Option<Vec<(&str, usize)>> {
        groups(self.columns.iter())
    }
}

/// The names over several columns, each with how many columns it is over; `None` if no column is under one.
pub(crate) fn groups<'c>(
    columns: impl Iterator<Item = &'c Column> + Clone,
) -> Option<Vec<(&'c str, usize)>> {
    if columns.clone().all(|column| column.group.is_empty()) {
        return None;
    }
    let mut groups: Vec<(&str, usize)> = Vec::new();
    let mut first = "";
    for column in columns {
        match groups.last_mut() {
            // Two groups of one name side by side each start with the same column.
            Some((name, width))
                if *name == column.group && !name.is_empty() && column.name != first =>
            {
                *width += 1;
            }
            _ => {
                groups.push((&column.group, 1));
                first = &column.name;
            }
        }
    }
    Some(groups)
}

/// The mark of a reason: a, b, c, ...
fn mark(footnotes: &mut Vec<(String, String)>, reason: String) -> String {
    if let Some((mark, _)) = footnotes.iter().find(|(_, known)| *known == reason) {
        return mark.clone();
    }
    let mark = letters(footnotes.len());
    footnotes.push((mark.clone(), reason));
    mark
}

/// The code of a name: A, B, C, ...
pub(crate) fn code(number: usize) -> String {
    letters(number).to_uppercase()
}

fn letters(number: usize) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        rest => format!("{}{letter}", letters(rest - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_groups_of_one_name_stay_two() {
        let column = |name: &str| Column::grouped("pairs", name);
        let columns = ["E", "C", "E", "C"].map(column).to_vec();
        let (rows, notes, title) = (Vec::new(), Vec::new(), String::new());
        let table = Table { key: crate::SafeName::new("groups"), title, columns, rows, notes };
        assert_eq!(Grid::new(&table).groups(), Some(vec![("pairs", 2), ("pairs", 2)]));
    }

    #[test]
    fn marks_go_on_after_z() {
        assert_eq!([0, 25, 26, 27].map(letters), ["a", "z", "aa", "ab"]);
    }
}
