//! What the answers of systems say of parts and wholes.

use phenom_metrics::{FailedControl, ReadingRow};

use super::{Tidy, TidyColumn, defined, lower, one, reason, upper};

/// What is said of each system on each question, with its test.
pub const READINGS: Tidy<ReadingRow> = Tidy { name: "readings", columns: COLUMNS, parts: one };

const COLUMNS: &[TidyColumn<ReadingRow>] = &[
    TidyColumn {
        name: "system",
        meaning: "the system's name",
        value: |row, _| row.system.as_str().into(),
    },
    TidyColumn {
        name: "question",
        meaning: "the question",
        value: |row, _| row.question.name().into(),
    },
    TidyColumn {
        name: "reading",
        meaning: "the verdict",
        value: |row, _| row.reading.name().into(),
    },
    TidyColumn {
        name: "measure",
        meaning: "the key of the measure that decides",
        value: |row, _| row.measure.into(),
    },
    TidyColumn {
        name: "originals",
        meaning: "how many originals decide",
        value: |row, _| row.originals.into(),
    },
    TidyColumn {
        name: "strata",
        meaning: "number of strata by gold label and number of parts",
        value: |row, _| row.strata.into(),
    },
    TidyColumn {
        name: "difference",
        meaning: "the tested difference; empty if it is undefined",
        value: |row, _| defined(&row.difference),
    },
    TidyColumn {
        name: "undefined_reason",
        meaning: "why there is no difference",
        value: |row, _| reason(&row.difference),
    },
    TidyColumn {
        name: "lower",
        meaning: "the lower end of the interval of the test",
        value: |row, _| lower(row.interval),
    },
    TidyColumn { name: "upper", meaning: "its upper end", value: |row, _| upper(row.interval) },
    TidyColumn {
        name: "adjusted_lower",
        meaning: "the lower end of the interval at the adjusted level",
        value: |row, _| lower(row.adjusted_interval),
    },
    TidyColumn {
        name: "adjusted_upper",
        meaning: "its upper end",
        value: |row, _| upper(row.adjusted_interval),
    },
    TidyColumn {
        name: "against_parts_lower",
        meaning: "the lower end of the interval against the parts of other systems",
        value: |row, _| lower(row.against_parts),
    },
    TidyColumn {
        name: "against_parts_upper",
        meaning: "its upper end",
        value: |row, _| upper(row.against_parts),
    },
    TidyColumn {
        name: "p",
        meaning: "the p of the test, before correction",
        value: |row, _| row.p.into(),
    },
    TidyColumn {
        name: "p_adjusted",
        meaning: "p adjusted for the questions and systems of the report",
        value: |row, _| row.p_adjusted.into(),
    },
    TidyColumn {
        name: "correction",
        meaning: "how it was adjusted",
        value: |_, at| at.correction.key().into(),
    },
    TidyColumn {
        name: "significance",
        meaning: "the significance level of p",
        value: |row, _| row.significance.into(),
    },
    TidyColumn { name: "method", meaning: "the test", value: |row, _| row.method.into() },
    TidyColumn {
        name: "failed_control",
        meaning: "the control comparison that prevents the verdict; empty if none does",
        value: |row, _| row.control.map_or("", FailedControl::name).into(),
    },
    TidyColumn {
        name: "others",
        meaning: "number of other systems in the control comparison",
        value: |row, _| row.others.into(),
    },
    TidyColumn {
        name: "closest",
        meaning: "the system whose parts come closest",
        value: |row, _| row.closest.as_deref().into(),
    },
    TidyColumn {
        name: "mixed_difference",
        meaning: "the same difference with the parts of others",
        value: |row, _| row.mixed.map(|[difference, _]| difference).into(),
    },
    TidyColumn {
        name: "mixed_p",
        meaning: "its p",
        value: |row, _| row.mixed.map(|[_, p]| p).into(),
    },
];
