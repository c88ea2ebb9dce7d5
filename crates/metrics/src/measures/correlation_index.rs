//! The Correlation Index: does solving the parts go with solving the whole?

use super::{
    Better, ComparedOn, Comparison, Computation, Expected, IntervalFrom, Measure, Style, Test,
};
use phenom_dataset::Judgment;

use crate::counts::WholeAndParts;
use crate::undefined::{Undefined, Value};

/// The Correlation Index, CI.
pub const CORRELATION_INDEX: Measure = Measure {
    key: "correlation_index",
    better: Better::NearOne,
    name: "Correlation Index (CI)",
    definition: "Accuracy on the original pairs over accuracy on the monothematic pairs that they were decomposed into. \
                 Cabrio and Magnini (2010) call a value near 1 ideal correlation, below 1 missing correlation (the \
                 system solves phenomena and does not combine them), and above 1 over correlation (it predicts \
                 originals by other means than their parts).",
    formula: "CI = acc(O) / acc(M), with O the original pairs that have a monothematic pair and M those monothematic \
              pairs; for a category or phenomenon, the originals with a monothematic pair tagged with it, over the \
              monothematic pairs tagged with it; for a label, the pairs of each kind with that gold label",
    range: "0 or more; ideal 1",
    bounds: [0.0, f64::INFINITY],
    undefined: "if there are no monothematic pairs, and if none of them is correct",
    source: "CM10 section 3.2, equations 1 and 2",
    style: Style::Ratio,
    computation: Computation::WholeAndParts(correlation_index),
    expected: Some(Expected::Itself),
    interval: IntervalFrom::WholeOverParts,
    comparison: Comparison::ByDefault(ComparedOn::Categories, Test::SignFlip),
    ..Measure::OF_SYSTEMS
};

/// The distance of a CI from the ideal.
pub const IDEAL_DISTANCE: Measure = Measure {
    key: "ideal_distance",
    better: Better::Lower,
    name: "distance from the ideal CI",
    definition: "The distance of the Correlation Index from its ideal value 1; systems are ranked by it.",
    formula: "|1 - CI|",
    range: "0 or more; ideal 0",
    bounds: [0.0, f64::INFINITY],
    undefined: "if CI is undefined",
    source: "CM10 sections 3.2 and 4.3",
    style: Style::Ratio,
    computation: Computation::WholeAndParts(|accuracies, gold| {
        correlation_index(accuracies, gold).map(ideal_distance)
    }),
    expected: Some(Expected::Itself),
    interval: IntervalFrom::DistanceFromOneOf(&CORRELATION_INDEX),
    comparison: Comparison::ByDefault(
        ComparedOn::AllPairs,
        Test::Nearer {
            of: &CORRELATION_INDEX,
            to: 1.0,
            verdicts: ["nearer to 1", "farther from 1"],
        },
    ),
    ..Measure::OF_SYSTEMS
};

/// CI from the accuracies on wholes and on parts, over the pairs with one of some gold judgments.
///
/// # Errors
/// [`Undefined::NoPairs`] where either side is empty, [`Undefined::ZeroByZero`] or
/// [`Undefined::Infinite`] where no part is right.
pub fn correlation_index(accuracies: &dyn WholeAndParts, gold: &[Judgment]) -> Value {
    let (whole, parts) = (accuracies.whole(gold)?, accuracies.parts(gold)?);
    match (whole > 0.0, parts > 0.0) {
        (_, true) => Ok(whole / parts),
        (true, false) => Err(Undefined::Infinite),
        (false, false) => Err(Undefined::ZeroByZero),
    }
}

/// `|1 - CI|`.
#[must_use]
pub fn ideal_distance(correlation_index: f64) -> f64 {
    (1.0 - correlation_index).abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::undefined::Proportion;

    fn of(whole: (u64, u64), parts: (u64, u64)) -> Value {
        let proportion = |(numerator, denominator)| Proportion { numerator, denominator };
        correlation_index(&[proportion(whole), proportion(parts)], &Judgment::ALL)
    }

    #[test]
    fn the_pilot_study() {
        // 35/60 over 133/167 and 36/60 over 89/167, by hand.
        assert!((of((35, 60), (133, 167)).unwrap() - 0.732_456_140_350_877_2).abs() < 1e-15);
        assert!((of((36, 60), (89, 167)).unwrap() - 1.125_842_696_629_213_4).abs() < 1e-15);
    }

    #[test]
    fn each_undefined_case_has_its_reason() {
        assert_eq!(of((0, 0), (0, 0)), Err(Undefined::NoPairs));
        assert_eq!(of((1, 1), (0, 2)), Err(Undefined::Infinite));
        assert_eq!(of((0, 1), (0, 2)), Err(Undefined::ZeroByZero));
        assert_eq!(of((0, 1), (1, 2)), Ok(0.0));
    }
}
