//! JSON, read with serde_json: an object a line (NDJSON), a list of objects or of lists, an object whose keys
//! are ids, lists in any of these. A value of the wrong type is a problem.

mod columns;
mod document;
mod flat;
mod lists;
mod logged;
mod path;
mod record;
mod sampled;
mod value;

use std::io::BufRead;
use std::ops::ControlFlow;

use serde::de::IgnoredAny;
use serde_json::Value as Json;

use document::Member;
use flat::FlatRows;
use lists::ListRows;
pub(crate) use logged::first_sample;
#[cfg(test)]
pub(crate) use logged::rows_of_log;
pub(in crate::tables) use logged::{for_each_row as for_each_row_of_log, sample as sample_log};
use path::{Step, found, steps};
pub(crate) use record::OwnedCells;
use record::{Finder, PartFinder, Row};
pub(super) use sampled::sample;

use super::{Cells, ColumnRequest, Flawed, Parts, TableOptions};
use crate::ProblemKind;
use crate::input::{Fatal, Input, unreadable};
use crate::json::malformed;
use crate::json_keys::AnyValue;

/// A row, and its parts where they were asked for.
pub(crate) struct WithParts<'a> {
    pub(crate) cells: &'a Cells<'a>,
    pub(crate) parts: Vec<Result<OwnedCells, ProblemKind>>,
}

impl<'a> WithParts<'a> {
    /// A row of a table whose rows have no parts.
    pub(super) fn none(cells: &'a Cells<'a>) -> Self {
        Self { cells, parts: Vec::new() }
    }
}

/// What a row is handed to.
pub(super) type Visit<'v> = dyn FnMut(u64, Result<WithParts<'_>, Flawed<'_>>) + 'v;

/// Calls `visit` for each row with its line, and returns how many rows there were. Where `lines` is said, the
/// file has an object a line, unless it is a list.
pub(super) fn for_each_row(
    input: Input,
    lines: bool,
    options: &TableOptions,
    requests: &[ColumnRequest],
    parts: Option<&Parts<'_>>,
    visit: &mut Visit<'_>,
) -> Result<u64, Fatal> {
    let file = File::open(input, lines, options)?;
    if file.lines && file.within.is_none() && parts.is_none() && !Finder::needs_more(requests) {
        return flat_lines(file.text, requests, visit);
    }
    let mut rows = Rows {
        requests,
        finder: Finder::new(requests, false),
        parts: parts.map(PartFinder::new),
        lists: ListRows::new(&options.header),
        seen: 0,
        visit,
    };
    file.rows(options, &mut rows)?;
    Ok(rows.seen)
}

/// Rows that are objects on a line each, of which no more is wanted than their keys.
fn flat_lines(
    text: Box<dyn BufRead + Send>,
    requests: &[ColumnRequest],
    visit: &mut Visit<'_>,
) -> Result<u64, Fatal> {
    let mut flat = FlatRows::new(requests);
    Input::lines(text, |line, text| {
        let cells = text.map_err(Flawed::from).and_then(|text| flat.cells(text));
        let row = cells.as_deref().map(WithParts::none);
        visit(line, row.map_err(Clone::clone));
        ControlFlow::Continue(())
    })
}

/// What the rows of a file are handed to; nothing more is read once it breaks.
trait Sink {
    fn row(&mut self, line: u64, row: Row<'_>) -> ControlFlow<()>;

    fn refuse(&mut self, line: u64, kind: ProblemKind) -> ControlFlow<()>;

    /// What stands before the rows under the key that was asked for.
    fn head(&mut self, _: Json) {}
}

/// A file of JSON, and where the rows are in it.
struct File {
    text: Box<dyn BufRead + Send>,
    /// Whether an object is on each line.
    lines: bool,
    /// The path of the list whose members hold the rows, or of the rows, from the top of a document.
    path: Vec<String>,
    /// The path of the rows in each line, or in each member of the list.
    within: Option<Vec<Step>>,
    /// A key before the rows at the top of a document, whose value is wanted.
    head: Option<&'static str>,
}

impl File {
    fn open(input: Input, lines: bool, options: &TableOptions) -> Result<Self, Fatal> {
        let mut text = input.text()?;
        let start = text.fill_buf().map_err(|error| unreadable(&error))?;
        let first = start.iter().find(|byte| !byte.is_ascii_whitespace()).copied();
        let list = first == Some(b'[');
        let by_columns = options.rows.as_deref() == Some(BY_COLUMNS);
        let lines = !list && !by_columns && (lines || is_ndjson(start));
        let rows = options.rows.as_deref();
        // Of a document `data[*].claims` are the lists in the members of one.
        let (path, within) = match rows.map(|rows| (rows, rows.split_once("[*]."))) {
            Some((rows, None)) if !list && !lines => (rows, None),
            Some((_, Some((path, within)))) if !list && !lines => (path, Some(within)),
            Some((rows, _)) => ("", Some(rows)),
            None => ("", None),
        };
        let path = path.split('.').filter(|key| !key.is_empty()).map(str::to_owned).collect();
        Ok(Self { text, lines, path, within: within.map(steps), head: None })
    }

    /// Hands on each row until no more are wanted.
    fn rows(self, options: &TableOptions, sink: &mut dyn Sink) -> Result<(), Fatal> {
        let mut index = 0;
        let mut member = |sink: &mut dyn Sink, line, key: Option<&str>, value: &Json| {
            index += 1;
            sink.row(line, Row { value, holder: None, key, index, of: 0 })
        };
        let within = self.within.as_deref();
        if self.lines {
            Input::lines(self.text, |line, text| {
                let value = text.and_then(|text| {
                    let value = serde_json::from_str(text);
                    value.map(|AnyValue(value)| value).map_err(|error| malformed(&error, text))
                });
                match (value, within) {
                    (Ok(value), Some(within)) => rows_within(line, &value, within, sink),
                    (Ok(value), None) => member(sink, line, None, &value),
                    (Err(kind), _) => sink.refuse(line, kind),
                }
            })?;
            return Ok(());
        }
        if options.rows.as_deref() == Some(BY_COLUMNS) {
            return columns::for_each_row(self.text, &mut |Member { line, key, value, .. }| {
                member(sink, line, key.as_deref(), &value)
            });
        }
        document::for_each_member(self.text, &self.path, self.head, &mut |found| {
            let Member { line, key, value, is_head } = found;
            match within {
                _ if is_head => {
                    sink.head(value);
                    ControlFlow::Continue(())
                }
                Some(within) => rows_within(line, &value, within, sink),
                None => member(sink, line, key.as_deref(), &value),
            }
        })
    }
}

/// What a config says of a document that holds its rows by columns.
const BY_COLUMNS: &str = "@columns";

/// Whether a file begins with a line that is a whole JSON object, and goes on after it.
fn is_ndjson(start: &[u8]) -> bool {
    let start = start.trim_ascii_start();
    let Some(end) = memchr::memchr(b'\n', start) else { return false };
    let (line, rest) = start.split_at(end);
    !rest.trim_ascii().is_empty() && serde_json::from_slice::<IgnoredAny>(line).is_ok()
}

/// Reads rows and hands them on.
struct Rows<'r, 'v> {
    requests: &'r [ColumnRequest],
    finder: Finder<'r>,
    parts: Option<PartFinder<'r>>,
    lists: ListRows<'r>,
    seen: u64,
    visit: &'r mut Visit<'v>,
}

/// The members of a list, or of an object, in a value as rows.
fn rows_within(line: u64, holder: &Json, within: &[Step], sink: &mut dyn Sink) -> ControlFlow<()> {
    let list = found(holder, within);
    match list.as_deref() {
        Some(Json::Array(members)) => members.iter().enumerate().try_for_each(|(at, value)| {
            let of = members.len();
            sink.row(line, Row { value, holder: Some(holder), key: None, index: at + 1, of })
        }),
        Some(Json::Object(members)) => {
            members.iter().enumerate().try_for_each(|(at, (key, value))| {
                let (key, of) = (Some(key.as_str()), members.len());
                sink.row(line, Row { value, holder: Some(holder), key, index: at + 1, of })
            })
        }
        // No list is a list without rows, as an empty one is.
        None | Some(Json::Null) => ControlFlow::Continue(()),
        Some(_) => {
            let wanted = "a list or an object that contains rows";
            let (column, found) = ("rows".to_owned(), "neither".to_owned());
            sink.refuse(line, ProblemKind::WrongValue { column, role: "", found, wanted })
        }
    }
}

impl Sink for Rows<'_, '_> {
    fn row(&mut self, line: u64, row: Row<'_>) -> ControlFlow<()> {
        let of_column =
            |key: &str| self.requests.iter().any(|request| request.required && request.name == key);
        if row.holder.is_none() && row.key.is_some_and(of_column) {
            return self.refuse(line, by_columns());
        }
        let cells = match row.value {
            Json::Array(fields)
                if !self.finder.is_of_lists()
                    && !self.parts.as_ref().is_some_and(PartFinder::is_row) =>
            {
                match self.lists.cells(fields, self.requests) {
                    // The header.
                    Ok(None) => return ControlFlow::Continue(()),
                    Ok(Some(cells)) => Ok(cells),
                    Err(kind) => Err(kind.into()),
                }
            }
            _ => self.finder.cells(row),
        };
        self.seen += 1;
        let parts = match &self.parts {
            Some(finder) => finder.parts(row.value),
            None => Ok(Vec::new()),
        };
        let row = match (cells, parts) {
            (Ok(cells), Ok(parts)) => {
                (self.visit)(line, Ok(WithParts { cells: &cells, parts }));
                return ControlFlow::Continue(());
            }
            (Ok(cells), Err(kind)) => Flawed { kind: Box::new(kind), cells },
            (Err(flawed), _) => flawed,
        };
        (self.visit)(line, Err(row));
        ControlFlow::Continue(())
    }

    fn refuse(&mut self, line: u64, kind: ProblemKind) -> ControlFlow<()> {
        self.seen += 1;
        (self.visit)(line, Err(kind.into()));
        ControlFlow::Continue(())
    }
}

/// What is wrong with a document whose keys are the columns and no ids.
fn by_columns() -> ProblemKind {
    let message = "the file is written column by column, but phenom reads rows".to_owned();
    let help = Some("write rows with `to_json(FILE, orient=\"records\")` in pandas".to_owned());
    ProblemKind::Malformed { message, help }
}
