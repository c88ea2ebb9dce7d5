//! A part whose texts are measured once, and set in columns of every width.

use std::cell::OnceCell;

use super::columns::{Block, HANGING, INDENT, Room, SetColumn, em};
use super::parts::{Part, stacked};
use super::pieces::{lines, pieces, widest_piece};
use super::text::{GROUP, LONGEST, cut};
use super::type_width::{Type, bold_width, width};
use crate::grid::groups;
use crate::{Grid, GridCell, Standing};

/// Points between columns at the least.
const GAP: f64 = 5.0;

/// A folded text needs no more points than that, if its words allow it.
const FOLDED: f64 = 90.0;

/// A longer name of a column of figures is in several lines, also where there is room for one.
const WIDE_NAME: f64 = 60.0;

/// A part with what its texts take. Each is measured when it is first asked for.
pub(super) struct Measured<'p> {
    part: &'p Part,
    size: Type,
    columns: Vec<Column>,
}

/// What the texts of a column take.
#[derive(Default)]
struct Column {
    /// The widest piece of its name, and all of it.
    name: OnceCell<[f64; 2]>,
    /// Of a column of texts: the longest, and the widest piece of one.
    texts: OnceCell<[f64; 2]>,
    /// Of a column of figures: each beside its interval, and each above it.
    figures: [OnceCell<Vec<f64>>; 2],
    /// The signs and marks behind its values.
    signs: OnceCell<Vec<f64>>,
}

/// How wide a column is at the least, and where nothing is folded.
struct Widths {
    least: f64,
    ideal: f64,
}

/// Columns for which there is room.
struct Fitting {
    widths: Vec<Widths>,
    gap: f64,
    sign_room: f64,
    least: f64,
}

impl<'p> Measured<'p> {
    /// A part, to be set in type of a size.
    pub(super) fn new(part: &'p Part, size: Type) -> Self {
        let columns = part.grid.columns.iter().map(|_| Column::default()).collect();
        Self { part, size, columns }
    }

    /// The part's texts.
    pub(super) fn grid(&self) -> &Grid<'static> {
        &self.part.grid
    }

    /// All of its columns in a block, if there is room for them.
    pub(super) fn whole(&self, room: Room) -> Option<Block> {
        let all: Vec<usize> = (0..self.columns.len()).collect();
        self.block(&all, room)
    }

    /// Whether there is room for these columns.
    pub(super) fn fits(&self, columns: &[usize], room: Room) -> bool {
        self.fitting(columns, room).is_some()
    }

    /// These columns in a block, if there is room for them.
    pub(super) fn block(&self, columns: &[usize], room: Room) -> Option<Block> {
        let Fitting { widths, gap, sign_room, least } = self.fitting(columns, room)?;
        let wanting: f64 = widths.iter().map(|column| column.ideal - column.least).sum();
        let share = if wanting > 0.0 { ((room.points - least) / wanting).min(1.0) } else { 0.0 };
        let grid = self.grid();
        let set = |(&at, column): (&usize, &Widths)| {
            let width = column.least + share * (column.ideal - column.least);
            SetColumn {
                width,
                folded: !grid.numeric[at] && self.texts(at)[0] > width + 0.01,
                heading: lines(&cut(&grid.columns[at].name, LONGEST), width, 0.0, self.size),
            }
        };
        Some(Block {
            columns: columns.iter().zip(&widths).map(set).collect(),
            gap,
            sign_room,
            stacked: room.stacked,
            size: self.size,
            grid: grid.with_columns(columns),
            above: self.part.above.clone(),
        })
    }

    fn fitting(&self, columns: &[usize], room: Room) -> Option<Fitting> {
        let mut widths: Vec<Widths> = columns.iter().map(|at| self.widths(*at, room)).collect();
        let gap = self.gap(columns, &widths, room);
        self.make_room_for_groups(columns, &mut widths, gap);
        let last = columns.last().map_or(&[][..], |last| self.signs(*last));
        let sign_room = last.iter().copied().fold(0.0, f64::max);
        let between = gap * widths.len().saturating_sub(1) as f64 + sign_room;
        let least: f64 = widths.iter().map(|column| column.least).sum::<f64>() + between;
        (least <= room.points).then_some(Fitting { widths, gap, sign_room, least })
    }

    fn widths(&self, at: usize, room: Room) -> Widths {
        let [least_name, name] = self.name(at);
        if self.grid().numeric[at] {
            let widest = self.figures(at, room.stacked).iter().copied().fold(0.0, f64::max);
            let least = widest.max(least_name);
            return Widths { least, ideal: least.max(name.min(WIDE_NAME)) };
        }
        let [longest, words] = self.texts(at);
        let third = if room.tight { 0.0 } else { (longest / 3.0).min(FOLDED) };
        let least = words.max(third).min(longest).max(least_name);
        Widths { least, ideal: longest.max(least_name).max(name.min(FOLDED)) }
    }

    /// The space between columns: no sign touches the figure after it.
    fn gap(&self, columns: &[usize], widths: &[Widths], room: Room) -> f64 {
        let mut gap = GAP;
        for (two, next) in columns.windows(2).zip(widths.iter().skip(1)) {
            let signs = self.signs(two[0]);
            if !self.grid().numeric[two[1]] {
                gap = signs.iter().map(|sign| sign + 1.0).fold(gap, f64::max);
                continue;
            }
            for (sign, figure) in signs.iter().zip(self.figures(two[1], room.stacked)) {
                gap = gap.max(sign + 1.0 - (next.least - figure));
            }
        }
        gap
    }

    /// The last column of a group makes room for the words of its name.
    fn make_room_for_groups(&self, columns: &[usize], widths: &mut [Widths], gap: f64) {
        let mut column = 0;
        let of_grid = &self.grid().columns;
        for (name, count) in groups(columns.iter().map(|at| &of_grid[*at])).unwrap_or_default() {
            let over = &mut widths[column..column + count];
            let least = over.iter().map(|column| column.least).sum::<f64>();
            let inside = least + gap * (count - 1) as f64;
            let missing = widest_piece(&cut(name, GROUP), self.size) - inside;
            if let Some(last) = over.last_mut().filter(|_| missing > 0.0) {
                last.least += missing;
                last.ideal = last.ideal.max(last.least);
            }
            column += count;
        }
    }

    fn name(&self, at: usize) -> [f64; 2] {
        *self.columns[at].name.get_or_init(|| {
            let name = cut(&self.grid().columns[at].name, LONGEST);
            [widest_piece(&name, self.size), width(&name, self.size)]
        })
    }

    fn texts(&self, at: usize) -> [f64; 2] {
        *self.columns[at].texts.get_or_init(|| {
            let widest =
                |of: &dyn Fn(&GridCell) -> f64| cells(self.grid(), at).map(of).fold(0.0, f64::max);
            [
                widest(&|cell| one_line(cell, self.size)),
                widest(&|cell| widest_word(cell, self.size)),
            ]
        })
    }

    fn figures(&self, at: usize, stacked: bool) -> &[f64] {
        self.columns[at].figures[usize::from(stacked)].get_or_init(|| {
            cells(self.grid(), at).map(|cell| numeric_width(cell, stacked, self.size)).collect()
        })
    }

    fn signs(&self, at: usize) -> &[f64] {
        self.columns[at].signs.get_or_init(|| cells(self.grid(), at).map(sign_width).collect())
    }
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
    match part.contains('-') {
        true => set(&part.replace('-', "\u{2212}"), size),
        false => set(part, size),
    }
}

fn numeric_width(cell: &GridCell, is_stacked: bool, size: Type) -> f64 {
    let (figure, interval) = if is_stacked { stacked(&cell.text) } else { (&*cell.text, None) };
    let interval = interval.map_or(0.0, |interval| figure_width(cell, interval, size));
    let indent = if cell.indented { INDENT * em(size) } else { 0.0 };
    figure_width(cell, figure, size).max(interval) + indent
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
