//! What the YAML says of parts that a system made itself.

use std::borrow::Cow;

use phenom_dataset::Extra;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};

use super::RawComposition;
use super::choice::Choice;
use super::header::RawHeader;
use super::labels::RawLabels;
use super::lists::OneOrMany;
use super::phenomena::RawPhenomena;
use super::rows::{RawIds, RawWhere};
use crate::config::formats::PartsFormatName;
use crate::config::numbers::Whole;

/// The parts into which the system itself divided originals, with its verdicts on them.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawOwnParts {
    /// The file of parts, relative to this config; or a list of files, a folder, or a pattern.
    pub(in crate::config) path: Option<OneOrMany>,
    /// The format or preset of the files; the default follows from their ending.
    pub(in crate::config) format: Option<PartsFormatName>,
    /// For JSON and Parquet with a row for each original: the path of the list of its parts. Then `origin` is a key of the
    /// row, and the other columns are keys of a member: `.` is the member itself, `NAME[*]` the member of the same number
    /// in another list of the row.
    pub(in crate::config) list: Option<String>,
    /// The columns to read.
    pub(in crate::config) columns: Option<RawOwnPartColumns>,
    /// Where to read the phenomena of parts, in addition to their columns, and how they are written.
    pub(in crate::config) phenomena: Option<RawPhenomena>,
    /// The meanings of verdicts and gold labels; the default is as in the pairs.
    pub(in crate::config) labels: Option<RawLabels>,
    /// For verdicts that are numbers: the lowest number that means entailment.
    pub(in crate::config) threshold: Option<f64>,
    /// The rows to read: for each column the values that it must contain.
    #[serde(rename = "where", default)]
    pub(in crate::config) keep: RawWhere,
    /// How to treat parts of an original that is not in the dataset: an error (the default), or ignore them.
    pub(in crate::config) extra: Option<Choice<Extra>>,
    /// How to rewrite the ids of originals.
    pub(in crate::config) ids: Option<RawIds>,
    /// The character that separates the fields of CSV or TSV.
    pub(in crate::config) delimiter: Option<String>,
    /// Whether quotes enclose fields; the default is yes in CSV and no in TSV.
    pub(in crate::config) quoting: Option<bool>,
    /// The names of the columns, for a CSV or TSV file without a header; or `none`, if columns are named by their
    /// position, `@1` and so on.
    pub(in crate::config) header: Option<RawHeader>,
    /// How many lines of a CSV or TSV file, or rows of a sheet, precede its header, or its rows if it has no header.
    pub(in crate::config) skip_rows: Option<Whole<0, { u32::MAX as u64 }>>,
    /// For XML: the name of the elements that are rows. For JSON: the path of the list that contains the rows. For a
    /// spreadsheet: the name of the sheet.
    pub(in crate::config) rows: Option<String>,
}

/// The columns of the parts of a system.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawOwnPartColumns {
    /// The id of the original; several columns are joined by a colon.
    pub(in crate::config) origin: Option<OneOrMany>,
    /// The id of the original precedes the last occurrence of this text in its column.
    pub(in crate::config) origin_before: Option<String>,
    /// The id of the part; the default is that of the original with a number.
    pub(in crate::config) id: Option<OneOrMany>,
    /// The verdict of the system on the part; an empty one, or a label that means `none`, is a verdict that failed.
    pub(in crate::config) answer: Option<String>,
    /// The text of the part.
    pub(in crate::config) text: Option<String>,
    /// The gold label: is the part entailed by its source? Without this column it follows from the gold labels of the
    /// reference parts that the part covers.
    pub(in crate::config) gold: Option<RawKnown>,
    /// Whether the part follows from the original that it was taken from: yes or no, or a label.
    pub(in crate::config) faithful: Option<RawKnown>,
    /// The ids of the reference parts (the monothematic pairs of the dataset) that the part expresses: a list, or ids with
    /// `;` between them.
    pub(in crate::config) covers: Option<RawKnown>,
    /// The weight of the part, for the composition rule `weighted`.
    pub(in crate::config) weight: Option<String>,
    /// The phenomenon of the part: a name if there is a column for its category, otherwise CATEGORY:NAME.
    pub(in crate::config) phenomenon: Option<String>,
    /// The category of the phenomenon.
    pub(in crate::config) category: Option<String>,
}

/// A column filled in by people; or who says something of parts.
#[derive(Debug)]
pub(in crate::config) struct RawKnown(pub(in crate::config) RawKnownFrom);

/// Who says something of parts.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawKnownFrom {
    /// The column of people; next to `judge` it is empty for parts that they did not read.
    pub(in crate::config) people: Option<String>,
    /// The column of a judge, which is a model. With `people`, who read originals chosen at random, phenom corrects the
    /// values.
    pub(in crate::config) judge: Option<String>,
    /// Instead of columns, for `faithful` and `covers`: the share of words, above 0 and at most 1, at which texts match.
    #[schemars(range(min = 0.0001, max = 1.0))]
    pub(in crate::config) words: Option<f64>,
}

impl<'de> Deserialize<'de> for RawKnown {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        match serde_json::Value::deserialize(value)? {
            serde_json::Value::String(people) => {
                Ok(Self(RawKnownFrom { people: Some(people), ..RawKnownFrom::default() }))
            }
            other => serde_json::from_value(other).map(Self).map_err(serde::de::Error::custom),
        }
    }
}

impl JsonSchema for RawKnown {
    fn schema_name() -> Cow<'static, str> {
        "Known".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let from = generator.subschema_for::<RawKnownFrom>();
        json_schema!({ "anyOf": [{ "type": "string" }, from] })
    }
}

/// How a system composes: a rule, or its own way.
#[derive(Debug)]
pub(in crate::config) enum RawAggregation {
    Own,
    Rule(RawComposition),
}

impl<'de> Deserialize<'de> for RawAggregation {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(value)?;
        match value.as_str() {
            Some("own") => Ok(Self::Own),
            _ => {
                RawComposition::deserialize(value).map(Self::Rule).map_err(serde::de::Error::custom)
            }
        }
    }
}

impl JsonSchema for RawAggregation {
    fn schema_name() -> Cow<'static, str> {
        "Aggregation".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let rule = generator.subschema_for::<RawComposition>();
        json_schema!({
            "description": "How the system makes a prediction for an original of its verdicts on its parts: a composition \
                            rule, or `own` if its `predictions` are what it composed itself.",
            "anyOf": [{ "const": "own" }, rule],
        })
    }
}
