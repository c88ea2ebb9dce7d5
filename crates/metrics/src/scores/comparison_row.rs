//! A row of the comparisons.

use crate::counts::{Population, SliceKind};
use crate::statistics::Interval;
use crate::undefined::Value;

/// What a comparison says of the first system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is the better one.
    Better,
    /// It is the worse one.
    Worse,
    /// It cannot be told; with the number of pairs that would tell a difference of the size observed
    /// with a power of 80 %, where that can be said.
    CannotTell {
        /// The pairs of that kind that would be needed.
        needed: Option<u64>,
    },
}

impl Verdict {
    /// The pairs that would be needed, where nothing can be told.
    #[must_use]
    pub fn pairs_needed(self) -> Option<u64> {
        match self {
            Self::CannotTell { needed } => needed,
            Self::Better | Self::Worse => None,
        }
    }

    /// The word in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::CannotTell { .. } => "cannot tell",
        }
    }
}

/// One figure of two systems.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparisonRow {
    /// The first system's name.
    pub system_a: String,
    /// The second system's name.
    pub system_b: String,
    /// The pairs that it is about.
    pub population: Population,
    /// By what they are cut.
    pub slice_kind: SliceKind,
    /// The slice's name as in the data; empty for all.
    pub slice: String,
    /// The key of the measure.
    pub measure: &'static str,
    /// The number of pairs.
    pub pairs: u64,
    /// The value of each system.
    pub values: [Value; 2],
    /// The first less the second.
    pub difference: Value,
    /// The interval of the difference.
    pub interval: Option<Interval>,
    /// The p-value; nothing where the systems differ on too few clusters for any verdict.
    pub p: Option<f64>,
    /// The p-value adjusted for its family: all comparisons of one measure on one population and one
    /// kind of slice.
    pub p_adjusted: Option<f64>,
    /// What it comes to.
    pub verdict: Verdict,
    /// How p was found: `sign_flip_exact`, `sign_flip_monte_carlo`, or for mutual information
    /// `sign_flip_and_bootstrap`, the higher of both; `ranking_sign_flip` for AP and CWS.
    pub method: &'static str,
    /// On how many of the pairs one system alone is right; of accuracies only.
    pub discordant: Option<u64>,
    /// The original pairs that have pairs here.
    pub clusters: u64,
    /// How many dependent pairs tell as much as one independent pair; of accuracies only.
    pub design_effect: Option<f64>,
}
