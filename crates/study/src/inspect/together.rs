//! The rows of several files of one layout, together.

use super::looked::Looked;
use super::table::Table;

/// The rows of several files of one layout.
pub(super) fn joined(files: &[&Looked]) -> Looked {
    let mut joined = files[0].clone();
    for looked in &files[1..] {
        joined.table.rows += looked.table.rows;
        joined.table.whole &= looked.table.whole;
        let Table { columns, nested, .. } = &looked.table;
        let more = columns.iter().chain(nested);
        let Table { columns, nested, .. } = &mut joined.table;
        for (column, more) in columns.iter_mut().chain(nested).zip(more) {
            column.cells.extend(more.cells.iter().cloned());
        }
    }
    joined
}
