//! What a regression of right wholes on phenomena and their solved parts says, or why there is none.

use thiserror::Error;

use crate::statistics::{Interval, NoFit, NoInterval, UncertaintyError};
use crate::undefined::Value;

/// A ridge logistic regression of *the whole is right* on the phenomena of its parts.
#[derive(Debug, Clone, PartialEq)]
pub struct SolvedRegression {
    /// The originals that it is fitted on: those with parts, of which they and all of their parts have gold; of
    /// several runs, once for each.
    pub originals: u64,
    /// The log-odds of a right whole where all columns are 0.
    pub intercept: f64,
    /// Its interval.
    pub intercept_interval: Option<Interval>,
    /// Two for each phenomenon of a part, in the order of the data.
    pub coefficients: Vec<SolvedCoefficient>,
    /// Why none of them has an interval, where none has.
    pub no_interval: Option<NoInterval>,
    /// How many resamples were drawn for intervals.
    pub resamples: usize,
    /// How many of these have no fit, since all of their wholes are right or none is. The intervals leave them
    /// out: the more they are, the less an interval means.
    pub undefined_resamples: usize,
}

impl SolvedRegression {
    /// The most originals that it is fitted on; of several runs, each counts once for each.
    pub const MOST_ORIGINALS: u64 = 100_000;
    /// The most columns that vary: time grows with their third power.
    pub const MOST_COLUMNS: usize = 400;
    /// The most resamples that its intervals are made from.
    pub const MOST_RESAMPLES: usize = 1_000;
    /// The most multiplications of a step of the fit, about, with which intervals are quick: a thousand resamples
    /// then take less than half a second.
    pub const QUICK: usize = 60_000;
}

/// Whether coefficients get intervals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegressionIntervals {
    /// They do not.
    None,
    /// Where resamples are [quickly](SolvedRegression::QUICK) fitted.
    WhereQuick,
    /// However long they take: of 100,000 originals, or of 400 columns, minutes.
    Always,
}

/// What a coefficient of a phenomenon is about. Each is 0 or 1 in an original.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SolvedColumn {
    /// A part of the original has the phenomenon.
    Present,
    /// So it is, and all of these parts are right.
    Solved,
}

impl SolvedColumn {
    /// Both, in the order of the rows.
    pub const ALL: [Self; 2] = [Self::Present, Self::Solved];

    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Present => "present",
            Self::Solved => "solved",
        }
    }
}

/// A coefficient of a [`SolvedRegression`].
#[derive(Debug, Clone, PartialEq)]
pub struct SolvedCoefficient {
    /// The whole path of the phenomenon.
    pub phenomenon: String,
    /// What it is about.
    pub column: SolvedColumn,
    /// The originals of which that holds; of several runs, once for each.
    pub originals: u64,
    /// By how much the log-odds of a right whole are higher where it holds and all else is the same, drawn
    /// towards 0 by the penalty. [`NeverVaries`](crate::Undefined::NeverVaries) where it holds of all originals or of none: the
    /// regression is without it.
    pub coefficient: Value,
    /// Its interval.
    pub interval: Option<Interval>,
}

/// Why there is no regression.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum NoRegression {
    /// Nothing to fit.
    #[error("no original pair has parts, and gold of its own and of all its parts")]
    NoOriginals,
    /// More than [`SolvedRegression::MOST_ORIGINALS`].
    #[error(
        "there are more than {most} decomposed original pairs, each once for each run",
        most = SolvedRegression::MOST_ORIGINALS
    )]
    ManyOriginals,
    /// More than [`SolvedRegression::MOST_COLUMNS`].
    #[error(
        "{0} columns vary, up to two for each phenomenon, and {most} can be fitted: rare phenomena can be gathered",
        most = SolvedRegression::MOST_COLUMNS
    )]
    ManyColumns(usize),
    /// All outcomes are the same.
    #[error("all wholes are right, or none is")]
    ConstantOutcome,
    /// No column varies.
    #[error("all original pairs have the same phenomena in their parts, solved alike")]
    NothingVaries,
    /// Newton's method stopped without a result, which no data are known to bring about.
    #[error("the fit did not converge")]
    NotConverged,
    /// The resamples cannot be drawn.
    #[error(transparent)]
    Resampling(#[from] UncertaintyError),
}

impl From<NoFit> for NoRegression {
    fn from(reason: NoFit) -> Self {
        match reason {
            NoFit::ConstantOutcome => Self::ConstantOutcome,
            NoFit::NotConverged => Self::NotConverged,
        }
    }
}
