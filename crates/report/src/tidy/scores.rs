//! The figures of systems.

use phenom_metrics::Score;

use super::{Tidy, TidyColumn, figures, one};

/// Every figure of every system, with its interval.
pub const SCORES: Tidy<Score> = Tidy { name: "scores", columns: COLUMNS, parts: one };

const COLUMNS: &[TidyColumn<Score>] = figures!(
    [
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
    ],
    [column("interval_note", "why there is no interval, if one was tried", |row, _| {
        row.no_interval.map(|reason| reason.to_string()).into()
    }),]
);
