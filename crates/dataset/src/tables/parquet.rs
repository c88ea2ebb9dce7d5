//! Parquet, read with polars in slices of rows, so that a large file is never held whole.

use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::Path;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};

use phenom_files::open_regular;
use polars::io::parquet::write::KeyValueMetadata;
use polars::prelude::{
    Column, DataFrame, DataType, NamedFrom, ParquetReader, ParquetWriter, PolarsError, SerReader,
    Series,
};

use super::headers::positions;
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
    let (columns, rows) = guarded(|| {
        let mut reader = ParquetReader::new(open(&path)?);
        let schema = reader.schema().map_err(|error| corrupted(&error.to_string()))?;
        let rows = reader.num_rows().map_err(|error| corrupted(&error.to_string()))?;
        Ok((schema.iter_names().map(ToString::to_string).collect::<Vec<_>>(), rows))
    })?;
    let positions = positions(requests, &columns).map_err(|problem| (None, problem))?;
    let names: Vec<String> = positions.iter().flatten().map(|&at| columns[at].clone()).collect();
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

/// A cell of a column of which only the first rows are looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SampledCell {
    /// Nothing.
    Empty,
    /// A text, a number or a truth value, as it is written in text.
    Text(String),
    /// A list of these.
    List(Vec<String>),
    /// Anything else.
    Nested,
}

/// The first columns of a Parquet file by their names, each with its first cells.
pub type SampledColumns = Vec<(String, Vec<SampledCell>)>;

/// The first rows and columns of a Parquet file, up to so many, and how many rows it has in all.
///
/// # Errors
/// Where the file cannot be read, or is damaged.
pub fn sample_parquet(
    path: &Path,
    most_rows: usize,
    most_columns: usize,
) -> Result<(SampledColumns, usize), ProblemKind> {
    refuse_damage(path).map_err(|(_, kind)| kind)?;
    let read = guarded(|| {
        let mut reader = ParquetReader::new(open(path)?);
        let schema = reader.schema().map_err(|error| corrupted(&error.to_string()))?;
        let rows = reader.num_rows().map_err(|error| corrupted(&error.to_string()))?;
        let names: Vec<String> =
            schema.iter_names().take(most_columns).map(ToString::to_string).collect();
        let reader = ParquetReader::new(open(path)?);
        let reader = reader.with_columns(Some(names)).with_slice(Some((0, most_rows)));
        let frame = reader.finish().map_err(|error| corrupted(&error.to_string()))?;
        let columns = frame.columns().iter();
        let columns = columns
            .map(|column| Ok((column.name().to_string(), sampled(column)?)))
            .collect::<Result<_, _>>();
        Ok((columns?, rows))
    });
    read.map_err(|(_, kind)| kind)
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
            let cell = |text: Option<&str>| {
                text.map_or(SampledCell::Empty, |text| SampledCell::Text(text.to_owned()))
            };
            Ok(texts.iter().map(cell).collect())
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
