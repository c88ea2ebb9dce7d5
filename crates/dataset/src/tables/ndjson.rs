//! One JSON object a line, read with serde_json; a value of the wrong type is a problem.

mod value;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use hashbrown::HashSet;
use serde::Deserializer;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, Visitor};

use value::Value;

use super::{Cells, ColumnRequest};
use crate::ProblemKind;
use crate::input::{Fatal, Input};
use crate::json::malformed;
use crate::json_keys::{AnyValue, FEW, Text, Unread, stands_twice};

pub(super) fn for_each_row(
    input: Input,
    requests: &[ColumnRequest],
    mut visit: impl FnMut(u64, Result<&Cells<'_>, ProblemKind>),
) -> Result<u64, Fatal> {
    let columns = Columns::new(requests);
    let mut order = KeyOrder::default();
    input.for_each_line_of_json(|line, text| {
        let parsed = text.clone().and_then(|text| {
            let mut json = serde_json::Deserializer::from_str(text);
            let row = Row { columns: &columns, order: &mut order }.deserialize(&mut json);
            let row = row.and_then(|row| json.end().map(|()| row));
            row.map_err(|error| malformed(&error, text))
        });
        match parsed.and_then(|row| columns.cells(row, requests)) {
            Ok(cells) => visit(line, Ok(&cells)),
            Err(kind) => visit(line, Err(with_keys(kind, &text))),
        }
    })
}

/// For a key that is missing, the keys that the object has.
fn with_keys(kind: ProblemKind, text: &Result<&str, ProblemKind>) -> ProblemKind {
    match (kind, text) {
        (ProblemKind::MissingColumns { missing, by_name, .. }, Ok(text)) => {
            let object: HashMap<String, IgnoredAny> =
                serde_json::from_str(text).unwrap_or_default();
            let mut available: Vec<String> = object.into_keys().collect();
            available.sort_unstable();
            ProblemKind::MissingColumns { missing, available, by_name }
        }
        (kind, _) => kind,
    }
}

/// What is wanted of an object: the keys at its top, and for each request where it is found.
struct Columns {
    /// The number of each wanted key.
    numbers: HashMap<String, usize>,
    /// For each wanted key whether some request looks inside its value.
    nested: Vec<bool>,
    requests: Vec<Place>,
}

/// Where the value of a request is found.
struct Place {
    /// The number of its key.
    key: usize,
    /// Its path below that.
    steps: Vec<Step>,
    /// Whether no later request is for the same key, so that the value may be taken away.
    last: bool,
}

/// The keys of the last object in their order, no two alike, each with its number where it is wanted.
/// Most files have the same keys on every line, and then no key is looked up.
#[derive(Default)]
struct KeyOrder(Vec<(String, Option<usize>)>);

/// A step of a path: `.name` or `[3]`.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    Key(String),
    Index(usize),
}

impl Columns {
    fn new(requests: &[ColumnRequest]) -> Self {
        let mut columns =
            Self { numbers: HashMap::new(), nested: Vec::new(), requests: Vec::new() };
        for request in requests {
            let (name, steps) = path(&request.name);
            let next = columns.nested.len();
            let key = *columns.numbers.entry(name.to_owned()).or_insert(next);
            if key == next {
                columns.nested.push(false);
            }
            columns.nested[key] |= !steps.is_empty();
            columns.requests.push(Place { key, steps, last: false });
        }
        let mut later = vec![false; columns.nested.len()];
        for place in columns.requests.iter_mut().rev() {
            place.last = !std::mem::replace(&mut later[place.key], true);
        }
        columns
    }

    fn cells<'a>(
        &self,
        mut values: Values<'a>,
        requests: &[ColumnRequest],
    ) -> Result<Vec<Option<Cow<'a, str>>>, ProblemKind> {
        let mut cells = Vec::with_capacity(requests.len());
        for (request, Place { key, steps, last }) in requests.iter().zip(&self.requests) {
            let value = if *last { values[*key].take() } else { values[*key].clone() };
            let value = match value {
                Some(Value::Nested(json)) => inner(&json, steps).map(Value::from_json),
                value => value.filter(|_| steps.is_empty()),
            };
            let Some(value) = value else {
                if request.required {
                    let (missing, by_name) = (vec![request.missing()], Vec::new());
                    let available = Vec::new();
                    return Err(ProblemKind::MissingColumns { missing, available, by_name });
                }
                cells.push(None);
                continue;
            };
            cells.push(value.into_cell(request)?);
        }
        Ok(cells)
    }
}

/// A path such as `doc.labels[0]`: its first key and the steps below it.
fn path(name: &str) -> (&str, Vec<Step>) {
    let end = name.find(['.', '[']).filter(|end| *end > 0).unwrap_or(name.len());
    let (first, mut rest) = name.split_at(end);
    let mut steps = Vec::new();
    while !rest.is_empty() {
        let step = if let Some(inside) = rest.strip_prefix('[') {
            let Some((index, after)) = inside.split_once(']') else { return (name, Vec::new()) };
            rest = after;
            index.parse().map(Step::Index).ok()
        } else {
            let after = rest.strip_prefix('.').unwrap_or(rest);
            let end = after.find(['.', '[']).unwrap_or(after.len());
            let (key, after) = after.split_at(end);
            rest = after;
            (!key.is_empty()).then(|| Step::Key(key.to_owned()))
        };
        // What is no path is the name of a key.
        let Some(step) = step else { return (name, Vec::new()) };
        steps.push(step);
    }
    (first, steps)
}

fn inner<'a>(json: &'a serde_json::Value, steps: &[Step]) -> Option<&'a serde_json::Value> {
    steps.iter().try_fold(json, |json, step| match step {
        Step::Key(key) => json.get(key),
        Step::Index(index) => json.get(index),
    })
}

/// The values of the wanted keys.
type Values<'a> = Vec<Option<Value<'a>>>;

struct Row<'r> {
    columns: &'r Columns,
    order: &'r mut KeyOrder,
}

impl<'de> DeserializeSeed<'de> for Row<'_> {
    type Value = Values<'de>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Row<'_> {
    type Value = Values<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let Columns { numbers, nested, .. } = self.columns;
        let order = &mut self.order.0;
        let mut values: Values<'de> = nested.iter().map(|_| None).collect();
        // How many keys stand as in the last object, and from the first other one on all keys so far.
        let mut alike = 0;
        let mut many: Option<HashSet<String>> = None;
        let mut differs = false;
        while let Some(Text(key)) = map.next_key()? {
            let number = match order.get(alike).filter(|_| !differs) {
                Some((known, number)) if *known == key => {
                    alike += 1;
                    *number
                }
                _ => {
                    if !differs {
                        order.truncate(alike);
                        differs = true;
                    }
                    let known = if order.len() < FEW {
                        order.iter().any(|(known, _)| *known == key)
                    } else {
                        let names = || order.iter().map(|(name, _)| name.clone()).collect();
                        !many.get_or_insert_with(names).insert(key.clone().into_owned())
                    };
                    if known {
                        return Err(stands_twice(&key));
                    }
                    let number = numbers.get(key.as_ref()).copied();
                    order.push((key.into_owned(), number));
                    number
                }
            };
            match number {
                None => {
                    map.next_value::<Unread>()?;
                }
                Some(at) if nested[at] => {
                    let AnyValue(value) = map.next_value()?;
                    values[at] = Some(Value::Nested(value));
                }
                Some(at) => values[at] = Some(map.next_value()?),
            }
        }
        Ok(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::CellKind;

    /// For each line the cells `a` and `b.c`, or what is wrong.
    fn rows(text: &str) -> Vec<String> {
        let request = |name: &str| {
            let kind = CellKind::Text;
            ColumnRequest { name: name.to_owned(), role: "id", required: false, kind }
        };
        let input = Input::Stream(Box::new(std::io::Cursor::new(text.to_owned())));
        let mut rows = Vec::new();
        for_each_row(input, &[request("a"), request("b.c")], |line, row| {
            rows.push(match row {
                Ok(cells) => {
                    cells.iter().map(|cell| cell.as_deref().unwrap_or("-")).collect::<String>()
                }
                Err(kind) => format!("{line}: {kind}"),
            });
        })
        .unwrap();
        rows
    }

    #[test]
    fn keys_may_come_and_go_and_change_their_order() {
        let lines = "{\"x\": 0, \"a\": 1, \"b\": {\"c\": 2}}\n{\"x\": 0, \"a\": 3, \"b\": {\"c\": 4}}\n\
                     {\"a\": 5, \"x\": 0}\n{\"a\": 6}\n{}\n{\"b\": {\"c\": 7}, \"a\": 8, \"y\": 0}\n";
        assert_eq!(rows(lines), ["12", "34", "5-", "6-", "--", "87"]);
    }

    #[test]
    fn a_key_that_stands_twice_is_an_error_wherever_it_is() {
        for twice in [
            r#"{"a": 1, "b": 1, "a": 1}"#,
            r#"{"a": 1, "x": 1, "x": 1}"#,
            r#"{"a": 1, "x": {"y": 1, "y": 1}}"#,
            r#"{"a": {"y": 1, "y": 1}}"#,
            r#"{"b": {"c": 1, "c": 1}}"#,
            r#"{"b": [{"d": 1, "d": 1}]}"#,
        ] {
            // Also where the last line had the same keys up to there.
            for before in ["", "{\"a\": 1, \"b\": 1}\n", "{\"a\": 1, \"x\": 1}\n"] {
                let said = rows(&format!("{before}{twice}\n{{\"a\": 1, \"b\": 1}}\n"));
                let [.., bad, good] = said.as_slice() else { panic!("{said:?}") };
                assert!(bad.contains("stands twice in the object"), "{twice}: {bad}");
                assert_eq!(good, "1-");
            }
        }
    }

    #[test]
    fn a_key_that_stands_twice_among_many_is_an_error() {
        let keys: Vec<String> = (0..1_000).map(|key| format!("\"{key}\": 0")).collect();
        let keys = keys.join(", ");
        let said = rows(&format!("{{{keys}}}\n{{{keys}, \"999\": 1}}\n{{\"a\": 1, {keys}}}\n"));
        assert_eq!(said[0], "--");
        assert!(said[1].starts_with("2: `999` stands twice"), "{}", said[1]);
        assert_eq!(said[2], "1-");
    }

    #[test]
    fn a_path_is_a_key_and_steps_below_it() {
        let steps = vec![Step::Key("labels".into()), Step::Index(0)];
        assert_eq!(path("doc.labels[0]"), ("doc", steps));
        assert_eq!(path("gold_label"), ("gold_label", vec![]));
        assert_eq!(path("odd[name"), ("odd[name", vec![]));
        assert_eq!(path("a..b"), ("a..b", vec![]));
    }
}
