//! Kendall's tau-b of two rankings, and what swaps between them.

use std::cmp::Ordering;

use crate::measures::{Better, Measure, Style};
use crate::undefined::{Undefined, Value};

/// Kendall's tau-b.
pub const KENDALL_TAU: Measure = Measure {
    key: "kendall_tau",
    better: Better::Higher,
    name: "Kendall's tau-b",
    definition: "How similarly two answer keys rank the systems: pairs of systems in the same order, minus those in \
                 opposite order, as a share of all pairs that are not tied.",
    formula: "tau_b = (C - D) / sqrt((P - T1)(P - T2)), with C and D the pairs in the same and in \
              opposite order, P all pairs, T1 and T2 those tied in the first and in the second \
              ranking",
    range: "-1 to 1; 1 for the same order, -1 for the reverse",
    undefined: "if there are fewer than two systems, and if a ranking ties all of them",
    source: "Not in the papers: Kendall 1945; V08 section 2.2 compares rankings",
    style: Style::Bits,
    ..Measure::OF_PEOPLE
};

/// Kendall's tau-b of the items' two scores each. The time grows with the square of the items, which
/// are systems.
///
/// # Errors
/// [`Undefined::TooFewRanked`] on fewer than two items, [`Undefined::AllTied`] where all have one score.
pub fn kendall_tau(scores: &[(f64, f64)]) -> Value {
    if scores.len() < 2 {
        return Err(Undefined::TooFewRanked);
    }
    let (mut same, mut opposite) = (0u64, 0u64);
    let (mut first, mut second) = (0u64, 0u64);
    for (_, _, orders) in ordered(scores) {
        first += u64::from(orders.0 != Ordering::Equal);
        second += u64::from(orders.1 != Ordering::Equal);
        if orders.0 != Ordering::Equal && orders.1 != Ordering::Equal {
            let count = if orders.0 == orders.1 { &mut same } else { &mut opposite };
            *count += 1;
        }
    }
    if first == 0 || second == 0 {
        return Err(Undefined::AllTied);
    }
    Ok((same as f64 - opposite as f64) / (first as f64).sqrt() / (second as f64).sqrt())
}

/// The items, two by two, that the two scores put in opposite order: numbers of a lower and a higher
/// item of the list. A tie in one of the two is no swap.
#[must_use]
pub fn swapped(scores: &[(f64, f64)]) -> Vec<(usize, usize)> {
    let opposite = |orders: (Ordering, Ordering)| {
        orders.0 != Ordering::Equal && orders.0 == orders.1.reverse()
    };
    let swapped = ordered(scores).filter(|(_, _, orders)| opposite(*orders));
    swapped.map(|(first, second, _)| (first, second)).collect()
}

/// Every two items with their order under both scores.
fn ordered(scores: &[(f64, f64)]) -> impl Iterator<Item = (usize, usize, (Ordering, Ordering))> {
    let compare = |a: f64, b: f64| a.partial_cmp(&b).unwrap_or(Ordering::Equal);
    scores.iter().enumerate().flat_map(move |(at, first)| {
        scores[..at].iter().enumerate().map(move |(before, second)| {
            (before, at, (compare(second.0, first.0), compare(second.1, first.1)))
        })
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The official ranking of V08 and another, as scores.
    fn against_official(ranking: &str) -> Vec<(f64, f64)> {
        let rank = |ranking: &str, run| -(ranking.find(run).unwrap() as f64);
        "ABCDEFGHIJKL".chars().map(|run| (rank("ABCDEFGHIJKL", run), rank(ranking, run))).collect()
    }

    // scipy.stats.kendalltau(range(12), [ranking.index(run) for run in 'ABCDEFGHIJKL']).statistic
    #[test]
    fn the_rankings_that_voorhees_prints() {
        let tau = |ranking| kendall_tau(&against_official(ranking)).unwrap();
        assert!((tau("BADCFEGKHLIJ") - 0.7575757575757575).abs() < 1e-12);
        assert!((tau("ABCDEFGHKIJL") - 0.9393939393939392).abs() < 1e-12);
        assert!((tau("ABCDEHIJGKFL") - 0.7575757575757575).abs() < 1e-12);
        // K moves before I and J.
        assert_eq!(swapped(&against_official("ABCDEFGHKIJL")), [(8, 10), (9, 10)]);
    }

    // scipy.stats.kendalltau([.9,.8,.8,.5,.5,.1], [.7,.9,.6,.6,.2,.2]).statistic
    #[test]
    fn ties_in_both() {
        let first = [0.9, 0.8, 0.8, 0.5, 0.5, 0.1];
        let second = [0.7, 0.9, 0.6, 0.6, 0.2, 0.2];
        let scores: Vec<(f64, f64)> = first.into_iter().zip(second).collect();
        assert!((kendall_tau(&scores).unwrap() - 0.6923076923076924).abs() < 1e-12);
        assert_eq!(swapped(&scores), [(0, 1)]);
    }

    #[test]
    fn no_tau_of_one_or_of_ties() {
        assert_eq!(kendall_tau(&[(1.0, 1.0)]), Err(Undefined::TooFewRanked));
        assert_eq!(kendall_tau(&[(1.0, 1.0), (1.0, 2.0)]), Err(Undefined::AllTied));
    }

    proptest! {
        #[test]
        fn tau_is_symmetric_and_1_with_itself(scores in proptest::collection::vec((0u8..6, 0u8..6), 2..12)) {
            let scores: Vec<(f64, f64)> =
                scores.into_iter().map(|(a, b)| (f64::from(a), f64::from(b))).collect();
            let turned: Vec<_> = scores.iter().map(|(a, b)| (*b, *a)).collect();
            let own: Vec<_> = scores.iter().map(|(a, _)| (*a, *a)).collect();
            if let (Ok(tau), Ok(other)) = (kendall_tau(&scores), kendall_tau(&turned)) {
                prop_assert!((tau - other).abs() < 1e-12);
                prop_assert!(tau.abs() <= 1.0 + 1e-12);
            }
            if let Ok(tau) = kendall_tau(&own) {
                prop_assert!((tau - 1.0).abs() < 1e-12);
            }
            prop_assert!(swapped(&own).is_empty());
        }
    }
}
