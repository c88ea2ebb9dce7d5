//! `phenom formats`: the formats, and presets for well-known datasets.

use phenom_dataset::{LOGS, Log, nearest};
use serde::Serialize;
use tabled::builder::Builder;

use super::{in_columns, print, print_json};
use crate::arguments::FormatsArguments;
use phenom_study::Failure;
use phenom_study::config::{PAIR_FORMATS, presets};

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    about: String,
    pairs: bool,
    predictions: bool,
    parts: bool,
}

/// Lists the formats, or prints a preset.
pub(crate) fn formats(arguments: &FormatsArguments) -> Result<(), Failure> {
    let Some(name) = &arguments.name else {
        return if arguments.json { print_json(&all()) } else { print(&list()) };
    };
    if let Some(preset) = presets().iter().find(|preset| preset.name == name) {
        if arguments.json {
            let sides = serde_json::json!({
                "name": preset.name, "about": preset.about,
                "pairs": preset.pairs, "predictions": preset.predictions, "parts": preset.parts,
            });
            return print_json(&sides);
        }
        return print(&format!(
            "# The preset `{name}`. `format: {name}` is short for the keys under `pairs` (in a dataset),\n\
             # `predictions` (in a system) or `parts` (in `parts` of a system); copy them there to change them.\n\
             {}",
            preset.yaml
        ));
    }
    if let Some(log) = Log::named(name) {
        return if arguments.json { print_json(&in_json(log)) } else { print(&described(log)) };
    }
    if let Some((_, about)) = PAIR_FORMATS.iter().find(|(known, _)| known == name) {
        return print(&format!("{name}: {about}\n"));
    }
    let known = all();
    let names = known.iter().map(|format| format.name);
    let help = match nearest(name, names) {
        Some(name) => format!("did you mean `{name}`? `phenom formats` lists them all"),
        None => "`phenom formats` lists them all".to_owned(),
    };
    Err(Failure::input(format!("unknown format `{name}`"), Some(help)))
}

fn all() -> Vec<Listed> {
    let formats = PAIR_FORMATS.iter().map(|(name, about)| Listed {
        name,
        about: (*about).to_owned(),
        pairs: true,
        predictions: !matches!(*name, "phenom-jsonl" | "rte-xml"),
        parts: !matches!(*name, "phenom-jsonl" | "rte-xml"),
    });
    let presets = presets().iter().map(|preset| Listed {
        name: preset.name,
        about: preset.about.clone(),
        pairs: preset.pairs.is_some(),
        predictions: preset.predictions.is_some(),
        parts: preset.parts.is_some(),
    });
    let logs = LOGS.iter().map(|log| Listed {
        name: log.name,
        about: log.about.to_owned(),
        pairs: log.columns.iter().any(|(column, _)| *column == "gold" || *column == "annotator"),
        predictions: !log.columns.iter().any(|(column, _)| *column == "annotator"),
        parts: false,
    });
    formats.chain(logs).chain(presets).collect()
}

/// What is read of a log, and what is not.
fn described(log: &Log) -> String {
    let Log { name, tool, about, columns, left_out, example, .. } = log;
    let mut rows = Builder::default();
    rows.push_record(["column", "read from"]);
    for (column, of) in *columns {
        rows.push_record([*column, *of]);
    }
    format!(
        "{name}: {about}\n\
         Tested with {tool}. `phenom run FILE...` reads such logs without a config, and `phenom init FILE...` writes a \
         config.\n\n\
         {}\n\n\
         All other fields of a sample (metadata, variables, the document) become columns under their own names.\n\
         Not read: {left_out}.\n\n\
         Example:\n\
         {example}",
        in_columns(rows)
    )
}

fn in_json(log: &Log) -> serde_json::Value {
    let columns: serde_json::Map<String, serde_json::Value> =
        log.columns.iter().map(|(column, of)| ((*column).to_owned(), (*of).into())).collect();
    serde_json::json!({
        "name": log.name, "about": log.about, "tool": log.tool, "columns": columns, "left_out": log.left_out,
        "example": log.example,
    })
}

fn list() -> String {
    let mut rows = Builder::default();
    rows.push_record(["format", "reads", ""]);
    for format in all() {
        let sides = [
            ("pairs", format.pairs),
            ("predictions", format.predictions),
            ("parts", format.parts && !(format.pairs && format.predictions)),
        ];
        let reads: Vec<&str> =
            sides.into_iter().filter(|(_, reads)| *reads).map(|(side, _)| side).collect();
        rows.push_record([format.name, &reads.join(", "), &format.about]);
    }
    format!(
        "{}\n\n\
         `phenom formats NAME` prints a preset as YAML, and lists what phenom reads from a log.\n",
        in_columns(rows)
    )
}
