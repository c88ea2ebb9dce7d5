//! A measure in the YAML.

use std::borrow::Cow;

use phenom_metrics::measures::{MEASURES, measure_named, other_names};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

/// The key of a measure, which may be named by another name.
#[derive(Debug)]
pub(in crate::config) struct MeasureKey(pub(in crate::config) String);

impl<'de> Deserialize<'de> for MeasureKey {
    fn deserialize<D: serde::Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let name = String::deserialize(value)?;
        match measure_named(&name) {
            Some(measure) => Ok(Self(measure.key.to_owned())),
            None => Err(serde::de::Error::custom(format!("unknown measure `{name}`"))),
        }
    }
}

impl JsonSchema for MeasureKey {
    fn schema_name() -> Cow<'static, str> {
        "Measure".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        // Other names come last, so that messages list keys first.
        let keys = MEASURES.iter().map(|measure| measure.key);
        let others = MEASURES.iter().flat_map(|measure| other_names(measure));
        let names: Vec<&str> = keys.chain(others).collect();
        json_schema!({ "type": "string", "enum": names })
    }
}
