//! Intervals of measures of sets.

use super::ScoreInterval;
use crate::counts::{SetCounts, SetMean};
use crate::statistics::{
    ConfidenceLevel, IntervalMethod, NoInterval, PooledClusters, weighted_share,
};

/// The interval of a mean over pairs that lie in 0 to 1 each: that of a share, which a mean of numbers between 0 and 1
/// varies no more than.
pub(super) fn interval(
    mean: SetMean,
    clusters: &PooledClusters,
    level: ConfidenceLevel,
) -> Result<ScoreInterval, NoInterval> {
    let of_cluster = |counts: &[u32]| {
        let wide: Vec<u64> = counts.iter().map(|count| u64::from(*count)).collect();
        let [sum, most] = mean.share(SetCounts::of_sums(&wide));
        [sum, most].map(|sum| sum as f64 / mean.unit as f64)
    };
    let found = weighted_share(clusters, of_cluster, level).map_err(|_| NoInterval::Constant)?;
    Ok(ScoreInterval { interval: found.interval, level, method: IntervalMethod::AgrestiCoull })
}
