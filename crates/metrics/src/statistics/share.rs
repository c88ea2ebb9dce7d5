//! The share of right answers, as a statistic.

use crate::undefined::{Proportion, Value};

/// The share of right answers: the counts are how many pairs are right and how many there are.
///
/// # Errors
/// [`Undefined::NoPairs`](crate::undefined::Undefined::NoPairs) where there are none.
pub(crate) fn share(sums: &[u64]) -> Value {
    Proportion { numerator: sums[0], denominator: sums[1] }.value()
}
