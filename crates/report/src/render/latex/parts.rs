//! What is laid out of a table: it as it is, or with what its first column repeats above the rows; figures with their
//! intervals under them.

use super::text::{LONGEST, cut};
use crate::Grid;

/// A table, or columns of it, before it is known how wide they are.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub(super) grid: Grid<'static>,
    /// Of each row what stands in a line of its own above all rows for which it is the same.
    pub(super) above: Option<Vec<String>>,
}

impl Part {
    /// The table as it is.
    pub(super) fn whole(grid: &Grid<'_>) -> Self {
        let all: Vec<usize> = (0..grid.columns.len()).collect();
        Self { grid: grid.with_columns(&all), above: None }
    }

    /// The table with what its first column repeats in lines of their own above the rows; nothing for a table whose
    /// first column repeats nothing, or alone names its rows.
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

    pub(super) fn with_columns(&self, columns: &[usize]) -> Self {
        Self { grid: self.grid.with_columns(columns), above: self.above.clone() }
    }
}

/// The figure of a cell, and the interval that stands under it.
pub(super) fn stacked(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(" [") {
        Some((figure, _)) if text.ends_with(']') => (figure, Some(&text[figure.len() + 1..])),
        _ => (text, None),
    }
}
