//! Rows of Parquet with all their columns, to find out what an unknown file holds.

use std::path::Path;

use polars::prelude::{Column, DataType, ParquetReader, PolarsError, SerReader};

use super::parquet::{
    SAMPLED_SLICE, checked, corrupted, guarded, is_nested, is_read, lines, open, schema, strategy,
};
use super::sample::{SampledCell, Sampler};
use super::{TableOptions, arrays, json};
use crate::input::{Fatal, Input};

/// Hands rows with all columns to a sampler.
pub(super) fn sample(
    input: Input,
    options: &TableOptions,
    sampler: &mut Sampler<'_>,
) -> Result<(), Fatal> {
    let path = checked(input)?;
    let (schema, group_ends) = schema(&path)?;
    let rows = group_ends.last().copied().unwrap_or(0);
    if options.rows.is_some() || schema.iter_values().any(|field| is_nested(&field.dtype)) {
        let columns = arrays::readable(&schema);
        let columns = columns.into_iter().take(sampler.most_columns()).collect();
        return json::sample(lines(path, &schema, rows, columns)?, true, options, sampler);
    }
    let mut columns: Vec<(String, bool)> =
        schema.iter_values().map(|field| (field.name.to_string(), is_read(&field.dtype))).collect();
    let names: Vec<String> = columns.iter().map(|(name, _)| name.clone()).collect();
    columns.truncate(sampler.most_columns());
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
    let frame =
        reader.read_parallel(strategy()).finish().map_err(|error| corrupted(&error.to_string()))?;
    let cells =
        columns.iter().map(|(name, read)| match frame.column(name).ok().filter(|_| *read) {
            Some(column) => sampled(column),
            None => Ok(vec![SampledCell::Nested; slice]),
        });
    cells.collect()
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
