//! What the YAML says of the threshold of a score.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::lists::OneOrMany;
use super::pairs::RawPairs;

/// A threshold: a number, one for each kind of pair, or how to learn it.
#[derive(Debug)]
pub(in crate::config) enum RawThreshold {
    Given(f64),
    Two(RawTwoThresholds),
    Learnt(Box<RawLearnt>),
}

impl<'de> Deserialize<'de> for RawThreshold {
    fn deserialize<D: serde::Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(value)?;
        if let Some(number) = value.as_f64() {
            return Ok(Self::Given(number));
        }
        if value.get("learn-on").is_some() {
            return serde_json::from_value(value)
                .map(Self::Learnt)
                .map_err(serde::de::Error::custom);
        }
        serde_json::from_value(value).map(Self::Two).map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for RawThreshold {
    fn schema_name() -> Cow<'static, str> {
        "Threshold".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let two = generator.subschema_for::<RawTwoThresholds>();
        let learnt = generator.subschema_for::<RawLearnt>();
        json_schema!({ "anyOf": [{ "type": "number" }, two, learnt] })
    }
}

/// A threshold for each kind of pair.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawTwoThresholds {
    /// For original pairs, any finite number.
    pub(in crate::config) original: f64,
    /// For monothematic pairs, any finite number.
    pub(in crate::config) monothematic: f64,
}

/// How to learn a threshold.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawLearnt {
    /// The development set.
    pub(in crate::config) learn_on: RawLearnOn,
}

/// Where a threshold is learnt: the one that judges the most pairs of a development set right.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawLearnOn {
    /// The pairs of the development set.
    pub(in crate::config) dataset: RawPairs,
    /// The system's scores on them, in the layout of its answers.
    pub(in crate::config) predictions: OneOrMany,
}
