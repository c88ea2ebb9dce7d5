//! Intervals on Fisher's scale, for statistics with a lowest and a highest value.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::{ConfidenceLevel, Interval, NoInterval};

/// Values that differ by less are the same but for rounding.
const ROUNDING: f64 = 1e-10;

/// A value with its standard error, both on a scale from -1 to 1.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scaled {
    pub(crate) value: f64,
    pub(crate) error: f64,
    /// The degrees of freedom of the standard error.
    pub(crate) freedom: f64,
}

/// Moves a value from a range to -1 to 1.
pub(crate) fn scaled(value: f64, [lowest, highest]: [f64; 2]) -> f64 {
    2.0 * (value - lowest) / (highest - lowest) - 1.0
}

/// Student's t interval on the scale on which both ends of the range are infinitely far. So it lies within the
/// range, and is asymmetric near an end.
///
/// # Formula
/// `tanh(atanh(x) +- t e / (1 - x^2))`, moved to the range.
///
/// # Errors
/// [`NoInterval::Constant`] if nothing varies, or the value is at an end of its range.
pub(crate) fn on_fishers_scale(
    Scaled { value, error, freedom }: Scaled,
    [lowest, highest]: [f64; 2],
    level: ConfidenceLevel,
) -> Result<Interval, NoInterval> {
    let room = 1.0 - value * value;
    if error.is_nan() || error < ROUNDING || room < ROUNDING {
        return Err(NoInterval::Constant);
    }
    let student = StudentsT::new(0.0, 1.0, freedom).map_err(|_| NoInterval::FewClusters)?;
    let half = student.inverse_cdf(1.0 - level.tail()) * error / room;
    let end = |z: f64| lowest + (z.tanh() + 1.0) / 2.0 * (highest - lowest);
    let centre = value.atanh();
    Ok(Interval { lower: end(centre - half), upper: end(centre + half) })
}

/// The degrees of freedom of a variance between clusters: one less than their effective number, or
/// `2 K / (kurtosis - 1)` of what varies between the K clusters if that is less, since the variance then depends on
/// a few of them; at least 1. `squares` and `fourths` are sums of powers about the mean.
pub(crate) fn freedom(effective: f64, [count, squares, fourths]: [f64; 3]) -> f64 {
    let kurtosis = count * fourths / (squares * squares);
    let of_variance = 2.0 * count / (kurtosis - 1.0).max(f64::MIN_POSITIVE);
    (effective - 1.0).min(of_variance).max(1.0)
}
