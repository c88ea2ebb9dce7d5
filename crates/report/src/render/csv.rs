//! CSV with unrounded values. A share of pairs has two more columns, its counts, and a value with an
//! interval two more, its ends; an undefined value is empty.

use std::io::{self, Write};

use crate::{Cell, Row, Table, steers};

/// Writes the rows that `write` gives to a CSV file, in which no text steers what shows it: the replacement
/// character stands for each character that would. Ends of lines and tabs within a text stay.
pub(crate) fn rows(
    out: &mut impl Write,
    write: impl FnOnce(&mut csv::Writer<Vec<u8>>) -> csv::Result<()>,
) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    write(&mut writer).map_err(io::Error::from)?;
    let bytes = writer.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(io::Error::other)?;
    let odd = |character: char| steers(character) && !matches!(character, '\n' | '\t');
    if text.contains(odd) {
        out.write_all(text.replace(odd, "\u{fffd}").as_bytes())
    } else {
        out.write_all(text.as_bytes())
    }
}

pub(super) fn write(table: &Table, out: &mut impl Write) -> io::Result<()> {
    let any = |at: usize, has: fn(&Cell) -> bool| {
        table.rows.iter().any(|row| row.cells.get(at).is_some_and(has))
    };
    let columns = 0..table.columns.len();
    let more: Vec<(bool, bool)> = columns
        .map(|at| {
            (any(at, |cell| cell.counts().is_some()), any(at, |cell| cell.interval().is_some()))
        })
        .collect();
    let mut header = Vec::new();
    for (column, (counts, interval)) in table.columns.iter().zip(&more) {
        let name = no_formula(&column.full_name());
        let further = |wanted: bool, names: [&str; 2]| {
            let names = names.map(|end| format!("{name} {end}"));
            names.into_iter().filter(move |_| wanted).collect::<Vec<_>>()
        };
        let counts = further(*counts, ["numerator", "denominator"]);
        let ends = further(*interval, ["lower", "upper"]);
        header.push(name.clone());
        header.extend(counts);
        header.extend(ends);
    }
    let record = |row: &Row| {
        let mut record = Vec::with_capacity(header.len());
        for (cell, (counts, interval)) in row.cells.iter().zip(&more) {
            record.push(match cell {
                Cell::Text(text) | Cell::Indented(text) => no_formula(text),
                Cell::Count(count) => count.to_string(),
                other => other.number().map(|value| value.to_string()).unwrap_or_default(),
            });
            if *counts {
                let counts = cell.counts();
                record.push(counts.map(|share| share.numerator.to_string()).unwrap_or_default());
                record.push(counts.map(|share| share.denominator.to_string()).unwrap_or_default());
            }
            if *interval {
                let ends = cell.interval();
                record.push(ends.map(|interval| interval.lower.to_string()).unwrap_or_default());
                record.push(ends.map(|interval| interval.upper.to_string()).unwrap_or_default());
            }
        }
        record
    };
    rows(out, |writer| {
        writer.write_record(&header)?;
        table.rows.iter().try_for_each(|row| writer.write_record(record(row)))
    })
}

/// A text that no spreadsheet takes for a formula.
pub(crate) fn no_formula(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_formula_or_steers_what_shows_it() {
        let row = ["=cmd|x", "a\u{1b}[2J\u{9b}\u{202e}\r\u{0}b", "one\ntwo\t\"three\""];
        let mut csv = Vec::new();
        rows(&mut csv, |writer| writer.write_record(row.map(no_formula))).unwrap();
        let odd = "a\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}\u{fffd}b";
        let expected = format!("'=cmd|x,\"{odd}\",\"one\ntwo\t\"\"three\"\"\"\n");
        assert_eq!(String::from_utf8(csv).unwrap(), expected);
    }
}
