//! One value of a JSON object, and the cell that it makes.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer;
use serde::de::{MapAccess, SeqAccess, Visitor};

use crate::ProblemKind;
use crate::json_keys::Unread;
use crate::tables::{CellKind, ColumnRequest, LIST_SEPARATOR, tidied, wanted};

#[derive(Clone)]
pub(super) enum Value<'a> {
    Null,
    Text(Cow<'a, str>),
    Whole(String),
    Fraction(f64),
    Truth(bool),
    /// The members of a list of texts, numbers and truth values.
    List(Vec<String>),
    /// What some request looks inside of.
    Nested(serde_json::Value),
    Other(&'static str),
}

impl<'a> Value<'a> {
    pub(super) fn from_json(json: &serde_json::Value) -> Self {
        match json {
            serde_json::Value::Null => Self::Null,
            serde_json::Value::Bool(value) => Self::Truth(*value),
            serde_json::Value::Number(number) if number.is_f64() => {
                Self::Fraction(number.as_f64().unwrap_or(f64::NAN))
            }
            serde_json::Value::Number(number) => Self::Whole(number.to_string()),
            serde_json::Value::String(text) => Self::Text(Cow::Owned(text.clone())),
            serde_json::Value::Array(members) => {
                let members: Option<Vec<String>> =
                    members.iter().map(|member| Self::from_json(member).member()).collect();
                members.map_or(Self::Other(NO_PLAIN_LIST), Self::List)
            }
            serde_json::Value::Object(_) => Self::Other("an object"),
        }
    }

    /// The value as a member of a list, if it can be one.
    pub(super) fn member(self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.into_owned()),
            Self::Whole(digits) => Some(digits),
            Self::Fraction(value) => Some(fraction(value)),
            Self::Truth(value) => Some(truth(value).to_owned()),
            _ => None,
        }
    }

    pub(super) fn into_cell(
        self,
        request: &ColumnRequest,
    ) -> Result<Option<Cow<'a, str>>, ProblemKind> {
        let wrong = |found: &str| Err(request.wrong(found.to_owned(), wanted(request)));
        match self {
            Self::Null => Ok(None),
            Self::Text(text) => Ok(match tidied(&text, request) {
                None => None,
                Some(tidied) if tidied.len() == text.len() => Some(text),
                Some(tidied) => Some(Cow::Owned(tidied.to_owned())),
            }),
            Self::Whole(digits) => Ok(Some(Cow::Owned(digits))),
            Self::Fraction(value)
                if request.kind != CellKind::Text && request.kind != CellKind::Verbatim =>
            {
                Ok(Some(Cow::Owned(fraction(value))))
            }
            Self::Fraction(value) => wrong(&format!("the number {value}")),
            Self::Truth(value)
                if matches!(request.kind, CellKind::Value | CellKind::List | CellKind::Any) =>
            {
                Ok(Some(Cow::Borrowed(truth(value))))
            }
            Self::Truth(value) => wrong(truth(value)),
            Self::List(members)
                if matches!(
                    request.kind,
                    CellKind::List | CellKind::Verbatim | CellKind::Numbers | CellKind::Any
                ) =>
            {
                let mut joined = members.join(LIST_SEPARATOR.encode_utf8(&mut [0; 4]));
                // So that a list of one text is known from a text.
                if members.len() == 1 && request.kind == CellKind::List {
                    joined.push(LIST_SEPARATOR);
                }
                Ok((!members.is_empty()).then_some(Cow::Owned(joined)))
            }
            Self::List(_) => wrong("a list"),
            Self::Nested(json) => Self::from_json(&json).into_cell(request),
            Self::Other(found) => wrong(found),
        }
    }
}

const NO_PLAIN_LIST: &str = "a list that contains lists or objects";

fn truth(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

/// A number as JSON has it: 1.0 is not 1.
fn fraction(value: f64) -> String {
    serde_json::Number::from_f64(value)
        .map_or_else(|| value.to_string(), |number| number.to_string())
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
        Ok(Value::Truth(value))
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
            match member.member() {
                Some(member) => members.push(member),
                None => plain = false,
            }
        }
        Ok(if plain { Value::List(members) } else { Value::Other(NO_PLAIN_LIST) })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Value<'de>, A::Error> {
        Unread.visit_map(map)?;
        Ok(Value::Other("an object"))
    }
}
