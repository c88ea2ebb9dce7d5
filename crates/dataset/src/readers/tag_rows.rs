//! Phenomena in a file of their own: rows with the id of a pair and its tags.

use super::id_rewriting::{IdRewriting, Rewriter};
use super::list_cells::FirstCell;
use super::sources::{IdSources, RowPlace};
use super::{Extra, PhenomenonColumns, TagSource};
use crate::input::{Fatal, Input};
use crate::tables::{self, CellKind, ColumnRequest, TableFormat};
use crate::{DatasetBuilder, Phenomenon};

/// Which column of a tag file holds what.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TagColumns {
    /// The id of the pair.
    pub id: Vec<String>,
    /// The tag or tags; `phenomenon` where no column is named.
    pub phenomenon: Option<String>,
    /// The category of the tag, where it has a column of its own.
    pub category: Option<String>,
    /// Whether nothing is read that is not named here.
    pub only_named: bool,
    /// How ids are rewritten.
    pub ids: IdRewriting,
    /// What a tag means whose pair the dataset does not have.
    pub extra: Extra,
}

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
        requests.push(ColumnRequest {
            name: name.unwrap_or(role).to_owned(),
            role,
            required,
            kind,
        });
        requests.len() - 1
    };
    let tags = request(columns.phenomenon.as_deref(), "phenomenon", true, CellKind::List);
    let category = (columns.category.is_some() || !columns.only_named)
        .then(|| request(columns.category.as_deref(), "category", false, CellKind::Text));
    let first = FirstCell::default();
    let mut number = 0;
    let rows = tables::for_each_row(format, &source.options, input, &requests, |line, row| {
        number += 1;
        let added = row.and_then(|cells| {
            let id = id.id(cells, &requests, RowPlace { number, file })?;
            let mut found: Vec<Phenomenon> = Vec::new();
            if let Some(cell) = cells[tags].as_deref() {
                let category = category.and_then(|at| cells[at].as_deref());
                phenomena.read_tags(cell, category, &first, &mut found)?;
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
