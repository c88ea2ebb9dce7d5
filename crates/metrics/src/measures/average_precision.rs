//! Average precision of the entailment ranking.

use super::pair_influences::{influences, of_all_ranks, of_groups, of_marked_ranks};
use super::{
    Better, ComparedOn, Comparison, Computation, Expected, IntervalFrom, Measure, RankedBy,
    RankingSum, Slices, Style, Test,
};
use crate::counts::TieGroup;
use crate::undefined::{Undefined, Value};

/// AP.
pub const AVERAGE_PRECISION: Measure = Measure {
    key: "average_precision",
    better: Better::Higher,
    name: "average precision AP",
    definition: "Precision at the rank of each entailed pair of the entailment ranking, averaged: how far entailed \
                 pairs rank before others. It ignores the predicted labels, and treats entailment and contradiction \
                 differently. Without ties it equals scikit-learn's average_precision_score. With ties it differs: here \
                 tied pairs get the mean over all their orders, so that a ranking gains nothing from ties. scikit-learn \
                 uses the precision after the whole group for each of its entailed pairs, which is higher or lower \
                 (average_precision_step gives that value).",
    formula: "AP = 1/R sum over the ranks r of a pair with gold entailment of (such pairs among the first r) / r, with \
              R the number of such pairs; tied pairs: the mean over all their orders",
    range: "above 0 to 1",
    bounds: [0.0, 1.0],
    undefined: "if there are no pairs, if no gold label is entailment, and for a run without a ranking",
    source: "B09 section 4 (corrected edition)",
    style: Style::Fine,
    slices: Slices::NotOfJudgments,
    computation: Computation::Ranking(
        RankedBy::Entailment,
        || Box::<AveragePrecision>::default(),
        |groups| influences(groups, [0.0, 1.0], of_marked_ranks),
    ),
    expected: Some(Expected::AnyOrder),
    interval: IntervalFrom::Influences,
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::Student),
    by_default: true,
};

/// AP as scikit-learn computes it.
pub const AVERAGE_PRECISION_STEP: Measure = Measure {
    key: "average_precision_step",
    name: "average precision as a step function",
    definition: "AP as scikit-learn's average_precision_score computes it: the precision after each group of tied \
                 pairs, for each entailed pair of the group. It equals average_precision if no pairs are tied. Use it \
                 to compare with values computed that way.",
    formula: "sum over the groups n of tied pairs, from the first rank on, of (R_n - R_(n-1)) P_n, with \
              R_n the recall and P_n the precision of all pairs down to the end of the group",
    source: "B09 section 4, with ties as in scikit-learn; computed only if the config names it",
    computation: Computation::Ranking(
        RankedBy::Entailment,
        || Box::<StepFunction>::default(),
        |groups| influences(groups, [0.0, 1.0], of_groups),
    ),
    comparison: Comparison::WhereNamed(ComparedOn::AllPairs, Test::Student),
    by_default: false,
    ..AVERAGE_PRECISION
};

/// AP as the proceedings edition of B09 defines it.
pub const AVERAGE_PRECISION_PROCEEDINGS: Measure = Measure {
    key: "average_precision_proceedings",
    name: "average precision as in the proceedings of B09",
    definition: "Mean precision over all ranks, not only over the ranks of entailed pairs: an error that the corrected \
                 edition removes. Use it to compare with values computed that way.",
    formula: "1/N sum over all ranks r of (pairs with gold entailment among the first r) / r",
    range: "0 to 1",
    undefined: "if there are no pairs, and for a run without a ranking",
    source: "B09 section 4 (proceedings edition); computed only if the config names it",
    computation: Computation::Ranking(
        RankedBy::Entailment,
        || Box::<InProceedings>::default(),
        |groups| influences(groups, [1.0, 1.0], of_all_ranks),
    ),
    ..AVERAGE_PRECISION_STEP
};

/// Adds up average precision, tie group by tie group from the first rank on.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct AveragePrecision {
    pairs: u64,
    positive: u64,
    at_positives: f64,
    at_all: f64,
}

/// The same as the proceedings edition defines it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct InProceedings(AveragePrecision);

/// Adds up precision behind each group of tied pairs.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct StepFunction {
    pairs: u64,
    positive: u64,
    at_positives: f64,
}

impl RankingSum for StepFunction {
    fn add(&mut self, group: TieGroup) {
        self.pairs += group.pairs;
        self.positive += group.marked;
        self.at_positives += group.marked as f64 * self.positive as f64 / self.pairs as f64;
    }

    fn value(&self) -> Value {
        match (self.pairs, self.positive) {
            (0, _) => Err(Undefined::NoPairs),
            (_, 0) => Err(Undefined::NoPositives),
            (_, positive) => Ok(self.at_positives / positive as f64),
        }
    }
}

impl RankingSum for InProceedings {
    fn add(&mut self, group: TieGroup) {
        self.0.add(group);
    }

    fn value(&self) -> Value {
        if self.0.pairs == 0 {
            return Err(Undefined::NoPairs);
        }
        Ok(self.0.at_all / self.0.pairs as f64)
    }
}

impl RankingSum for AveragePrecision {
    fn add(&mut self, group: TieGroup) {
        let TieGroup { pairs, marked: positive } = group;
        let share = positive as f64 / pairs as f64;
        // Of the tied pairs before a positive one, so many are positive on average.
        let others =
            if pairs > 1 { positive.saturating_sub(1) as f64 / (pairs - 1) as f64 } else { 0.0 };
        let before = self.positive as f64;
        for place in 0..pairs {
            let rank = (self.pairs + place + 1) as f64;
            self.at_positives += share * (before + 1.0 + place as f64 * others) / rank;
            self.at_all += (before + (place + 1) as f64 * share) / rank;
        }
        self.pairs += pairs;
        self.positive += positive;
    }

    fn value(&self) -> Value {
        match (self.pairs, self.positive) {
            (0, _) => Err(Undefined::NoPairs),
            (_, 0) => Err(Undefined::NoPositives),
            (_, positive) => Ok(self.at_positives / positive as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of<Sum: RankingSum + Default>(groups: &[(u64, u64)]) -> Sum {
        let mut sum = Sum::default();
        for &(pairs, marked) in groups {
            sum.add(TieGroup { pairs, marked });
        }
        sum
    }

    #[test]
    fn strict_rankings_as_scikit_learn_has_them() {
        // sklearn.metrics.average_precision_score([1, 0, 1, 1, 0, 0, 1], [7, 6, 5, 4, 3, 2, 1])
        let groups = [(1, 1), (1, 0), (1, 1), (1, 1), (1, 0), (1, 0), (1, 1)];
        let ours = of::<AveragePrecision>(&groups);
        assert!((ours.value().unwrap() - 0.747_023_809_523_809_5).abs() < 1e-12);
        // By hand: (1 + 1/2 + 2/3 + 3/4 + 3/5 + 3/6 + 4/7) / 7.
        let all = (1.0 + 0.5 + 2.0 / 3.0 + 0.75 + 0.6 + 0.5 + 4.0 / 7.0) / 7.0;
        assert!((of::<InProceedings>(&groups).value().unwrap() - all).abs() < 1e-15);
    }

    #[test]
    fn ties_as_scikit_learn_has_them() {
        let step = |groups: &[(u64, u64)]| of::<StepFunction>(groups).value().unwrap();
        // sklearn.metrics.average_precision_score([1, 0, 1, 1, 0, 0, 1], [3, 3, 3, 2, 2, 1, 1])
        let tied = [(3, 2), (2, 1), (2, 1)];
        assert!((step(&tied) - 0.626_190_476_190_476_2).abs() < 1e-12);
        // ... ([1, 0, 0, 1], [1, 1, 1, 1])
        assert!((step(&[(4, 2)]) - 0.5).abs() < 1e-15);
        // statistics.fmean over itertools.permutations within each group of the strict value.
        let ours = of::<AveragePrecision>(&tied).value().unwrap();
        assert!((ours - 0.726_289_682_539_682_5).abs() < 1e-12, "{ours}");
        // ... ([1, 0, 1, 1, 0, 0, 1], [7, 6, 5, 4, 3, 2, 1])
        let strict = [(1, 1), (1, 0), (1, 1), (1, 1), (1, 0), (1, 0), (1, 1)];
        assert!((step(&strict) - 0.747_023_809_523_809_5).abs() < 1e-12);
        assert_eq!(of::<StepFunction>(&[(3, 0)]).value(), Err(Undefined::NoPositives));
        assert_eq!(of::<StepFunction>(&[]).value(), Err(Undefined::NoPairs));
    }

    #[test]
    fn no_pair_and_no_positive_pair_have_no_value() {
        assert_eq!(of::<AveragePrecision>(&[]).value(), Err(Undefined::NoPairs));
        assert_eq!(of::<AveragePrecision>(&[(3, 0)]).value(), Err(Undefined::NoPositives));
        assert_eq!(of::<InProceedings>(&[(3, 0)]).value(), Ok(0.0));
    }

    /// All orders of some marks.
    fn orders(marks: &[bool]) -> Vec<Vec<bool>> {
        if marks.is_empty() {
            return vec![Vec::new()];
        }
        (0..marks.len())
            .flat_map(|first| {
                let mut rest = marks.to_vec();
                let first = rest.remove(first);
                orders(&rest).into_iter().map(move |mut rest| {
                    rest.insert(0, first);
                    rest
                })
            })
            .collect()
    }

    proptest! {
        /// The closed form for ties is the mean over all orders.
        #[test]
        fn ties_give_the_mean_over_all_orders(
            before in proptest::collection::vec(any::<bool>(), 0..4),
            tied in proptest::collection::vec(any::<bool>(), 1..6),
            after in proptest::collection::vec(any::<bool>(), 0..3),
        ) {
            let single =
                |marks: &[bool]| marks.iter().map(|mark| (1, u64::from(*mark))).collect::<Vec<_>>();
            let marked = tied.iter().filter(|mark| **mark).count() as u64;
            let groups =
                [single(&before), vec![(tied.len() as u64, marked)], single(&after)].concat();
            let strict: Vec<_> = orders(&tied)
                .iter()
                .map(|order| single(&[&before[..], order, &after].concat()))
                .collect();
            let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len() as f64;
            match of::<AveragePrecision>(&groups).value() {
                Err(reason) => {
                    let values = strict.iter().map(|order| of::<AveragePrecision>(order).value());
                    prop_assert!(values.into_iter().all(|value| value == Err(reason.clone())));
                }
                Ok(value) => {
                    let values =
                        strict.iter().map(|order| of::<AveragePrecision>(order).value().unwrap());
                    prop_assert!((value - mean(values.collect())).abs() < 1e-12);
                }
            }
            let values = strict.iter().map(|order| of::<InProceedings>(order).value().unwrap());
            let closed = of::<InProceedings>(&groups).value().unwrap();
            prop_assert!((closed - mean(values.collect())).abs() < 1e-12);
        }
    }
}
