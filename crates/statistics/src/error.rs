//! Errors of resampling, tests and plans.

use thiserror::Error;

use crate::undefined::Undefined;

/// The reason why there is no interval, test or plan.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum UncertaintyError {
    /// A confidence level outside (0, 1).
    #[error("the confidence level is {0}, and must be between 0 and 1, both excluded")]
    ConfidenceLevel(f64),
    /// A number outside its range.
    #[error("{what} is {value}, and must be between {from} and {to}")]
    OutOfRange {
        /// The meaning of the number.
        what: &'static str,
        /// The number.
        value: f64,
        /// The lowest value in the range.
        from: f64,
        /// The highest value in the range.
        to: f64,
    },
    /// A number of resamples outside 1 to 1,000,000.
    #[error("the number of resamples is {0}, and must be between 1 and 1,000,000")]
    Resamples(usize),
    /// Fewer than two clusters, of which there are this many.
    #[error("there are fewer than two clusters ({0}), so nothing can be resampled")]
    FewClusters(u64),
    /// Clusters with different numbers of counts.
    #[error("a cluster has {found} counts instead of {expected}")]
    Width {
        /// The number of counts that a cluster should have.
        expected: usize,
        /// The number of counts that a cluster has.
        found: usize,
    },
    /// Clusters whose number of counts cannot be divided between two systems.
    #[error("clusters of {0} counts cannot be split into halves for two systems")]
    NotPaired(usize),
    /// Fewer than two runs of a system, of which there are this many.
    #[error("there are fewer than two runs ({0}), so nothing varies between them")]
    FewRuns(usize),
    /// The statistic has no value.
    #[error(transparent)]
    Undefined(#[from] Undefined),
}
