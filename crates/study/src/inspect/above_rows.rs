//! Rows that may be no pairs of their own: gold and predictions are the same on all rows of something above them, as on the
//! pieces of evidence for one claim.

use std::collections::BTreeMap;

use super::looked::Looked;
use super::names::listed;
use super::pairs::PairRoles;
use super::table::{Cell, Column};

/// With fewer rows that repeat what is above them, labels may be the same by chance.
const FEWEST_REPEATED: usize = 20;

/// Whether rows are pairs, as an open question; `answers` are the columns of predictions.
pub(super) fn doubt(looked: &Looked, roles: &PairRoles, answers: &[&String]) -> Option<String> {
    let table = &looked.table;
    let column = |name: &&String| table.column(name);
    let names: Vec<&String> = roles.gold.iter().chain(answers.iter().copied()).collect();
    let labels: Vec<&Column> = names.iter().filter_map(column).collect();
    let varies = |column: &&Column| column.cells.iter().any(|cell| *cell != column.cells[0]);
    if labels.len() < 2
        || !labels.iter().all(varies)
        || roles.origin.is_some()
        || roles.gathers_tags
    {
        return None;
    }
    let above = table.columns.iter().find_map(|column| {
        let groups = groups(column, &labels)?;
        let is_above = !labels.iter().any(|label| label.name == column.name)
            && table.rows >= groups + FEWEST_REPEATED
            && groups >= FEWEST_REPEATED;
        is_above.then_some((column, groups))
    });
    let (column, groups) = above?;
    let texts = [&roles.text, &roles.hypothesis].into_iter().flatten();
    let by_row = roles.id == ["@row"];
    let id: Vec<&str> = match by_row {
        true => texts.map(String::as_str).collect(),
        false => roles.id.iter().map(String::as_str).collect(),
    };
    Some(format!(
        "whether each of the {} rows of `{}` is a pair: {} are equal on all rows of one `{}`, of which there are \
         {groups}; keep one row for each of these, or name the columns that identify a pair: `--id {}`",
        table.rows,
        looked.name(),
        listed(labels.iter().map(|label| label.name.as_str())),
        column.name,
        id.join(",")
    ))
}

/// How many values a column has, if labels are the same on all rows of one.
fn groups(column: &Column, labels: &[&Column]) -> Option<usize> {
    let mut of_value: BTreeMap<&str, Vec<&Cell>> = BTreeMap::new();
    for (row, cell) in column.cells.iter().enumerate() {
        let here: Vec<&Cell> = labels.iter().map(|label| &label.cells[row]).collect();
        if *of_value.entry(cell.text()?).or_insert_with(|| here.clone()) != here {
            return None;
        }
    }
    Some(of_value.len())
}
