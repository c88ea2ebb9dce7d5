//! What the YAML says of the columns of a table of pairs.

use schemars::JsonSchema;
use serde::Deserialize;

use super::by_judgment::ByJudgment;
use super::lists::{Names, OneOrMany};

/// The columns of a table of pairs. None is read that is not named here; `none` says that there is none, against
/// a preset too.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawPairColumns {
    /// The id of the pair; several columns are joined by a colon.
    pub(in crate::config) id: Option<OneOrMany>,
    /// The id of the original that a monothematic pair comes from; empty for an original.
    pub(in crate::config) origin: Option<String>,
    /// The origin is what stands before the last of these in its column.
    pub(in crate::config) origin_before: Option<String>,
    /// Where originals have no rows of their own: what the original is called that the row is a part of. Several columns
    /// are joined by a colon. Without an `id` a row has its original's with its number.
    pub(in crate::config) whole: Option<OneOrMany>,
    /// What an original belongs to with others that it is not independent of: a document, a topic, a text that
    /// a family of originals shares. All that is resampled, or left out in cross-validation, is such a cluster;
    /// empty for an original that is one by itself.
    pub(in crate::config) cluster: Option<String>,
    /// The text; several columns, or the members of a JSON list, are joined by a blank.
    pub(in crate::config) text: Option<OneOrMany>,
    /// The hypothesis.
    pub(in crate::config) hypothesis: Option<String>,
    /// The gold judgment, or a JSON list of judgments; `none` where there is no gold.
    pub(in crate::config) gold: Option<String>,
    /// What stands between the judgments of a gold that is a set.
    pub(in crate::config) gold_separator: Option<String>,
    /// Columns with what single annotators said.
    #[serde(default)]
    pub(in crate::config) annotators: Vec<String>,
    /// A JSON list of what the annotators said.
    pub(in crate::config) annotator_labels: Option<String>,
    /// How many annotators gave a judgment: a column of numbers for each, such as `label_counter.e`. In
    /// NDJSON a pair may lack one, for 0.
    pub(in crate::config) annotator_counts: Option<ByJudgment>,
    /// How much the pair weighs.
    pub(in crate::config) weight: Option<String>,
    /// The phenomenon: a name beside a column for its category, or else CATEGORY:NAME.
    pub(in crate::config) phenomenon: Option<String>,
    /// The category of the phenomenon.
    pub(in crate::config) category: Option<String>,
    /// The task of RTE.
    pub(in crate::config) task: Option<String>,
    /// Further columns to be read as attributes: a list, or a mapping from names to columns.
    pub(in crate::config) attributes: Option<Names>,
}
