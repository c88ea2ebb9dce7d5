//! What the YAML says of the report, key by key.

use std::borrow::Cow;
use std::collections::BTreeMap;

use phenom_report::render::{PaperClass, TableWidth};
use phenom_report::{Differences, OverviewIntervals, OverviewOrder};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::choice::Choice;
use super::measure_key::MeasureKey;
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
    /// What the first table, phenomena by systems, shows.
    #[serde(default)]
    pub(in crate::config) overview: RawOverview,
    /// Of which systems the differences are drawn, a figure each: of every other against the best (the most accurate
    /// on the pairs that are tagged with phenomena), against the baseline of `statistics`, or all pairs of systems.
    /// Without it against the baseline, where there is one, else against the best.
    pub(in crate::config) differences: Option<Choice<Differences>>,
    /// The captions of tables, in the place of their titles, in every format: from the key of a table (`phenomena`,
    /// `systems-original`) to a text.
    #[serde(default)]
    pub(in crate::config) captions: BTreeMap<String, String>,
    /// The captions of figures, in the place of their titles: from the key of a figure (`parts-wholes`,
    /// `conditioned-original`) to a text.
    #[serde(default)]
    pub(in crate::config) figure_captions: BTreeMap<String, String>,
    /// How wide LaTeX tables and figures are: `column` or `text` of the class, or as many millimetres (`123mm`, from 50 to 500).
    /// The text without it, or the column for figures that can be read there.
    pub(in crate::config) width: Option<RawTableWidth>,
    /// The class that LaTeX tables and figures are for: acl, lncs, ieee or article. An article without it, whose tables fit the text
    /// of the others too.
    pub(in crate::config) class: Option<Choice<PaperClass>>,
    /// Whether every answer of every system is written to answers.csv; without it, where there are at most 200,000.
    pub(in crate::config) answers: Option<bool>,
    /// Whether each LaTeX table is a document of its own, in the place of one to be pasted.
    pub(in crate::config) standalone: Option<bool>,
}

/// The first table, phenomena by systems.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawOverview {
    /// The measure of its figures; accuracy without it, or the first of `measures` where these leave accuracy out.
    pub(in crate::config) measure: Option<MeasureKey>,
    /// Under which rows their confidence intervals stand: none, totals (all pairs) or all; totals without it.
    pub(in crate::config) intervals: Option<Choice<OverviewIntervals>>,
    /// The order of phenomena within their category: n (the most pairs first), data (as they come) or difference (the
    /// greatest between two systems first); n without it.
    pub(in crate::config) sort: Option<Choice<OverviewOrder>>,
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

/// How wide LaTeX tables are: a word, or a length.
#[derive(Debug, Clone, Copy)]
pub(in crate::config) struct RawTableWidth(pub(in crate::config) TableWidth);

impl RawTableWidth {
    const MILLIMETRES: std::ops::RangeInclusive<f64> = 50.0..=500.0;
}

impl<'de> Deserialize<'de> for RawTableWidth {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        let text = String::deserialize(value)?;
        let width = match text.as_str() {
            "column" => Some(TableWidth::Column),
            "text" => Some(TableWidth::Text),
            length => {
                let digits = length.strip_suffix("mm").map(str::trim_end);
                let plain = |digits: &&str| {
                    digits.chars().all(|digit| digit.is_ascii_digit() || digit == '.')
                };
                let millimetres = digits.filter(plain).and_then(|digits| digits.parse().ok());
                let in_range = |length: &f64| Self::MILLIMETRES.contains(length);
                millimetres.filter(in_range).map(TableWidth::Millimetres)
            }
        };
        width.map(Self).ok_or_else(|| {
            D::Error::custom(
                "a width is needed: `column`, `text`, or millimetres from 50 to 500, as in `123mm`",
            )
        })
    }
}

impl JsonSchema for RawTableWidth {
    fn schema_name() -> Cow<'static, str> {
        "TableWidth".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "examples": ["column", "text", "123mm"] })
    }
}
