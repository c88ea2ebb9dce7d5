//! The columns of a table, or of a part of it, with their widths.

use super::parts::stacked;
use super::pieces::lines;
use super::text::{GROUP, LONGEST, cut};
use super::type_width::{Type, width};
use crate::{Grid, GridCell, RowKind};

/// What columns are set in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// Points that they may take together.
    pub(super) points: f64,
    /// Whether the interval of a figure is under it.
    pub(super) stacked: bool,
    /// Whether texts may be folded to their widest words, instead of a third of their length.
    pub(super) tight: bool,
}

/// Columns side by side.
#[derive(Debug, Clone)]
pub(super) struct Block {
    pub(super) grid: Grid<'static>,
    pub(super) above: Option<Vec<String>>,
    pub(super) columns: Vec<SetColumn>,
    /// Points between columns.
    pub(super) gap: f64,
    /// Points that a sign takes behind the last column.
    pub(super) sign_room: f64,
    pub(super) stacked: bool,
    pub(super) size: Type,
}

#[derive(Debug, Clone)]
pub(super) struct SetColumn {
    pub(super) width: f64,
    /// Whether some cell takes several lines.
    pub(super) folded: bool,
    /// Its name, line by line.
    pub(super) heading: Vec<String>,
}

/// Points that a rule takes with the space around it.
const RULE: f64 = 5.0;

/// Ems by which a text under another is indented, and the lines of a folded one after the first: `\pnSub` and the
/// columns' `\hangindent`.
pub(super) const INDENT: f64 = 0.7;
pub(super) const HANGING: f64 = 1.2;

impl Block {
    /// Some of its rows, the columns as wide as before.
    pub(super) fn with_rows(&self, rows: std::ops::Range<usize>) -> Self {
        let above = self.above.as_ref().map(|above| above[rows.clone()].to_vec());
        Self { grid: self.grid.with_rows(rows), above, columns: self.columns.clone(), ..*self }
    }

    /// What is in a line of its own above a row.
    pub(super) fn above(&self, row: usize) -> Option<&str> {
        let above = self.above.as_ref()?;
        let is_new = row == 0 || above[row - 1] != above[row];
        is_new.then(|| above[row].as_str())
    }

    /// Whether a text is no wider than that.
    pub(super) fn fits(&self, text: &str, room: f64) -> bool {
        width(text, self.size) <= room
    }

    fn above_height(&self, row: usize, line: f64) -> f64 {
        let lines = |text| lines(text, self.width(), HANGING * em(self.size), self.size).len();
        self.above(row).map_or(0.0, |text| lines(text) as f64 * line + 2.5)
    }

    /// The points that it takes.
    pub(super) fn width(&self) -> f64 {
        let between = self.gap * self.columns.len().saturating_sub(1) as f64 + self.sign_room;
        self.columns.iter().map(|column| column.width).sum::<f64>() + between
    }

    /// Columns over which a name stands, with the lines of the name.
    pub(super) fn groups(&self) -> Vec<(Vec<String>, usize)> {
        let mut column = 0;
        let groups = self.grid.groups().unwrap_or_default().into_iter();
        let with_lines = groups.map(|(name, count)| {
            let over = &self.columns[column..column + count];
            let room =
                over.iter().map(|column| column.width).sum::<f64>() + self.gap * (count - 1) as f64;
            column += count;
            (lines(&cut(name, GROUP), room, 0.0, self.size), count)
        });
        with_lines.collect()
    }

    /// How many lines are above its rows.
    fn heading_lines(&self) -> usize {
        let names = self.columns.iter().map(|column| column.heading.len()).max().unwrap_or(0);
        names + self.groups().iter().map(|(lines, _)| lines.len()).max().unwrap_or(0)
    }

    /// Points that its heading and its rules take.
    pub(super) fn heading_height(&self, line: f64) -> f64 {
        self.heading_lines() as f64 * line + 4.0 * RULE
    }

    /// Points that a row takes.
    pub(super) fn row_height(&self, row: usize, line: f64) -> f64 {
        let (kind, cells) = &self.grid.rows[row];
        let lines = cells.iter().enumerate().map(|(at, cell)| self.cell_lines(at, cell)).max();
        let rule = if *kind == RowKind::Body { 0.0 } else { RULE };
        let space = if self.starts_group(row) { 2.5 } else { 0.0 };
        lines.unwrap_or(1) as f64 * line + rule + space + self.above_height(row, line)
    }

    fn cell_lines(&self, at: usize, cell: &GridCell) -> usize {
        let column = &self.columns[at];
        if column.folded {
            let em = em(self.size);
            let indent = if cell.indented { INDENT * em } else { 0.0 };
            let text = cut(&cell.text, LONGEST);
            return lines(&text, column.width - indent, HANGING * em - indent, self.size).len();
        }
        if self.stacked && self.grid.numeric[at] && stacked(&cell.text).1.is_some() { 2 } else { 1 }
    }

    /// Whether rows below a row belong under it, so that some space is above it.
    pub(super) fn starts_group(&self, row: usize) -> bool {
        if self.above.is_some() {
            return row > 0 && self.above(row).is_some();
        }
        let indented = |row: usize| {
            let first = self.grid.rows.get(row).and_then(|(_, cells)| cells.first());
            first.is_some_and(|cell| cell.indented)
        };
        row > 0 && !indented(row) && (indented(row + 1) || indented(row - 1))
    }
}

/// An em of the wider font.
pub(super) fn em(size: Type) -> f64 {
    size.times.max(size.computer_modern * 1.07)
}
