//! Parquet as a table.

use std::io::Read;
use std::path::Path;

use phenom_dataset::{SampledCell, sample_parquet};
use phenom_files::open_regular;

use super::table::{Cell, Column, MOST_COLUMNS, MOST_ROWS, Table};
use crate::failure::Failure;

/// Whether a file begins as Parquet does.
pub(super) fn is_parquet(path: &Path) -> bool {
    let mut start = [0; 4];
    open_regular(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && &start == b"PAR1"
}

/// The table in a file.
///
/// # Errors
/// Where it cannot be read.
pub(super) fn table(path: &Path) -> Result<Table, Failure> {
    let (columns, rows) = sample_parquet(path, MOST_ROWS, MOST_COLUMNS)
        .map_err(|kind| Failure::input(format!("{}: {kind}", path.display()), kind.help()))?;
    let cell = |cell| match cell {
        SampledCell::Empty => Cell::Empty,
        SampledCell::Text(text) if text.trim().is_empty() => Cell::Empty,
        SampledCell::Text(text) => Cell::Text(text),
        SampledCell::List(members) => Cell::List(members),
        SampledCell::Nested => Cell::Nested,
    };
    let columns = columns
        .into_iter()
        .map(|(name, cells)| Column { name, cells: cells.into_iter().map(cell).collect() });
    let columns: Vec<Column> = columns.collect();
    let seen = rows.min(MOST_ROWS);
    Ok(Table { columns, rows: seen, whole: seen == rows, ..Table::default() })
}
