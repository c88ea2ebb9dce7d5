//! The comparisons of systems.

use phenom_metrics::ComparisonRow;

use super::{Tidy, TidyColumn, column, defined, lower, one, reason, upper};

/// Every figure of two systems that was compared.
pub const COMPARISONS: Tidy<ComparisonRow> =
    Tidy { name: "comparisons", columns: COLUMNS, parts: one };

const COLUMNS: &[TidyColumn<ComparisonRow>] = &[
    column("system_a", "the system from which the other is subtracted", |row, _| {
        row.system_a.as_str().into()
    }),
    column("system_b", "the other: a system, or a constant baseline", |row, _| {
        row.system_b.as_str().into()
    }),
    column("population", "original, monothematic or decomposition", |row, _| {
        row.population.name().into()
    }),
    column("slice_kind", "what the slice is of", |row, _| row.slice.kind.to_string().into()),
    column("slice", "the slice's name as in the data", |row, _| row.slice.name.as_str().into()),
    column("measure", "the measure's key", |row, _| row.measure.key.into()),
    column("difference", "the value of a minus that of b; empty if it is undefined", |row, _| {
        defined(&row.difference())
    }),
    column("lower", "the lower end of the interval of the test, before correction", |row, _| {
        lower(row.interval())
    }),
    column("upper", "its upper end", |row, _| upper(row.interval())),
    column("p", "the p of the test, before correction", |row, _| row.p().into()),
    column("p_adjusted", "p adjusted for the comparisons of its family", |row, _| {
        row.p_adjusted().into()
    }),
    column("correction", "how it was adjusted", |row, at| {
        row.family.correction(at.correction).key().into()
    }),
    column("verdict", "the verdict of the test", |row, _| row.verdict_in_words().into()),
    column("method", "the test", |row, _| row.method().into()),
    column("clusters", "how many clusters the test resamples or sums over", |row, _| {
        row.clusters.into()
    }),
    column(
        "design_effect",
        "how much larger the variance is than that of independent pairs",
        |row, _| row.design_effect.into(),
    ),
    column("pairs", "how many pairs have predictions of both systems", |row, _| row.pairs.into()),
    column(
        "pairs_needed",
        "how many pairs a test of the planned difference would need",
        |row, _| row.pairs_needed.as_ref().map(|needed| needed.expected).into(),
    ),
    column("undefined_reason", "why there is no difference", |row, _| reason(&row.difference())),
    column("family", "the family of comparisons for the correction", |row, _| {
        row.family.name().into()
    }),
    column("question", "whether methods or trained models are compared", |row, _| {
        row.question.name().into()
    }),
    column("adjusted_lower", "the lower end of the interval at the adjusted level", |row, _| {
        lower(row.adjusted_interval())
    }),
    column("adjusted_upper", "its upper end", |row, _| upper(row.adjusted_interval())),
    column("detectable", "smallest detectable difference (80 % power)", |row, _| {
        row.detectable().into()
    }),
    column("pairs_needed_from", "the fewest pairs that may be needed", |row, _| {
        row.pairs_needed.as_ref().map(|needed| *needed.range.start()).into()
    }),
    column("pairs_needed_to", "the most pairs that may be needed", |row, _| {
        row.pairs_needed.as_ref().map(|needed| *needed.range.end()).into()
    }),
    column("value_a", "the value of a", |row, _| defined(&row.values[0])),
    column("value_b", "the value of b", |row, _| defined(&row.values[1])),
    column(
        "found_at_low_power",
        "whether a significant difference is below the smallest detectable one, so that it is likely to be overestimated",
        |row, _| row.found_at_low_power.into(),
    ),
];
