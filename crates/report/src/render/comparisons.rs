//! The tidy comparisons. Later columns are added at the end, and names do not change.

use std::io::{self, Write};

use phenom_metrics::ComparisonRow;
use phenom_metrics::statistics::Correction;
use serde::Serialize;

use super::csv::{no_formula, rows};
use super::json::lines;

/// A row of the files, its fields in the order of the columns.
#[derive(Serialize)]
struct Row {
    system_a: String,
    system_b: String,
    population: &'static str,
    slice_kind: String,
    slice: String,
    measure: &'static str,
    difference: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
    p: Option<f64>,
    p_adjusted: Option<f64>,
    correction: &'static str,
    verdict: &'static str,
    method: &'static str,
    clusters: u64,
    design_effect: Option<f64>,
    pairs: u64,
    pairs_needed: Option<u64>,
    undefined_reason: Option<String>,
    family: &'static str,
    question: &'static str,
    adjusted_lower: Option<f64>,
    adjusted_upper: Option<f64>,
    detectable: Option<f64>,
    pairs_needed_from: Option<u64>,
    pairs_needed_to: Option<u64>,
    value_a: Option<f64>,
    value_b: Option<f64>,
    found_at_low_power: bool,
}

fn row(comparison: &ComparisonRow, correction: Correction) -> Row {
    let [value_a, value_b] = comparison.values.each_ref().map(|value| value.as_ref().ok().copied());
    Row {
        system_a: comparison.system_a.clone(),
        system_b: comparison.system_b.clone(),
        population: comparison.population.name(),
        slice_kind: comparison.slice_kind.to_string(),
        slice: comparison.slice.clone(),
        measure: comparison.measure,
        difference: comparison.difference.as_ref().ok().copied(),
        lower: comparison.interval.map(|interval| interval.lower),
        upper: comparison.interval.map(|interval| interval.upper),
        p: comparison.p,
        p_adjusted: comparison.p_adjusted,
        correction: comparison.family.correction(correction).key(),
        verdict: comparison.verdict_in_words(),
        method: comparison.method,
        clusters: comparison.clusters,
        design_effect: comparison.design_effect,
        pairs: comparison.pairs,
        pairs_needed: comparison.pairs_needed.as_ref().map(|needed| needed.expected),
        undefined_reason: comparison.difference.as_ref().err().map(ToString::to_string),
        family: comparison.family.name(),
        question: comparison.question.name(),
        adjusted_lower: comparison.adjusted_interval.map(|interval| interval.lower),
        adjusted_upper: comparison.adjusted_interval.map(|interval| interval.upper),
        detectable: comparison.detectable,
        pairs_needed_from: comparison.pairs_needed.as_ref().map(|needed| *needed.range.start()),
        pairs_needed_to: comparison.pairs_needed.as_ref().map(|needed| *needed.range.end()),
        value_a,
        value_b,
        found_at_low_power: comparison.found_at_low_power,
    }
}

pub(super) fn csv(
    comparisons: &[ComparisonRow],
    correction: Correction,
    out: &mut impl Write,
) -> io::Result<()> {
    let csv_row = |comparison: &ComparisonRow| {
        let row = row(comparison, correction);
        let [system_a, system_b, slice] =
            [&row.system_a, &row.system_b, &row.slice].map(|text| no_formula(text));
        Row { system_a, system_b, slice, ..row }
    };
    rows(out, true, |writer| {
        comparisons.iter().try_for_each(|comparison| writer.serialize(csv_row(comparison)))
    })
}

pub(super) fn json(
    comparisons: &[ComparisonRow],
    correction: Correction,
    out: &mut impl Write,
) -> io::Result<()> {
    lines(comparisons.iter().map(|comparison| row(comparison, correction)), out)
}
