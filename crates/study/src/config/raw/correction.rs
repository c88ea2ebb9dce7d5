//! The names of corrections, for the schema.

use std::borrow::Cow;

use phenom_metrics::statistics::CORRECTIONS;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// The name of a correction, for the schema.
pub(super) struct CorrectionName;

impl JsonSchema for CorrectionName {
    fn schema_name() -> Cow<'static, str> {
        "Correction".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<String> = CORRECTIONS.iter().map(|known| known.config_key()).collect();
        json_schema!({ "type": "string", "enum": names })
    }
}
