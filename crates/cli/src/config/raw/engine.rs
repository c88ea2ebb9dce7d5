//! What the YAML says of an engine that phenom runs itself.

use std::borrow::Cow;

use phenom_dataset::Judgment;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::choice::Choice;
use super::lists::OneOrMany;
use super::pairs::RawPairs;
use crate::config::numbers::Whole;

/// An engine: its name, or its name with what it learns from.
#[derive(Debug)]
pub(in crate::config) struct RawEngine(pub(in crate::config) RawEngineSettings);

impl<'de> Deserialize<'de> for RawEngine {
    fn deserialize<D: serde::Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let mut value = serde_json::Value::deserialize(value)?;
        if value.is_string() {
            value = serde_json::json!({ "name": value });
        }
        serde_json::from_value(value).map(Self).map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for RawEngine {
    fn schema_name() -> Cow<'static, str> {
        "Engine".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let name = generator.subschema_for::<Choice<EngineName>>();
        let settings = generator.subschema_for::<RawEngineSettings>();
        json_schema!({ "anyOf": [name, settings] })
    }
}

/// An engine and what it learns from.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawEngineSettings {
    /// Which engine; docs/systems.md says what each does.
    pub(in crate::config) name: Choice<EngineName>,
    /// The pairs with gold that it learns from: another dataset, with the same keys as `dataset`.
    pub(in crate::config) learn_on: Option<Box<RawPairs>>,
    /// The number of parts that the dataset itself is split into by its groups (pairs that share an original, a cluster or a
    /// text), instead of `learn-on`. A model predicts each part after learning from the others.
    pub(in crate::config) cross_validated: Option<Whole<2, 1000>>,
    /// A file that `phenom train` wrote, in the place of `learn-on`.
    pub(in crate::config) model: Option<String>,
    /// For `constant`: the judgment.
    pub(in crate::config) judgment: Option<Choice<Judgment>>,
    /// For `features`, `edit-distance` and `contradiction`: the folder of WordNet's dictionary files; `none` for none. Without it, WordNet is used where it is
    /// found in the usual places.
    pub(in crate::config) wordnet: Option<String>,
    /// For `edit-distance`: files of lexical rules, a line each: what stands in the text, a tab, what it entails, a tab, a
    /// probability.
    pub(in crate::config) rules: Option<OneOrMany>,
    /// For `edit-distance`: CoNLL-U files with the parses of the dataset's pairs, which are compared as trees then. Those of the
    /// pairs that it learns from stand as `trees` under `learn-on`.
    pub(in crate::config) trees: Option<OneOrMany>,
    /// For `random`: the seed, from 0 to 18,446,744,073,709,551,615; 1 without it.
    pub(in crate::config) seed: Option<Whole<0, { u64::MAX }>>,
    /// For `vote` and `stacked`: the names of other systems of this config.
    pub(in crate::config) of: Option<OneOrMany>,
}

/// The name of an engine in a config.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EngineName {
    Constant,
    Random,
    Majority,
    WordOverlap,
    IdfCoverage,
    HypothesisOnly,
    Features,
    EditDistance,
    Contradiction,
    Vote,
    Stacked,
}
