//! What the YAML says of people: annotators of pairs, judges of justifications.

use phenom_dataset::{Again, Extra, Ragged};
use schemars::JsonSchema;
use serde::Deserialize;

use super::choice::Choice;
use super::header::RawHeader;
use super::labels::RawLabels;
use super::lists::OneOrMany;
use super::rows::RawIds;
use crate::config::formats::TableFormatName;
use crate::config::numbers::{JudgesScore, Whole};

/// What annotators said of the pairs, in files of their own: rows with a pair, an annotator, a label.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawAnnotations {
    /// The file, relative to this config; or a list of files, a folder, or a pattern.
    pub(in crate::config) path: OneOrMany,
    /// Its format; without it, by its ending.
    pub(in crate::config) format: Option<TableFormatName>,
    /// What the labels mean; without it, as in the pairs.
    pub(in crate::config) labels: Option<RawLabels>,
    /// Which column holds what.
    pub(in crate::config) columns: Option<RawAnnotationColumns>,
    /// What separates the fields of CSV or TSV, one character.
    pub(in crate::config) delimiter: Option<String>,
    /// Whether quotes enclose fields; without it, they do in CSV and do not in TSV.
    pub(in crate::config) quoting: Option<bool>,
    /// The names of the columns, for a CSV or TSV file that has no header; or `none`, where columns are named by their
    /// place, `@1` and so on.
    pub(in crate::config) header: Option<RawHeader>,
    /// How many lines of a CSV or TSV file, or rows of a sheet, stand before its header, or before its rows where it has none.
    pub(in crate::config) skip_rows: Option<Whole<0, { u32::MAX as u64 }>>,
    /// Lines of CSV, TSV or blank-separated files that start so are no rows; one beginning or several.
    pub(in crate::config) skip_lines_starting: Option<OneOrMany>,
    /// Rows of CSV or TSV with too few fields: `fill` takes those that are absent for empty; without it they are
    /// errors.
    pub(in crate::config) ragged: Option<Choice<Ragged>>,
    /// For XML: the name of the elements that are rows. For JSON: the path of the list that holds the rows. For a
    /// spreadsheet: the name of the sheet.
    pub(in crate::config) rows: Option<String>,
    /// How ids are rewritten.
    pub(in crate::config) ids: Option<RawIds>,
    /// What an annotation of no pair of the dataset means: an error (the default), or nothing.
    pub(in crate::config) extra: Option<Choice<Extra>>,
    /// What a second judgment of a pair by the same annotator means: an error (the default), or nothing if it is the `same`.
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
    /// The label; an empty one is a gap.
    pub(in crate::config) label: Option<String>,
}

/// Scores that judges gave to the justifications of runs: rows with a run, a pair, a judge, and two
/// scores (Voorhees 2008, section 3).
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawJustifications {
    /// The file, relative to this config; or a list of files, a folder, or a pattern.
    pub(in crate::config) path: OneOrMany,
    /// Its format; without it, by its ending.
    pub(in crate::config) format: Option<TableFormatName>,
    /// Which column holds what.
    pub(in crate::config) columns: Option<RawJustificationColumns>,
    /// How justifications were scored; as in RTE-3 without it.
    pub(in crate::config) scale: Option<RawScale>,
    /// What separates the fields of CSV or TSV, one character.
    pub(in crate::config) delimiter: Option<String>,
    /// Whether quotes enclose fields; without it, they do in CSV and do not in TSV.
    pub(in crate::config) quoting: Option<bool>,
    /// The names of the columns, for a CSV or TSV file that has no header; or `none`, where columns are named by their
    /// place, `@1` and so on.
    pub(in crate::config) header: Option<RawHeader>,
}

/// The columns of a file of scores: all of them, once one is named.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawJustificationColumns {
    /// The run whose justification it is.
    pub(in crate::config) run: Option<String>,
    /// The id of the pair.
    pub(in crate::config) pair: Option<String>,
    /// The name of the judge.
    pub(in crate::config) judge: Option<String>,
    /// How understandable the justification is.
    pub(in crate::config) understandability: Option<String>,
    /// How compelling it is; empty where it was not assigned.
    pub(in crate::config) correctness: Option<String>,
}

/// The whole numbers that scores can be, from -1000 to 1000 and at most 1000 of them, and when a
/// correctness is assigned.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawScale {
    /// The least and the greatest understandability; 1 and 5 without it.
    pub(in crate::config) understandability: Option<[JudgesScore; 2]>,
    /// The least and the greatest correctness; 1 and 5 without it.
    pub(in crate::config) correctness: Option<[JudgesScore; 2]>,
    /// The understandability from which up a judge assigns a correctness, and below which there is
    /// none; 3 without it.
    pub(in crate::config) correctness_from: Option<JudgesScore>,
}
