//! What a rule of composition makes of parts.

use crate::Judgment;

/// What the judgments on the parts make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Composed {
    /// A judgment of the task: whatever the parts without a judgment are, they do not change it.
    Judged(Judgment),
    /// It depends on parts that have no judgment: their places, from 0, ascending. Under the three-way
    /// task *not-entailment* is no judgment: it may be *unknown* or *contradiction*. No place is named
    /// where all parts are known and a two-way table does not tell which of the two they make.
    Open(Vec<usize>),
    /// There are no parts that count: none at all, or none with a weight above 0 under a rule that asks for weights.
    NoParts,
}

impl Composed {
    /// The judgment, where there is one.
    #[must_use]
    pub fn judgment(&self) -> Option<Judgment> {
        match self {
            Self::Judged(judgment) => Some(*judgment),
            Self::Open(_) | Self::NoParts => None,
        }
    }
}
