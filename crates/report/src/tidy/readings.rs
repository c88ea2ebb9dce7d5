//! What the answers of systems say of parts and wholes.

use phenom_metrics::{FailedControl, ReadingRow};

use super::{Tidy, TidyColumn, defined, lower, one, reason, upper};

/// What is said of each system on each question, with its test.
pub const READINGS: Tidy<ReadingRow> = Tidy { name: "readings", columns: COLUMNS, parts: one };

const COLUMNS: &[TidyColumn<ReadingRow>] = &[
    TidyColumn::new("system", "the system's name", |row, _| row.system.as_str().into()),
    TidyColumn::new("question", "the question", |row, _| row.question.name().into()),
    TidyColumn::new("reading", "the verdict", |row, _| row.reading.name().into()),
    TidyColumn::new("measure", "the key of the measure that decides", |row, _| row.measure.into()),
    TidyColumn::new("originals", "how many originals decide", |row, _| row.originals.into()),
    TidyColumn::new("strata", "number of strata by gold label and number of parts", |row, _| {
        row.strata.into()
    }),
    TidyColumn::new("difference", "the tested difference; empty if it is undefined", |row, _| {
        defined(&row.difference)
    }),
    TidyColumn::new("undefined_reason", "why there is no difference", |row, _| {
        reason(&row.difference)
    }),
    TidyColumn::new("lower", "the lower end of the interval of the test", |row, _| {
        lower(row.interval)
    }),
    TidyColumn::new("upper", "its upper end", |row, _| upper(row.interval)),
    TidyColumn::new(
        "adjusted_lower",
        "the lower end of the interval at the adjusted level",
        |row, _| lower(row.adjusted_interval),
    ),
    TidyColumn::new("adjusted_upper", "its upper end", |row, _| upper(row.adjusted_interval)),
    TidyColumn::new(
        "against_parts_lower",
        "the lower end of the interval against the parts of other systems",
        |row, _| lower(row.against_parts),
    ),
    TidyColumn::new("against_parts_upper", "its upper end", |row, _| upper(row.against_parts)),
    TidyColumn::new("p", "the p of the test, before correction", |row, _| row.p.into()),
    TidyColumn::new(
        "p_adjusted",
        "p adjusted for the questions and systems of the report",
        |row, _| row.p_adjusted.into(),
    ),
    TidyColumn::new("correction", "how it was adjusted", |_, at| at.correction.key().into()),
    TidyColumn::new("significance", "the significance level of p", |row, _| {
        row.significance.into()
    }),
    TidyColumn::new("method", "the test", |row, _| row.method.into()),
    TidyColumn::new(
        "failed_control",
        "the control comparison that prevents the verdict; empty if none does",
        |row, _| row.control.map_or("", FailedControl::name).into(),
    ),
    TidyColumn::new("others", "number of other systems in the control comparison", |row, _| {
        row.others.into()
    }),
    TidyColumn::new("closest", "the system whose parts come closest", |row, _| {
        row.closest.as_deref().into()
    }),
    TidyColumn::new(
        "mixed_difference",
        "the same difference with the parts of others",
        |row, _| row.mixed.map(|[difference, _]| difference).into(),
    ),
    TidyColumn::new("mixed_p", "its p", |row, _| row.mixed.map(|[_, p]| p).into()),
];
