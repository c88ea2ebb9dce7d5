//! The interval of a share of units in clusters.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::undefined::{Proportion, Undefined};
use crate::{ConfidenceLevel, Interval, PooledClusters, normal};

/// A share of units in clusters, with its interval.
#[derive(Debug, Clone, PartialEq)]
pub struct ClusteredShare {
    /// The share, from 0 to 1.
    pub estimate: f64,
    /// The interval of the share, within 0 to 1.
    pub interval: Interval,
    /// The effective number of units: the number of independent units that would give as wide an interval. Of one run, at
    /// most the number of units.
    pub effective_units: f64,
    /// For each different vector of the clusters, in their order, the linearised change of the share by one cluster.
    pub(crate) influences: Vec<f64>,
}

/// The interval of a share of units that may come in clusters: Agresti and Coull's, with the effective number of units
/// instead of their number. It lies within 0 to 1, has a width also if all units are right, and needs no minimum number of
/// clusters.
///
/// `share` returns the right units and all units that the counts of a cluster count, over all runs.
///
/// # Formula
/// `p' +- z sqrt(p'(1-p')/n')` with `n' = n + z^2` and `p' = (n p + z^2/2) / n'`, z the normal quantile of
/// the level (1.96 at 95 %). n is the number of units if no cluster has two of them. Otherwise it is `N
/// / d (z/t)^2`, with d the design effect: the jackknife variance over clusters by that of N independent
/// units, 1 at the least; and t the quantile of Student's distribution at m - 1 degrees of freedom, with `m
/// = N^2 / (sum of squared cluster sizes)`. m is also the lower bound of n, which it reaches if all units of each cluster
/// are alike; and n is m if all units are right or none is, because nothing then shows how alike the units of a cluster
/// are. With several runs, N counts each unit once, d may be as low as 1 divided by the number of runs, and n as high as
/// the number of outcomes of all runs, because the mean over runs varies less than one run does. Runs count as one run if
/// the right units of every cluster are a multiple of the number of runs, as for runs that are right on the same units.
///
/// # Errors
/// [`Undefined::NoUnits`] if no unit is counted.
///
/// # References
/// Agresti and Coull 1998; Korn and Graubard 1998 (effective number); Kish 1965; Dean and Pagano 2015
/// compare such intervals.
pub fn clustered_share<P: Into<Proportion>>(
    clusters: &PooledClusters,
    share: impl Fn(&[u32]) -> P,
    level: ConfidenceLevel,
) -> Result<ClusteredShare, Undefined> {
    weighted_share(clusters, share, 1.0, level)
}

/// [`clustered_share`] of weighted units. One count is the weight `unit`, which scales weights so that their sum is the
/// effective number of units (the squared sum of weights, divided by the sum of squared weights).
///
/// # Errors
/// As [`clustered_share`].
///
/// # References
/// Kish 1965.
pub fn weighted_share<P: Into<Proportion>>(
    clusters: &PooledClusters,
    share: impl Fn(&[u32]) -> P,
    unit: f64,
    level: ConfidenceLevel,
) -> Result<ClusteredShare, Undefined> {
    // Several runs have the same units: each unit counts once, and is right in a share of the runs.
    let counted = clusters.times();
    let mut outcomes_a_unit = 1.0;
    let seen: Vec<(f64, f64, f64)> = clusters
        .iter()
        .map(|(counts, times)| {
            let Proportion { numerator, denominator } = share(counts).into();
            if !numerator.is_multiple_of(counted) {
                outcomes_a_unit = counted as f64;
            }
            let mean = |count: u64| count as f64 * unit / counted as f64;
            (mean(numerator), mean(denominator), times as f64)
        })
        .collect();
    let total = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        seen.iter().map(|(right, units, times)| times * of(*right, *units)).sum()
    };
    let (right, units) = (total(&|right, _| right), total(&|_, units| units));
    if units == 0.0 {
        return Err(Undefined::NoUnits);
    }
    let estimate = right / units;
    let influence = |(right, of, _): &(f64, f64, f64)| (right - estimate * of) / units;
    let influences = seen.iter().map(influence).collect();
    let squares = total(&|_, units| units * units);
    let effective_units = if squares <= units && outcomes_a_unit == 1.0 {
        units
    } else {
        let count = total(&|_, units| if units > 0.0 { 1.0 } else { 0.0 });
        // Without a cluster that holds all units, there is no jackknife; it is then cut off below.
        let residual = |right: f64, of: f64| {
            (right - estimate * of) / (1.0 - of / units).max(f64::EPSILON) / units
        };
        let variance = (count - 1.0) / count * total(&|right, of| residual(right, of).powi(2));
        effective([units, units * outcomes_a_unit], squares, estimate, variance, level)
    };
    Ok(ClusteredShare {
        estimate,
        interval: agresti_coull(estimate, effective_units, level),
        effective_units,
        influences,
    })
}

/// The effective number of units, from that of clusters up to the number of outcomes.
fn effective(
    [units, outcomes]: [f64; 2],
    squares: f64,
    share: f64,
    variance: f64,
    level: ConfidenceLevel,
) -> f64 {
    let clusters = (units * units / squares).min(units);
    if share <= 0.0 || share >= 1.0 || clusters < 1.5 {
        return clusters;
    }
    let independent = share * (1.0 - share) / (units - 1.0);
    // Several runs may carry more information than one, and clustered units at most as much as independent ones.
    let design_effect = (variance / independent).max(units / outcomes);
    let student = StudentsT::new(0.0, 1.0, clusters - 1.0);
    let ratio = student.map_or(0.0, |student| {
        normal::quantile(1.0 - level.tail()) / student.inverse_cdf(1.0 - level.tail())
    });
    (units / design_effect * ratio * ratio).clamp(clusters, outcomes)
}

/// Agresti and Coull's interval of a share of `units` units, not necessarily a whole number.
fn agresti_coull(share: f64, units: f64, level: ConfidenceLevel) -> Interval {
    let z = -normal::quantile(level.tail());
    let more = units + z * z;
    let centre = (share * units + z * z / 2.0) / more;
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
    fn independent_units_as_statsmodels_has_them() {
        // from statsmodels.stats.proportion import proportion_confint
        // proportion_confint(35, 60, method="agresti_coull"), and 10 of 10, cut off at 1:
        // where the formula gives 1.04
        let ours = of([([1, 1], 35), ([0, 1], 25)]);
        assert!((ours.interval.lower - 0.457_183_233_7).abs() < 1e-9, "{ours:?}");
        assert!((ours.interval.upper - 0.699_454_790_9).abs() < 1e-9, "{ours:?}");
        assert_eq!(ours.effective_units, 60.0);
        let ours = of([([1, 1], 10)]);
        assert!((ours.interval.lower - 0.679_112_694_2).abs() < 1e-9, "{ours:?}");
        assert_eq!(ours.interval.upper, 1.0);
    }

    #[test]
    fn effective_units_by_hand() {
        // Twenty clusters of two copies each: the jackknife variance is that of a mean of 20,
        // 19/20 * 20 * (1/2 / (19/20) / 20)^2 = 1/76, against 1/4 / 39: d = 39/19. m = 20, t = 2.093024054408263
        // (scipy.stats.t.ppf(.975, 19)): 40 / d * (1.959963984540054 / t)^2 = 17.09, and m is more: 20.
        let ours = of([([2, 2], 10), ([0, 2], 10)]);
        assert!((ours.effective_units - 20.0).abs() < 1e-12, "{ours:?}");
        // Forty clusters of two with one right, and twenty of each other kind: 40 clusters are off by 1, so
        // that d = 40 * 80/79 / 160**2 / (1/4 / 159) = 1.006329, and
        // 160 / d * (1.959963984540054 / scipy.stats.t.ppf(.975, 79))**2 = 154.1606
        let ours = of([([1, 2], 40), ([2, 2], 20), ([0, 2], 20)]);
        assert!((ours.effective_units - 154.1606).abs() < 1e-3, "{ours:?}");
        // All right, in four clusters of 1, 1, 1 and 5: 64 / 28.
        let ours = of([([1, 1], 3), ([5, 5], 1)]);
        assert!((ours.effective_units - 64.0 / 28.0).abs() < 1e-12, "{ours:?}");
    }

    /// Scores of thirds and quarters, each unit counted twelve times: how often the interval holds the true mean.
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
            for (units, least, most) in [(10, 0.92, 0.98), (30, 0.93, 0.97), (100, 0.93, 0.97)] {
                let samples = 2_000;
                let mut holding = 0;
                for _ in 0..samples {
                    let drawn =
                        (0..units).map(|_| ([scores[random.random_range(0..scores.len())], 12], 1));
                    let clusters = PooledClusters::new(2, drawn).unwrap().counted(12);
                    let level = ConfidenceLevel::NINETY_FIVE;
                    let found = clustered_share(&clusters, counted, level).unwrap().interval;
                    holding += i32::from(found.contains(mean));
                }
                let share = f64::from(holding) / f64::from(samples);
                assert!((least..=most).contains(&share), "{mean} {units}: {share}");
            }
        }
    }

    #[test]
    fn one_large_cluster_tells_little() {
        let ours = of([([2_500, 5_000], 1), ([1, 1], 10), ([0, 1], 10)]);
        assert!(ours.effective_units < 1.02 && ours.interval.width() > 0.7, "{ours:?}");
        assert!(of([([3, 4], 1)]).interval.width() > 0.7);
        let none = PooledClusters::new(2, [([0, 0], 3)]).unwrap();
        let none = clustered_share(&none, counted, ConfidenceLevel::NINETY_FIVE);
        assert_eq!(none, Err(Undefined::NoUnits));
    }

    proptest! {
        #[test]
        fn the_interval_holds_the_share_and_lies_in_0_to_1(
            clusters in proptest::collection::vec((0u32..4, 1u32..5, 1u64..20), 1..8),
            level in 0.05f64..0.999,
        ) {
            let clusters = clusters.into_iter().map(|(right, units, times)| ([right.min(units), units], times));
            let clusters = PooledClusters::new(2, clusters).unwrap();
            let ours = clustered_share(&clusters, counted, ConfidenceLevel::new(level).unwrap()).unwrap();
            prop_assert!(0.0 <= ours.interval.lower && ours.interval.upper <= 1.0);
            prop_assert!(ours.interval.contains(ours.estimate), "{:?}", ours);
            prop_assert!(ours.interval.width() > 0.0);
            prop_assert!((1.0..=clusters.sums()[1] as f64).contains(&ours.effective_units));
        }
    }
}
