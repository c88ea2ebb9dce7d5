//! An interval on its own, in a row under the figures.

use phenom_metrics::Population;
use phenom_metrics::measures::Measure;

use crate::{Cell, PairCount, Pairs, Results, Style};

/// From how many units on percentages bear a digit after the point.
const UNITS_FOR_A_DIGIT: f64 = 1000.0;

/// The interval of a figure, without the figure; empty if there is none. Percentages of fewer than a thousand pairs
/// bear no digit after the point.
pub(super) fn interval_cell(
    results: &Results<'_>,
    system: &str,
    population: Population,
    pairs: Pairs,
    measure: &Measure,
) -> Cell {
    let Some(score) = results.score(system, population, pairs, measure) else { return Cell::Empty };
    let Some(found) = score.interval else { return Cell::Empty };
    let numbers = results.options.numbers;
    let pairs = PairCount::over_runs(score.support, results.runs(system)).value();
    let whole = !numbers.fractions && numbers.digits.is_none() && pairs < UNITS_FOR_A_DIGIT;
    let [lower, upper] =
        [found.interval.lower, found.interval.upper].map(|end| match measure.style {
            // A number that rounds to zero has no sign.
            Style::Percent | Style::SignedPercent if whole => {
                format!("{:.0}", (100.0 * end).round() + 0.0)
            }
            style => numbers.rounded(end, style),
        });
    // A dash beside a sign reads as a minus.
    let signed = matches!(measure.style, Style::SignedPercent | Style::Signed | Style::SignedBits)
        || [&lower, &upper].iter().any(|end| end.starts_with(['-', '+']));
    Cell::text(if signed { format!("{lower} to {upper}") } else { format!("{lower}–{upper}") })
}
