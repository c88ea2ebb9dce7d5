//! The cluster bootstrap.

use crate::resampling::ClusterDraw;
use crate::rounding::{ROUNDING, equal};
use crate::{
    ConfidenceLevel, Interval, PooledClusters, Resampling, Statistic, UncertaintyError, normal,
};

/// Resamples whole clusters, and computes several statistics on the same resamples.
///
/// As many clusters as there are are drawn with replacement: a multinomial draw over the different vectors of counts. The
/// result has the replicates of each statistic, in the order of `statistics`. [`bootstrap_each`] needs less memory for
/// many statistics.
///
/// # Errors
/// [`UncertaintyError::FewClusters`] if there are fewer than two clusters; [`UncertaintyError::Resamples`] if the number of
/// resamples is 0 or above [`Resampling::MOST`].
///
/// # References
/// Efron and Tibshirani 1993; Davison and Hinkley 1997, section 3.8 (clusters).
pub fn bootstrap(
    clusters: &PooledClusters,
    statistics: &[&Statistic<'_>],
    resampling: &Resampling,
) -> Result<Vec<Replicates>, UncertaintyError> {
    bootstrap_each(clusters, statistics, resampling, |replicates| replicates)
}

/// [`bootstrap`], with each statistic's replicates reduced by `of` to something smaller, such as an interval. Only the
/// replicates of one statistic, and 4,000,000 values that are being drawn, are held in memory at once.
///
/// # Errors
/// As [`bootstrap`].
pub fn bootstrap_each<R>(
    clusters: &PooledClusters,
    statistics: &[&Statistic<'_>],
    resampling: &Resampling,
    mut of: impl FnMut(Replicates) -> R,
) -> Result<Vec<R>, UncertaintyError> {
    clusters.enough()?;
    resampling.check()?;
    let draw = ClusterDraw::new(clusters);
    let scratch = || (draw.scratch(), vec![0; clusters.width()]);
    let sums = clusters.sums();
    let mut made = Vec::with_capacity(statistics.len());
    for statistics in statistics.chunks(resampling.at_once()) {
        let rows = resampling.rows(statistics.len(), scratch, |(drawn, sums), random, row| {
            draw.draw(random, drawn, sums);
            for (cell, statistic) in row.iter_mut().zip(statistics) {
                *cell = statistic(sums);
            }
        })?;
        for (column, statistic) in statistics.iter().enumerate() {
            let drawn = rows.iter().skip(column).step_by(statistics.len());
            let mut values = Vec::with_capacity(resampling.resamples);
            values.extend(drawn.copied().flatten());
            values.sort_unstable_by(f64::total_cmp);
            made.push(of(Replicates {
                estimate: statistic(&sums),
                undefined: resampling.resamples - values.len(),
                values,
                clusters: clusters.clusters(),
                acceleration: acceleration(clusters, &sums, statistic),
            }));
        }
    }
    Ok(made)
}

/// A statistic on the clusters, and on each of their resamples.
#[derive(Debug, Clone, PartialEq)]
pub struct Replicates {
    /// The statistic on the clusters themselves; `None` if it has no value there.
    pub estimate: Option<f64>,
    /// The number of resamples on which the statistic has no value. They are left out of [`values`](Self::values) and of
    /// all intervals: the more there are, the less an interval means.
    pub undefined: usize,
    values: Vec<f64>,
    clusters: u64,
    acceleration: f64,
}

impl Replicates {
    /// The statistic on the resamples on which it has a value, in ascending order.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Whether all resamples have the same value but for rounding, so that an interval has no width. This is so if all
    /// clusters are alike, for example if every unit is right. It does not mean that the value is certain.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        match (self.values.first(), self.values.last()) {
            (Some(lowest), Some(highest)) => equal(*lowest, *highest),
            _ => true,
        }
    }

    /// [`Self::bias_corrected`] at the [expanded](ConfidenceLevel::expanded) level, because resamples of few clusters vary
    /// too little. `None` as for [`Self::percentile`].
    ///
    /// An absolute value must not be resampled itself: its interval is the [`magnitude`](Interval::magnitude) of the
    /// interval of the signed value. [`compare`](crate::compare()) gives intervals of the difference of two systems.
    ///
    /// # References
    /// Efron 1987; Hesterberg 2015, section 4.5 (expanded levels).
    #[must_use]
    pub fn interval(&self, level: ConfidenceLevel) -> Option<Interval> {
        self.bias_corrected(level.expanded(self.clusters))
    }

    /// The interval between the quantiles of the resamples. `None` if the statistic has no value on the clusters
    /// themselves, or on none of the resamples.
    #[must_use]
    pub fn percentile(&self, level: ConfidenceLevel) -> Option<Interval> {
        self.between(level.tail(), 1.0 - level.tail())
    }

    /// The bias-corrected and accelerated interval (BCa): quantiles of the resamples, moved for the bias and the skewness
    /// of the statistic. `None` as for [`Self::percentile`].
    ///
    /// # Formula
    /// The quantiles at `Phi(z0 + (z0 + z) / (1 - a (z0 + z)))` for the normal quantiles z of the
    /// level, with z0 the normal quantile of the share of resamples below the estimate (half of those
    /// equal to it included), and a the acceleration: a sixth of the skewness of the jackknife values
    /// over clusters.
    ///
    /// # References
    /// Efron 1987.
    #[must_use]
    pub fn bias_corrected(&self, level: ConfidenceLevel) -> Option<Interval> {
        let estimate = self.estimate?;
        let below =
            self.values.partition_point(|&value| value < estimate && !equal(value, estimate));
        let not_above =
            self.values.partition_point(|&value| value <= estimate || equal(value, estimate));
        let share = f64::midpoint(below as f64, not_above as f64) / self.values.len() as f64;
        let bias = normal::quantile(share);
        if !bias.is_finite() {
            // The estimate lies outside all resamples: there is nothing to correct by.
            return self.percentile(level);
        }
        let moved = |p: f64| {
            let z = bias + normal::quantile(p);
            let shrunk = 1.0 - self.acceleration * z;
            (shrunk > 0.0).then(|| normal::cumulative(bias + z / shrunk))
        };
        match (moved(level.tail()), moved(1.0 - level.tail())) {
            (Some(lower), Some(upper)) => self.between(lower, upper),
            // So skewed that the correction turns round.
            _ => self.percentile(level),
        }
    }

    fn between(&self, lower: f64, upper: f64) -> Option<Interval> {
        if self.estimate.is_none() || self.values.is_empty() {
            return None;
        }
        let quantile = |p| normal::sample_quantile(&self.values, p);
        Some(Interval { lower: quantile(lower), upper: quantile(upper) })
    }
}

/// A sixth of the skewness of the values without each of the clusters; 0 where it is not defined.
fn acceleration(clusters: &PooledClusters, sums: &[u64], statistic: &Statistic<'_>) -> f64 {
    let mut values: Vec<(f64, f64)> = Vec::with_capacity(clusters.distinct());
    let mut without = sums.to_vec();
    for (counts, multiplicity) in clusters.iter() {
        for ((rest, sum), count) in without.iter_mut().zip(sums).zip(counts) {
            *rest = sum - u64::from(*count);
        }
        if let Some(value) = statistic(&without) {
            values.push((value, multiplicity as f64));
        }
    }
    let count: f64 = values.iter().map(|(_, weight)| weight).sum();
    let mean = values.iter().map(|(value, weight)| value * weight).sum::<f64>() / count;
    let moment = |power: i32| -> f64 {
        values.iter().map(|(value, weight)| weight * (mean - value).powi(power)).sum()
    };
    // Values that differ by rounding alone have no skewness.
    if moment(2) <= count * (ROUNDING * mean.abs().max(1.0)).powi(2) {
        return 0.0;
    }
    let acceleration = moment(3) / (6.0 * moment(2).powf(1.5));
    if acceleration.is_finite() { acceleration } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use proptest::prelude::*;

    use super::*;
    use crate::testing::{accuracy, correlation};

    const LEVEL: ConfidenceLevel = ConfidenceLevel::NINETY_FIVE;

    fn many(seed: u64) -> Resampling {
        Resampling { resamples: 100_000, seed, ..Resampling::default() }
    }

    #[test]
    fn ci_as_scipy_has_it() {
        // c = [([1, 1, 3, 3], 20), ([1, 1, 1, 2], 12), ([0, 1, 2, 3], 15), ([0, 1, 0, 1], 6),
        //      ([1, 1, 0, 2], 7)]
        // x = numpy.repeat([v for v, _ in c], [m for _, m in c], axis=0)
        // def ci(i): s = x[i].sum(0); return s[0] / s[1] / (s[2] / s[3])
        // scipy.stats.bootstrap((numpy.arange(60),), ci, n_resamples=100000, method="percentile",
        //                       vectorized=False, rng=1)
        let clusters = [
            ([1, 1, 3, 3], 20),
            ([1, 1, 1, 2], 12),
            ([0, 1, 2, 3], 15),
            ([0, 1, 0, 1], 6),
            ([1, 1, 0, 2], 7),
        ];
        let clusters = PooledClusters::new(4, clusters).unwrap();
        let ours = &bootstrap(&clusters, &[&correlation], &many(1)).unwrap()[0];
        let interval = ours.percentile(LEVEL).unwrap();
        assert!((interval.lower - 0.7724).abs() < 0.004, "{interval:?}");
        assert!((interval.upper - 1.1511).abs() < 0.004, "{interval:?}");
    }

    #[test]
    fn skewed_accuracy_as_scipy_has_it() {
        // c = [([0, 3], 25), ([1, 1], 6), ([3, 4], 3), ([6, 6], 2)], and as above with
        // lambda i: x[i, 0].sum() / x[i, 1].sum(), n_resamples=200000, and method="BCa"
        let clusters = [([0, 3], 25), ([1, 1], 6), ([3, 4], 3), ([6, 6], 2)];
        let clusters = PooledClusters::new(2, clusters).unwrap();
        let ours = &bootstrap(&clusters, &[&accuracy], &many(2)).unwrap()[0];
        let near = |interval: Interval, lower: f64, upper: f64| {
            assert!((interval.lower - lower).abs() < 0.005, "{interval:?}");
            assert!((interval.upper - upper).abs() < 0.005, "{interval:?}");
        };
        near(ours.percentile(LEVEL).unwrap(), 0.11, 0.4144);
        near(ours.bias_corrected(LEVEL).unwrap(), 0.1284, 0.4472);
        assert!(
            ours.interval(LEVEL).unwrap().width() > ours.bias_corrected(LEVEL).unwrap().width()
        );
    }

    #[test]
    fn equal_clusters_have_an_interval_without_width() {
        let clusters = PooledClusters::new(2, [([2, 2], 40)]).unwrap();
        let ours = &bootstrap(&clusters, &[&accuracy], &Resampling::default()).unwrap()[0];
        assert!(ours.is_constant());
        let one = Some(Interval { lower: 1.0, upper: 1.0 });
        assert_eq!((ours.percentile(LEVEL), ours.interval(LEVEL)), (one, one));
    }

    /// H(G) of as many positive as negative units, its terms added in either order: neither the share of
    /// resamples below it nor the acceleration may hang on the last digit.
    #[test]
    fn rounding_moves_no_interval() {
        let clusters = PooledClusters::new(2, [([1, 0], 30), ([0, 1], 30)]).unwrap();
        let entropy = |order: [usize; 2], noise: f64| {
            move |sums: &[u64]| {
                let total = (sums[0] + sums[1]) as f64;
                let terms = order.map(|at| match sums[at] as f64 / total {
                    0.0 => 0.0,
                    share => -share * share.log2(),
                });
                Some(terms[0] + terms[1] + noise * (sums[order[0]] as f64))
            }
        };
        let resampling = Resampling::default();
        let of = |statistic: &Statistic<'_>| {
            bootstrap(&clusters, &[statistic], &resampling).unwrap()[0].interval(LEVEL).unwrap()
        };
        let (one, other) = (of(&entropy([0, 1], 0.0)), of(&entropy([1, 0], 1e-16)));
        assert!((one.lower - other.lower).abs() < 1e-9, "{one:?} {other:?}");
        assert!((one.upper - other.upper).abs() < 1e-9, "{one:?} {other:?}");
        let noise: &Statistic<'_> = &|sums| Some(1.0 + sums[0] as f64 * 1e-16);
        let ours = &bootstrap(&clusters, &[noise], &resampling).unwrap()[0];
        assert!(ours.is_constant());
    }

    #[test]
    fn undefined_resamples_are_left_out_and_counted() {
        // If no cluster of the second kind is drawn, no unit of the second kind is right.
        let clusters = PooledClusters::new(4, [([1, 1, 0, 1], 3), ([1, 1, 1, 1], 1)]).unwrap();
        let ours = &bootstrap(&clusters, &[&correlation], &many(3)).unwrap()[0];
        assert_eq!(ours.values().len() + ours.undefined, 100_000);
        // (3/4)^4
        assert!((ours.undefined as f64 / 1e5 - 0.316).abs() < 0.006);
        let none = PooledClusters::new(4, [([0, 1, 0, 1], 3)]).unwrap();
        let ours = &bootstrap(&none, &[&correlation], &Resampling::default()).unwrap()[0];
        assert!(ours.estimate.is_none() && ours.interval(LEVEL).is_none());
        assert_eq!((ours.undefined, ours.values().len()), (10_000, 0));
    }

    #[test]
    fn what_cannot_be_resampled() {
        let one = PooledClusters::new(2, [([1, 2], 1)]).unwrap();
        let none = Resampling { resamples: 0, ..Resampling::default() };
        let fails =
            |clusters: &_, resampling: &_| bootstrap(clusters, &[&accuracy], resampling).err();
        assert_eq!(fails(&one, &Resampling::default()), Some(UncertaintyError::FewClusters(1)));
        let two = PooledClusters::new(2, [([1, 2], 2)]).unwrap();
        assert_eq!(fails(&two, &none), Some(UncertaintyError::Resamples(0)));
        let many = Resampling { resamples: usize::MAX, ..Resampling::default() };
        assert_eq!(fails(&two, &many), Some(UncertaintyError::Resamples(usize::MAX)));
    }

    /// Statistics computed in two batches equal those computed one at a time.
    #[test]
    fn statistics_that_are_not_held_at_once_are_the_same() {
        let clusters = PooledClusters::new(2, [([0, 1], 3), ([1, 1], 5), ([2, 3], 1)]).unwrap();
        let resampling = Resampling { resamples: Resampling::MOST, ..Resampling::default() };
        assert_eq!(resampling.at_once(), 4);
        let wrong: &Statistic<'_> = &|sums| Some(1.0 - accuracy(sums)?);
        let all: [&Statistic<'_>; 5] = [&accuracy, wrong, &accuracy, wrong, wrong];
        let of = |replicates: Replicates| (replicates.interval(LEVEL), replicates.values().len());
        let found = bootstrap_each(&clusters, &all, &resampling, of).unwrap();
        let alone = bootstrap_each(&clusters, &[wrong], &resampling, of).unwrap();
        assert_eq!(found.len(), 5);
        assert_eq!((found[1], found[3], found[4]), (alone[0], alone[0], alone[0]));
        assert_eq!(found[0], found[2]);
        assert_ne!(found[0], found[1]);
    }

    fn clusters() -> impl Strategy<Value = PooledClusters> {
        let cluster = (0u32..3, 1u32..3, 1u64..400)
            .prop_map(|(right, more, times)| ([right, right + more], times));
        proptest::collection::vec(cluster, 1..12)
            .prop_map(|clusters| PooledClusters::new(2, clusters).unwrap())
            .prop_filter("two clusters", |clusters| clusters.clusters() > 1)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn the_same_seed_gives_the_same_on_any_number_of_threads(
            clusters in clusters(), seed in any::<u64>(), threads in 2usize..6
        ) {
            let one = Resampling { resamples: 700, seed, ..Resampling::default() };
            let more = Resampling { threads: NonZeroUsize::new(threads).unwrap(), ..one };
            let on = |resampling: &_| bootstrap(&clusters, &[&accuracy, &accuracy], resampling).unwrap();
            let ours = on(&one);
            prop_assert_eq!(&ours, &on(&more));
            prop_assert_eq!(ours[0].values(), ours[1].values());
            if !ours[0].is_constant() {
                let other = Resampling { seed: !seed, ..one };
                prop_assert_ne!(&ours, &on(&other));
            }
        }

        #[test]
        fn intervals_lie_among_the_resamples_and_widen_with_the_level(
            clusters in clusters(), level in 0.1f64..0.98
        ) {
            let resampling = Resampling { resamples: 500, ..Resampling::default() };
            let ours = &bootstrap(&clusters, &[&accuracy], &resampling).unwrap()[0];
            let level_of = |level| ConfidenceLevel::new(level).unwrap();
            let methods = [Replicates::percentile, Replicates::bias_corrected, Replicates::interval];
            for method in methods {
                let narrow = method(ours, level_of(level)).unwrap();
                let wide = method(ours, level_of(level + 0.01)).unwrap();
                prop_assert!(narrow.lower <= narrow.upper);
                prop_assert!(wide.lower <= narrow.lower && narrow.upper <= wide.upper);
                prop_assert!(ours.values()[0] <= wide.lower);
                prop_assert!(wide.upper <= ours.values()[ours.values().len() - 1]);
            }
        }
    }
}
