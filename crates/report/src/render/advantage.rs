//! The tidy advantages on parts. Later columns are added at the end, and names do not change.

use std::io::{self, Write};

use phenom_metrics::AdvantageRow;
use serde::Serialize;

use super::csv::{no_formula, rows};

/// A row of the file, its fields in the order of the columns.
#[derive(Serialize)]
struct Row {
    system: String,
    property: String,
    part: &'static str,
    value: Option<f64>,
    undefined_reason: Option<String>,
    lower: Option<f64>,
    upper: Option<f64>,
    interval_note: Option<String>,
    originals: u64,
    monothematic: u64,
    unmatched_originals: u64,
    unmatched_monothematic: u64,
}

pub(super) fn csv(advantages: &[AdvantageRow], out: &mut impl Write) -> io::Result<()> {
    rows(out, true, |writer| {
        advantages.iter().try_for_each(|AdvantageRow { system, property, advantage }| {
            let parts = [
                ("advantage", &advantage.advantage),
                ("by_gold", &advantage.by_gold),
                ("by_property", &advantage.by_property),
                ("left", &advantage.left),
            ];
            parts.into_iter().try_for_each(|(part, found)| {
                writer.serialize(Row {
                    system: no_formula(system),
                    property: no_formula(property),
                    part,
                    value: found.value.as_ref().ok().copied(),
                    undefined_reason: found.value.as_ref().err().map(ToString::to_string),
                    lower: found.interval.as_ref().ok().map(|interval| interval.lower),
                    upper: found.interval.as_ref().ok().map(|interval| interval.upper),
                    interval_note: found.interval.as_ref().err().map(ToString::to_string),
                    originals: advantage.originals,
                    monothematic: advantage.parts,
                    unmatched_originals: advantage.unmatched_originals,
                    unmatched_monothematic: advantage.unmatched_parts,
                })
            })
        })
    })
}
