//! Empirical-Bayes estimates of the shares of small groups.

use std::collections::BTreeMap;

use thiserror::Error;

use crate::hyper_prior::{Grid, Likelihood};
use crate::{ConfidenceLevel, Interval, beta};

/// Empirical-Bayes estimates of the shares of several groups.
#[derive(Debug, Clone, PartialEq)]
pub struct EmpiricalBayes {
    /// The estimated mean of the shares of all groups, from 0 to 1, including groups that were not observed.
    pub mean: f64,
    /// The estimated share of each group with its interval, in the order of the groups. For a group without units, those
    /// of a new group.
    pub estimates: Vec<(f64, Interval)>,
}

/// The reason why no prior can be fitted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Error)]
pub enum NoPrior {
    /// Fewer than two groups have units.
    #[error("fewer than two groups have units")]
    FewGroups,
    /// All units of all groups are right, or none is.
    #[error("all units of the groups are correct, or none is")]
    Constant,
}

/// Empirical-Bayes estimates of the shares of groups that belong together. Each group is given by its right units and its
/// units; of several runs, by their means over the runs. The distribution of the shares is estimated from all groups, so
/// that the estimate of a group with few units is close to the mean of all groups, and that of a group with many units
/// close to its own share.
///
/// The shares are taken to follow a Beta distribution with unknown mean and spread. All such distributions are weighted by
/// how well they explain the groups, so that the intervals also hold with a handful of groups. The time grows with the
/// number of different counts.
///
/// # Formula
/// With mean m and intra-class correlation r (0: all groups alike, 1: each group all right or all wrong), both
/// uniform in (0, 1) before anything is seen, `alpha = m (1/r - 1)`, `beta = (1 - m)(1/r - 1)`, and x right
/// of n in each group, (m, r) has a weight proportional to the product over groups of `B(alpha + x,
/// beta + n - x) / B(alpha, beta)`. The estimate is the weighted mean of `(x + alpha) / (n + alpha +
/// beta)`; the interval holds the quantiles of the Beta distribution that has the mean and the variance of
/// the weighted mixture of Beta(alpha + x, beta + n - x).
///
/// # Errors
/// [`NoPrior::FewGroups`] if fewer than two groups have units; [`NoPrior::Constant`] if all units are right or none is.
///
/// # References
/// Morris 1983; Christiansen and Morris 1997 (posterior moments matched); Kass and Steffey 1989.
pub fn empirical_bayes(
    groups: &[[f64; 2]],
    level: ConfidenceLevel,
) -> Result<EmpiricalBayes, NoPrior> {
    let with_units = groups.iter().filter(|[_, units]| *units > 0.0);
    if with_units.clone().count() < 2 {
        return Err(NoPrior::FewGroups);
    }
    let right: f64 = with_units.clone().map(|[right, _]| right).sum();
    let units: f64 = with_units.clone().map(|[_, units]| units).sum();
    if right == 0.0 || right == units {
        return Err(NoPrior::Constant);
    }
    let grid = Grid::new(&Likelihood::new(groups));
    let mut known: BTreeMap<[u64; 2], (f64, Interval)> = BTreeMap::new();
    let mut estimate = |group: &[f64; 2]| {
        let posterior = || interval(grid.posterior(*group), level);
        *known.entry(group.map(f64::to_bits)).or_insert_with(posterior)
    };
    let estimates = groups.iter().map(&mut estimate).collect();
    Ok(EmpiricalBayes { mean: grid.mean(), estimates })
}

/// The mean, and the interval of the Beta distribution with a mean and a variance.
fn interval([mean, variance]: [f64; 2], level: ConfidenceLevel) -> (f64, Interval) {
    /// The highest concentration: from here on the width is below what is shown.
    const HIGHEST: f64 = 1e12;
    let concentration = (mean * (1.0 - mean) / variance - 1.0).clamp(1e-3, HIGHEST);
    let (right, wrong) = (mean * concentration, (1.0 - mean) * concentration);
    let quantile = |p| beta::quantile(right, wrong, p);
    let (lower, upper) = (quantile(level.tail()), quantile(1.0 - level.tail()));
    (mean, Interval { lower: lower.min(mean), upper: upper.max(mean) })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(groups: &[(u64, u64)]) -> Result<EmpiricalBayes, NoPrior> {
        let groups: Vec<[f64; 2]> =
            groups.iter().map(|&(right, units)| [right as f64, units as f64]).collect();
        empirical_bayes(&groups, ConfidenceLevel::NINETY_FIVE)
    }

    #[test]
    fn as_scipy_integrates_it() {
        // x, n = numpy.array([[2, 9, 1, 30, 0, 5], [3, 10, 4, 33, 2, 11]])
        // m, r = numpy.meshgrid(*2 * [(numpy.arange(1000) + .5) / 1000]); k = 1 / r - 1; a, b = m * k, (1 - m) * k
        // l = sum(betaln(a + i, b + j - i) - betaln(a, b) for i, j in zip(x, n)); w = numpy.exp(l - l.max()); w /= w.sum()
        // e = [(w * (a + i) / (k + j)).sum() for i, j in zip(x, n)]
        // v = [(w * (a + i) * (a + i + 1) / (k + j) / (k + j + 1)).sum() - y**2 for i, j, y in zip(x, n, e)]
        // f = e[0] * (1 - e[0]) / v[0] - 1; scipy.stats.beta.ppf([.025, .975], e[0] * f, (1 - e[0]) * f)
        let ours = of(&[(2, 3), (9, 10), (1, 4), (30, 33), (0, 2), (5, 11)]).unwrap();
        for ((estimate, _), expected) in ours.estimates.iter().zip(EXPECTED) {
            assert!((estimate - expected).abs() < 2e-3, "{estimate} {expected}");
        }
        let (_, interval) = ours.estimates[0];
        assert!((interval.lower - ENDS[0]).abs() < 5e-3, "{interval:?}");
        assert!((interval.upper - ENDS[1]).abs() < 5e-3, "{interval:?}");
    }

    #[test]
    fn two_alike_groups_as_a_sum_over_log_odds_has_them() {
        // t, u = numpy.meshgrid(numpy.arange(-23, 23.05, .1), numpy.arange(-20, 20.02, .05), indexing="ij")
        // c, m, o = exp(-t), 1 / (1 + exp(-u)), 1 / (1 + exp(u)); ris = lambda x, k: sum(log(x + j) for j in range(k))
        // l = sum(ris(m * c, x) + ris(o * c, n - x) - ris(c, n) for x, n in [(54, 74), (57, 74)])
        // l -= log1p(exp(-t)) + log1p(exp(t)) + log1p(exp(-u)) + log1p(exp(u)); w = exp(l - l.max()); w /= w.sum()
        // (w * (54 + m * c) / (74 + c)).sum()
        // The same of 1, 0 and 3 of 1, 2 and 5, and of 0 and 1 of 1 (.75).
        let first = |groups: &[(u64, u64)], at: usize| of(groups).unwrap().estimates[at].0;
        assert!((first(&[(54, 74), (57, 74)], 0) - 0.729_264_316_4).abs() < 1e-10);
        assert!((first(&[(1, 1), (0, 2), (3, 5)], 0) - 0.677_506_259_70).abs() < 1e-10);
        assert!((first(&[(0, 1), (1, 1)], 1) - 0.75).abs() < 1e-10);
    }

    #[test]
    fn alike_groups_shrink_to_their_mean_and_keep_a_width() {
        let ours = of(&[(7, 10), (14, 20), (0, 0), (70, 100), (700, 1000)]).unwrap();
        assert!((ours.mean - 0.7).abs() < 0.1, "{ours:?}");
        for (estimate, interval) in ours.estimates {
            assert!((estimate - 0.7).abs() < 0.08, "{estimate}");
            assert!(interval.contains(0.7) && interval.width() > 0.04);
        }
    }

    #[test]
    fn counts_of_any_size() {
        let ours = of(&[(700_000, 1_000_000), (9_000, 10_000), (1, 2)]).unwrap();
        assert!((ours.estimates[0].0 - 0.7).abs() < 1e-4, "{ours:?}");
        assert!(ours.estimates[0].1.width() < 0.003 && ours.estimates[2].1.width() > 0.3);
    }

    /// The prior of ten thousand groups is found where it is: Beta(7, 3) has a mean of 0.7.
    #[test]
    fn many_groups_tell_the_prior() {
        let groups: Vec<(u64, u64)> =
            (0..10_000).map(|number| ([1, 2, 3, 3, 4, 4, 5, 5, 5, 3][number % 10], 5)).collect();
        let ours = of(&groups).unwrap();
        assert!((ours.mean - 0.7).abs() < 0.003, "{}", ours.mean);
        let (estimate, interval) = ours.estimates[0];
        assert!(
            (0.3..0.65).contains(&estimate) && interval.width() > 0.2,
            "{estimate} {interval:?}"
        );
    }

    /// Where groups vary by little more than chance, the peak of the correlation is narrow beside its tail.
    #[test]
    fn a_narrow_peak_with_a_long_tail_is_not_missed() {
        // The sum of the test above, with t from -24 to 24 in steps of .02, and u in steps of a fifth of its deviation.
        let of_counts = |counts: &[usize], right: u64| {
            let units = counts.len() as u64 - 1;
            let mut groups = vec![(right, units)];
            for (right, times) in (0..).zip(counts) {
                let times = if right == groups[0].0 { times - 1 } else { *times };
                groups.extend(std::iter::repeat_n((right, units), times));
            }
            of(&groups).unwrap().estimates[0].0
        };
        let small = [7, 43, 192, 470, 724, 564];
        assert!((of_counts(&small, 0) - 0.603_475_752_50).abs() < 1e-9);
        assert!((of_counts(&small, 5) - 0.804_366_821_14).abs() < 1e-9);
        let large = [0, 0, 1, 2, 4, 7, 13, 20, 28, 34, 35, 28, 18, 8, 2];
        assert!((of_counts(&large, 2) - 0.434_901_879_80).abs() < 1e-9);
    }

    #[test]
    fn each_undefined_case_has_its_reason() {
        assert_eq!(of(&[(1, 2)]), Err(NoPrior::FewGroups));
        assert_eq!(of(&[(1, 2), (0, 0)]), Err(NoPrior::FewGroups));
        assert_eq!(of(&[(2, 2), (5, 5)]), Err(NoPrior::Constant));
        assert_eq!(of(&[(0, 2), (0, 5)]), Err(NoPrior::Constant));
        assert!(of(&[(0, 2), (5, 5)]).is_ok());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn estimates_lie_in_their_intervals_and_ask_for_no_order(
            groups in proptest::collection::vec((0u64..30, 1u64..30), 2..8)
        ) {
            let mut groups: Vec<(u64, u64)> = groups.into_iter().map(|(x, n)| (x.min(n), n)).collect();
            if let Ok(ours) = of(&groups) {
                for (estimate, interval) in &ours.estimates {
                    prop_assert!(0.0 <= interval.lower && interval.upper <= 1.0);
                    prop_assert!(interval.contains(*estimate) && interval.width() > 0.0);
                }
                groups.reverse();
                let mut reversed = of(&groups).unwrap();
                reversed.estimates.reverse();
                prop_assert_eq!(reversed, ours);
            }
        }
    }

    const EXPECTED: [f64; 6] = [0.630311, 0.834116, 0.379439, 0.883326, 0.311771, 0.482677];
    const ENDS: [f64; 2] = [0.222163, 0.944555];
}
