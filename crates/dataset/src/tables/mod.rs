//! Tables with named columns. Whatever the format, a row comes as the text of the columns that
//! were asked for, and nothing is coerced: a cell that is not what the column holds is a problem.

mod delimited;
mod ndjson;
#[cfg(feature = "tables")]
mod parquet;

use std::borrow::Cow;

use crate::ProblemKind;
use crate::input::{Fatal, Input};

/// The formats of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableFormat {
    /// Comma-separated values with a header.
    Csv,
    /// Tab-separated values with a header.
    Tsv,
    /// One JSON object a line.
    Ndjson,
    /// Apache Parquet; needs the feature `tables`.
    Parquet,
}

/// A column that a reader wants.
#[derive(Debug, Clone)]
pub(crate) struct ColumnRequest {
    /// Its name in the file.
    pub(crate) name: String,
    /// What it holds for us, which is its key in the config.
    pub(crate) role: &'static str,
    /// Whether the file must have it.
    pub(crate) required: bool,
    /// Whether it holds numbers with a fraction; other columns hold text or whole numbers.
    pub(crate) number: bool,
}

/// The cells of a row in the order of the requests; nothing for an empty or absent one.
pub(crate) type Cells<'a> = [Option<Cow<'a, str>>];

/// Calls `visit` for each row with its line (Parquet: its row, from 1) and returns how many rows
/// there were.
pub(crate) fn for_each_row(
    format: TableFormat,
    input: Input,
    requests: &[ColumnRequest],
    visit: impl FnMut(u64, Result<&Cells<'_>, ProblemKind>),
) -> Result<u64, Fatal> {
    match format {
        TableFormat::Csv => delimited::for_each_row(input, b',', requests, visit),
        TableFormat::Tsv => delimited::for_each_row(input, b'\t', requests, visit),
        TableFormat::Ndjson => ndjson::for_each_row(input, requests, visit),
        #[cfg(feature = "tables")]
        TableFormat::Parquet => parquet::for_each_row(input, requests, visit),
        #[cfg(not(feature = "tables"))]
        TableFormat::Parquet => {
            let message = "this build of phenom cannot read Parquet".to_owned();
            let help = Some("build it with the feature `tables`".to_owned());
            Err((None, ProblemKind::Malformed { message, help }))
        }
    }
}

/// For each request the position of its column among those of the file.
fn positions(
    requests: &[ColumnRequest],
    columns: &[String],
) -> Result<Vec<Option<usize>>, ProblemKind> {
    requests
        .iter()
        .map(|request| match columns.iter().position(|column| *column == request.name) {
            None if request.required => Err(ProblemKind::MissingColumn {
                column: request.name.clone(),
                role: request.role,
                available: columns.to_vec(),
            }),
            position => Ok(position),
        })
        .collect()
}

/// What a column of the request can hold, for messages.
fn wanted(request: &ColumnRequest) -> &'static str {
    if request.number { "a number" } else { "text or a whole number" }
}
