//! Correlation and Deviation Index that chance alone would give.

use super::correlation_index::correlation_index;
use super::deviation_index::deviation_index_signed;
use super::{Better, Comparison, Computation, IntervalFrom, Measure, Slices, Style};

/// Why neither has an interval or a comparison.
const OF_CHANCE: &str =
    "it is an expected value of random predictions, shown next to the index of the system";

/// The Correlation Index by chance.
pub const EXPECTED_CORRELATION_INDEX: Measure = Measure {
    key: "expected_correlation_index",
    better: Better::Neither,
    name: "expected CI",
    definition: "The expected Correlation Index of random predictions with the system's own label frequencies on \
                 original and on monothematic pairs. If gold labels are distributed differently over these, it is far \
                 from 1, and a system's CI can be far from 1 without any failure of composition.",
    formula: "sum over labels g of p_O(gold g) p_O(prediction g), over the same sum on M",
    range: "0 or more",
    bounds: [0.0, f64::INFINITY],
    undefined: "if there are no monothematic pairs, and if random predictions are never correct on them",
    source: "Not in the papers",
    style: Style::Ratio,
    computation: Computation::ByChance(correlation_index),
    interval: IntervalFrom::None(OF_CHANCE),
    comparison: Comparison::None(OF_CHANCE),
    ..Measure::OF_SYSTEMS
};

/// The signed Deviation Index by chance.
pub const EXPECTED_DEVIATION_INDEX_SIGNED: Measure = Measure {
    key: "expected_deviation_index_signed",
    better: Better::Neither,
    name: "expected signed DI",
    definition: "The expected signed Deviation Index of random predictions with the system's own label frequencies on \
                 original and on monothematic pairs.",
    formula: "CI_pos - CI_neg, both expected values",
    range: "any",
    bounds: [f64::NEG_INFINITY, f64::INFINITY],
    undefined: "if either expected CI is undefined",
    source: "Not in the papers",
    style: Style::Signed,
    slices: Slices::NotOfEntailment,
    computation: Computation::ByChance(deviation_index_signed),
    interval: IntervalFrom::None(OF_CHANCE),
    comparison: Comparison::None(OF_CHANCE),
    ..Measure::OF_SYSTEMS
};
