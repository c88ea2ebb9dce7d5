//! The figures of systems.

use phenom_metrics::Score;

use super::{Tidy, TidyColumn, column, defined, lower, one, reason, upper};

/// Every figure of every system, with its interval.
pub const SCORES: Tidy<Score> = Tidy { name: "scores", columns: COLUMNS, parts: one };

const COLUMNS: &[TidyColumn<Score>] = &[
    column(
        "system",
        "the system's name in the config; of a baseline, baseline: and its name; pooled for all systems together",
        |row, _| row.system.as_str().into(),
    ),
    column("population", "original, monothematic or decomposition", |row, _| {
        row.population.name().into()
    }),
    column(
        "slice_kind",
        "what the slice is of: all, judgment, category, phenomenon, task, attribute:NAME, ...",
        |row, _| row.slice_kind.to_string().into(),
    ),
    column("slice", "the slice's name as in the data; empty for all", |row, _| {
        row.slice.as_str().into()
    }),
    column("measure", "the measure's key", |row, _| row.measure.into()),
    column("value", "the value, unrounded; empty if it is undefined", |row, _| defined(&row.value)),
    column("numerator", "of a share, the pairs that count", |row, _| {
        row.proportion.map(|share| share.numerator).into()
    }),
    column("denominator", "of a share, all of its pairs", |row, _| {
        row.proportion.map(|share| share.denominator).into()
    }),
    column("support", "how many pairs the value is of", |row, _| row.support.into()),
    column("undefined_reason", "why there is no value", |row, _| reason(&row.value)),
    column(
        "lower",
        "the lower end of the confidence interval; empty if it was not computed",
        |row, _| lower(row.interval.map(|interval| interval.interval)),
    ),
    column("upper", "its upper end", |row, _| {
        upper(row.interval.map(|interval| interval.interval))
    }),
    column("confidence_level", "the level of the interval, between 0 and 1", |row, _| {
        row.interval.map(|interval| interval.level.value()).into()
    }),
    column("interval_method", "how the interval was computed", |row, _| {
        row.interval.map(|interval| interval.method.key()).into()
    }),
    column("interval_note", "why there is no interval, if one was tried", |row, _| {
        row.no_interval.map(|reason| reason.to_string()).into()
    }),
];
