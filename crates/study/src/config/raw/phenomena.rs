//! What the YAML says of phenomena, and of files of tags.

use std::collections::BTreeMap;

use phenom_dataset::{Extra, Lists};
use schemars::JsonSchema;
use serde::Deserialize;

use super::choice::Choice;
use super::lists::{Names, OneOrMany};
use super::options::RawOptions;
use super::rows::RawIds;
use crate::config::formats::TableFormatName;

/// Where to read phenomena, and how they are written.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawPhenomena {
    /// Columns of tags: one, a list, or a mapping from columns to the category of their tags.
    pub(in crate::config) columns: Option<Names>,
    /// Columns of zeros and ones: a mapping to the phenomenon CATEGORY:NAME of each column.
    #[serde(default)]
    pub(in crate::config) one_hot: BTreeMap<String, String>,
    /// Whether to read any number but 0 in a one-hot column as 1.
    pub(in crate::config) any_nonzero: Option<bool>,
    /// The separator between the tags of a cell.
    pub(in crate::config) list_separator: Option<String>,
    /// Whether the cells of tags are lists in brackets, such as `['a', 'b']` or `["a", "b"]`, or none is a list; the
    /// default follows from the first cell of the column.
    pub(in crate::config) lists: Option<Choice<Lists>>,
    /// The separator between the parts of a tag's path; the default is a colon.
    pub(in crate::config) path_separator: Option<String>,
    /// The category of tags without one.
    pub(in crate::config) category: Option<String>,
    /// Other names for tags: from the tag as written to a phenomenon CATEGORY:NAME; an empty text removes the tag.
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
    /// The format; the default follows from the ending of the file.
    pub(in crate::config) format: Option<TableFormatName>,
    /// The columns to read.
    pub(in crate::config) columns: Option<RawTagColumns>,
    #[serde(flatten)]
    pub(in crate::config) options: RawOptions,
    /// For XML: the name of the elements that are rows. For JSON: the path of the list that contains the rows. For a
    /// spreadsheet: the name of the sheet.
    pub(in crate::config) rows: Option<String>,
    /// How to rewrite ids.
    pub(in crate::config) ids: Option<RawIds>,
    /// How to treat a tag for no pair of the dataset: an error (the default), or ignore it.
    pub(in crate::config) extra: Option<Choice<Extra>>,
}

/// The columns of a file of tags. phenom reads only columns that are named here.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawTagColumns {
    /// The id of the pair.
    pub(in crate::config) id: Option<OneOrMany>,
    /// The phenomenon.
    pub(in crate::config) phenomenon: Option<String>,
    /// The category, if it has a column of its own.
    pub(in crate::config) category: Option<String>,
}
