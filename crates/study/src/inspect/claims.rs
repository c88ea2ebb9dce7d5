//! Claims in lists within the rows of JSON that people and systems have labelled: each claim is a row, below what holds it.

use std::collections::BTreeSet;

use super::labels::Meanings;
use super::layout::{BOUNDS, Layout, Written};
use super::long_files::telling;
use super::looked::Looked;
use super::parts::Parts;
use super::preset;
use super::table::{Column, Table};

/// The same file with a row for each claim, if its rows hold lists of claims with labels of several.
pub(super) fn as_rows(looked: Looked) -> Looked {
    match read(&looked) {
        Some((layout, table)) => Looked { layout, table, ..looked },
        None => looked,
    }
}

fn read(looked: &Looked) -> Option<(Layout, Table)> {
    let Looked { path, layout, table, .. } = looked;
    let is_json = matches!(layout.written, Written::Json | Written::Ndjson);
    let is_known = || preset::of_pairs(looked).any() || preset::of_answers(looked, None).any();
    if !is_json || !layout.header.is_empty() || is_known() {
        return None;
    }
    let parts = Parts::of(table).filter(|parts| are_claims(table, parts))?;
    let by_key = table.column("@key").is_some();
    let rows = match (&layout.rows, by_key) {
        (Some(rows), _) if rows.starts_with('@') || rows.contains("[*]") => return None,
        (Some(rows), _) => format!("{rows}[*].{}", parts.list),
        (None, true) => format!("[*].{}", parts.list),
        (None, false) => parts.list.clone(),
    };
    if !is_judged_by_several(table, &parts) {
        return None;
    }
    let layout = Layout { rows: Some(rows), ..layout.clone() };
    let read = layout.read(path, &BOUNDS).ok().filter(|read| read.rows > 0)?;
    let layout = Layout { ragged: read.refused, ..layout };
    let table = telling(path, &layout, read.into());
    Some((layout, table))
}

/// Whether the members of a list are texts that differ, as claims do, and not what all rows offer to choose from.
fn are_claims(table: &Table, parts: &Parts) -> bool {
    let column = match parts.hypothesis.as_deref() {
        None => return false,
        Some(".") => table.column(&parts.list),
        Some(key) => {
            let is_named = |column: &&Column| {
                column.name.split_once("[*].") == Some((parts.list.as_str(), key))
            };
            table.nested.iter().find(is_named)
        }
    };
    let lists = column.and_then(Column::lists).unwrap_or_default();
    let texts: Vec<&String> = lists.iter().flatten().collect();
    let different: BTreeSet<&&String> = texts.iter().collect();
    !texts.is_empty() && different.len() * 2 > texts.len()
}

/// Whether lists of labels stand beside that of gold, with a label for each claim.
fn is_judged_by_several(table: &Table, parts: &Parts) -> bool {
    let of_claims = |name: &str| name.split_once("[*]").is_some_and(|(list, _)| list == parts.list);
    let is_gold = |column: &Column| match &parts.beside {
        Some(beside) => column.name == *beside,
        None => {
            of_claims(&column.name)
                && column.name.ends_with(&parts.gold)
                && column.name.len() <= parts.list.len() + "[*].".len() + parts.gold.len()
        }
    };
    let beside = table.columns.iter().filter(|column| column.holds_lists());
    let within = table.nested.iter().filter(|column| of_claims(&column.name));
    beside.chain(within).any(|column| {
        let lists = column.lists().unwrap_or_default();
        let fits = lists.iter().zip(&parts.counts).all(|(list, count)| list.len() == *count);
        let labels: BTreeSet<&str> =
            lists.iter().flatten().map(String::as_str).filter(|label| !label.is_empty()).collect();
        let is_sure = || Meanings::of(&labels).is_some_and(|found| found.is_sure());
        let are_labels = labels.iter().all(|label| parts.labels.contains(*label)) || is_sure();
        !is_gold(column) && fits && !labels.is_empty() && are_labels
    })
}
