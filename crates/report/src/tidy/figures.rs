//! What the tidy rows of scores and of agreement have in common.

/// Columns of figures: what each is of, the figure with its interval, and what else is known of it.
macro_rules! figures {
    ([$($of:expr),* $(,)?], [$($more:expr),* $(,)?]) => {{
        use $crate::tidy::{column, defined, lower, reason, upper};
        &[
            $($of,)*
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
            $($more,)*
        ]
    }};
}
pub(super) use figures;
