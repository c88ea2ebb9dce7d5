//! What may be one or several in the YAML: paths, columns.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

/// A path, or several.
#[derive(Debug, Default)]
pub(in crate::config) struct OneOrMany(pub(in crate::config) Vec<String>);

impl<'de> Deserialize<'de> for OneOrMany {
    fn deserialize<D: serde::Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        match serde_json::Value::deserialize(value)? {
            serde_json::Value::String(one) => Ok(Self(vec![one])),
            other => match serde_json::from_value::<Vec<String>>(other) {
                Ok(many) if many.is_empty() => Err(serde::de::Error::custom("the list is empty")),
                many => many.map(Self).map_err(serde::de::Error::custom),
            },
        }
    }
}

impl JsonSchema for OneOrMany {
    fn schema_name() -> Cow<'static, str> {
        "Paths".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "type": "string" },
                { "type": "array", "items": { "type": "string" }, "minItems": 1 },
            ]
        })
    }
}

/// Columns with what each is called: one column, a list, or a mapping.
#[derive(Debug, Default)]
pub(in crate::config) struct Names(pub(in crate::config) Vec<(String, Option<String>)>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: serde::Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let bare = |names: Vec<String>| Self(names.into_iter().map(|name| (name, None)).collect());
        match serde_json::Value::deserialize(value)? {
            serde_json::Value::String(one) => Ok(bare(vec![one])),
            many @ serde_json::Value::Array(_) => serde_json::from_value(many).map(bare),
            other => serde_json::from_value::<BTreeMap<String, String>>(other).map(|named| {
                Self(named.into_iter().map(|(name, column)| (name, Some(column))).collect())
            }),
        }
        .map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Names {
    fn schema_name() -> Cow<'static, str> {
        "Names".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "type": "string" },
                { "type": "array", "items": { "type": "string" } },
                { "type": "object", "additionalProperties": { "type": "string" } },
            ]
        })
    }
}
