//! A slice of judged pairs, with the weights that its judges have there.

use super::NotCorrected;
use super::table::JudgedTable;
use crate::statistics::prediction_powered::{Corrected, Mean, Part, Tuning, Values, tuned};

/// A slice with the weights of its judges: one for whether answers are right, which all systems share, so that the difference
/// of two corrected accuracies is the corrected difference; and one for what gold is, so that shares add up to 1.
#[derive(Debug, Clone)]
pub struct JudgedSlice {
    pub(super) part: Part,
    right: Tuning,
    gold: Tuning,
    /// The weight of each judge for right answers.
    pub of_right: Vec<f64>,
    /// The weight of each judge for gold labels.
    pub of_gold: Vec<f64>,
}

impl JudgedSlice {
    /// Some pairs, with `right` and `gold` as the values that weights are tuned for: of all systems, of all judgments. What
    /// is part of a wider slice borrows its weights, the more the fewer labels it has.
    #[must_use]
    pub fn new(
        table: &JudgedTable,
        pairs: Vec<u32>,
        [right, gold]: [&[Values]; 2],
        wide: Option<&Self>,
    ) -> Self {
        let part = table.part(pairs);
        let (right, gold) = (Tuning::new(&part, right), Tuning::new(&part, gold));
        let of_right = tuned(&part, &right, wide.map(|wide| (&wide.part, &wide.right)));
        let of_gold = tuned(&part, &gold, wide.map(|wide| (&wide.part, &wide.gold)));
        Self { part, right, gold, of_right, of_gold }
    }

    /// The pairs, and how many of them people read.
    #[must_use]
    pub fn part(&self) -> &Part {
        &self.part
    }

    /// The corrected accuracy of a system, from whether its answers are right.
    ///
    /// # Errors
    /// If people read too few of the pairs.
    pub fn accuracy(&self, right: &Values, wide: &Self) -> Result<Corrected, NotCorrected> {
        self.mean(right, &self.of_right, wide)
    }

    /// The accuracy by people's labels alone.
    ///
    /// # Errors
    /// As [`accuracy`](Self::accuracy).
    pub fn by_people(&self, right: &Values, wide: &Self) -> Result<Corrected, NotCorrected> {
        self.mean(right, &vec![0.0; self.of_right.len()], wide)
    }

    /// The corrected share of a gold judgment, from whether gold is that judgment.
    ///
    /// # Errors
    /// As [`accuracy`](Self::accuracy).
    pub fn prevalence(&self, is_gold: &Values, wide: &Self) -> Result<Corrected, NotCorrected> {
        self.mean(is_gold, &self.of_gold, wide)
    }

    fn mean(
        &self,
        values: &Values,
        weights: &[f64],
        wide: &Self,
    ) -> Result<Corrected, NotCorrected> {
        let mean = Mean::new(&self.part, values, weights, &wide.part)?;
        Corrected::mean(&self.part, &mean, [0.0, 1.0])
    }

    /// The corrected share of right answers among the pairs with a gold judgment. `right_and_gold`: whether gold is the
    /// judgment and the answer too.
    ///
    /// # Errors
    /// As [`accuracy`](Self::accuracy), or if fewer than five effective pairs have the judgment by people.
    pub fn accuracy_by_gold(
        &self,
        [right_and_gold, is_gold]: [&Values; 2],
        wide: &Self,
    ) -> Result<Corrected, NotCorrected> {
        let values = [right_and_gold, is_gold];
        let share = Mean::share(&self.part, values, &self.of_gold, &wide.part)?;
        Corrected::mean(&self.part, &share, [0.0, 1.0])
    }

    /// What one judge alone says.
    #[must_use]
    pub fn naive(&self, values: &Values, judge: usize) -> f64 {
        Mean::known(&self.part, |pair| values.predictions(pair)[judge]).value
    }
}
