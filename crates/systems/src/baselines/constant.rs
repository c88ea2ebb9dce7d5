//! The same judgment for every pair.

use phenom_dataset::Judgment;

use crate::{Engine, Reply, TextPair};

/// Judges every pair the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constant(pub Judgment);

impl Engine for Constant {
    fn reply(&self, _: &TextPair<'_>) -> Reply {
        Reply::judged(self.0)
    }
}
