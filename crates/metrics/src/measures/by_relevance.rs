//! Correlation and Deviation Index where phenomena differ in relevance.

use super::correlation_index::correlation_index;
use super::deviation_index::deviation_index_signed;
use super::{
    Better, ComparedOn, Comparison, Computation, IntervalFrom, Measure, Slices, Style, Test,
};

/// The Correlation Index with relevance weights.
pub const WEIGHTED_CORRELATION_INDEX: Measure = Measure {
    key: "weighted_correlation_index",
    better: Better::NearOne,
    name: "Correlation Index by relevance",
    definition: "The Correlation Index if phenomena differ in relevance: accuracy on the original pairs over the \
                 weighted share of correct predictions on their monothematic pairs, each weighted by its phenomena \
                 under the config's `relevance`. It equals the Correlation Index if all weights are equal.",
    formula: "acc(O) / (sum of w_m over the correct m of M / sum of w_m over M), with w_m the largest weight among the \
              phenomena of the monothematic pair m",
    range: "0 or more; ideal 1",
    bounds: [0.0, f64::INFINITY],
    undefined: "if no monothematic pair has a weight, if none of them is correct, and if no relevance is given",
    source: "CM10 section 5 (future work: to assign different relevance to the phenomena)",
    style: Style::Ratio,
    computation: Computation::ByRelevance(correlation_index),
    interval: IntervalFrom::WholeOverParts,
    comparison: Comparison::ByDefault(ComparedOn::Categories, Test::SignFlip),
    ..Measure::OF_SYSTEMS
};

/// The Deviation Index with relevance weights.
pub const WEIGHTED_DEVIATION_INDEX: Measure = Measure {
    key: "weighted_deviation_index",
    better: Better::Lower,
    name: "Deviation Index by relevance",
    definition: "The Deviation Index of the Correlation Index by relevance.",
    formula: "|CI_pos - CI_neg|, both by relevance",
    range: "0 or more; ideal 0",
    bounds: [0.0, f64::INFINITY],
    undefined: "if either is undefined",
    source: "CM10 sections 3.3 and 5",
    style: Style::Ratio,
    slices: Slices::NotOfEntailment,
    computation: Computation::ByRelevance(|accuracies, gold| {
        deviation_index_signed(accuracies, gold).map(f64::abs)
    }),
    interval: IntervalFrom::SizeOf(&WEIGHTED_DEVIATION_INDEX_SIGNED),
    comparison: Comparison::ByDefault(
        ComparedOn::AllPairs,
        Test::Nearer {
            of: &WEIGHTED_DEVIATION_INDEX_SIGNED,
            to: 0.0,
            verdicts: ["deviates less", "deviates more"],
        },
    ),
    ..Measure::OF_SYSTEMS
};

/// The Deviation Index with relevance weights and its sign.
pub const WEIGHTED_DEVIATION_INDEX_SIGNED: Measure = Measure {
    key: "weighted_deviation_index_signed",
    better: Better::Neither,
    name: "signed Deviation Index by relevance",
    definition: "The signed difference whose size is the Deviation Index by relevance.",
    formula: "CI_pos - CI_neg, both by relevance",
    range: "any; ideal 0",
    bounds: [f64::NEG_INFINITY, f64::INFINITY],
    undefined: "if either is undefined",
    source: "CM10 sections 3.3 and 5",
    style: Style::Signed,
    slices: Slices::NotOfEntailment,
    computation: Computation::ByRelevance(deviation_index_signed),
    interval: IntervalFrom::PositiveLessNegative,
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::SignFlip),
    ..Measure::OF_SYSTEMS
};

/// Whether a measure needs the relevance of phenomena.
#[must_use]
pub fn is_by_relevance(measure: &Measure) -> bool {
    matches!(measure.computation, Computation::ByRelevance(_))
}
