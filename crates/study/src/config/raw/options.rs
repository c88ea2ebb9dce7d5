//! What the YAML says of how a table is written down, in several places.

use phenom_dataset::Ragged;
use schemars::JsonSchema;
use serde::Deserialize;

use super::choice::Choice;
use super::header::RawHeader;
use super::lists::OneOrMany;
use crate::config::numbers::Whole;

/// How a table is written down.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::config) struct RawOptions {
    /// The character that separates the fields of CSV or TSV.
    pub(in crate::config) delimiter: Option<String>,
    /// Whether quotes enclose fields; the default is yes in CSV and no in TSV.
    pub(in crate::config) quoting: Option<bool>,
    /// The names of the columns, for a CSV or TSV file without a header; or `none`, if columns are named by their
    /// position, `@1` and so on.
    pub(in crate::config) header: Option<RawHeader>,
    /// How many lines of a CSV or TSV file, or rows of a sheet, precede its header, or its rows if it has no header.
    pub(in crate::config) skip_rows: Option<Whole<0, { u32::MAX as u64 }>>,
    /// Lines of CSV, TSV or blank-separated files to skip: those that start with this text, or with one of several.
    pub(in crate::config) skip_lines_starting: Option<OneOrMany>,
    /// How to treat rows of CSV or TSV with too few fields: `fill` reads the missing ones as empty; by default they are
    /// errors.
    pub(in crate::config) ragged: Option<Choice<Ragged>>,
}

impl RawOptions {
    /// Each key, and whether it is given.
    pub(in crate::config) fn given(&self) -> [(&'static str, bool); 6] {
        [
            ("delimiter", self.delimiter.is_some()),
            ("quoting", self.quoting.is_some()),
            ("header", self.header.is_some()),
            ("skip-rows", self.skip_rows.is_some()),
            ("skip-lines-starting", self.skip_lines_starting.is_some()),
            ("ragged", self.ragged.is_some()),
        ]
    }
}
