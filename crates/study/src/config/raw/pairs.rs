//! What the YAML says of the pairs.

use std::collections::BTreeMap;

use phenom_dataset::{ClusterBy, GoldSets, Judgment, Ragged, Repeated};
use schemars::JsonSchema;
use serde::Deserialize;

use super::annotators::RawAnnotations;
use super::choice::Choice;
use super::header::RawHeader;
use super::labels::RawLabels;
use super::lists::OneOrMany;
use super::pair_columns::RawPairColumns;
use super::parts::RawParts;
use super::phenomena::RawPhenomena;
use super::rows::{RawExcluded, RawIds, RawWhere};
use crate::config::formats::PairFormatName;
use crate::config::numbers::Whole;

/// The pairs: with `path`, or originals and monothematic pairs each for themselves.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawPairs {
    /// The file of pairs, relative to this config; or a list of files, a folder, or a pattern such as
    /// `parts/*.csv`.
    pub(in crate::config) path: Option<OneOrMany>,
    /// The format or preset (`phenom formats` lists them); without it, by the ending of the file.
    pub(in crate::config) format: Option<PairFormatName>,
    /// What the labels mean.
    pub(in crate::config) labels: Option<RawLabels>,
    /// Which column holds what, for tables. In NDJSON a path such as `doc.labels[0]`, in XML `@id` or
    /// the name of a child element; `@row` is the number of the row, `@file` the name of the file.
    pub(in crate::config) columns: Option<RawPairColumns>,
    /// Where phenomena stand besides the columns for them, and how they are written.
    pub(in crate::config) phenomena: Option<RawPhenomena>,
    /// What a gold that is a set of judgments means: each of them is right, or none is gold.
    pub(in crate::config) gold_sets: Option<Choice<GoldSets>>,
    /// The gold judgments that numbers in the column of gold stand for.
    pub(in crate::config) gold_bounds: Option<RawGoldBounds>,
    /// The rows that are read: for each column what it must hold. The pairs of other rows are left out, with
    /// their monothematic pairs.
    #[serde(rename = "where", default)]
    pub(in crate::config) keep: RawWhere,
    /// How ids are rewritten, those of originals too.
    pub(in crate::config) ids: Option<RawIds>,
    /// Attributes within a column, or within `@file`: a regular expression each of whose named groups is one.
    #[serde(default)]
    pub(in crate::config) derive: BTreeMap<String, String>,
    /// What a second row of a pair means: an error (the default), one pair with the phenomena of all rows (`gather-tags`), or
    /// a row that is equal in all that is read here (`same`): the table has a row for each system, run or annotator.
    pub(in crate::config) repeated: Option<Choice<Repeated>>,
    /// What separates the fields of CSV or TSV, one character.
    pub(in crate::config) delimiter: Option<String>,
    /// Whether quotes enclose fields; without it, they do in CSV and do not in TSV.
    pub(in crate::config) quoting: Option<bool>,
    /// The names of the columns, for a CSV or TSV file that has no header; or `none`, where columns are named by their
    /// place, `@1` and so on.
    pub(in crate::config) header: Option<RawHeader>,
    /// How many lines of a CSV or TSV file, or rows of a sheet, stand before its header, or before its rows where it has none.
    pub(in crate::config) skip_rows: Option<Whole<0, { u32::MAX as u64 }>>,
    /// Lines of CSV, TSV or blank-separated files that start so are no rows; one beginning or several.
    pub(in crate::config) skip_lines_starting: Option<OneOrMany>,
    /// Rows of CSV or TSV with too few fields: `fill` takes those that are absent for empty; without it they are
    /// errors.
    pub(in crate::config) ragged: Option<Choice<Ragged>>,
    /// For XML: the name of the elements that are rows. For JSON: the path of the list, or of the object, that holds the
    /// rows, from the top of a file that is an object, or in each member of a list or line. For a spreadsheet: the name of
    /// the sheet.
    pub(in crate::config) rows: Option<String>,
    /// For JSON: lists in the rows whose members are monothematic pairs.
    pub(in crate::config) parts: Option<RawParts>,
    /// The original pairs, in the place of `path`.
    pub(in crate::config) originals: Option<Box<RawPairs>>,
    /// The monothematic pairs, beside `originals`.
    pub(in crate::config) monothematic: Option<Box<RawPairs>>,
    /// What annotators said, in files of their own.
    pub(in crate::config) annotations: Option<RawAnnotations>,
    /// The folder with the steps of annotators on these pairs (`phenom annotate`): the pairs are read as decomposed and
    /// judged there.
    pub(in crate::config) work: Option<String>,
    /// Beside `work`: whether annotators are called `author`, `reader-1` and `reader-2`, so that the agreement of blind
    /// readings stands in one row; without it, by their names.
    pub(in crate::config) roles: Option<bool>,
    /// Original pairs to be left out, with their monothematic pairs: ids, in which a `*` stands for anything,
    /// or regular expressions, `{match: EXPRESSION}`.
    #[serde(default)]
    pub(in crate::config) exclude: Vec<RawExcluded>,
    /// Phenomena on fewer pairs than this, from 0 to 4,294,967,295, are gathered under `CATEGORY:other`.
    pub(in crate::config) least_pairs: Option<Whole<0, { u32::MAX as u64 }>>,
    /// What original pairs without gold of their own get: what the rule of composition makes of gold of their
    /// monothematic pairs.
    pub(in crate::config) gold: Option<Choice<MissingGold>>,
    /// Which original pairs depend on each other, if no column says it (`columns: {cluster: COLUMN}`): `text` takes those
    /// that share a text, or a near copy of one, for a cluster; `none` states that all are independent. Without it,
    /// phenom takes those that share a text for a cluster and reports the verdicts with and without these clusters.
    pub(in crate::config) cluster_by: Option<Choice<ClusterBy>>,
    /// Attributes whose numbers are put into bins, each of which is a slice: those of the data, `word-overlap` (the
    /// share of a hypothesis' words that stand in the text), `parts` and `phenomena` (how many an original has).
    #[serde(default)]
    pub(in crate::config) bins: BTreeMap<String, RawBins>,
    /// Under `learn-on` of an engine that compares trees: CoNLL-U files with the parses of these pairs.
    pub(in crate::config) trees: Option<OneOrMany>,
}

impl RawPairs {
    /// Whether there is no gold, and annotators stand in columns.
    pub(in crate::config) fn holds_annotators_without_gold(&self) -> bool {
        self.columns.as_ref().is_some_and(|columns| {
            columns.gold.as_deref() == Some("none")
                && (!columns.annotators.is_empty() || self.annotations.is_some())
        })
    }
}

/// Numbers between which judgments lie.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawGoldBounds {
    /// Numbers in ascending order; each belongs to the judgment above it.
    pub(in crate::config) bounds: Vec<f64>,
    /// The judgments below, between and above them, one more than bounds.
    pub(in crate::config) judgments: Vec<Choice<Judgment>>,
}

/// What original pairs without gold get.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::config) enum MissingGold {
    Composed,
}

/// How numbers are put into bins.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawBins {
    /// Into so many bins of about the same number of pairs, from 2 to 100.
    pub(in crate::config) quantiles: Option<Whole<2, 100>>,
    /// Between numbers in ascending order; each belongs to the bin above it.
    pub(in crate::config) bounds: Option<Vec<f64>>,
}
