//! Mutual information where pairs do not all weigh the same.

use super::{Better, Comparison, Computation, Expected, IntervalFrom, Measure, Slices, Style};

use crate::counts::WeightedTable;

/// Weighted I(G;L).
pub const WEIGHTED_MUTUAL_INFORMATION: Measure = Measure {
    key: "weighted_mutual_information",
    better: Better::Higher,
    name: "weighted mutual information",
    definition: "Mutual information where the pairs that a system is surest of weigh most, or with the \
                 weights of the dataset. To be read beside the weighted gold entropy: a system can \
                 choose an easier task by its confidence.",
    formula: "I(G;L) with P(x_i) = (N + 1 - rank_i) / ((N + 1) N / 2) over the confidence ranking \
              (tied pairs share their mean weight), or with P(x_i) = w_i / sum of w",
    range: "0 to the weighted H(G), in bits",
    bounds: [0.0, f64::INFINITY],
    undefined: "on no pairs, where all weigh nothing, and by ranks for a run that does not say how sure \
                it is",
    source: "B09 section 5.3",
    style: Style::Bits,
    slices: Slices::NotOfJudgments,
    computation: Computation::Weighted(WeightedTable::mutual_information),
    expected: Some(Expected::Answers(|answers| Ok(answers.mutual_information()))),
    interval: IntervalFrom::None("the weights of a resample are not those of the data"),
    comparison: Comparison::None("each system weighs the pairs in its own way"),
    by_default: true,
};

/// Weighted H(G).
pub const WEIGHTED_GOLD_ENTROPY: Measure = Measure {
    key: "weighted_gold_entropy",
    better: Better::Neither,
    name: "weighted gold entropy",
    definition: "H(G) under the same weights: how hard the task is that the system's confidence makes \
                 of the dataset.",
    formula: "H(G) with P(x_i) as in the weighted mutual information",
    range: "0 to log2 of the number of judgments, in bits",
    bounds: [0.0, f64::INFINITY],
    undefined: "as the weighted mutual information",
    source: "B09 section 5.3",
    style: Style::Bits,
    slices: Slices::NotOfJudgments,
    computation: Computation::Weighted(WeightedTable::gold_entropy),
    expected: None,
    interval: IntervalFrom::None("the weights of a resample are not those of the data"),
    comparison: Comparison::None("neither a high nor a low value is better"),
    by_default: true,
};
