//! JSON as a table: an object a line, an array of objects, or an object whose keys are ids. What stands in objects
//! within a row is a column under its path.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value};

use super::labels::MOST_LABELS;
use super::layout::{Layout, Written};
use super::sample::Sample;
use super::table::{Cell, Column, MOST_COLUMNS, MOST_ROWS, Table};

/// How deep columns are looked for.
const DEEPEST: usize = 4;

/// The keys of the format `phenom` JSONL.
const PHENOM_KEYS: [&str; 14] = [
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

/// The table in a text, which begins with `{` or `[`; nothing where it is no JSON.
pub(super) fn table(sample: &Sample, ending: &str) -> Option<(Layout, Table)> {
    let text = sample.text.trim_start();
    let list = text.starts_with('[');
    let mut objects = if list { members(text) } else { lines(sample.lines()) };
    let mut written = if list { Written::Json } else { Written::Ndjson };
    let mut rows_at = None;
    if !list && objects.len() < 2 {
        if objects.first().is_some_and(|object| is_by_columns(object) || is_labels_by_id(object)) {
            return None;
        }
        let by_key = by_key(text);
        let of_lines = matches!(ending, "jsonl" | "ndjson") && !objects.is_empty();
        if !by_key.is_empty() {
            (objects, written) = (by_key, Written::Json);
        } else if let Some((path, within)) = within(text).filter(|_| !of_lines) {
            (objects, written, rows_at) = (within, Written::Json, Some(path));
        }
    }
    let whole = sample.whole && objects.len() <= MOST_ROWS;
    objects.truncate(MOST_ROWS);
    if objects.is_empty() {
        return None;
    }
    if written == Written::Ndjson && is_phenom(&objects, ending) {
        let table = rows(&flat(&objects), whole);
        return Some((Layout { written: Written::PhenomJsonl, ..Layout::default() }, table));
    }
    Some((Layout { written, rows: rows_at, ..Layout::default() }, rows(&objects, whole)))
}

/// The objects of an array, up to where the text is cut off.
fn members(text: &str) -> Vec<Map<String, Value>> {
    let mut objects = Vec::new();
    let mut rest = &text[1..];
    while objects.len() <= MOST_ROWS {
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
        match values.next() {
            Some(Ok(Value::Object(object))) => objects.push(object),
            _ => break,
        }
        let after = values.byte_offset();
        match rest.get(after..).map(str::trim_start).and_then(|rest| rest.strip_prefix(',')) {
            Some(next) => rest = next,
            None => break,
        }
    }
    objects
}

/// The objects that stand on a line each; nothing where a line holds anything else.
fn lines(text: &str) -> Vec<Map<String, Value>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty()).take(MOST_ROWS + 1);
    let objects: Option<Vec<_>> = lines.map(|line| serde_json::from_str(line).ok()).collect();
    objects.unwrap_or_default()
}

/// Whether an object says a label for each id, `{"1": "neutral", ...}`: it is no row.
fn is_labels_by_id(object: &Map<String, Value>) -> bool {
    let labels: Option<BTreeSet<&str>> = object.values().map(Value::as_str).collect();
    labels.is_some_and(|labels| {
        labels.len() <= MOST_LABELS && object.len() >= 2 * labels.len().max(2)
    })
}

/// The objects below the keys of an object, which are their ids.
fn by_key(text: &str) -> Vec<Map<String, Value>> {
    let Ok(Value::Object(outer)) = serde_json::from_str(text) else { return Vec::new() };
    if is_by_columns(&outer) {
        return Vec::new();
    }
    let inner = outer.into_iter().map(|(key, value)| match value {
        Value::Object(mut object) => {
            object.insert(KEY.to_owned(), Value::String(key));
            Some(object)
        }
        _ => None,
    });
    let objects: Option<Vec<_>> = inner.collect();
    objects.filter(|objects| objects.len() > 1).unwrap_or_default()
}

/// Lists that hold the rows of well-known documents, which may be too long to be looked at as a whole.
const KNOWN_LISTS: [(&str, &str); 2] = [("samples", "samples"), ("results", "results.results")];

/// The longest list of objects in an object, and its path.
fn within(text: &str) -> Option<(String, Vec<Map<String, Value>>)> {
    let Ok(Value::Object(outer)) = serde_json::from_str(text) else {
        return KNOWN_LISTS.into_iter().find_map(|(key, path)| {
            let key = format!("\"{key}\"");
            let mut places = text.match_indices(&key).map(|(at, key)| at + key.len());
            let list = places.find_map(|at| {
                let list = text[at..].trim_start().strip_prefix(':')?.trim_start();
                list.starts_with('[').then_some(list)
            })?;
            Some((path.to_owned(), members(list))).filter(|(_, members)| !members.is_empty())
        });
    };
    let mut lists = Vec::new();
    lists_in(&outer, "", 0, &mut lists);
    let longest = lists.into_iter().max_by_key(|(_, members)| members.len());
    longest.map(|(path, members)| {
        (path, members.iter().filter_map(Value::as_object).cloned().collect())
    })
}

/// The lists of objects in an object, with their paths.
fn lists_in<'j>(
    object: &'j Map<String, Value>,
    prefix: &str,
    depth: usize,
    lists: &mut Vec<(String, &'j [Value])>,
) {
    for (key, value) in object.iter().filter(|(key, _)| !key.contains(['.', '[', ']'])) {
        let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        match value {
            Value::Object(inner) if depth < DEEPEST => lists_in(inner, &path, depth + 1, lists),
            Value::Array(members)
                if !members.is_empty() && members.iter().all(Value::is_object) =>
            {
                lists.push((path, members));
            }
            _ => {}
        }
    }
}

/// Whether an object holds a column under each key, `{"id": {"0": ...}}`, as pandas writes it unless it is told otherwise.
fn is_by_columns(object: &Map<String, Value>) -> bool {
    let numbered = |value: &Value| {
        value.as_object().is_some_and(|object| object.keys().all(|key| key.parse::<u64>().is_ok()))
    };
    object.values().all(numbered)
}

/// How a config calls the key of a row.
pub(super) const KEY: &str = "@key";

fn is_phenom(objects: &[Map<String, Value>], ending: &str) -> bool {
    let has = |key: &str| objects.iter().any(|object| object.contains_key(key));
    let known =
        |object: &Map<String, Value>| object.keys().all(|key| PHENOM_KEYS.contains(&key.as_str()));
    objects.iter().all(known)
        && has("id")
        && (has("monothematic") || (has("gold") && ending == "jsonl"))
}

/// Originals and their monothematic pairs, one below the other.
fn flat(objects: &[Map<String, Value>]) -> Vec<Map<String, Value>> {
    let mut all = Vec::new();
    for object in objects {
        let parts = object.get("monothematic").and_then(Value::as_array).into_iter().flatten();
        all.push(object.clone());
        all.extend(parts.filter_map(Value::as_object).cloned());
    }
    all
}

fn rows(objects: &[Map<String, Value>], whole: bool) -> Table {
    let mut columns: Vec<Column> = Vec::new();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    for (row, object) in objects.iter().enumerate() {
        let mut cells = Vec::new();
        cells_of(object, "", 0, &mut cells);
        for (name, cell) in cells {
            let next = columns.len();
            if next == MOST_COLUMNS && !numbers.contains_key(&name) {
                continue;
            }
            let at = *numbers.entry(name).or_insert_with_key(|name| {
                columns.push(Column { name: name.clone(), cells: vec![Cell::Empty; row] });
                next
            });
            if columns[at].cells.len() == row {
                columns[at].cells.push(cell);
            }
        }
        for column in &mut columns {
            column.cells.resize(row + 1, Cell::Empty);
        }
    }
    let (nested, columns) = columns.into_iter().partition(|column| column.name.contains("[*]"));
    Table { columns, nested, rows: objects.len(), whole }
}

/// What stands under each key of the objects in a list: a list for each key.
fn members_of(name: &str, list: &[Value], cells: &mut Vec<(String, Cell)>) {
    let objects: Vec<&Map<String, Value>> = list.iter().filter_map(Value::as_object).collect();
    if objects.is_empty() || objects.len() < list.len() {
        return;
    }
    for key in objects[0].keys().filter(|key| !key.contains(['.', '[', ']'])) {
        let member = |object: &&Map<String, Value>| match object.get(key).map(cell) {
            Some(Cell::Text(text)) => text,
            Some(Cell::List(members)) => members.join(" "),
            _ => String::new(),
        };
        cells.push((format!("{name}[*].{key}"), Cell::List(objects.iter().map(member).collect())));
    }
}

fn cells_of(
    object: &Map<String, Value>,
    prefix: &str,
    depth: usize,
    cells: &mut Vec<(String, Cell)>,
) {
    for (key, value) in object {
        // A config would take it for a path.
        if key.contains(['.', '[', ']']) || key.is_empty() {
            continue;
        }
        let name = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        match value {
            Value::Object(inner) if depth < DEEPEST => cells_of(inner, &name, depth + 1, cells),
            other => {
                if let Value::Array(list) = other {
                    members_of(&name, list, cells);
                }
                cells.push((name, cell(other)));
            }
        }
    }
}

fn cell(value: &Value) -> Cell {
    let scalar = |value: &Value| match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        _ => None,
    };
    match value {
        Value::Null => Cell::Empty,
        Value::Array(members) => {
            let members: Option<Vec<String>> = members.iter().map(scalar).collect();
            members.map_or(Cell::Nested, Cell::List)
        }
        other => match scalar(other) {
            Some(text) if text.is_empty() => Cell::Empty,
            Some(text) => Cell::Text(text),
            None => Cell::Nested,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, ending: &str, whole: bool) -> Option<(Layout, Table)> {
        table(&Sample { text: text.to_owned(), whole }, ending)
    }

    #[test]
    fn objects_on_lines_in_an_array_and_by_their_ids() {
        let line = r#"{"id": 1, "doc": {"text": "a", "tags": ["x", "y"]}, "gold": true}"#;
        for (text, written) in [
            (format!("{line}\n{{\"id\": 2}}\n"), Written::Ndjson),
            (format!("[{line},\n {{\"id\": 2}}]"), Written::Json),
            (format!("{{\"7\": {line},\n\"8\": {{\"id\": 2}}}}"), Written::Json),
        ] {
            let (layout, read) = of(&text, "json", true).unwrap();
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
    fn a_list_that_is_cut_off_is_read_as_far_as_it_goes() {
        let (_, read) = of("[{\"id\": 1}, {\"id\": 2}, {\"id", "json", false).unwrap();
        assert_eq!((read.rows, read.whole), (2, false));
        assert_eq!(of("[1, 2]", "json", true), None);
        assert_eq!(
            of(r#"{"id": {"0": 1, "1": 2}, "gold": {"0": "a", "1": "b"}}"#, "json", true),
            None
        );
        assert_eq!(of("{\"id\": 1", "json", true), None);
    }

    #[test]
    fn rows_stand_in_a_list_of_the_document() {
        let rows = r#"[{"id": 1, "label": "a"}, {"id": 2, "label": "b"}]"#;
        let text = format!(
            "{{\"version\": 2, \"data\": {{\"rows\": {rows}, \"n\": 2}}, \"stats\": [{{\"a\": 1}}]}}"
        );
        let (layout, read) = of(&text, "json", true).unwrap();
        assert_eq!((layout.rows.as_deref(), read.rows), (Some("data.rows"), 2));
        // Of a long log only the beginning is seen.
        let cut = "{\"results\": {\"version\": 3, \"results\": [{\"vars\": {\"id\": 1}}, {\"vars\": {\"id\": 2}}, {\"va";
        let (layout, read) = of(cut, "json", false).unwrap();
        assert_eq!((layout.rows.as_deref(), read.rows), (Some("results.results"), 2));
    }

    #[test]
    fn our_own_format_is_known_by_its_keys() {
        let line = r#"{"id": "1", "gold": "entailment", "monothematic": [{"id": "1.1", "gold": "unknown"}]}"#;
        let (layout, read) = of(line, "jsonl", true).unwrap();
        assert_eq!((layout.written, read.rows), (Written::PhenomJsonl, 2));
        assert_eq!(
            of("{\"id\": 1, \"label\": 2}", "jsonl", true).unwrap().0.written,
            Written::Ndjson
        );
    }
}
