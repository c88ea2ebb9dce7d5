//! What the YAML says of the relevance of phenomena.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

/// How much phenomena weigh; whether these are weights, and of phenomena of the data, is checked later.
#[derive(Debug)]
pub(in crate::config) enum RawRelevance {
    Frequency,
    Given(BTreeMap<String, f64>),
}

impl<'de> Deserialize<'de> for RawRelevance {
    fn deserialize<D: serde::Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let value = serde_json::Value::deserialize(value)?;
        match value.as_str() {
            Some("frequency") => Ok(Self::Frequency),
            Some(_) => Err(D::Error::custom(
                "relevance is `frequency`, or weights of phenomena and categories",
            )),
            None => serde_json::from_value(value).map(Self::Given).map_err(D::Error::custom),
        }
    }
}

impl JsonSchema for RawRelevance {
    fn schema_name() -> Cow<'static, str> {
        "Relevance".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The weights of phenomena: `frequency` weighs each by the number of original pairs that have \
                            a part with it; or weights of phenomena (CATEGORY:NAME) and categories, from 0 to 1000 with \
                            at most two decimals. The weight is 1 for others.",
            "anyOf": [
                { "type": "string", "enum": ["frequency"] },
                {
                    "type": "object",
                    "minProperties": 1,
                    "additionalProperties": { "type": "number", "minimum": 0, "maximum": 1000 },
                },
            ]
        })
    }
}
