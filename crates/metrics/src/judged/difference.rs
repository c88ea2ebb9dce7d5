//! The difference of two systems on judged pairs, and on whose labels its verdict rests.

use super::{JudgedSlice, NotCorrected};
use crate::statistics::prediction_powered::{Corrected, Mean, Values};

/// On whose labels a verdict rests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// Those of judges, corrected by people.
    Judged,
    /// Those of people alone: they contradict the difference by some judge on too few pairs.
    People,
}

/// The labels of people that must contradict the difference by each judge with a weight. With few labels, a judge that favours a
/// system is seen to do so on a handful of pairs, or on none.
const FEWEST_CORRECTIONS: usize = 5;

/// The corrected difference of two systems.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JudgedDifference {
    /// The corrected difference.
    pub corrected: Corrected,
    /// What decides the verdict: the same, or the difference by people alone.
    pub verdict: Corrected,
    /// Which of both it is.
    pub basis: Basis,
    /// On how many pairs people contradict the difference by the judge that they contradict least.
    pub corrections: usize,
}

impl JudgedDifference {
    /// The difference of two systems, from whether the answers of each are right.
    ///
    /// # Errors
    /// If people read too few of the pairs.
    pub fn new(
        slice: &JudgedSlice,
        [first, second]: [&Values; 2],
        wide: &JudgedSlice,
    ) -> Result<Self, NotCorrected> {
        let values = first.less(second);
        let of = |weights: &[f64]| {
            let mean = Mean::new(&slice.part, &values, weights, &wide.part)?;
            Corrected::mean(&slice.part, &mean, [-1.0, 1.0])
        };
        let weights = &slice.of_right;
        let used = (0..weights.len()).filter(|judge| weights[*judge] != 0.0);
        let contradicted = |judge: usize| {
            let differs = |pair: &u32| values.label(*pair) != values.predictions(*pair)[judge];
            slice.part.labelled().filter(differs).count()
        };
        let corrections = used.map(contradicted).min();
        let basis = match corrections {
            Some(corrections) if corrections >= FEWEST_CORRECTIONS => Basis::Judged,
            _ => Basis::People,
        };
        let corrected = of(weights)?;
        let verdict = match basis {
            Basis::Judged => corrected,
            Basis::People => of(&vec![0.0; weights.len()])?,
        };
        Ok(Self { corrected, verdict, basis, corrections: corrections.unwrap_or(0) })
    }
}
