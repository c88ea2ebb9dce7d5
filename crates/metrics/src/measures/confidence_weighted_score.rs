//! The confidence-weighted score of RTE-1.

use super::pair_influences::{influences, of_all_ranks};
use super::{
    Better, ComparedOn, Comparison, Computation, Expected, IntervalFrom, Measure, RankedBy,
    RankingSum, Slices, Style, Test,
};
use crate::counts::TieGroup;
use crate::undefined::{Undefined, Value};

/// CWS.
pub const CONFIDENCE_WEIGHTED_SCORE: Measure = Measure {
    key: "confidence_weighted_score",
    better: Better::Higher,
    name: "confidence-weighted score CWS",
    definition: "Accuracy among the first r pairs of the confidence ranking, averaged over all r: a system that is sure \
                 of its correct predictions gets more than its accuracy.",
    formula: "CWS = 1/N sum_r (correct predictions among the first r) / r; tied pairs: the mean over all their orders",
    range: "0 to 1",
    bounds: [0.0, 1.0],
    undefined: "if there are no pairs, and for a run without confidences",
    source: "B09 section 6; the measure of RTE-1",
    style: Style::Fine,
    slices: Slices::NotOfJudgments,
    computation: Computation::Ranking(
        RankedBy::Confidence,
        || Box::<ConfidenceWeightedScore>::default(),
        |groups| influences(groups, [1.0, 1.0], of_all_ranks),
    ),
    expected: Some(Expected::Answers(|answers| Ok(answers.accuracy()))),
    interval: IntervalFrom::Influences,
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::Student),
    by_default: true,
};

/// Adds up the confidence-weighted score, tie group by tie group from the first rank on.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ConfidenceWeightedScore {
    pairs: u64,
    correct: u64,
    sum: f64,
}

impl RankingSum for ConfidenceWeightedScore {
    fn add(&mut self, group: TieGroup) {
        let TieGroup { pairs, marked: correct } = group;
        let share = correct as f64 / pairs as f64;
        for place in 1..=pairs {
            self.sum += (self.correct as f64 + place as f64 * share) / (self.pairs + place) as f64;
        }
        self.pairs += pairs;
        self.correct += correct;
    }

    fn value(&self) -> Value {
        if self.pairs == 0 { Err(Undefined::NoPairs) } else { Ok(self.sum / self.pairs as f64) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(groups: &[(u64, u64)]) -> Value {
        let mut sum = ConfidenceWeightedScore::default();
        for &(pairs, marked) in groups {
            sum.add(TieGroup { pairs, marked });
        }
        sum.value()
    }

    #[test]
    fn by_hand() {
        // Right, wrong, right: (1 + 1/2 + 2/3) / 3.
        let value = of(&[(1, 1), (1, 0), (1, 1)]).unwrap();
        assert!((value - (1.0 + 0.5 + 2.0 / 3.0) / 3.0).abs() < 1e-15);
        // All tied: the accuracy. Two tied, one of them right, after a right one:
        // right first (1 + 1 + 2/3) / 3, wrong first (1 + 1/2 + 2/3) / 3.
        assert!((of(&[(4, 3)]).unwrap() - 0.75).abs() < 1e-15);
        let mean = (1.0 + 0.75 + 2.0 / 3.0) / 3.0;
        assert!((of(&[(1, 1), (2, 1)]).unwrap() - mean).abs() < 1e-15);
        assert_eq!(of(&[]), Err(Undefined::NoPairs));
    }
}
