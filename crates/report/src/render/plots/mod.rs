//! Figures drawn: one file a kind, each laid out for a given width and as high as it needs.
//!
//! They are drawn by hand rather than by plotters, whose SVG backend has whole pixels only (a point at
//! the size of a column), no hatches, no texts under the pointer and no names for screen readers, and
//! its layout knows neither panels nor rows of differing height. The scene that is drawn is written as SVG,
//! as PNG (by tiny-skia) and as PDF (by pdf-writer), with the font that lies in `assets/`.

mod accuracy_information;
mod conditioned_accuracy;
mod contingency;
mod forest;
mod labels;
mod pages;
mod pair_correlations;
mod parts_wholes;
mod pdf;
mod phenomenon_map;
mod png;
mod ranks;
mod stage_budget;

use std::ops::Range;

use sha2::{Digest, Sha256};

use crate::PairsBehind;
use crate::drawing::Drawn;
use crate::drawing::canvas::{Anchor, Canvas, SIZE, plain};
use crate::drawing::picture::Picture;
use crate::drawing::scene::Scene;
use crate::drawing::{native, svg};
use crate::figures::Figure;

pub use crate::figures::Width;
pub(super) use pages::over_pages;
pub(super) use pdf::pdf;
pub(super) use png::png;

/// The width at which a figure is drawn: its own, or at which it can be read.
pub(super) fn width(figure: &Figure) -> Width {
    let wide = || figure.plot.as_ref().is_ok_and(|plot| plot.drawn().is_wide());
    figure.width.unwrap_or_else(|| if wide() { Width::Page } else { Width::Column })
}

/// The figure as an SVG document.
pub(super) fn svg(figure: &Figure, width: Width) -> String {
    svg::svg(&picture(figure, width))
}

/// The figure as it is drawn in a page, `points` wide and over no pages; marks link to the pairs that they count.
pub(super) fn native(
    figure: &Figure,
    points: f64,
    address: &dyn Fn(&PairsBehind) -> Option<String>,
) -> String {
    let whole = Figure { rows: None, ..figure.clone() };
    native::native(&scene(&whole, Width::Millimetres(points / 72.0 * 25.4)), address)
}

/// The figure with its texts as outlines.
pub(super) fn picture(figure: &Figure, width: Width) -> Picture {
    Picture::new(scene(figure, width))
}

/// The figure as it is drawn; without data, the sentence that says why.
fn scene(figure: &Figure, width: Width) -> Scene {
    let mut canvas = Canvas::new(width.points(), figure.numbers);
    let plot = figure.plot.as_ref().map_err(String::as_str);
    // A figure that was not made by its constructor may hold a plot without data.
    let plot = plot.and_then(|plot| plot.lack().map_or(Ok(plot), Err));
    let height = match plot {
        Ok(plot) => {
            let drawn = plot.drawn();
            let rows = figure.rows.clone().unwrap_or_else(|| 0..drawn.rows(&canvas));
            drawn.draw(&mut canvas, rows)
        }
        Err(reason) => sentence(reason, &mut canvas),
    };
    let title = match plot {
        Ok(_) => figure.title.clone(),
        Err(reason) => format!("{}: {reason}", figure.title),
    };
    let scene = canvas.finish(height, &title);
    Scene { id: id(figure, width), ..scene }
}

/// Five letters and digits that are no word and no other figure's, but for a chance of one in thirty million.
fn id(figure: &Figure, width: Width) -> String {
    const LETTERS: &[u8; 32] = b"bcdfghjkmpqrstvwxz0123456789BCDF";
    let of = format!("{} {} {:?}", figure.key, width.millimetres(), figure.rows);
    let hash = Sha256::digest(of.as_bytes());
    let letter = |byte: &u8| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]);
    std::iter::once('g').chain(hash.iter().take(5).map(letter)).collect()
}

/// What is instead of a figure that has no data.
fn sentence(reason: &str, canvas: &mut Canvas) -> f64 {
    let reason: String = reason.chars().take(2000).collect();
    let mut y = 12.0;
    for line in canvas.font.wrapped(&reason, SIZE, canvas.width - 16.0) {
        canvas.text((8.0, y), &line, plain(SIZE, Anchor::Start));
        y += 11.0;
    }
    y + 3.0
}

/// How high some rows of a figure are, in points.
fn height(plot: &dyn Drawn, figure: &Figure, width: Width, rows: Range<usize>) -> f64 {
    let mut canvas = Canvas::new(width.points(), figure.numbers);
    let height = plot.draw(&mut canvas, rows);
    canvas.finish(height, "").page.height
}
