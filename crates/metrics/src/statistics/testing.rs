//! Statistics for the tests of this module.

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
