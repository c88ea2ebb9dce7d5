//! What judges' scores of justifications come to.

use phenom_metrics::people::JustificationRow;

use super::{Tidy, TidyColumn, column, defined, one, reason};

/// Every figure on judges' scores.
pub const JUSTIFICATIONS: Tidy<JustificationRow> =
    Tidy { name: "justifications", columns: COLUMNS, parts: one };

const COLUMNS: &[TidyColumn<JustificationRow>] = &[
    column("aspect", "what was scored", |row, _| row.aspect.name().into()),
    column("run", "the run", |row, _| row.run.as_str().into()),
    column("judge_a", "the judge", |row, _| row.judges[0].as_str().into()),
    column("judge_b", "the other judge, if two are compared", |row, _| {
        row.judges[1].as_str().into()
    }),
    column("measure", "the measure's key", |row, _| row.measure.into()),
    column("score", "of counts of scores, the score", |row, _| row.score.into()),
    column("value", "the value, unrounded; empty if it is undefined", |row, _| defined(&row.value)),
    column("numerator", "of a share, the scores that count", |row, _| {
        row.proportion.map(|share| share.numerator).into()
    }),
    column("denominator", "of a share, all of its scores", |row, _| {
        row.proportion.map(|share| share.denominator).into()
    }),
    column("support", "how many scores or pairs the value is of", |row, _| row.support.into()),
    column("undefined_reason", "why there is no value", |row, _| reason(&row.value)),
];
