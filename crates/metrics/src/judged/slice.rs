//! A slice of judged pairs, with the weights that its judges have there.

use super::table::JudgedTable;
use crate::statistics::prediction_powered::{Part, Tuning, Values, tuned};

/// A slice with the weights of its judges: one for whether answers are right, which all systems share, so that the difference
/// of two corrected accuracies is the corrected difference; and one for what gold is, so that shares add up to 1.
#[derive(Debug, Clone)]
pub(crate) struct JudgedSlice {
    part: Part,
    right: Tuning,
    gold: Tuning,
    /// The weight of each judge for right answers.
    pub(super) of_right: Vec<f64>,
    /// The weight of each judge for gold labels.
    pub(super) of_gold: Vec<f64>,
}

impl JudgedSlice {
    /// Some pairs, with `right` and `gold` as the values that weights are tuned for: of all systems, of all judgments. What
    /// is part of a wider slice borrows its weights, the more the fewer labels it has.
    #[must_use]
    pub(super) fn new(
        table: &JudgedTable,
        pairs: Vec<u32>,
        [right, gold]: [&[&Values]; 2],
        wide: Option<&Self>,
    ) -> Self {
        let part = table.part(pairs);
        let [right, gold] = [right, gold].map(|values| Tuning::new(&part, values.iter().copied()));
        let of_right = tuned(&part, &right, wide.map(|wide| (&wide.part, &wide.right)));
        let of_gold = tuned(&part, &gold, wide.map(|wide| (&wide.part, &wide.gold)));
        Self { part, right, gold, of_right, of_gold }
    }

    /// The pairs, and how many of them people read.
    #[must_use]
    pub(super) fn part(&self) -> &Part {
        &self.part
    }
}

/// The weights of judges for some values in a part, tuned there alone.
pub(super) fn weights_of<'v>(
    part: &Part,
    values: impl IntoIterator<Item = &'v Values>,
) -> Vec<f64> {
    tuned(part, &Tuning::new(part, values), None)
}
