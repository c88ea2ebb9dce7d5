//! The tidy co-occurrence of phenomena and categories. Later columns are added at the end, and names do not change.

use std::io::{self, Write};

use phenom_metrics::Cooccurrence;
use serde::Serialize;

use super::csv::{no_formula, rows};

/// A row of the file, its fields in the order of the columns.
#[derive(Serialize)]
struct Row {
    slice_kind: String,
    first: String,
    second: String,
    both: u64,
    first_alone: u64,
    second_alone: u64,
    neither: u64,
    expected_both: f64,
    odds_ratio: Option<f64>,
    halves_added: bool,
    undefined_reason: Option<String>,
    p: Option<f64>,
    p_adjusted: Option<f64>,
    method: &'static str,
}

pub(super) fn csv(found: &[Cooccurrence], out: &mut impl Write) -> io::Result<()> {
    rows(out, true, |writer| {
        found.iter().try_for_each(|row| {
            let [both, first_alone, second_alone, neither] = row.originals.counts();
            writer.serialize(Row {
                slice_kind: row.kind.to_string(),
                first: no_formula(&row.first),
                second: no_formula(&row.second),
                both,
                first_alone,
                second_alone,
                neither,
                expected_both: row.expected,
                odds_ratio: row.odds_ratio.as_ref().ok().copied(),
                halves_added: row.odds_ratio.is_ok() && row.is_corrected,
                undefined_reason: row.odds_ratio.as_ref().err().map(ToString::to_string),
                p: row.p,
                p_adjusted: row.p_adjusted,
                method: row.method,
            })
        })
    })
}
