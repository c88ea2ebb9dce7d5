//! Measures of answers that are sets of judgments, against gold that is a set.

use super::{ComparedOn, Comparison, Computation, IntervalFrom, Measure, Slices, Test};
use crate::counts::{SetCounts, SetMean};

/// Exact match.
pub const EXACT_MATCH: Measure = Measure {
    key: "exact_match",
    name: "exact match of sets",
    definition: "The share of pairs whose prediction contains exactly the gold labels, if both may be sets of several \
                 labels (an ambiguous pair, predictions with several labels). A single label is a set of one. An \
                 abstention is the empty set, which no gold set equals. If neither gold labels nor predictions are sets \
                 of several labels, it is accuracy. Under the two-way task unknown and contradiction are one label. \
                 phenom computes it if a prediction contains several labels, or if the config names it.",
    formula: "pairs with G = A / pairs, with G the set of gold labels of a pair and A that of its prediction",
    undefined: "if there are no pairs, and for count tables, which do not keep gold sets",
    source: "Not in the papers; subset accuracy of multi-label classification, as scikit-learn's accuracy_score on \
             indicators",
    slices: Slices::NotOfJudgments,
    computation: Computation::Sets(SetMean { sum: |counts| counts.exact, unit: 1 }),
    interval: IntervalFrom::Share,
    comparison: Comparison::ByDefault(ComparedOn::AllSlices, Test::SignFlip),
    by_default: false,
    ..Measure::SHARE
};

/// Set F1.
pub const SET_F1: Measure = Measure {
    key: "set_f1",
    name: "F1 of sets",
    definition: "The F1 of the labels in a prediction against those in gold, for each pair, averaged over the pairs: \
                 common labels raise it, missing and extra labels lower it. An abstention has an F1 of 0. If neither \
                 gold labels nor predictions are sets of several labels, it is accuracy. Under the two-way task unknown \
                 and contradiction are one label. phenom computes it if a prediction contains several labels, or if the \
                 config names it.",
    formula: "mean over pairs of 2 |G and A| / (|G| + |A|), with G the set of gold labels of a pair and A that of its \
              prediction",
    undefined: "if there are no pairs, and for count tables, which do not keep gold sets",
    source: "Not in the papers; the F1 of multi-label classification averaged over samples, as scikit-learn's \
             f1_score(average='samples') on indicators",
    slices: Slices::NotOfJudgments,
    computation: Computation::Sets(SetMean { sum: |counts| counts.f1, unit: SetCounts::F1_UNIT }),
    interval: IntervalFrom::Jackknife([0.0, 1.0]),
    comparison: Comparison::ByDefault(ComparedOn::AllSlices, Test::SignFlip),
    by_default: false,
    ..Measure::SHARE
};

#[cfg(test)]
mod tests {
    use phenom_dataset::Judgment::{self, Contradiction, Entailment, Unknown};
    use phenom_dataset::JudgmentSet;

    use super::*;
    use crate::undefined::{Undefined, Value};

    fn of(measure: &Measure, pairs: &[(&[Judgment], &[Judgment])]) -> Value {
        let set = |judgments: &[Judgment]| judgments.iter().copied().collect::<JudgmentSet>();
        let counts = pairs.iter().fold(SetCounts::default(), |sum, (gold, answer)| {
            let counts = SetCounts::of_pair(set(gold), set(answer)).map(u64::from);
            sum.plus(SetCounts::of_sums(&counts))
        });
        let Computation::Sets(mean) = measure.computation else { panic!("it is of sets") };
        mean.value(counts)
    }

    #[test]
    fn as_scikit_learn_has_them() {
        let pairs: [(&[Judgment], &[Judgment]); 6] = [
            (&[Entailment, Unknown], &[Entailment, Unknown]),
            (&[Entailment, Unknown], &[Entailment]),
            (&[Unknown], &[Entailment, Unknown, Contradiction]),
            (&[Contradiction], &[Contradiction]),
            (&[Entailment, Unknown, Contradiction], &[Unknown, Contradiction]),
            (&[Contradiction], &[]),
        ];
        // gold = [[1, 1, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1], [0, 0, 1]]
        // answers = [[1, 1, 0], [1, 0, 0], [1, 1, 1], [0, 0, 1], [0, 1, 1], [0, 0, 0]]
        // sklearn.metrics.accuracy_score(gold, answers)
        assert!((of(&EXACT_MATCH, &pairs).unwrap() - 0.333_333_333_333_333_3).abs() < 1e-15);
        // sklearn.metrics.f1_score(gold, answers, average='samples', zero_division=0)
        assert!((of(&SET_F1, &pairs).unwrap() - 0.661_111_111_111_111_1).abs() < 1e-15);
        assert_eq!(of(&SET_F1, &[]), Err(Undefined::NoPairs));
    }

    /// Sixtieths are no rounding.
    #[test]
    fn every_f1_is_exact() {
        let all = [Entailment, Unknown, Contradiction];
        for (gold, answer) in (1..8).flat_map(|gold| (0..8).map(move |answer| (gold, answer))) {
            let set = |bits: u8| -> JudgmentSet {
                all.into_iter().filter(|judgment| bits & (1 << judgment.code()) != 0).collect()
            };
            let [sixtieths, ..] = SetCounts::of_pair(set(gold), set(answer));
            let (both, sizes) =
                ((gold & answer).count_ones(), gold.count_ones() + answer.count_ones());
            assert_eq!(sixtieths * sizes, 2 * both * 60, "{gold} {answer}");
        }
    }
}
