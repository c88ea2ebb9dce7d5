//! Originals with what is counted of them, in clusters.

use phenom_dataset::Dataset;

use crate::statistics::{
    ComparedBy, ConfidenceLevel, Interval, PooledClusters, Question, Resampling, SideBySide,
    clustered_ratio, clustered_share, compare, share,
};
use crate::undefined::{Proportion, Undefined, Value};

/// Sums over the clusters of a dataset of what each original adds.
pub(crate) fn pooled<const W: usize>(
    dataset: &Dataset,
    of: impl Fn(usize) -> [u32; W],
) -> PooledClusters {
    let clusters = dataset.clusters().map(|cluster| {
        let mut sums = [0; W];
        for original in dataset.originals_of(cluster) {
            for (sum, count) in sums.iter_mut().zip(of(original)) {
                *sum += count;
            }
        }
        (sums, 1)
    });
    PooledClusters::new(W, clusters).unwrap_or_else(|_| PooledClusters::empty(W))
}

/// A ratio of two counts over originals with its interval.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ratio {
    pub(crate) value: Value,
    pub(crate) counts: Proportion,
    pub(crate) interval: Option<Interval>,
}

/// A ratio; a share has the interval of a share, and a mean that of the ratio by Student's t over clusters.
pub(crate) fn ratio(clusters: &PooledClusters, is_mean: bool, level: ConfidenceLevel) -> Ratio {
    let sums = clusters.sums();
    let counts = Proportion { numerator: sums[0], denominator: sums[1] };
    let value = match sums[1] {
        0 => Err(Undefined::NoPairs),
        all => Ok(sums[0] as f64 / all as f64),
    };
    let interval = match (&value, is_mean) {
        (Err(_), _) => None,
        (Ok(_), false) => {
            let counted = |counts: &[u32]| crate::statistics::Proportion {
                numerator: counts[0].into(),
                denominator: counts[1].into(),
            };
            clustered_share(clusters, counted, level).ok().map(|found| found.interval)
        }
        (Ok(_), true) => clustered_ratio(clusters, level),
    };
    Ratio { value, counts, interval }
}

/// The difference of a ratio between two systems: each cluster has the counts of the first and then of the second.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Difference {
    pub(crate) value: f64,
    pub(crate) p: f64,
    pub(crate) interval: Option<Interval>,
    /// Whether enough clusters differ for a significant difference.
    pub(crate) has_enough: bool,
}

/// Tests a difference; `None` if a system has no value, or if nothing differs that could be tested.
pub(crate) fn difference(
    clusters: &PooledClusters,
    level: ConfidenceLevel,
    resampling: &Resampling,
) -> Option<Difference> {
    let sides = SideBySide::new(clusters, [1, 1]).ok()?;
    let same_units = clusters.iter().all(|(counts, _)| counts[1] == counts[3]);
    let by = match same_units && clusters.iter().all(|(counts, _)| counts[0] <= counts[1]) {
        true => ComparedBy::Share,
        false => ComparedBy::Measure(&share),
    };
    let found = compare(&sides, by, Question::Models, level, resampling).ok()?;
    Some(Difference {
        value: found.difference,
        p: found.p(),
        interval: found.interval(level.significance()),
        has_enough: found.has_enough_clusters(level),
    })
}
