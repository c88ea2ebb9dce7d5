//! The methods that intervals come from.

use std::fmt;

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
    /// Student's t over the influences of clusters, of judges' labels that people correct.
    PredictionPowered,
}

impl IntervalMethod {
    /// The name in files: `wilson`, `agresti_coull`, `mover`, `noncentral_chi_squared`, `log_odds`,
    /// `cluster_jackknife`, `influence_t`, `cluster_bootstrap_bca`, `empirical_bayes`, `student_t`,
    /// `prediction_powered_t`.
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
            Self::PredictionPowered => "prediction_powered_t",
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
            Self::PredictionPowered => "prediction-powered Student's t interval over clusters",
        })
    }
}
