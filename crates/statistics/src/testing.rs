//! Statistics for the tests of this crate.

use crate::PooledClusters;
use crate::undefined::Proportion;

fn proportion(sums: &[u64]) -> Proportion {
    Proportion { numerator: sums[0], denominator: sums[1] }
}

/// The share of right units, from right units and units.
pub(crate) fn accuracy(sums: &[u64]) -> Option<f64> {
    proportion(sums).value()
}

/// The ratio of two shares, from right units and units of the first kind, and of the second kind.
pub(crate) fn correlation(sums: &[u64]) -> Option<f64> {
    let (first, second) = (proportion(sums).value()?, proportion(&sums[2..]).value()?);
    (second > 0.0).then(|| first / second)
}

/// The mutual information in bits of a table of two by two counts, row by row.
pub(crate) fn mutual_information(sums: &[u64]) -> f64 {
    let total = sums.iter().sum::<u64>() as f64;
    let share = |at: &[usize]| at.iter().map(|at| sums[*at] as f64).sum::<f64>() / total;
    let bits = |at: usize| {
        let (row, column) = (at / 2 * 2, at % 2);
        let margins = share(&[row, row + 1]) * share(&[column, column + 2]);
        let joint = share(&[at]);
        if joint > 0.0 { joint * (joint / margins).log2() } else { 0.0 }
    };
    (0..4).map(bits).sum()
}

/// Three runs against two on ten units: right units and units of each run.
pub(crate) fn runs() -> PooledClusters {
    let first = [
        [1, 1, 1, 1, 0, 1, 1, 0, 1, 1],
        [1, 1, 1, 0, 0, 1, 1, 1, 1, 1],
        [0, 1, 1, 1, 0, 0, 1, 0, 1, 0],
    ];
    let second = [[0, 1, 1, 0, 1, 0, 1, 0, 1, 0], [0, 1, 0, 0, 1, 0, 1, 0, 0, 0]];
    let cluster = |unit: usize| {
        let counts: Vec<u32> = first.iter().chain(&second).flat_map(|run| [run[unit], 1]).collect();
        (counts, 1)
    };
    PooledClusters::new(10, (0..10).map(cluster)).unwrap()
}
