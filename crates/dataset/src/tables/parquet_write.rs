//! Parquet, written with polars.

use std::borrow::Cow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use polars::io::parquet::write::KeyValueMetadata;
use polars::prelude::{
    ArrowDataType, ArrowSchema, Column, CompatLevel, DataFrame, DataType, IntoSeries, NamedFrom,
    NewChunkedArray, ParquetWriter, PolarsError, Series, StringChunked,
};
use polars_arrow::datatypes::Field;
use polars_arrow::io::ipc::write::{default_ipc_fields, schema_to_bytes};

use super::parquet::is_forked;
use super::parquet_checksum;

/// A column of a Parquet file that is written.
pub enum Written<'t> {
    /// Texts, some of them absent.
    Texts(Vec<Option<Cow<'t, str>>>),
    /// Texts, none of them absent, as they come: they need not be in a list.
    Cells(Box<dyn Iterator<Item = &'t str> + 't>),
    /// Whole numbers.
    Counts(Vec<u64>),
    /// Small whole numbers, some of them absent.
    Numbers(Vec<Option<i32>>),
    /// Numbers with a fraction, some of them absent.
    Fractions(Vec<Option<f64>>),
}

/// The most rows of a group. In larger ones polars looks for texts that are equal where few are.
const ROWS_TOGETHER: usize = 1 << 16;

/// Writes columns of the same length as a Parquet file, with keys and values in its metadata, or with a checksum there if
/// none are given.
///
/// # Errors
/// What the writer gives.
pub fn write(
    columns: Vec<(String, Written<'_>)>,
    metadata: Vec<(String, String)>,
    out: &mut impl std::io::Write,
) -> std::io::Result<()> {
    let columns = columns.into_iter().map(|(name, column)| {
        Column::from(match column {
            Written::Texts(texts) => Series::new(name.into(), texts),
            Written::Cells(texts) => {
                StringChunked::from_iter_values(name.into(), texts).into_series()
            }
            Written::Counts(counts) => Series::new(name.into(), counts),
            Written::Numbers(numbers) => Series::new(name.into(), numbers),
            Written::Fractions(numbers) => Series::new(name.into(), numbers),
        })
    });
    let failed = |error: PolarsError| std::io::Error::other(error.to_string());
    let columns: Vec<Column> = columns.collect();
    let rows = columns.first().map_or(0, Column::len);
    let mut frame = DataFrame::new(rows, columns).map_err(failed)?;
    let mut metadata = metadata;
    // Who gives metadata has a checksum of the rows there.
    let is_sealed = metadata.is_empty();
    if is_sealed {
        metadata.push((parquet_checksum::KEY.to_owned(), parquet_checksum::zeros()));
    }
    metadata.push(arrow_schema(&frame));
    let mut bytes = Vec::new();
    ParquetWriter::new(&mut bytes)
        .set_parallel(!is_forked())
        .with_row_group_size(Some(ROWS_TOGETHER))
        .with_key_value_metadata(Some(KeyValueMetadata::from_static(metadata)))
        .finish(&mut frame)
        .map_err(failed)?;
    if is_sealed {
        parquet_checksum::seal(&mut bytes)?;
    }
    out.write_all(&bytes)
}

/// What Arrow takes the columns for, as metadata: texts are plain ones. polars would call them views, which `pyarrow`
/// does not sort.
fn arrow_schema(frame: &DataFrame) -> (String, String) {
    let plain = |name: &str, kind: ArrowDataType| Field::new(name.into(), kind, true);
    let fields = frame.columns().iter().map(|column| {
        let kind = match column.dtype() {
            DataType::String => ArrowDataType::Utf8,
            kind => kind.to_arrow(CompatLevel::newest()),
        };
        plain(column.name(), kind)
    });
    let schema: ArrowSchema = fields.collect();
    let bytes = schema_to_bytes(&schema, &default_ipc_fields(schema.iter_values()), None);
    let length = u32::try_from(bytes.len()).unwrap_or_default().to_le_bytes();
    let message = [&[0xFF; 4][..], &length, &bytes].concat();
    ("ARROW:schema".to_owned(), STANDARD.encode(message))
}
