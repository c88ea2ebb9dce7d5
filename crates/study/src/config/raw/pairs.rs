//! What the YAML says of the pairs.

use std::collections::BTreeMap;

use phenom_dataset::{ClusterBy, GoldSets, Judgment, Repeated};
use schemars::JsonSchema;
use serde::Deserialize;

use super::annotators::RawAnnotations;
use super::choice::Choice;
use super::judged::RawJudged;
use super::labels::RawLabels;
use super::lists::OneOrMany;
use super::options::RawOptions;
use super::pair_columns::RawPairColumns;
use super::parts::RawParts;
use super::phenomena::RawPhenomena;
use super::rows::{RawExcluded, RawIds, RawWhere};
use crate::config::formats::PairFormatName;
use crate::config::numbers::Whole;

/// How differences of annotators are settled that nobody adjudicated.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::config) enum RawSettle {
    /// By the label of more than half of those who labelled the pair.
    Majority,
}

/// The pairs: with `path`, or originals and monothematic pairs separately.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawPairs {
    /// The file of pairs, relative to this config; or a list of files, a folder, or a pattern such as
    /// `parts/*.csv`.
    pub(in crate::config) path: Option<OneOrMany>,
    /// The format or preset (`phenom formats` lists them); the default follows from the ending of the file.
    pub(in crate::config) format: Option<PairFormatName>,
    /// The meanings of the labels.
    pub(in crate::config) labels: Option<RawLabels>,
    /// The columns to read, for tables. In NDJSON a path such as `doc.labels[0]`, in XML `@id` or the name of a child
    /// element; `@row` is the number of the row, `@file` the name of the file.
    pub(in crate::config) columns: Option<RawPairColumns>,
    /// Where to read phenomena, in addition to their columns, and how they are written.
    pub(in crate::config) phenomena: Option<RawPhenomena>,
    /// How to treat a gold label that is a set of labels: each of them is correct, or the pair has no gold label.
    pub(in crate::config) gold_sets: Option<Choice<GoldSets>>,
    /// The gold labels for numbers in the column of gold labels.
    pub(in crate::config) gold_bounds: Option<RawGoldBounds>,
    /// The rows to read: for each column the values that it must contain. phenom excludes the pairs of other rows, with
    /// their monothematic pairs.
    #[serde(rename = "where", default)]
    pub(in crate::config) keep: RawWhere,
    /// How to rewrite ids, including those of originals.
    pub(in crate::config) ids: Option<RawIds>,
    /// Attributes to extract from a column, or from `@file`: a regular expression in which each named group is an
    /// attribute.
    #[serde(default)]
    pub(in crate::config) derive: BTreeMap<String, String>,
    /// How to treat a second row of a pair: an error (the default), one pair with the phenomena of all rows
    /// (`gather-tags`), or ignore a row that equals the first one in all columns that phenom reads here (`same`), if
    /// the table has a row for each system, run or annotator.
    pub(in crate::config) repeated: Option<Choice<Repeated>>,
    #[serde(flatten)]
    pub(in crate::config) options: RawOptions,
    /// For XML: the name of the elements that are rows. For JSON: the path of the list, or of the object, that contains
    /// the rows, from the top of a file that is an object, or in each member of a list or line. For a spreadsheet: the
    /// name of the sheet.
    pub(in crate::config) rows: Option<String>,
    /// For JSON: lists in the rows whose members are monothematic pairs.
    pub(in crate::config) parts: Option<RawParts>,
    /// The original pairs, instead of `path`.
    pub(in crate::config) originals: Option<Box<RawPairs>>,
    /// The monothematic pairs, in addition to `originals`.
    pub(in crate::config) monothematic: Option<Box<RawPairs>>,
    /// Labels of annotators, in files of their own.
    pub(in crate::config) annotations: Option<RawAnnotations>,
    /// Judged gold: people read some of the pairs, and judges labelled all.
    pub(in crate::config) judged: Option<RawJudged>,
    /// The folder with the actions of annotators on these pairs (`phenom annotate`): phenom uses their decompositions
    /// and labels.
    pub(in crate::config) work: Option<String>,
    /// With `work`: whether to call annotators `author`, `reader-1` and `reader-2`, so that the agreement of
    /// independent annotations has one row; the default is their names.
    pub(in crate::config) roles: Option<bool>,
    /// With `work`: `majority` takes the label of more than half of the people who labelled a pair (author, readers, and
    /// the dataset’s own label) although nobody adjudicated it. By default such pairs have to be adjudicated.
    pub(in crate::config) settle: Option<RawSettle>,
    /// Original pairs to exclude, with their monothematic pairs: ids, in which a `*` matches anything, or regular
    /// expressions, `{match: EXPRESSION}`.
    #[serde(default)]
    pub(in crate::config) exclude: Vec<RawExcluded>,
    /// Phenomena on fewer pairs than this, from 0 to 4,294,967,295, are grouped as `CATEGORY:other`.
    pub(in crate::config) least_pairs: Option<Whole<0, { u32::MAX as u64 }>>,
    /// The gold label of original pairs without one: the label that the composition rule computes from the gold labels
    /// of their monothematic pairs.
    pub(in crate::config) gold: Option<Choice<MissingGold>>,
    /// Which original pairs depend on each other, if no column states it (`columns: {cluster: COLUMN}`): `text` makes a
    /// cluster of those that share a text, or a near copy of one; `none` states that all are independent. By default
    /// phenom makes a cluster of those that share a text, and reports the verdicts with and without these clusters.
    pub(in crate::config) cluster_by: Option<Choice<ClusterBy>>,
    /// Attributes whose numbers are sorted into bins, each of which is a slice: attributes of the data, `word-overlap`
    /// (the share of the hypothesis' words that occur in the text), `parts` and `phenomena` (how many an original has).
    #[serde(default)]
    pub(in crate::config) bins: BTreeMap<String, RawBins>,
    /// Under `learn-on` of an engine that compares trees: CoNLL-U files with the parses of these pairs.
    pub(in crate::config) trees: Option<OneOrMany>,
}

impl RawPairs {
    /// Whether there are no gold labels, and columns have labels of annotators.
    pub(in crate::config) fn holds_annotators_without_gold(&self) -> bool {
        self.columns.as_ref().is_some_and(|columns| {
            columns.gold.as_deref() == Some("none")
                && (!columns.annotators.is_empty() || self.annotations.is_some())
        })
    }
}

/// Numbers that separate the gold labels.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawGoldBounds {
    /// Numbers in ascending order; each belongs to the label above it.
    pub(in crate::config) bounds: Vec<f64>,
    /// The gold labels below, between and above the numbers, one more than `bounds`.
    pub(in crate::config) judgments: Vec<Choice<Judgment>>,
}

/// What original pairs without gold get.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::config) enum MissingGold {
    Composed,
}

/// How to sort numbers into bins.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawBins {
    /// The number of bins, from 2 to 100, with about the same number of pairs each.
    pub(in crate::config) quantiles: Option<Whole<2, 100>>,
    /// Numbers in ascending order that separate the bins; each belongs to the bin above it.
    pub(in crate::config) bounds: Option<Vec<f64>>,
}
