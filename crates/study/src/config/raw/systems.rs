//! What the YAML says of a system.

use phenom_dataset::{Again, Extra, Judgment, Missing, Ragged, RankingKind};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::choice::Choice;
use super::engine::RawEngine;
use super::header::RawHeader;
use super::labels::RawLabels;
use super::lists::OneOrMany;
use super::numbers_of_judgments::RawNumbers;
use super::outside::{By, RawEndpoint};
use super::rows::{RawIds, RawWhere};
use super::threshold::RawThreshold;
use crate::config::formats::TableFormatName;
use crate::config::numbers::Whole;

/// A system: answers in files, an engine that is run, or an algorithm. Or several systems: a table with rows of each.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawSystem {
    /// The name in the tables; a table of several systems has their names in a column.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String")]
    pub(in crate::config) name: Option<String>,
    /// A table with rows of several systems or of several runs, instead of `predictions`: the file, or a list of files,
    /// a folder, a pattern. Without `system` it holds one system, which has a `name`.
    pub(in crate::config) from: Option<OneOrMany>,
    /// In the table `from`: the column with the names of the systems, or several columns (a model and a prompt) whose values,
    /// with a blank between them, are the names.
    pub(in crate::config) system: Option<OneOrMany>,
    /// In the table `from`: the column that tells the runs of a system apart: a seed, an epoch.
    pub(in crate::config) run: Option<String>,
    /// In the table `from`: the column of the answers, short for `columns: {label: COLUMN}`. If `columns` names no id, the id
    /// stands where that of the pairs does.
    pub(in crate::config) answer: Option<String>,
    /// The file of its answers, relative to this config; or a list of files, a folder, or a pattern.
    pub(in crate::config) predictions: Option<OneOrMany>,
    /// Several runs of the system that differ by their random seed, a file each, in the place of
    /// `predictions`.
    pub(in crate::config) runs: Option<OneOrMany>,
    /// The columns of its labels, one for each of several runs in one file, instead of a `label` among the `columns`.
    #[serde(default)]
    pub(in crate::config) run_columns: Vec<String>,
    /// The format or preset of the files; without it, by their ending.
    pub(in crate::config) format: Option<TableFormatName>,
    /// What the labels in the files mean; without it, as in the pairs.
    pub(in crate::config) labels: Option<RawLabels>,
    /// Which column holds what.
    pub(in crate::config) columns: Option<RawPredictionColumns>,
    /// For a score: the least score of a positive answer, any finite number; or how to learn it.
    pub(in crate::config) threshold: Option<RawThreshold>,
    /// For a score: whether a score at the threshold itself is negative.
    pub(in crate::config) above: Option<bool>,
    /// For a score: the answer at or above the threshold; entailment without it.
    pub(in crate::config) positive: Option<Choice<Judgment>>,
    /// For a score: the answer below the threshold; not-entailment without it.
    pub(in crate::config) negative: Option<Choice<Judgment>>,
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
    /// For XML: the name of the elements that are rows. For JSON: the path of the list that holds the rows. For a
    /// spreadsheet: the name of the sheet.
    pub(in crate::config) rows: Option<String>,
    /// Which ranking the column `rank` is, or the order of the rows where there is none: by entailment
    /// (the pairs most likely entailed first), or by confidence (the surest answers first).
    pub(in crate::config) ranking: Option<Choice<RankingKind>>,
    /// What a pair without an answer means.
    pub(in crate::config) missing: Option<Choice<Missing>>,
    /// What an answer for no pair of the dataset means: an error (the default), or nothing.
    pub(in crate::config) extra: Option<Choice<Extra>>,
    /// What a second answer to a pair means: an error (the default), or nothing if it is the `same`.
    pub(in crate::config) repeated: Option<Choice<Again>>,
    /// The judgment that an abstention counts as; without it, it is none and counts as wrong.
    pub(in crate::config) abstained: Option<Choice<Judgment>>,
    /// The rows that are read: for each column what it must hold.
    #[serde(rename = "where", default)]
    pub(in crate::config) keep: RawWhere,
    /// How ids are rewritten.
    pub(in crate::config) ids: Option<RawIds>,
    /// An engine that phenom runs itself, instead of `predictions`.
    pub(in crate::config) engine: Option<RawEngine>,
    /// A program that phenom asks, instead of `predictions`: its name and its arguments, each for itself. It reads
    /// pairs as lines of JSON and writes answers so, see docs/systems.md. It is run in the config's folder.
    pub(in crate::config) command: Option<Vec<String>>,
    /// A server that phenom asks, instead of `predictions`.
    pub(in crate::config) endpoint: Option<RawEndpoint>,
    /// For a `command` or an `endpoint`: its version, any text. Answers of another version are not used.
    pub(in crate::config) version: Option<String>,
    /// For a `command` or an `endpoint`: how many seconds it may take for an answer; 300 for a command and 120 for an
    /// endpoint without it.
    pub(in crate::config) time_out: Option<Whole<1, 86_400>>,
    /// For an `engine`, a `command` or an `endpoint`: what it is asked about, all pairs (`pairs`, without it) or the
    /// monothematic pairs alone, from whose answers those for the originals are composed (`parts`).
    pub(in crate::config) by: Option<Choice<By>>,
    /// An algorithm that reads the gold judgments of the dataset, instead of `predictions`.
    pub(in crate::config) algorithm: Option<Choice<Algorithm>>,
    /// For the algorithm: learn from the pairs of other groups (pairs that share an original, a cluster or a text) instead
    /// of from all pairs.
    pub(in crate::config) cross_validated: Option<bool>,
}

/// A text, which may not be empty.
fn given<'de, D: Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    String::deserialize(value).map(Some)
}

impl RawSystem {
    /// The keys of a table of several systems, and whether the system has them.
    pub(in crate::config) fn keys_of_table(&self) -> [(&'static str, bool); 3] {
        [
            ("system", self.system.is_some()),
            ("run", self.run.is_some()),
            ("answer", self.answer.is_some()),
        ]
    }

    /// The keys of systems from outside alone, and whether the system has them.
    pub(in crate::config) fn keys_of_outside(&self) -> [(&'static str, bool); 2] {
        [("version", self.version.is_some()), ("time-out", self.time_out.is_some())]
    }

    /// The keys that say how files of answers are read, and whether a system has them.
    pub(in crate::config) fn keys_of_predictions(&self) -> [(&'static str, bool); 22] {
        [
            ("run-columns", !self.run_columns.is_empty()),
            ("format", self.format.is_some()),
            ("labels", self.labels.is_some()),
            ("columns", self.columns.is_some()),
            ("threshold", self.threshold.is_some()),
            ("above", self.above.is_some()),
            ("positive", self.positive.is_some()),
            ("negative", self.negative.is_some()),
            ("delimiter", self.delimiter.is_some()),
            ("quoting", self.quoting.is_some()),
            ("header", self.header.is_some()),
            ("skip-rows", self.skip_rows.is_some()),
            ("skip-lines-starting", self.skip_lines_starting.is_some()),
            ("ragged", self.ragged.is_some()),
            ("rows", self.rows.is_some()),
            ("ranking", self.ranking.is_some()),
            ("missing", self.missing.is_some()),
            ("extra", self.extra.is_some()),
            ("repeated", self.repeated.is_some()),
            ("abstained", self.abstained.is_some()),
            ("where", !self.keep.is_empty()),
            ("ids", self.ids.is_some()),
        ]
    }
}

/// The columns of a table of answers. None is read that is not named here; `none` says that there is none, against
/// a preset too.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawPredictionColumns {
    /// The id of the pair; several columns are joined by a colon.
    pub(in crate::config) id: Option<OneOrMany>,
    /// The answer: a label, or a list of several; an empty one is an abstention.
    pub(in crate::config) label: Option<String>,
    /// What stands between the labels of an answer that holds several; a list in the cell needs none.
    pub(in crate::config) label_separator: Option<String>,
    /// How sure the system is of its answer.
    pub(in crate::config) confidence: Option<String>,
    /// How far it takes the pair for entailed, for rankings; beside the answer.
    pub(in crate::config) entailment_score: Option<String>,
    /// The place of the pair in a ranking, 1 first; `ranking` says in which.
    pub(in crate::config) rank: Option<String>,
    /// The gold judgment, to be compared with the dataset's.
    pub(in crate::config) gold: Option<String>,
    /// Why the system answers so, in its own words: shown beside the answer on the page and written to `answers.csv`.
    pub(in crate::config) justification: Option<String>,
    /// For `task: outcome`: how far the prediction is right, a word such as `correct` or a number from 0 to 1. With a
    /// `threshold` beside `columns`, a number is right from there on.
    pub(in crate::config) outcome: Option<String>,
    /// A score, in the place of `label`; with a `threshold` beside `columns`.
    pub(in crate::config) score: Option<String>,
    /// A probability for each judgment, in the place of `label`: the highest is the answer.
    pub(in crate::config) probabilities: Option<RawNumbers>,
    /// A log-likelihood for each judgment, in the place of `label`: the highest is the answer.
    pub(in crate::config) log_likelihoods: Option<RawNumbers>,
}

/// The name of an algorithm. It is of the config alone: what is run also holds what it learns from, which
/// stands under a key of its own.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::config) enum Algorithm {
    LinguisticBiased,
    LinguisticBiasedThreeWay,
}
