//! The names of the formats, in configs and on the command line.

use std::borrow::Cow;
use std::path::Path;

use phenom_dataset::{PairFormat, TableFormat};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

use super::presets::{self, Side};

/// A format of pairs by its name; presets have been replaced by what they stand for.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PairFormatName {
    PhenomJsonl,
    RteXml,
    Csv,
    Tsv,
    Ndjson,
    Json,
    Parquet,
    Xml,
    Xlsx,
    Arrow,
}

/// A format of answers or tags by its name.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum TableFormatName {
    Csv,
    Tsv,
    Ndjson,
    Json,
    Parquet,
    Blanks,
    Xml,
    Xlsx,
    Arrow,
}

/// The formats of pairs besides presets, each with a line on it.
pub const PAIR_FORMATS: [(&str, &str); 10] = [
    ("phenom-jsonl", "one original pair a line, its monothematic pairs in it (.jsonl)"),
    ("rte-xml", "the XML of the RTE challenges (.xml); labels must be named"),
    ("csv", "comma-separated values (.csv)"),
    ("tsv", "tab-separated values (.tsv)"),
    ("ndjson", "one JSON object a line (.ndjson)"),
    ("json", "a JSON list of rows, or an object whose keys are ids (.json)"),
    ("parquet", "Apache Parquet (.parquet)"),
    ("xml", "XML elements as rows, named by `rows`"),
    ("xlsx", "a sheet of a spreadsheet (.xlsx), named by `rows` if there are several"),
    ("arrow", "Apache Arrow, a stream or a file (.arrow, .feather)"),
];

/// The formats of answers besides presets.
const TABLE_FORMATS: [&str; 9] =
    ["csv", "tsv", "ndjson", "json", "parquet", "blanks", "xml", "xlsx", "arrow"];

/// Every name for the format of pairs.
pub fn pair_format_names() -> Vec<&'static str> {
    PAIR_FORMATS.iter().map(|(name, _)| *name).chain(presets::names(Side::Pairs)).collect()
}

/// Every name for the format of answers.
pub fn prediction_format_names() -> Vec<&'static str> {
    TABLE_FORMATS.into_iter().chain(presets::names(Side::Predictions)).collect()
}

impl PairFormatName {
    pub(super) fn format(self) -> PairFormat {
        match self {
            Self::PhenomJsonl => PairFormat::PhenomJsonl,
            Self::RteXml => PairFormat::RteXml,
            Self::Csv => PairFormat::Table(TableFormat::Csv),
            Self::Tsv => PairFormat::Table(TableFormat::Tsv),
            Self::Ndjson => PairFormat::Table(TableFormat::Ndjson),
            Self::Json => PairFormat::Table(TableFormat::Json),
            Self::Parquet => PairFormat::Table(TableFormat::Parquet),
            Self::Xml => PairFormat::Table(TableFormat::Xml),
            Self::Xlsx => PairFormat::Table(TableFormat::Xlsx),
            Self::Arrow => PairFormat::Table(TableFormat::Arrow),
        }
    }
}

impl TableFormatName {
    pub(super) fn format(self) -> TableFormat {
        match self {
            Self::Csv => TableFormat::Csv,
            Self::Tsv => TableFormat::Tsv,
            Self::Ndjson => TableFormat::Ndjson,
            Self::Json => TableFormat::Json,
            Self::Parquet => TableFormat::Parquet,
            Self::Blanks => TableFormat::Blanks,
            Self::Xml => TableFormat::Xml,
            Self::Xlsx => TableFormat::Xlsx,
            Self::Arrow => TableFormat::Arrow,
        }
    }
}

impl JsonSchema for PairFormatName {
    fn schema_name() -> Cow<'static, str> {
        "PairFormat".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": pair_format_names() })
    }
}

impl JsonSchema for TableFormatName {
    fn schema_name() -> Cow<'static, str> {
        "PredictionFormat".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": prediction_format_names() })
    }
}

/// The format of a file of pairs by its ending.
pub(crate) fn guess_pair_format(path: &Path) -> Option<PairFormat> {
    match ending(path).as_str() {
        "jsonl" => Some(PairFormat::PhenomJsonl),
        "xml" => Some(PairFormat::RteXml),
        other => table_format(other).map(PairFormat::Table),
    }
}

/// The format of a file of answers or tags by its ending.
pub(super) fn guess_table_format(path: &Path) -> Option<TableFormat> {
    match ending(path).as_str() {
        // A line of answers is flat, whatever the ending is called.
        "jsonl" => Some(TableFormat::Ndjson),
        other => table_format(other),
    }
}

/// Whether a file is JSON that begins with a list, which one JSON object a line does not.
pub(super) fn is_json_list(path: &Path) -> bool {
    let Ok(file) = phenom_files::open_regular(path) else { return false };
    phenom_dataset::Input::Stream(Box::new(file)).begins_with(b'[')
}

/// The ending of a name, in small letters; of a compressed file that of what it holds.
fn ending(path: &Path) -> String {
    let last = |path: &Path| path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    match last(path).as_str() {
        "gz" | "zst" => last(&path.with_extension("")),
        ending => ending.to_owned(),
    }
}

fn table_format(ending: &str) -> Option<TableFormat> {
    match ending {
        "csv" => Some(TableFormat::Csv),
        "tsv" => Some(TableFormat::Tsv),
        "ndjson" => Some(TableFormat::Ndjson),
        // The second is an archive of inspect_ai.
        "json" | "eval" => Some(TableFormat::Json),
        "parquet" => Some(TableFormat::Parquet),
        "xlsx" | "xlsm" => Some(TableFormat::Xlsx),
        "arrow" | "feather" => Some(TableFormat::Arrow),
        _ => None,
    }
}
