//! The tidy gold check: a row for each part of each original that it names.

use std::io::{self, Write};

use phenom_metrics::GoldRow;
use serde::Serialize;

use super::csv::{no_formula, rows};

/// A row of the file, its fields in the order of the columns.
#[derive(Serialize)]
struct Row {
    finding: &'static str,
    original: String,
    gold: Option<&'static str>,
    composed: Option<&'static str>,
    part: String,
    part_gold: Option<&'static str>,
}

pub(super) fn csv(found: &[GoldRow], out: &mut impl Write) -> io::Result<()> {
    rows(out, true, |writer| {
        found.iter().try_for_each(|row| {
            row.parts.iter().try_for_each(|(part, part_gold)| {
                writer.serialize(Row {
                    finding: row.finding.name(),
                    original: no_formula(&row.original),
                    gold: row.gold.map(|gold| gold.name()),
                    composed: row.composed.map(|composed| composed.name()),
                    part: no_formula(part),
                    part_gold: part_gold.map(|gold| gold.name()),
                })
            })
        })
    })
}
