//! The influences of clusters on a stratified difference: the delete-one jackknife.

use crate::OfRun;
use crate::undefined::Undefined;

/// The numerator and the weight of one stratum, from its counts: both properties, the first alone, the second alone,
/// neither.
fn terms([both, first, second, neither]: [f64; 4]) -> [f64; 2] {
    let (with, without) = (both + first, second + neither);
    if with <= 0.0 || without <= 0.0 {
        return [0.0; 2];
    }
    let weight = with * without / (with + without);
    [weight * (both / with - second / without), weight]
}

/// The [`stratified_difference`](crate::stratified_difference()) of units in clusters, with the influence of each cluster on
/// it. `clusters` are lists of units, each with the number of clusters that are alike; the result has one influence for
/// each of these. A unit is given by the place of its count: four times the number of its stratum, plus 0 for both
/// properties, 1 for the first alone, 2 for the second alone and 3 for neither.
///
/// # Formula
/// `u = (K - 1) / K (mean d - d)` with d the value without the cluster, and mean d the mean of these over the K clusters.
/// A cluster without which there is no value counts as one that changes nothing.
///
/// # Errors
/// [`Undefined::Constant`] if no stratum has both units with and units without the first property.
///
/// # References
/// Tukey 1958; Mantel and Haenszel 1959.
pub fn stratified_influences(
    strata: usize,
    clusters: &[(Vec<usize>, u64)],
) -> Result<OfRun, Undefined> {
    let mut counts = vec![[0.0; 4]; strata];
    for (places, times) in clusters {
        for place in places {
            counts[place / 4][place % 4] += *times as f64;
        }
    }
    let of_strata: Vec<[f64; 2]> = counts.iter().map(|counts| terms(*counts)).collect();
    let sum = |at: usize| of_strata.iter().map(|terms| terms[at]).sum::<f64>();
    let [difference, weight] = [sum(0), sum(1)];
    if weight <= 0.0 {
        return Err(Undefined::Constant);
    }
    let value = difference / weight;
    let without = |places: &[usize]| {
        let mut places = places.to_vec();
        places.sort_unstable();
        let [mut difference, mut weight] = [difference, weight];
        for of_stratum in places.chunk_by(|one, other| one / 4 == other / 4) {
            let stratum = of_stratum[0] / 4;
            let mut rest = counts[stratum];
            for place in of_stratum {
                rest[place % 4] -= 1.0;
            }
            let (before, after) = (of_strata[stratum], terms(rest));
            difference += after[0] - before[0];
            weight += after[1] - before[1];
        }
        // But for rounding.
        if weight > 1e-9 { difference / weight } else { value }
    };
    let values: Vec<(f64, u64)> =
        clusters.iter().map(|(places, times)| (without(places), *times)).collect();
    let number = clusters.iter().map(|(_, times)| *times).sum::<u64>() as f64;
    let mean = values.iter().map(|(value, times)| value * *times as f64).sum::<f64>() / number;
    let scale = (number - 1.0) / number;
    let influences = values
        .into_iter()
        .flat_map(|(value, times)| std::iter::repeat_n(scale * (mean - value), times as usize));
    Ok(OfRun { value, influences: influences.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two strata of units, the last two clusters of two units each.
    fn clusters() -> Vec<(Vec<usize>, u64)> {
        let single = [(0, 5), (1, 2), (2, 1), (3, 4), (4, 2), (5, 2), (6, 1), (7, 3)];
        let single = single.into_iter().map(|(place, times)| (vec![place], times));
        single.chain([(vec![0, 7], 1), (vec![3, 3], 1)]).collect()
    }

    // import numpy as np
    // def d(c):
    //     c = np.array(c, float).reshape(-1, 4); m, n = c[:, 0] + c[:, 1], c[:, 2] + c[:, 3]; w = m * n / (m + n)
    //     return (w * (c[:, 0] / m - c[:, 2] / n)).sum() / w.sum()
    // rows = [[p] for p, t in [(0, 5), (1, 2), (2, 1), (3, 4), (4, 2), (5, 2), (6, 1), (7, 3)] for _ in range(t)] + [[0, 7], [3, 3]]
    // all = np.bincount(sum(rows, []), minlength=8); one = np.array([d(all - np.bincount(r, minlength=8)) for r in rows])
    // K = len(rows); d(all), ((K - 1) / K * ((one - one.mean()) ** 2).sum()) ** .5
    #[test]
    fn the_jackknife_as_numpy_has_it() {
        let found = stratified_influences(2, &clusters()).unwrap();
        let number = found.influences.len() as f64;
        let squares: f64 = found.influences.iter().map(|influence| influence.powi(2)).sum();
        let error = (number / (number - 1.0) * squares).sqrt();
        assert!((found.value - NUMPY[0]).abs() < 1e-12, "{}", found.value);
        assert!((error - NUMPY[1]).abs() < 1e-12, "{error}");
        assert!(found.influences.iter().sum::<f64>().abs() < 1e-12);
    }

    const NUMPY: [f64; 2] = [0.492_537_313_432_835_85, 0.200_331_565_398_983];

    #[test]
    fn without_variation_there_is_no_value() {
        let constant = [(vec![0, 1], 3), (vec![6], 2)];
        assert_eq!(stratified_influences(2, &constant), Err(Undefined::Constant));
        // One unit alone is without the first property.
        let one = stratified_influences(1, &[(vec![0], 9), (vec![3], 1)]).unwrap();
        assert_eq!((one.value, one.influences[9]), (1.0, 0.0));
    }
}
