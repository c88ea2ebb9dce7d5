//! JSON, read with serde_json: an object a line (NDJSON), a list of objects or of lists, an object whose keys
//! are ids, lists in any of these. A value of the wrong type is a problem.

mod document;
mod flat;
mod lists;
mod path;
mod record;
mod value;

use std::io::BufRead;

use serde::de::IgnoredAny;
use serde_json::Value as Json;

use document::Member;
use flat::FlatRows;
use lists::ListRows;
use path::{Step, found, steps};
pub(crate) use record::OwnedCells;
use record::{Finder, PartFinder, Row};

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

/// What a row is handed to.
type Visit<'v> = dyn FnMut(u64, Result<WithParts<'_>, Flawed<'_>>) + 'v;

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
    let mut text = input.text()?;
    let start = text.fill_buf().map_err(|error| unreadable(&error))?;
    let first = start.iter().find(|byte| !byte.is_ascii_whitespace()).copied();
    let lines = first != Some(b'[') && (lines || is_ndjson(start));
    let mut rows = Rows {
        requests,
        finder: Finder::new(requests, false),
        parts: parts.map(PartFinder::new),
        lists: ListRows::new(&options.header, requests),
        seen: 0,
        visit,
    };
    let within: Option<Vec<Step>> = options.rows.as_deref().map(steps);
    if lines {
        rows.lines(text, within.as_deref())?;
    } else if first == Some(b'[') {
        document::for_each_member(text, &[], &mut |member| match &within {
            Some(within) => rows.rows_within(member.line, &member.value, within),
            None => rows.member(&member),
        })?;
    } else {
        let path: Vec<String> =
            options.rows.iter().flat_map(|rows| rows.split('.')).map(str::to_owned).collect();
        document::for_each_member(text, &path, &mut |member| rows.member(&member))?;
    }
    Ok(rows.seen)
}

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

impl Rows<'_, '_> {
    fn lines(&mut self, text: Box<dyn BufRead>, within: Option<&[Step]>) -> Result<(), Fatal> {
        let flat = within.is_none() && self.parts.is_none() && !Finder::needs_more(self.requests);
        let mut flat = flat.then(|| FlatRows::new(self.requests));
        Input::lines(text, |line, text| {
            if let Some(flat) = &mut flat {
                self.seen += 1;
                let cells = text.map_err(Flawed::from).and_then(|text| flat.cells(text));
                let row = cells.as_deref().map(|cells| WithParts { cells, parts: Vec::new() });
                return (self.visit)(line, row.map_err(Clone::clone));
            }
            let value = text.and_then(|text| {
                let value = serde_json::from_str(text);
                value.map(|AnyValue(value)| value).map_err(|error| malformed(&error, text))
            });
            match (value, within) {
                (Ok(value), Some(within)) => self.rows_within(line, &value, within),
                (Ok(value), None) => self.member(&Member { line, key: None, value }),
                (Err(kind), _) => {
                    self.seen += 1;
                    (self.visit)(line, Err(kind.into()));
                }
            }
        })?;
        Ok(())
    }

    /// The members of a list, or of an object, in a value as rows.
    fn rows_within(&mut self, line: u64, holder: &Json, within: &[Step]) {
        let list = found(holder, within);
        match list.as_deref() {
            Some(Json::Array(members)) => {
                for (at, value) in members.iter().enumerate() {
                    self.row(line, Row { value, holder: Some(holder), key: None, index: at + 1 });
                }
            }
            Some(Json::Object(members)) => {
                for (at, (key, value)) in members.iter().enumerate() {
                    let key = Some(key.as_str());
                    self.row(line, Row { value, holder: Some(holder), key, index: at + 1 });
                }
            }
            // No list is a list without rows, as an empty one is.
            None | Some(Json::Null) => {}
            Some(_) => {
                let wanted = "a list or an object that holds rows";
                let (column, found) = ("rows".to_owned(), "neither".to_owned());
                self.seen += 1;
                (self.visit)(
                    line,
                    Err(ProblemKind::WrongValue { column, role: "", found, wanted }.into()),
                );
            }
        }
    }

    fn member(&mut self, member: &Member) {
        let of_column = |key: &String| {
            self.requests.iter().any(|request| request.required && request.name == *key)
        };
        if member.key.as_ref().is_some_and(of_column) {
            self.seen += 1;
            return (self.visit)(member.line, Err(by_columns().into()));
        }
        let index = usize::try_from(self.seen + 1).unwrap_or(usize::MAX);
        let row = Row { value: &member.value, holder: None, key: member.key.as_deref(), index };
        self.row(member.line, row);
    }

    fn row(&mut self, line: u64, row: Row<'_>) {
        let cells = match row.value {
            Json::Array(fields) => match self.lists.cells(fields) {
                // The header.
                Ok(None) => return,
                Ok(Some(cells)) => Ok(cells),
                Err(kind) => Err(kind.into()),
            },
            _ => self.finder.cells(row),
        };
        self.seen += 1;
        let parts = match &self.parts {
            Some(finder) => finder.parts(row.value),
            None => Ok(Vec::new()),
        };
        let flawed = match (cells, parts) {
            (Ok(cells), Ok(parts)) => {
                return (self.visit)(line, Ok(WithParts { cells: &cells, parts }));
            }
            (Ok(cells), Err(kind)) => Flawed { kind: Box::new(kind), cells },
            (Err(flawed), _) => flawed,
        };
        (self.visit)(line, Err(flawed));
    }
}

/// What is wrong with a document whose keys are the columns and no ids.
fn by_columns() -> ProblemKind {
    let message = "the file is written column by column, and rows are needed".to_owned();
    let help = Some("pandas writes rows with `to_json(FILE, orient=\"records\")`".to_owned());
    ProblemKind::Malformed { message, help }
}
