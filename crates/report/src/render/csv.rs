//! CSV with unrounded values. A share of pairs has two more columns, its counts, and a value with an
//! interval two more, its ends; an undefined value is empty.

use std::io::{self, Write};

use crate::{Cell, Table};

pub(super) fn write(table: &Table, out: &mut impl Write) -> io::Result<()> {
    let any = |at: usize, has: fn(&Cell) -> bool| {
        table.rows.iter().any(|row| row.cells.get(at).is_some_and(has))
    };
    let columns = 0..table.columns.len();
    let more: Vec<(bool, bool)> = columns
        .map(|at| (any(at, |it| it.counts().is_some()), any(at, |it| it.interval().is_some())))
        .collect();
    let mut writer = csv::Writer::from_writer(out);
    let mut header = Vec::new();
    for (column, (counts, interval)) in table.columns.iter().zip(&more) {
        let name = harmless(&column.full_name());
        let further = |wanted: bool, names: [&str; 2]| {
            let names = names.map(|it| format!("{name} {it}"));
            names.into_iter().filter(move |_| wanted).collect::<Vec<_>>()
        };
        let counts = further(*counts, ["numerator", "denominator"]);
        let ends = further(*interval, ["lower", "upper"]);
        header.push(name.clone());
        header.extend(counts);
        header.extend(ends);
    }
    writer.write_record(&header).map_err(io::Error::from)?;
    for row in &table.rows {
        let mut record = Vec::with_capacity(header.len());
        for (cell, (counts, interval)) in row.cells.iter().zip(&more) {
            record.push(match cell {
                Cell::Text(text) => harmless(text),
                Cell::Count(count) => count.to_string(),
                other => other.number().map(|value| value.to_string()).unwrap_or_default(),
            });
            if *counts {
                let counts = cell.counts();
                record.push(counts.map(|it| it.numerator.to_string()).unwrap_or_default());
                record.push(counts.map(|it| it.denominator.to_string()).unwrap_or_default());
            }
            if *interval {
                let ends = cell.interval();
                record.push(ends.map(|it| it.lower.to_string()).unwrap_or_default());
                record.push(ends.map(|it| it.upper.to_string()).unwrap_or_default());
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
