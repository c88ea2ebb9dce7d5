//! Configs, and descriptions of single files, from text to what will be done.

use std::path::Path;

use phenom_dataset::Missing;

use super::document::Document;
use super::files::Frames;
use super::pairs::Pairs;
use super::raw::{Choice, RawSystem};
use super::settings::{Config, SystemsNeeded};
use super::system::System;
use super::{check, presets, raw, resolve};
use crate::failure::Failure;

impl Config {
    /// Reads a config and checks everything that can be checked without reading data.
    pub fn load(path: &Path) -> Result<Self, Failure> {
        Self::load_with(path, SystemsNeeded::Always)
    }

    /// The same, for commands that may do without systems.
    pub fn load_with(path: &Path, needed: SystemsNeeded) -> Result<Self, Failure> {
        Self::of(Document::read(path)?, path, needed, Frames::new())
    }

    /// The same of the text of a config that is to stand at a path.
    pub fn of_text(text: String, path: &Path, needed: SystemsNeeded) -> Result<Self, Failure> {
        Self::of(Document::parse(path.display().to_string(), text)?, path, needed, Frames::new())
    }

    /// The same where some names are those of tables in memory, which are read instead of files.
    pub fn of_frames(
        text: String,
        path: &Path,
        (needed, frames): (SystemsNeeded, Frames),
    ) -> Result<Self, Failure> {
        let document = Document::parse(path.display().to_string(), text)?;
        Self::of(document, path, needed, frames)
    }

    fn of(
        document: Document,
        path: &Path,
        needed: SystemsNeeded,
        frames: Frames,
    ) -> Result<Self, Failure> {
        let raw = check::raw_config(&document).map_err(|problems| document.failure(problems))?;
        resolve::resolve(raw, path, document, (needed, frames))
    }
}

/// The values that a text of YAML has, as a config is read.
#[cfg(test)]
pub(crate) fn values_of(text: &str) -> Option<serde_json::Value> {
    super::document::parse_values(text)
}

/// The JSON Schema of the config.
pub fn schema() -> serde_json::Value {
    raw::schema()
}

/// A file of pairs described on the command line: its path, and what a config would say of it.
pub fn pairs_of_file(
    path: &Path,
    format: Option<&str>,
    labels: Option<serde_json::Value>,
) -> Result<Pairs, Failure> {
    let mut said = serde_json::json!({ "path": path.to_string_lossy() });
    add(&mut said, [("format", format.map(Into::into)), ("labels", labels)]);
    presets::apply_to_pairs(&mut said);
    described(path, said, resolve::resolve_pairs)
}

/// A system described on the command line: the file of its answers, and what a config would say of
/// it. Labels are those of a preset where it knows them.
pub fn system_of_file(
    name: &str,
    path: &Path,
    format: Option<&str>,
    labels: Option<serde_json::Value>,
    missing: Option<Missing>,
) -> Result<System, Failure> {
    let mut said = serde_json::json!({ "name": name, "predictions": path.to_string_lossy() });
    add(&mut said, [("format", format.map(Into::into))]);
    presets::apply_to_system(&mut said);
    if said.get("labels").is_none() {
        add(&mut said, [("labels", labels)]);
    }
    described(path, said, |mut raw: RawSystem, document: &Document| {
        raw.missing = missing.map(Choice).or(raw.missing);
        resolve::resolve_system(raw, document)
    })
}

fn add<const N: usize>(said: &mut serde_json::Value, more: [(&str, Option<serde_json::Value>); N]) {
    for (key, value) in more {
        if let Some(value) = value {
            said[key] = value;
        }
    }
}

fn described<Raw: serde::de::DeserializeOwned, Resolved>(
    path: &Path,
    said: serde_json::Value,
    resolve: impl Fn(Raw, &Document) -> Result<Resolved, Vec<String>>,
) -> Result<Resolved, Failure> {
    let document = Document::parse(path.display().to_string(), "{}".to_owned())?;
    let raw = serde_json::from_value(said)
        .map_err(|error| Failure::input(format!("{}: {error}", path.display()), None))?;
    resolve(raw, &document).map_err(|problems| {
        // On the command line these are flags.
        let said = problems.join("; ").replace("`labels: ", "`--labels ");
        Failure::input(said.replace("`format:`", "`--format`"), None)
    })
}
