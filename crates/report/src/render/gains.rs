//! The tidy gains of composed accuracy. Later columns are added at the end, and names do not change.

use std::io::{self, Write};

use phenom_metrics::GainRow;
use serde::Serialize;

use super::csv::{no_formula, rows};

/// A row of the file, its fields in the order of the columns.
#[derive(Serialize)]
struct Row {
    system: String,
    phenomenon: String,
    originals: u64,
    gain: Option<f64>,
    undefined_reason: Option<String>,
    lower: Option<f64>,
    upper: Option<f64>,
    gained: u64,
    lost: u64,
}

pub(super) fn csv(gains: &[GainRow], out: &mut impl Write) -> io::Result<()> {
    rows(out, true, |writer| {
        gains.iter().try_for_each(|row| {
            let gain = &row.gain;
            writer.serialize(Row {
                system: no_formula(&row.system),
                phenomenon: no_formula(&row.phenomenon),
                originals: gain.originals,
                gain: gain.gain.as_ref().ok().copied(),
                undefined_reason: gain.gain.as_ref().err().map(ToString::to_string),
                lower: gain.interval.map(|interval| interval.lower),
                upper: gain.interval.map(|interval| interval.upper),
                gained: gain.gained,
                lost: gain.lost,
            })
        })
    })
}
