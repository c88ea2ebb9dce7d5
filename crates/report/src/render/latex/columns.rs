//! The columns of a table, or of a part of it, with their widths.

use super::parts::{Part, stacked};
use super::pieces::{lines, pieces, widest_piece};
use super::text::{GROUP, LONGEST, cut};
use super::type_width::{Type, bold_width, width};
use crate::{Grid, GridCell, RowKind, Standing};

/// What columns are set in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// Points that they may take together.
    pub(super) points: f64,
    pub(super) size: Type,
    /// Whether the interval of a figure is under it.
    pub(super) stacked: bool,
    /// Whether texts may be folded to their widest words, instead of a third of their length.
    pub(super) tight: bool,
}

/// Columns side by side.
#[derive(Debug, Clone)]
pub(super) struct Block {
    pub(super) grid: Grid<'static>,
    above: Option<Vec<String>>,
    pub(super) columns: Vec<SetColumn>,
    /// Points between columns.
    pub(super) gap: f64,
    /// Points that a sign takes behind the last column.
    pub(super) sign_room: f64,
    pub(super) stacked: bool,
    size: Type,
}

#[derive(Debug, Clone)]
pub(super) struct SetColumn {
    pub(super) width: f64,
    /// Whether some cell takes several lines.
    pub(super) folded: bool,
    /// Its name, line by line.
    pub(super) heading: Vec<String>,
}

/// Points between columns at the least.
const GAP: f64 = 5.0;

/// A folded text needs no more points than that, if its words allow it.
const FOLDED: f64 = 90.0;

/// A longer name of a column of figures is in several lines, also where there is room for one.
const WIDE_NAME: f64 = 60.0;

/// Points that a rule takes with the space around it.
const RULE: f64 = 5.0;

/// Ems by which a text under another is indented, and the lines of a folded one after the first: `\pnSub` and the
/// columns' `\hangindent`.
const INDENT: f64 = 0.7;
const HANGING: f64 = 1.2;

/// How wide a column is at the least, and where nothing is folded.
struct Widths {
    least: f64,
    ideal: f64,
}

impl Block {
    /// The columns of a part, if there is room for them.
    pub(super) fn new(Part { grid, above }: Part, room: Room) -> Option<Self> {
        let size = room.size;
        let mut widths: Vec<Widths> =
            (0..grid.columns.len()).map(|at| widths(&grid, at, room)).collect();
        let gap = gap(&grid, &widths, room);
        make_room_for_groups(&grid, &mut widths, gap, size);
        let sign_room = last_signs(&grid);
        let between = gap * widths.len().saturating_sub(1) as f64 + sign_room;
        let least: f64 = widths.iter().map(|column| column.least).sum::<f64>() + between;
        if least > room.points {
            return None;
        }
        let wanting: f64 = widths.iter().map(|column| column.ideal - column.least).sum();
        let share = if wanting > 0.0 { ((room.points - least) / wanting).min(1.0) } else { 0.0 };
        let set = |(at, column): (usize, &Widths)| {
            let width = column.least + share * (column.ideal - column.least);
            let longer = |cell: &GridCell| one_line(cell, size) > width + 0.01;
            SetColumn {
                width,
                folded: !grid.numeric[at] && cells(&grid, at).any(longer),
                heading: lines(&cut(&grid.columns[at].name, LONGEST), width, 0.0, size),
            }
        };
        let columns = widths.iter().enumerate().map(set).collect();
        Some(Self { columns, gap, sign_room, stacked: room.stacked, size, grid, above })
    }

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
fn em(size: Type) -> f64 {
    size.times.max(size.computer_modern * 1.07)
}

fn cells<'g>(grid: &'g Grid<'_>, at: usize) -> impl Iterator<Item = &'g GridCell> {
    grid.rows.iter().filter_map(move |(_, cells)| cells.get(at))
}

/// What a cell takes that is not folded.
fn one_line(cell: &GridCell, size: Type) -> f64 {
    let text = cut(&cell.text, LONGEST);
    let indent = if cell.indented { INDENT * em(size) } else { 0.0 };
    let set = if cell.standing == Some(Standing::Highest) { bold_width } else { width };
    indent + set(&text, size)
}

/// What a figure takes: its minus signs are wider than hyphens.
fn figure_width(cell: &GridCell, part: &str, size: Type) -> f64 {
    let set = if cell.standing == Some(Standing::Highest) { bold_width } else { width };
    set(&part.replace('-', "\u{2212}"), size)
}

fn widths(grid: &Grid<'_>, at: usize, room: Room) -> Widths {
    let Room { size, .. } = room;
    let name = cut(&grid.columns[at].name, LONGEST);
    let (least_name, name) = (widest_piece(&name, size), width(&name, size));
    if grid.numeric[at] {
        let widest = cells(grid, at).map(|cell| numeric_width(cell, room)).fold(0.0, f64::max);
        let least = widest.max(least_name);
        return Widths { least, ideal: least.max(name.min(WIDE_NAME)) };
    }
    let longest = cells(grid, at).map(|cell| one_line(cell, size)).fold(0.0, f64::max);
    let words = cells(grid, at).map(|cell| widest_word(cell, size)).fold(0.0, f64::max);
    let third = if room.tight { 0.0 } else { (longest / 3.0).min(FOLDED) };
    let least = words.max(third).min(longest).max(least_name);
    Widths { least, ideal: longest.max(least_name).max(name.min(FOLDED)) }
}

fn numeric_width(cell: &GridCell, room: Room) -> f64 {
    let (figure, interval) = if room.stacked { stacked(&cell.text) } else { (&*cell.text, None) };
    let interval = interval.map_or(0.0, |interval| figure_width(cell, interval, room.size));
    let indent = if cell.indented { INDENT * em(room.size) } else { 0.0 };
    figure_width(cell, figure, room.size).max(interval) + indent
}

/// What a folded cell takes at the least.
fn widest_word(cell: &GridCell, size: Type) -> f64 {
    let text = cut(&cell.text, LONGEST);
    let indent = if cell.indented { INDENT * em(size) } else { 0.0 };
    let of_piece = |(number, text): (usize, &str)| {
        width(text, size) + if number == 0 { indent } else { HANGING * em(size) }
    };
    pieces(&text).iter().map(|piece| piece.text).enumerate().map(of_piece).fold(0.0, f64::max)
}

/// What a sign or a mark behind a figure takes, which LaTeX is told to take no width.
fn sign_width(cell: &GridCell) -> f64 {
    match (&cell.mark, cell.standing) {
        (Some(mark), _) => 4.0 * mark.len() as f64,
        (None, Some(Standing::Lower | Standing::NotTested)) => 4.0,
        (None, _) => 0.0,
    }
}

fn last_signs(grid: &Grid<'_>) -> f64 {
    let last = grid.columns.len().saturating_sub(1);
    cells(grid, last).map(sign_width).fold(0.0, f64::max)
}

/// The space between columns: no sign touches the figure after it.
fn gap(grid: &Grid<'_>, widths: &[Widths], room: Room) -> f64 {
    let mut gap = GAP;
    for at in 0..widths.len().saturating_sub(1) {
        for (cell, next) in cells(grid, at).zip(cells(grid, at + 1)) {
            let free = match grid.numeric[at + 1] {
                true => widths[at + 1].least - numeric_width(next, room),
                false => 0.0,
            };
            gap = gap.max(sign_width(cell) + 1.0 - free);
        }
    }
    gap
}

/// The last column of a group makes room for the words of its name.
fn make_room_for_groups(grid: &Grid<'_>, widths: &mut [Widths], gap: f64, size: Type) {
    let mut column = 0;
    for (name, count) in grid.groups().unwrap_or_default() {
        let over = &mut widths[column..column + count];
        let inside = over.iter().map(|column| column.least).sum::<f64>() + gap * (count - 1) as f64;
        let missing = widest_piece(&cut(name, GROUP), size) - inside;
        if let Some(last) = over.last_mut().filter(|_| missing > 0.0) {
            last.least += missing;
            last.ideal = last.ideal.max(last.least);
        }
        column += count;
    }
}
