//! CSV with unrounded values. A share of pairs has two more columns, its counts; an undefined value
//! is empty.

use std::io::{self, Write};

use crate::{Cell, Table};

pub(super) fn write(table: &Table, out: &mut impl Write) -> io::Result<()> {
    let with_counts: Vec<bool> = (0..table.columns.len())
        .map(|at| {
            table.rows.iter().any(|row| row.cells.get(at).is_some_and(|it| it.counts().is_some()))
        })
        .collect();
    let mut writer = csv::Writer::from_writer(out);
    let mut header = Vec::new();
    for (column, with_counts) in table.columns.iter().zip(&with_counts) {
        let name = harmless(&column.full_name());
        if *with_counts {
            header.extend([format!("{name} numerator"), format!("{name} denominator")]);
            header.insert(header.len() - 2, name);
        } else {
            header.push(name);
        }
    }
    writer.write_record(&header).map_err(io::Error::from)?;
    for row in &table.rows {
        let mut record = Vec::with_capacity(header.len());
        for (cell, with_counts) in row.cells.iter().zip(&with_counts) {
            record.push(match cell {
                Cell::Text(text) => harmless(text),
                Cell::Count(count) => count.to_string(),
                other => other.number().map(|value| value.to_string()).unwrap_or_default(),
            });
            if *with_counts {
                let counts = cell.counts();
                record.push(counts.map(|it| it.numerator.to_string()).unwrap_or_default());
                record.push(counts.map(|it| it.denominator.to_string()).unwrap_or_default());
            }
        }
        writer.write_record(&record).map_err(io::Error::from)?;
    }
    writer.flush()
}

/// A text that no spreadsheet takes for a formula.
pub(super) fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}
