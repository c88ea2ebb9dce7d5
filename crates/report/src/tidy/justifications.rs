//! What judges' scores of justifications come to.

use phenom_metrics::people::JustificationRow;

use super::{Tidy, TidyColumn, defined, one, reason};

/// Every figure on judges' scores.
pub const JUSTIFICATIONS: Tidy<JustificationRow> =
    Tidy { name: "justifications", columns: COLUMNS, parts: one };

const COLUMNS: &[TidyColumn<JustificationRow>] = &[
    TidyColumn {
        name: "aspect",
        meaning: "what was scored",
        value: |row, _| row.aspect.name().into(),
    },
    TidyColumn { name: "run", meaning: "the run", value: |row, _| row.run.as_str().into() },
    TidyColumn {
        name: "judge_a",
        meaning: "the judge",
        value: |row, _| row.judges[0].as_str().into(),
    },
    TidyColumn {
        name: "judge_b",
        meaning: "the other judge, if two are compared",
        value: |row, _| row.judges[1].as_str().into(),
    },
    TidyColumn {
        name: "measure",
        meaning: "the measure's key",
        value: |row, _| row.measure.into(),
    },
    TidyColumn {
        name: "score",
        meaning: "of counts of scores, the score",
        value: |row, _| row.score.into(),
    },
    TidyColumn {
        name: "value",
        meaning: "the value, unrounded; empty if it is undefined",
        value: |row, _| defined(&row.value),
    },
    TidyColumn {
        name: "numerator",
        meaning: "of a share, the scores that count",
        value: |row, _| row.proportion.map(|share| share.numerator).into(),
    },
    TidyColumn {
        name: "denominator",
        meaning: "of a share, all of its scores",
        value: |row, _| row.proportion.map(|share| share.denominator).into(),
    },
    TidyColumn {
        name: "support",
        meaning: "how many scores or pairs the value is of",
        value: |row, _| row.support.into(),
    },
    TidyColumn {
        name: "undefined_reason",
        meaning: "why there is no value",
        value: |row, _| reason(&row.value),
    },
];
