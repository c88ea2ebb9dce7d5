//! Parquet, read with polars in slices of rows, so that a large file is never held whole.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

use phenom_files::open_regular;
use polars::io::parquet::write::KeyValueMetadata;
use polars::prelude::{
    ArrowDataType, Column, DataFrame, DataType, NamedFrom, ParquetReader, ParquetWriter,
    PolarsError, SerReader, Series,
};

use super::headers::positions;
use super::sample::{SampledCell, Sampler};
use super::{
    CellKind, Cells, ColumnRequest, LIST_SEPARATOR, parquet_checksum, parquet_footer,
    parquet_pages, tidied, wanted,
};
use crate::input::{Fatal, Input, unreadable};
use crate::{ProblemKind, signatures};

/// How many rows are held at a time.
const SLICE: usize = 1 << 17;

pub(super) fn for_each_row(
    input: Input,
    requests: &[ColumnRequest],
    mut visit: impl FnMut(u64, Result<&Cells<'_>, ProblemKind>),
) -> Result<u64, Fatal> {
    let path = checked(input)?;
    let (columns, rows) = guarded(|| {
        let mut reader = ParquetReader::new(open(&path)?);
        let schema = reader.schema().map_err(|error| corrupted(&error.to_string()))?;
        let rows = reader.num_rows().map_err(|error| corrupted(&error.to_string()))?;
        Ok((schema.iter_names().map(ToString::to_string).collect::<Vec<_>>(), rows))
    })?;
    let positions = positions(requests, &columns).map_err(|problem| (None, problem))?;
    // A column can be asked for twice, as an id and as a text.
    let mut places: Vec<usize> = positions.iter().flatten().copied().collect();
    places.sort_unstable();
    places.dedup();
    let names: Vec<String> = places.into_iter().map(|at| columns[at].clone()).collect();
    refuse_other_bytes(&path)?;
    refuse_damaged_pages(&path, &names)?;
    for start in (0..rows).step_by(SLICE) {
        let frame = guarded(|| {
            let reader = ParquetReader::new(open(&path)?);
            let reader = reader.with_columns(Some(names.clone())).with_slice(Some((start, SLICE)));
            let frame = reader.finish().map_err(|error| corrupted(&error.to_string()))?;
            if frame.height() != SLICE.min(rows - start) {
                return Err(corrupted("it does not hold as many rows as it says"));
            }
            texts(&frame, requests, &positions, &columns)
        })?;
        visit_slice(&frame, requests, start, &mut visit);
    }
    Ok(rows as u64)
}

/// The path of a file that is Parquet and not damaged.
fn checked(input: Input) -> Result<PathBuf, Fatal> {
    let Input::File(path) = input else {
        let message = "Parquet cannot be read from a stream".to_owned();
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
    visit: &mut impl FnMut(u64, Result<&Cells<'_>, ProblemKind>),
) {
    let texts: Vec<_> =
        columns.iter().map(|column| column.as_ref().and_then(|column| column.str().ok())).collect();
    let rows = columns.iter().flatten().map(Column::len).max().unwrap_or(0);
    let mut cells: Vec<Option<Cow<'_, str>>> = Vec::with_capacity(columns.len());
    for row in 0..rows {
        cells.clear();
        cells.extend(texts.iter().zip(requests).map(|(column, request)| {
            let text = column.and_then(|texts| texts.get(row))?;
            tidied(text, request).map(Cow::Borrowed)
        }));
        visit((start + row + 1) as u64, Ok(&cells));
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

/// How many rows are held at a time where columns that nobody may want are read too.
const SAMPLED_SLICE: usize = 20_000;

/// Hands rows with all columns to a sampler.
pub(super) fn sample(input: Input, sampler: &mut Sampler<'_>) -> Result<(), Fatal> {
    let path = checked(input)?;
    let (columns, rows) = guarded(|| {
        let mut reader = ParquetReader::new(open(&path)?);
        let schema = reader.schema().map_err(|error| corrupted(&error.to_string()))?;
        let rows = reader.num_rows().map_err(|error| corrupted(&error.to_string()))?;
        let column = |name: &str, kind: &ArrowDataType| (name.to_owned(), is_read(kind));
        let columns = schema.iter().map(|(name, field)| column(name, &field.dtype));
        Ok((columns.collect::<Vec<_>>(), rows))
    })?;
    let names: Vec<String> = columns.iter().map(|(name, _)| name.clone()).collect();
    let columns = columns.into_iter().take(sampler.most_columns());
    let columns: Vec<(String, bool)> = columns.collect();
    sampler.header(&names);
    for start in (0..rows).step_by(SAMPLED_SLICE) {
        let slice = SAMPLED_SLICE.min(rows - start);
        let cells = guarded(|| sampled_slice(&path, &columns, start, slice))?;
        let mut cells: Vec<_> = cells.into_iter().map(Vec::into_iter).collect();
        for _ in 0..slice {
            let row = names.iter().zip(&mut cells);
            let row = row.filter_map(|(name, cells)| Some((name.as_str().into(), cells.next()?)));
            if sampler.row(row).is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The cells of some rows, column by column.
fn sampled_slice(
    path: &Path,
    columns: &[(String, bool)],
    start: usize,
    slice: usize,
) -> Result<Vec<Vec<SampledCell>>, Fatal> {
    let names = columns.iter().filter(|(_, read)| *read).map(|(name, _)| name.clone()).collect();
    let reader = ParquetReader::new(open(path)?);
    let reader = reader.with_columns(Some(names)).with_slice(Some((start, slice)));
    let frame = reader.finish().map_err(|error| corrupted(&error.to_string()))?;
    let cells =
        columns.iter().map(|(name, read)| match frame.column(name).ok().filter(|_| *read) {
            Some(column) => sampled(column),
            None => Ok(vec![SampledCell::Nested; slice]),
        });
    cells.collect()
}

/// Whether a column can be read: of decimals and of structures, which phenom has no use for, polars is built without.
fn is_read(kind: &ArrowDataType) -> bool {
    match kind {
        ArrowDataType::List(inner) | ArrowDataType::LargeList(inner) => is_read(&inner.dtype),
        ArrowDataType::Struct(_)
        | ArrowDataType::Map(..)
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

/// The names of the classes in the columns of a file that Hugging Face wrote, in the order of their numbers.
///
/// # Errors
/// Where the file cannot be read, or is damaged.
pub fn parquet_class_names(path: &Path) -> Result<BTreeMap<String, Vec<String>>, ProblemKind> {
    let Some(said) = metadata(path, "huggingface").map_err(|(_, kind)| kind)? else {
        return Ok(BTreeMap::new());
    };
    let said: serde_json::Value = serde_json::from_str(&said).unwrap_or_default();
    let features = said.pointer("/info/features").and_then(serde_json::Value::as_object);
    let named = features.into_iter().flatten().filter_map(|(column, feature)| {
        let names = feature.get("names")?.as_array()?.iter();
        let names = names.map(|name| name.as_str().map(str::to_owned)).collect::<Option<_>>()?;
        (feature.get("_type")? == "ClassLabel").then(|| (column.clone(), names))
    });
    Ok(named.collect())
}

fn sampled(column: &Column) -> Result<Vec<SampledCell>, Fatal> {
    let failed = |error: PolarsError| corrupted(&error.to_string());
    let is_plain = |kind: &DataType| !kind.is_nested() && !matches!(kind, DataType::Binary);
    match column.dtype() {
        DataType::List(inner) if is_plain(inner) => {
            let lists = column.list().map_err(failed)?;
            let cell = |row: usize| {
                let Some(members) = lists.get_as_series(row) else { return Ok(SampledCell::Empty) };
                let members = members.cast(&DataType::String).map_err(failed)?;
                let members = members.str().map_err(failed)?;
                let members = members.iter().map(|member| member.unwrap_or_default().to_owned());
                Ok(SampledCell::List(members.collect()))
            };
            (0..lists.len()).map(cell).collect()
        }
        kind if is_plain(kind) => {
            let texts = column.cast(&DataType::String).map_err(failed)?;
            let texts = texts.str().map_err(failed)?;
            Ok(texts.iter().map(|text| SampledCell::of_text(text.unwrap_or_default())).collect())
        }
        _ => Ok(vec![SampledCell::Nested; column.len()]),
    }
}

/// A column of a Parquet file that is written.
pub enum Written {
    /// Texts, some of them absent.
    Texts(Vec<Option<String>>),
    /// Whole numbers.
    Counts(Vec<u64>),
    /// Small whole numbers, some of them absent.
    Numbers(Vec<Option<i32>>),
    /// Numbers with a fraction, some of them absent.
    Fractions(Vec<Option<f64>>),
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

/// Writes columns of the same length as a Parquet file, with keys and values in its metadata, or with a checksum there if
/// none are given.
///
/// # Errors
/// What the writer gives.
pub fn write(
    columns: Vec<(String, Written)>,
    metadata: Vec<(String, String)>,
    out: &mut impl std::io::Write,
) -> std::io::Result<()> {
    let rows = columns.first().map_or(0, |(_, column)| match column {
        Written::Texts(texts) => texts.len(),
        Written::Counts(counts) => counts.len(),
        Written::Numbers(numbers) => numbers.len(),
        Written::Fractions(numbers) => numbers.len(),
    });
    let columns = columns.into_iter().map(|(name, column)| {
        Column::from(match column {
            Written::Texts(texts) => Series::new(name.into(), texts),
            Written::Counts(counts) => Series::new(name.into(), counts),
            Written::Numbers(numbers) => Series::new(name.into(), numbers),
            Written::Fractions(numbers) => Series::new(name.into(), numbers),
        })
    });
    let failed = |error: PolarsError| std::io::Error::other(error.to_string());
    let mut frame = DataFrame::new(rows, columns.collect()).map_err(failed)?;
    // Who gives metadata has a checksum of the rows there.
    if !metadata.is_empty() {
        let metadata = KeyValueMetadata::from_static(metadata);
        let writer = ParquetWriter::new(out).with_key_value_metadata(Some(metadata));
        return writer.finish(&mut frame).map(|_| ()).map_err(failed);
    }
    let zeros = vec![(parquet_checksum::KEY.to_owned(), parquet_checksum::zeros())];
    let mut bytes = Vec::new();
    let writer = ParquetWriter::new(&mut bytes)
        .with_key_value_metadata(Some(KeyValueMetadata::from_static(zeros)));
    writer.finish(&mut frame).map_err(failed)?;
    parquet_checksum::seal(&mut bytes)?;
    out.write_all(&bytes)
}

fn open(path: &Path) -> Result<File, Fatal> {
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
    let message = "the file is not as phenom wrote it: it differs from its checksum".to_owned();
    let help = format!(
        "make it again; where it was changed on purpose, write it without the key `{}` in its metadata",
        parquet_checksum::KEY
    );
    Err((None, ProblemKind::Malformed { message, help: Some(help) }))
}

/// Holds the columns that are read to the checksums of their pages, as far as these have any.
fn refuse_damaged_pages(path: &Path, columns: &[String]) -> Result<(), Fatal> {
    let damaged = parquet_pages::damaged_column(&mut open(path)?, columns);
    let Some(column) = damaged.map_err(|error| unreadable(&error))? else { return Ok(()) };
    let message = format!(
        "column `{}` is damaged: a page of it does not fit its checksum or its header",
        crate::wording::shown(&column)
    );
    let help = Some("copy the file again from where it was made".to_owned());
    Err((None, ProblemKind::Malformed { message, help }))
}

fn corrupted(reason: &str) -> Fatal {
    let message = format!("not a Parquet file that can be read: {reason}");
    let help =
        Some("is the file whole, really Parquet, and its columns of texts and numbers?".to_owned());
    (None, ProblemKind::Malformed { message, help })
}

/// How many readers run polars at the moment.
static GUARDED: AtomicUsize = AtomicUsize::new(0);

/// Runs polars on a file that may be corrupted: it panics on some, and the user gets an error.
fn guarded<T>(read: impl FnOnce() -> Result<T, Fatal>) -> Result<T, Fatal> {
    static QUIET: Once = Once::new();
    // The panic's own message would tell the user of our insides. The hook is set once and for all:
    // two readers at a time that each set and restore one would leave the silent one behind.
    QUIET.call_once(|| {
        let loud = take_hook();
        set_hook(Box::new(move |panic| {
            if GUARDED.load(Ordering::SeqCst) == 0 {
                loud(panic);
            }
        }));
    });
    GUARDED.fetch_add(1, Ordering::SeqCst);
    let result = catch_unwind(AssertUnwindSafe(read));
    GUARDED.fetch_sub(1, Ordering::SeqCst);
    result.unwrap_or_else(|_| Err(corrupted("it is corrupted")))
}
