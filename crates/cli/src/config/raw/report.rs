//! What the YAML says of the report, key by key.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::choice::Choice;
use crate::config::numbers::Whole;
use crate::config::{Format, Order};

/// What the report shows, and how.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawReport {
    /// The tables wanted, by key or by what their keys begin with (`systems`, `systems-original`); all
    /// without it.
    pub(in crate::config) tables: Option<Vec<String>>,
    /// The figures wanted, by key or by what their keys begin with (`phenomena`, `differences-1`); all
    /// without it.
    pub(in crate::config) figures: Option<Vec<String>>,
    /// The formats that are written; all but parquet without it. The tidy rows (scores, comparisons, agreement, keys,
    /// justifications, answers) are always written as CSV; parquet adds answers.parquet.
    pub(in crate::config) formats: Option<Vec<Choice<Format>>>,
    /// Whether the tidy rows are written as JSON too, which takes three times the room of CSV; not
    /// without it.
    pub(in crate::config) tidy_json: Option<bool>,
    /// How many digits stand after the point, from 0 to 10, in all numbers but counts, ranks and p-values;
    /// as many as each kind of value bears without it.
    pub(in crate::config) digits: Option<Whole<0, 10>>,
    /// Whether shares such as accuracies stand in percent or as fractions of 1; percent without it.
    pub(in crate::config) shares: Option<Choice<Shares>>,
    /// Names to be shown in the place of those of the data; scores and comparisons keep the latter.
    #[serde(default)]
    pub(in crate::config) names: RawNames,
    /// The order of systems and of phenomena: data (as they come), name, accuracy (the best first; of a
    /// phenomenon, the mean of the systems), or support (the most pairs first). As they come without it.
    pub(in crate::config) order: Option<Choice<Order>>,
    /// Whether every answer of every system is written to answers.csv; without it, where there are at most 200,000.
    pub(in crate::config) answers: Option<bool>,
    /// Whether each LaTeX table is a document of its own, in the place of one to be pasted.
    pub(in crate::config) standalone: Option<bool>,
}

/// Names to be shown.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawNames {
    /// From the name of a system to the one to be shown.
    #[serde(default)]
    pub(in crate::config) systems: BTreeMap<String, String>,
    /// From a phenomenon `CATEGORY:NAME`, or a category, to the name to be shown for it (of a phenomenon,
    /// without the category).
    #[serde(default)]
    pub(in crate::config) phenomena: BTreeMap<String, String>,
}

/// How shares are written. It is of the config alone, which says with a word what [`phenom_report::Numbers`]
/// has as a switch.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::config) enum Shares {
    Percent,
    Fraction,
}
