//! Forecasts: what a run says of a pair in probabilities, held against gold.

use phenom_dataset::{Judgment, RunScores, ScoreKind, Task};

use crate::undefined::{Undefined, Value};

/// What a run says of a pair in numbers, beside gold.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Forecast<'a> {
    pub(crate) scores: &'a RunScores,
    pub(crate) row: usize,
    /// The one judgment of the answer under the task; nothing for an abstention.
    pub(crate) answer: Option<Judgment>,
    /// Gold under the task.
    pub(crate) gold: Judgment,
    pub(crate) task: Task,
}

impl Forecast<'_> {
    /// The probability of each judgment of the task, in their order.
    ///
    /// # Errors
    /// If the run gives none for one of them, or none for this pair.
    pub(super) fn probabilities(&self) -> Result<Vec<f64>, Undefined> {
        self.task.judgments().iter().map(|judgment| self.probability(*judgment)).collect()
    }

    /// The probability of the answer.
    ///
    /// # Errors
    /// As for [`probabilities`](Self::probabilities); [`Undefined::NoForecast`] without an answer.
    pub(super) fn confidence(&self) -> Result<f64, Undefined> {
        self.probability(self.answer.ok_or(Undefined::NoForecast)?)
    }

    pub(super) fn is_right(&self) -> bool {
        self.answer == Some(self.gold)
    }

    fn probability(&self, judgment: Judgment) -> Result<f64, Undefined> {
        let value = self.scores.value(self.row).ok_or(Undefined::NoForecast)?;
        // What is known is the probability of one judgment; two-way, what is left is that of the other one.
        let rest_of = |known: Judgment| match self.task {
            _ if judgment == known => Ok(value),
            Task::TwoWay => Ok(1.0 - value),
            Task::ThreeWay | Task::Outcome => Err(Undefined::NotOfEachJudgment),
        };
        match self.scores.kind() {
            ScoreKind::Probabilities => {
                self.scores.probability(self.row, judgment).ok_or(Undefined::NotOfEachJudgment)
            }
            ScoreKind::Confidence => rest_of(self.answer.ok_or(Undefined::NoForecast)?),
            ScoreKind::EntailmentScore => rest_of(Judgment::Entailment),
            ScoreKind::Rank(_) | ScoreKind::Order(_) => Err(Undefined::NoProbabilities),
        }
    }
}

/// Why no pair of a run has a forecast: its numbers are no probabilities.
pub(crate) fn no_forecasts(scores: &RunScores) -> Option<Undefined> {
    match scores.kind() {
        ScoreKind::Rank(_) | ScoreKind::Order(_) => Some(Undefined::NoProbabilities),
        ScoreKind::Probabilities => None,
        ScoreKind::Confidence | ScoreKind::EntailmentScore => {
            (!scores.are_from_0_to_1()).then_some(Undefined::NotFrom0To1)
        }
    }
}

/// How far a forecast deviates from gold, and with which other ones deviations cancel out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Deviation {
    /// The number of its bin, less than [`BINS`].
    pub(crate) bin: usize,
    /// How far it deviates.
    pub(crate) by: f64,
}

/// How many bins there are.
pub(crate) const BINS: usize = 10;

/// Sums that are nearer to 0 than this part of a pair are 0 but for rounding.
const ROUNDING: f64 = 1e-12;

/// Adds up the deviations of some pairs.
///
/// # Formula
/// `1/N sum over bins of |sum over the pairs of the bin of d|`, with N pairs and the deviation d of each.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MeanDeviation {
    bins: [f64; BINS],
    pairs: u64,
}

impl MeanDeviation {
    pub(crate) fn add(&mut self, deviation: Deviation) {
        if let Some(sum) = self.bins.get_mut(deviation.bin) {
            *sum += deviation.by;
        }
        self.pairs += 1;
    }

    /// The mean.
    ///
    /// # Errors
    /// [`Undefined::NoPairs`] if nothing was added.
    pub(crate) fn value(&self) -> Value {
        if self.pairs == 0 {
            return Err(Undefined::NoPairs);
        }
        Ok(self.bins.iter().map(|sum| sum.abs()).sum::<f64>() / self.pairs as f64)
    }

    /// The influence of a pair that was added: the derivative of the mean in its weight. Those of all pairs add up to 0.
    ///
    /// # Formula
    /// `(s d - mean) / N`, with s the sign of the sum of the pair's bin, 0 for a sum of 0.
    pub(crate) fn influence(&self, deviation: Deviation) -> f64 {
        let Ok(value) = self.value() else { return 0.0 };
        let pairs = self.pairs as f64;
        let sum = self.bins.get(deviation.bin).copied().unwrap_or_default();
        let sign = if sum.abs() < ROUNDING * pairs { 0.0 } else { sum.signum() };
        (sign * deviation.by - value) / pairs
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn deviations_of_a_bin_cancel_out_and_those_of_bins_do_not() {
        let mut mean = MeanDeviation::default();
        assert_eq!(mean.value(), Err(Undefined::NoPairs));
        for (bin, by) in [(0, 0.5), (0, -0.25), (9, -0.5), (3, 0.25), (3, -0.25)] {
            mean.add(Deviation { bin, by });
        }
        // (|0.5 - 0.25| + |-0.5| + |0|) / 5.
        assert_eq!(mean.value(), Ok(0.15));
        assert_eq!(mean.influence(Deviation { bin: 9, by: -0.5 }), (0.5 - 0.15) / 5.0);
        assert_eq!(mean.influence(Deviation { bin: 3, by: 0.25 }), -0.15 / 5.0);
    }

    proptest! {
        /// The influence of each pair is the numerical derivative of the weighted mean.
        #[test]
        fn influences_are_derivatives(
            deviations in proptest::collection::vec((0..BINS, -1.0..1.0f64), 1..20)
        ) {
            let weighted = |weights: &[f64]| {
                let mut bins = [0.0; BINS];
                for ((bin, by), weight) in deviations.iter().zip(weights) {
                    bins[*bin] += weight * by;
                }
                bins.iter().map(|sum| sum.abs()).sum::<f64>() / weights.iter().sum::<f64>()
            };
            let mut mean = MeanDeviation::default();
            let all = deviations.iter().map(|(bin, by)| Deviation { bin: *bin, by: *by });
            all.clone().for_each(|deviation| mean.add(deviation));
            // At 0 the size of a sum has no derivative.
            prop_assume!(mean.bins.iter().all(|sum| *sum == 0.0 || sum.abs() > 1e-3));
            let mut total = 0.0;
            for (place, deviation) in all.enumerate() {
                let moved = |by: f64| {
                    let mut weights = vec![1.0; deviations.len()];
                    weights[place] += by;
                    weighted(&weights)
                };
                let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
                prop_assert!((mean.influence(deviation) - slope).abs() < 1e-7);
                total += mean.influence(deviation);
            }
            prop_assert!(total.abs() < 1e-12);
        }
    }
}
