//! What is asked of a table, and what it gives for each row.

use std::borrow::Cow;

use serde::Deserialize;

#[cfg(not(feature = "tables"))]
use crate::input::Fatal;
use crate::logs::log::Log;
use crate::{MissingColumn, ProblemKind};

/// The formats of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableFormat {
    /// Comma-separated values.
    Csv,
    /// Tab-separated values.
    Tsv,
    /// One JSON object a line.
    Ndjson,
    /// One JSON document: a list of rows, or an object of them.
    Json,
    /// Apache Parquet; needs the feature `tables`.
    Parquet,
    /// Fields separated by runs of blanks.
    Blanks,
    /// Elements of an XML file.
    Xml,
    /// A sheet of a spreadsheet (.xlsx); needs the feature `tables`.
    Xlsx,
    /// Apache Arrow, as a stream or a file; needs the feature `tables`.
    Arrow,
    /// The log of a tool.
    Log(&'static Log),
}

impl TableFormat {
    /// Whether a file of it has to be opened by its name: it is read from its end, or may be.
    #[must_use]
    pub fn needs_a_file(self) -> bool {
        matches!(self, Self::Parquet | Self::Log(_))
    }
}

/// How a table is written down, where its format leaves that open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableOptions {
    /// What separates the fields of CSV and TSV, if not a comma or a tab.
    pub delimiter: Option<u8>,
    /// Whether quotes enclose fields; where nothing is said, they do in CSV and do not in TSV.
    pub quoting: Option<bool>,
    /// Where the names of the columns stand.
    pub header: Header,
    /// How many lines of a CSV or TSV file, or rows of a sheet, precede its header, or its rows if it has no header.
    pub skip_rows: u64,
    /// Lines that start so, in whatever case, are no rows; for CSV, TSV and blank-separated files.
    pub skip_lines_starting: Vec<String>,
    /// What a row of CSV or TSV with too few fields means.
    pub ragged: Ragged,
    /// For XML: the name of the elements that are rows. For JSON: the path of the list, or of the object, that
    /// holds the rows. For a spreadsheet: the name of the sheet.
    pub rows: Option<String>,
}

/// Where the names of the columns stand.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Header {
    /// In the first row.
    #[default]
    FirstRow,
    /// Here; the file has none.
    Names(Vec<String>),
    /// Nowhere: columns are named by their place, `@1` and so on.
    Absent,
}

/// What a row with too few fields means.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ragged {
    /// An error.
    #[default]
    #[serde(skip)]
    Refuse,
    /// The last cells are empty.
    Fill,
}

/// A column that a reader wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ColumnRequest {
    /// Its name in the file: a column, the place of one (`@2`), a path into a JSON object (`doc.labels[0]`), or a path in an
    /// XML element (`@id`, `h`, `preceding comment[class=section]`).
    pub(crate) name: String,
    /// What it holds for us, which is its key in the config.
    pub(crate) role: &'static str,
    /// Whether the file must have it.
    pub(crate) required: bool,
    pub(crate) kind: CellKind,
}

impl ColumnRequest {
    /// The column as one that is not there.
    pub(crate) fn missing(&self) -> MissingColumn {
        MissingColumn { column: self.name.clone(), role: self.role }
    }

    /// What is wrong with an empty cell of the column.
    pub(crate) fn empty(&self) -> ProblemKind {
        ProblemKind::EmptyCell { column: self.name.clone(), role: self.role }
    }

    /// What is wrong with a cell of the column that holds something else than is wanted.
    pub(crate) fn wrong(&self, found: String, wanted: &'static str) -> ProblemKind {
        ProblemKind::WrongValue { column: self.name.clone(), role: self.role, found, wanted }
    }
}

/// What the cells of a column hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellKind {
    /// Text, or a whole number as it is written.
    Text,
    /// A label or a property: text, a number as it is written, or `true` and `false`.
    Value,
    /// Text as it is, with the blanks around it; or several as [`Self::List`] has them.
    Verbatim,
    /// A number, with or without a fraction.
    Number,
    /// Numbers with blanks, commas or semicolons between them, in brackets or not; a JSON list as
    /// [`Self::List`] has it.
    Numbers,
    /// Texts. A JSON list comes as its members with [`LIST_SEPARATOR`] between them.
    List,
    /// A text, a number, true or false, or a list of texts.
    Any,
}

/// What stands between the members of a JSON list in a cell.
pub(crate) const LIST_SEPARATOR: char = '\u{1f}';

/// The cells of a row in the order of the requests; nothing for an empty or absent one.
pub(crate) type Cells<'a> = [Option<Cow<'a, str>>];

/// A row with which something is wrong.
#[derive(Debug, Clone)]
pub(crate) struct Flawed<'a> {
    pub(crate) kind: Box<ProblemKind>,
    /// What could be read of it all the same, in the order of the requests; empty where nothing could.
    pub(crate) cells: Vec<Option<Cow<'a, str>>>,
}

impl From<ProblemKind> for Flawed<'_> {
    fn from(kind: ProblemKind) -> Self {
        Self { kind: Box::new(kind), cells: Vec::new() }
    }
}

/// The cells of a row, or the first thing that is wrong with one of them.
pub(crate) fn cells_of<'a>(
    cells: impl Iterator<Item = Result<Option<Cow<'a, str>>, ProblemKind>>,
) -> Result<Vec<Option<Cow<'a, str>>>, Flawed<'a>> {
    let mut first = None;
    let cell = |cell: Result<_, ProblemKind>| {
        cell.unwrap_or_else(|kind| {
            first.get_or_insert(kind);
            None
        })
    };
    let cells: Vec<_> = cells.map(cell).collect();
    match first {
        None => Ok(cells),
        Some(kind) => Err(Flawed { kind: Box::new(kind), cells }),
    }
}

/// The parts of a row of JSON that are asked for.
pub(crate) struct Parts<'r> {
    /// The path of the list that they are the members of.
    pub(crate) list: &'r str,
    /// The columns of each.
    pub(crate) requests: &'r [ColumnRequest],
}

#[cfg(not(feature = "tables"))]
pub(crate) fn no_tables(what: &str) -> Fatal {
    let message = format!("this build of phenom cannot read {what}");
    let help = Some("build it with the feature `tables`".to_owned());
    (None, ProblemKind::Malformed { message, help })
}

/// A cell's text as its column wants it; nothing for an empty one.
pub(crate) fn tidied<'a>(text: &'a str, request: &ColumnRequest) -> Option<&'a str> {
    let trimmed = trimmed(text);
    let text = if request.kind == CellKind::Verbatim { text } else { trimmed };
    (!trimmed.is_empty()).then_some(text)
}

/// A text without the blanks around it. Trimming looks at characters, and hardly any cell has a blank at an end.
pub(crate) fn trimmed(text: &str) -> &str {
    let is_plain = |end: Option<&u8>| end.is_some_and(u8::is_ascii_graphic);
    match is_plain(text.as_bytes().first()) && is_plain(text.as_bytes().last()) {
        true => text,
        false => text.trim(),
    }
}

/// What a column of the request can hold, for messages.
pub(crate) fn wanted(request: &ColumnRequest) -> &'static str {
    match request.kind {
        CellKind::Text | CellKind::Verbatim => "text or a whole number",
        CellKind::Value => "a text, a number or a truth value",
        CellKind::Number => "a number",
        CellKind::List => "a list of texts",
        CellKind::Numbers => "a list of numbers",
        CellKind::Any => "a text, a number, true, false or a list of texts",
    }
}
