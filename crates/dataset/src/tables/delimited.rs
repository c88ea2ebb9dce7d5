//! Comma- and tab-separated values, read with the csv crate, which names lines and coerces nothing.

use std::borrow::Cow;

use csv::{ByteRecord, ReaderBuilder};

use super::headers::{column_twice, no_header, positions};
use super::quotes::QuoteWatch;
use super::{Cells, ColumnRequest, TableOptions, tidied};
use crate::ProblemKind;
use crate::input::{Fatal, Input, utf8};

pub(super) fn for_each_row(
    input: Input,
    delimiter: u8,
    options: &TableOptions,
    requests: &[ColumnRequest],
    mut visit: impl FnMut(u64, Result<&Cells<'_>, ProblemKind>),
) -> Result<u64, Fatal> {
    let quoting = options.quoting.unwrap_or(delimiter == b',');
    let delimiter = options.delimiter.unwrap_or(delimiter);
    let (text, quotes) = QuoteWatch::new(input.text()?, delimiter);
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .quoting(quoting)
        .has_headers(options.header.is_empty())
        .from_reader(text);
    let (columns, positions) = if options.header.is_empty() {
        let names = reader.byte_headers().map_err(fatal)?;
        // Blank lines before it are none of it.
        let line = names.position().map_or(1, csv::Position::line);
        header(names, requests, delimiter).map_err(|kind| (Some(line), kind))?
    } else {
        let positions = positions(requests, &options.header).map_err(|kind| (Some(1), kind))?;
        (options.header.clone(), positions)
    };
    let mut record = ByteRecord::new();
    let mut seen = 0;
    loop {
        match reader.read_byte_record(&mut record) {
            Ok(false) => {
                let problem = quotes.problem().filter(|_| quoting);
                return problem.map_or(Ok(seen), Err);
            }
            Ok(true) => {
                seen += 1;
                let line = record.position().map_or(0, csv::Position::line);
                if record.len() != columns.len() {
                    visit(line, Err(ragged(record.len() as u64, columns.len() as u64)));
                    continue;
                }
                let cells: Result<Vec<_>, _> = cells(&record, &positions, requests).collect();
                visit(line, cells.as_deref().map_err(Clone::clone));
            }
            Err(error) => {
                seen += 1;
                let (line, kind) = fatal(error);
                // A ragged row is skipped; anything else ends the reading.
                match line {
                    Some(line) if matches!(kind, ProblemKind::Malformed { .. }) => {
                        visit(line, Err(kind));
                    }
                    line => return Err((line, kind)),
                }
            }
        }
    }
}

/// The names of the columns, and for each request the position of its column.
fn header(
    names: &ByteRecord,
    requests: &[ColumnRequest],
    delimiter: u8,
) -> Result<(Vec<String>, Vec<Option<usize>>), ProblemKind> {
    let columns = names.iter().map(|name| utf8(name).map(|name| name.trim().to_owned()));
    let columns: Vec<String> = columns.collect::<Result<_, _>>()?;
    let found = match column_twice(&columns) {
        Some(kind) => Err(kind),
        None => positions(requests, &columns),
    };
    match found {
        Ok(positions) => Ok((columns, positions)),
        Err(kind) => Err(no_header(&columns, requests, delimiter).unwrap_or(kind)),
    }
}

fn ragged(found: u64, expected: u64) -> ProblemKind {
    let message = format!("the row has {found} fields, the header has {expected}");
    let help = Some("is a quote not closed, or is the `delimiter` another one?".to_owned());
    ProblemKind::Malformed { message, help }
}

fn cells<'a>(
    record: &'a ByteRecord,
    positions: &'a [Option<usize>],
    requests: &'a [ColumnRequest],
) -> impl Iterator<Item = Result<Option<Cow<'a, str>>, ProblemKind>> {
    positions.iter().zip(requests).map(|(position, request)| {
        let Some(bytes) = position.and_then(|at| record.get(at)) else { return Ok(None) };
        Ok(tidied(utf8(bytes)?, request).map(Cow::Borrowed))
    })
}

fn fatal(error: csv::Error) -> Fatal {
    let line = error.position().map(csv::Position::line);
    let message = match error.into_kind() {
        csv::ErrorKind::Io(error) => return crate::input::unreadable(&error),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            return (line, ragged(len, expected_len));
        }
        other => format!("{other:?}"),
    };
    (line, ProblemKind::Malformed { message, help: None })
}
