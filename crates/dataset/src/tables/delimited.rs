//! Comma- and tab-separated values, read with the csv crate, which names lines and coerces nothing.

use std::borrow::Cow;

use csv::{ByteRecord, ReaderBuilder};

use super::{Cells, ColumnRequest, positions};
use crate::ProblemKind;
use crate::input::{Fatal, Input, utf8};

pub(super) fn for_each_row(
    input: Input,
    delimiter: u8,
    requests: &[ColumnRequest],
    mut visit: impl FnMut(u64, Result<&Cells<'_>, ProblemKind>),
) -> Result<u64, Fatal> {
    let mut reader = ReaderBuilder::new().delimiter(delimiter).from_reader(input.text()?);
    let header = reader.byte_headers().map_err(fatal)?;
    let columns = header.iter().map(|name| utf8(name).map(|it| it.trim().to_owned()));
    let columns: Vec<String> = columns.collect::<Result<_, _>>().map_err(|it| (Some(1), it))?;
    if let Some(twice) = (1..columns.len()).find(|&it| columns[..it].contains(&columns[it])) {
        let message = format!("the header has the column `{}` twice", columns[twice]);
        return Err((Some(1), ProblemKind::Malformed { message, help: None }));
    }
    let positions = positions(requests, &columns).map_err(|it| (Some(1), it))?;
    let mut record = ByteRecord::new();
    let mut seen = 0;
    loop {
        match reader.read_byte_record(&mut record) {
            Ok(false) => return Ok(seen),
            Ok(true) => {
                seen += 1;
                let line = record.position().map_or(0, csv::Position::line);
                let cells: Result<Vec<_>, _> =
                    positions.iter().map(|position| cell(&record, *position)).collect();
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

fn cell(record: &ByteRecord, position: Option<usize>) -> Result<Option<Cow<'_, str>>, ProblemKind> {
    let Some(bytes) = position.and_then(|it| record.get(it)) else { return Ok(None) };
    let text = utf8(bytes)?.trim();
    Ok((!text.is_empty()).then_some(Cow::Borrowed(text)))
}

fn fatal(error: csv::Error) -> Fatal {
    let line = error.position().map(csv::Position::line);
    let message = match error.into_kind() {
        csv::ErrorKind::Io(error) => return crate::input::unreadable(&error),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("the row has {len} fields, the header has {expected_len}")
        }
        other => format!("{other:?}"),
    };
    let help = Some("is a delimiter missing, or a quote not closed?".to_owned());
    (line, ProblemKind::Malformed { message, help })
}
