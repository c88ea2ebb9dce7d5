//! What the YAML says of the report, key by key.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::numbers::Whole;

/// What the report shows, and how.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawReport {
    /// The tables wanted, by key or by what their keys begin with (`systems`, `systems-original`); all
    /// without it.
    pub(super) tables: Option<Vec<String>>,
    /// The figures wanted, by key or by what their keys begin with (`phenomena`, `differences-1`); all
    /// without it.
    pub(super) figures: Option<Vec<String>>,
    /// The formats that are written; all without it. The tidy rows (scores, comparisons, agreement, keys,
    /// justifications) are always written as CSV.
    pub(super) formats: Option<Vec<RawFormat>>,
    /// Whether the tidy rows are written as JSON too, which takes three times the room of CSV; not
    /// without it.
    pub(super) tidy_json: Option<bool>,
    /// How many digits stand after the point, from 0 to 10, in all numbers but counts, ranks and p-values;
    /// as many as each kind of value bears without it.
    pub(super) digits: Option<Whole<0, 10>>,
    /// Whether shares such as accuracies stand in percent or as fractions of 1; percent without it.
    pub(super) shares: Option<RawShares>,
    /// Names to be shown in the place of those of the data; scores and comparisons keep the latter.
    #[serde(default)]
    pub(super) names: RawNames,
    /// The order of systems and of phenomena: data (as they come), name, accuracy (the best first; of a
    /// phenomenon, the mean of the systems), or support (the most pairs first). As they come without it.
    pub(super) order: Option<RawOrder>,
    /// Whether each LaTeX table is a document of its own, in the place of one to be pasted.
    pub(super) standalone: Option<bool>,
}

/// Names to be shown.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RawNames {
    /// From the name of a system to the one to be shown.
    #[serde(default)]
    pub(super) systems: BTreeMap<String, String>,
    /// From a phenomenon `CATEGORY:NAME`, or a category, to the name to be shown for it (of a phenomenon,
    /// without the category).
    #[serde(default)]
    pub(super) phenomena: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RawFormat {
    Txt,
    Md,
    Tex,
    Csv,
    Json,
    Html,
    Svg,
    Png,
    Pdf,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RawShares {
    Percent,
    Fraction,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RawOrder {
    Data,
    Name,
    Accuracy,
    Support,
}
