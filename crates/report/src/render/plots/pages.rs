//! Figures as wide as a paper has room, tall ones over several pages.

use std::ops::Range;

use super::{Width, height};
use crate::SafeName;
use crate::drawing::{Canvas, Drawn};
use crate::figures::{Figure, Room};

/// The figures in that room: each as wide as its column, where it can be read, else as its page; what is too high
/// becomes several figures, `KEY`, `KEY-page-2` and so on, of which the first has the notes.
pub(in crate::render) fn over_pages(figures: Vec<Figure>, room: &Room) -> Vec<Figure> {
    figures.into_iter().flat_map(|figure| pages(figure, room)).collect()
}

fn pages(figure: Figure, room: &Room) -> Vec<Figure> {
    let Ok(plot) = &figure.plot else { return vec![figure] };
    let drawn = plot.drawn();
    let width = if drawn.is_wide() { room.page } else { room.column };
    let pages = ranges(&*drawn, &figure, width, room.height / 25.4 * 72.0);
    drop(drawn);
    let figure = Figure { width: Some(width), ..figure };
    let all = pages.len();
    if all < 2 {
        return vec![figure];
    }
    let page = |(number, rows): (usize, Range<usize>)| {
        let title = format!("{} (page {number} of {all})", figure.title);
        let (key, notes) = match number {
            1 => (figure.key.clone(), figure.notes.clone()),
            _ => (SafeName::new(&format!("{}-page-{number}", figure.key)), Vec::new()),
        };
        Figure { key, title, notes, rows: Some(rows), ..figure.clone() }
    };
    (1..).zip(pages).map(page).collect()
}

/// The rows of each page: as few pages as can be, with as many rows each.
fn ranges(plot: &dyn Drawn, figure: &Figure, width: Width, most: f64) -> Vec<Range<usize>> {
    let rows = plot.rows(&Canvas::new(width.points(), figure.numbers));
    let fits = |page: &Range<usize>| height(plot, figure, width, page.clone()) <= most;
    let even = |pages: usize| -> Vec<Range<usize>> {
        (0..pages).map(|page| rows * page / pages..rows * (page + 1) / pages).collect()
    };
    // A row that is too high for a page has one of its own.
    (1..=rows).map(even).find(|pages| pages.iter().all(fits)).unwrap_or_else(|| even(rows.max(1)))
}
