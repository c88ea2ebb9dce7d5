//! Tables whose rows are counts of pairs and not pairs.

use std::collections::BTreeSet;

use super::looked::Looked;
use super::names::bare;
use super::pairs::PairRoles;
use super::table::{Cell, Column};

/// What a column of counts is called.
const NAMES: [&str; 9] =
    ["count", "counts", "freq", "frequency", "n", "num", "npairs", "pairs", "support"];

/// Asks whether the rows are counts: nothing names a pair, and the columns beside one of whole numbers are together different on all
/// rows.
pub(super) fn doubt(looked: &Looked, roles: &PairRoles) -> Option<String> {
    let table = &looked.table;
    if roles.id != ["@row"] || roles.text.is_some() || roles.hypothesis.is_some() {
        return None;
    }
    let is_count = |column: &&Column| {
        let whole = |numbers: Vec<f64>| {
            numbers.iter().all(|number| *number >= 0.0 && number.fract() == 0.0)
        };
        NAMES.contains(&bare(&column.name).as_str())
            && column.is_text()
            && column.numbers().is_some_and(whole)
    };
    let count = table.columns.iter().find(is_count)?;
    let others = || table.columns.iter().filter(|column| column.name != count.name);
    let mut seen: BTreeSet<Vec<&Cell>> = BTreeSet::new();
    (0..table.rows).all(|row| seen.insert(others().map(|column| &column.cells[row]).collect())).then(|| {
        format!(
            "whether each row of `{}` is one pair: `{}` looks like the number of pairs that a row counts, and a config \
             reads such tables under `counts:`",
            looked.name(),
            count.name
        )
    })
}
