//! How a table is laid out: whole, with its intervals under their figures, transposed, in blocks, or over several pages
//! of an appendix.

use std::ops::Range;

use super::columns::{Block, Room};
use super::measured::Measured;
use super::paper::Paper;
use super::parts::Part;
use super::type_width::width;
use crate::{Grid, RowKind};

/// A table laid out.
#[derive(Debug)]
pub(super) struct Layout {
    /// What it is set for: over all columns, where it is for an appendix.
    pub(super) paper: Paper,
    /// The blocks of each page, one below the other.
    pub(super) pages: Vec<Vec<Block>>,
    /// Whether rows and columns are exchanged.
    pub(super) transposed: bool,
    /// Whether it is too large for a page at the width that was asked for.
    pub(super) appendix: bool,
    pub(super) notes: NotesPlace,
}

/// Where the notes of a table stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotesPlace {
    /// Under it, or under the last of its pages.
    Below,
    /// On a page of their own.
    OwnPage,
    /// Behind it as text, which no page has room for.
    Text,
}

/// Points of the space between two blocks, and around caption and notes.
const BETWEEN: f64 = 8.0;
const AROUND: f64 = 24.0;

/// Lays a part out in one block on one page; `None` if there is no room.
pub(super) fn in_one_block(
    part: &Part,
    paper: Paper,
    caption: &str,
    notes: &[String],
) -> Option<Layout> {
    if is_too_high(part.grid.rows.len(), paper) {
        return None;
    }
    let ways = [false, true].into_iter().flat_map(|tight| [(false, tight), (true, tight)]);
    let room = |(stacked, tight)| Room { points: paper.points(), stacked, tight };
    let measured = Measured::new(part, paper.size());
    let block = ways.filter_map(|way| measured.whole(room(way))).next()?;
    let blocks = vec![block];
    let height = blocks_height(&blocks, paper) + texts_height(paper, caption, notes);
    (height <= paper.page_height()).then(|| Layout {
        paper,
        pages: vec![blocks],
        transposed: false,
        appendix: false,
        notes: NotesPlace::Below,
    })
}

/// Lays a table out, whose caption and notes are these.
pub(super) fn layout(grid: &Grid<'_>, paper: Paper, caption: &str, notes: &[String]) -> Layout {
    // One that is higher than a page and cannot be turned goes to an appendix, however wide it is.
    let has_room = !is_too_high(grid.rows.len(), paper) || grid.is_turnable();
    if let Some((transposed, blocks)) = has_room.then(|| blocks(grid, paper)).flatten() {
        let height = blocks_height(&blocks, paper) + texts_height(paper, caption, notes);
        if height <= paper.page_height() {
            let pages = vec![blocks];
            let notes = NotesPlace::Below;
            return Layout { paper, pages, transposed, appendix: false, notes };
        }
    }
    let paper = paper.over_columns();
    let (transposed, blocks) =
        blocks(grid, paper).unwrap_or_else(|| (false, too_wide(grid, paper)));
    let room = paper.page_height() - texts_height(paper, caption, &[]);
    let pages = pages(&blocks, room, paper);
    let last = pages.last().map_or(0.0, |page| blocks_height(page, paper));
    let texts = texts_height(paper, caption, notes);
    let notes = if last + texts <= paper.page_height() {
        NotesPlace::Below
    } else if texts <= paper.page_height() {
        NotesPlace::OwnPage
    } else {
        NotesPlace::Text
    };
    Layout { paper, pages, transposed, appendix: true, notes }
}

/// Whether this number of rows is higher than a page even if each takes one line.
fn is_too_high(rows: usize, paper: Paper) -> bool {
    rows as f64 * paper.line() > paper.page_height()
}

/// A table of which one column is wider than the paper.
fn too_wide(grid: &Grid<'_>, paper: Paper) -> Vec<Block> {
    let room = Room { points: f64::INFINITY, stacked: true, tight: true };
    Measured::new(&Part::whole(grid), paper.size()).whole(room).into_iter().collect()
}

/// The points that caption and notes take.
fn texts_height(paper: Paper, caption: &str, notes: &[String]) -> f64 {
    let lines = |text: &str| (1.05 * width(text, paper.size()) / paper.points()).ceil().max(1.0);
    let notes: f64 = notes.iter().map(|note| lines(note)).sum();
    // A caption may are in larger type.
    (notes + 1.6 * lines(&format!("Table 10: {caption}"))) * paper.line() + AROUND
}

fn blocks_height(blocks: &[Block], paper: Paper) -> f64 {
    let line = paper.line();
    let height = |block: &Block| {
        let rows = (0..block.grid.rows.len()).map(|row| block.row_height(row, line));
        block.heading_height(line) + rows.sum::<f64>()
    };
    blocks.iter().map(height).sum::<f64>() + BETWEEN * blocks.len().saturating_sub(1) as f64
}

/// The blocks of a table, and whether rows and columns are exchanged: one, if any way of setting it allows it, else
/// those of the lowest way; `None` if there is no room for a single column of figures.
fn blocks(grid: &Grid<'_>, paper: Paper) -> Option<(bool, Vec<Block>)> {
    let upright: Vec<Part> =
        std::iter::once(Part::whole(grid)).chain(Part::gathered(grid)).collect();
    let turned: Vec<Part> =
        grid.transposed().into_iter().map(|grid| Part { grid, above: None }).collect();
    let measured = |part| Measured::new(part, paper.size());
    let upright: Vec<Measured<'_>> = upright.iter().map(measured).collect();
    let turned: Vec<Measured<'_>> = turned.iter().map(measured).collect();
    for tight in [false, true] {
        let room = |stacked| Room { points: paper.points(), stacked, tight };
        for (transposed, parts) in [(false, &upright), (true, &turned)] {
            let ways = parts.iter().flat_map(|part| [false, true].map(|stacked| (part, stacked)));
            let mut set = ways.filter_map(|(part, stacked)| part.whole(room(stacked)));
            if let Some(block) = set.next() {
                return Some((transposed, vec![block]));
            }
        }
        let lowest = |parts: &[Measured<'_>]| {
            let ways = parts.iter().flat_map(|part| [false, true].map(|stacked| (part, stacked)));
            let set = ways.filter_map(|(part, stacked)| side_by_side(part, room(stacked)));
            let with_height = set.map(|blocks| (blocks_height(&blocks, paper), blocks));
            let lowest = with_height.min_by(|(one, _), (other, _)| one.total_cmp(other));
            lowest.map(|(_, blocks)| blocks)
        };
        match (lowest(&upright), lowest(&turned)) {
            (Some(upright), Some(turned)) if turned.len() < upright.len() => {
                return Some((true, turned));
            }
            (Some(upright), _) => return Some((false, upright)),
            (None, Some(turned)) => return Some((true, turned)),
            (None, None) => {}
        }
    }
    None
}

/// The columns of a table in blocks, each with those that name the rows, and of columns under one name as many together
/// as there is room for; nothing if there is none for a single one.
fn side_by_side(part: &Measured<'_>, room: Room) -> Option<Vec<Block>> {
    let grid = part.grid();
    let names = grid.numeric.iter().take_while(|numeric| !**numeric).count();
    let names = names.clamp(1, grid.columns.len().max(2) - 1);
    let named =
        |columns: &[usize]| -> Vec<usize> { (0..names).chain(columns.iter().copied()).collect() };
    let fits = |columns: &[usize]| part.fits(&named(columns), room);
    let mut units = Vec::new();
    for unit in units_after(grid, names) {
        match fits(&unit.clone().collect::<Vec<_>>()) {
            true => units.push(unit),
            false => units.extend(unit.map(|at| at..at + 1)),
        }
    }
    let divided = |most: usize| -> Option<Vec<Vec<usize>>> {
        let (mut blocks, mut columns): (Vec<Vec<usize>>, Vec<usize>) = (Vec::new(), Vec::new());
        for unit in &units {
            let before = columns.len();
            columns.extend(unit.clone());
            if (columns.len() <= most || before == 0) && fits(&columns) {
                continue;
            }
            if before == 0 {
                return None;
            }
            columns.truncate(before);
            blocks.push(std::mem::replace(&mut columns, unit.clone().collect()));
            if !fits(&columns) {
                return None;
            }
        }
        if !columns.is_empty() {
            blocks.push(columns);
        }
        Some(blocks)
    };
    let all = grid.columns.len() - names;
    let full = divided(all)?;
    // The same number of columns in each block, where that takes no more blocks.
    let even = divided(all.div_ceil(full.len().max(1)));
    let columns = even.filter(|even| even.len() == full.len()).unwrap_or(full);
    columns.iter().map(|columns| part.block(&named(columns), room)).collect()
}

/// The columns after the names, those under one name together.
fn units_after(grid: &Grid<'_>, names: usize) -> Vec<Range<usize>> {
    let single = || (0..grid.columns.len()).map(|_| ("", 1)).collect();
    let (mut units, mut column) = (Vec::new(), 0);
    for (_, count) in grid.groups().unwrap_or_else(single) {
        if column + count > names {
            units.push(column.max(names)..column + count);
        }
        column += count;
    }
    units
}

/// Blocks with their rows in pages, each no higher than that.
fn pages(blocks: &[Block], room: f64, paper: Paper) -> Vec<Vec<Block>> {
    let line = paper.line();
    let mut pages = Vec::new();
    let mut bundle: Vec<&Block> = Vec::new();
    let mut bundles: Vec<Vec<&Block>> = Vec::new();
    let heading = |bundle: &[&Block]| -> f64 {
        bundle.iter().map(|block| block.heading_height(line) + BETWEEN).sum()
    };
    for block in blocks {
        bundle.push(block);
        if bundle.len() > 1 && heading(&bundle) > room / 2.0 {
            bundle.pop();
            bundles.push(std::mem::replace(&mut bundle, vec![block]));
        }
    }
    bundles.push(bundle);
    for bundle in bundles {
        let room = room - heading(&bundle);
        let row_height = |row| bundle.iter().map(|block| block.row_height(row, line)).sum::<f64>();
        let rows = bundle.first().map_or(0, |block| block.grid.rows.len());
        let mut start = 0;
        while start < rows {
            let mut height = 0.0;
            let fit = (start..rows).take_while(|row| {
                height += row_height(*row);
                height <= room
            });
            let end = start + fit.count().max(1);
            let end = if end < rows { page_end(&bundle, start, end) } else { end };
            pages.push(bundle.iter().map(|block| block.with_rows(start..end)).collect());
            start = end;
        }
    }
    pages
}

/// Where a page ends that has room for rows up to `end`: before a group of rows, if that leaves it half full.
fn page_end(bundle: &[&Block], start: usize, end: usize) -> usize {
    let Some(block) = bundle.first() else { return end };
    let starts_group = |row: usize| {
        let (kind, cells) = &block.grid.rows[row];
        let first = cells.first().is_some_and(|cell| !cell.text.is_empty() && !cell.indented);
        let repeats = block.grid.columns.first().is_some_and(|column| column.repeats);
        *kind != RowKind::Body || block.starts_group(row) || (repeats && first)
    };
    let half = start + (end - start).div_ceil(2);
    (half..=end).rev().find(|row| starts_group(*row)).unwrap_or(end)
}
