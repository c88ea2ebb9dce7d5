//! Parquet, read with polars in slices of rows, so that a large file is never held whole.

use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use phenom_files::open_regular;
use polars::prelude::{
    ArrowDataType, ArrowSchema, Column, CompatLevel, DataFrame, DataType, NamedFrom,
    ParallelStrategy, ParquetReader, PolarsError, SerReader, Series,
};

use super::ahead::ahead;
use super::arrays::{self, JsonLines, Slice};
use super::headers::positions;
use super::{
    CellKind, ColumnRequest, LIST_SEPARATOR, Parts, TableOptions, WithParts, guard, json,
    parquet_checksum, parquet_footer, parquet_pages, tidied, wanted,
};
use crate::input::{Fatal, Input, unreadable};
use crate::{ProblemKind, signatures};

/// The most rows that are held at a time.
const SLICE: usize = 1 << 17;

/// How many rows are held at a time where columns that nobody may want are read too.
pub(super) const SAMPLED_SLICE: usize = 20_000;

/// The end of the slice that starts at a row: the end of a group of rows if one is within reach, because polars unpacks the
/// pages of a group anew for each slice in it.
fn end_of_slice(start: usize, group_ends: &[usize]) -> usize {
    let end = start.saturating_add(SLICE);
    let within = &group_ends[..group_ends.partition_point(|group| *group <= end)];
    within.last().copied().filter(|group| *group > start).unwrap_or(end)
}

pub(super) fn for_each_row(
    input: Input,
    options: &TableOptions,
    requests: &[ColumnRequest],
    parts: Option<&Parts<'_>>,
    visit: &mut json::Visit<'_>,
) -> Result<u64, Fatal> {
    let path = checked(input)?;
    let (schema, group_ends) = schema(&path)?;
    let rows = group_ends.last().copied().unwrap_or(0);
    let within = options.rows.as_deref();
    if within.is_some() || parts.is_some() || needs_nested(&schema, requests) {
        arrays::check(&schema, within, requests).map_err(|kind| (None, kind))?;
        let wanted = arrays::wanted(&schema, within, requests, parts);
        let lines = lines(path, &schema, rows, wanted)?;
        return json::for_each_row(lines, true, options, requests, parts, visit);
    }
    let columns: Vec<String> = schema.iter_names().map(ToString::to_string).collect();
    let positions = positions(requests, &columns).map_err(|problem| (None, problem))?;
    // A column can be asked for twice, as an id and as a text.
    let mut places: Vec<usize> = positions.iter().flatten().copied().collect();
    places.sort_unstable();
    places.dedup();
    refuse_unread(&schema, requests, &positions)?;
    let names: Vec<String> = places.into_iter().map(|at| columns[at].clone()).collect();
    refuse_other_bytes(&path)?;
    refuse_damaged_pages(&path, &names)?;
    let (mut end, mut read) = (0, Ok(()));
    let next = || {
        let start = end;
        end = (start < rows).then(|| end_of_slice(start, &group_ends).min(rows))?;
        let texts = guarded(|| {
            let frame = slice(&path, names.clone(), start, end - start)?;
            texts(&frame, requests, &positions, &columns)
        });
        if texts.is_err() {
            // Nothing is read after what is wrong.
            end = rows;
        }
        Some((start, texts))
    };
    // Slices are large.
    ahead(0, next, |(start, texts)| match texts {
        Ok(texts) => visit_slice(&texts, requests, start, visit),
        Err(wrong) => read = Err(wrong),
    });
    read.map(|()| rows as u64)
}

/// The columns of a file, and where each of its groups of rows ends.
pub(super) fn schema(path: &Path) -> Result<(ArrowSchema, Vec<usize>), Fatal> {
    guarded(|| {
        let mut reader = ParquetReader::new(open(path)?);
        let failed = |error: PolarsError| corrupted(&error.to_string());
        let schema = reader.schema().map_err(failed)?.as_ref().clone();
        let metadata = reader.get_metadata().map_err(failed)?;
        let ends = metadata.row_groups.iter().scan(0_usize, |end, group| {
            *end = end.saturating_add(group.num_rows());
            Some(*end)
        });
        let ends: Vec<usize> = ends.collect();
        if ends.last().copied().unwrap_or(0) == metadata.num_rows {
            return Ok((schema, ends));
        }
        Err(corrupted(OTHER_ROWS))
    })
}

/// What is wrong with a file whose footer states another number of rows than its groups.
const OTHER_ROWS: &str = "it does not contain as many rows as it declares";

/// Whether this process was forked from one that has used polars. The threads of polars do not exist in it, and whoever waits
/// for them waits for ever.
pub(super) fn is_forked() -> bool {
    static FIRST: OnceLock<u32> = OnceLock::new();
    *FIRST.get_or_init(std::process::id) != std::process::id()
}

/// On which threads a file is read.
pub(super) fn strategy() -> ParallelStrategy {
    if is_forked() { ParallelStrategy::None } else { ParallelStrategy::Auto }
}

/// Some rows of some columns.
fn slice(path: &Path, names: Vec<String>, start: usize, rows: usize) -> Result<DataFrame, Fatal> {
    let reader = ParquetReader::new(open(path)?);
    let reader = reader.with_columns(Some(names)).with_slice(Some((start, rows)));
    let frame =
        reader.read_parallel(strategy()).finish().map_err(|error| corrupted(&error.to_string()))?;
    if frame.height() == rows {
        return Ok(frame);
    }
    Err(corrupted(OTHER_ROWS))
}

/// Whether a request asks for something in a structure, or in a list of these.
fn needs_nested(schema: &ArrowSchema, requests: &[ColumnRequest]) -> bool {
    let is_plain = |name: &str| schema.get(name).is_some_and(|field| !is_nested(&field.dtype));
    requests.iter().any(|request| {
        !is_plain(&request.name)
            && schema.iter_values().any(|field| {
                let rest = request.name.strip_prefix(field.name.as_str());
                is_nested(&field.dtype) && rest.is_some_and(|rest| rest.starts_with(['.', '[']))
            })
    })
}

pub(super) fn is_nested(kind: &ArrowDataType) -> bool {
    match kind {
        ArrowDataType::List(inner) | ArrowDataType::LargeList(inner) => {
            matches!(inner.dtype, ArrowDataType::Struct(_)) || is_nested(&inner.dtype)
        }
        kind => matches!(kind, ArrowDataType::Struct(_)),
    }
}

/// Refuses a column that is asked for and whose type polars is built without.
fn refuse_unread(
    schema: &ArrowSchema,
    requests: &[ColumnRequest],
    positions: &[Option<usize>],
) -> Result<(), Fatal> {
    for (request, position) in requests.iter().zip(positions) {
        let field = position.and_then(|at| schema.get_at_index(at)).map(|(_, field)| field);
        if let Some(field) = field.filter(|field| !is_read(&field.dtype)) {
            let found = format!("values of type {:?}", field.dtype);
            return Err((None, request.wrong(found, wanted(request))));
        }
    }
    Ok(())
}

/// The rows of some columns as lines of JSON.
pub(super) fn lines(
    path: PathBuf,
    schema: &ArrowSchema,
    rows: usize,
    wanted: Vec<usize>,
) -> Result<Input, Fatal> {
    let fields = wanted.iter().filter_map(|at| schema.get_at_index(*at));
    let fields = fields.filter(|(_, field)| is_read(&field.dtype));
    let names: Vec<String> = fields.map(|(name, _)| name.to_string()).collect();
    refuse_other_bytes(&path)?;
    refuse_damaged_pages(&path, &names)?;
    let columns = names.clone();
    let mut start = 0;
    let next = Box::new(move || {
        if start >= rows {
            return Ok(None);
        }
        let many = SAMPLED_SLICE.min(rows - start);
        let read = guarded(|| {
            let mut frame = slice(&path, names.clone(), start, many)?;
            frame.rechunk_mut();
            let arrays = names.iter().map(|name| {
                let column = frame.column(name).map_err(|error| corrupted(&error.to_string()))?;
                let series = column.as_materialized_series();
                Ok(series.to_arrow(0, CompatLevel::newest()))
            });
            Ok(Some(Slice { rows: many, columns: arrays.collect::<Result<_, Fatal>>()? }))
        });
        start += many;
        read
    });
    Ok(Input::Stream(Box::new(JsonLines::new(columns, next))))
}

/// The path of a file that is Parquet and not damaged.
pub(super) fn checked(input: Input) -> Result<PathBuf, Fatal> {
    let Input::File(path) = input else {
        let message = "phenom cannot read Parquet from a stream".to_owned();
        return Err((None, ProblemKind::Malformed { message, help: None }));
    };
    let mut start = Vec::new();
    open(&path)?.take(16).read_to_end(&mut start).map_err(|error| unreadable(&error))?;
    if start.is_empty() {
        return Err((None, ProblemKind::EmptyFile));
    }
    if let Some(kind) = signatures::no_parquet(&start) {
        return Err((None, kind));
    }
    refuse_damage(&path)?;
    Ok(path)
}

fn visit_slice(
    columns: &[Option<Column>],
    requests: &[ColumnRequest],
    start: usize,
    visit: &mut json::Visit<'_>,
) {
    let text = |(at, column): (usize, &Option<Column>)| {
        Some((at, column.as_ref()?.str().ok()?.rechunk().into_owned()))
    };
    let texts: Vec<_> = columns.iter().enumerate().filter_map(text).collect();
    let texts = texts.iter().map(|(at, text)| (*at, &requests[*at], text.downcast_as_array()));
    let texts: Vec<_> = texts.collect();
    let rows = columns.iter().flatten().map(Column::len).max().unwrap_or(0);
    // A file has few of the columns that are asked for.
    let mut cells: Vec<Option<Cow<'_, str>>> = vec![None; columns.len()];
    for row in 0..rows {
        for (at, request, texts) in &texts {
            let text = texts.get(row);
            cells[*at] = text.and_then(|text| tidied(text, request)).map(Cow::Borrowed);
        }
        visit((start + row + 1) as u64, Ok(WithParts { cells: &cells, parts: Vec::new() }));
    }
}

/// The requested columns as text; refuses a type that the column cannot hold.
fn texts(
    frame: &DataFrame,
    requests: &[ColumnRequest],
    positions: &[Option<usize>],
    names: &[String],
) -> Result<Vec<Option<Column>>, Fatal> {
    let mut columns = Vec::with_capacity(requests.len());
    for (request, position) in requests.iter().zip(positions) {
        let Some(position) = position else {
            columns.push(None);
            continue;
        };
        let column =
            frame.column(&names[*position]).map_err(|error| corrupted(&error.to_string()))?;
        let kind = column.dtype();
        let takes_lists = matches!(
            request.kind,
            CellKind::List | CellKind::Numbers | CellKind::Verbatim | CellKind::Any
        );
        if matches!(kind, DataType::List(_)) && takes_lists {
            columns.push(Some(lists(column, request)?));
            continue;
        }
        let fits = kind.is_integer()
            || matches!(kind, DataType::String | DataType::Null)
            || matches!(kind, DataType::Categorical(..) | DataType::Enum(..))
            || (request.kind == CellKind::Number && kind.is_float())
            || (matches!(request.kind, CellKind::Value | CellKind::Any)
                && (kind.is_float() || kind.is_bool()))
            || (request.kind == CellKind::List && kind.is_bool());
        if !fits {
            let found = format!("values of type {kind}");
            return Err((None, request.wrong(found, wanted(request))));
        }
        let text = column.cast(&DataType::String).map_err(|error| corrupted(&error.to_string()))?;
        columns.push(Some(text));
    }
    Ok(columns)
}

/// A column of lists as texts with [`LIST_SEPARATOR`] between the members.
fn lists(column: &Column, request: &ColumnRequest) -> Result<Column, Fatal> {
    let failed = |error: PolarsError| corrupted(&error.to_string());
    let lists = column.list().map_err(failed)?;
    let separator = LIST_SEPARATOR.to_string();
    let mut texts: Vec<Option<String>> = Vec::with_capacity(lists.len());
    for row in 0..lists.len() {
        let Some(members) = lists.get_as_series(row) else {
            texts.push(None);
            continue;
        };
        let members = members.cast(&DataType::String).map_err(failed)?;
        let members: Vec<&str> = members.str().map_err(failed)?.iter().flatten().collect();
        let mut text = members.join(&separator);
        // So that a list of one text is known from a text.
        if members.len() == 1 && request.kind == CellKind::List {
            text.push(LIST_SEPARATOR);
        }
        texts.push(Some(text));
    }
    Ok(Column::from(Series::new(column.name().clone(), texts)))
}

/// Whether a column can be read: polars is built without decimals, dates and times, which phenom has no use for.
pub(super) fn is_read(kind: &ArrowDataType) -> bool {
    match kind {
        ArrowDataType::List(inner) | ArrowDataType::LargeList(inner) => is_read(&inner.dtype),
        ArrowDataType::Struct(fields) => fields.iter().all(|field| is_read(&field.dtype)),
        ArrowDataType::Map(..)
        | ArrowDataType::Union(_)
        | ArrowDataType::FixedSizeList(..)
        | ArrowDataType::Interval(_)
        | ArrowDataType::Duration(_)
        | ArrowDataType::Date32
        | ArrowDataType::Date64
        | ArrowDataType::Time32(_)
        | ArrowDataType::Time64(_)
        | ArrowDataType::Timestamp(..)
        | ArrowDataType::Extension(_)
        | ArrowDataType::Decimal(..)
        | ArrowDataType::Decimal32(..)
        | ArrowDataType::Decimal64(..)
        | ArrowDataType::Decimal256(..) => false,
        _ => true,
    }
}

/// The value of a key in the metadata of a file; nothing where the file does not have it.
pub(crate) fn metadata(path: &Path, key: &str) -> Result<Option<String>, Fatal> {
    refuse_damage(path)?;
    guarded(|| {
        let mut reader = ParquetReader::new(open(path)?);
        let metadata = reader.get_metadata().map_err(|error| corrupted(&error.to_string()))?;
        let mut pairs = metadata.key_value_metadata().iter().flatten();
        Ok(pairs.find(|pair| pair.key == key).and_then(|pair| pair.value.clone()))
    })
}

pub(super) fn open(path: &Path) -> Result<File, Fatal> {
    open_regular(path).map_err(|error| unreadable(&error))
}

fn refuse_damage(path: &Path) -> Result<(), Fatal> {
    match parquet_footer::damage(&mut open(path)?).map_err(|error| unreadable(&error))? {
        Some(damage) => Err(corrupted(damage)),
        None => Ok(()),
    }
}

/// Holds a file that phenom wrote to its checksum.
fn refuse_other_bytes(path: &Path) -> Result<(), Fatal> {
    let broken = parquet_checksum::is_broken(&mut open(path)?);
    if !broken.map_err(|error| unreadable(&error))? {
        return Ok(());
    }
    let message =
        "phenom did not write the file in this form: it differs from its checksum".to_owned();
    let help = format!(
        "write it again; if you changed it on purpose, write it without the key `{}` in its metadata",
        parquet_checksum::KEY
    );
    Err((None, ProblemKind::Malformed { message, help: Some(help) }))
}

/// Holds the columns that are read to the checksums of their pages, as far as these have any.
fn refuse_damaged_pages(path: &Path, columns: &[String]) -> Result<(), Fatal> {
    let damaged = parquet_pages::damaged_column(&mut open(path)?, columns);
    let Some(column) = damaged.map_err(|error| unreadable(&error))? else { return Ok(()) };
    let message = format!(
        "column `{}` is damaged: a page does not match its checksum or its header",
        crate::wording::shown(&column)
    );
    let help = Some("copy the file again from its source".to_owned());
    Err((None, ProblemKind::Malformed { message, help }))
}

pub(super) fn corrupted(reason: &str) -> Fatal {
    let message = format!("not a readable Parquet file: {reason}");
    let help =
        Some("check that the file is complete, that it is a Parquet file, and that its columns are texts and numbers".to_owned());
    (None, ProblemKind::Malformed { message, help })
}

/// Runs polars on a file that may be corrupted.
pub(super) fn guarded<T>(read: impl FnOnce() -> Result<T, Fatal>) -> Result<T, Fatal> {
    guard::guarded(read, || corrupted("it is corrupted"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_end_where_groups_end_and_none_is_too_long() {
        let slices = |groups: &[usize]| {
            let ends: Vec<usize> = groups
                .iter()
                .scan(0, |end, rows| {
                    *end += rows;
                    Some(*end)
                })
                .collect();
            let (rows, mut at) = (ends.last().copied().unwrap_or(0), 0);
            let mut slices = Vec::new();
            while at < rows {
                slices.push(end_of_slice(at, &ends).min(rows) - at);
                at += slices.last().unwrap();
            }
            slices
        };
        assert_eq!(slices(&[]), [0_usize; 0]);
        assert_eq!(slices(&[0, 0]), [0_usize; 0]);
        assert_eq!(slices(&[SLICE - 1; 3]), [SLICE - 1; 3]);
        assert_eq!(slices(&[SLICE / 2, 0, SLICE / 2, 7, 0]), [SLICE, 7]);
        assert_eq!(slices(&[2 * SLICE, 2 * SLICE]), [SLICE; 4]);
        assert_eq!(slices(&[SLICE + 1, SLICE - 1, 5]), [SLICE, 1 + SLICE - 1, 5]);
        assert_eq!(end_of_slice(usize::MAX - 1, &[]), usize::MAX);
    }
}
