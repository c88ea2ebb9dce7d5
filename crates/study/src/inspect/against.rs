//! What answers are held against.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::join::Join;
use super::unit::OverColumns;

/// The pairs that answers are held against.
pub(super) struct Against<'a> {
    pub(super) ids: &'a BTreeSet<String>,
    /// The columns of the pairs' id.
    pub(super) id: &'a [String],
    /// The gold label of each pair.
    pub(super) gold: &'a BTreeMap<String, String>,
    /// What else is known of each pair.
    pub(super) join: &'a Join<'a>,
    /// What the labels of gold mean, as far as it is known.
    pub(super) labels: Option<&'a Value>,
    /// The columns that the rows of a pair differ by, where the user said it.
    pub(super) over: &'a OverColumns,
    /// The columns of outcomes, where the user said that there are no labels.
    pub(super) outcomes: &'a [String],
}
