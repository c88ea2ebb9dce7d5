//! What figures are drawn on, and with: a canvas, axes and keys, the font, colours and shapes; and the scene that
//! comes of it, which becomes SVG, PNG and PDF.

pub(crate) mod axis;
pub(crate) mod canvas;
pub(crate) mod colours;
pub(crate) mod font;
pub(crate) mod native;
pub(crate) mod palette;
pub(crate) mod picture;
pub(crate) mod scene;
pub(crate) mod svg;
pub(crate) mod typeset;

use std::ops::Range;

pub(crate) use canvas::Canvas;

/// A kind of plot that can be drawn.
pub(crate) trait Drawn {
    /// Why there is nothing to draw, if there is nothing.
    fn lack(&self) -> Option<&'static str>;

    /// Whether it takes the width of a page to be read.
    fn is_wide(&self) -> bool;

    /// In how many rows it is drawn on a canvas, between any two of which a page may end.
    fn rows(&self, _canvas: &Canvas) -> usize {
        1
    }

    /// Draws some of its rows and returns how high that is, in points.
    fn draw(&self, canvas: &mut Canvas, rows: Range<usize>) -> f64;
}

impl<T: Drawn> Drawn for &T {
    fn lack(&self) -> Option<&'static str> {
        (**self).lack()
    }

    fn is_wide(&self) -> bool {
        (**self).is_wide()
    }

    fn rows(&self, canvas: &Canvas) -> usize {
        (**self).rows(canvas)
    }

    fn draw(&self, canvas: &mut Canvas, rows: Range<usize>) -> f64 {
        (**self).draw(canvas, rows)
    }
}
