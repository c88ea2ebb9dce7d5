//! Tables with named columns. Whatever the format, a row comes as the text of the columns that
//! were asked for, and nothing is coerced: a cell that is not what the column holds is a problem.

mod ahead;
#[cfg(feature = "tables")]
mod arrays;
#[cfg(feature = "tables")]
mod arrow;
#[cfg(feature = "tables")]
mod arrow_bounds;
mod blanks;
mod delimited;
#[cfg(feature = "tables")]
mod guard;
mod headers;
#[cfg(feature = "tables")]
mod hugging_face;
#[cfg(feature = "tables")]
mod in_memory;
mod json;
mod lines;
#[cfg(feature = "tables")]
mod parquet;
#[cfg(feature = "tables")]
mod parquet_checksum;
#[cfg(feature = "tables")]
mod parquet_footer;
#[cfg(feature = "tables")]
mod parquet_pages;
#[cfg(feature = "tables")]
mod parquet_sample;
#[cfg(feature = "tables")]
mod parquet_write;
mod request;
mod sample;
#[cfg(feature = "tables")]
mod workbook;
#[cfg(feature = "tables")]
mod xlsx;
mod xml;

use crate::ProblemKind;
use crate::input::{Fatal, Input};

#[cfg(feature = "tables")]
pub use hugging_face::{arrow_class_names, parquet_class_names};
#[cfg(test)]
pub(crate) use json::rows_of_log;
pub(crate) use json::{OwnedCells, WithParts, first_sample};
#[cfg(feature = "tables")]
pub(crate) use parquet::metadata as parquet_metadata;
#[cfg(feature = "tables")]
pub use parquet_write::{Written, write as write_parquet};
#[cfg(not(feature = "tables"))]
pub(crate) use request::no_tables;
pub(crate) use request::trimmed;
pub(crate) use request::{
    CellKind, Cells, ColumnRequest, Flawed, LIST_SEPARATOR, Parts, cells_of, tidied, wanted,
};
pub use request::{Header, Ragged, TableFormat, TableOptions};
use sample::Sampler;
pub use sample::{SampleBounds, SampledCell, SampledTable};
#[cfg(feature = "tables")]
pub use workbook::is_spreadsheet;
#[cfg(feature = "tables")]
pub use xlsx::{SheetHead, sheet_heads};

/// Calls `visit` for each row with its line (Parquet: its row, from 1) and returns how many rows
/// there were.
pub(crate) fn for_each_row(
    format: TableFormat,
    options: &TableOptions,
    input: Input,
    requests: &[ColumnRequest],
    mut visit: impl FnMut(u64, Result<&Cells<'_>, ProblemKind>),
) -> Result<u64, Fatal> {
    for_each_row_or_flawed(format, options, input, requests, |line, row| {
        visit(line, row.map_err(|flawed| *flawed.kind));
    })
}

/// The same with what could be read of a row with which something is wrong: a subset may not want it.
pub(crate) fn for_each_row_or_flawed(
    format: TableFormat,
    options: &TableOptions,
    input: Input,
    requests: &[ColumnRequest],
    mut visit: impl FnMut(u64, Result<&Cells<'_>, Flawed<'_>>),
) -> Result<u64, Fatal> {
    rows(format, options, input, requests, None, &mut |line, row| {
        visit(line, row.map(|row| row.cells));
    })
}

/// The same of rows of JSON, Parquet or Arrow with parts.
pub(crate) fn for_each_row_with_parts(
    format: TableFormat,
    options: &TableOptions,
    input: Input,
    requests: &[ColumnRequest],
    parts: &Parts<'_>,
    mut visit: impl FnMut(u64, Result<WithParts<'_>, Flawed<'_>>),
) -> Result<u64, Fatal> {
    rows(format, options, input, requests, Some(parts), &mut visit)
}

/// The rows of a file or of a table in memory, with their parts where they are asked for.
fn rows(
    format: TableFormat,
    options: &TableOptions,
    input: Input,
    requests: &[ColumnRequest],
    parts: Option<&Parts<'_>>,
    visit: &mut json::Visit<'_>,
) -> Result<u64, Fatal> {
    #[cfg(feature = "tables")]
    if let Input::Frame(frame, seen) = input {
        return in_memory::for_each_row((frame, seen), options, requests, parts, visit);
    }
    let mut flat =
        |line, row: Result<&Cells<'_>, Flawed<'_>>| visit(line, row.map(WithParts::none));
    let plain = |line, row: Result<&Cells<'_>, ProblemKind>| flat(line, row.map_err(Flawed::from));
    match format {
        TableFormat::Csv => delimited::for_each_row(input, b',', options, requests, plain),
        TableFormat::Tsv => delimited::for_each_row(input, b'\t', options, requests, plain),
        TableFormat::Ndjson => json::for_each_row(input, true, options, requests, parts, visit),
        TableFormat::Json => json::for_each_row(input, false, options, requests, parts, visit),
        TableFormat::Log(log) => json::for_each_row_of_log(input, log, requests, visit),
        TableFormat::Blanks => blanks::for_each_row(input, options, requests, plain),
        TableFormat::Xml => xml::for_each_row(input, options, requests, flat),
        #[cfg(feature = "tables")]
        TableFormat::Parquet => parquet::for_each_row(input, options, requests, parts, visit),
        #[cfg(not(feature = "tables"))]
        TableFormat::Parquet => Err(no_tables("Parquet")),
        #[cfg(feature = "tables")]
        TableFormat::Xlsx => xlsx::for_each_row(input, options, requests, flat),
        #[cfg(not(feature = "tables"))]
        TableFormat::Xlsx => Err(no_tables("spreadsheets")),
        #[cfg(feature = "tables")]
        TableFormat::Arrow => arrow::for_each_row(input, options, requests, parts, visit),
        #[cfg(not(feature = "tables"))]
        TableFormat::Arrow => Err(no_tables("Arrow")),
    }
}

/// Reads some rows of a file.
///
/// # Errors
/// If the file cannot be read, or the reader of the format refuses it as a whole.
pub fn sample_table(
    input: Input,
    format: TableFormat,
    options: &TableOptions,
    bounds: &SampleBounds,
) -> Result<SampledTable, ProblemKind> {
    let mut sampler = Sampler::new(bounds);
    let read = match format {
        TableFormat::Csv => delimited::sample(input, b',', options, &mut sampler),
        TableFormat::Tsv => delimited::sample(input, b'\t', options, &mut sampler),
        TableFormat::Ndjson => json::sample(input, true, options, &mut sampler),
        TableFormat::Json => json::sample(input, false, options, &mut sampler),
        TableFormat::Log(log) => json::sample_log(input, log, &mut sampler),
        TableFormat::Blanks => blanks::sample(input, options, &mut sampler),
        TableFormat::Xml => xml::sample(input, options, &mut sampler),
        #[cfg(feature = "tables")]
        TableFormat::Parquet => parquet_sample::sample(input, options, &mut sampler),
        #[cfg(not(feature = "tables"))]
        TableFormat::Parquet => Err(no_tables("Parquet")),
        #[cfg(feature = "tables")]
        TableFormat::Xlsx => xlsx::sample(input, options, &mut sampler),
        #[cfg(not(feature = "tables"))]
        TableFormat::Xlsx => Err(no_tables("spreadsheets")),
        #[cfg(feature = "tables")]
        TableFormat::Arrow => arrow::sample(input, options, &mut sampler),
        #[cfg(not(feature = "tables"))]
        TableFormat::Arrow => Err(no_tables("Arrow")),
    };
    read.map_err(|(_, kind)| kind)?;
    Ok(sampler.table())
}
