//! What the user trusts, in their state folder: a file for each config, named by the hash of its real path.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use phenom_files::{Folder, LONGEST_TEXT, State, bounded, project_of, tidy};
use serde::{Deserialize, Serialize};

use super::list::List;
use crate::failure::Failure;
use crate::hashes::sha256;

/// The folder in the state folder.
const FOLDER: &str = "trusted";

/// A config that is trusted.
#[derive(Serialize, Deserialize)]
struct Trusted {
    /// Its real path, to be shown.
    config: String,
    /// What it asked for.
    list: List,
}

/// What is known of a config.
pub enum Remembered {
    /// Nothing, or there is nowhere to look.
    Nothing,
    /// It is trusted, and asks for the same.
    Trusted,
    /// It was trusted when it asked for this.
    Changed(List),
}

/// A path without links, as far as it is there.
pub(crate) fn real(path: &Path) -> PathBuf {
    let named = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let whole = std::path::absolute(named).unwrap_or_else(|_| path.to_owned());
    let real = whole.ancestors().find_map(|above| {
        let rest = whole.strip_prefix(above).ok()?;
        Some(above.canonicalize().ok()?.join(rest))
    });
    tidy(&real.unwrap_or(whole))
}

/// What is remembered of a config that asks for something now.
pub fn remembered(config: &Path, now: &List) -> Remembered {
    let real = real(config);
    let trusted = open(&real).and_then(|folder| read(&folder, &file_of(&real)).ok());
    match trusted {
        None => Remembered::Nothing,
        Some(trusted) if trusted.list == *now => Remembered::Trusted,
        Some(trusted) => Remembered::Changed(trusted.list),
    }
}

/// Fails where nothing can be remembered, before anybody is asked.
pub fn refuse_forgetful(config: &Path) -> Result<(), Failure> {
    let real = real(config);
    open(&real).map(|_| ()).ok_or_else(|| nowhere(&real))
}

/// Remembers that a config is trusted with what it asks for.
pub fn remember(config: &Path, list: List) -> Result<(), Failure> {
    let real = real(config);
    let folder = open(&real).ok_or_else(|| nowhere(&real))?;
    let trusted = Trusted { config: real.display().to_string(), list };
    serde_json::to_vec_pretty(&trusted)
        .map_err(io::Error::other)
        .and_then(|bytes| folder.write_private(file_of(&real), |file| file.write_all(&bytes)))
        .map_err(|error| unwritten(&folder, &error))
}

/// Forgets a config; whether it was trusted.
pub fn forget(config: &Path) -> Result<bool, Failure> {
    let real = real(config);
    let folder = open(&real).ok_or_else(|| nowhere(&real))?;
    match folder.remove_file(file_of(&real)) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(unwritten(&folder, &error)),
    }
}

/// The paths of all configs that are trusted, in their order.
pub fn all() -> Result<Vec<String>, Failure> {
    let nobody = Path::new("");
    let folder = open(nobody).ok_or_else(|| nowhere(nobody))?;
    let names = folder.entries().map_err(|error| unwritten(&folder, &error))?;
    // What another version left is passed over, and what is just being written.
    let read = |name: &std::ffi::OsString| read(&folder, Path::new(name)).ok();
    let mut configs: Vec<String> =
        names.iter().filter_map(|(name, _)| read(name)).map(|trusted| trusted.config).collect();
    configs.sort();
    Ok(configs)
}

fn file_of(real: &Path) -> PathBuf {
    PathBuf::from(format!("{}.json", sha256(real.as_os_str().as_encoded_bytes())))
}

fn open(real: &Path) -> Option<Folder> {
    let project = real.parent().map(project_of).unwrap_or_default();
    State::open(Some(&project))?.folder().make_private_folder(FOLDER).ok()
}

fn read(folder: &Folder, file: &Path) -> io::Result<Trusted> {
    let bytes = bounded(&folder.read(file)?, LONGEST_TEXT)?;
    serde_json::from_slice(&bytes).map_err(io::Error::other)
}

/// There is no state folder.
fn nowhere(real: &Path) -> Failure {
    let project = real.parent().map(project_of).filter(|project| !project.as_os_str().is_empty());
    let outside =
        project.map(|project| format!(" outside of {}", project.display())).unwrap_or_default();
    let message =
        format!("phenom cannot remember your trust: you have no private folder for it{outside}");
    let help = "set XDG_STATE_HOME (on Windows LOCALAPPDATA) or HOME to a folder that only you can write to; without one, \
                --run-systems allows a config for one run";
    Failure::input(message, Some(help.to_owned()))
}

fn unwritten(folder: &Folder, error: &io::Error) -> Failure {
    Failure::input(format!("cannot change {}: {error}", folder.path().display()), None)
}
