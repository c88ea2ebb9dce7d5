//! JSON as a table: which of its lists or objects hold the rows. What is in them the reader says.

use std::collections::BTreeSet;
use std::path::Path;

use phenom_dataset::{Header, unambiguous_json};
use serde_json::{Map, Value};

use super::delimited;
use super::labels::MOST_LABELS;
use super::layout::{BOUNDS, HEAD, Layout, Written};
use super::names::Role;
use super::sample::Sample;
use super::table::{Cell, Column, Table, UNNAMED};

/// How deep lists of rows are looked for.
const DEEPEST: usize = 4;

/// The most columns of a file that is a single object.
const MOST_KEYS: usize = 50;

/// The keys of the format `phenom` JSONL.
pub(super) const PHENOM_KEYS: [&str; 14] = [
    "id",
    "cluster",
    "text",
    "hypothesis",
    "gold",
    "phenomena",
    "task",
    "attributes",
    "monothematic",
    "also_gold",
    "annotations",
    "annotator_counts",
    "weight",
    "rule",
];

/// The table in a file, which begins with `{` or `[`; nothing if no rows are found in it.
pub(super) fn table(path: &Path, sample: &Sample, ending: &str) -> Option<(Layout, Table)> {
    let json = Layout { written: Written::Json, ..Layout::default() };
    let lines = Layout { written: Written::Ndjson, ..Layout::default() };
    if sample.text.trim_start().starts_with('[') {
        return read(path, unnamed(path, &json).unwrap_or(json));
    }
    // A damaged line or two are for the check to name; no line of most documents is an object.
    let head = lines.read(path, &HEAD).ok().filter(|head| head.rows > head.refused);
    if head.as_ref().is_some_and(|head| head.rows > 1) {
        return read(path, lines).map(|found| own_format(path, found, ending));
    }
    if let Some(object) = document(sample) {
        if is_labels_by_id(&object) || has_lists_alike(&object) {
            return None;
        }
        let of_lines = head.is_some() && matches!(ending, "jsonl" | "ndjson");
        let layout = split(&object)
            .or_else(|| by_columns(&object, sample.whole))
            .or_else(|| is_by_key(&object).then(|| json.clone()))
            .or_else(|| longest_list(&object).filter(|_| !of_lines));
        if let Some(found) = layout.and_then(|layout| read(path, layout)) {
            return Some(found);
        }
    }
    let found = head.and_then(|_| read(path, lines));
    // One object with objects in it that are many is a document of a layout that is not known, and no row.
    let is_row = |table: &Table| table.rows > 1 || table.columns.len() <= MOST_KEYS;
    found.filter(|(_, table)| is_row(table)).map(|found| own_format(path, found, ending))
}

/// The layout of a list of lists of which the first is a row like the others, as pandas writes it with `orient="values"`.
fn unnamed(path: &Path, json: &Layout) -> Option<Layout> {
    let rows = json.read_below(Header::Absent, path, &HEAD).ok()?;
    // Rows that are objects have keys for names.
    let by_place = rows.columns.iter().all(|(name, _)| name.starts_with('@'));
    if !by_place || rows.rows < 2 || delimited::is_header(&rows) {
        return None;
    }
    let header = (1..=rows.columns.len()).map(|number| format!("{UNNAMED}{number}"));
    Some(Layout { header: header.collect(), ..json.clone() })
}

/// What the reader makes of a layout; nothing if it refuses the file, or finds no rows that are objects or lists.
fn read(path: &Path, layout: Layout) -> Option<(Layout, Table)> {
    let read = layout.read(path, &BOUNDS).ok().filter(|read| read.rows > 0)?;
    let layout = Layout { ragged: read.refused, ..layout };
    Some((layout, read.into()))
}

/// The object that a document is; of a long one its beginning, as if it ended after the last value that is whole.
fn document(sample: &Sample) -> Option<Map<String, Value>> {
    let text = if sample.whole { sample.text.clone() } else { closed(&sample.text)? };
    match unambiguous_json(&text) {
        Ok(Value::Object(object)) => Some(object),
        _ => None,
    }
}

/// A text of JSON that is cut off, up to its last comma, with all brackets closed.
fn closed(text: &str) -> Option<String> {
    let (_, comma) = open_brackets(text);
    let start = &text[..comma?];
    let (open, _) = open_brackets(start);
    Some(start.chars().chain(open.into_iter().rev()).collect())
}

/// What closes the brackets that are open at the end of a text, the innermost last, and where its last comma is.
fn open_brackets(text: &str) -> (Vec<char>, Option<usize>) {
    let (mut open, mut comma) = (Vec::new(), None);
    let (mut quoted, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = quoted,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' => open.push('}'),
            b'[' => open.push(']'),
            b'}' | b']' => drop(open.pop()),
            b',' => comma = Some(at),
            _ => {}
        }
    }
    (open, comma)
}

/// Whether an object says a label for each id, `{"1": "neutral", ...}`: it is no row.
fn is_labels_by_id(object: &Map<String, Value>) -> bool {
    let labels: Option<BTreeSet<&str>> = object.values().map(Value::as_str).collect();
    labels.is_some_and(|labels| {
        labels.len() <= MOST_LABELS && object.len() >= 2 * labels.len().max(2)
    })
}

/// Whether a document holds several lists of objects with the same keys, a list for each system or part: no config reads all of
/// them at once.
fn has_lists_alike(object: &Map<String, Value>) -> bool {
    let keys = |value: &Value| -> Option<BTreeSet<String>> {
        Some(value.as_array()?.first()?.as_object()?.keys().cloned().collect())
    };
    let lists: Vec<BTreeSet<String>> = object.values().filter_map(keys).collect();
    (1..lists.len()).any(|at| lists[..at].iter().any(|other| !other.is_disjoint(&lists[at])))
}

/// A document with the names of its columns and a list for each row, as pandas writes it with `orient="split"`.
fn split(object: &Map<String, Value>) -> Option<Layout> {
    let names = object.get("columns")?.as_array()?.iter();
    let header: Vec<String> =
        names.map(|name| name.as_str().map(str::to_owned)).collect::<Option<_>>()?;
    let first = object.get("data")?.as_array()?.first()?.as_array()?;
    let rows = Some("data".to_owned());
    (first.len() == header.len()).then(|| Layout {
        written: Written::Json,
        rows,
        header,
        ..Layout::default()
    })
}

/// A document that holds a column under each key: an object with the numbers of rows for keys, `{"id": {"0": ...}}`, as
/// pandas writes it unless it is told otherwise, or a list, `to_dict()` of Hugging Face, all of one length. The last
/// column of a document that is cut off may be shorter.
fn by_columns(object: &Map<String, Value>, whole: bool) -> Option<Layout> {
    // Names of columns at the top, and ids below each of them, are columns as well.
    let of_columns = is_named_as_columns(object.keys());
    let numbered = |value: &Value| {
        let cells = value.as_object()?;
        let are_rows = cells.keys().all(|key| key.parse::<u64>().is_ok())
            || (of_columns
                && cells.values().all(|cell| !cell.is_object())
                && !is_named_as_columns(cells.keys()));
        are_rows.then_some(cells.len())
    };
    let length = |value: &Value| value.as_array().map(Vec::len).or_else(|| numbered(value));
    let are_objects = object.values().all(Value::is_object);
    let mut lengths: Vec<usize> = object.values().map(length).collect::<Option<_>>()?;
    if !whole {
        // The order of the keys is not that of the document.
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        lengths.pop();
    }
    let first = lengths.first()?;
    let are_even = lengths.iter().all(|length| length == first) && *first > 1;
    (are_objects || (are_even && object.len() > 1)).then(|| Layout {
        written: Written::Json,
        rows: Some("@columns".to_owned()),
        ..Layout::default()
    })
}

/// Whether one of some keys is called as texts, gold labels or predictions are.
fn is_named_as_columns<'k>(mut keys: impl Iterator<Item = &'k String>) -> bool {
    let roles = [Role::Text, Role::Hypothesis, Role::Gold, Role::Answer];
    keys.any(|key| roles.iter().any(|role| role.rank(key).is_some()))
}

/// Whether a document holds objects below keys that are their ids.
fn is_by_key(object: &Map<String, Value>) -> bool {
    object.len() > 1 && object.values().all(Value::is_object)
}

/// The longest list of objects in a document.
fn longest_list(object: &Map<String, Value>) -> Option<Layout> {
    let mut lists = Vec::new();
    lists_in(object, "", 0, &mut lists);
    let (path, _) = lists.into_iter().max_by_key(|(_, members)| *members)?;
    Some(Layout { written: Written::Json, rows: Some(path), ..Layout::default() })
}

/// The paths of the lists of objects in an object, with the numbers of their members.
fn lists_in(
    object: &Map<String, Value>,
    prefix: &str,
    depth: usize,
    lists: &mut Vec<(String, usize)>,
) {
    for (key, value) in object.iter().filter(|(key, _)| !key.contains(['.', '[', ']'])) {
        let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        match value {
            Value::Object(inner) if depth < DEEPEST => lists_in(inner, &path, depth + 1, lists),
            Value::Array(members)
                if !members.is_empty() && members.iter().all(Value::is_object) =>
            {
                lists.push((path, members.len()));
            }
            _ => {}
        }
    }
}

/// Objects on lines with the keys of our own format: originals and, below them, their monothematic pairs.
fn own_format(path: &Path, (layout, table): (Layout, Table), ending: &str) -> (Layout, Table) {
    let keys = table.columns.iter().chain(&table.nested);
    let keys: BTreeSet<&str> =
        keys.filter_map(|column| column.name.split(['.', '[']).next()).collect();
    let is_own = keys.iter().all(|key| PHENOM_KEYS.contains(key))
        && keys.contains("id")
        && (keys.contains("monothematic") || (keys.contains("gold") && ending == "jsonl"));
    if !is_own {
        return (layout, table);
    }
    let parts = Layout { rows: Some("monothematic".to_owned()), ..layout.clone() };
    let table = match read(path, parts) {
        Some((_, mut parts)) => {
            // What stands above a part is said by its original.
            parts.columns.retain(|column| !column.name.starts_with('^'));
            parts.nested.retain(|column| !column.name.starts_with('^'));
            below(table, parts)
        }
        None => table,
    };
    (Layout { written: Written::PhenomJsonl, ..layout }, table)
}

/// Two tables of which the second stands below the first.
fn below(mut table: Table, below: Table) -> Table {
    let rows = table.rows + below.rows;
    for Column { name, cells } in below.columns {
        let at = table.columns.iter().position(|column| column.name == name);
        let at = at.unwrap_or_else(|| {
            table.columns.push(Column { name, cells: vec![Cell::Empty; table.rows] });
            table.columns.len() - 1
        });
        table.columns[at].cells.extend(cells);
    }
    for column in table.columns.iter_mut().chain(&mut table.nested) {
        column.cells.resize(rows, Cell::Empty);
    }
    Table { rows, whole: table.whole && below.whole, ..table }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::looked::looked;

    fn of(text: &str, ending: &str) -> Option<(Layout, Table)> {
        looked(text, ending).ok().map(|looked| (looked.layout, looked.table))
    }

    #[test]
    fn objects_on_lines_in_an_array_and_by_their_ids() {
        let line = r#"{"id": 1, "doc": {"text": "a", "tags": ["x", "y"]}, "gold": true}"#;
        for (text, written) in [
            (format!("{line}\n{{\"id\": 2}}\n"), Written::Ndjson),
            (format!("[{line},\n {{\"id\": 2}}]"), Written::Json),
            (format!("{{\"7\": {line},\n\"8\": {{\"id\": 2}}}}"), Written::Json),
        ] {
            let (layout, read) = of(&text, "json").unwrap();
            assert_eq!((layout.written, read.rows, read.whole), (written, 2, true), "{text}");
            assert_eq!(
                read.column("doc.text").unwrap().cells,
                [Cell::Text("a".into()), Cell::Empty]
            );
            assert_eq!(
                read.column("doc.tags").unwrap().cells[0],
                Cell::List(vec!["x".into(), "y".into()])
            );
            assert_eq!(read.column("gold").unwrap().cells[0].text(), Some("true"));
        }
    }

    #[test]
    fn a_damaged_line_among_objects_is_a_row_that_is_refused() {
        let text = "{\"id\": 1}\n{\"id\": 2, \"id\": 2}\n{\"id\": 3}\n";
        let (layout, read) = of(text, "jsonl").unwrap();
        assert_eq!((layout.written, layout.ragged, read.rows), (Written::Ndjson, 1, 2));
    }

    #[test]
    fn a_document_may_hold_columns() {
        for by_columns in [
            r#"{"id": {"0": 1, "1": 2}, "gold": {"0": "a", "1": "b"}}"#,
            r#"{"id": [1, 2], "gold": ["a", "b"]}"#,
        ] {
            let (layout, read) = of(by_columns, "json").unwrap();
            assert_eq!((layout.rows.as_deref(), read.rows), (Some("@columns"), 2));
            assert_eq!(read.column("gold").unwrap().cells[1].text(), Some("b"));
        }
        assert_eq!(of("[1, 2]", "json"), None);
        assert_eq!(of("{\"id\": 1", "json"), None);
    }

    #[test]
    fn rows_stand_in_a_list_of_the_document_however_long_it_is() {
        for rows in [2, 60_000] {
            let row = |id| format!("{{\"id\": {id}, \"label\": \"a, [b\\\" {:60}\"}}", "");
            let rows: Vec<String> = (0..rows).map(row).collect();
            let text = format!(
                "{{\"version\": 2, \"data\": {{\"rows\": [{}], \"n\": 2}}, \"stats\": [{{\"a\": 1}}]}}",
                rows.join(",\n")
            );
            let (layout, read) = of(&text, "json").unwrap();
            assert_eq!(layout.rows.as_deref(), Some("data.rows"));
            assert_eq!((read.whole, read.rows.min(3)), (rows.len() == 2, rows.len().min(3)));
        }
    }

    #[test]
    fn our_own_format_is_known_by_its_keys() {
        let line = r#"{"id": "1", "gold": "entailment", "monothematic": [{"id": "1.1", "gold": "unknown"}]}"#;
        let (layout, read) = of(line, "jsonl").unwrap();
        assert_eq!((layout.written, read.rows), (Written::PhenomJsonl, 2));
        assert_eq!(read.column("id").unwrap().cells[1].text(), Some("1.1"));
        assert_eq!(of("{\"id\": 1, \"label\": 2}", "jsonl").unwrap().0.written, Written::Ndjson);
    }
}
