//! Statistics without an interval.

use thiserror::Error;

/// The reason why a statistic has no interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
pub enum NoInterval {
    /// There are fewer than [`FEWEST_CLUSTERS`](crate::FEWEST_CLUSTERS) clusters, or nearly all units are in a few of them.
    #[error("fewer than ten clusters, or nearly all units are in a few of them")]
    FewClusters,
    /// The statistic does not vary between clusters, which does not make it certain.
    #[error("no single cluster changes the statistic, which does not make it certain")]
    Constant,
    /// The statistic is at the end of its range at which resamples do not vary.
    #[error("the statistic is at the end of its range, and does not vary between resamples")]
    Full,
    /// The divisor of a ratio may be 0.
    #[error("the divisor may be 0, so that there is no upper end")]
    NoUpperEnd,
    /// The statistic has no value on a run.
    #[error("a run has no value, so that the variation between runs is unknown")]
    RunWithoutValue,
}
