//! The figures of systems.

use phenom_metrics::Score;

use super::{Tidy, TidyColumn, defined, lower, one, reason, upper};

/// Every figure of every system, with its interval.
pub const SCORES: Tidy<Score> = Tidy { name: "scores", columns: COLUMNS, parts: one };

const COLUMNS: &[TidyColumn<Score>] = &[
    TidyColumn::new(
        "system",
        "the system's name in the config; of a baseline, baseline: and its name; pooled for all systems together",
        |row, _| row.system.as_str().into(),
    ),
    TidyColumn::new("population", "original, monothematic or decomposition", |row, _| {
        row.population.name().into()
    }),
    TidyColumn::new(
        "slice_kind",
        "what the slice is of: all, judgment, category, phenomenon, task, attribute:NAME, ...",
        |row, _| row.slice_kind.to_string().into(),
    ),
    TidyColumn::new("slice", "the slice's name as in the data; empty for all", |row, _| {
        row.slice.as_str().into()
    }),
    TidyColumn::new("measure", "the measure's key", |row, _| row.measure.into()),
    TidyColumn::new("value", "the value, unrounded; empty if it is undefined", |row, _| {
        defined(&row.value)
    }),
    TidyColumn::new("numerator", "of a share, the pairs that count", |row, _| {
        row.proportion.map(|share| share.numerator).into()
    }),
    TidyColumn::new("denominator", "of a share, all of its pairs", |row, _| {
        row.proportion.map(|share| share.denominator).into()
    }),
    TidyColumn::new("support", "how many pairs the value is of", |row, _| row.support.into()),
    TidyColumn::new("undefined_reason", "why there is no value", |row, _| reason(&row.value)),
    TidyColumn::new(
        "lower",
        "the lower end of the confidence interval; empty if it was not computed",
        |row, _| lower(row.interval.map(|interval| interval.interval)),
    ),
    TidyColumn::new("upper", "its upper end", |row, _| {
        upper(row.interval.map(|interval| interval.interval))
    }),
    TidyColumn::new("confidence_level", "the level of the interval, between 0 and 1", |row, _| {
        row.interval.map(|interval| interval.level.value()).into()
    }),
    TidyColumn::new("interval_method", "how the interval was computed", |row, _| {
        row.interval.map(|interval| interval.method.key()).into()
    }),
    TidyColumn::new("interval_note", "why there is no interval, if one was tried", |row, _| {
        row.no_interval.map(|reason| reason.to_string()).into()
    }),
];
