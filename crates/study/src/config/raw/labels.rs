//! What the YAML says of labels.

use std::borrow::Cow;
use std::collections::BTreeMap;

use phenom_dataset::{Judgment, LabelScheme, Meaning};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

/// What labels mean: the name of a scheme, or a mapping from labels to judgments.
#[derive(Debug)]
pub(in crate::config) enum RawLabels {
    Named(String),
    Mapping(BTreeMap<String, String>),
}

impl<'de> Deserialize<'de> for RawLabels {
    fn deserialize<D: serde::Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        match serde_json::Value::deserialize(value)? {
            serde_json::Value::String(name) if LabelScheme::named(&name).is_some() => {
                Ok(Self::Named(name))
            }
            serde_json::Value::String(name) => {
                Err(D::Error::custom(format!("unknown label scheme `{name}`")))
            }
            other => {
                let mapping: BTreeMap<String, String> =
                    serde_json::from_value(other).map_err(D::Error::custom)?;
                let known = mapping.values().all(|meaning| Meaning::from_name(meaning).is_some());
                if mapping.is_empty() || !known {
                    return Err(D::Error::custom("a label has no known meaning"));
                }
                trimmed(mapping).map(Self::Mapping).map_err(D::Error::custom)
            }
        }
    }
}

/// The labels without blanks around them, as labels in files are read.
fn trimmed(mapping: BTreeMap<String, String>) -> Result<BTreeMap<String, String>, String> {
    let mut all: BTreeMap<String, String> = BTreeMap::new();
    for (label, meaning) in mapping {
        let label = label.trim();
        match all.get(label) {
            Some(other) if *other != meaning => {
                return Err(format!(
                    "label `{label}` means {other} and {meaning} in `labels`, apart from blanks around it; give it one \
                     meaning"
                ));
            }
            _ => all.insert(label.to_owned(), meaning),
        };
    }
    Ok(all)
}

impl JsonSchema for RawLabels {
    fn schema_name() -> Cow<'static, str> {
        "Labels".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<&str> = LabelScheme::all_named().map(|(name, _)| name).collect();
        let aliases = Judgment::ALIASES.iter().map(|(alias, _)| *alias);
        let meanings: Vec<&str> = Meaning::names().into_iter().chain(aliases).collect();
        json_schema!({
            "description": "The meanings of the labels: the name of a scheme, or a mapping from labels in the file to \
                gold labels.",
            "anyOf": [
                { "type": "string", "enum": names },
                {
                    "type": "object",
                    "additionalProperties": { "type": "string", "enum": meanings },
                    "minProperties": 1,
                },
            ]
        })
    }
}
