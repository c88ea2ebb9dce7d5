//! Equality of two values of a statistic but for rounding.

/// Values of a statistic that differ by less are the same number, summed in another order: it is some
/// thousand times the last digit of 1, and a thousandth of what one of a billion units changes.
pub(crate) const ROUNDING: f64 = 1e-12;

/// Whether two values of a statistic are equal but for rounding.
pub(crate) fn equal(one: f64, other: f64) -> bool {
    (one - other).abs() <= ROUNDING * one.abs().max(1.0)
}
