//! The config that the files themselves make, where nothing of it is open.

use std::path::{Path, PathBuf};

use super::{Dialogue, Inspected, Said, inspect};
use crate::config::{Config, SystemsNeeded};
use crate::failure::Failure;

/// What files were taken for, where nothing of it is left open.
///
/// # Errors
/// Something is left open, or a file cannot be read.
pub fn inspect_all(
    files: &[PathBuf],
    said: &Said,
    dialogue: &mut Dialogue<'_>,
) -> Result<Inspected, Failure> {
    let inspected = inspect(files, Path::new(""), said, dialogue)?;
    if !inspected.doubts.is_empty() {
        let message = format!("phenom cannot decide: {}", inspected.doubts.join("; "));
        let named: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        let by_option = inspected.doubts.iter().any(|doubt| doubt.contains("`--"));
        let option = if by_option { "set the option; " } else { "" };
        let help = format!(
            "{option}or `phenom init {}` writes a config in which you can decide it",
            named.join(" ")
        );
        return Err(Failure::input(message, Some(help)));
    }
    Ok(inspected)
}

/// The config that `phenom init` would make of files, with a note on what they were taken for.
///
/// # Errors
/// Those of [`inspect_all`].
pub fn config_of_files(
    files: &[PathBuf],
    said: &Said,
    needed: SystemsNeeded,
    dialogue: &mut Dialogue<'_>,
) -> Result<Config, Failure> {
    let inspected = inspect_all(files, said, dialogue)?;
    let mut config = Config::of_text(inspected.text(&[], &[]), Path::new("phenom.yaml"), needed)?;
    // Nobody asked for a report folder.
    config.output = None;
    config.notes.push(inspected.note());
    Ok(config)
}

impl Inspected {
    /// What the files were taken for, as a note of the report.
    #[must_use]
    pub fn note(&self) -> String {
        let found = self.found.join("; ");
        format!("phenom read the files as the config of `phenom init` states: {found}.")
    }
}
