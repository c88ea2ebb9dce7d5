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
    /// The tables to write, by key or by the beginning of their keys (`systems`, `systems-original`); the default is
    /// all.
    pub(in crate::config) tables: Option<Vec<String>>,
    /// The figures to draw, by key or by the beginning of their keys (`phenomena`, `differences-1`); the default is
    /// all.
    pub(in crate::config) figures: Option<Vec<String>>,
    /// The formats to write; the default is all but png and parquet. phenom always writes the tidy rows (scores,
    /// comparisons, agreement, keys, justifications, answers) as CSV; parquet adds answers.parquet.
    pub(in crate::config) formats: Option<Vec<Choice<Format>>>,
    /// Whether to write the tidy rows as JSON as well, which needs three times the space of CSV; the default is no.
    pub(in crate::config) tidy_json: Option<bool>,
    /// The number of decimals, from 0 to 10, in all numbers but counts, ranks and p-values; the default depends on the
    /// kind of value.
    pub(in crate::config) digits: Option<Whole<0, 10>>,
    /// Whether to print shares such as accuracies in percent (the default) or as fractions of 1.
    pub(in crate::config) shares: Option<Choice<Shares>>,
    /// Names to display instead of those of the data; scores and comparisons keep the names of the data.
    #[serde(default)]
    pub(in crate::config) names: RawNames,
    /// The order of systems and of phenomena: data (as in the data; the default), name, accuracy (the best first; of a
    /// phenomenon, the mean of the systems), or support (the most pairs first).
    pub(in crate::config) order: Option<Choice<Order>>,
    /// What the first table, phenomena by systems, shows.
    #[serde(default)]
    pub(in crate::config) overview: RawOverview,
    /// Which differences between systems to draw, one figure each: of every other system from the best (the most
    /// accurate on the pairs with phenomena), from the baseline of `statistics`, or all pairs of systems. The default
    /// is the baseline, if there is one, otherwise the best.
    pub(in crate::config) differences: Option<Choice<Differences>>,
    /// The captions of tables, instead of their titles, in every format: from the key of a table (`phenomena`,
    /// `systems-original`) to a text.
    #[serde(default)]
    pub(in crate::config) captions: BTreeMap<String, String>,
    /// The captions of figures, instead of their titles: from the key of a figure (`parts-wholes`,
    /// `conditioned-original`) to a text.
    #[serde(default)]
    pub(in crate::config) figure_captions: BTreeMap<String, String>,
    /// The width of LaTeX tables and figures: `column` or `text` of the class, or a number of millimetres (`123mm`,
    /// from 50 to 500). The default is `text`, or `column` for figures that are legible at that width.
    pub(in crate::config) width: Option<RawTableWidth>,
    /// The class of the paper for LaTeX tables and figures: acl, lncs, ieee or article. The default is article, whose
    /// tables also fit the text width of the other classes.
    pub(in crate::config) class: Option<Choice<PaperClass>>,
    /// Whether to write every prediction of every system to answers.csv; the default is yes for at most 200,000
    /// predictions.
    pub(in crate::config) answers: Option<bool>,
    /// Whether each LaTeX table is a complete document, instead of one to paste.
    pub(in crate::config) standalone: Option<bool>,
}

/// The first table, phenomena by systems.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawOverview {
    /// The measure to show; the default is accuracy, or the first of `measures` if these leave accuracy out.
    pub(in crate::config) measure: Option<MeasureKey>,
    /// Which rows show confidence intervals: none, totals (all pairs; the default) or all.
    pub(in crate::config) intervals: Option<Choice<OverviewIntervals>>,
    /// The order of phenomena within their category: n (the most pairs first; the default), data (as in the data) or
    /// difference (the largest difference between two systems first).
    pub(in crate::config) sort: Option<Choice<OverviewOrder>>,
}

/// Names to display.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawNames {
    /// From the name of a system to the name to display.
    #[serde(default)]
    pub(in crate::config) systems: BTreeMap<String, String>,
    /// From a phenomenon `CATEGORY:NAME`, or a category, to the name to display (of a phenomenon, without the
    /// category).
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
                "expected a width: `column`, `text`, or millimetres from 50 to 500, such as `123mm`",
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
