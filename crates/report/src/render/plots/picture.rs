//! A figure with its texts as outlines, from which PNG and PDF are written.

use std::io;

use super::{pdf, png};
use crate::drawing::scene::{Item, Scene};
use crate::drawing::typeset::{Outlines, Placed, Typesetter};

/// A figure with its texts as outlines.
pub(in crate::render) struct Picture {
    pub(super) scene: Scene,
    /// The glyphs of the texts, in their order.
    pub(super) texts: Vec<Vec<Placed>>,
    pub(super) outlines: Outlines,
}

impl Picture {
    pub(in crate::render) fn new(scene: Scene) -> Self {
        let mut typesetter = Typesetter::new();
        let set = |item: &Item| match item {
            Item::Text { at, text, kind } => Some(typesetter.set(*at, text, *kind)),
            _ => None,
        };
        let texts = scene.items.iter().filter_map(set).collect();
        Self { scene, texts, outlines: typesetter.into_outlines() }
    }

    pub(in crate::render) fn png(&self, dots_per_inch: u32) -> io::Result<Vec<u8>> {
        png::png(self, dots_per_inch)
    }

    pub(in crate::render) fn pdf(&self) -> io::Result<Vec<u8>> {
        pdf::pdf(self)
    }
}
