//! Intervals and their confidence levels.

use std::fmt;

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{UncertaintyError, normal};

/// How often intervals made this way hold the true value: a number between 0 and 1, both excluded.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct ConfidenceLevel(f64);

impl ConfidenceLevel {
    /// 95 %.
    pub const NINETY_FIVE: Self = Self(0.95);

    /// Checks a level.
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

    /// `1 - level`: the level of significance of a test that goes with the interval.
    #[must_use]
    pub fn significance(self) -> f64 {
        1.0 - self.0
    }

    /// The level at which a normal interval of a mean over so many clusters is as wide as Student's t
    /// interval at this level is: resamples of few clusters vary too little. The level itself below
    /// two clusters.
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

    /// The share that lies above the interval (and the same below).
    pub(super) fn tail(self) -> f64 {
        self.significance() / 2.0
    }
}

/// An interval of values of a measure, ends included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
}

impl Interval {
    /// The difference of the ends.
    #[must_use]
    pub fn width(self) -> f64 {
        self.upper - self.lower
    }

    /// Whether a value lies in the interval.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        self.lower <= value && value <= self.upper
    }

    /// The interval without what lies outside a range.
    #[must_use]
    pub(crate) fn within(self, least: f64, most: f64) -> Self {
        Self { lower: self.lower.clamp(least, most), upper: self.upper.clamp(least, most) }
    }

    /// The sizes of all the values in the interval. An interval of DI comes from that of the signed
    /// DI, so that it holds a true 0.
    #[must_use]
    pub fn magnitude(self) -> Self {
        let (one, other) = (self.lower.abs(), self.upper.abs());
        let lower = if self.contains(0.0) { 0.0 } else { one.min(other) };
        Self { lower, upper: one.max(other) }
    }
}

/// How an interval was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum IntervalMethod {
    /// Wilson's score interval.
    Wilson,
    /// Agresti and Coull's interval with the effective number of pairs.
    AgrestiCoull,
    /// Recovered from the intervals of the shares that a ratio or a difference of ratios is made of.
    Recovered,
    /// Inversion of the noncentral chi-squared distribution of a divergence.
    Noncentral,
    /// The normal interval of the logarithm of an odds ratio, or Student's of clusters.
    LogOdds,
    /// Student's t over clusters left out one by one.
    Jackknife,
    /// Student's t over the influences of clusters.
    Influences,
    /// Quantiles of cluster resamples, moved for bias and skewness.
    BiasCorrected,
    /// Quantiles of a Beta posterior under a fitted prior.
    EmpiricalBayes,
    /// Student's t over runs.
    StudentT,
}

impl IntervalMethod {
    /// The name in files: `wilson`, `agresti_coull`, `mover`, `noncentral_chi_squared`, `log_odds`,
    /// `cluster_jackknife`, `influence_t`, `cluster_bootstrap_bca`, `empirical_bayes`, `student_t`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Wilson => "wilson",
            Self::AgrestiCoull => "agresti_coull",
            Self::Recovered => "mover",
            Self::Noncentral => "noncentral_chi_squared",
            Self::LogOdds => "log_odds",
            Self::Jackknife => "cluster_jackknife",
            Self::Influences => "influence_t",
            Self::BiasCorrected => "cluster_bootstrap_bca",
            Self::EmpiricalBayes => "empirical_bayes",
            Self::StudentT => "student_t",
        }
    }
}

impl fmt::Display for IntervalMethod {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Wilson => "Wilson score interval",
            Self::AgrestiCoull => "Agresti and Coull's interval with the effective number of pairs",
            Self::Recovered => "recovered from the intervals of shares (MOVER)",
            Self::Noncentral => "inverted noncentral chi-squared distribution",
            Self::LogOdds => "interval of the logarithm of the odds ratio",
            Self::Jackknife => "jackknife over original pairs",
            Self::Influences => "Student's t over the influences of original pairs",
            Self::BiasCorrected => "bias-corrected and accelerated bootstrap over original pairs",
            Self::EmpiricalBayes => "empirical-Bayes posterior interval",
            Self::StudentT => "Student's t interval over runs",
        })
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
