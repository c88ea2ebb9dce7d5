//! One JSON object a line, read with serde_json; a value of the wrong type is a problem.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{Cells, ColumnRequest, wanted};
use crate::ProblemKind;
use crate::input::{Fatal, Input};
use crate::json::malformed;

pub(super) fn for_each_row(
    input: Input,
    requests: &[ColumnRequest],
    mut visit: impl FnMut(u64, Result<&Cells<'_>, ProblemKind>),
) -> Result<u64, Fatal> {
    input.for_each_line(|line, text| {
        let parsed = text.and_then(|text| {
            let mut json = serde_json::Deserializer::from_str(text);
            let row = Row(requests).deserialize(&mut json);
            let row = row.and_then(|row| json.end().map(|()| row));
            row.map_err(|error| malformed(&error, text))
        });
        match parsed.and_then(|row| cells(row, requests)) {
            Ok(cells) => visit(line, Ok(&cells)),
            Err(kind) => visit(line, Err(kind)),
        }
    })
}

/// The values that were asked for, and the names of the others.
struct Values<'a> {
    values: Vec<Option<Value<'a>>>,
    others: Vec<String>,
}

enum Value<'a> {
    Null,
    Text(Cow<'a, str>),
    Whole(String),
    Fraction(f64),
    Other(&'static str),
}

fn cells<'a>(
    row: Values<'a>,
    requests: &[ColumnRequest],
) -> Result<Vec<Option<Cow<'a, str>>>, ProblemKind> {
    let Values { values, others } = row;
    let present: Vec<bool> = values.iter().map(Option::is_some).collect();
    let mut cells = Vec::with_capacity(values.len());
    for (value, request) in values.into_iter().zip(requests) {
        let cell = match value {
            None if request.required => {
                let known = requests.iter().zip(&present).filter(|(_, present)| **present);
                let mut available: Vec<String> = known.map(|(it, _)| it.name.clone()).collect();
                available.extend(others);
                let (column, role) = (request.name.clone(), request.role);
                return Err(ProblemKind::MissingColumn { column, role, available });
            }
            None | Some(Value::Null) => None,
            Some(Value::Text(text)) => match text.trim() {
                "" => None,
                trimmed if trimmed.len() == text.len() => Some(text),
                trimmed => Some(Cow::Owned(trimmed.to_owned())),
            },
            Some(Value::Whole(digits)) => Some(Cow::Owned(digits)),
            Some(Value::Fraction(value)) if request.number => Some(Cow::Owned(value.to_string())),
            Some(Value::Fraction(value)) => {
                return Err(wrong(request, &format!("the number {value}")));
            }
            Some(Value::Other(found)) => return Err(wrong(request, found)),
        };
        cells.push(cell);
    }
    Ok(cells)
}

fn wrong(request: &ColumnRequest, found: &str) -> ProblemKind {
    let (column, found) = (request.name.clone(), found.to_owned());
    ProblemKind::WrongValue { column, found, wanted: wanted(request) }
}

struct Row<'r>(&'r [ColumnRequest]);

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
        let mut values: Vec<Option<Value<'de>>> = self.0.iter().map(|_| None).collect();
        let mut others = Vec::new();
        while let Some(Text(key)) = map.next_key()? {
            match self.0.iter().position(|request| request.name == key) {
                None => {
                    map.next_value::<IgnoredAny>()?;
                    others.push(key.into_owned());
                }
                Some(at) if values[at].is_some() => {
                    return Err(A::Error::custom(format!("`{key}` stands twice in the object")));
                }
                Some(at) => values[at] = Some(map.next_value()?),
            }
        }
        Ok(Values { values, others })
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
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Value::Other("a list"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value<'de>, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Value::Other("an object"))
    }
}
