//! What engines learn from: examples with gold, in groups that stay together.

use phenom_dataset::{Judgment, Task};
use thiserror::Error;

use crate::Example;

/// Why nothing can be learnt from examples.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TrainingError {
    /// There are none.
    #[error("there is no pair with gold to learn from")]
    NoExamples,
    /// None has a judgment that is to be told from the others.
    #[error("no pair to learn from has the gold judgment `{0}`")]
    Without(Judgment),
    /// All have the same judgment.
    #[error("all pairs to learn from have the gold judgment `{0}`")]
    Single(Judgment),
}

/// The task that the gold of examples allows: two-way where some of it is.
///
/// # Errors
/// [`TrainingError::NoExamples`].
pub(crate) fn task_of(examples: &[Example<'_>]) -> Result<Task, TrainingError> {
    if examples.is_empty() {
        return Err(TrainingError::NoExamples);
    }
    let gold: Vec<_> = examples.iter().map(|example| Some(example.gold)).collect();
    Ok(Task::of_gold(&gold))
}

/// The same, where every judgment of the task has examples.
///
/// # Errors
/// [`TrainingError::NoExamples`]; [`TrainingError::Single`] and [`TrainingError::Without`] where a judgment has none.
pub(crate) fn complete_task_of(examples: &[Example<'_>]) -> Result<Task, TrainingError> {
    let task = task_of(examples)?;
    let first = examples.first().ok_or(TrainingError::NoExamples)?.gold;
    if examples.iter().all(|example| example.gold == first) {
        return Err(TrainingError::Single(first));
    }
    let lacking = task.judgments().iter().enumerate().find(|(column, _)| {
        examples.iter().all(|example| task.column(example.gold) != Some(*column))
    });
    match lacking {
        Some((_, judgment)) => Err(TrainingError::Without(*judgment)),
        None => Ok(task),
    }
}
