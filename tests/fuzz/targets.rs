//! What is fuzzed: each target has a folder of its name in `corpus/`.

use super::dictionary::Family;
use super::planted::PLANTED;
use super::{answers, commands, logs, pairs, readers};

/// A reader or command with the inputs for it.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) name: &'static str,
    pub(crate) family: Family,
    /// Panics where something does not hold.
    pub(crate) run: fn(&[u8]),
}

const fn target(name: &'static str, family: Family, run: fn(&[u8])) -> Target {
    Target { name, family, run }
}

/// All of them: readers within the worker, commands in processes of their own.
pub(crate) const TARGETS: [Target; 35] = [
    target("pairs-jsonl", Family::Json, pairs::jsonl),
    target("pairs-csv", Family::Rows, pairs::csv),
    target("pairs-tsv", Family::Rows, pairs::tsv),
    target("pairs-ndjson", Family::Json, pairs::ndjson),
    target("pairs-json", Family::Json, pairs::json),
    target("pairs-layout", Family::Rows, pairs::layout),
    target("pairs-parquet", Family::Parquet, pairs::parquet),
    target("pairs-arrow", Family::Parquet, pairs::arrow),
    target("pairs-xlsx", Family::Parquet, pairs::xlsx),
    target("pairs-xml", Family::Xml, pairs::xml),
    target("pairs-rte", Family::Xml, pairs::rte),
    target("tags", Family::Rows, readers::tags),
    target("annotations", Family::Rows, readers::annotations),
    target("justifications", Family::Rows, readers::justifications),
    target("parses", Family::Rows, readers::parses),
    target("lexical-rules", Family::Rows, readers::lexical_rules),
    target("answers-csv", Family::Rows, answers::csv),
    target("answers-ndjson", Family::Json, answers::ndjson),
    target("answers-parquet", Family::Parquet, answers::parquet),
    target("answers-arrow", Family::Parquet, answers::arrow),
    target("answers-blanks", Family::Rows, answers::blanks),
    target("answers-edits", Family::Rows, answers::edits),
    target("logs", Family::Json, logs::logs),
    target("config", Family::Yaml, commands::config),
    target("presets", Family::Json, commands::presets),
    target("counts-csv", Family::Rows, commands::counts_csv),
    target("counts-parquet", Family::Parquet, commands::counts_parquet),
    target("clusters-csv", Family::Rows, commands::clusters_csv),
    target("table-file", Family::Rows, commands::table_file),
    target("table-rows", Family::Rows, commands::table_rows),
    target("report", Family::Json, commands::report),
    target("rules", Family::Json, commands::rules),
    target("steps", Family::Json, commands::steps),
    target("inventory", Family::Yaml, commands::inventory),
    target("plan", Family::Yaml, commands::plan),
];

/// The target of a name.
pub(crate) fn named(name: &str) -> &'static Target {
    let planted = PLANTED.iter().map(|(target, _)| target);
    TARGETS.iter().chain(planted).find(|target| target.name == name).unwrap()
}
