//! The figures of systems.

use phenom_metrics::Score;

use super::{Tidy, TidyColumn, defined, lower, one, reason, upper};

/// Every figure of every system, with its interval.
pub const SCORES: Tidy<Score> = Tidy { name: "scores", columns: COLUMNS, parts: one };

const COLUMNS: &[TidyColumn<Score>] = &[
    TidyColumn {
        name: "system",
        meaning: "the system's name in the config; of a baseline, baseline: and its name; pooled for all systems together",
        value: |row, _| row.system.as_str().into(),
    },
    TidyColumn {
        name: "population",
        meaning: "original, monothematic or decomposition",
        value: |row, _| row.population.name().into(),
    },
    TidyColumn {
        name: "slice_kind",
        meaning: "what the slice is of: all, judgment, category, phenomenon, task, attribute:NAME, ...",
        value: |row, _| row.slice_kind.to_string().into(),
    },
    TidyColumn {
        name: "slice",
        meaning: "the slice's name as in the data; empty for all",
        value: |row, _| row.slice.as_str().into(),
    },
    TidyColumn {
        name: "measure",
        meaning: "the measure's key",
        value: |row, _| row.measure.into(),
    },
    TidyColumn {
        name: "value",
        meaning: "the value, unrounded; empty if it is undefined",
        value: |row, _| defined(&row.value),
    },
    TidyColumn {
        name: "numerator",
        meaning: "of a share, the pairs that count",
        value: |row, _| row.proportion.map(|share| share.numerator).into(),
    },
    TidyColumn {
        name: "denominator",
        meaning: "of a share, all of its pairs",
        value: |row, _| row.proportion.map(|share| share.denominator).into(),
    },
    TidyColumn {
        name: "support",
        meaning: "how many pairs the value is of",
        value: |row, _| row.support.into(),
    },
    TidyColumn {
        name: "undefined_reason",
        meaning: "why there is no value",
        value: |row, _| reason(&row.value),
    },
    TidyColumn {
        name: "lower",
        meaning: "the lower end of the confidence interval; empty if it was not computed",
        value: |row, _| lower(row.interval.map(|interval| interval.interval)),
    },
    TidyColumn {
        name: "upper",
        meaning: "its upper end",
        value: |row, _| upper(row.interval.map(|interval| interval.interval)),
    },
    TidyColumn {
        name: "confidence_level",
        meaning: "the level of the interval, between 0 and 1",
        value: |row, _| row.interval.map(|interval| interval.level.value()).into(),
    },
    TidyColumn {
        name: "interval_method",
        meaning: "how the interval was computed",
        value: |row, _| row.interval.map(|interval| interval.method.key()).into(),
    },
    TidyColumn {
        name: "interval_note",
        meaning: "why there is no interval, if one was tried",
        value: |row, _| row.no_interval.map(|reason| reason.to_string()).into(),
    },
];
