//! What comparisons are called in tables and sentences.

use phenom_metrics::{Baseline, ComparisonRow, Population, Verdict};

use crate::Results;

/// The name of the second one: a system, or a constant baseline.
pub(crate) fn opponent(results: &Results<'_>, comparison: &ComparisonRow) -> String {
    let mut baselines = results.baselines().into_iter();
    let constant = baselines.rfind(|baseline| baseline.name() == comparison.system_b);
    match constant {
        Some(Baseline::Constant(label)) => format!("always {label}"),
        _ => results.shown(&comparison.system_b).to_owned(),
    }
}

/// The measure of a comparison with the pairs that it is about.
pub(crate) fn figure(results: &Results<'_>, row: &ComparisonRow) -> String {
    let name = row.measure.name;
    let on = match row.population {
        Population::Decomposition => String::new(),
        population => format!(" on {} pairs", population.name()),
    };
    let of = match row.slice.name.as_str() {
        "" => String::new(),
        _ => format!(" ({})", results.slice_named(&row.slice.kind, &row.slice.name)),
    };
    format!("{name}{on}{of}")
}

/// The verdict on the first one in words.
pub(crate) fn verdict(row: &ComparisonRow) -> &'static str {
    match (row.verdict, row.p()) {
        (Verdict::CannotTell, None) => "not tested",
        (Verdict::CannotTell, Some(_)) => "not significant",
        _ => row.verdict_in_words(),
    }
}
