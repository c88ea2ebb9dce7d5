//! The interval of a share of pairs that come in clusters.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{ConfidenceLevel, Interval, PooledClusters, normal};
use crate::undefined::{Proportion, Undefined};

/// A share of pairs with its interval, and how it moves with each cluster.
#[derive(Debug, Clone, PartialEq)]
pub struct ClusteredShare {
    /// The share, in 0 to 1.
    pub estimate: f64,
    /// Its interval.
    pub interval: Interval,
    /// As many independent pairs as would tell as much: at most the pairs there are.
    pub effective_pairs: f64,
    /// For each distinct vector of the clusters, in their order, the change of the share that one such
    /// cluster makes, linearised.
    pub(super) influences: Vec<f64>,
}

/// The interval of a share of pairs that may come in clusters: Agresti and Coull's, with the effective
/// number of pairs in the place of their number. It lies within [0, 1], has a width where all pairs are
/// right, and holds with any number of clusters, one included.
///
/// `share` gives what is counted of a cluster: the pairs, and those of them that are right.
///
/// # Formula
/// `p' +- z sqrt(p'(1-p')/n')` with `n' = n + z^2` and `p' = (n p + z^2/2) / n'`, z the normal quantile of
/// the level (1.96 at 95 %). n is the number of pairs where no cluster has two of them. Otherwise it is `N
/// / d (z/t)^2`, with d the design effect: the jackknife variance over clusters by that of N independent
/// pairs, 1 at the least; and t the quantile of Student's distribution at m - 1 degrees of freedom, with `m
/// = N^2 / (sum of squared cluster sizes)`. m is also the least that n can be, since the pairs of a cluster
/// cannot be more than all alike; and n is m where all pairs are right or none is, so that nothing shows
/// how alike they are. Of several runs N counts each pair once, d may be as low as 1 by the number of runs, and n as high
/// as the number of answers, since the mean over runs varies less than one run does. Runs are as one where their right
/// pairs are, in every cluster, a multiple of the runs, as of runs that are all right on the same pairs.
///
/// # Errors
/// [`Undefined::NoPairs`].
///
/// # References
/// Agresti and Coull 1998; Korn and Graubard 1998 (effective number); Kish 1965; Dean and Pagano 2015
/// compare such intervals.
pub fn clustered_share(
    clusters: &PooledClusters,
    share: impl Fn(&[u32]) -> Proportion,
    level: ConfidenceLevel,
) -> Result<ClusteredShare, Undefined> {
    weighted_share(clusters, share, 1.0, level)
}

/// The same of pairs that weigh `unit` each, of which there are then as many as would tell as much if each weighed the same
/// (Kish 1965: the square of the sum of weights by the sum of their squares).
///
/// # Errors
/// As [`clustered_share`].
pub(crate) fn weighted_share(
    clusters: &PooledClusters,
    share: impl Fn(&[u32]) -> Proportion,
    unit: f64,
    level: ConfidenceLevel,
) -> Result<ClusteredShare, Undefined> {
    // Several runs answer the same pairs: each pair counts once, and is right in a share of the runs.
    let counted = clusters.times();
    let mut answers_a_pair = 1.0;
    let seen: Vec<(f64, f64, f64)> = clusters
        .iter()
        .map(|(counts, times)| {
            let Proportion { numerator, denominator } = share(counts);
            if !numerator.is_multiple_of(counted) {
                answers_a_pair = counted as f64;
            }
            let mean = |count: u64| count as f64 * unit / counted as f64;
            (mean(numerator), mean(denominator), times as f64)
        })
        .collect();
    let total = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        seen.iter().map(|(right, pairs, times)| times * of(*right, *pairs)).sum()
    };
    let (right, pairs) = (total(&|right, _| right), total(&|_, pairs| pairs));
    if pairs == 0.0 {
        return Err(Undefined::NoPairs);
    }
    let estimate = right / pairs;
    let influence = |(right, of, _): &(f64, f64, f64)| (right - estimate * of) / pairs;
    let influences = seen.iter().map(influence).collect();
    let squares = total(&|_, pairs| pairs * pairs);
    let effective_pairs = if squares <= pairs && answers_a_pair == 1.0 {
        pairs
    } else {
        let count = total(&|_, pairs| if pairs > 0.0 { 1.0 } else { 0.0 });
        // Without a cluster that holds all pairs, there is no jackknife; it is then cut off below.
        let residual = |right: f64, of: f64| {
            (right - estimate * of) / (1.0 - of / pairs).max(f64::EPSILON) / pairs
        };
        let variance = (count - 1.0) / count * total(&|right, of| residual(right, of).powi(2));
        effective([pairs, pairs * answers_a_pair], squares, estimate, variance, level)
    };
    Ok(ClusteredShare {
        estimate,
        interval: agresti_coull(estimate, effective_pairs, level),
        effective_pairs,
        influences,
    })
}

/// The effective number of pairs: of all, and at most as many as there are answers.
fn effective(
    [pairs, answers]: [f64; 2],
    squares: f64,
    share: f64,
    variance: f64,
    level: ConfidenceLevel,
) -> f64 {
    let clusters = (pairs * pairs / squares).min(pairs);
    if share <= 0.0 || share >= 1.0 || clusters < 1.5 {
        return clusters;
    }
    let independent = share * (1.0 - share) / (pairs - 1.0);
    // Several runs may tell more than one does, and pairs of a cluster no more than independent ones.
    let design_effect = (variance / independent).max(pairs / answers);
    let student = StudentsT::new(0.0, 1.0, clusters - 1.0);
    let ratio = student.map_or(0.0, |student| {
        normal::quantile(1.0 - level.tail()) / student.inverse_cdf(1.0 - level.tail())
    });
    (pairs / design_effect * ratio * ratio).clamp(clusters, answers)
}

/// Agresti and Coull's interval of a share of so many pairs, which need be no whole number.
fn agresti_coull(share: f64, pairs: f64, level: ConfidenceLevel) -> Interval {
    let z = -normal::quantile(level.tail());
    let more = pairs + z * z;
    let centre = (share * pairs + z * z / 2.0) / more;
    let half = z * (centre * (1.0 - centre) / more).sqrt();
    Interval { lower: (centre - half).max(0.0), upper: (centre + half).min(1.0) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64;

    use super::*;

    fn of<const N: usize>(clusters: [([u32; 2], u64); N]) -> ClusteredShare {
        let clusters = PooledClusters::new(2, clusters).unwrap();
        clustered_share(&clusters, counted, ConfidenceLevel::NINETY_FIVE).unwrap()
    }

    fn counted(counts: &[u32]) -> Proportion {
        Proportion { numerator: counts[0].into(), denominator: counts[1].into() }
    }

    #[test]
    fn independent_pairs_as_statsmodels_has_them() {
        // from statsmodels.stats.proportion import proportion_confint
        // proportion_confint(35, 60, method="agresti_coull"), and 10 of 10, cut off at 1:
        // where the formula gives 1.04
        let ours = of([([1, 1], 35), ([0, 1], 25)]);
        assert!((ours.interval.lower - 0.457_183_233_7).abs() < 1e-9, "{ours:?}");
        assert!((ours.interval.upper - 0.699_454_790_9).abs() < 1e-9, "{ours:?}");
        assert_eq!(ours.effective_pairs, 60.0);
        let ours = of([([1, 1], 10)]);
        assert!((ours.interval.lower - 0.679_112_694_2).abs() < 1e-9, "{ours:?}");
        assert_eq!(ours.interval.upper, 1.0);
    }

    #[test]
    fn effective_pairs_by_hand() {
        // Twenty clusters of two copies each: the jackknife variance is that of a mean of 20,
        // 19/20 * 20 * (1/2 / (19/20) / 20)^2 = 1/76, against 1/4 / 39: d = 39/19. m = 20, t = 2.093024054408263
        // (scipy.stats.t.ppf(.975, 19)): 40 / d * (1.959963984540054 / t)^2 = 17.09, and m is more: 20.
        let ours = of([([2, 2], 10), ([0, 2], 10)]);
        assert!((ours.effective_pairs - 20.0).abs() < 1e-12, "{ours:?}");
        // Forty clusters of two with one right, and twenty of each other kind: 40 clusters are off by 1, so
        // that d = 40 * 80/79 / 160**2 / (1/4 / 159) = 1.006329, and
        // 160 / d * (1.959963984540054 / scipy.stats.t.ppf(.975, 79))**2 = 154.1606
        let ours = of([([1, 2], 40), ([2, 2], 20), ([0, 2], 20)]);
        assert!((ours.effective_pairs - 154.1606).abs() < 1e-3, "{ours:?}");
        // All right, in four clusters of 1, 1, 1 and 5: 64 / 28.
        let ours = of([([1, 1], 3), ([5, 5], 1)]);
        assert!((ours.effective_pairs - 64.0 / 28.0).abs() < 1e-12, "{ours:?}");
    }

    /// Scores of thirds and quarters, each pair counted twelve times: how often the interval holds the true mean.
    #[test]
    fn the_interval_of_a_mean_score_holds_it_as_often_as_it_says() {
        let mut random = Pcg64::seed_from_u64(1);
        // Twelfths that are drawn with the same probability, and their mean.
        let worlds: [(&[u32], f64); 3] = [
            (&[0, 3, 6, 9, 12], 0.5),
            (&[0, 4, 4, 8, 8, 12, 12, 12, 12, 12], 0.7),
            (&[6, 8, 9, 9, 9, 12, 12, 12, 12, 12], 101.0 / 120.0),
        ];
        for (scores, mean) in worlds {
            for (pairs, least, most) in [(10, 0.92, 0.98), (30, 0.93, 0.97), (100, 0.93, 0.97)] {
                let samples = 2_000;
                let mut holding = 0;
                for _ in 0..samples {
                    let drawn =
                        (0..pairs).map(|_| ([scores[random.random_range(0..scores.len())], 12], 1));
                    let clusters = PooledClusters::new(2, drawn).unwrap().counted(12);
                    let level = ConfidenceLevel::NINETY_FIVE;
                    let found = clustered_share(&clusters, counted, level).unwrap().interval;
                    holding += i32::from(found.contains(mean));
                }
                let share = f64::from(holding) / f64::from(samples);
                assert!((least..=most).contains(&share), "{mean} {pairs}: {share}");
            }
        }
    }

    #[test]
    fn one_large_cluster_tells_little() {
        let ours = of([([2_500, 5_000], 1), ([1, 1], 10), ([0, 1], 10)]);
        assert!(ours.effective_pairs < 1.02 && ours.interval.width() > 0.7, "{ours:?}");
        assert!(of([([3, 4], 1)]).interval.width() > 0.7);
        let none = PooledClusters::new(2, [([0, 0], 3)]).unwrap();
        let none = clustered_share(&none, counted, ConfidenceLevel::NINETY_FIVE);
        assert_eq!(none, Err(Undefined::NoPairs));
    }

    proptest! {
        #[test]
        fn the_interval_holds_the_share_and_lies_in_0_to_1(
            clusters in proptest::collection::vec((0u32..4, 1u32..5, 1u64..20), 1..8),
            level in 0.05f64..0.999,
        ) {
            let clusters = clusters.into_iter().map(|(right, pairs, times)| ([right.min(pairs), pairs], times));
            let clusters = PooledClusters::new(2, clusters).unwrap();
            let ours = clustered_share(&clusters, counted, ConfidenceLevel::new(level).unwrap()).unwrap();
            prop_assert!(0.0 <= ours.interval.lower && ours.interval.upper <= 1.0);
            prop_assert!(ours.interval.contains(ours.estimate), "{:?}", ours);
            prop_assert!(ours.interval.width() > 0.0);
            prop_assert!((1.0..=clusters.sums()[1] as f64).contains(&ours.effective_pairs));
        }
    }
}
