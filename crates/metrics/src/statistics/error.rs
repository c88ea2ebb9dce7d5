//! What cannot be resampled, tested or planned.

use thiserror::Error;

use crate::undefined::Undefined;

/// Why there is no interval, test or plan. The words fit after "failed to compare: ".
#[derive(Debug, Clone, PartialEq, Error)]
pub enum UncertaintyError {
    /// A confidence level outside (0, 1).
    #[error("the confidence level is {0}, and must lie between 0 and 1, both excluded")]
    ConfidenceLevel(f64),
    /// A share that is no probability.
    #[error("{what} is {value}, and must lie between {from} and {to}")]
    OutOfRange {
        /// What the number stands for.
        what: &'static str,
        /// The number.
        value: f64,
        /// The least that it may be.
        from: f64,
        /// The most that it may be.
        to: f64,
    },
    /// Nothing was to be drawn, or more than memory is meant to hold.
    #[error("the number of resamples is {0}, and must lie between 1 and 1,000,000")]
    Resamples(usize),
    /// Fewer than two clusters.
    #[error("there are fewer than two original pairs here ({0}), so nothing can be resampled")]
    FewClusters(u64),
    /// Clusters whose vectors differ in length.
    #[error("a cluster has {found} counts where {expected} are expected")]
    Width {
        /// As many as the clusters should have.
        expected: usize,
        /// As many as one has.
        found: usize,
    },
    /// A paired vector that does not fall into two halves.
    #[error("clusters of {0} counts do not fall into the halves of two systems")]
    NotPaired(usize),
    /// Fewer than two runs of a system.
    #[error("there are fewer than two runs ({0}), so nothing varies between them")]
    FewRuns(usize),
    /// The measure itself has no value.
    #[error(transparent)]
    Undefined(#[from] Undefined),
}
