//! The expected calibration error of confidences.

use super::forecast::{BINS, Deviation, Forecast};
use super::{Better, Comparison, Computation, IntervalFrom, Measure, Slices, Style};
use crate::undefined::Undefined;

/// ECE.
pub const EXPECTED_CALIBRATION_ERROR: Measure = Measure {
    key: "expected_calibration_error",
    better: Better::Lower,
    name: "expected calibration error ECE",
    definition: "How far the probabilities that a system gives its answers are from the shares that are right: \
                 pairs are put in 10 bins of equal width by the probability of the answer, and the differences \
                 between mean probability and share of right answers are averaged over the bins, weighted by their \
                 pairs. Chance makes it greater than 0 for a calibrated system, too, and the more so the fewer \
                 pairs a bin has: the interval is about this figure, and does not correct that. A system that \
                 always answers the most frequent judgment with its share as probability has 0 and tells nothing.",
    formula: "ECE = sum over bins b of n_b/N |right_b/n_b - mean probability in b|; bin b of 1 to 10 holds the \
              probabilities above (b - 1)/10 up to b/10, the first 0 as well",
    range: "0 to 1",
    bounds: [0.0, 1.0],
    undefined: "on no pairs; where the run gives its answers no probability from 0 to 1; where a pair has none, as \
                one without an answer",
    source: "Not in the papers: Guo et al. 2017, On Calibration of Modern Neural Networks, section 2; only where the \
             config names it",
    style: Style::Fine,
    slices: Slices::NotOfJudgments,
    computation: Computation::Forecasts(gap, [0.0, 1.0]),
    expected: None,
    interval: IntervalFrom::Influences,
    comparison: Comparison::None(
        "chance adds to it, and more for one system than for another; compare Brier scores",
    ),
    by_default: false,
};

/// How far a right or wrong answer is from its probability, in the bin of that.
fn gap(forecast: &Forecast<'_>) -> Result<Deviation, Undefined> {
    let confidence = forecast.confidence()?;
    let right = f64::from(u8::from(forecast.is_right()));
    Ok(Deviation { bin: bin(confidence), by: right - confidence })
}

/// The bin of a probability. A sum of two probabilities may exceed 1 by rounding.
fn bin(probability: f64) -> usize {
    let holds = |bin: &usize| probability <= (bin + 1) as f64 / BINS as f64;
    (0..BINS).find(holds).unwrap_or(BINS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bin_holds_its_upper_end() {
        let probabilities = [0.0, 0.1, 0.3, 0.300_000_1, 0.7, 0.95, 1.0, 1.000_000_1];
        assert_eq!(probabilities.map(bin), [0, 0, 2, 3, 6, 9, 9, 9]);
    }
}
