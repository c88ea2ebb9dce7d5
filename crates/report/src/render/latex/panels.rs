//! A table as wide as the text of a page: the size of its type, or the parts that it is broken into.

use super::text::{FOLDED, GROUP};
use crate::{Grid, GridCell};

/// The width of the text of an A4 page with margins of 2 cm, in points.
const TEXT_WIDTH: usize = 483;

/// A size of type with the space between columns, hundredths of a point that a character takes at most
/// on average, and points between columns.
pub(super) type Size = (&'static str, usize, usize);

/// Sizes, the largest first.
const SIZES: [Size; 3] = [
    ("\\footnotesize\\setlength{\\tabcolsep}{4pt}", 440, 8),
    ("\\scriptsize\\setlength{\\tabcolsep}{3pt}", 405, 6),
    ("\\tiny\\setlength{\\tabcolsep}{2pt}", 340, 4),
];

/// How many characters a column is wide.
fn width(grid: &Grid<'_>, at: usize) -> usize {
    let shown = |cell: &GridCell| {
        let mark = cell.mark.as_ref().map_or(0, |mark| mark.len());
        wide(&cell.text) + mark + if cell.indented { 2 } else { 0 }
    };
    let cells = grid.rows.iter().filter_map(|(_, cells)| cells.get(at)).map(shown);
    let widest = cells.max().unwrap_or(0);
    let widest = if grid.numeric[at] { widest } else { widest.min(FOLDED) };
    widest.max(wide(&grid.columns[at].name))
}

/// How many characters a text is wide, narrow ones counted as less.
fn wide(text: &str) -> usize {
    let tenths = |character: char| if " .,;:'|!()[]ijlI/".contains(character) { 6 } else { 10 };
    text.chars().map(tenths).sum::<usize>().div_ceil(10)
}

/// Whether a column is folded.
pub(super) fn is_folded(grid: &Grid<'_>, at: usize) -> bool {
    let longer = |cell: &GridCell| cell.text.chars().count() > FOLDED;
    !grid.numeric[at] && grid.rows.iter().filter_map(|(_, cells)| cells.get(at)).any(longer)
}

/// Whether some columns are no wider than the text.
fn fits(grid: &Grid<'_>, (_, character, between): Size) -> bool {
    let mut widths: Vec<usize> = (0..grid.columns.len()).map(|at| width(grid, at)).collect();
    let mut column = 0;
    for (name, columns) in grid.groups().unwrap_or_default() {
        // The last column of a group makes room for its name.
        let inside: usize = widths[column..column + columns].iter().sum();
        let name = wide(name).min(GROUP);
        let missing = name.saturating_sub(inside + 2 * (columns - 1));
        column += columns;
        widths[column - 1] += missing;
    }
    let characters: usize = widths.iter().sum();
    characters * character / 100 + widths.len() * between <= TEXT_WIDTH
}

/// The first size at which a table is no wider than the text; for one that is wider at every size, the
/// parts that are not, one under the other, each with the columns that name its rows.
pub(super) fn panels(grid: &Grid<'_>) -> (Size, Vec<Grid<'static>>) {
    let all: Vec<usize> = (0..grid.columns.len()).collect();
    if let Some(size) = SIZES.into_iter().find(|size| fits(grid, *size)) {
        return (size, vec![grid.with_columns(&all)]);
    }
    let size = SIZES[1];
    let names = grid.numeric.iter().take_while(|numeric| !**numeric).count().min(all.len() - 1);
    let full = grid.in_parts(names, |part| fits(part, size));
    // The same number of columns in each part, where that takes no more parts.
    let most = names + (all.len() - names).div_ceil(full.len());
    let even = grid.in_parts(names, |part| part.columns.len() <= most && fits(part, size));
    (size, if even.len() == full.len() { even } else { full })
}

/// How the columns stand.
pub(super) fn alignment(grid: &Grid<'_>, (_, character, _): Size) -> String {
    let column = |at: usize| match grid.numeric[at] {
        true => "r".to_owned(),
        false if is_folded(grid, at) => format!("p{{{}pt}}", FOLDED * character / 100),
        false => "l".to_owned(),
    };
    (0..grid.columns.len()).map(column).collect()
}
