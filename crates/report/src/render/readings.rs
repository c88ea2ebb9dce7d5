//! The tidy readings of wholes and parts. Later columns are added at the end, and names do not change.

use std::io::{self, Write};

use phenom_metrics::statistics::Correction;
use phenom_metrics::{FailedControl, ReadingRow};
use serde::Serialize;

use super::csv::{no_formula, rows};
use super::json::lines;

/// A row of the files, its fields in the order of the columns.
#[derive(Serialize)]
struct Row {
    system: String,
    question: &'static str,
    reading: &'static str,
    measure: &'static str,
    originals: u64,
    strata: usize,
    difference: Option<f64>,
    undefined_reason: Option<String>,
    lower: Option<f64>,
    upper: Option<f64>,
    adjusted_lower: Option<f64>,
    adjusted_upper: Option<f64>,
    against_parts_lower: Option<f64>,
    against_parts_upper: Option<f64>,
    p: Option<f64>,
    p_adjusted: Option<f64>,
    correction: &'static str,
    significance: f64,
    method: &'static str,
    failed_control: &'static str,
    others: usize,
    closest: Option<String>,
    mixed_difference: Option<f64>,
    mixed_p: Option<f64>,
}

fn row(reading: &ReadingRow, correction: Correction) -> Row {
    Row {
        system: reading.system.clone(),
        question: reading.question.name(),
        reading: reading.reading.name(),
        measure: reading.measure,
        originals: reading.originals,
        strata: reading.strata,
        difference: reading.difference.as_ref().ok().copied(),
        undefined_reason: reading.difference.as_ref().err().map(ToString::to_string),
        lower: reading.interval.map(|interval| interval.lower),
        upper: reading.interval.map(|interval| interval.upper),
        adjusted_lower: reading.adjusted_interval.map(|interval| interval.lower),
        adjusted_upper: reading.adjusted_interval.map(|interval| interval.upper),
        against_parts_lower: reading.against_parts.map(|interval| interval.lower),
        against_parts_upper: reading.against_parts.map(|interval| interval.upper),
        p: reading.p,
        p_adjusted: reading.p_adjusted,
        correction: correction.key(),
        significance: reading.significance,
        method: reading.method,
        failed_control: reading.control.map_or("", FailedControl::name),
        others: reading.others,
        closest: reading.closest.clone(),
        mixed_difference: reading.mixed.map(|[difference, _]| difference),
        mixed_p: reading.mixed.map(|[_, p]| p),
    }
}

pub(super) fn csv(
    readings: &[ReadingRow],
    correction: Correction,
    out: &mut impl Write,
) -> io::Result<()> {
    let csv_row = |reading: &ReadingRow| {
        let row = row(reading, correction);
        let closest = row.closest.as_deref().map(no_formula);
        Row { system: no_formula(&row.system), closest, ..row }
    };
    rows(out, true, |writer| {
        readings.iter().try_for_each(|reading| writer.serialize(csv_row(reading)))
    })
}

pub(super) fn json(
    readings: &[ReadingRow],
    correction: Correction,
    out: &mut impl Write,
) -> io::Result<()> {
    lines(readings.iter().map(|reading| row(reading, correction)), out)
}
