//! A document that holds an object for each column, with the cells under the names of the rows, as pandas writes it unless it
//! is told otherwise, or a list for each column.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::ops::ControlFlow;

use serde_json::{Map, Value};

use super::document::Member;
use crate::ProblemKind;
use crate::input::{Fatal, unreadable};
use crate::json::malformed;
use crate::json_keys::AnyValue;

/// Calls `visit` for each row, in the order of their names, of whole numbers if all are. The whole document is kept.
pub(super) fn for_each_row(
    mut text: Box<dyn BufRead + Send>,
    visit: &mut dyn FnMut(Member) -> ControlFlow<()>,
) -> Result<(), Fatal> {
    let mut document = String::new();
    text.read_to_string(&mut document).map_err(|error| unreadable(&error))?;
    let read = serde_json::from_str(&document);
    let AnyValue(value) = read.map_err(|error| {
        let line = u64::try_from(error.line()).ok();
        (line, malformed(&error, &document))
    })?;
    let no_columns = || {
        let message =
            "`rows: \"@columns\"` is for an object that contains an object or a list for each column"
                .to_owned();
        (None, ProblemKind::Malformed { message, help: None })
    };
    let Value::Object(columns) = value else { return Err(no_columns()) };
    let mut rows: BTreeMap<(i64, String), Map<String, Value>> = BTreeMap::new();
    for (column, cells) in columns {
        let cells: Vec<(String, Value)> = match cells {
            Value::Object(cells) => cells.into_iter().collect(),
            Value::Array(cells) => {
                cells.into_iter().enumerate().map(|(row, cell)| (row.to_string(), cell)).collect()
            }
            _ => return Err(no_columns()),
        };
        for (row, cell) in cells {
            let number = row.parse().unwrap_or(i64::MAX);
            rows.entry((number, row)).or_default().insert(column.clone(), cell);
        }
    }
    for ((_, key), row) in rows {
        let value = Value::Object(row);
        if visit(Member { line: 1, key: Some(key), value, is_head: false }).is_break() {
            break;
        }
    }
    Ok(())
}
