//! What the user said beside the files.

use std::path::PathBuf;

use serde_json::Value;

use super::pairs::SaidOfPairs;
use super::unit::OverColumns;

/// What the user said beside the files.
#[derive(Debug, Clone, Default)]
pub struct Said {
    /// The file that holds the pairs.
    pub pairs: Option<PathBuf>,
    /// What was said of the columns of pairs.
    pub of_pairs: SaidOfPairs,
    /// What the labels of gold mean, as a config says it.
    pub labels: Option<Value>,
    /// The same of answers.
    pub run_labels: Option<Value>,
    /// The columns of answers.
    pub label: Vec<String>,
    /// How to count a pair without a prediction.
    pub missing: Option<String>,
    /// The columns of outcomes, if there are no gold labels.
    pub outcomes: Vec<String>,
    /// The columns that the rows of a pair differ by.
    pub over: OverColumns,
    /// Whether answers without ids are in the order of the pairs.
    pub in_order: bool,
}

impl Said {
    /// Whether a column is one of those that answers are read from.
    pub(super) fn reads(&self, column: &str) -> bool {
        self.label.iter().chain(&self.outcomes).any(|name| name == column)
    }
}
