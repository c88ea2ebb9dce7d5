//! The comparisons of systems.

use phenom_metrics::ComparisonRow;

use super::{Tidy, TidyColumn, defined, lower, one, reason, upper};

/// Every figure of two systems that was compared.
pub const COMPARISONS: Tidy<ComparisonRow> =
    Tidy { name: "comparisons", columns: COLUMNS, parts: one };

const COLUMNS: &[TidyColumn<ComparisonRow>] = &[
    TidyColumn {
        name: "system_a",
        meaning: "the system from which the other is subtracted",
        value: |row, _| row.system_a.as_str().into(),
    },
    TidyColumn {
        name: "system_b",
        meaning: "the other: a system, or a constant baseline",
        value: |row, _| row.system_b.as_str().into(),
    },
    TidyColumn {
        name: "population",
        meaning: "original, monothematic or decomposition",
        value: |row, _| row.population.name().into(),
    },
    TidyColumn {
        name: "slice_kind",
        meaning: "what the slice is of",
        value: |row, _| row.slice_kind.to_string().into(),
    },
    TidyColumn {
        name: "slice",
        meaning: "the slice's name as in the data",
        value: |row, _| row.slice.as_str().into(),
    },
    TidyColumn {
        name: "measure",
        meaning: "the measure's key",
        value: |row, _| row.measure.into(),
    },
    TidyColumn {
        name: "difference",
        meaning: "the value of a minus that of b; empty if it is undefined",
        value: |row, _| defined(&row.difference),
    },
    TidyColumn {
        name: "lower",
        meaning: "the lower end of the interval of the test, before correction",
        value: |row, _| lower(row.interval),
    },
    TidyColumn { name: "upper", meaning: "its upper end", value: |row, _| upper(row.interval) },
    TidyColumn {
        name: "p",
        meaning: "the p of the test, before correction",
        value: |row, _| row.p.into(),
    },
    TidyColumn {
        name: "p_adjusted",
        meaning: "p adjusted for the comparisons of its family",
        value: |row, _| row.p_adjusted.into(),
    },
    TidyColumn {
        name: "correction",
        meaning: "how it was adjusted",
        value: |row, at| row.family.correction(at.correction).key().into(),
    },
    TidyColumn {
        name: "verdict",
        meaning: "the verdict of the test",
        value: |row, _| row.verdict_in_words().into(),
    },
    TidyColumn { name: "method", meaning: "the test", value: |row, _| row.method.into() },
    TidyColumn {
        name: "clusters",
        meaning: "how many clusters the test resamples or sums over",
        value: |row, _| row.clusters.into(),
    },
    TidyColumn {
        name: "design_effect",
        meaning: "how much larger the variance is than that of independent pairs",
        value: |row, _| row.design_effect.into(),
    },
    TidyColumn {
        name: "pairs",
        meaning: "how many pairs have predictions of both systems",
        value: |row, _| row.pairs.into(),
    },
    TidyColumn {
        name: "pairs_needed",
        meaning: "how many pairs a test of the planned difference would need",
        value: |row, _| row.pairs_needed.as_ref().map(|needed| needed.expected).into(),
    },
    TidyColumn {
        name: "undefined_reason",
        meaning: "why there is no difference",
        value: |row, _| reason(&row.difference),
    },
    TidyColumn {
        name: "family",
        meaning: "the family of comparisons for the correction",
        value: |row, _| row.family.name().into(),
    },
    TidyColumn {
        name: "question",
        meaning: "whether methods or trained models are compared",
        value: |row, _| row.question.name().into(),
    },
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
        name: "detectable",
        meaning: "smallest detectable difference (80 % power)",
        value: |row, _| row.detectable.into(),
    },
    TidyColumn {
        name: "pairs_needed_from",
        meaning: "the fewest pairs that may be needed",
        value: |row, _| row.pairs_needed.as_ref().map(|needed| *needed.range.start()).into(),
    },
    TidyColumn {
        name: "pairs_needed_to",
        meaning: "the most pairs that may be needed",
        value: |row, _| row.pairs_needed.as_ref().map(|needed| *needed.range.end()).into(),
    },
    TidyColumn {
        name: "value_a",
        meaning: "the value of a",
        value: |row, _| defined(&row.values[0]),
    },
    TidyColumn {
        name: "value_b",
        meaning: "the value of b",
        value: |row, _| defined(&row.values[1]),
    },
    TidyColumn {
        name: "found_at_low_power",
        meaning: "whether a significant difference is below the smallest detectable one, so that it is likely to be overestimated",
        value: |row, _| row.found_at_low_power.into(),
    },
];
