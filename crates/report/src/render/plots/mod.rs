//! Figures drawn: one file a kind, each laid out for a given width and as high as it needs.
//!
//! They are drawn by hand rather than by plotters, whose SVG backend has whole pixels only (a point at
//! the size of a column), no hatches, no texts under the pointer and no names for screen readers, and
//! its layout knows neither panels nor rows of differing height. The scene that is drawn is written as SVG,
//! as PNG (by tiny-skia) and as PDF (by pdf-writer), the latter two with the font that lies in `assets/`.

mod accuracy_information;
mod conditioned_accuracy;
mod contingency;
mod forest;
mod pair_correlations;
mod pdf;
mod phenomenon_map;
mod picture;
mod png;
mod ranks;

use crate::drawing::canvas::{Anchor, Canvas, SIZE, plain};
use crate::drawing::scene::Scene;
use crate::drawing::svg;
use crate::figures::Figure;

pub(super) use picture::Picture;

/// How wide a figure is. Its texts are of 7 to 8 points at that width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// A column of a paper: 84 mm.
    Column,
    /// The page of a paper, both columns: 174 mm.
    Page,
}

impl Width {
    pub(in crate::render) fn millimetres(self) -> f64 {
        match self {
            Self::Column => 84.0,
            Self::Page => 174.0,
        }
    }

    fn points(self) -> f64 {
        self.millimetres() / 25.4 * 72.0
    }
}

/// The width at which a figure can be read.
pub(super) fn width(figure: &Figure) -> Width {
    let wide = figure.plot.as_ref().is_ok_and(|plot| plot.drawn().is_wide());
    if wide { Width::Page } else { Width::Column }
}

/// The figure as an SVG document.
pub(super) fn svg(figure: &Figure, width: Width) -> String {
    svg::svg(&scene(figure, width))
}

/// The figure as it is drawn; without data, the sentence that says why.
pub(super) fn scene(figure: &Figure, width: Width) -> Scene {
    let mut canvas = Canvas::new(width.points(), figure.numbers);
    let plot = figure.plot.as_ref().map_err(String::as_str);
    // A figure that was not made by its constructor may hold a plot without data.
    let plot = plot.and_then(|plot| plot.lack().map_or(Ok(plot), Err));
    let height = match plot {
        Ok(plot) => plot.drawn().draw(&mut canvas),
        Err(reason) => sentence(reason, &mut canvas),
    };
    let title = match plot {
        Ok(_) => figure.title.clone(),
        Err(reason) => format!("{}: {reason}", figure.title),
    };
    canvas.finish(height, &title)
}

/// What stands in the place of a figure that has no data.
fn sentence(reason: &str, canvas: &mut Canvas) -> f64 {
    let reason: String = reason.chars().take(2000).collect();
    let mut y = 12.0;
    for line in canvas.font.wrapped(&reason, SIZE, canvas.width - 16.0) {
        canvas.text((8.0, y), &line, plain(SIZE, Anchor::Start));
        y += 11.0;
    }
    y + 3.0
}
