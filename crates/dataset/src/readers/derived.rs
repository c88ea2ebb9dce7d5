//! Attributes of pairs that stand within a cell or within the name of the file.

use std::borrow::Cow;

use super::sources::{RowPlace, Source};
use crate::tables::{CellKind, ColumnRequest};
use crate::{Pattern, ProblemKind};

/// Attributes by regular expressions: a column (`@file` for the file's name without its ending), and an
/// expression each of whose named groups is an attribute.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DerivedAttributes(pub Vec<(String, Pattern)>);

/// Where the expressions find their columns, and whether each has fitted anywhere.
pub(super) struct DerivedColumns<'a>(Vec<DerivedColumn<'a>>);

struct DerivedColumn<'a> {
    name: &'a str,
    pattern: &'a Pattern,
    source: Source,
    /// The first value that it did not fit, as long as it fitted none.
    unfit: Option<String>,
    fitted: bool,
}

impl DerivedAttributes {
    /// Asks for the columns.
    pub(super) fn request(&self, requests: &mut Vec<ColumnRequest>) -> DerivedColumns<'_> {
        let columns = self.0.iter().map(|(name, pattern)| {
            let source = Source::request(name, "derive", CellKind::Text, requests);
            DerivedColumn { name, pattern, source, unfit: None, fitted: false }
        });
        DerivedColumns(columns.collect())
    }
}

impl<'a> DerivedColumns<'a> {
    /// The attributes of a row; where an expression does not fit, the row has none of its attributes.
    pub(super) fn attributes(
        &mut self,
        cells: &[Option<Cow<'_, str>>],
        place: RowPlace<'_>,
    ) -> Vec<(&'a str, String)> {
        let mut found = Vec::new();
        for column in &mut self.0 {
            let Some(value) = column.source.value(cells, place) else { continue };
            let Some(groups) = column.pattern.expression().captures(&value) else {
                if !column.fitted && column.unfit.is_none() {
                    column.unfit = Some(value.into_owned());
                }
                continue;
            };
            column.fitted = true;
            for name in column.pattern.groups() {
                if let Some(group) = groups.name(name) {
                    found.push((name, group.as_str().to_owned()));
                }
            }
        }
        found
    }

    /// What is wrong with expressions that fitted nothing of a file.
    pub(super) fn problems(self) -> impl Iterator<Item = ProblemKind> {
        self.0.into_iter().filter(|column| !column.fitted).filter_map(|column| {
            let (name, pattern) = (column.name.to_owned(), column.pattern.written().to_owned());
            column.unfit.map(|first| ProblemKind::DerivesNothing { column: name, pattern, first })
        })
    }
}
