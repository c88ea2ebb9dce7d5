//! What judges' scores of justifications come to.

use phenom_metrics::people::JustificationRow;

use super::{Tidy, TidyColumn, defined, one, reason};

/// Every figure on judges' scores.
pub const JUSTIFICATIONS: Tidy<JustificationRow> =
    Tidy { name: "justifications", columns: COLUMNS, parts: one };

const COLUMNS: &[TidyColumn<JustificationRow>] = &[
    TidyColumn::new("aspect", "what was scored", |row, _| row.aspect.name().into()),
    TidyColumn::new("run", "the run", |row, _| row.run.as_str().into()),
    TidyColumn::new("judge_a", "the judge", |row, _| row.judges[0].as_str().into()),
    TidyColumn::new("judge_b", "the other judge, if two are compared", |row, _| {
        row.judges[1].as_str().into()
    }),
    TidyColumn::new("measure", "the measure's key", |row, _| row.measure.into()),
    TidyColumn::new("score", "of counts of scores, the score", |row, _| row.score.into()),
    TidyColumn::new("value", "the value, unrounded; empty if it is undefined", |row, _| {
        defined(&row.value)
    }),
    TidyColumn::new("numerator", "of a share, the scores that count", |row, _| {
        row.proportion.map(|share| share.numerator).into()
    }),
    TidyColumn::new("denominator", "of a share, all of its scores", |row, _| {
        row.proportion.map(|share| share.denominator).into()
    }),
    TidyColumn::new("support", "how many scores or pairs the value is of", |row, _| {
        row.support.into()
    }),
    TidyColumn::new("undefined_reason", "why there is no value", |row, _| reason(&row.value)),
];
