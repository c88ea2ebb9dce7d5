//! What ends a training.

use phenom_dataset::Judgment;
use thiserror::Error;

/// Why nothing can be learnt.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TrainingError {
    /// No examples at all.
    #[error("there are no pairs with a gold judgment to learn from")]
    NoExamples,
    /// A judgment that no example has.
    #[error(
        "none of the pairs to learn from has the gold judgment {0}; a system learns only what it has seen"
    )]
    MissingJudgment(Judgment),
}
