//! The influence of single pairs on a measure of a ranking.

use crate::counts::TieGroup;

/// The influences of a pair of each tie group: of an unmarked and of a marked one.
///
/// The influence of a pair is the derivative of the measure in the weight of that pair, if all pairs weigh 1;
/// of tied pairs it is the mean over all their orders. The influences of all pairs add up to 0.
pub(crate) type PairInfluences = fn(&[TieGroup]) -> Vec<[f64; 2]>;

/// The derivatives of the sum of a measure in the weight of an unmarked and of a marked pair, as far as they
/// come from the terms of one tie group.
pub(super) struct Slopes {
    /// For the pairs of the group itself.
    pub(super) own: [f64; 2],
    /// For each pair of an earlier group.
    pub(super) earlier: [f64; 2],
}

/// The influences on a measure that is a sum of terms of tie groups, divided by the weight of some pairs.
///
/// `of_group` gets the pairs before a group and the group. `divisor` says whether an unmarked and whether a
/// marked pair counts in the divisor.
///
/// # Formula
/// `(dS/dw - v dD/dw) / D`, with the sum S, the divisor D and the value v = S / D. S grows in proportion to
/// the weights, so that it is the sum of its own derivatives.
pub(super) fn influences(
    groups: &[TieGroup],
    divisor: [f64; 2],
    of_group: impl Fn(TieGroup, TieGroup) -> Slopes,
) -> Vec<[f64; 2]> {
    let mut before = TieGroup { pairs: 0, marked: 0 };
    let slopes: Vec<Slopes> = groups
        .iter()
        .map(|&group| {
            let slopes = of_group(before, group);
            before.pairs += group.pairs;
            before.marked += group.marked;
            slopes
        })
        .collect();
    let mut later = [0.0; 2];
    let mut of_pairs: Vec<[f64; 2]> = slopes
        .iter()
        .rev()
        .map(|Slopes { own, earlier }| {
            let of_pair = [own[0] + later[0], own[1] + later[1]];
            later = [later[0] + earlier[0], later[1] + earlier[1]];
            of_pair
        })
        .collect();
    of_pairs.reverse();
    let together = |of_pairs: &mut dyn Iterator<Item = [f64; 2]>| -> f64 {
        let of_group = |(group, of_pair): (&TieGroup, [f64; 2])| {
            (group.pairs - group.marked) as f64 * of_pair[0] + group.marked as f64 * of_pair[1]
        };
        groups.iter().zip(of_pairs).map(of_group).sum()
    };
    let weight = together(&mut groups.iter().map(|_| divisor));
    let value = together(&mut of_pairs.iter().copied()) / weight;
    for of_pair in &mut of_pairs {
        for (slope, divisor) in of_pair.iter_mut().zip(divisor) {
            *slope = (*slope - value * divisor) / weight;
        }
    }
    of_pairs
}

/// The slopes of the mean share of marked pairs among the first r, over all ranks r.
///
/// # Formula
/// With C marked pairs among the first r, the derivative of `w C / r` at rank r is C / r for the pair at this
/// rank, and `(y - C / r) / r` more for it and for each pair before it (y is 1 for a marked pair, otherwise 0).
/// In a group of n tied pairs, m of them marked, a pair is at a place or before it in (k + 1) / n of the orders,
/// k counted from 0, and of the k others there, k (m - y) / (n - 1) are marked on average.
pub(super) fn of_all_ranks(before: TieGroup, group: TieGroup) -> Slopes {
    let mut slopes = Slopes { own: [0.0; 2], earlier: [0.0; 2] };
    let [pairs, marked, marked_before] =
        [group.pairs, group.marked, before.marked].map(|count| count as f64);
    for place in (0..group.pairs).map(|place| place as f64) {
        let rank = before.pairs as f64 + place + 1.0;
        let precision = (marked_before + (place + 1.0) * marked / pairs) / rank;
        for (mark, own) in [0.0, 1.0].into_iter().zip(&mut slopes.own) {
            let others = place * share(marked - mark, pairs - 1.0);
            let precision = (marked_before + mark + others) / rank;
            *own += (precision + (place + 1.0) * (mark - precision) / rank) / pairs;
        }
        slopes.earlier[0] -= precision / rank;
        slopes.earlier[1] += (1.0 - precision) / rank;
    }
    slopes
}

/// The slopes of the share of marked pairs among the first r, over the ranks r of marked pairs.
///
/// # Formula
/// As [`of_all_ranks`], of the terms of marked pairs alone. In k / n of the orders a tied pair is before place k;
/// another pair has that place, which is marked with the probability (m - y) / (n - 1), and of the k - 1 others
/// before it `(k - 1) (m - y - 1) / (n - 2)` are marked on average.
pub(super) fn of_marked_ranks(before: TieGroup, group: TieGroup) -> Slopes {
    let mut slopes = Slopes { own: [0.0; 2], earlier: [0.0; 2] };
    let [pairs, marked, marked_before] =
        [group.pairs, group.marked, before.marked].map(|count| count as f64);
    for place in (0..group.pairs).map(|place| place as f64) {
        let rank = before.pairs as f64 + place + 1.0;
        // Of a marked pair at this place.
        let precision = (marked_before + 1.0 + place * share(marked - 1.0, pairs - 1.0)) / rank;
        slopes.own[1] += (precision + (1.0 - precision) / rank) / pairs;
        if place > 0.0 {
            for (mark, own) in [0.0, 1.0].into_iter().zip(&mut slopes.own) {
                let others = (place - 1.0) * share(marked - mark - 1.0, pairs - 2.0);
                let precision = (marked_before + mark + 1.0 + others) / rank;
                let is_marked = share(marked - mark, pairs - 1.0);
                *own += place / pairs * is_marked * (mark - precision) / rank;
            }
        }
        slopes.earlier[0] -= marked / pairs * precision / rank;
        slopes.earlier[1] += marked / pairs * (1.0 - precision) / rank;
    }
    slopes
}

/// The slopes of the share of marked pairs down to the end of a group, for each marked pair of the group.
pub(super) fn of_groups(before: TieGroup, group: TieGroup) -> Slopes {
    let pairs = (before.pairs + group.pairs) as f64;
    let precision = (before.marked + group.marked) as f64 / pairs;
    let marked = group.marked as f64 / pairs;
    let earlier = [-marked * precision, marked * (1.0 - precision)];
    Slopes { own: [earlier[0], earlier[1] + precision], earlier }
}

/// A share of pairs; 0 if there are none.
fn share(part: f64, whole: f64) -> f64 {
    if part > 0.0 && whole > 0.0 { part / whole } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::measures::Computation;
    use crate::measures::average_precision::{
        AVERAGE_PRECISION, AVERAGE_PRECISION_PROCEEDINGS, AVERAGE_PRECISION_STEP,
    };
    use crate::measures::confidence_weighted_score::CONFIDENCE_WEIGHTED_SCORE;
    use crate::measures::measure::Measure;

    fn of(measure: &Measure, groups: &[(u64, u64)]) -> Vec<[f64; 2]> {
        let Computation::Ranking(_, _, influences) = measure.computation else { panic!() };
        let group = |&(pairs, marked): &(u64, u64)| TieGroup { pairs, marked };
        influences(&groups.iter().map(group).collect::<Vec<_>>())
    }

    #[test]
    fn three_pairs_by_hand() {
        // Marked, not, marked, with the weights a, b, c. AP = (a + c (a + c) / (a + b + c)) / (a + c); at 1 the
        // derivatives are: S = 5/3, dS = 1 + 1/9, -2/9, 2/3 + 1/9; less 5/6 of 1, 0, 1; by 2.
        let [first, second, third] = of(&AVERAGE_PRECISION, &[(1, 1), (1, 0), (1, 1)])[..] else {
            panic!()
        };
        let close = |ours: f64, expected: f64| assert!((ours - expected).abs() < 1e-12, "{ours}");
        close(first[1], (1.0 + 1.0 / 9.0 - 5.0 / 6.0) / 2.0);
        close(second[0], -1.0 / 9.0);
        close(third[1], (7.0 / 9.0 - 5.0 / 6.0) / 2.0);
        // CWS = (a + b a / (a + b) + c (a + c) / (a + b + c)) / (a + b + c): S = 13/6,
        // dS = 1 + 1/4 + 1/9, 1/2 - 1/4 - 2/9, 2/3 + 1/9; less 13/18; by 3.
        let [first, second, third] = of(&CONFIDENCE_WEIGHTED_SCORE, &[(1, 1), (1, 0), (1, 1)])[..]
        else {
            panic!()
        };
        close(first[1], (49.0 / 36.0 - 13.0 / 18.0) / 3.0);
        close(second[0], (1.0 / 36.0 - 13.0 / 18.0) / 3.0);
        close(third[1], (7.0 / 9.0 - 13.0 / 18.0) / 3.0);
    }

    /// Pairs as mark and weight, in strict order.
    type Weighted = [(bool, f64)];

    /// The measures of weighted pairs by their definitions, one rank after the other.
    fn strict(measure: &Measure, pairs: &Weighted) -> f64 {
        let (mut sum, mut divisor, mut all, mut marked) = (0.0, 0.0, 0.0, 0.0);
        for (mark, weight) in pairs {
            all += weight;
            marked += if *mark { *weight } else { 0.0 };
            if *mark || *measure != AVERAGE_PRECISION {
                sum += weight * marked / all;
                divisor += weight;
            }
        }
        sum / divisor
    }

    /// All orders of some pairs.
    fn orders(pairs: &Weighted) -> Vec<Vec<(bool, f64)>> {
        if pairs.is_empty() {
            return vec![Vec::new()];
        }
        (0..pairs.len())
            .flat_map(|first| {
                let mut rest = pairs.to_vec();
                let first = rest.remove(first);
                orders(&rest).into_iter().map(move |mut rest| {
                    rest.insert(0, first);
                    rest
                })
            })
            .collect()
    }

    /// The measure of groups of tied pairs: the mean over all their orders, or the step function.
    fn tied(measure: &Measure, groups: &[Vec<(bool, f64)>]) -> f64 {
        if *measure == AVERAGE_PRECISION_STEP {
            let (mut sum, mut all, mut marked) = (0.0, 0.0, 0.0);
            for group in groups {
                let weight = |mark: bool| -> f64 {
                    group.iter().filter(|pair| pair.0 == mark).map(|pair| pair.1).sum()
                };
                all += weight(true) + weight(false);
                marked += weight(true);
                sum += weight(true) * marked / all;
            }
            return sum / marked;
        }
        let mut all = vec![Vec::new()];
        for group in groups {
            let orders = orders(group);
            all = all
                .iter()
                .flat_map(|before: &Vec<(bool, f64)>| {
                    orders.iter().map(|order| [&before[..], order].concat())
                })
                .collect();
        }
        all.iter().map(|order| strict(measure, order)).sum::<f64>() / all.len() as f64
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// The influence of each pair is the numerical derivative of the weighted measure. The limit allows for
        /// the rounding of a mean over 4!^3 orders, divided by the step.
        #[test]
        fn influences_are_derivatives(
            groups in proptest::collection::vec(proptest::collection::vec(any::<bool>(), 1..5), 1..4)
                .prop_filter("a marked pair", |groups| groups.iter().flatten().any(|mark| *mark))
        ) {
            let counted: Vec<(u64, u64)> = groups
                .iter()
                .map(|group| (group.len() as u64, group.iter().filter(|mark| **mark).count() as u64))
                .collect();
            let weighted: Vec<Vec<(bool, f64)>> =
                groups.iter().map(|group| group.iter().map(|mark| (*mark, 1.0)).collect()).collect();
            for measure in [
                AVERAGE_PRECISION,
                AVERAGE_PRECISION_STEP,
                AVERAGE_PRECISION_PROCEEDINGS,
                CONFIDENCE_WEIGHTED_SCORE,
            ] {
                let ours = of(&measure, &counted);
                let mut sum = 0.0;
                for group in 0..groups.len() {
                    for pair in 0..groups[group].len() {
                        let moved = |by: f64| {
                            let mut weighted = weighted.clone();
                            weighted[group][pair].1 += by;
                            tied(&measure, &weighted)
                        };
                        let slope = (moved(1e-4) - moved(-1e-4)) / 2e-4;
                        let ours = ours[group][usize::from(groups[group][pair])];
                        prop_assert!((ours - slope).abs() < 1e-6, "{} {ours} {slope}", measure.key);
                        sum += ours;
                    }
                }
                prop_assert!(sum.abs() < 1e-12);
            }
        }
    }
}
