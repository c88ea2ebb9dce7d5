//! One JSON object a line, read with serde_json; a value of the wrong type is a problem.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{CellKind, Cells, ColumnRequest, LIST_SEPARATOR, tidied, wanted};
use crate::ProblemKind;
use crate::input::{Fatal, Input};
use crate::json::malformed;

pub(super) fn for_each_row(
    input: Input,
    requests: &[ColumnRequest],
    mut visit: impl FnMut(u64, Result<&Cells<'_>, ProblemKind>),
) -> Result<u64, Fatal> {
    let columns = Columns::new(requests);
    input.for_each_line(|line, text| {
        let parsed = text.clone().and_then(|text| {
            let mut json = serde_json::Deserializer::from_str(text);
            let row = Row(&columns).deserialize(&mut json);
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
            let object: serde_json::Map<_, _> = serde_json::from_str(text).unwrap_or_default();
            let available = object.into_iter().map(|(key, _)| key).collect();
            ProblemKind::MissingColumn { column, role, available }
        }
        (kind, _) => kind,
    }
}

/// What is wanted of an object: the keys at its top, and for each request where it is found.
struct Columns {
    keys: Vec<Key>,
    /// For each request the number of its key, and its path below that.
    requests: Vec<(usize, Vec<Step>)>,
}

struct Key {
    name: String,
    /// Whether some request looks inside the value.
    nested: bool,
}

/// A step of a path: `.name` or `[3]`.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    Key(String),
    Index(usize),
}

impl Columns {
    fn new(requests: &[ColumnRequest]) -> Self {
        let mut columns = Self { keys: Vec::new(), requests: Vec::new() };
        for request in requests {
            let (name, steps) = path(&request.name);
            let nested = !steps.is_empty();
            let at = columns.keys.iter().position(|key| key.name == name).unwrap_or_else(|| {
                columns.keys.push(Key { name: name.to_owned(), nested: false });
                columns.keys.len() - 1
            });
            columns.keys[at].nested |= nested;
            columns.requests.push((at, steps));
        }
        columns
    }

    fn cells<'a>(
        &self,
        mut values: Values<'a>,
        requests: &[ColumnRequest],
    ) -> Result<Vec<Option<Cow<'a, str>>>, ProblemKind> {
        let mut cells = Vec::with_capacity(requests.len());
        for (index, (request, (key, steps))) in requests.iter().zip(&self.requests).enumerate() {
            // The last request for a key may take the value away.
            let last = self.requests[index + 1..].iter().all(|(other, _)| other != key);
            let value = if last { values[*key].take() } else { values[*key].clone() };
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

struct Row<'r>(&'r Columns);

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
        let wanted = &self.0.keys;
        let mut values: Values<'de> = wanted.iter().map(|_| None).collect();
        while let Some(Text(key)) = map.next_key()? {
            match wanted.iter().position(|wanted| wanted.name == key) {
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
                Some(at) if values[at].is_some() => {
                    return Err(A::Error::custom(format!("`{key}` stands twice in the object")));
                }
                Some(at) if wanted[at].nested => {
                    values[at] = Some(Value::Nested(map.next_value()?));
                }
                Some(at) => values[at] = Some(map.next_value()?),
            }
        }
        Ok(values)
    }
}

/// A string, borrowed from the line where it has no escapes.
struct Text<'a>(Cow<'a, str>);

impl<'de: 'a, 'a> serde::Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        struct TextVisitor;
        impl<'de> Visitor<'de> for TextVisitor {
            type Value = Text<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a string")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text.to_owned())))
            }
        }
        json.deserialize_str(TextVisitor)
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

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value<'de>, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Value::Other("an object"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_a_key_and_steps_below_it() {
        let steps = vec![Step::Key("labels".into()), Step::Index(0)];
        assert_eq!(path("doc.labels[0]"), ("doc", steps));
        assert_eq!(path("gold_label"), ("gold_label", vec![]));
        assert_eq!(path("odd[name"), ("odd[name", vec![]));
        assert_eq!(path("a..b"), ("a..b", vec![]));
    }
}
