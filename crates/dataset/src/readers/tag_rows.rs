//! Phenomena in a file of their own: rows with the id of a pair and its tags.

use super::id_rewriting::Rewriter;
use super::list_cells::FirstCell;
use super::phenomena::KnownPhenomena;
use super::sources::{IdSources, RowPlace};
use super::{PhenomenonColumns, TagSource};
use crate::input::{Fatal, Input};
use crate::tables::{self, CellKind, ColumnRequest, TableFormat};
use crate::{DatasetBuilder, Phenomenon};

/// Reads tags and returns how many rows there were.
pub(super) fn read(
    source: &TagSource,
    format: TableFormat,
    phenomena: &PhenomenonColumns,
    file: &str,
    input: Input,
    builder: &mut DatasetBuilder,
) -> Result<u64, Fatal> {
    let columns = &source.columns;
    let mut requests = Vec::new();
    builder.extra(columns.extra);
    let mut id = IdSources::request(&columns.id, Rewriter::new(&columns.ids), &mut requests);
    let mut request = |name: Option<&str>, role: &'static str, required, kind| {
        let required = required || name.is_some();
        let name = name.unwrap_or(role).to_owned();
        requests.push(ColumnRequest { name, role, required, kind });
        requests.len() - 1
    };
    let tags = request(columns.phenomenon.as_deref(), "phenomenon", true, CellKind::List);
    let category = (columns.category.is_some() || !columns.only_named)
        .then(|| request(columns.category.as_deref(), "category", false, CellKind::Text));
    let (first, mut known) = (FirstCell::default(), KnownPhenomena::default());
    let mut number = 0;
    let rows = tables::for_each_row(format, &source.options, input, &requests, |line, row| {
        number += 1;
        let added = row.and_then(|cells| {
            let id = id.id(cells, &requests, RowPlace { number, file })?;
            let mut found: Vec<Phenomenon> = Vec::new();
            if let Some(cell) = cells[tags].as_deref() {
                let category = category.and_then(|at| cells[at].as_deref());
                phenomena.read_tags(cell, category, &first, &mut known, &mut found)?;
            }
            for phenomenon in &found {
                builder.tag(line, &id, phenomenon);
            }
            Ok(())
        });
        if let Err(kind) = added {
            builder.problem(Some(line), kind);
        }
    })?;
    builder.ids_were_rewritten(id.rewriter());
    Ok(rows)
}
