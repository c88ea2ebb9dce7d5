//! Why a column of pairs is not used, in words for whoever wonders.

use super::likeness::says_the_same;
use super::names::Over;
use super::outcomes::is_outcome;
use super::phenomena::example_of_lists;
use super::table::{Column, Table};
use super::unit::numbers_rows;

/// The most columns that are named.
const NAMED: usize = 8;

/// The columns that are not used, each with the reason; nothing if all are.
pub(super) fn listed(table: &Table, names: &[String], gold: Option<&Column>) -> Option<String> {
    let each = names.iter().take(NAMED).filter_map(|name| {
        Some(format!("`{name}` ({})", reason(table.column(name)?, table, gold)))
    });
    let each: Vec<String> = each.collect();
    let more = match names.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!each.is_empty()).then(|| format!("Not used: {}{more}.", each.join(", ")))
}

/// Values that are longer in the mean are texts.
const LONGEST_NAME: usize = 30;

/// The most values of a column that could be one of slices.
const FEW_VALUES: usize = 12;

fn reason(column: &Column, table: &Table, gold: Option<&Column>) -> &'static str {
    let same = column.cells.iter().all(|cell| *cell == column.cells[0]);
    if numbers_rows(column) {
        "numbers the rows"
    } else if !column.holds_texts() {
        "contains lists or objects"
    } else if same {
        "is constant on all rows"
    } else if gold.is_some_and(|gold| says_the_same(column, gold)) {
        "equals the gold label"
    } else if is_outcome(column, table) {
        "states whether a prediction is correct"
    } else if Over::Runs.names(&column.name) {
        "names runs"
    } else if example_of_lists(column).is_some() {
        "contains lists of tags"
    } else if column.is_unique() && column.mean_length() <= LONGEST_NAME {
        "is different on all rows"
    } else if column.numbers().is_some() {
        "contains numbers"
    } else if column.mean_length() > LONGEST_NAME {
        "contains texts"
    } else if column.values(FEW_VALUES).is_some() {
        "has too few rows for each value"
    } else {
        "has too many values for slices"
    }
}
