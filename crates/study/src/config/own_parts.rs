//! Parts that a system made itself, as a config has them.

use phenom_dataset::{Aggregation, CompositionRule, OwnPartsSource};

use super::Pairs;

/// The files of the parts of a system, and how they are read.
#[derive(Debug)]
pub(crate) struct OwnPartsFiles {
    /// The files: wholes with their parts.
    pub(crate) pairs: Pairs,
    /// What their columns mean.
    pub(crate) source: OwnPartsSource,
    /// Whether the config says for the system how it composes.
    pub(crate) has_rule: bool,
}

impl OwnPartsFiles {
    /// Composes by the rule of the config where the system names none.
    pub(crate) fn compose_by(&mut self, rule: CompositionRule) {
        if !self.has_rule {
            self.source.aggregation = Aggregation::Rule(rule);
        }
    }
}
