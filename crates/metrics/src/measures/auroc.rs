//! The area under the ROC curve of the entailment ranking.

use super::{
    Better, ComparedOn, Comparison, Computation, Expected, IntervalFrom, Measure, RankedBy,
    RankingSum, Slices, Style, Test,
};
use crate::counts::TieGroup;
use crate::undefined::{Undefined, Value};

/// AUROC.
pub const AUROC: Measure = Measure {
    key: "auroc",
    better: Better::Higher,
    name: "area under the ROC curve AUROC",
    definition: "The probability that an entailed pair ranks before another one in the entailment ranking, over all \
                 pairs of an entailed and another pair; ties count one half. Any random order gets 0.5. AUROC needs no \
                 threshold and no probabilities, and treats unknown and contradiction alike. A pair without a \
                 prediction ranks last. The value equals scikit-learn's roc_auc_score.",
    formula: "AUROC = 1/(P N) sum over the P pairs i with gold entailment and the N others j of: 1 if i ranks before j, \
              1/2 if they are tied, else 0",
    range: "0 to 1",
    bounds: [0.0, 1.0],
    undefined: "if there are no pairs, if all gold labels are entailment or none is, and for a run without a ranking",
    source: "Not in the papers: Hanley and McNeil 1982, The meaning and use of the area under a receiver operating \
             characteristic (ROC) curve; computed only if the config names it",
    style: Style::Fine,
    slices: Slices::NotOfJudgments,
    computation: Computation::Ranking(RankedBy::Entailment, || Box::<Wins>::default(), influences),
    expected: Some(Expected::AnyOrder),
    interval: IntervalFrom::Influences,
    comparison: Comparison::WhereNamed(ComparedOn::AllPairs, Test::Student),
    by_default: false,
};

/// Adds up how often an entailed pair stands before another, tie group by tie group from the first rank on.
#[derive(Debug, Clone, Copy, Default)]
struct Wins {
    positive: u64,
    negative: u64,
    /// Entailed pairs before others; tied ones count one half.
    wins: f64,
}

impl RankingSum for Wins {
    fn add(&mut self, TieGroup { pairs, marked }: TieGroup) {
        let others = pairs - marked;
        self.wins += (self.positive as f64 + marked as f64 / 2.0) * others as f64;
        self.positive += marked;
        self.negative += others;
    }

    fn value(&self) -> Value {
        match (self.positive, self.negative) {
            (0, 0) => Err(Undefined::NoPairs),
            (0, _) => Err(Undefined::NoPositives),
            (_, 0) => Err(Undefined::NoNegatives),
            (positive, negative) => Ok(self.wins / (positive as f64 * negative as f64)),
        }
    }
}

/// The influences of a pair of each group.
///
/// # Formula
/// With the placement value V of a pair, the share of the pairs of the other kind that it stands right to:
/// `(V - AUROC) / P` for an entailed pair and `(V - AUROC) / N` for another one. These are the derivatives in the
/// weights of pairs, and the terms of the variance of DeLong et al. 1988.
fn influences(groups: &[TieGroup]) -> Vec<[f64; 2]> {
    let mut wins = Wins::default();
    for group in groups {
        wins.add(*group);
    }
    let Ok(value) = wins.value() else { return vec![[0.0; 2]; groups.len()] };
    let (positive, negative) = (wins.positive as f64, wins.negative as f64);
    let (mut positive_before, mut negative_before) = (0.0, 0.0);
    let of_group = |group: &TieGroup| {
        let (marked, others) = (group.marked as f64, (group.pairs - group.marked) as f64);
        let of_other = (positive_before + marked / 2.0) / positive;
        let of_marked = (negative - negative_before - others / 2.0) / negative;
        positive_before += marked;
        negative_before += others;
        [(of_other - value) / negative, (of_marked - value) / positive]
    };
    groups.iter().map(of_group).collect()
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use proptest::prelude::*;

    use super::*;

    fn of(groups: &[(u64, u64)]) -> Value {
        let mut wins = Wins::default();
        for &(pairs, marked) in groups {
            wins.add(TieGroup { pairs, marked });
        }
        wins.value()
    }

    #[test]
    fn as_scikit_learn_has_it() {
        // sklearn.metrics.roc_auc_score([1, 0, 1, 1, 0, 0, 1], [7, 6, 5, 4, 3, 2, 1])
        let strict = [(1, 1), (1, 0), (1, 1), (1, 1), (1, 0), (1, 0), (1, 1)];
        assert!((of(&strict).unwrap() - 7.0 / 12.0).abs() < 1e-12);
        // ... ([1, 0, 1, 1, 0, 0, 1], [3, 3, 3, 2, 2, 1, 1])
        assert!((of(&[(3, 2), (2, 1), (2, 1)]).unwrap() - 7.0 / 12.0).abs() < 1e-12);
        // ... ([1, 0, 0, 1], [1, 1, 1, 1])
        assert_eq!(of(&[(4, 2)]), Ok(0.5));
    }

    #[test]
    fn pairs_of_one_kind_have_no_value() {
        assert_eq!(of(&[]), Err(Undefined::NoPairs));
        assert_eq!(of(&[(3, 0)]), Err(Undefined::NoPositives));
        assert_eq!(of(&[(2, 2), (1, 1)]), Err(Undefined::NoNegatives));
    }

    /// AUROC of weighted pairs by its definition: group, mark, weight.
    fn weighted(pairs: &[(usize, bool, f64)]) -> f64 {
        let (mut wins, mut all) = (0.0, 0.0);
        for (group, _, weight) in pairs.iter().filter(|pair| pair.1) {
            for (other, _, of_other) in pairs.iter().filter(|pair| !pair.1) {
                all += weight * of_other;
                wins += weight
                    * of_other
                    * match other.cmp(group) {
                        Ordering::Less => 0.0,
                        Ordering::Equal => 0.5,
                        Ordering::Greater => 1.0,
                    };
            }
        }
        wins / all
    }

    proptest! {
        /// The influence of each pair is the numerical derivative of the weighted measure, and they sum to 0.
        #[test]
        fn influences_are_derivatives(
            groups in proptest::collection::vec(proptest::collection::vec(any::<bool>(), 1..5), 2..6)
                .prop_filter("both kinds", |groups| {
                    [true, false].iter().all(|kind| groups.iter().flatten().any(|mark| mark == kind))
                })
        ) {
            let counted: Vec<TieGroup> = groups.iter().map(|group| TieGroup {
                pairs: group.len() as u64,
                marked: group.iter().filter(|mark| **mark).count() as u64,
            }).collect();
            let pairs: Vec<(usize, bool, f64)> = groups.iter().enumerate()
                .flat_map(|(number, group)| group.iter().map(move |mark| (number, *mark, 1.0)))
                .collect();
            let ours = influences(&counted);
            let mut sum = 0.0;
            for place in 0..pairs.len() {
                let moved = |by: f64| {
                    let mut pairs = pairs.clone();
                    pairs[place].2 += by;
                    weighted(&pairs)
                };
                let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
                let (group, mark, _) = pairs[place];
                let ours = ours[group][usize::from(mark)];
                prop_assert!((ours - slope).abs() < 1e-8, "{ours} {slope}");
                sum += ours;
            }
            prop_assert!(sum.abs() < 1e-12);
        }

        /// Turned round, a ranking has what is left of 1.
        #[test]
        fn a_turned_ranking_has_the_rest(
            groups in proptest::collection::vec((1u64..5, 0u64..5), 1..8)
        ) {
            let groups: Vec<(u64, u64)> =
                groups.into_iter().map(|(pairs, marked)| (pairs, marked.min(pairs))).collect();
            let turned: Vec<(u64, u64)> = groups.iter().rev().copied().collect();
            match (of(&groups), of(&turned)) {
                (Ok(one), Ok(other)) => prop_assert!((one + other - 1.0).abs() < 1e-12),
                (one, other) => prop_assert_eq!(one, other),
            }
        }
    }
}
