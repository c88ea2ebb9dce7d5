//! What the YAML says of rows: which are read, how their ids are rewritten, which pairs are left out.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::choice::Choice;

/// The rows that are read: what each column must hold, all of it.
pub(in crate::config) type RawWhere = BTreeMap<String, RawCondition>;

/// What a column must hold.
#[derive(Debug)]
pub(in crate::config) enum RawCondition {
    /// One of some values.
    OneOf(Vec<RawValue>),
    /// None of some, or a number in a range.
    Limits(RawLimits),
}

/// A text, a number, true or false.
#[derive(Debug)]
pub(in crate::config) enum RawValue {
    Text(String),
    Number(f64),
    Truth(bool),
}

/// Values to exclude, and a range of numbers.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawLimits {
    /// A value, or several values, to exclude.
    #[serde(default)]
    pub(in crate::config) not: RawValues,
    /// The lowest number.
    pub(in crate::config) from: Option<f64>,
    /// The upper limit, which is excluded.
    pub(in crate::config) below: Option<f64>,
}

/// A value, or several.
#[derive(Debug, Default)]
pub(in crate::config) struct RawValues(pub(in crate::config) Vec<RawValue>);

impl<'de> Deserialize<'de> for RawValue {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        match Value::deserialize(value)? {
            Value::String(text) => Ok(Self::Text(text)),
            Value::Bool(truth) => Ok(Self::Truth(truth)),
            Value::Number(number) => Ok(Self::Number(number.as_f64().unwrap_or(f64::NAN))),
            _ => Err(serde::de::Error::custom("expected a text, a number, true or false")),
        }
    }
}

impl<'de> Deserialize<'de> for RawValues {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(value)?;
        let list = match value {
            Value::Array(list) if list.is_empty() => {
                return Err(serde::de::Error::custom("the list is empty"));
            }
            Value::Array(list) => list,
            one => vec![one],
        };
        let values: Result<Vec<RawValue>, _> =
            list.into_iter().map(serde_json::from_value).collect();
        values.map(Self).map_err(serde::de::Error::custom)
    }
}

impl<'de> Deserialize<'de> for RawCondition {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(value)?;
        let read = match value {
            Value::Object(_) => serde_json::from_value(value).map(Self::Limits),
            other => serde_json::from_value(other).map(|RawValues(values)| Self::OneOf(values)),
        };
        read.map_err(serde::de::Error::custom)
    }
}

fn values_schema() -> [Schema; 2] {
    let types = ["string", "number", "boolean"];
    let list = json_schema!({ "type": "array", "items": { "type": types }, "minItems": 1 });
    [json_schema!({ "type": types }), list]
}

impl JsonSchema for RawValues {
    fn schema_name() -> Cow<'static, str> {
        "Values".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": values_schema() })
    }
}

impl JsonSchema for RawCondition {
    fn schema_name() -> Cow<'static, str> {
        "Condition".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let [value, list] = values_schema();
        json_schema!({ "anyOf": [value, list, generator.subschema_for::<RawLimits>()] })
    }
}

/// One step of rewriting ids: a regular expression and the text that replaces its matches, or a case.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawIdStep {
    /// A regular expression.
    #[serde(rename = "match")]
    pub(in crate::config) pattern: Option<String>,
    /// The text that replaces each match; `$1` or `${name}` inserts a group of the match.
    pub(in crate::config) write: Option<String>,
    /// Instead of both: convert to lower or to upper case.
    pub(in crate::config) case: Option<Choice<Case>>,
}

/// Small or capital letters.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::config) enum Case {
    Lower,
    Upper,
}

/// How ids are rewritten: one step, or several one after the other.
#[derive(Debug, Default)]
pub(in crate::config) struct RawIds(pub(in crate::config) Vec<RawIdStep>);

impl<'de> Deserialize<'de> for RawIds {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let list = match Value::deserialize(value)? {
            Value::Array(list) => list,
            one => vec![one],
        };
        let steps: Result<Vec<RawIdStep>, _> =
            list.into_iter().map(serde_json::from_value).collect();
        steps.map(Self).map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for RawIds {
    fn schema_name() -> Cow<'static, str> {
        "Ids".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let step = generator.subschema_for::<RawIdStep>();
        json_schema!({ "anyOf": [step, { "type": "array", "items": step }] })
    }
}

/// An original to be left out: its id, a pattern with `*`, or a regular expression.
#[derive(Debug)]
pub(in crate::config) enum RawExcluded {
    Id(String),
    Expression(String),
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RawExpression {
    /// A regular expression; it selects the ids in which it matches.
    #[serde(rename = "match")]
    pattern: String,
}

impl<'de> Deserialize<'de> for RawExcluded {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        match Value::deserialize(value)? {
            Value::String(id) => Ok(Self::Id(id)),
            other => serde_json::from_value(other)
                .map(|RawExpression { pattern }| Self::Expression(pattern))
                .map_err(serde::de::Error::custom),
        }
    }
}

impl JsonSchema for RawExcluded {
    fn schema_name() -> Cow<'static, str> {
        "Excluded".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let expression = generator.subschema_for::<RawExpression>();
        json_schema!({ "anyOf": [{ "type": "string" }, expression] })
    }
}
