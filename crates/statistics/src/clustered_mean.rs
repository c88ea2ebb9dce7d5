//! The mean of values that come in clusters, with its interval.

use std::collections::BTreeMap;

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::undefined::Undefined;
use crate::{ConfidenceLevel, Interval, PooledClusters};

/// A mean of values in clusters, with its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClusteredMean {
    /// The mean of all values, in their unit.
    pub estimate: f64,
    /// The interval of the mean; `None` if there is one cluster only, because nothing shows how clusters vary.
    pub interval: Option<Interval>,
    /// The number of values.
    pub values: u64,
    /// The number of clusters.
    pub clusters: u64,
}

/// The mean of values with an interval over clusters. Each value comes with the number of its cluster.
///
/// # Formula
/// `mean +- t sqrt(G / (G - 1) sum_g (s_g - n_g mean)^2) / n`, with `s_g` the sum of the `n_g` values of one of G clusters
/// and t the quantile of Student's distribution at G - 1 degrees of freedom.
///
/// # Errors
/// [`Undefined::NoUnits`] if there are no values.
///
/// # References
/// Liang and Zeger 1986; Cameron and Miller 2015.
pub fn clustered_mean(
    values: impl IntoIterator<Item = (usize, f64)>,
    level: ConfidenceLevel,
) -> Result<ClusteredMean, Undefined> {
    let mut sums: BTreeMap<usize, (f64, u64)> = BTreeMap::new();
    for (cluster, value) in values {
        let (sum, count) = sums.entry(cluster).or_default();
        *sum += value;
        *count += 1;
    }
    let number: u64 = sums.values().map(|(_, count)| count).sum();
    if number == 0 {
        return Err(Undefined::NoUnits);
    }
    let total: f64 = sums.values().map(|(sum, _)| sum).sum();
    let (estimate, groups) = (total / number as f64, sums.len() as f64);
    let squares: f64 =
        sums.values().map(|(sum, count)| (sum - *count as f64 * estimate).powi(2)).sum();
    let interval = interval([estimate, number as f64], groups, squares, level);
    Ok(ClusteredMean { estimate, interval, values: number, clusters: sums.len() as u64 })
}

/// The interval of the ratio of two counts that each cluster adds to, such as items for each unit: the same as of
/// [`clustered_mean`], with a cluster's first count as its sum and its second count as its number of values. `None` below two
/// clusters, or if the second counts are 0.
#[must_use]
pub fn clustered_ratio(clusters: &PooledClusters, level: ConfidenceLevel) -> Option<Interval> {
    let sums = clusters.sums();
    let (total, number) = (*sums.first()? as f64, *sums.get(1)? as f64);
    let estimate = total / number;
    let (mut groups, mut squares) = (0.0, 0.0);
    for (counts, times) in clusters.iter().filter(|(counts, _)| counts[1] > 0) {
        groups += times as f64;
        squares += times as f64 * (f64::from(counts[0]) - f64::from(counts[1]) * estimate).powi(2);
    }
    interval([estimate, number], groups, squares, level)
}

/// Student's interval of a mean of so many values in groups; `None` below two groups.
fn interval(
    [estimate, number]: [f64; 2],
    groups: f64,
    squares: f64,
    level: ConfidenceLevel,
) -> Option<Interval> {
    let error = (groups / (groups - 1.0) * squares).sqrt() / number;
    let student = StudentsT::new(0.0, 1.0, (groups - 1.0).min(1e6)).ok();
    student.filter(|_| groups > 1.0).map(|student| {
        let reach = student.inverse_cdf(1.0 - level.tail()) * error;
        Interval { lower: estimate - reach, upper: estimate + reach }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // import numpy as np, statsmodels.api as sm
    // y = [1, 0, 3, 2, 2, 5, -1, 0.5]; g = [0, 0, 1, 1, 1, 2, 3, 3]
    // r = sm.OLS(y, np.ones(8)).fit(cov_type='cluster', cov_kwds={'groups': g}, use_t=True)
    // r.params, r.conf_int()
    #[test]
    fn it_is_that_of_statsmodels() {
        let values =
            [(0, 1.0), (0, 0.0), (1, 3.0), (1, 2.0), (1, 2.0), (2, 5.0), (3, -1.0), (3, 0.5)];
        let mean = clustered_mean(values, ConfidenceLevel::NINETY_FIVE).unwrap();
        assert_eq!((mean.values, mean.clusters), (8, 4));
        let interval = mean.interval.unwrap();
        for (ours, theirs) in [
            (mean.estimate, 1.5625),
            (interval.lower, -1.148_046_102_694_323_6),
            (interval.upper, 4.273_046_102_694_323),
        ] {
            assert!((ours - theirs).abs() < 1e-9, "{ours} {theirs}");
        }
    }

    #[test]
    fn a_ratio_of_counts_is_the_mean_of_its_values() {
        let clusters = PooledClusters::new(2, [([3, 2], 2), ([0, 1], 1), ([5, 2], 1)]).unwrap();
        let level = ConfidenceLevel::NINETY_FIVE;
        let values = [(0, 3.0), (0, 0.0), (1, 2.0), (1, 1.0), (2, 0.0), (3, 1.0), (3, 4.0)];
        let mean = clustered_mean(values, level).unwrap();
        assert_eq!(clustered_ratio(&clusters, level), mean.interval);
        assert_eq!(clustered_ratio(&PooledClusters::empty(2), level), None);
    }

    #[test]
    fn one_cluster_has_no_interval_and_none_no_mean() {
        let mean = clustered_mean([(7, 1.0), (7, 2.0)], ConfidenceLevel::NINETY_FIVE).unwrap();
        assert_eq!((mean.estimate, mean.interval), (1.5, None));
        assert_eq!(clustered_mean([], ConfidenceLevel::NINETY_FIVE), Err(Undefined::NoUnits));
    }
}
