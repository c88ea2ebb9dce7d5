//! One JSON object a line, read with serde_json; a value of the wrong type is a problem.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use hashbrown::HashSet;
use serde::Deserializer;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{CellKind, Cells, ColumnRequest, LIST_SEPARATOR, tidied, wanted};
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
        (ProblemKind::MissingColumn { column, role, .. }, Ok(text)) => {
            let object: HashMap<String, IgnoredAny> =
                serde_json::from_str(text).unwrap_or_default();
            let mut available: Vec<String> = object.into_keys().collect();
            available.sort_unstable();
            ProblemKind::MissingColumn { column, role, available }
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
                    let (column, role) = (request.name.clone(), request.role);
                    return Err(ProblemKind::MissingColumn { column, role, available: Vec::new() });
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

#[derive(Clone)]
enum Value<'a> {
    Null,
    Text(Cow<'a, str>),
    Whole(String),
    Fraction(f64),
    /// The members of a list of texts or whole numbers.
    List(Vec<String>),
    /// What some request looks inside of.
    Nested(serde_json::Value),
    Other(&'static str),
}

impl<'a> Value<'a> {
    fn from_json(json: &serde_json::Value) -> Self {
        match json {
            serde_json::Value::Null => Self::Null,
            serde_json::Value::Bool(true) => Self::Other("true"),
            serde_json::Value::Bool(false) => Self::Other("false"),
            serde_json::Value::Number(number) if number.is_f64() => {
                Self::Fraction(number.as_f64().unwrap_or(f64::NAN))
            }
            serde_json::Value::Number(number) => Self::Whole(number.to_string()),
            serde_json::Value::String(text) => Self::Text(Cow::Owned(text.clone())),
            serde_json::Value::Array(members) => {
                let members: Option<Vec<String>> = members
                    .iter()
                    .map(|member| match Self::from_json(member) {
                        Self::Text(text) => Some(text.into_owned()),
                        Self::Whole(digits) => Some(digits),
                        _ => None,
                    })
                    .collect();
                members.map_or(Self::Other("a list that holds more than texts"), Self::List)
            }
            serde_json::Value::Object(_) => Self::Other("an object"),
        }
    }

    fn into_cell(self, request: &ColumnRequest) -> Result<Option<Cow<'a, str>>, ProblemKind> {
        let wrong = |found: &str| {
            let (column, found) = (request.name.clone(), found.to_owned());
            Err(ProblemKind::WrongValue { column, found, wanted: wanted(request) })
        };
        match self {
            Self::Null => Ok(None),
            Self::Text(text) => Ok(match tidied(&text, request) {
                None => None,
                Some(tidied) if tidied.len() == text.len() => Some(text),
                Some(tidied) => Some(Cow::Owned(tidied.to_owned())),
            }),
            Self::Whole(digits) => Ok(Some(Cow::Owned(digits))),
            Self::Fraction(value) if request.kind == CellKind::Number => {
                Ok(Some(Cow::Owned(value.to_string())))
            }
            Self::Fraction(value) => wrong(&format!("the number {value}")),
            Self::List(members) if matches!(request.kind, CellKind::List | CellKind::Verbatim) => {
                let joined = members.join(LIST_SEPARATOR.encode_utf8(&mut [0; 4]));
                Ok((!members.is_empty()).then_some(Cow::Owned(joined)))
            }
            Self::List(_) => wrong("a list"),
            Self::Nested(json) => Self::from_json(&json).into_cell(request),
            Self::Other(found) => wrong(found),
        }
    }
}

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

impl<'de> serde::Deserialize<'de> for Value<'de> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        json.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value<'de>, E> {
        Ok(Value::Other(if value { "true" } else { "false" }))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value<'de>, E> {
        Ok(Value::Whole(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value<'de>, E> {
        Ok(Value::Whole(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value<'de>, E> {
        Ok(Value::Fraction(value))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value<'de>, A::Error> {
        let mut members = Vec::new();
        let mut plain = true;
        while let Some(member) = list.next_element::<Value<'de>>()? {
            match member {
                Value::Text(text) => members.push(text.into_owned()),
                Value::Whole(digits) => members.push(digits),
                _ => plain = false,
            }
        }
        Ok(if plain {
            Value::List(members)
        } else {
            Value::Other("a list that holds more than texts")
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Value<'de>, A::Error> {
        Unread.visit_map(map)?;
        Ok(Value::Other("an object"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
