//! The parts of a table that are laid out: the table as it is, with the texts of its first column above the rows, or
//! pivoted; values with their intervals under them.

use std::collections::HashMap;

use super::text::{LONGEST, cut};
use crate::grid::code;
use crate::{Column, Grid, GridCell, RowKind};

/// A table, or columns of it, before their widths are known.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub(super) grid: Grid<'static>,
    /// For each row the text in a line of its own above all rows that share it.
    pub(super) above: Option<Vec<String>>,
}

impl Part {
    /// The table as it is.
    pub(super) fn whole(grid: &Grid<'_>) -> Self {
        let all: Vec<usize> = (0..grid.columns.len()).collect();
        Self { grid: grid.with_columns(&all), above: None }
    }

    /// The table with the texts of its first column in lines of their own above the rows; `None` if that column repeats
    /// no text, or is the only one that names rows.
    pub(super) fn gathered(grid: &Grid<'_>) -> Option<Self> {
        let is_named = |at: usize| grid.numeric.get(at) == Some(&false);
        if !(grid.columns.first()?.repeats && is_named(0) && is_named(1)) {
            return None;
        }
        let mut above: Vec<String> = Vec::new();
        for (_, cells) in &grid.rows {
            let text = cells.first().map_or("", |cell| cell.text.as_str());
            let said = above.last().filter(|_| text.is_empty()).cloned();
            above.push(said.unwrap_or_else(|| cut(text, LONGEST).into_owned()));
        }
        let others: Vec<usize> = (1..grid.columns.len()).collect();
        let mut grid = grid.with_columns(&others);
        for (_, cells) in &mut grid.rows {
            if let Some(cell) = cells.first_mut() {
                cell.indented = true;
            }
        }
        Some(Self { grid, above: Some(above) })
    }

    /// The table with one column for each text of its second column, and the names of its columns of values above the rows;
    /// `None` for a table without such columns.
    pub(super) fn pivoted(grid: &Grid<'_>) -> Option<Self> {
        let is_named = grid.columns.first()?.repeats && grid.numeric.starts_with(&[false, false]);
        if !is_named || grid.numeric[2..].iter().any(|numeric| !numeric) {
            return None;
        }
        let empty = GridCell { text: String::new(), mark: None, standing: None, indented: false };
        let (mut columns, mut systems) =
            (Vec::new(), Vec::<(GridCell, Vec<(usize, usize)>)>::new());
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (row, (_, cells)) in grid.rows.iter().enumerate() {
            let [system, name, ..] = cells.as_slice() else { return None };
            if systems.is_empty() || !system.text.is_empty() {
                systems.push((GridCell { indented: true, ..system.clone() }, Vec::new()));
            }
            let column = *places.entry(&name.text).or_insert_with(|| {
                columns.push(Column::new(&name.text));
                columns.len() - 1
            });
            systems.last_mut()?.1.push((column, row));
        }
        let (mut rows, mut above) = (Vec::new(), Vec::new());
        for (measure, column) in grid.columns.iter().enumerate().skip(2) {
            for (system, values) in &systems {
                let mut cells = vec![empty.clone(); columns.len()];
                for (at, row) in values {
                    cells[*at] = grid.rows[*row].1[measure].clone();
                }
                rows.push((RowKind::Body, std::iter::once(system.clone()).chain(cells).collect()));
                above.push(column.full_name());
            }
        }
        columns.insert(0, Column::new(&grid.columns[0].name));
        let numeric = (0..columns.len()).map(|at| at > 0).collect();
        let footnotes = grid.footnotes.clone();
        let grid = Grid { columns: columns.into(), numeric, rows, footnotes, of_systems: false };
        Some(Self { grid, above: Some(above) })
    }

    /// The part with a letter for each name in its first column, and the key of these letters.
    pub(super) fn coded(mut self) -> (Self, String) {
        let mut names: Vec<String> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        for (_, cells) in &mut self.grid.rows {
            let Some(cell) = cells.first_mut() else { continue };
            let text = std::mem::take(&mut cell.text);
            let at = *places.entry(text).or_insert_with_key(|text| {
                names.push(text.clone());
                names.len() - 1
            });
            cell.text = code(at);
        }
        let key = names.iter().enumerate().map(|(at, name)| format!("{}: {name}", code(at)));
        (self, key.collect::<Vec<_>>().join("; "))
    }
}

/// The value of a cell, and the interval under it.
pub(super) fn stacked(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(" [") {
        Some((figure, _)) if text.ends_with(']') => (figure, Some(&text[figure.len() + 1..])),
        _ => (text, None),
    }
}
