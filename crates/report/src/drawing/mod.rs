//! What figures are drawn on, and with: a canvas, axes and keys, the font, colours and shapes; and the scene that
//! comes of it, which becomes SVG, PNG and PDF.

pub(crate) mod axis;
pub(crate) mod canvas;
pub(crate) mod font;
pub(crate) mod palette;
pub(crate) mod scene;
pub(crate) mod svg;
pub(crate) mod typeset;

pub(crate) use canvas::Canvas;

/// A kind of plot that can be drawn.
pub(crate) trait Drawn {
    /// Why there is nothing to draw, if there is nothing.
    fn lack(&self) -> Option<&'static str>;

    /// Whether it takes the width of a page to be read.
    fn is_wide(&self) -> bool;

    /// Draws it and returns how high it is, in points.
    fn draw(&self, canvas: &mut Canvas) -> f64;
}

impl<T: Drawn> Drawn for &T {
    fn lack(&self) -> Option<&'static str> {
        (**self).lack()
    }

    fn is_wide(&self) -> bool {
        (**self).is_wide()
    }

    fn draw(&self, canvas: &mut Canvas) -> f64 {
        (**self).draw(canvas)
    }
}
