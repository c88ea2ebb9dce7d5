//! The header of a table in the YAML: its columns, or that it has none.

use std::borrow::Cow;

use phenom_dataset::Header;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

/// The names of the columns of a file without a header, or `none`.
#[derive(Debug)]
pub(in crate::config) struct RawHeader(pub(in crate::config) Header);

impl<'de> Deserialize<'de> for RawHeader {
    fn deserialize<D: serde::Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        match serde_json::Value::deserialize(value)? {
            serde_json::Value::String(word) if word == "none" => Ok(Self(Header::Absent)),
            other => match serde_json::from_value::<Vec<String>>(other) {
                Ok(names) if names.is_empty() => Err(D::Error::custom("the header is empty")),
                names => names.map(|names| Self(Header::Names(names))).map_err(D::Error::custom),
            },
        }
    }
}

impl JsonSchema for RawHeader {
    fn schema_name() -> Cow<'static, str> {
        "Header".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "type": "string", "enum": ["none"] },
                { "type": "array", "items": { "type": "string" }, "minItems": 1 },
            ]
        })
    }
}
