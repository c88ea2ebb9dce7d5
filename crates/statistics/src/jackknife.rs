//! The interval of a function of several shares, such as kappa or F1.

use crate::cluster_sizes::ClusterSizes;
use crate::fisher::{Scaled, freedom, on_fishers_scale, scaled};
use crate::{ConfidenceLevel, Interval, NoInterval, PooledClusters, Statistic};

/// The interval of a statistic with a lowest and a highest value (`range`): Student's t over the values without each single
/// cluster, on the scale on which both ends of the range are infinitely far. So it lies within the range, is asymmetric
/// near an end, and holds with ten clusters, where resamples vary too little.
///
/// `units` returns the units that the counts of a cluster count.
///
/// # Formula
/// `tanh(atanh(x) +- t e / (1 - x^2))` with x the value moved to -1 to 1, `e^2 = (K - 1)/K sum (x_k -
/// mean)^2` over the values without each of the K clusters, and t the quantile at m - 1 degrees of freedom,
/// `m = N^2 / (sum of squared cluster sizes)`, or `2 K / (kurtosis - 1)` of these values if that is less: near an end
/// of the range the variance depends on a few clusters.
///
/// # Errors
/// [`NoInterval::FewClusters`]; [`NoInterval::Constant`] if the statistic has no value, is at an end of its range, or does
/// not change without any single cluster, which does not make it certain.
///
/// # References
/// Efron and Tibshirani 1993, chapter 11; the scale is Fisher's.
pub fn jackknife_interval(
    clusters: &PooledClusters,
    statistic: &Statistic<'_>,
    range: [f64; 2],
    units: impl Fn(&[u32]) -> u64,
    level: ConfidenceLevel,
) -> Result<Interval, NoInterval> {
    let sizes = ClusterSizes::new(clusters, units);
    if !sizes.are_enough() {
        return Err(NoInterval::FewClusters);
    }
    let sums = clusters.sums();
    let scaled = |value| scaled(value, range);
    let value = scaled(statistic(&sums).ok_or(NoInterval::Constant)?);
    let mut without = sums.clone();
    let mut values: Vec<(f64, f64)> = Vec::with_capacity(clusters.distinct());
    for (counts, times) in clusters.iter() {
        for ((rest, sum), count) in without.iter_mut().zip(&sums).zip(counts) {
            *rest = sum - u64::from(*count);
        }
        if let Some(value) = statistic(&without) {
            values.push((scaled(value), times as f64));
        }
    }
    let count: f64 = values.iter().map(|(_, times)| times).sum();
    let mean = values.iter().map(|(value, times)| value * times).sum::<f64>() / count;
    let squares: f64 = values.iter().map(|(value, times)| times * (value - mean).powi(2)).sum();
    let fourths: f64 = values.iter().map(|(value, times)| times * (value - mean).powi(4)).sum();
    let error = ((count - 1.0) / count * squares).sqrt();
    let freedom = freedom(sizes.effective(), [count, squares, fourths]);
    on_fishers_scale(Scaled { value, error, freedom }, range, level)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::accuracy;

    const LEVEL: ConfidenceLevel = ConfidenceLevel::NINETY_FIVE;

    fn of<const N: usize>(counts: [([u32; 2], u64); N]) -> Result<Interval, NoInterval> {
        let clusters = PooledClusters::new(2, counts).unwrap();
        let units = |counts: &[u32]| u64::from(counts[1]);
        jackknife_interval(&clusters, &accuracy, [0.0, 1.0], units, LEVEL)
    }

    #[test]
    fn of_a_mean_by_hand() {
        // 24 of 40: the jackknife error of x = 2 p - 1 = 0.2 is that of a mean, 2 sqrt(.24 / 39) = 0.156893;
        // t = scipy.stats.t.ppf(.975, 39) = 2.0226909
        // (numpy.tanh(numpy.arctanh(.2) + numpy.array([-1, 1]) * 2.0226909 * .156893 / .96) + 1) / 2
        let ours = of([([1, 1], 24), ([0, 1], 16)]).unwrap();
        assert!((ours.lower - LOWER).abs() < 1e-6, "{ours:?}");
        assert!((ours.upper - UPPER).abs() < 1e-6, "{ours:?}");
    }

    #[test]
    fn copies_are_no_more_than_one() {
        let single = of([([1, 1], 24), ([0, 1], 16)]);
        assert_eq!(of([([3, 3], 24), ([0, 3], 16)]), single);
    }

    #[test]
    fn where_there_is_none() {
        assert_eq!(of([([1, 1], 40)]), Err(NoInterval::Constant));
        assert_eq!(of([([1, 2], 40)]), Err(NoInterval::Constant));
        let few = Err(NoInterval::FewClusters);
        assert_eq!(of([([1, 1], 5), ([0, 1], 4)]), few);
        assert_eq!(of([([1, 1], 5), ([0, 1], 24), ([2_000, 5_000], 1)]), few);
    }

    const LOWER: f64 = 0.436427898;
    const UPPER: f64 = 0.743950234;
}
