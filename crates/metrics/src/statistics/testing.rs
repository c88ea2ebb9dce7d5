//! Statistics for the tests of this module.

use crate::measures::correlation_index::correlation_index;
use crate::{Proportion, Value};

fn proportion(sums: &[u64]) -> Proportion {
    Proportion { numerator: sums[0], denominator: sums[1] }
}

/// Right answers and pairs.
pub(super) fn accuracy(sums: &[u64]) -> Value {
    proportion(sums).value()
}

/// Right answers and pairs, of the originals and of the monothematic pairs.
pub(super) fn correlation(sums: &[u64]) -> Value {
    correlation_index(proportion(sums), proportion(&sums[2..]))
}
