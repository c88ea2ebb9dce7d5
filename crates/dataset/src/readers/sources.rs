//! Where the values of a row come from: its cells, its number, and the name of its file.

use std::borrow::Cow;

use super::id_rewriting::Rewriter;
use crate::ProblemKind;
use crate::tables::{CellKind, ColumnRequest};

/// Where a value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Source {
    Cell(usize),
    /// `@row`.
    Row,
    /// `@file`.
    File,
    /// `@folder`: the folder that the file is in.
    Folder,
}

/// Where a row stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct RowPlace<'a> {
    /// Its number in its file, from 1.
    pub(super) number: u64,
    /// The file as messages call it.
    pub(super) file: &'a str,
}

impl Source {
    /// Asks for a column that must be there; nothing is asked for of `@row`, `@file` and `@folder`.
    pub(super) fn request(
        name: &str,
        role: &'static str,
        kind: CellKind,
        requests: &mut Vec<ColumnRequest>,
    ) -> Self {
        match name {
            "@row" => Self::Row,
            "@file" => Self::File,
            "@folder" => Self::Folder,
            name => {
                requests.push(ColumnRequest { name: name.to_owned(), role, required: true, kind });
                Self::Cell(requests.len() - 1)
            }
        }
    }

    /// The value in a row; nothing for an empty cell.
    pub(super) fn value<'a>(
        &self,
        cells: &'a [Option<Cow<'_, str>>],
        place: RowPlace<'a>,
    ) -> Option<Cow<'a, str>> {
        match self {
            Self::Row => Some(Cow::Owned(place.number.to_string())),
            Self::File => Some(Cow::Borrowed(stem(place.file))),
            Self::Folder => folder(place.file).map(Cow::Borrowed),
            Self::Cell(at) => cells.get(*at).and_then(Option::as_deref).map(Cow::Borrowed),
        }
    }
}

/// A file's name without its ending.
pub(super) fn stem(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// The name of the folder that a file is in, if its path says it.
fn folder(file: &str) -> Option<&str> {
    file.rsplit(['/', '\\']).nth(1).filter(|name| !name.is_empty() && *name != "." && *name != "..")
}

/// The sources of an id, and how it is rewritten.
pub(super) struct IdSources<'r> {
    sources: Vec<Source>,
    rewriter: Rewriter<'r>,
}

impl<'r> IdSources<'r> {
    /// Asks for the columns of an id, `id` where none is named.
    pub(super) fn request(
        columns: &[String],
        rewriter: Rewriter<'r>,
        requests: &mut Vec<ColumnRequest>,
    ) -> Self {
        let default = [String::from("id")];
        let columns = if columns.is_empty() { &default } else { columns };
        let sources =
            columns.iter().map(|name| Source::request(name, "id", CellKind::Text, requests));
        Self { sources: sources.collect(), rewriter }
    }

    /// What became of the ids.
    pub(super) fn rewriter(&self) -> &Rewriter<'r> {
        &self.rewriter
    }

    /// The id of a row; the parts of one that is made of several columns have colons between them.
    pub(super) fn id<'a>(
        &mut self,
        cells: &'a [Option<Cow<'_, str>>],
        requests: &[ColumnRequest],
        place: RowPlace<'a>,
    ) -> Result<Cow<'a, str>, ProblemKind> {
        // Most ids are a cell as it stands.
        if let ([Source::Cell(at)], true) = (self.sources.as_slice(), self.rewriter.is_idle())
            && let Some(Some(cell)) = cells.get(*at)
        {
            return Ok(Cow::Borrowed(cell));
        }
        let part = |source: &Source| {
            source.value(cells, place).ok_or_else(|| match source {
                Source::Cell(at) => requests[*at].empty(),
                Source::Row | Source::File | Source::Folder => {
                    let column = if *source == Source::Folder { "@folder" } else { "@file" };
                    ProblemKind::EmptyCell { column: column.to_owned(), role: "id" }
                }
            })
        };
        let id = match self.sources.as_slice() {
            [one] => part(one)?,
            many => {
                let parts: Result<Vec<Cow<'_, str>>, ProblemKind> = many.iter().map(part).collect();
                Cow::Owned(parts?.join(":"))
            }
        };
        self.rewriter.rewritten(id)
    }

    /// The id of an original that a row names, rewritten as the others are.
    pub(super) fn rewritten<'a>(&mut self, id: &'a str) -> Result<Cow<'a, str>, ProblemKind> {
        if self.rewriter.is_idle() {
            return Ok(Cow::Borrowed(id));
        }
        self.rewriter.rewritten(Cow::Borrowed(id))
    }
}
