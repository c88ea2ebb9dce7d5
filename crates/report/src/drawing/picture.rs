//! A figure with its texts as outlines, from which SVG, PNG and PDF are written.

use super::scene::{Item, Scene};
use super::typeset::{Line, Outlines, Typesetter};

/// A figure with its texts as outlines.
pub(crate) struct Picture {
    pub(crate) scene: Scene,
    /// The texts, in their order.
    pub(crate) texts: Vec<Line>,
    pub(crate) outlines: Outlines,
}

impl Picture {
    pub(crate) fn new(scene: Scene) -> Self {
        let mut typesetter = Typesetter::new();
        let set = |item: &Item| match item {
            Item::Text { at, text, kind } => Some(typesetter.set(*at, text, *kind)),
            _ => None,
        };
        let texts = scene.items.iter().filter_map(set).collect();
        Self { scene, texts, outlines: typesetter.into_outlines() }
    }
}
