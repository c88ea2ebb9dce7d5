//! The commands, one a file.

pub(crate) mod agree;
pub(crate) mod annotate;
pub(crate) mod check;
mod check_gold;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod counts;
pub(crate) mod decompose;
pub(crate) mod formats;
pub(crate) mod init;
mod inspected;
pub(crate) mod justify;
pub(crate) mod label;
mod leakage;
pub(crate) mod measures;
pub(crate) mod power;
pub(crate) mod predict;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod score;
pub(crate) mod table;
mod to_decompose;
pub(crate) mod train;
pub(crate) mod trust;

use std::path::Path;

use phenom_dataset::{LabelScheme, Meaning, nearest};
use tabled::builder::Builder;
use tabled::settings::{Padding, Style};

use crate::terminal::print;
use phenom_study::Failure;
use phenom_study::config::{self, Pairs, listed, pair_format_names};

/// Whether a path is that of a config.
fn is_config(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    matches!(ending.as_str(), "yaml" | "yml")
}

/// A file of pairs as the command line describes it.
fn pairs_of_file(
    path: &Path,
    format: Option<&str>,
    labels: Option<&str>,
) -> Result<Pairs, Failure> {
    refuse_unknown_format(format, &pair_format_names())?;
    config::pairs_of_file(path, format, labels.map(scheme).transpose()?)
}

fn refuse_unknown_format(format: Option<&str>, known: &[&str]) -> Result<(), Failure> {
    let Some(format) = format.filter(|format| !known.contains(format)) else { return Ok(()) };
    let help = match nearest(format, known.iter().copied()) {
        Some(name) => format!("did you mean `{name}`? The formats are {}", listed(known)),
        None => format!("the formats are {}", listed(known)),
    };
    Err(Failure::input(format!("unknown format `{format}`"), Some(help)))
}

/// A label scheme as a config would say it, from its name or `LABEL=MEANING,...`.
fn scheme(text: &str) -> Result<serde_json::Value, Failure> {
    if LabelScheme::named(text).is_some() {
        return Ok(text.into());
    }
    if !text.contains('=') {
        let known: Vec<&str> = LabelScheme::all_named().map(|(name, _)| name).collect();
        let list = listed(&known);
        let help = match nearest(text, known.iter().copied()) {
            Some(name) => format!("did you mean `{name}`? The schemes are {list}"),
            None => format!("the schemes are {list}; or write LABEL=MEANING,..."),
        };
        return Err(Failure::input(format!("unknown label scheme `{text}`"), Some(help)));
    }
    let mut mapping = serde_json::Map::new();
    for pair in text.split(',') {
        let (label, judgment) = pair.split_once('=').unwrap_or((pair, ""));
        let judgment = judgment.trim();
        if Meaning::from_name(judgment).is_none() {
            let message = format!("`{pair}` in --labels is not LABEL=MEANING");
            let help = format!("the meanings are {}", Meaning::names().join(", "));
            return Err(Failure::input(message, Some(help)));
        }
        if mapping.insert(label.trim().to_owned(), judgment.into()).is_some() {
            let message = format!("--labels gives `{}` two meanings", label.trim());
            return Err(Failure::input(message, None));
        }
    }
    Ok(mapping.into())
}

/// Flags for a file of pairs have no say in a config.
fn refuse_flags_for_config(format: Option<&str>, labels: Option<&str>) -> Result<(), Failure> {
    for (flag, given) in [("--labels", labels.is_some()), ("--format", format.is_some())] {
        if given {
            let message = format!("{flag} is for a dataset; the config has its own setting");
            return Err(Failure::input(message, None));
        }
    }
    Ok(())
}

/// Rows in columns, without lines between them.
fn in_columns(rows: Builder) -> String {
    let mut table = rows.build();
    table.with(Style::empty()).with(Padding::new(0, 2, 0, 0));
    let text = table.to_string();
    text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// Prints a value as JSON.
fn print_json(value: &impl serde::Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|error| Failure::input(format!("cannot print: {error}"), None))?;
    print(&format!("{text}\n"))
}
