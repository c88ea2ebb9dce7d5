//! What the YAML says of the threshold of a score.

use std::borrow::Cow;

use phenom_dataset::ThresholdFor;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::choice::Choice;
use super::lists::OneOrMany;
use super::pairs::RawPairs;
use crate::config::numbers::Whole;

/// A threshold: a number, one for each kind of pair, or how to learn it.
#[derive(Debug)]
pub(in crate::config) enum RawThreshold {
    Given(f64),
    Two(RawTwoThresholds),
    Learnt(Box<RawLearnt>),
}

impl RawThreshold {
    /// Whether it has to be learnt.
    pub(in crate::config) fn learns(&self) -> bool {
        matches!(self, Self::Learnt(_))
    }
}

impl<'de> Deserialize<'de> for RawThreshold {
    fn deserialize<D: serde::Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(value)?;
        if let Some(number) = value.as_f64() {
            return Ok(Self::Given(number));
        }
        if ["learn-on", "cross-validated", "for"].iter().any(|key| value.get(key).is_some()) {
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
    pub(in crate::config) learn_on: Option<RawLearnOn>,
    /// The number of parts into which phenom splits the dataset by its groups (pairs that share an original, a cluster
    /// or a text), instead of `learn-on`. The threshold of each part is learnt on the others.
    pub(in crate::config) cross_validated: Option<Whole<2, 1000>>,
    /// What the threshold maximises: `accuracy` (the default) or `balanced-accuracy`.
    #[serde(rename = "for")]
    pub(in crate::config) best_for: Option<Choice<ThresholdFor>>,
}

/// How to learn a threshold from other pairs than the evaluated ones.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawLearnOn {
    /// The pairs of the development set.
    pub(in crate::config) dataset: RawPairs,
    /// The system's scores on the development set, in the layout of its predictions.
    pub(in crate::config) predictions: OneOrMany,
}
