//! Originals and their parts, where gold is judged.

use std::ops::Range;

use phenom_dataset::{CompositionRule, Judgment, Task};

use super::table::{Answers, JudgedTable};
use super::{JudgedSlice, NotCorrected};
use crate::statistics::prediction_powered::{Corrected, Mean, Part, Tuning, Values, tuned};

/// The answers to originals that a rule makes of those of one run to their parts; no answer on pairs that have no parts.
#[must_use]
pub fn composed_answers(
    answers: &[Option<Judgment>],
    parts: impl IntoIterator<Item = Range<usize>>,
    (rule, task): (&CompositionRule, Task),
) -> Vec<Option<Judgment>> {
    let mut composed = vec![None; answers.len()];
    for (original, parts) in parts.into_iter().enumerate() {
        composed[original] = rule.compose(answers[parts].iter().copied(), task).judgment();
    }
    composed
}

/// The corrected Correlation Index, from whether answers are right: accuracy on originals over that on parts. Each half
/// has the weights of its own pairs.
///
/// # Errors
/// If people read too few of the pairs of either kind, or the accuracy on parts is not above 0.
pub fn correlation_index(
    [wholes, parts]: [&JudgedSlice; 2],
    right: &Values,
) -> Result<Corrected, NotCorrected> {
    let [of_wholes, of_parts] =
        [wholes, parts].map(|half| Mean::new(&half.part, right, &half.of_right, &half.part));
    Corrected::ratio((&wholes.part, &of_wholes?), (&parts.part, &of_parts?))
}

/// Composed accuracy, and direct less composed, of all systems on originals with parts; one weight for both and all.
pub struct Composition<'v> {
    part: Part,
    weights: Vec<f64>,
    direct: &'v [Values],
    composed: Vec<Values>,
}

impl<'v> Composition<'v> {
    /// `direct`: whether the answers of each system are right; `composed`: its composed answers.
    #[must_use]
    pub fn new(
        table: &JudgedTable,
        wholes: Vec<u32>,
        direct: &'v [Values],
        composed: &[Answers],
    ) -> Self {
        let part = table.part(wholes);
        let composed: Vec<Values> = composed.iter().map(|answers| table.right(answers)).collect();
        let tuning = Tuning::new(&part, direct.iter().chain(&composed));
        let weights = tuned(&part, &tuning, None);
        Self { part, weights, direct, composed }
    }

    /// The weights of the judges.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The accuracy of the composed answers of a system.
    ///
    /// # Errors
    /// If people read too few of the originals.
    pub fn accuracy(&self, system: usize) -> Result<Corrected, NotCorrected> {
        self.of(&self.composed[system], [0.0, 1.0])
    }

    /// The accuracy of its own answers less that of its composed ones.
    ///
    /// # Errors
    /// As [`accuracy`](Self::accuracy).
    pub fn direct_less_composed(&self, system: usize) -> Result<Corrected, NotCorrected> {
        self.of(&self.direct[system].less(&self.composed[system]), [-1.0, 1.0])
    }

    fn of(&self, values: &Values, range: [f64; 2]) -> Result<Corrected, NotCorrected> {
        let mean = Mean::new(&self.part, values, &self.weights, &self.part)?;
        Corrected::mean(&self.part, &mean, range)
    }
}
