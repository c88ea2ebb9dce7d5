//! The SVG as PNG and PDF, with the font that is shipped and no other.

use std::io;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, WriteOptions, fontdb::Database};

use crate::drawing::font;

/// The SVG as it is drawn. To lay its texts out takes longest, and is done once for both pictures.
pub(in crate::render) struct Picture(Tree);

impl Picture {
    pub(in crate::render) fn new(svg: &str) -> io::Result<Self> {
        tree(svg).map(Self)
    }

    pub(in crate::render) fn png(&self, dots_per_inch: u32) -> io::Result<Vec<u8>> {
        // A length in millimetres comes as pixels of 1/96 inch.
        let scale = dots_per_inch as f32 / 96.0;
        let size = self.0.size();
        let pixels = |length: f32| (length * scale).round() as u32;
        let mut pixmap =
            Pixmap::new(pixels(size.width()), pixels(size.height())).ok_or_else(|| {
                io::Error::other("the figure is too small or too large for a picture")
            })?;
        resvg::render(&self.0, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
        pixmap.encode_png().map_err(io::Error::other)
    }

    pub(in crate::render) fn pdf(&self) -> io::Result<Vec<u8>> {
        // Texts go as outlines: every reader shows them alike, without a font.
        let tree = tree(&self.0.to_string(&WriteOptions::default()))?;
        // A page as large as the figure: a pixel of 1/96 inch at 96 to the inch.
        let page = svg2pdf::PageOptions { dpi: 96.0 };
        svg2pdf::to_pdf(&tree, svg2pdf::ConversionOptions::default(), page)
            .map_err(|error| io::Error::other(error.to_string()))
    }
}

fn tree(svg: &str) -> io::Result<Tree> {
    let mut fonts = Database::new();
    fonts.load_font_data(font::FILE.to_vec());
    fonts.set_sans_serif_family("Liberation Sans");
    let options = Options { fontdb: Arc::new(fonts), ..Options::default() };
    Tree::from_str(svg, &options).map_err(io::Error::other)
}
