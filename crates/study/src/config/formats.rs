//! The names of the formats, in configs and on the command line.

use std::borrow::Cow;
use std::path::Path;
use std::sync::LazyLock;

use phenom_dataset::{LOGS, Log, PairFormat, TableFormat};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error};

use super::presets::{self, Side};

/// A format of pairs by its name; presets have been replaced by what they stand for.
#[derive(Debug, Clone, Copy)]
pub(super) struct PairFormatName(PairFormat);

/// A format of answers or tags by its name.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableFormatName(TableFormat);

/// A format of parts that a system made.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartsFormatName(TableFormatName);

/// The formats of pairs besides presets and logs, each with a line on it.
pub const PAIR_FORMATS: [(&str, &str); 10] = [
    ("phenom-jsonl", "one original pair a line, with its monothematic pairs (.jsonl)"),
    ("rte-xml", "the XML of the RTE challenges (.xml); needs `labels`"),
    ("csv", "comma-separated values (.csv)"),
    ("tsv", "tab-separated values (.tsv)"),
    ("ndjson", "one JSON object a line (.ndjson)"),
    ("json", "a JSON list of rows, or an object whose keys are ids (.json)"),
    ("parquet", "Apache Parquet (.parquet)"),
    ("xml", "XML elements as rows, named by `rows`"),
    ("xlsx", "a sheet of a spreadsheet (.xlsx), named by `rows` if there are several"),
    ("arrow", "Apache Arrow, a stream or a file (.arrow, .feather)"),
];

/// The formats of answers besides presets and logs.
const TABLE_FORMATS: [(&str, TableFormat); 9] = [
    ("csv", TableFormat::Csv),
    ("tsv", TableFormat::Tsv),
    ("ndjson", TableFormat::Ndjson),
    ("json", TableFormat::Json),
    ("parquet", TableFormat::Parquet),
    ("blanks", TableFormat::Blanks),
    ("xml", TableFormat::Xml),
    ("xlsx", TableFormat::Xlsx),
    ("arrow", TableFormat::Arrow),
];

/// Every name for the format of pairs.
pub fn pair_format_names() -> Vec<&'static str> {
    let logs = LOGS.iter().map(|log| log.name);
    PAIR_FORMATS
        .iter()
        .map(|(name, _)| *name)
        .chain(logs)
        .chain(presets::names(Side::Pairs))
        .collect()
}

/// Every name for the format of answers.
pub fn prediction_format_names() -> Vec<&'static str> {
    let logs = LOGS.iter().map(|log| log.name);
    let tables = TABLE_FORMATS.iter().map(|(name, _)| *name);
    tables.chain(logs).chain(presets::names(Side::Predictions)).collect()
}

/// Every name for the format of parts that a system made.
fn parts_format_names() -> Vec<&'static str> {
    let tables = TABLE_FORMATS.iter().map(|(name, _)| *name);
    tables.filter(|name| *name != "blanks").chain(presets::names(Side::Parts)).collect()
}

/// The tables of a name.
fn table_named(name: &str) -> Option<TableFormat> {
    let known = TABLE_FORMATS.iter().find(|(known, _)| *known == name).map(|(_, format)| *format);
    known.or_else(|| Log::named(name).map(TableFormat::Log))
}

/// The pairs of a name.
fn pairs_named(name: &str) -> Option<PairFormat> {
    match name {
        "phenom-jsonl" => Some(PairFormat::PhenomJsonl),
        "rte-xml" => Some(PairFormat::RteXml),
        // Pairs have a header.
        "blanks" => None,
        name => table_named(name).map(PairFormat::Table),
    }
}

impl PairFormatName {
    pub(super) fn format(self) -> PairFormat {
        self.0
    }
}

impl TableFormatName {
    pub(super) fn format(self) -> TableFormat {
        self.0
    }
}

impl From<PartsFormatName> for PairFormatName {
    fn from(PartsFormatName(TableFormatName(format)): PartsFormatName) -> Self {
        Self(PairFormat::Table(format))
    }
}

impl<'de> Deserialize<'de> for PartsFormatName {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(parts_format_names);
        let name = String::deserialize(value)?;
        let found = TABLE_FORMATS.iter().find(|(known, _)| *known == name && name != "blanks");
        let found = found.map(|(_, format)| Self(TableFormatName(*format)));
        found.ok_or_else(|| D::Error::unknown_variant(&name, &NAMES))
    }
}

impl JsonSchema for PartsFormatName {
    fn schema_name() -> Cow<'static, str> {
        "PartsFormat".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": parts_format_names() })
    }
}

impl<'de> Deserialize<'de> for PairFormatName {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(pair_format_names);
        let name = String::deserialize(value)?;
        pairs_named(&name).map(Self).ok_or_else(|| D::Error::unknown_variant(&name, &NAMES))
    }
}

impl<'de> Deserialize<'de> for TableFormatName {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        static NAMES: LazyLock<Vec<&'static str>> = LazyLock::new(prediction_format_names);
        let name = String::deserialize(value)?;
        table_named(&name).map(Self).ok_or_else(|| D::Error::unknown_variant(&name, &NAMES))
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
        "json" => Some(TableFormat::Json),
        "eval" => Log::named("inspect").map(TableFormat::Log),
        "parquet" => Some(TableFormat::Parquet),
        "xlsx" | "xlsm" => Some(TableFormat::Xlsx),
        "arrow" | "feather" => Some(TableFormat::Arrow),
        _ => None,
    }
}
