//! What the YAML says of the rule of composition.

use std::borrow::Cow;
use std::collections::BTreeMap;

use phenom_dataset::Judgment;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::choice::choices;

/// The rule that a decomposition assumes, as it is written; whether it is one is checked later.
#[derive(Debug)]
pub(in crate::config) enum RawComposition {
    All,
    Any,
    Fraction(f64),
    /// The share of the weight of the parts from which on an original is entailed.
    Weighted(f64),
    /// For the judgment of the parts so far, and that of the next part, the judgment of both.
    Table(BTreeMap<Judgment, BTreeMap<Judgment, Judgment>>),
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Mapping {
    fraction: Option<f64>,
    weighted: Option<Weighted>,
    table: Option<BTreeMap<Judgment, BTreeMap<Judgment, Judgment>>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Weighted {
    pass_at: f64,
}

impl<'de> Deserialize<'de> for RawComposition {
    fn deserialize<D: serde::Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let value = serde_json::Value::deserialize(value)?;
        match value.as_str() {
            Some("all") => return Ok(Self::All),
            Some("any") => return Ok(Self::Any),
            _ => {}
        }
        let rows = |table: &serde_json::Value| table.as_object().map_or(0, serde_json::Map::len);
        let written: Vec<usize> = value
            .get("table")
            .and_then(serde_json::Value::as_object)
            .map(|table| std::iter::once(table.len()).chain(table.values().map(rows)).collect())
            .unwrap_or_default();
        let read = serde_json::from_value(value).map_err(D::Error::custom)?;
        if let Mapping { table: Some(table), .. } = &read {
            let rows = table.values().map(BTreeMap::len);
            let mut found: Vec<usize> = std::iter::once(table.len()).chain(rows).collect();
            let mut written = written;
            written.sort_unstable();
            found.sort_unstable();
            if written != found {
                return Err(D::Error::custom(
                    "a label appears twice in the table, under two names",
                ));
            }
        }
        match read {
            Mapping { fraction: Some(share), weighted: None, table: None } => {
                Ok(Self::Fraction(share))
            }
            Mapping { fraction: None, weighted: Some(weighted), table: None } => {
                Ok(Self::Weighted(weighted.pass_at))
            }
            Mapping { fraction: None, weighted: None, table: Some(table) } => {
                Ok(Self::Table(table))
            }
            _ => {
                let rules = "a rule is `all`, `any`, a `fraction`, `weighted` or a `table`";
                Err(D::Error::custom(rules))
            }
        }
    }
}

impl JsonSchema for RawComposition {
    fn schema_name() -> Cow<'static, str> {
        "Composition".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let judgments = choices::<Judgment>();
        let judgment = json_schema!({ "type": "string", "enum": judgments });
        let names = json_schema!({ "enum": judgments });
        json_schema!({
            "description": "The composition rule, which computes the label of an original from the labels of its \
                            monothematic pairs: the original is entailed if `all` of them are (the default), if `any` \
                            is, or if at least a `fraction` of them is; if the entailed ones have a share of the weight \
                            (`weighted`), for rubrics; or a `table`, for chains.",
            "anyOf": [
                { "type": "string", "enum": ["all", "any"] },
                {
                    "type": "object",
                    "description": "A share of the parts, from 0.0001 to 1.",
                    "properties": { "fraction": { "type": "number", "minimum": 0.0001, "maximum": 1 } },
                    "required": ["fraction"],
                    "additionalProperties": false,
                },
                {
                    "type": "object",
                    "description": "For rubrics: the original is entailed if its entailed parts have at least a share \
                                    of the weight of all its parts. `columns: {weight: COLUMN}` of the dataset reads the \
                                    weights; without it each part has a weight of 1. These weights also make the \
                                    weighted measures.",
                    "properties": {
                        "weighted": {
                            "type": "object",
                            "properties": {
                                "pass-at": {
                                    "type": "number",
                                    "description": "The share of the weight, from 0.0001 to 1.",
                                    "minimum": 0.0001,
                                    "maximum": 1,
                                },
                            },
                            "required": ["pass-at"],
                            "additionalProperties": false,
                        },
                    },
                    "required": ["weighted"],
                    "additionalProperties": false,
                },
                {
                    "type": "object",
                    "description": "The composed label for each combination of the label composed so far and the label \
                                    of the next part.",
                    "properties": {
                        "table": {
                            "type": "object",
                            "propertyNames": names,
                            "additionalProperties": {
                                "type": "object",
                                "propertyNames": names,
                                "additionalProperties": judgment,
                            },
                        },
                    },
                    "required": ["table"],
                    "additionalProperties": false,
                },
            ]
        })
    }
}
