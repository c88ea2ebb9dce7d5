//! What the YAML says of phenomena, and of files of tags.

use std::collections::BTreeMap;

use phenom_dataset::{Extra, Lists, Ragged};
use schemars::JsonSchema;
use serde::Deserialize;

use super::choice::Choice;
use super::header::RawHeader;
use super::lists::{Names, OneOrMany};
use super::rows::RawIds;
use crate::config::formats::TableFormatName;
use crate::config::numbers::Whole;

/// Where phenomena stand, and how they are written.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawPhenomena {
    /// Columns of tags: one, a list, or a mapping from columns to the category of their tags.
    pub(in crate::config) columns: Option<Names>,
    /// Columns of zeros and ones: a mapping to the phenomenon CATEGORY:NAME that each stands for.
    #[serde(default)]
    pub(in crate::config) one_hot: BTreeMap<String, String>,
    /// Whether any number but 0 in a one-hot column is a 1.
    pub(in crate::config) any_nonzero: Option<bool>,
    /// What stands between the tags of a cell.
    pub(in crate::config) list_separator: Option<String>,
    /// Whether the cells of tags are lists in brackets, such as `['a', 'b']` or `["a", "b"]`, or none is a list;
    /// without it, as the first cell of the column is.
    pub(in crate::config) lists: Option<Choice<Lists>>,
    /// What stands between the parts of a tag's path, if not a colon.
    pub(in crate::config) path_separator: Option<String>,
    /// The category of tags that name none.
    pub(in crate::config) category: Option<String>,
    /// Other names for tags: as written, and the phenomenon CATEGORY:NAME that it becomes; nothing
    /// (an empty text) drops it.
    #[serde(default)]
    pub(in crate::config) rename: BTreeMap<String, String>,
    /// A file of tags: rows with the id of a pair and its phenomenon.
    pub(in crate::config) file: Option<RawTagFile>,
}

/// A file of tags.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawTagFile {
    /// The file, relative to this config.
    pub(in crate::config) path: String,
    /// Its format; without it, by its ending.
    pub(in crate::config) format: Option<TableFormatName>,
    /// Which column holds what.
    pub(in crate::config) columns: Option<RawTagColumns>,
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
    /// What a tag for no pair of the dataset means: an error (the default), or nothing.
    pub(in crate::config) extra: Option<Choice<Extra>>,
}

/// The columns of a file of tags. None is read that is not named here.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawTagColumns {
    /// The id of the pair.
    pub(in crate::config) id: Option<OneOrMany>,
    /// The phenomenon.
    pub(in crate::config) phenomenon: Option<String>,
    /// The category, where it has a column of its own.
    pub(in crate::config) category: Option<String>,
}
