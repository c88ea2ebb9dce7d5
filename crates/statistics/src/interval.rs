//! Intervals and their confidence levels.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::{UncertaintyError, normal};

/// A confidence level: the share of intervals that hold the true value, in (0, 1).
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct ConfidenceLevel(f64);

impl ConfidenceLevel {
    /// 95 %.
    pub const NINETY_FIVE: Self = Self(0.95);

    /// A level in (0, 1).
    ///
    /// # Errors
    /// [`UncertaintyError::ConfidenceLevel`] outside (0, 1).
    pub fn new(level: f64) -> Result<Self, UncertaintyError> {
        if level > 0.0 && level < 1.0 {
            Ok(Self(level))
        } else {
            Err(UncertaintyError::ConfidenceLevel(level))
        }
    }

    /// The level, in (0, 1).
    #[must_use]
    pub fn value(self) -> f64 {
        self.0
    }

    /// `1 - level`, in (0, 1): the level of significance of the test that agrees with the interval.
    #[must_use]
    pub fn significance(self) -> f64 {
        1.0 - self.0
    }

    /// The level at which a normal interval of a mean over `clusters` clusters is as wide as Student's t interval at this
    /// level, because resamples of few clusters vary too little. With fewer than two clusters, the level itself.
    ///
    /// # References
    /// Hesterberg 2015, section 4.5.
    #[must_use]
    pub fn expanded(self, clusters: u64) -> Self {
        let count = clusters as f64;
        let student = StudentsT::new(0.0, 1.0, count - 1.0);
        student.map_or(self, |student| {
            let t = student.inverse_cdf(1.0 - self.tail());
            let tail = normal::cumulative(-t * (count / (count - 1.0)).sqrt());
            Self::new(1.0 - 2.0 * tail).unwrap_or(self)
        })
    }

    /// The share of intervals that lie above the true value, and of those that lie below.
    pub(crate) fn tail(self) -> f64 {
        self.significance() / 2.0
    }
}

/// An interval of values of a statistic, in its unit, ends included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
}

impl Interval {
    /// The upper end minus the lower end.
    #[must_use]
    pub fn width(self) -> f64 {
        self.upper - self.lower
    }

    /// Whether a value is in the interval.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        self.lower <= value && value <= self.upper
    }

    /// The interval cut off at the ends of a range.
    #[must_use]
    pub fn within(self, least: f64, most: f64) -> Self {
        Self { lower: self.lower.clamp(least, most), upper: self.upper.clamp(least, most) }
    }

    /// The absolute values of all values in the interval: the interval of an absolute value, from that of the signed
    /// value, so that it can hold 0.
    #[must_use]
    pub fn magnitude(self) -> Self {
        let (one, other) = (self.lower.abs(), self.upper.abs());
        let lower = if self.contains(0.0) { 0.0 } else { one.min(other) };
        Self { lower, upper: one.max(other) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_lie_between_0_and_1() {
        for level in [0.0, 1.0, -0.1, 95.0, f64::NAN] {
            assert!(ConfidenceLevel::new(level).is_err(), "{level}");
        }
        assert_eq!(ConfidenceLevel::new(0.95), Ok(ConfidenceLevel::NINETY_FIVE));
    }

    #[test]
    fn expanded_levels_as_scipy_has_them() {
        // 1 - 2 * norm.sf(t.ppf(.975, n - 1) * (n / (n - 1)) ** .5)
        for (clusters, expected) in
            [(5, 0.998091798896235), (90, 0.9542952988413336), (1000, 0.9503913881888714)]
        {
            let ours = ConfidenceLevel::NINETY_FIVE.expanded(clusters).value();
            assert!((ours - expected).abs() < 1e-9, "{ours}");
        }
        assert_eq!(ConfidenceLevel::NINETY_FIVE.expanded(1), ConfidenceLevel::NINETY_FIVE);
    }

    #[test]
    fn magnitudes_of_an_interval() {
        let of = |lower, upper| {
            let magnitude = Interval { lower, upper }.magnitude();
            (magnitude.lower, magnitude.upper)
        };
        assert_eq!(of(-0.2, 0.5), (0.0, 0.5));
        assert_eq!(of(-0.5, 0.2), (0.0, 0.5));
        assert_eq!(of(-0.5, -0.2), (0.2, 0.5));
        assert_eq!(of(0.2, 0.5), (0.2, 0.5));
    }
}
