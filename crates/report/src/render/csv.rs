//! CSV with unrounded values. A share of pairs has two more columns, its counts, and a value with an
//! interval two more, its ends; an undefined value is empty.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::{Cell, Row, Table, steers};

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
        let name = column.full_name();
        let name = no_formula(&name);
        let further = |wanted: bool, names: [&str; 2]| {
            let names = names.map(|end| format!("{name} {end}"));
            names.into_iter().filter(move |_| wanted).collect::<Vec<_>>()
        };
        let counts = further(*counts, ["numerator", "denominator"]);
        let ends = further(*interval, ["lower", "upper"]);
        header.push(name.to_string());
        header.extend(counts);
        header.extend(ends);
    }
    let record = |row: &Row| {
        let mut record: Vec<String> = Vec::with_capacity(header.len());
        for (cell, (counts, interval)) in row.cells.iter().zip(&more) {
            record.push(match cell {
                Cell::Text(text) | Cell::Indented(text) => no_formula(text).into_owned(),
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
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(&header)?;
    table.rows.iter().try_for_each(|row| writer.write_record(record(row)))?;
    writer.flush()
}

/// A text that no spreadsheet takes for a formula, and that does not steer what shows it: the replacement character stands
/// for each character that would. Ends of lines and tabs stay.
pub(crate) fn no_formula(text: &str) -> Cow<'_, str> {
    let odd = |character: char| steers(character) && !matches!(character, '\n' | '\t');
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    // Most texts are made of letters that need no second look. All are looked at, which is quicker than to stop at one.
    let is_plain = || text.bytes().fold(true, |plain, byte| plain & (b' '..=b'~').contains(&byte));
    if !is_formula && (is_plain() || !text.contains(odd)) {
        return Cow::Borrowed(text);
    }
    let quote = if is_formula { "'" } else { "" };
    Cow::Owned(format!("{quote}{}", text.replace(odd, "\u{fffd}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_formula_or_steers_what_shows_it() {
        let row = ["=cmd|x", "a\u{1b}[2J\u{9b}\u{202e}\r\u{0}b", "one\ntwo\t\"three\"", "plain"];
        let odd = "a\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}\u{fffd}b";
        assert_eq!(row.map(no_formula), ["'=cmd|x", odd, row[2], row[3]]);
        let mut csv = csv::Writer::from_writer(Vec::new());
        csv.write_record(row.map(|text| no_formula(text).into_owned())).unwrap();
        let expected = format!("'=cmd|x,{odd},\"one\ntwo\t\"\"three\"\"\",plain\n");
        assert_eq!(String::from_utf8(csv.into_inner().unwrap()).unwrap(), expected);
        assert_eq!(no_formula("\r=1"), "'\u{fffd}=1");
    }
}
