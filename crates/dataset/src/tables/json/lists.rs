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
    /// The names of the columns once they are known, and the position of each request.
    names: Option<Vec<String>>,
    positions: Vec<Option<usize>>,
}

impl<'r> ListRows<'r> {
    pub(super) fn new(header: &'r Header) -> Self {
        Self { header, names: None, positions: Vec::new() }
    }

    /// The cells of a row; nothing for the header.
    pub(super) fn cells(
        &mut self,
        fields: &[Json],
        requests: &[ColumnRequest],
    ) -> Result<Option<OwnedCells>, ProblemKind> {
        if self.names.is_none() {
            let (names, is_header) = self.begin(fields);
            // What is wrong with the header is told once, with its row.
            let found = positions(requests, names);
            self.positions = found.clone().unwrap_or_else(|_| vec![None; requests.len()]);
            found?;
            if is_header {
                return Ok(None);
            }
        }
        self.check(fields)?;
        let cell = |(request, at): (&ColumnRequest, &Option<usize>)| match at {
            Some(at) => Value::from_json(&fields[*at]).into_cell(request),
            None => Ok(None),
        };
        requests.iter().zip(&self.positions).map(cell).collect::<Result<_, _>>().map(Some)
    }

    /// The names of the columns with the fields of a row; nothing for the header.
    pub(super) fn named<'j>(
        &mut self,
        fields: &'j [Json],
    ) -> Result<Option<Vec<(String, &'j Json)>>, ProblemKind> {
        if self.names.is_none() && self.begin(fields).1 {
            return Ok(None);
        }
        self.check(fields)?;
        Ok(Some(self.names.iter().flatten().cloned().zip(fields).collect()))
    }

    /// Finds the names of the columns at the first row, and whether that is a header.
    fn begin(&mut self, fields: &[Json]) -> (&[String], bool) {
        let names = match self.header {
            Header::Names(names) => names.clone(),
            Header::Absent => (1..=fields.len()).map(|at| format!("@{at}")).collect(),
            Header::FirstRow => fields.iter().map(name).collect(),
        };
        (self.names.insert(names), *self.header == Header::FirstRow)
    }

    fn check(&self, fields: &[Json]) -> Result<(), ProblemKind> {
        let columns = self.names.as_ref().map_or(0, Vec::len);
        if fields.len() == columns {
            return Ok(());
        }
        let message = format!("the row has {} fields, the header has {columns}", fields.len());
        Err(ProblemKind::Malformed { message, help: None })
    }
}

/// The name of a column; what is no text has none.
fn name(field: &Json) -> String {
    field.as_str().unwrap_or_default().trim().to_owned()
}
