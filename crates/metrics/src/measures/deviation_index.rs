//! The Deviation Index: is the correlation the same for positive and for negative pairs?

use phenom_dataset::Judgment;

use super::correlation_index::correlation_index;
use super::{
    Better, ComparedOn, Comparison, Computation, Expected, IntervalFrom, Measure, Slices, Style,
    Test,
};
use crate::counts::WholeAndParts;
use crate::undefined::{Side, Undefined, Value};

/// The Deviation Index, DI.
pub const DEVIATION_INDEX: Measure = Measure {
    key: "deviation_index",
    better: Better::Lower,
    name: "Deviation Index (DI)",
    definition: "The distance between the Correlation Index on positive pairs and that on negative pairs. Cabrio and \
                 Magnini (2010) read a high DI, from missing correlation on positive and over correlation on negative \
                 pairs, as reliance on text-hypothesis similarity without a strategy for negative pairs. For a single \
                 label (unknown, contradiction), only the pairs with that label are the negative pairs.",
    formula: "DI = |CI_pos - CI_neg|, with CI_pos on the pairs with gold entailment and CI_neg on \
              those with gold contradiction or unknown together",
    range: "0 or more; ideal 0",
    bounds: [0.0, f64::INFINITY],
    undefined: "if either CI is undefined",
    source: "CM10 section 3.3, equation 3",
    style: Style::Ratio,
    slices: Slices::NotOfEntailment,
    computation: Computation::WholeAndParts(|accuracies, gold| {
        deviation_index_signed(accuracies, gold).map(f64::abs)
    }),
    expected: Some(Expected::Itself),
    interval: IntervalFrom::SizeOf(&DEVIATION_INDEX_SIGNED),
    comparison: Comparison::ByDefault(
        ComparedOn::AllPairs,
        Test::Nearer {
            of: &DEVIATION_INDEX_SIGNED,
            to: 0.0,
            verdicts: ["deviates less", "deviates more"],
        },
    ),
    by_default: true,
};

/// The Deviation Index with its sign.
pub const DEVIATION_INDEX_SIGNED: Measure = Measure {
    key: "deviation_index_signed",
    better: Better::Neither,
    name: "signed Deviation Index",
    definition: "The signed difference whose size is the Deviation Index: negative if the Correlation Index is higher \
                 on negative pairs.",
    formula: "CI_pos - CI_neg",
    range: "any; ideal 0",
    bounds: [f64::NEG_INFINITY, f64::INFINITY],
    undefined: "if either CI is undefined",
    source: "CM10 section 3.3, equation 3",
    style: Style::Signed,
    slices: Slices::NotOfEntailment,
    computation: Computation::WholeAndParts(deviation_index_signed),
    expected: Some(Expected::Itself),
    interval: IntervalFrom::PositiveLessNegative,
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::SignFlip),
    by_default: true,
};

/// The gold judgments of negative pairs.
pub const NEGATIVE: [Judgment; 3] =
    [Judgment::Unknown, Judgment::Contradiction, Judgment::NotEntailment];

/// `CI_pos - CI_neg`; its size is the Deviation Index. A single gold judgment stands for the negative
/// pairs; of several, all negative ones do.
///
/// # Errors
/// [`Undefined::NoCorrelation`] where either CI has no value.
pub fn deviation_index_signed(accuracies: &dyn WholeAndParts, gold: &[Judgment]) -> Value {
    let side = match gold {
        [one] => Side::Judgment(*one),
        _ => Side::Negative,
    };
    let of = |side, gold| {
        let reason = |reason| Undefined::NoCorrelation(side, Box::new(reason));
        correlation_index(accuracies, gold).map_err(reason)
    };
    Ok(of(Side::Positive, &[Judgment::Entailment])? - of(side, negative(gold))?)
}

/// The gold judgments that stand for the negative pairs, where pairs with some gold judgments are looked
/// at.
pub(crate) fn negative(gold: &[Judgment]) -> &[Judgment] {
    if gold.len() == 1 { gold } else { &NEGATIVE }
}
