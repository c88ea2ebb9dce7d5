//! What the labels of a system from outside mean.

use phenom_dataset::{Judgment, LabelScheme, Meaning, Task};

use crate::config::{Asked, OutsideSystem, System};
use crate::failure::Failure;

/// The labels that the config gives the system. Without them: the words for the judgments of the task, then the labels of
/// the dataset and the names of judgments, as in a file of answers.
///
/// # Errors
/// If a word for a judgment means something else in the dataset.
pub(super) fn of(
    system: &System,
    outside: &OutsideSystem,
    task: Task,
) -> Result<LabelScheme, Failure> {
    if let Some(labels) = &outside.labels {
        return Ok(labels.clone());
    }
    understood(&system.name, outside.labels_of_pairs.as_ref(), task, |label, meaning| {
        is_understood(&outside.asked, label, meaning, task)
    })
}

/// The words for the judgments of the task, then those labels of the dataset that are understood as predictions.
///
/// # Errors
/// If a word for a judgment means something else in the dataset.
pub(super) fn understood(
    system: &str,
    of_pairs: Option<&LabelScheme>,
    task: Task,
    is_understood: impl Fn(&str, Meaning) -> bool,
) -> Result<LabelScheme, Failure> {
    let words = words(task);
    let of_pairs = of_pairs.map_or(&[][..], LabelScheme::meanings);
    let mut meanings = words.meanings().to_vec();
    for (label, meaning) in of_pairs {
        match words.meaning(label) {
            None if is_understood(label, *meaning) => {
                meanings.push((label.clone(), *meaning));
            }
            Some(other) if other != *meaning => {
                return Err(two_meanings(system, label, *meaning, other));
            }
            None | Some(_) => {}
        }
    }
    Ok(LabelScheme::custom(meanings))
}

/// Whether a label of the dataset is looked for in answers. A model is asked for the judgments of the task alone, and its
/// answer is read by the letters in it.
fn is_understood(asked: &Asked, label: &str, meaning: Meaning, task: Task) -> bool {
    match (asked, meaning) {
        (Asked::Command { .. }, _) => true,
        (Asked::Endpoint { .. }, Meaning::None) => false,
        (Asked::Endpoint { .. }, Meaning::Judgment(judgment)) => {
            task.judgments().contains(&judgment) && label.contains(char::is_alphanumeric)
        }
    }
}

fn two_meanings(system: &str, label: &str, in_dataset: Meaning, in_answers: Meaning) -> Failure {
    let message = format!(
        "the labels of system `{system}` are ambiguous: `{label}` means {} in the dataset, and {} as a prediction",
        in_dataset.name(),
        in_answers.name()
    );
    let help = format!(
        "write the labels that it predicts: `labels: {{\"{label}\": {}, ...}}`",
        in_dataset.name()
    );
    Failure::input(message, Some(help))
}

/// The words for the judgments of a task.
fn words(task: Task) -> LabelScheme {
    let word = |judgment: &Judgment| {
        let word = if *judgment == Judgment::Unknown { "neutral" } else { judgment.name() };
        (word.to_owned(), Meaning::Judgment(*judgment))
    };
    LabelScheme::custom(task.judgments().iter().map(word))
}
