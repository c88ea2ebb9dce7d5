//! Columns beside the id of answers that name pairs, too: other ones.

use std::collections::BTreeSet;

use super::{FEWEST_ROWS, Join, JoinedRow, ROWS_A_LABEL};
use crate::inspect::names::bare;
use crate::inspect::table::{Column, Table};

impl Join<'_> {
    /// A column whose values are ids of pairs and not those of the id, as an open question.
    pub(super) fn other_key(
        &self,
        table: &Table,
        id: &[String],
        answers: &BTreeSet<String>,
        rows: &[JoinedRow],
    ) -> Option<String> {
        let [name] = id else { return None };
        let own = table.column(name)?;
        let ids: BTreeSet<&str> = own.texts().collect();
        let names_pairs = |column: &&Column| {
            let values: BTreeSet<&str> = column.texts().collect();
            let known = values.iter().filter(|value| self.rows.contains_key(**value)).count();
            column.name != *name
                && !answers.contains(&column.name)
                && column.is_text()
                && values.len() * 10 >= ids.len() * 9
                && known * 10 >= values.len() * 9
                && !counts_rows(column)
        };
        table.columns.iter().filter(names_pairs).find_map(|column| {
            let other = |(row, ..): &&JoinedRow| own.cells[*row] != column.cells[*row];
            let different = rows.iter().filter(other).count();
            (rows.len() >= FEWEST_ROWS && different * ROWS_A_LABEL > rows.len()).then(|| {
                format!(
                    "`{}` names other pairs than `{name}` on {different} of {} rows. Choose the id of the predictions: \
                     `columns: {{id: ...}}`",
                    column.name,
                    rows.len()
                )
            })
        })
    }
}

/// Whether a column counts the rows, from whatever number, and no name says that it is more.
fn counts_rows(column: &Column) -> bool {
    let Some(numbers) = column.numbers() else { return false };
    let counts = numbers.windows(2).all(|two| two[1] == two[0] + 1.0);
    counts && !bare(&column.name).contains("id")
}
