//! What the YAML says of people: annotators of pairs, judges of justifications.

use phenom_dataset::{Again, Extra};
use schemars::JsonSchema;
use serde::Deserialize;

use super::choice::Choice;
use super::header::RawHeader;
use super::labels::RawLabels;
use super::lists::OneOrMany;
use super::options::RawOptions;
use super::rows::RawIds;
use crate::config::formats::TableFormatName;
use crate::config::numbers::JudgesScore;

/// Labels of annotators, in files of their own: rows with a pair, an annotator, a label.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawAnnotations {
    /// The file, relative to this config; or a list of files, a folder, or a pattern.
    pub(in crate::config) path: OneOrMany,
    /// The format; the default follows from the ending of the file.
    pub(in crate::config) format: Option<TableFormatName>,
    /// The meanings of the labels; the default is as in the pairs.
    pub(in crate::config) labels: Option<RawLabels>,
    /// The columns to read.
    pub(in crate::config) columns: Option<RawAnnotationColumns>,
    #[serde(flatten)]
    pub(in crate::config) options: RawOptions,
    /// For XML: the name of the elements that are rows. For JSON: the path of the list that contains the rows. For a
    /// spreadsheet: the name of the sheet.
    pub(in crate::config) rows: Option<String>,
    /// How to rewrite ids.
    pub(in crate::config) ids: Option<RawIds>,
    /// How to treat an annotation for no pair of the dataset: an error (the default), or ignore it.
    pub(in crate::config) extra: Option<Choice<Extra>>,
    /// How to treat a second label for a pair by the same annotator: an error (the default), or ignore it if it is the
    /// `same`.
    pub(in crate::config) repeated: Option<Choice<Again>>,
}

/// The columns of a file of annotations: all of them, once one is named.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawAnnotationColumns {
    /// The id of the pair; several columns are joined by a colon.
    pub(in crate::config) id: Option<OneOrMany>,
    /// The name of the annotator.
    pub(in crate::config) annotator: Option<String>,
    /// The label; an empty cell means no label.
    pub(in crate::config) label: Option<String>,
}

/// Scores that judges gave to the justifications of runs: rows with a run, a pair, a judge, and two
/// scores (Voorhees 2008, section 3).
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawJustifications {
    /// The file, relative to this config; or a list of files, a folder, or a pattern.
    pub(in crate::config) path: OneOrMany,
    /// The format; the default follows from the ending of the file.
    pub(in crate::config) format: Option<TableFormatName>,
    /// The columns to read.
    pub(in crate::config) columns: Option<RawJustificationColumns>,
    /// The scale of the scores; the default is that of RTE-3.
    pub(in crate::config) scale: Option<RawScale>,
    /// The character that separates the fields of CSV or TSV.
    pub(in crate::config) delimiter: Option<String>,
    /// Whether quotes enclose fields; the default is yes in CSV and no in TSV.
    pub(in crate::config) quoting: Option<bool>,
    /// The names of the columns, for a CSV or TSV file without a header; or `none`, if columns are named by their
    /// position, `@1` and so on.
    pub(in crate::config) header: Option<RawHeader>,
}

/// The columns of a file of scores: all of them, once one is named.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawJustificationColumns {
    /// The run that gave the justification.
    pub(in crate::config) run: Option<String>,
    /// The id of the pair.
    pub(in crate::config) pair: Option<String>,
    /// The name of the judge.
    pub(in crate::config) judge: Option<String>,
    /// How understandable the justification is.
    pub(in crate::config) understandability: Option<String>,
    /// How compelling the justification is; empty if the judge did not assign a correctness.
    pub(in crate::config) correctness: Option<String>,
}

/// The whole numbers that scores can be, from -1000 to 1000 and at most 1000 of them, and from which understandability
/// on a judge assigns a correctness.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawScale {
    /// The lowest and the highest understandability; the default is 1 and 5.
    pub(in crate::config) understandability: Option<[JudgesScore; 2]>,
    /// The lowest and the highest correctness; the default is 1 and 5.
    pub(in crate::config) correctness: Option<[JudgesScore; 2]>,
    /// The lowest understandability at which a judge assigns a correctness; the default is 3.
    pub(in crate::config) correctness_from: Option<JudgesScore>,
}
