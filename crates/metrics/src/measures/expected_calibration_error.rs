//! The expected calibration error of confidences.

use super::forecast::{BINS, Deviation, Forecast};
use super::{Better, Comparison, Computation, IntervalFrom, Measure, Slices, Style};
use crate::undefined::Undefined;

/// ECE.
pub const EXPECTED_CALIBRATION_ERROR: Measure = Measure {
    key: "expected_calibration_error",
    better: Better::Lower,
    name: "expected calibration error ECE",
    definition: "How far a system's probabilities of its predictions are from the shares that are correct. Pairs are \
                 sorted into 10 bins of equal width by the probability of the prediction. The differences between mean \
                 probability and share of correct predictions are averaged over the bins, weighted by their pairs. \
                 Chance makes the value greater than 0 for a calibrated system, too, and more so with fewer pairs in a \
                 bin. The interval is about this value and does not correct it. A system that always predicts the most \
                 frequent label with its share as probability has 0, although its predictions carry no information.",
    formula: "ECE = sum over bins b of n_b/N |correct_b/n_b - mean probability in b|; bin b of 1 to 10 contains the \
              probabilities above (b - 1)/10 up to b/10, the first also 0",
    range: "0 to 1",
    bounds: [0.0, 1.0],
    undefined: "if there are no pairs; if the run gives no probability from 0 to 1 for its predictions; if a pair has \
                none, such as one without a prediction",
    source: "Not in the papers: Guo et al. 2017, On Calibration of Modern Neural Networks, section 2; computed only if \
             the config names it",
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
