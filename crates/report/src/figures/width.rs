//! How wide figures are drawn.

/// How wide a figure is. Its texts are of 6 to 8 points at that width.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Width {
    /// A column of a paper: 84 mm.
    Column,
    /// The page of a paper, both columns: 174 mm.
    Page,
    /// A width in millimetres.
    Millimetres(f64),
}

impl Width {
    pub(crate) fn millimetres(self) -> f64 {
        match self {
            Self::Column => 84.0,
            Self::Page => 174.0,
            Self::Millimetres(millimetres) => millimetres,
        }
    }

    /// The same in points of 1/72 inch.
    pub(crate) fn points(self) -> f64 {
        self.millimetres() / 25.4 * 72.0
    }
}

/// The room that a paper has for a figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    /// The width of figures that can be read at it.
    pub column: Width,
    /// The width of all others.
    pub page: Width,
    /// How high a figure is at the most, in millimetres; what is higher goes over pages.
    pub height: f64,
}

impl Default for Room {
    /// A column and a page of a journal, with a caption under the figure.
    fn default() -> Self {
        Self { column: Width::Column, page: Width::Page, height: 200.0 }
    }
}
