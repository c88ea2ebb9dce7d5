//! Correlation and Deviation Index that chance alone would give.

use super::correlation_index::correlation_index;
use super::deviation_index::deviation_index_signed;
use super::{Better, Comparison, Computation, IntervalFrom, Measure, Slices, Style};

/// Why neither has an interval or a comparison.
const OF_CHANCE: &str = "it tells of chance, and stands beside the index of the system";

/// The Correlation Index by chance.
pub const EXPECTED_CORRELATION_INDEX: Measure = Measure {
    key: "expected_correlation_index",
    better: Better::Neither,
    name: "CI by chance",
    definition: "The Correlation Index of answers that are drawn without a look at the pairs, each as often as the \
                 system gives it on original and on monothematic pairs. Where gold is distributed differently over \
                 these, it is far from 1, and so may the system's own be without telling anything of composition.",
    formula: "sum over judgments g of p_O(gold g) p_O(answer g), over the same sum on M",
    range: "0 or more",
    bounds: [0.0, f64::INFINITY],
    undefined: "without monothematic pairs, and where chance is never right on them",
    source: "Not in the papers",
    style: Style::Ratio,
    slices: Slices::All,
    computation: Computation::ByChance(correlation_index),
    expected: None,
    interval: IntervalFrom::None(OF_CHANCE),
    comparison: Comparison::None(OF_CHANCE),
    by_default: true,
};

/// The signed Deviation Index by chance.
pub const EXPECTED_DEVIATION_INDEX_SIGNED: Measure = Measure {
    key: "expected_deviation_index_signed",
    better: Better::Neither,
    name: "signed DI by chance",
    definition: "The signed Deviation Index of answers that are drawn without a look at the pairs, each as often as \
                 the system gives it on original and on monothematic pairs.",
    formula: "CI_pos - CI_neg, both by chance",
    range: "any",
    bounds: [f64::NEG_INFINITY, f64::INFINITY],
    undefined: "where either CI by chance is",
    source: "Not in the papers",
    style: Style::Signed,
    slices: Slices::NotOfEntailment,
    computation: Computation::ByChance(deviation_index_signed),
    expected: None,
    interval: IntervalFrom::None(OF_CHANCE),
    comparison: Comparison::None(OF_CHANCE),
    by_default: true,
};
