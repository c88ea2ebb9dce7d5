//! What the YAML says, key by key. The doc comments here are the descriptions in the JSON Schema,
//! which editors show and which every config is checked against.

use std::borrow::Cow;
use std::collections::BTreeMap;

use phenom_dataset::{LabelScheme, Meaning};
use phenom_metrics::measures::MEASURES;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::formats::{PairFormatName, PredictionFormatName};

/// An evaluation of entailment systems on a dataset.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "phenom config")]
pub(super) struct RawConfig {
    /// The title of the report; the name of the config without it.
    pub(super) title: Option<String>,
    /// What a reader of the report must know of the data, a paragraph each.
    #[serde(default)]
    pub(super) notes: Vec<String>,
    /// The pairs.
    pub(super) dataset: RawDataset,
    /// The systems to be evaluated, in the order of the tables.
    #[schemars(length(min = 1))]
    pub(super) systems: Vec<RawSystem>,
    /// Which judgments are told apart. Without it: three-way, unless gold or a system is two-way.
    pub(super) task: Option<RawTask>,
    /// The measures wanted, by key (`phenom measures` lists them); all of them without it. The
    /// scores hold these, and a table is written if the measure that it is about is among them.
    #[schemars(length(min = 1))]
    pub(super) measures: Option<Vec<MeasureKey>>,
    /// The folder that the report is written to, relative to this file.
    pub(super) output: Option<String>,
}

/// The pairs: one file with `path`, or originals and monothematic pairs in a file each.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawDataset {
    /// The file of all pairs, relative to this config.
    pub(super) path: Option<String>,
    /// Its format; without it, by its ending.
    pub(super) format: Option<PairFormatName>,
    /// What its labels mean.
    pub(super) labels: Option<RawLabels>,
    /// Which column holds what, for CSV, TSV, NDJSON and Parquet.
    pub(super) columns: Option<RawPairColumns>,
    /// The file of the original pairs, in the place of `path`.
    pub(super) originals: Option<RawPairFile>,
    /// The file of the monothematic pairs, beside `originals`.
    pub(super) monothematic: Option<RawPairFile>,
}

/// A file of pairs.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawPairFile {
    /// The file, relative to this config.
    pub(super) path: String,
    /// Its format; without it, by its ending.
    pub(super) format: Option<PairFormatName>,
    /// What its labels mean.
    pub(super) labels: Option<RawLabels>,
    /// Which column holds what, for CSV, TSV, NDJSON and Parquet.
    pub(super) columns: Option<RawPairColumns>,
}

/// The columns of a table of pairs. One that is not named here is looked for under its key.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawPairColumns {
    /// The id of the pair.
    pub(super) id: Option<String>,
    /// The id of the original that a monothematic pair comes from; empty for an original.
    pub(super) origin: Option<String>,
    /// The text.
    pub(super) text: Option<String>,
    /// The hypothesis.
    pub(super) hypothesis: Option<String>,
    /// The gold judgment.
    pub(super) gold: Option<String>,
    /// The phenomenon: a name beside a column for its category, or else CATEGORY:NAME.
    pub(super) phenomenon: Option<String>,
    /// The category of the phenomenon.
    pub(super) category: Option<String>,
    /// The task of RTE.
    pub(super) task: Option<String>,
    /// Further columns to be read as attributes of the pairs.
    #[serde(default)]
    pub(super) attributes: Vec<String>,
}

/// A system: answers in files, or an algorithm.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawSystem {
    /// The name in the tables.
    pub(super) name: String,
    /// The file of its answers, or a list of files, relative to this config.
    pub(super) predictions: Option<OneOrMany>,
    /// The format of the files; without it, by their ending.
    pub(super) format: Option<PredictionFormatName>,
    /// What the labels in the files mean.
    pub(super) labels: Option<RawLabels>,
    /// Which column holds what, for CSV, TSV, NDJSON and Parquet.
    pub(super) columns: Option<RawPredictionColumns>,
    /// What a pair without an answer means.
    pub(super) missing: Option<RawMissing>,
    /// An algorithm, in the place of `predictions`.
    pub(super) algorithm: Option<RawAlgorithm>,
    /// For the algorithm: learn from the other originals instead of from all pairs.
    pub(super) cross_validated: Option<bool>,
}

/// The columns of a table of answers. One that is not named here is looked for under its key.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawPredictionColumns {
    /// The id of the pair.
    pub(super) id: Option<String>,
    /// The answer; an empty one is an abstention.
    pub(super) label: Option<String>,
    /// How sure the system is of its answer.
    pub(super) confidence: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RawTask {
    TwoWay,
    ThreeWay,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RawMissing {
    Refuse,
    Wrong,
    Skip,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RawAlgorithm {
    LinguisticBiased,
}

/// The key of a measure.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub(super) struct MeasureKey(pub(super) String);

impl JsonSchema for MeasureKey {
    fn schema_name() -> Cow<'static, str> {
        "Measure".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let keys: Vec<&str> = MEASURES.iter().map(|measure| measure.key).collect();
        json_schema!({ "type": "string", "enum": keys })
    }
}

/// What labels mean: the name of a scheme, or a mapping from labels to judgments.
#[derive(Debug)]
pub(super) enum RawLabels {
    Named(String),
    Mapping(BTreeMap<String, String>),
}

impl<'de> Deserialize<'de> for RawLabels {
    fn deserialize<D: serde::Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        // The schema has been checked: a text or a mapping of texts.
        match serde_json::Value::deserialize(value)? {
            serde_json::Value::String(name) => Ok(Self::Named(name)),
            other => {
                serde_json::from_value(other).map(Self::Mapping).map_err(serde::de::Error::custom)
            }
        }
    }
}

impl JsonSchema for RawLabels {
    fn schema_name() -> Cow<'static, str> {
        "Labels".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<&str> = LabelScheme::all_named().map(|(name, _)| name).collect();
        json_schema!({
            "description": "What labels mean: the name of a scheme, or a mapping from labels to judgments.",
            "anyOf": [
                { "type": "string", "enum": names },
                {
                    "type": "object",
                    "additionalProperties": { "type": "string", "enum": Meaning::names() },
                    "minProperties": 1,
                },
            ]
        })
    }
}

/// A path, or several.
#[derive(Debug)]
pub(super) struct OneOrMany(pub(super) Vec<String>);

impl<'de> Deserialize<'de> for OneOrMany {
    fn deserialize<D: serde::Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        match serde_json::Value::deserialize(value)? {
            serde_json::Value::String(one) => Ok(Self(vec![one])),
            other => serde_json::from_value(other).map(Self).map_err(serde::de::Error::custom),
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

pub(super) fn schema() -> serde_json::Value {
    schemars::schema_for!(RawConfig).to_value()
}
