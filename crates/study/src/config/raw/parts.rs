//! What the YAML says of lists of parts in the rows of JSON.

use phenom_dataset::WithoutParts;
use schemars::JsonSchema;
use serde::Deserialize;

use super::choice::Choice;
use super::labels::RawLabels;
use super::pair_columns::RawPairColumns;
use super::phenomena::RawPhenomena;

/// A list in each row whose members are monothematic pairs of the original that the row is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawParts {
    /// The path of the list.
    pub(in crate::config) list: String,
    /// Which key of a member holds what: `.` is the member itself, `^NAME` a key of the row, `NAME[*]` the member of the
    /// same number in another list of the row. Without an `id` a part has its original's with its number, and
    /// without a `text` its original's.
    pub(in crate::config) columns: Option<RawPairColumns>,
    /// Where the phenomena of parts stand, and how they are written.
    pub(in crate::config) phenomena: Option<RawPhenomena>,
    /// What the labels of parts mean; without it, what those of originals do.
    pub(in crate::config) labels: Option<RawLabels>,
    /// What a row is whose list is empty or absent: an original that is not decomposed (`keep`, as without this), or
    /// no pair (`skip`).
    pub(in crate::config) without: Option<Choice<WithoutParts>>,
}
