//! Why a figure has no interval.

use thiserror::Error;

use crate::statistics;

/// Why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
pub enum NoInterval {
    /// Fewer clusters than an interval is made from.
    #[error("fewer than ten original pairs, or nearly all pairs come from a few of them")]
    FewClusters,
    /// Nothing varies.
    #[error("no single original pair changes the value, which does not make it certain")]
    Constant,
    /// The answers tell gold in full.
    #[error(
        "the predictions determine the gold labels in this sample, which does not show how certain that is"
    )]
    Full,
    /// A ratio whose divisor may be 0.
    #[error("the accuracy on the monothematic pairs may be 0, so that there is no upper end")]
    NoUpperEnd,
    /// The clusters hold coarser judgments than the figure is about.
    #[error("original pairs do not keep these labels separately")]
    Coarse,
    /// The runs of a system differ, and a fit takes their mean for one run.
    #[error(
        "the runs differ, and a fit to their mean does not show how much other runs would differ"
    )]
    SeveralRuns,
    /// The figure is undefined for a run.
    #[error("a run has no value, so that the variation between runs is unknown")]
    RunWithoutValue,
    /// The measure has none.
    #[error("{0}")]
    Measure(&'static str),
}

impl From<statistics::NoInterval> for NoInterval {
    fn from(reason: statistics::NoInterval) -> Self {
        match reason {
            statistics::NoInterval::FewClusters => Self::FewClusters,
            statistics::NoInterval::Constant => Self::Constant,
            statistics::NoInterval::Full => Self::Full,
            statistics::NoInterval::NoUpperEnd => Self::NoUpperEnd,
            statistics::NoInterval::RunWithoutValue => Self::RunWithoutValue,
        }
    }
}
