//! The names of the formats, in configs and on the command line.

use std::path::Path;

use clap::ValueEnum;
use phenom_dataset::{PairFormat, PredictionFormat, TableFormat};
use schemars::JsonSchema;
use serde::Deserialize;

/// A format of pairs by its name.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema, ValueEnum)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "PairFormat", description = "A format of pairs.")]
#[allow(missing_docs, reason = "the names say it")]
pub(crate) enum PairFormatName {
    PhenomJsonl,
    RteXml,
    Csv,
    Tsv,
    Ndjson,
    Parquet,
}

impl PairFormatName {
    pub(crate) fn format(self) -> PairFormat {
        match self {
            Self::PhenomJsonl => PairFormat::PhenomJsonl,
            Self::RteXml => PairFormat::RteXml,
            Self::Csv => PairFormat::Table(TableFormat::Csv),
            Self::Tsv => PairFormat::Table(TableFormat::Tsv),
            Self::Ndjson => PairFormat::Table(TableFormat::Ndjson),
            Self::Parquet => PairFormat::Table(TableFormat::Parquet),
        }
    }
}

/// A format of answers by its name.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema, ValueEnum)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "PredictionFormat", description = "A format of answers.")]
pub(super) enum PredictionFormatName {
    Edits,
    Csv,
    Tsv,
    Ndjson,
    Parquet,
}

impl PredictionFormatName {
    pub(super) fn format(self) -> PredictionFormat {
        match self {
            Self::Edits => PredictionFormat::Edits,
            Self::Csv => PredictionFormat::Table(TableFormat::Csv),
            Self::Tsv => PredictionFormat::Table(TableFormat::Tsv),
            Self::Ndjson => PredictionFormat::Table(TableFormat::Ndjson),
            Self::Parquet => PredictionFormat::Table(TableFormat::Parquet),
        }
    }
}

/// The names of formats, for messages.
pub(crate) fn names<T: ValueEnum>(formats: &[T]) -> String {
    let names = formats.iter().filter_map(ValueEnum::to_possible_value);
    names.map(|name| format!("`{}`", name.get_name())).collect::<Vec<_>>().join(", ")
}

/// The format of a file of pairs by its ending.
pub(crate) fn guess_pair_format(path: &Path) -> Option<PairFormat> {
    match ending(path).as_str() {
        "jsonl" => Some(PairFormat::PhenomJsonl),
        "xml" => Some(PairFormat::RteXml),
        other => table_format(other).map(PairFormat::Table),
    }
}

/// The format of a file of answers by its ending.
pub(super) fn guess_prediction_format(path: &Path) -> Option<PredictionFormat> {
    match ending(path).as_str() {
        // A line of answers is flat, whatever the ending is called.
        "jsonl" => Some(PredictionFormat::Table(TableFormat::Ndjson)),
        other => table_format(other).map(PredictionFormat::Table),
    }
}

fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

fn table_format(ending: &str) -> Option<TableFormat> {
    match ending {
        "csv" => Some(TableFormat::Csv),
        "tsv" => Some(TableFormat::Tsv),
        "ndjson" => Some(TableFormat::Ndjson),
        "parquet" => Some(TableFormat::Parquet),
        _ => None,
    }
}
