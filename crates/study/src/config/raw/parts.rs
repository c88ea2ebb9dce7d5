//! What the YAML says of lists of parts in the rows of JSON.

use phenom_dataset::WithoutParts;
use schemars::JsonSchema;
use serde::Deserialize;

use super::choice::Choice;
use super::labels::RawLabels;
use super::pair_columns::RawPairColumns;
use super::phenomena::RawPhenomena;

/// A list in each row whose members are monothematic pairs of the original in that row.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawParts {
    /// The path of the list.
    pub(in crate::config) list: String,
    /// The keys to read from a member: `.` is the member itself, `^NAME` a key of the row, `NAME[*]` the member of the
    /// same number in another list of the row. Without an `id`, the id of a part is that of its original with a number.
    /// Without a `text`, a part has the text of its original.
    pub(in crate::config) columns: Option<RawPairColumns>,
    /// Where to read the phenomena of parts, and how they are written.
    pub(in crate::config) phenomena: Option<RawPhenomena>,
    /// The meanings of the labels of parts; the default is as in originals.
    pub(in crate::config) labels: Option<RawLabels>,
    /// How to treat a row whose list is empty or absent: as an original without parts (`keep`, the default), or as no
    /// pair (`skip`).
    pub(in crate::config) without: Option<Choice<WithoutParts>>,
}
