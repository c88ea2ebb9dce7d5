//! What the YAML says, section by section and key by key. The doc comments here are the descriptions in
//! the JSON Schema, which editors show and which every config is checked against.

mod annotators;
mod by_judgment;
mod choice;
mod composition;
mod correction;
mod engine;
mod header;
mod judged;
mod labels;
mod lists;
mod measure_key;
mod numbers_of_judgments;
mod options;
mod outside;
mod own_parts;
mod pair_columns;
mod pairs;
mod parts;
mod phenomena;
mod relevance;
mod report;
mod rows;
mod statistics;
mod systems;
mod threshold;

use std::collections::BTreeSet;
use std::sync::OnceLock;

use phenom_dataset::{Missing, Task};
use phenom_metrics::Weighting;
use schemars::JsonSchema;
use serde::Deserialize;

use super::numbers::Whole;
pub(super) use annotators::{RawAnnotations, RawJustifications, RawScale};
pub(super) use by_judgment::ByJudgment;
pub(super) use choice::Choice;
pub use choice::choices;
pub(super) use composition::RawComposition;
pub(super) use engine::{RawEngine, RawEngineName, RawEngineSettings};
pub(super) use header::RawHeader;
pub(super) use judged::{RawJudge, RawJudged, RawLabelPlace, RawPeople};
pub(super) use labels::RawLabels;
pub(super) use lists::{Names, OneOrMany};
pub(super) use measure_key::MeasureKey;
pub(super) use numbers_of_judgments::{RawNumberList, RawNumbers};
pub(super) use options::RawOptions;
pub(super) use outside::{By, RawEndpoint};
pub(super) use own_parts::{
    RawAggregation, RawKnown, RawKnownFrom, RawOwnPartColumns, RawOwnParts,
};
pub(super) use pair_columns::RawPairColumns;
pub(super) use pairs::{RawBins, RawGoldBounds, RawPairs, RawSettle};
pub(super) use parts::RawParts;
pub(super) use phenomena::{RawPhenomena, RawTagFile};
pub(super) use relevance::RawRelevance;
pub(super) use report::{RawOverview, RawReport, Shares};
pub(super) use rows::{Case, RawCondition, RawExcluded, RawIds, RawValue, RawWhere};
pub(super) use statistics::RawStatistics;
pub(super) use systems::{Algorithm, RawPredictionColumns, RawSystem};
pub(super) use threshold::{RawLearnt, RawThreshold};

/// An evaluation of entailment systems on a dataset.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "phenom config")]
pub(super) struct RawConfig {
    /// The title of the report; the default is the name of the config.
    pub(super) title: Option<String>,
    /// What a reader of the report must know about the data, one paragraph each.
    #[serde(default)]
    pub(super) notes: Vec<String>,
    /// What a reader must know of the data before any result, in one sentence of at most 87 characters: the first line of the
    /// summary.
    pub(super) caution: Option<String>,
    /// Open decisions in this config, one sentence each: no command uses the config while there is one. `phenom init`
    /// writes this key.
    #[serde(default)]
    pub(super) open: Vec<String>,
    /// The pairs.
    #[schemars(extend("x-beside" = ["pairs"]))]
    pub(super) dataset: Option<RawPairs>,
    /// The systems to evaluate, in the order of the tables.
    #[serde(default, deserialize_with = "at_least_one")]
    #[schemars(length(min = 1))]
    #[schemars(extend("x-beside" = ["pairs"]))]
    pub(super) systems: Option<Vec<RawSystem>>,
    /// Count tables (`phenom counts` writes them), instead of `dataset` and `systems`; phenom adds up several.
    #[schemars(extend("x-beside" = ["counts"]))]
    pub(super) counts: Option<OneOrMany>,
    /// Cluster tables (`phenom counts` writes them too), in addition to `counts`, for intervals and comparisons; phenom
    /// adds up several.
    #[schemars(extend("x-beside" = ["counts"]))]
    pub(super) clusters: Option<OneOrMany>,
    /// Scores that judges gave to the justifications of runs; in addition to the other keys, or alone.
    pub(super) justifications: Option<RawJustifications>,
    /// For count tables: how to count a pair without a prediction.
    #[schemars(extend("x-beside" = ["counts"]))]
    pub(super) missing: Option<Choice<Missing>>,
    /// For count tables: the oracles, which use gold labels and are marked in tables.
    #[schemars(extend("x-beside" = ["counts"]))]
    pub(super) references: Option<Vec<String>>,
    /// Which labels are distinguished: `two-way` or `three-way`; the default is three-way, unless gold labels or a
    /// system are two-way. With `outcome` there are no labels: systems state how far each prediction is correct.
    #[schemars(extend("x-beside" = ["pairs", "counts"]))]
    pub(super) task: Option<Choice<Task>>,
    /// The composition rule, which computes the label of an original from those of its parts; the default is `all`.
    #[schemars(extend("x-beside" = ["pairs", "counts"]))]
    pub(super) composition: Option<RawComposition>,
    /// The relevance of phenomena: the weights of their monothematic pairs in an additional, weighted Correlation Index
    /// and Deviation Index; by default phenom computes neither.
    #[schemars(extend("x-beside" = ["pairs"]))]
    pub(super) relevance: Option<RawRelevance>,
    /// The seed of all random draws, from 0 to 18,446,744,073,709,551,615; the default is 1.
    #[schemars(extend("x-beside" = ["pairs", "counts"]))]
    pub(super) seed: Option<Whole<0, { u64::MAX }>>,
    /// Intervals and comparisons.
    #[schemars(extend("x-beside" = ["pairs", "counts"]))]
    pub(super) statistics: Option<RawStatistics>,
    /// The measure to rank systems by, next to accuracy; the default is mutual_information.
    #[schemars(extend("x-beside" = ["pairs", "counts"]))]
    pub(super) rank_by: Option<MeasureKey>,
    /// Whether to add rows for the predictions of all systems pooled, as if they came from one system (Voorhees 2008,
    /// Table 1).
    #[schemars(extend("x-beside" = ["pairs", "counts"]))]
    pub(super) pool: Option<bool>,
    /// The weights of pairs in weighted measures: those of the dataset, or by rank in the system's confidence ranking.
    /// The default is those of the dataset, if it has any.
    #[schemars(extend("x-beside" = ["pairs"]))]
    pub(super) weighting: Option<Choice<Weighting>>,
    /// The measures to compute, by key (`phenom measures` lists them); the default is all. The scores contain these,
    /// and phenom writes a table if its measure is among them.
    #[serde(default, deserialize_with = "at_least_one")]
    #[schemars(length(min = 1))]
    #[schemars(extend("x-beside" = ["pairs", "counts"]))]
    pub(super) measures: Option<Vec<MeasureKey>>,
    /// What the report shows, and how: tables, figures, formats, numbers, names, captions, order, and the class of the
    /// paper for LaTeX tables.
    pub(super) report: Option<RawReport>,
    /// The folder for the report, relative to this file.
    pub(super) output: Option<String>,
}

/// A list with something in it.
fn at_least_one<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(
    value: D,
) -> Result<Option<Vec<T>>, D::Error> {
    let list: Option<Vec<T>> = Option::deserialize(value)?;
    match list {
        Some(list) if list.is_empty() => Err(serde::de::Error::custom("the list is empty")),
        list => Ok(list),
    }
}

/// What a config evaluates: its keys say beside which of these they stand (`x-beside` in the schema; without it beside
/// all).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Evaluated {
    Pairs,
    Counts,
    /// Judges' scores of justifications, and nothing else.
    Justifications,
}

/// Why a key has no place in a config that evaluates something; nothing where it has.
pub(super) fn out_of_place(
    schema: &serde_json::Value,
    key: &str,
    evaluated: Evaluated,
) -> Option<String> {
    let beside = schema.get("properties")?.get(key)?.get("x-beside")?.as_array()?;
    let is_beside = |name: &str| beside.iter().any(|one| one == name);
    let (pairs, counts) = (is_beside("pairs"), is_beside("counts"));
    match evaluated {
        Evaluated::Pairs if pairs => None,
        Evaluated::Counts if counts => None,
        Evaluated::Pairs => {
            Some(format!("leave `{key}` out, or use it with `counts`; each system has its own"))
        }
        Evaluated::Counts if matches!(key, "dataset" | "systems") => {
            Some(format!("leave `{key}` out; it cannot be used with `counts`"))
        }
        Evaluated::Counts => {
            Some(format!("leave `{key}` out; it needs the pairs, and counts do not contain them"))
        }
        Evaluated::Justifications => {
            Some(format!("leave `{key}` out, or add systems; it is about systems"))
        }
    }
}

pub(super) fn schema() -> serde_json::Value {
    schemars::schema_for!(RawConfig).to_value()
}

/// Every key that a config knows somewhere.
pub(super) fn keys() -> &'static BTreeSet<String> {
    static KEYS: OnceLock<BTreeSet<String>> = OnceLock::new();
    fn collect(schema: &serde_json::Value, keys: &mut BTreeSet<String>) {
        match schema {
            serde_json::Value::Object(entries) => {
                let properties = entries.get("properties").and_then(serde_json::Value::as_object);
                keys.extend(
                    properties.into_iter().flat_map(|properties| properties.keys().cloned()),
                );
                entries.values().for_each(|schema| collect(schema, keys));
            }
            serde_json::Value::Array(schemas) => {
                schemas.iter().for_each(|schema| collect(schema, keys));
            }
            _ => {}
        }
    }
    KEYS.get_or_init(|| {
        let mut keys = BTreeSet::new();
        collect(&schema(), &mut keys);
        keys
    })
}
