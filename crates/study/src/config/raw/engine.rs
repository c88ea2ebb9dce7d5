//! What the YAML says of an engine that phenom runs itself.

use std::borrow::Cow;

use phenom_dataset::Judgment;
use phenom_systems::{ENGINES, EngineKind, EngineOption};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::Value;

use super::choice::Choice;
use super::lists::OneOrMany;
use super::pairs::RawPairs;
use crate::config::numbers::Whole;

/// An engine: its name, or its name with what it learns from.
#[derive(Debug)]
pub(in crate::config) struct RawEngine(pub(in crate::config) RawEngineSettings);

impl<'de> Deserialize<'de> for RawEngine {
    fn deserialize<D: serde::Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let mut value = Value::deserialize(value)?;
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
        let name = generator.subschema_for::<RawEngineName>();
        let settings = generator.subschema_for::<RawEngineSettings>();
        json_schema!({ "anyOf": [name, settings] })
    }
}

/// An engine and what it learns from.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(transform = name_engines)]
pub(in crate::config) struct RawEngineSettings {
    /// The engine; docs/systems.md describes each one.
    pub(in crate::config) name: RawEngineName,
    /// The pairs with gold labels to learn from: another dataset, with the same keys as `dataset`.
    pub(in crate::config) learn_on: Option<Box<RawPairs>>,
    /// The number of parts into which phenom splits the dataset by its groups (pairs that share an original, a cluster
    /// or a text), instead of `learn-on`. A model predicts each part after learning from the others.
    pub(in crate::config) cross_validated: Option<Whole<2, 1000>>,
    /// A file that `phenom train` wrote, instead of `learn-on`.
    pub(in crate::config) model: Option<String>,
    /// the label.
    pub(in crate::config) judgment: Option<Choice<Judgment>>,
    /// the folder of WordNet's dictionary files; `none` for none. By default phenom uses WordNet if it finds it in one
    /// of the usual folders.
    pub(in crate::config) wordnet: Option<String>,
    /// files of lexical rules, one rule a line: words of the text, a tab, the words that they entail, a tab, a
    /// probability.
    pub(in crate::config) rules: Option<OneOrMany>,
    /// CoNLL-U files with the parses of the dataset's pairs, which phenom then compares as trees. `trees` under
    /// `learn-on` names the parses of the pairs to learn from.
    pub(in crate::config) trees: Option<OneOrMany>,
    /// the seed, from 0 to 18,446,744,073,709,551,615; the default is 1.
    pub(in crate::config) seed: Option<Whole<0, { u64::MAX }>>,
    /// the names of other systems of this config.
    pub(in crate::config) of: Option<OneOrMany>,
}

/// An engine by its name.
#[derive(Debug)]
pub(in crate::config) struct RawEngineName(pub(in crate::config) EngineKind);

impl<'de> Deserialize<'de> for RawEngineName {
    fn deserialize<D: serde::Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let name = String::deserialize(value)?;
        let engine = EngineKind::named(&name).map(Self);
        engine.ok_or_else(|| serde::de::Error::custom(format!("unknown engine `{name}`")))
    }
}

impl JsonSchema for RawEngineName {
    fn schema_name() -> Cow<'static, str> {
        "RawEngineName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<&str> = ENGINES.iter().map(|engine| engine.name()).collect();
        json_schema!({ "type": "string", "enum": names })
    }
}

impl RawEngineSettings {
    /// The options that the config gives.
    pub(in crate::config) fn given(&self) -> impl Iterator<Item = EngineOption> {
        EngineOption::ALL.into_iter().filter(|option| match option {
            EngineOption::LearnOn => self.learn_on.is_some(),
            EngineOption::CrossValidated => self.cross_validated.is_some(),
            EngineOption::Model => self.model.is_some(),
            EngineOption::Judgment => self.judgment.is_some(),
            EngineOption::WordNet => self.wordnet.is_some(),
            EngineOption::Rules => self.rules.is_some(),
            EngineOption::Trees => self.trees.is_some(),
            EngineOption::Seed => self.seed.is_some(),
            EngineOption::Of => self.of.is_some(),
        })
    }
}

/// Begins the description of each option with the engines that take it, unless all engines that learn do.
fn name_engines(schema: &mut Schema) {
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else {
        return;
    };
    for option in EngineOption::ALL {
        let engines = ENGINES.iter().filter(|engine| engine.takes(option));
        let is_of_all = ENGINES.iter().all(|engine| match engine {
            EngineKind::Learner(learner) => learner.takes(option),
            _ => true,
        });
        let described = properties.get_mut(option.key()).and_then(|key| key.get_mut("description"));
        if let Some(Value::String(description)) = described.filter(|_| !is_of_all) {
            let names: Vec<String> = engines.map(|engine| format!("`{}`", engine.name())).collect();
            *description = format!("For {}: {description}", listed(&names));
        }
    }
}

/// Names in a row: *a, b and c*.
fn listed(names: &[String]) -> String {
    match names {
        [several @ .., last] if !several.is_empty() => {
            format!("{} and {last}", several.join(", "))
        }
        _ => names.join(", "),
    }
}
