//! Whether a report folder is what a run would write. A folder need not hold all files: the manifest has
//! the hash of each, so that a repository keeps those that people look at and the rest is still checked.

use std::path::Path;

use phenom_files::{Folder, bounded};
use phenom_report::ReportFile;

use crate::failure::Failure;
use crate::load::sha256;
use crate::output::{Files, MANIFEST, Manifest};
use crate::provenance::unlisted;
use crate::report_folder::read_manifest;
use crate::writing::{self, NewFile, Place};

/// What a comparison of a folder with a run comes to.
struct Comparison<'a> {
    /// The files that the run writes otherwise than they are, or than the manifest says.
    differing: Vec<&'a ReportFile>,
    /// What the manifest lists and the run does not write.
    stale: Vec<String>,
    /// How many files are not there, and have the hash of the manifest.
    by_hash: usize,
}

impl<'a> Comparison<'a> {
    fn of(files: &'a Files, folder: &Folder, manifest: &Manifest) -> Self {
        let mut differing = Vec::new();
        let mut by_hash = 0;
        for (name, new) in files {
            let kept = !matches!(folder.stat(name), Ok(None));
            let same = if kept {
                let there = folder.read(name).and_then(|file| bounded(&file, new.length()));
                there.is_ok_and(|there| sha256(&there) == new.sha256())
            } else {
                manifest.files.get(name.as_str()).is_some_and(|hash| hash == new.sha256())
            };
            if same && !kept {
                by_hash += 1;
            }
            if !same {
                differing.push(name);
            }
        }
        let stale = manifest.files.keys().filter(|name| !files.contains_key(name.as_str()));
        Self { differing, stale: stale.cloned().collect(), by_hash }
    }
}

/// Fails unless a folder is what the run writes: every file that is there has the same bytes, every other
/// has the hash that the manifest says, and the manifest lists no more. With `new_folder`, the files that differ are
/// written there. Gives what to tell the user.
pub fn verify(files: &Files, place: &Place, new_folder: Option<&Path>) -> Result<String, Failure> {
    let failed =
        |message: String, help: &str| Failure::Check { message, help: Some(help.to_owned()) };
    if let Some(message) = writing::unfinished(place) {
        return Err(failed(message, "run again without --verify, which completes the change"));
    }
    let shown = place.shown();
    let folder = place.root().map_err(|error| Failure::unreadable(&shown, &error))?;
    let manifest = folder.as_ref().map(read_manifest).unwrap_or_default();
    let Some(folder) = folder.filter(|_| !manifest.phenom.is_empty()) else {
        let message = format!("{shown} contains no report: it has no {MANIFEST} of phenom");
        return Err(failed(message, "run again without --verify to write one"));
    };
    let unlisted = unlisted(&folder, &manifest)?;
    let Comparison { differing, stale, by_hash } = Comparison::of(files, &folder, &manifest);
    if differing.is_empty() && stale.is_empty() && unlisted.is_empty() {
        let checked = match by_hash {
            0 => String::new(),
            some => format!(
                ": {some} of {} files are absent and have the hashes of {MANIFEST}",
                files.len()
            ),
        };
        return Ok(format!("{shown} is up to date{checked}"));
    }
    if differing.is_empty() && stale.is_empty() {
        let names = named(&unlisted);
        let message = format!("{shown} has files that its {MANIFEST} does not list{names}");
        return Err(failed(message, "move your own files to another folder, and remove the rest"));
    }
    let mut message =
        format!("{shown} is not up to date: {} of {} files differ", differing.len(), files.len());
    message += &named(&differing);
    if !stale.is_empty() {
        message += &format!("; this run does not write {} more{}", stale.len(), named(&stale));
    }
    if !unlisted.is_empty() {
        message += &format!("; {} not in {MANIFEST}{}", unlisted.len(), named(&unlisted));
    }
    let Some(new_folder) = new_folder else {
        let help = "run again without --verify to write them, or with --verify --differing DIR to write the new \
                    ones to another folder, for comparison";
        return Err(failed(message, help));
    };
    write_new(files, &differing, new_folder)?;
    message += &format!("; the new ones are in {}", new_folder.display());
    Err(failed(message, "run again without --verify to write them to the report folder"))
}

/// Fails unless a folder for the files that differ is new or empty, so that nothing is lost or mixed.
pub fn refuse_used_folder(folder: &Path) -> Result<(), Failure> {
    let place = Place::folder(folder)?;
    writing::check_folder(&place)?;
    match place.root() {
        Ok(Some(there)) if there.entries().is_ok_and(|entries| !entries.is_empty()) => {
            let message = format!("the folder {} is not empty", folder.display());
            Err(Failure::input(message, Some("name a new folder with --differing".to_owned())))
        }
        _ => Ok(()),
    }
}

fn write_new(files: &Files, differing: &[&ReportFile], folder: &Path) -> Result<(), Failure> {
    refuse_used_folder(folder)?;
    let new = differing
        .iter()
        .filter_map(|name| files.get(*name).map(|new| NewFile::of(name.as_str(), new)));
    writing::write(Place::folder(folder)?, false, new.collect(), |_, seen| {
        match seen.keys().next() {
            Some(name) => {
                let message = format!("{} already exists", folder.join(name).display());
                Err(Failure::input(message, Some("name a new folder".to_owned())))
            }
            None => Ok(Vec::new()),
        }
    })
}

/// All names, in parentheses.
fn named(names: &[impl ToString]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", name.to_string())).collect();
    if quoted.is_empty() { String::new() } else { format!(" ({})", quoted.join(", ")) }
}
