//! What the YAML says of people: annotators of pairs, judges of justifications.

use schemars::JsonSchema;
use serde::Deserialize;

use super::formats::TableFormatName;
use super::numbers::JudgesScore;
use super::raw::{OneOrMany, RawLabels};

/// What annotators said of the pairs, in files of their own: rows with a pair, an annotator, a label.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawAnnotations {
    /// The file, relative to this config; or a list of files, a folder, or a pattern.
    pub(super) path: OneOrMany,
    /// Its format; without it, by its ending.
    pub(super) format: Option<TableFormatName>,
    /// What the labels mean.
    pub(super) labels: Option<RawLabels>,
    /// Which column holds what.
    pub(super) columns: Option<RawAnnotationColumns>,
    /// What separates the fields of CSV or TSV, one character.
    pub(super) delimiter: Option<String>,
    /// Whether quotes enclose fields; without it, they do in CSV and do not in TSV.
    pub(super) quoting: Option<bool>,
    /// The names of the columns, for a CSV or TSV file that has no header.
    pub(super) header: Option<Vec<String>>,
}

/// The columns of a file of annotations. One that is not named here is looked for under its key.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawAnnotationColumns {
    /// The id of the pair; several columns are joined by a colon.
    pub(super) id: Option<OneOrMany>,
    /// The name of the annotator.
    pub(super) annotator: Option<String>,
    /// The label; an empty one is a gap.
    pub(super) label: Option<String>,
}

/// Scores that judges gave to the justifications of runs: rows with a run, a pair, a judge, and two
/// scores (Voorhees 2008, section 3).
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawJustifications {
    /// The file, relative to this config; or a list of files, a folder, or a pattern.
    pub(super) path: OneOrMany,
    /// Its format; without it, by its ending.
    pub(super) format: Option<TableFormatName>,
    /// Which column holds what.
    pub(super) columns: Option<RawJustificationColumns>,
    /// How justifications were scored; as in RTE-3 without it.
    pub(super) scale: Option<RawScale>,
    /// What separates the fields of CSV or TSV, one character.
    pub(super) delimiter: Option<String>,
    /// Whether quotes enclose fields; without it, they do in CSV and do not in TSV.
    pub(super) quoting: Option<bool>,
    /// The names of the columns, for a CSV or TSV file that has no header.
    pub(super) header: Option<Vec<String>>,
}

/// The columns of a file of scores. One that is not named here is looked for under its key.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawJustificationColumns {
    /// The run whose justification it is.
    pub(super) run: Option<String>,
    /// The id of the pair.
    pub(super) pair: Option<String>,
    /// The name of the judge.
    pub(super) judge: Option<String>,
    /// How understandable the justification is.
    pub(super) understandability: Option<String>,
    /// How compelling it is; empty where it was not assigned.
    pub(super) correctness: Option<String>,
}

/// The whole numbers that scores can be, from -1000 to 1000 and at most 1000 of them, and when a
/// correctness is assigned.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawScale {
    /// The least and the greatest understandability; 1 and 5 without it.
    pub(super) understandability: Option<[JudgesScore; 2]>,
    /// The least and the greatest correctness; 1 and 5 without it.
    pub(super) correctness: Option<[JudgesScore; 2]>,
    /// The understandability from which up a judge assigns a correctness, and below which there is
    /// none; 3 without it.
    pub(super) correctness_from: Option<JudgesScore>,
}
