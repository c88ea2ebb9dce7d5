//! What the YAML says, key by key. The doc comments here are the descriptions in the JSON Schema,
//! which editors show and which every config is checked against.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use phenom_dataset::{LabelScheme, Meaning};
use phenom_metrics::measures::{MEASURES, measure};
use phenom_metrics::statistics::{Correction, Resampling};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::formats::{PairFormatName, TableFormatName};
use super::numbers::{Level, Whole};
use super::raw_annotators::{RawAnnotations, RawJustifications};
use super::raw_report::RawReport;
use super::resolve_statistics::CorrectionName;

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
    pub(super) dataset: Option<RawPairs>,
    /// The systems to be evaluated, in the order of the tables.
    #[serde(default, deserialize_with = "at_least_one")]
    #[schemars(length(min = 1))]
    pub(super) systems: Option<Vec<RawSystem>>,
    /// Count tables (`phenom counts` writes them), in the place of `dataset` and `systems`; several
    /// add up.
    pub(super) counts: Option<OneOrMany>,
    /// Scores that judges gave to the justifications of runs; beside the rest or alone.
    pub(super) justifications: Option<RawJustifications>,
    /// For count tables: what a pair without an answer means.
    pub(super) missing: Option<RawMissing>,
    /// For count tables: the systems that read gold, which tables mark.
    pub(super) references: Option<Vec<String>>,
    /// Which judgments are told apart. Without it: three-way, unless gold or a system is two-way.
    pub(super) task: Option<RawTask>,
    /// The seed of everything that is drawn at random, from 0 to 18,446,744,073,709,551,615; 1 without it.
    pub(super) seed: Option<Whole<0, { u64::MAX }>>,
    /// Intervals and comparisons.
    pub(super) statistics: Option<RawStatistics>,
    /// The measure that systems are ranked by, beside accuracy; mutual_information without it.
    pub(super) rank_by: Option<MeasureKey>,
    /// Whether the answers of all systems together, as if they were one system's, have rows of their
    /// own (Voorhees 2008, Table 1).
    pub(super) pool: Option<bool>,
    /// What the pairs weigh in weighted measures: the weights that the dataset gives, or by their rank
    /// in the system's confidence ranking. Without it: given, where the dataset gives any.
    pub(super) weighting: Option<RawWeighting>,
    /// The measures wanted, by key (`phenom measures` lists them); all of them without it. The
    /// scores hold these, and a table is written if the measure that it is about is among them.
    #[serde(default, deserialize_with = "at_least_one")]
    #[schemars(length(min = 1))]
    pub(super) measures: Option<Vec<MeasureKey>>,
    /// What the report shows, and how: tables, figures, formats, numbers, names, order.
    pub(super) report: Option<RawReport>,
    /// The folder that the report is written to, relative to this file.
    pub(super) output: Option<String>,
}

/// How intervals and comparisons of systems are made.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawStatistics {
    /// Whether figures get confidence intervals; true without it.
    pub(super) intervals: Option<bool>,
    /// The level of intervals, from 0.01 to 0.9999; tests are made at 1 less this. 0.95 without it.
    pub(super) confidence_level: Option<Level>,
    /// How many resamples are drawn for each interval and each test, from 1 to 1,000,000; 2000 without
    /// it.
    pub(super) resamples: Option<Whole<1, { Resampling::MOST as u64 }>>,
    /// Which systems are held against each other: all (every two), or none. All without it.
    pub(super) compare: Option<RawCompare>,
    /// The system that every other is held against, in the place of all pairs of systems.
    pub(super) baseline: Option<String>,
    /// How p-values are adjusted within a family; holm without it.
    #[schemars(with = "Option<CorrectionName>")]
    pub(super) correction: Option<Correction>,
    /// Whether systems that leave pairs out (`missing: skip`) are compared on the pairs that all of them
    /// answer.
    pub(super) common_pairs: Option<bool>,
}

/// The pairs: with `path`, or originals and monothematic pairs each for themselves.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawPairs {
    /// The file of pairs, relative to this config; or a list of files, a folder, or a pattern such as
    /// `parts/*.csv`.
    pub(super) path: Option<OneOrMany>,
    /// The format or preset (`phenom formats` lists them); without it, by the ending of the file.
    pub(super) format: Option<PairFormatName>,
    /// What the labels mean.
    pub(super) labels: Option<RawLabels>,
    /// Which column holds what, for tables. In NDJSON a path such as `doc.labels[0]`, in XML `@id` or
    /// the name of a child element; `@row` is the number of the row, `@file` the name of the file.
    pub(super) columns: Option<RawPairColumns>,
    /// Where phenomena stand besides the columns for them, and how they are written.
    pub(super) phenomena: Option<RawPhenomena>,
    /// What a gold that is a set of judgments means: each of them is right, or none is gold.
    pub(super) gold_sets: Option<RawGoldSets>,
    /// What separates the fields of CSV or TSV, one character.
    pub(super) delimiter: Option<String>,
    /// Whether quotes enclose fields; without it, they do in CSV and do not in TSV.
    pub(super) quoting: Option<bool>,
    /// The names of the columns, for a CSV or TSV file that has no header.
    pub(super) header: Option<Vec<String>>,
    /// For XML: the name of the elements that are rows.
    pub(super) rows: Option<String>,
    /// The original pairs, in the place of `path`.
    pub(super) originals: Option<Box<RawPairs>>,
    /// The monothematic pairs, beside `originals`.
    pub(super) monothematic: Option<Box<RawPairs>>,
    /// What annotators said, in files of their own.
    pub(super) annotations: Option<RawAnnotations>,
    /// Original pairs to be left out, by id, with their monothematic pairs.
    #[serde(default)]
    pub(super) exclude: Vec<String>,
    /// Phenomena on fewer pairs than this, from 0 to 4,294,967,295, are gathered under `CATEGORY:other`.
    pub(super) least_pairs: Option<Whole<0, { u32::MAX as u64 }>>,
}

/// The columns of a table of pairs. One that is not named here is looked for under its key.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawPairColumns {
    /// The id of the pair; several columns are joined by a colon.
    pub(super) id: Option<OneOrMany>,
    /// The id of the original that a monothematic pair comes from; empty for an original.
    pub(super) origin: Option<String>,
    /// The origin is what stands before the last of these in its column.
    pub(super) origin_before: Option<String>,
    /// The text; several columns, or the members of a JSON list, are joined by a blank.
    pub(super) text: Option<OneOrMany>,
    /// The hypothesis.
    pub(super) hypothesis: Option<String>,
    /// The gold judgment, or a JSON list of judgments.
    pub(super) gold: Option<String>,
    /// What stands between the judgments of a gold that is a set.
    pub(super) gold_separator: Option<String>,
    /// Columns with what single annotators said.
    #[serde(default)]
    pub(super) annotators: Vec<String>,
    /// A JSON list of what the annotators said.
    pub(super) annotator_labels: Option<String>,
    /// How many annotators gave a judgment: a column of numbers for each, such as `label_counter.e`. In
    /// NDJSON a pair may lack one, for 0.
    #[serde(default)]
    pub(super) annotator_counts: BTreeMap<RawJudgment, String>,
    /// How much the pair weighs.
    pub(super) weight: Option<String>,
    /// The phenomenon: a name beside a column for its category, or else CATEGORY:NAME.
    pub(super) phenomenon: Option<String>,
    /// The category of the phenomenon.
    pub(super) category: Option<String>,
    /// The task of RTE.
    pub(super) task: Option<String>,
    /// Further columns to be read as attributes: a list, or a mapping from names to columns.
    pub(super) attributes: Option<Names>,
}

/// Where phenomena stand, and how they are written.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawPhenomena {
    /// Columns of tags: one, a list, or a mapping from columns to the category of their tags.
    pub(super) columns: Option<Names>,
    /// Columns of zeros and ones: a mapping to the phenomenon CATEGORY:NAME that each stands for.
    #[serde(default)]
    pub(super) one_hot: BTreeMap<String, String>,
    /// Whether any number but 0 in a one-hot column is a 1.
    pub(super) any_nonzero: Option<bool>,
    /// What stands between the tags of a cell.
    pub(super) list_separator: Option<String>,
    /// What stands between the parts of a tag's path, if not a colon.
    pub(super) path_separator: Option<String>,
    /// The category of tags that name none.
    pub(super) category: Option<String>,
    /// Other names for tags: as written, and the phenomenon CATEGORY:NAME that it becomes; nothing
    /// (an empty text) drops it.
    #[serde(default)]
    pub(super) rename: BTreeMap<String, String>,
    /// A file of tags: rows with the id of a pair and its phenomenon.
    pub(super) file: Option<RawTagFile>,
}

/// A file of tags.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawTagFile {
    /// The file, relative to this config.
    pub(super) path: String,
    /// Its format; without it, by its ending.
    pub(super) format: Option<TableFormatName>,
    /// Which column holds what.
    pub(super) columns: Option<RawTagColumns>,
    /// What separates the fields of CSV or TSV, one character.
    pub(super) delimiter: Option<String>,
    /// Whether quotes enclose fields; without it, they do in CSV and do not in TSV.
    pub(super) quoting: Option<bool>,
}

/// The columns of a file of tags.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawTagColumns {
    /// The id of the pair.
    pub(super) id: Option<OneOrMany>,
    /// The phenomenon.
    pub(super) phenomenon: Option<String>,
    /// The category, where it has a column of its own.
    pub(super) category: Option<String>,
}

/// A system: answers in files, or an algorithm.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawSystem {
    /// The name in the tables.
    pub(super) name: String,
    /// The file of its answers, relative to this config; or a list of files, a folder, or a pattern.
    pub(super) predictions: Option<OneOrMany>,
    /// Several runs of the system that differ by their random seed, a file each, in the place of
    /// `predictions`.
    pub(super) runs: Option<OneOrMany>,
    /// The format or preset of the files; without it, by their ending.
    pub(super) format: Option<TableFormatName>,
    /// What the labels in the files mean.
    pub(super) labels: Option<RawLabels>,
    /// Which column holds what.
    pub(super) columns: Option<RawPredictionColumns>,
    /// For a score: the least score of a positive answer, any finite number; or how to learn it.
    pub(super) threshold: Option<RawThreshold>,
    /// For a score: whether a score at the threshold itself is negative.
    pub(super) above: Option<bool>,
    /// For a score: the answer at or above the threshold; entailment without it.
    pub(super) positive: Option<RawJudgment>,
    /// For a score: the answer below the threshold; not-entailment without it.
    pub(super) negative: Option<RawJudgment>,
    /// What separates the fields of CSV or TSV, one character.
    pub(super) delimiter: Option<String>,
    /// Whether quotes enclose fields; without it, they do in CSV and do not in TSV.
    pub(super) quoting: Option<bool>,
    /// The names of the columns, for a file that has no header.
    pub(super) header: Option<Vec<String>>,
    /// For blank-separated files: lines that start so are no rows.
    pub(super) skip_lines_starting: Option<String>,
    /// For XML: the name of the elements that are rows.
    pub(super) rows: Option<String>,
    /// Which ranking the column `rank` is, or the order of the rows where there is none: by entailment
    /// (the pairs most likely entailed first), or by confidence (the surest answers first).
    pub(super) ranking: Option<RawRankingKind>,
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
    /// The id of the pair; several columns are joined by a colon.
    pub(super) id: Option<OneOrMany>,
    /// The answer; an empty one is an abstention.
    pub(super) label: Option<String>,
    /// How sure the system is of its answer.
    pub(super) confidence: Option<String>,
    /// How far it takes the pair for entailed, for rankings; beside the answer.
    pub(super) entailment_score: Option<String>,
    /// The place of the pair in a ranking, 1 first; `ranking` says in which.
    pub(super) rank: Option<String>,
    /// The gold judgment, to be compared with the dataset's.
    pub(super) gold: Option<String>,
    /// A score, in the place of `label`; with a `threshold` beside `columns`.
    pub(super) score: Option<String>,
    /// A probability for each judgment, in the place of `label`: the highest is the answer.
    pub(super) probabilities: Option<BTreeMap<RawJudgment, String>>,
    /// A log-likelihood for each judgment, in the place of `label`: the highest is the answer.
    pub(super) log_likelihoods: Option<BTreeMap<RawJudgment, String>>,
}

/// Where a threshold is learnt: the one that judges the most pairs of a development set right.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawLearnOn {
    /// The pairs of the development set.
    pub(super) dataset: RawPairs,
    /// The system's scores on them, in the layout of its answers.
    pub(super) predictions: OneOrMany,
}

/// How to learn a threshold.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawLearnt {
    /// The development set.
    pub(super) learn_on: RawLearnOn,
}

/// A threshold for each kind of pair.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawTwoThresholds {
    /// For original pairs, any finite number.
    pub(super) original: f64,
    /// For monothematic pairs, any finite number.
    pub(super) monothematic: f64,
}

/// A threshold: a number, one for each kind of pair, or how to learn it.
#[derive(Debug)]
pub(super) enum RawThreshold {
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

/// A judgment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RawJudgment {
    Entailment,
    Unknown,
    Contradiction,
    NotEntailment,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RawGoldSets {
    Any,
    Exclude,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RawTask {
    TwoWay,
    ThreeWay,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RawRankingKind {
    Entailment,
    Confidence,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RawWeighting {
    Ranks,
    Given,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RawCompare {
    All,
    None,
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

/// The key of a measure.
#[derive(Debug)]
pub(super) struct MeasureKey(pub(super) String);

impl<'de> Deserialize<'de> for MeasureKey {
    fn deserialize<D: serde::Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let key = String::deserialize(value)?;
        match measure(&key) {
            Some(_) => Ok(Self(key)),
            None => Err(serde::de::Error::custom(format!("unknown measure `{key}`"))),
        }
    }
}

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
                let known = mapping.values().all(|it| Meaning::from_name(it).is_some());
                if mapping.is_empty() || !known {
                    return Err(D::Error::custom("a label has no known meaning"));
                }
                Ok(Self::Mapping(mapping))
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
            other => match serde_json::from_value::<Vec<String>>(other) {
                Ok(many) if many.is_empty() => Err(serde::de::Error::custom("the list is empty")),
                many => many.map(Self).map_err(serde::de::Error::custom),
            },
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

/// Columns with what each is called: one column, a list, or a mapping.
#[derive(Debug, Default)]
pub(super) struct Names(pub(super) Vec<(String, Option<String>)>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: serde::Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let bare = |names: Vec<String>| Self(names.into_iter().map(|name| (name, None)).collect());
        match serde_json::Value::deserialize(value)? {
            serde_json::Value::String(one) => Ok(bare(vec![one])),
            many @ serde_json::Value::Array(_) => serde_json::from_value(many).map(bare),
            other => serde_json::from_value::<BTreeMap<String, String>>(other)
                .map(|it| Self(it.into_iter().map(|(key, value)| (key, Some(value))).collect())),
        }
        .map_err(serde::de::Error::custom)
    }
}

impl JsonSchema for Names {
    fn schema_name() -> Cow<'static, str> {
        "Names".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "anyOf": [
                { "type": "string" },
                { "type": "array", "items": { "type": "string" } },
                { "type": "object", "additionalProperties": { "type": "string" } },
            ]
        })
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
                keys.extend(properties.into_iter().flat_map(|it| it.keys().cloned()));
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
