//! The answers to originals that are composed of those to their parts.

use std::ops::Range;

use phenom_dataset::{CompositionRule, Judgment, Task};

/// The answers to originals that a rule makes of those of one run to their parts, which have weights by row; no answer on
/// pairs that have no parts.
#[must_use]
pub(super) fn composed_answers(
    answers: &[Option<Judgment>],
    parts: impl IntoIterator<Item = Range<usize>>,
    (rule, task): (&CompositionRule, Task),
    weight: impl Fn(usize) -> f64,
) -> Vec<Option<Judgment>> {
    let mut composed = vec![None; answers.len()];
    for (original, parts) in parts.into_iter().enumerate() {
        let parts = parts.map(|row| (answers[row], weight(row)));
        composed[original] = rule.compose_weighted(parts, task).judgment();
    }
    composed
}
