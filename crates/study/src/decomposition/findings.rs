//! The findings as a table.

use phenom_annotate::Finding;
use phenom_report::{Cell, Column, RowKind, Table};
use serde_json::{Value, json};

use super::cells::{new_table, row};

/// So many findings of a kind stand in the table of a report.
pub(super) const SHOWN: usize = 20;

/// Nothing where nothing was found.
pub(super) fn table(found: &[Finding], most: Option<usize>) -> Option<Table> {
    let mut rows = Vec::new();
    let mut notes = Vec::new();
    let most = most.unwrap_or(usize::MAX);
    for of_kind in found.chunk_by(|first, second| first.kind == second.kind) {
        let Some(Finding { kind, .. }) = of_kind.first() else { continue };
        for (place, finding) in of_kind.iter().take(most).enumerate() {
            let row_kind = if place == 0 { RowKind::First } else { RowKind::Body };
            rows.push(row(
                row_kind,
                vec![
                    Cell::text(if kind.is_error() { "error" } else { "look" }),
                    Cell::text(kind.heading()),
                    Cell::text(&finding.pair),
                    Cell::text(&finding.what),
                ],
            ));
        }
        if of_kind.len() > most {
            let (heading, all) = (kind.heading(), of_kind.len());
            notes
                .push(format!("*{heading}*: the first {most} of {all}. `findings.csv` lists all."));
        }
    }
    let mut columns: Vec<Column> = ["", "finding", "pair", "what"].map(Column::new).into();
    columns[0] = Column::repeating("level");
    columns[1] = Column::repeating("finding");
    (!rows.is_empty()).then(|| new_table("findings", "Findings", columns, rows, notes))
}

pub(super) fn json(finding: &Finding) -> Value {
    json!({
        "level": if finding.kind.is_error() { "error" } else { "look" },
        "finding": finding.kind.name(), "pair": finding.pair, "what": finding.what,
    })
}
