//! Accuracy of each system on each phenomenon, as a map.

use phenom_metrics::{Proportion, Undefined};

use super::Interval;

/// Phenomena by systems.
#[derive(Debug, Clone, PartialEq)]
pub struct PhenomenonMap {
    /// The names of the systems, one a column.
    pub systems: Vec<String>,
    /// The phenomena, one a row; those of one category stand together.
    pub phenomena: Vec<PhenomenonRow>,
}

/// One phenomenon.
#[derive(Debug, Clone, PartialEq)]
pub struct PhenomenonRow {
    /// Its category; empty for none.
    pub category: String,
    /// Its name within the category.
    pub name: String,
    /// One cell a system.
    pub cells: Vec<PhenomenonCell>,
}

/// One system on one phenomenon.
#[derive(Debug, Clone, PartialEq)]
pub struct PhenomenonCell {
    /// The pairs that are right, of all its pairs.
    pub accuracy: Result<Proportion, Undefined>,
    /// The confidence interval of the accuracy, where there is one.
    pub interval: Option<Interval>,
}

impl PhenomenonMap {
    pub(super) fn lack(&self) -> Option<&'static str> {
        if self.phenomena.is_empty() {
            return Some("No pair is tagged with a phenomenon.");
        }
        self.systems.is_empty().then_some("There is no system.")
    }
}
