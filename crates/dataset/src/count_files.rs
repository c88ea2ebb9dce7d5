//! Files of counts: rows of texts with a number, in any format of tables.

use std::io::{self, Write};

use crate::input::Input;
use crate::problem::{ProblemKind, Problems};
use crate::tables::{self, CellKind, ColumnRequest, TableFormat, TableOptions, Written};
use crate::wording::quoted;

/// Reads rows of text columns and one column of whole numbers, which messages call `file`.
///
/// # Errors
/// All problems of the file, those that `visit` finds in a row among them.
pub fn read_counts<const TEXTS: usize>(
    texts: [&'static str; TEXTS],
    number: &'static str,
    format: TableFormat,
    file: &str,
    input: Input,
    mut visit: impl FnMut([&str; TEXTS], u64) -> Result<(), &'static str>,
) -> Result<(), Problems> {
    let request = |name: &'static str| ColumnRequest {
        name: name.to_owned(),
        role: name,
        required: true,
        kind: CellKind::Text,
    };
    let requests: Vec<ColumnRequest> = texts.into_iter().chain([number]).map(request).collect();
    let mut problems = Problems::new();
    let options = TableOptions::default();
    let result = tables::for_each_row(format, &options, input, &requests, |line, row| {
        let added = row.and_then(|cells| {
            let row = std::array::from_fn(|at| cells[at].as_deref().unwrap_or_default());
            let digits = cells[TEXTS].as_deref().unwrap_or_default();
            let wrong = |column: &str, found: &str, wanted| ProblemKind::WrongValue {
                column: column.to_owned(),
                found: quoted(found),
                wanted,
            };
            let count = digits.parse().map_err(|_| wrong(number, digits, "a whole number"))?;
            visit(row, count).map_err(|column| {
                let at = texts.iter().position(|name| *name == column);
                wrong(column, at.map_or("", |at| row[at]), "a word that count tables have there")
            })
        });
        if let Err(kind) = added {
            problems.push(file, Some(line), kind);
        }
    });
    match result {
        Ok(0) => problems.push(file, None, ProblemKind::NothingInIt { wanted: "count" }),
        Ok(_) => {}
        Err((line, kind)) => problems.push(file, line, kind),
    }
    problems.or(())
}

/// Writes rows of text columns and one column of whole numbers as Parquet.
///
/// # Errors
/// What the writer gives.
pub fn write_counts<const TEXTS: usize>(
    texts: [&str; TEXTS],
    number: &str,
    rows: impl Iterator<Item = ([String; TEXTS], u64)>,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut columns: [Vec<Option<String>>; TEXTS] = std::array::from_fn(|_| Vec::new());
    let mut counts = Vec::new();
    for (row, count) in rows {
        for (column, cell) in columns.iter_mut().zip(row) {
            column.push(Some(cell));
        }
        counts.push(count);
    }
    let texts = texts.iter().zip(columns);
    let written = texts.map(|(name, column)| ((*name).to_owned(), Written::Texts(column)));
    let written = written.chain([(number.to_owned(), Written::Counts(counts))]);
    tables::write_parquet(written.collect(), out)
}
