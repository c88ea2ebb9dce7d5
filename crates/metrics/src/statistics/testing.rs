//! Statistics for the tests of this module.

use super::PooledClusters;
use crate::undefined::{Proportion, Undefined, Value};

fn proportion(sums: &[u64]) -> Proportion {
    Proportion { numerator: sums[0], denominator: sums[1] }
}

/// Right answers and pairs.
pub(super) fn accuracy(sums: &[u64]) -> Value {
    proportion(sums).value()
}

/// The ratio of two shares: right answers and pairs, of the originals and of the monothematic pairs.
pub(super) fn correlation(sums: &[u64]) -> Value {
    let (whole, parts) = (proportion(sums).value()?, proportion(&sums[2..]).value()?);
    match (whole > 0.0, parts > 0.0) {
        (_, true) => Ok(whole / parts),
        (true, false) => Err(Undefined::Infinite),
        (false, false) => Err(Undefined::ZeroByZero),
    }
}

/// Three runs against two on ten pairs: right answers and pairs of each run.
pub(super) fn runs() -> PooledClusters {
    let first = [
        [1, 1, 1, 1, 0, 1, 1, 0, 1, 1],
        [1, 1, 1, 0, 0, 1, 1, 1, 1, 1],
        [0, 1, 1, 1, 0, 0, 1, 0, 1, 0],
    ];
    let second = [[0, 1, 1, 0, 1, 0, 1, 0, 1, 0], [0, 1, 0, 0, 1, 0, 1, 0, 0, 0]];
    let cluster = |pair: usize| {
        let counts: Vec<u32> = first.iter().chain(&second).flat_map(|run| [run[pair], 1]).collect();
        (counts, 1)
    };
    PooledClusters::new(10, (0..10).map(cluster)).unwrap()
}
