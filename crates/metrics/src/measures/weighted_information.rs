//! Mutual information where pairs do not all weigh the same.

use super::{Better, Comparison, Computation, Expected, IntervalFrom, Measure, Slices, Style};

use crate::counts::WeightedTable;

/// Weighted I(G;L).
pub const WEIGHTED_MUTUAL_INFORMATION: Measure = Measure {
    key: "weighted_mutual_information",
    better: Better::Higher,
    name: "weighted mutual information",
    definition: "Mutual information with the highest weights on the pairs that a system is surest of, or with the \
                 weights of the dataset. Compare it with the weighted gold entropy: a system can choose an easier task \
                 by its confidence.",
    formula: "I(G;L) with P(x_i) = (N + 1 - rank_i) / ((N + 1) N / 2) over the confidence ranking \
              (tied pairs share their mean weight), or with P(x_i) = w_i / sum of w",
    range: "0 to the weighted H(G), in bits",
    bounds: [0.0, f64::INFINITY],
    undefined: "if there are no pairs, if all weights are 0, and by ranks for a run without confidences",
    source: "B09 section 5.3",
    style: Style::Bits,
    slices: Slices::NotOfJudgments,
    computation: Computation::Weighted(WeightedTable::mutual_information),
    expected: Some(Expected::Answers(|answers| Ok(answers.mutual_information()))),
    interval: IntervalFrom::None("the weights of a resample are not those of the data"),
    comparison: Comparison::None("each system weights the pairs differently"),
    by_default: true,
};

/// Weighted H(G).
pub const WEIGHTED_GOLD_ENTROPY: Measure = Measure {
    key: "weighted_gold_entropy",
    better: Better::Neither,
    name: "weighted gold entropy",
    definition: "H(G) under the same weights: how hard the task is under the system's confidence.",
    formula: "H(G) with P(x_i) as in the weighted mutual information",
    range: "0 to log2 of the number of labels, in bits",
    bounds: [0.0, f64::INFINITY],
    undefined: "as the weighted mutual information",
    source: "B09 section 5.3",
    style: Style::Bits,
    slices: Slices::NotOfJudgments,
    computation: Computation::Weighted(WeightedTable::gold_entropy),
    interval: IntervalFrom::None("the weights of a resample are not those of the data"),
    comparison: Comparison::None("neither a high nor a low value is better"),
    ..Measure::OF_SYSTEMS
};
