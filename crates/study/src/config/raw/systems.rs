//! What the YAML says of a system.

use phenom_dataset::{Again, Blank, Extra, Judgment, Missing, RankingKind};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::choice::Choice;
use super::engine::RawEngine;
use super::labels::RawLabels;
use super::lists::OneOrMany;
use super::numbers_of_judgments::RawNumbers;
use super::options::RawOptions;
use super::outside::{By, RawEndpoint};
use super::own_parts::{RawAggregation, RawOwnParts};
use super::rows::{RawIds, RawWhere};
use super::threshold::RawThreshold;
use crate::config::formats::TableFormatName;
use crate::config::numbers::Whole;

/// A system: predictions in files, an engine that phenom runs, or an algorithm. Or several systems: a table with rows
/// of each.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawSystem {
    /// The name in the tables; a table of several systems has their names in a column.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String")]
    pub(in crate::config) name: Option<String>,
    /// A table with rows of several systems or of several runs, instead of `predictions`: the file, or a list of files,
    /// a folder, a pattern. Without `system` it contains one system, which has a `name`.
    pub(in crate::config) from: Option<OneOrMany>,
    /// In the table `from`: the column with the names of the systems, or several columns (a model and a prompt) whose
    /// values, joined by a blank, are the names.
    pub(in crate::config) system: Option<OneOrMany>,
    /// In the table `from`: the column that distinguishes the runs of a system: a seed, an epoch.
    pub(in crate::config) run: Option<String>,
    /// In the table `from`: the column of the predictions, short for `columns: {label: COLUMN}`. If `columns` names no
    /// id, phenom reads the id from the column that has this role in the pairs.
    pub(in crate::config) answer: Option<String>,
    /// The file of predictions, relative to this config; or a list of files, a folder, or a pattern.
    pub(in crate::config) predictions: Option<OneOrMany>,
    /// Several runs of the system that differ by their random seed, one file each, instead of `predictions`.
    pub(in crate::config) runs: Option<OneOrMany>,
    /// The columns of its labels, one for each of several runs in one file, instead of a `label` among the `columns`.
    #[serde(default)]
    pub(in crate::config) run_columns: Vec<String>,
    /// The format or preset of the files; the default follows from their ending.
    pub(in crate::config) format: Option<TableFormatName>,
    /// The meanings of the labels in the files; the default is as in the pairs.
    pub(in crate::config) labels: Option<RawLabels>,
    /// The columns to read.
    pub(in crate::config) columns: Option<RawPredictionColumns>,
    /// For a score: the lowest score of a positive prediction, any finite number; or how to learn it.
    pub(in crate::config) threshold: Option<RawThreshold>,
    /// For a score: whether a score at the threshold itself is negative.
    pub(in crate::config) above: Option<bool>,
    /// For a score: the predicted label at or above the threshold; the default is entailment.
    pub(in crate::config) positive: Option<Choice<Judgment>>,
    /// For a score: the predicted label below the threshold; the default is not-entailment.
    pub(in crate::config) negative: Option<Choice<Judgment>>,
    #[serde(flatten)]
    pub(in crate::config) options: RawOptions,
    /// For XML: the name of the elements that are rows. For JSON: the path of the list that contains the rows. For a
    /// spreadsheet: the name of the sheet.
    pub(in crate::config) rows: Option<String>,
    /// The ranking in the column `rank`, or in the order of the rows if there is no such column: by entailment (the
    /// pairs most likely entailed first), or by confidence (the surest predictions first).
    pub(in crate::config) ranking: Option<Choice<RankingKind>>,
    /// How to count a pair without a prediction.
    pub(in crate::config) missing: Option<Choice<Missing>>,
    /// How to treat a prediction for no pair of the dataset: an error (the default), or ignore it.
    pub(in crate::config) extra: Option<Choice<Extra>>,
    /// How to treat a second prediction for a pair: an error (the default), or ignore it if it is the `same`.
    pub(in crate::config) repeated: Option<Choice<Again>>,
    /// The label that an abstention counts as; by default it has no label and counts as wrong.
    pub(in crate::config) abstained: Option<Choice<Judgment>>,
    /// What an empty label is: an abstention (`abstained`, the default), or a `missing` prediction.
    pub(in crate::config) blank: Option<Choice<Blank>>,
    /// The rows to read: for each column the values that it must contain.
    #[serde(rename = "where", default)]
    pub(in crate::config) keep: RawWhere,
    /// How to rewrite ids.
    pub(in crate::config) ids: Option<RawIds>,
    /// An engine that phenom runs itself, instead of `predictions`.
    pub(in crate::config) engine: Option<RawEngine>,
    /// A program that phenom runs, instead of `predictions`: a list of its name and its arguments. It reads pairs as
    /// lines of JSON and writes predictions as lines of JSON (docs/systems.md). It runs in the config's folder.
    pub(in crate::config) command: Option<Vec<String>>,
    /// A server that phenom queries, instead of `predictions`.
    pub(in crate::config) endpoint: Option<RawEndpoint>,
    /// For a `command` or an `endpoint`: its version, any text. phenom does not use stored predictions of another
    /// version.
    pub(in crate::config) version: Option<String>,
    /// For a `command` or an `endpoint`: how many seconds a prediction may take; the default is 300 for a command and
    /// 120 for an endpoint.
    pub(in crate::config) time_out: Option<Whole<1, 86_400>>,
    /// For an `engine`, a `command` or an `endpoint`: what it predicts, all pairs (`pairs`, the default) or only the
    /// monothematic pairs, from which phenom composes the predictions for originals (`parts`).
    pub(in crate::config) by: Option<Choice<By>>,
    /// The parts into which the system itself divides originals, with its verdicts on them. phenom composes the
    /// predictions for originals if there are no `predictions`.
    pub(in crate::config) parts: Option<RawOwnParts>,
    /// For `parts`: how the system composes its verdicts; the default is the `composition` of the config.
    pub(in crate::config) composition: Option<RawAggregation>,
    /// An algorithm that uses the gold labels of the dataset (an oracle), instead of `predictions`.
    pub(in crate::config) algorithm: Option<Choice<Algorithm>>,
    /// For the algorithm: learn from the pairs of other groups (pairs that share an original, a cluster or a text)
    /// instead of from all pairs.
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

    /// Whether it says how the system predicts originals.
    pub(in crate::config) fn answers_itself(&self) -> bool {
        self.predictions.is_some()
            || self.runs.is_some()
            || self.engine.is_some()
            || self.command.is_some()
            || self.endpoint.is_some()
    }

    /// The keys of systems from outside alone, and whether the system has them.
    pub(in crate::config) fn keys_of_outside(&self) -> [(&'static str, bool); 2] {
        [("version", self.version.is_some()), ("time-out", self.time_out.is_some())]
    }

    /// The keys that say how files of answers are read, and whether a system has them.
    pub(in crate::config) fn keys_of_predictions(&self) -> Vec<(&'static str, bool)> {
        let keys = [
            ("run-columns", !self.run_columns.is_empty()),
            ("format", self.format.is_some()),
            ("labels", self.labels.is_some()),
            ("columns", self.columns.is_some()),
            ("threshold", self.threshold.is_some()),
            ("above", self.above.is_some()),
            ("positive", self.positive.is_some()),
            ("negative", self.negative.is_some()),
            ("rows", self.rows.is_some()),
            ("ranking", self.ranking.is_some()),
            ("missing", self.missing.is_some()),
            ("extra", self.extra.is_some()),
            ("repeated", self.repeated.is_some()),
            ("abstained", self.abstained.is_some()),
            ("blank", self.blank.is_some()),
            ("where", !self.keep.is_empty()),
            ("ids", self.ids.is_some()),
        ];
        [&keys[..], &self.options.given()].concat()
    }
}

/// The columns of a table of predictions. phenom reads only columns that are named here; `none` means no such column,
/// even if a preset names one.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(in crate::config) struct RawPredictionColumns {
    /// The id of the pair; several columns are joined by a colon.
    pub(in crate::config) id: Option<OneOrMany>,
    /// The prediction: a label, or a list of several; an empty one is an abstention.
    pub(in crate::config) label: Option<String>,
    /// The separator between the labels of a prediction that is a set; a list in the cell needs none.
    pub(in crate::config) label_separator: Option<String>,
    /// How sure the system is of its prediction.
    pub(in crate::config) confidence: Option<String>,
    /// How likely the pair is entailed according to the system, for rankings; in addition to the prediction.
    pub(in crate::config) entailment_score: Option<String>,
    /// The rank of the pair in a ranking, 1 first; `ranking` names the ranking.
    pub(in crate::config) rank: Option<String>,
    /// The gold label, to be compared with the dataset's.
    pub(in crate::config) gold: Option<String>,
    /// The system's own reason for its prediction: shown next to the prediction on the page and written to
    /// `answers.csv`.
    pub(in crate::config) justification: Option<String>,
    /// For `task: outcome`: how far the prediction is correct, a word such as `correct` or a number from 0 to 1. With a
    /// `threshold` next to `columns`, a number at or above the threshold is correct.
    pub(in crate::config) outcome: Option<String>,
    /// A score, instead of `label`; with a `threshold` next to `columns`.
    pub(in crate::config) score: Option<String>,
    /// A probability for each label, instead of `label`: the highest is the prediction.
    pub(in crate::config) probabilities: Option<RawNumbers>,
    /// A log-likelihood for each label, instead of `label`: the highest is the prediction.
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
