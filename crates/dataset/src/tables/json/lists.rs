//! Rows that are JSON lists, with a header as the first of them or in the config.

use serde_json::Value as Json;

use super::record::OwnedCells;
use super::value::Value;
use crate::ProblemKind;
use crate::tables::headers::positions;
use crate::tables::{ColumnRequest, Header};

/// Reads rows that are lists of fields.
pub(super) struct ListRows<'r> {
    header: &'r Header,
    requests: &'r [ColumnRequest],
    /// How many columns there are, and the position of each request, once the header is known.
    found: Option<(usize, Vec<Option<usize>>)>,
}

impl<'r> ListRows<'r> {
    pub(super) fn new(header: &'r Header, requests: &'r [ColumnRequest]) -> Self {
        Self { header, requests, found: None }
    }

    /// The cells of a row; nothing for the header.
    pub(super) fn cells(&mut self, fields: &[Json]) -> Result<Option<OwnedCells>, ProblemKind> {
        let (columns, positions) = match &self.found {
            Some(found) => found,
            None => {
                let names: Vec<String> = match self.header {
                    Header::Names(names) => names.clone(),
                    Header::Absent => (1..=fields.len()).map(|at| format!("@{at}")).collect(),
                    Header::FirstRow => fields.iter().map(name).collect(),
                };
                // What is wrong with the header is told once, with its row.
                let found = positions(self.requests, &names);
                let places = found.clone().unwrap_or_else(|_| vec![None; self.requests.len()]);
                self.found = Some((names.len(), places));
                found?;
                if *self.header == Header::FirstRow {
                    return Ok(None);
                }
                return self.cells(fields);
            }
        };
        if fields.len() != *columns {
            let message = format!("the row has {} fields, the header has {columns}", fields.len());
            return Err(ProblemKind::Malformed { message, help: None });
        }
        let cell = |(request, at): (&ColumnRequest, &Option<usize>)| match at {
            Some(at) => Value::from_json(&fields[*at]).into_cell(request),
            None => Ok(None),
        };
        self.requests.iter().zip(positions).map(cell).collect::<Result<_, _>>().map(Some)
    }
}

/// The name of a column; what is no text has none.
fn name(field: &Json) -> String {
    field.as_str().unwrap_or_default().trim().to_owned()
}
