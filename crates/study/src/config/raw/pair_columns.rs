//! What the YAML says of the columns of a table of pairs.

use schemars::JsonSchema;
use serde::Deserialize;

use super::by_judgment::ByJudgment;
use super::lists::{Names, OneOrMany};

/// The columns of a table of pairs. phenom reads only columns that are named here; `none` means no such column, even if
/// a preset names one.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawPairColumns {
    /// The id of the pair; several columns are joined by a colon.
    pub(in crate::config) id: Option<OneOrMany>,
    /// The id of the original of a monothematic pair; empty for an original.
    pub(in crate::config) origin: Option<String>,
    /// The id of the original precedes the last occurrence of this text in its column.
    pub(in crate::config) origin_before: Option<String>,
    /// For originals without rows of their own: the id of the original of each part. Several columns are joined by a
    /// colon. Without an `id`, the id of a part is that of its original with a number.
    pub(in crate::config) whole: Option<OneOrMany>,
    /// The cluster of an original, which groups originals that depend on each other: a document, a topic, a text that a
    /// family of originals shares. Resampling and cross-validation use these clusters; an empty cell makes the original
    /// a cluster of its own.
    pub(in crate::config) cluster: Option<String>,
    /// The text; several columns, or the members of a JSON list, are joined by a blank.
    pub(in crate::config) text: Option<OneOrMany>,
    /// The hypothesis.
    pub(in crate::config) hypothesis: Option<String>,
    /// The gold label, or a JSON list of gold labels; `none` if there are no gold labels.
    pub(in crate::config) gold: Option<String>,
    /// The separator between the labels of a gold label that is a set.
    pub(in crate::config) gold_separator: Option<String>,
    /// Columns with the labels of single annotators.
    #[serde(default)]
    pub(in crate::config) annotators: Vec<String>,
    /// A JSON list of the annotators' labels.
    pub(in crate::config) annotator_labels: Option<String>,
    /// How many annotators chose each label: a column of numbers for each label, such as `label_counter.e`. In NDJSON a
    /// missing key counts as 0.
    pub(in crate::config) annotator_counts: Option<ByJudgment>,
    /// The weight of the pair.
    pub(in crate::config) weight: Option<String>,
    /// The phenomenon: a name if there is a column for its category, otherwise CATEGORY:NAME.
    pub(in crate::config) phenomenon: Option<String>,
    /// The category of the phenomenon.
    pub(in crate::config) category: Option<String>,
    /// The task of RTE.
    pub(in crate::config) task: Option<String>,
    /// Further columns to read as attributes: a list, or a mapping from names to columns.
    pub(in crate::config) attributes: Option<Names>,
}
