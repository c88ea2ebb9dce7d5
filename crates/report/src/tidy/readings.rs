//! What the answers of systems say of parts and wholes.

use phenom_metrics::{FailedControl, ReadingRow};

use super::{Tidy, TidyColumn, column, defined, lower, one, reason, upper};

/// What is said of each system on each question, with its test.
pub const READINGS: Tidy<ReadingRow> = Tidy { name: "readings", columns: COLUMNS, parts: one };

const COLUMNS: &[TidyColumn<ReadingRow>] = &[
    column("system", "the system's name", |row, _| row.system.as_str().into()),
    column("question", "the question", |row, _| row.question.name().into()),
    column("reading", "the verdict", |row, _| row.reading.name().into()),
    column("measure", "the key of the measure that decides", |row, _| row.measure.into()),
    column("originals", "how many originals decide", |row, _| row.originals.into()),
    column("strata", "number of strata by gold label and number of parts", |row, _| {
        row.strata.into()
    }),
    column("difference", "the tested difference; empty if it is undefined", |row, _| {
        defined(&row.difference)
    }),
    column("undefined_reason", "why there is no difference", |row, _| reason(&row.difference)),
    column("lower", "the lower end of the interval of the test", |row, _| lower(row.interval)),
    column("upper", "its upper end", |row, _| upper(row.interval)),
    column("adjusted_lower", "the lower end of the interval at the adjusted level", |row, _| {
        lower(row.adjusted_interval)
    }),
    column("adjusted_upper", "its upper end", |row, _| upper(row.adjusted_interval)),
    column(
        "against_parts_lower",
        "the lower end of the interval against the parts of other systems",
        |row, _| lower(row.against_parts),
    ),
    column("against_parts_upper", "its upper end", |row, _| upper(row.against_parts)),
    column("p", "the p of the test, before correction", |row, _| row.p.into()),
    column("p_adjusted", "p adjusted for the questions and systems of the report", |row, _| {
        row.p_adjusted.into()
    }),
    column("correction", "how it was adjusted", |_, at| at.correction.key().into()),
    column("significance", "the significance level of p", |row, _| row.significance.into()),
    column("method", "the test", |row, _| row.method.into()),
    column(
        "failed_control",
        "the control comparison that prevents the verdict; empty if none does",
        |row, _| row.control.map_or("", FailedControl::name).into(),
    ),
    column("others", "number of other systems in the control comparison", |row, _| {
        row.others.into()
    }),
    column("closest", "the system whose parts come closest", |row, _| {
        row.closest.as_deref().into()
    }),
    column("mixed_difference", "the same difference with the parts of others", |row, _| {
        row.mixed.map(|[difference, _]| difference).into()
    }),
    column("mixed_p", "its p", |row, _| row.mixed.map(|[_, p]| p).into()),
];
