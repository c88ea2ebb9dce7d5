//! The Correlation Index of every original pair [CM10, Figure 1].

use phenom_metrics::PairCorrelation;

/// The Correlation Index of original pairs, row by row.
#[derive(Debug, Clone, PartialEq)]
pub struct PairCorrelations {
    /// The rows: a system, or a system on the pairs of one gold judgment.
    pub rows: Vec<CorrelationRow>,
}

/// One system's pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct CorrelationRow {
    /// The system's name. Rows of one system stand together.
    pub system: String,
    /// The gold judgment of the pairs; empty for all pairs.
    pub judgment: String,
    /// The pairs.
    pub pairs: Vec<PairCorrelation>,
}

impl PairCorrelations {
    pub(super) fn lack(&self) -> Option<&'static str> {
        let empty = self.rows.iter().all(|row| row.pairs.is_empty());
        empty.then_some("No original pair has monothematic pairs, so no pair has a CI.")
    }
}
