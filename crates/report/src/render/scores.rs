//! The tidy scores. Later columns are added at the end, and names do not change: people's scripts
//! read these files.

use std::io::{self, Write};

use phenom_metrics::Score;
use serde::Serialize;

use super::csv::{no_formula, rows};
use super::json::lines;

/// The columns.
pub(super) const COLUMNS: [&str; 15] = [
    "system",
    "population",
    "slice_kind",
    "slice",
    "measure",
    "value",
    "numerator",
    "denominator",
    "support",
    "undefined_reason",
    "lower",
    "upper",
    "confidence_level",
    "interval_method",
    "interval_note",
];

/// A row of the files, its fields in the order of the columns.
#[derive(Serialize)]
pub(super) struct Row {
    system: String,
    population: &'static str,
    slice_kind: String,
    slice: String,
    measure: &'static str,
    value: Option<f64>,
    numerator: Option<u64>,
    denominator: Option<u64>,
    support: u64,
    undefined_reason: Option<String>,
    lower: Option<f64>,
    upper: Option<f64>,
    confidence_level: Option<f64>,
    interval_method: Option<&'static str>,
    interval_note: Option<String>,
}

pub(super) fn row(score: &Score) -> Row {
    Row {
        system: score.system.clone(),
        population: score.population.name(),
        slice_kind: score.slice_kind.to_string(),
        slice: score.slice.clone(),
        measure: score.measure,
        value: score.value.as_ref().ok().copied(),
        numerator: score.proportion.map(|share| share.numerator),
        denominator: score.proportion.map(|share| share.denominator),
        support: score.support,
        undefined_reason: score.value.as_ref().err().map(ToString::to_string),
        lower: score.interval.map(|interval| interval.interval.lower),
        upper: score.interval.map(|interval| interval.interval.upper),
        confidence_level: score.interval.map(|interval| interval.level.value()),
        interval_method: score.interval.map(|interval| interval.method.key()),
        interval_note: score.no_interval.map(|reason| reason.to_string()),
    }
}

/// A row whose names no spreadsheet takes for formulas.
pub(super) fn csv_row(score: &Score) -> Row {
    let row = row(score);
    Row { system: no_formula(&row.system), slice: no_formula(&row.slice), ..row }
}

pub(super) fn csv(scores: &[Score], out: &mut impl Write) -> io::Result<()> {
    rows(out, true, |writer| scores.iter().try_for_each(|score| writer.serialize(csv_row(score))))
}

pub(super) fn json(scores: &[Score], out: &mut impl Write) -> io::Result<()> {
    lines(scores.iter().map(row), out)
}
