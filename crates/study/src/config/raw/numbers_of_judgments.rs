//! Where a number for each judgment stands: a column each, or one column with a list.

use std::borrow::Cow;

use phenom_dataset::Judgment;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::by_judgment::ByJudgment;
use super::choice::Choice;

/// A column for each judgment, or a column with a list and the order of the judgments in it.
#[derive(Debug)]
pub(in crate::config) enum RawNumbers {
    Columns(ByJudgment),
    List(RawNumberList),
}

/// A column whose cells are lists of numbers.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawNumberList {
    /// The column: in NDJSON a list, elsewhere a cell such as `[0.7, 0.2, 0.1]` or `0.7 0.2 0.1`.
    pub(in crate::config) column: String,
    /// The labels in the order of the list.
    pub(in crate::config) order: Vec<Choice<Judgment>>,
}

impl RawNumbers {
    /// How many judgments have a number.
    pub(in crate::config) fn judgments(&self) -> usize {
        match self {
            Self::Columns(ByJudgment(columns)) => columns.len(),
            Self::List(list) => list.order.len(),
        }
    }
}

impl<'de> Deserialize<'de> for RawNumbers {
    fn deserialize<D: serde::Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(value)?;
        let read = if value.get("column").is_some() || value.get("order").is_some() {
            serde_json::from_value(value).map(Self::List)
        } else {
            serde_json::from_value(value).map(Self::Columns)
        };
        read.map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for RawNumbers {
    fn schema_name() -> Cow<'static, str> {
        "Numbers".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let columns = generator.subschema_for::<ByJudgment>();
        let list = generator.subschema_for::<RawNumberList>();
        json_schema!({ "anyOf": [columns, list] })
    }
}
