//! A measure in the YAML.

use std::borrow::Cow;

use phenom_metrics::measures::{MEASURES, measure};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

/// The key of a measure.
#[derive(Debug)]
pub(in crate::config) struct MeasureKey(pub(in crate::config) String);

impl<'de> Deserialize<'de> for MeasureKey {
    fn deserialize<D: serde::Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let key = String::deserialize(value)?;
        match measure(&key) {
            Some(_) => Ok(Self(key)),
            None => Err(serde::de::Error::custom(format!("unknown measure `{key}`"))),
        }
    }
}

impl JsonSchema for MeasureKey {
    fn schema_name() -> Cow<'static, str> {
        "Measure".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let keys: Vec<&str> = MEASURES.iter().map(|measure| measure.key).collect();
        json_schema!({ "type": "string", "enum": keys })
    }
}
