//! What is printed of a comparison, block by block: no format in it.

use super::outcome::Outcome;
use crate::Table;

/// A block.
#[derive(Debug, Clone)]
pub enum Block {
    /// What it all comes to, in one sentence; of a gate, with the outcome.
    Heading(Option<Outcome>, String),
    /// Sentences.
    Paragraph(String),
    /// A table of which the title is not shown.
    Table(Table),
    /// Pairs by their ids, which may be many.
    Pairs(ListedPairs),
    /// How it was done.
    Method(String),
}

/// Pairs under what they have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPairs {
    /// A sentence on all of them.
    pub summary: String,
    /// What some of them have in common, with their ids.
    pub groups: Vec<(String, Vec<String>)>,
}
