//! Rows of tables in memory.

use std::borrow::Cow;
use std::sync::Arc;

use polars_arrow::array::Array;
use polars_arrow::datatypes::ArrowDataType as Type;

use super::arrays::{self, JsonLines, Slice};
use super::headers::positions;
use super::{
    CellKind, ColumnRequest, LIST_SEPARATOR, Parts, TableOptions, WithParts, json, tidied, wanted,
};
use crate::frame::{Frame, Seen};
use crate::input::{Fatal, Input};

/// How many bytes are reported at a time.
const CHUNK: usize = 1 << 16;

impl Frame {
    /// The cells of a column as text, in the order of the rows; nothing if there is no such column.
    #[must_use]
    pub fn texts(&self, column: &str) -> Option<Vec<Option<String>>> {
        let at = self.schema.index_of(column)?;
        let cells = self.batches.iter().filter_map(|batch| batch.get(at)).flat_map(|array| {
            let text = |row| text(array.as_ref(), row, CellKind::Any).map(Cow::into_owned);
            (0..array.len()).map(text).collect::<Vec<_>>()
        });
        Some(cells.collect())
    }

    /// Whether every request is for a column with a value, or a list of values, in each row.
    fn is_plain(&self, requests: &[ColumnRequest]) -> bool {
        requests.iter().all(|request| {
            let field = self.schema.get(&request.name);
            field.map_or(!request.name.contains(['.', '[', '^']), |field| is_plain(&field.dtype))
        })
    }

    /// The rows of some columns as lines of JSON.
    fn lines(self: &Arc<Self>, wanted: Vec<usize>, seen: Seen) -> Input {
        let names = wanted.iter().filter_map(|at| self.schema.get_at_index(*at));
        let names = names.map(|(name, _)| name.to_string()).collect();
        let (frame, mut batch) = (Arc::clone(self), 0);
        let next = Box::new(move || {
            let arrays = frame.batches.get(batch);
            batch += 1;
            Ok(arrays.map(|arrays| Slice {
                rows: arrays.first().map_or(0, |array| array.len()),
                columns: wanted.iter().filter_map(|at| arrays.get(*at).cloned()).collect(),
            }))
        });
        Input::Stream(Box::new(JsonLines::new(names, next).seen_by(seen)))
    }
}

pub(super) fn for_each_row(
    (frame, mut seen): (Arc<Frame>, Seen),
    options: &TableOptions,
    requests: &[ColumnRequest],
    parts: Option<&Parts<'_>>,
    visit: &mut json::Visit<'_>,
) -> Result<u64, Fatal> {
    let rows = options.rows.as_deref();
    if rows.is_some() || parts.is_some() || !frame.is_plain(requests) {
        arrays::check(&frame.schema, rows, requests).map_err(|kind| (None, kind))?;
        let wanted = arrays::wanted(&frame.schema, rows, requests, parts);
        let lines = frame.lines(wanted, seen);
        return json::for_each_row(lines, true, options, requests, parts, visit);
    }
    let columns: Vec<String> = frame.columns().map(str::to_owned).collect();
    let positions = positions(requests, &columns).map_err(|kind| (None, kind))?;
    for (request, position) in requests.iter().zip(&positions) {
        let field = position.and_then(|at| frame.schema.get_at_index(at));
        if let Some((_, field)) = field.filter(|(_, field)| !holds(&field.dtype, request.kind)) {
            let found = format!("values of type {}", arrays::in_words(&field.dtype));
            return Err((None, request.wrong(found, wanted(request))));
        }
    }
    let mut told: Vec<u8> = Vec::with_capacity(CHUNK);
    let mut row = 0;
    for batch in &frame.batches {
        let arrays = positions.iter().map(|at| at.and_then(|at| batch.get(at)));
        let arrays: Vec<Option<&Box<dyn Array>>> = arrays.collect();
        let mut cells: Vec<Option<Cow<'_, str>>> = Vec::with_capacity(requests.len());
        for at in 0..batch.first().map_or(0, |array| array.len()) {
            cells.clear();
            cells.extend(arrays.iter().zip(requests).map(|(array, request)| {
                tidied_cow(text((*array)?.as_ref(), at, request.kind)?, request)
            }));
            for cell in &cells {
                told.extend_from_slice(cell.as_deref().unwrap_or_default().as_bytes());
                told.push(0x1f);
            }
            told.push(b'\n');
            if told.len() >= CHUNK {
                seen(&told);
                told.clear();
            }
            row += 1;
            visit(row, Ok(WithParts { cells: &cells, parts: Vec::new() }));
        }
    }
    seen(&told);
    Ok(row)
}

fn tidied_cow<'a>(text: Cow<'a, str>, request: &ColumnRequest) -> Option<Cow<'a, str>> {
    match text {
        Cow::Borrowed(text) => tidied(text, request).map(Cow::Borrowed),
        Cow::Owned(text) => tidied(&text, request).map(|text| Cow::Owned(text.to_owned())),
    }
}

fn is_plain(kind: &Type) -> bool {
    let is_value = |kind: &Type| {
        !matches!(kind.to_storage(), Type::Struct(_)) && arrays::member(kind).is_none()
    };
    arrays::member(kind).map_or_else(|| is_value(kind), is_value)
}

/// Whether cells of a type are what is wanted: as in a file, numbers with a fraction are no ids.
fn holds(kind: &Type, wanted: CellKind) -> bool {
    if let Some(inner) = arrays::member(kind) {
        let takes_lists = [CellKind::List, CellKind::Numbers, CellKind::Verbatim, CellKind::Any]
            .contains(&wanted);
        return takes_lists && arrays::is_read(inner);
    }
    match kind.to_storage() {
        Type::Float32 | Type::Float64 | Type::Decimal(..) => {
            [CellKind::Number, CellKind::Value, CellKind::Any].contains(&wanted)
        }
        Type::Boolean => [CellKind::Value, CellKind::Any, CellKind::List].contains(&wanted),
        Type::Dictionary(_, values, _) => holds(values, wanted),
        kind => arrays::is_read(kind),
    }
}

/// A cell as text; nothing for an absent one.
fn text(array: &dyn Array, at: usize, wanted: CellKind) -> Option<Cow<'_, str>> {
    if array.is_null(at) {
        return None;
    }
    if let Some(members) = arrays::members(array, at) {
        let texts = (0..members.len())
            .filter_map(|at| arrays::text_of(members.as_ref(), at).map(Cow::into_owned));
        let mut text = texts.collect::<Vec<_>>().join(&LIST_SEPARATOR.to_string());
        // So that a list of one text is known from a text.
        if members.len() == 1 && wanted == CellKind::List {
            text.push(LIST_SEPARATOR);
        }
        return Some(Cow::Owned(text));
    }
    arrays::text_of(array, at)
}
