//! The tidy accuracy by the size of an original. Later columns are added at the end, and names do not change.

use std::io::{self, Write};

use phenom_metrics::{SizeRow, SizeShare};
use serde::Serialize;

use super::csv::{no_formula, rows};

/// A row of the file, its fields in the order of the columns.
#[derive(Serialize)]
struct Row {
    system: String,
    size_of: &'static str,
    from: u32,
    to: u32,
    figure: &'static str,
    value: Option<f64>,
    numerator: u64,
    denominator: u64,
    undefined_reason: Option<String>,
    lower: Option<f64>,
    upper: Option<f64>,
}

pub(super) fn csv(sizes: &[SizeRow], out: &mut impl Write) -> io::Result<()> {
    rows(out, true, |writer| {
        sizes.iter().flat_map(of_band).try_for_each(|row| writer.serialize(row))
    })
}

/// A row for each figure of a band.
fn of_band(row: &SizeRow) -> [Row; 3] {
    let figures = &row.figures;
    [
        ("direct", &figures.direct),
        ("composed", &figures.composed),
        ("all_parts_right", &figures.all_parts_right),
    ]
    .map(|(figure, of): (&'static str, &SizeShare)| Row {
        system: no_formula(&row.system),
        size_of: figures.band.of.name(),
        from: figures.band.from,
        to: figures.band.to,
        figure,
        value: of.share.value().ok(),
        numerator: of.share.numerator,
        denominator: of.share.denominator,
        undefined_reason: of.share.value().err().map(|reason| reason.to_string()),
        lower: of.interval.map(|interval| interval.lower),
        upper: of.interval.map(|interval| interval.upper),
    })
}
