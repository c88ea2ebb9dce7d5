//! A report folder and its manifest: whether the files there are those that phenom wrote.
//!
//! This finds accidents and careless edits. Whoever rewrites the manifest too is not stopped.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Seek;
use std::path::Path;

use phenom_files::{Folder, Kind, LONGEST_TEXT, bounded, is_plain};
use phenom_report::ReportFile;

use crate::config::listed;
use crate::failure::Failure;
use crate::load::sha256_of;
use crate::output::{MANIFEST, Manifest};

/// A folder whose files are those of its manifest, as far as they are there.
pub struct Vouched {
    /// The file that was asked for, which was held to the manifest by this handle.
    pub file: Option<File>,
}

/// Holds a folder to its manifest: each file that is listed and there must have the hash listed, and no file that
/// phenom could have written may be missing in the list. Listed files may be missing in the folder, as in a repository
/// that keeps only some. Nothing for a folder without a manifest of phenom. The file of a name is handed out as it was
/// checked.
pub fn vouched(path: &Path, name: Option<&str>) -> Result<Option<Vouched>, Failure> {
    let unreadable = |error| Failure::unreadable(&path.display().to_string(), &error);
    let folder = Folder::open(path).map_err(unreadable)?;
    let Some(manifest) = manifest(&folder)? else { return Ok(None) };
    let mut vouched = Vouched { file: None };
    let mut changed = Vec::new();
    for (written, sha256) in &manifest.files {
        // phenom lists files in its folder and no others.
        if !is_plain(Path::new(written)) {
            continue;
        }
        let unreadable =
            |error| Failure::unreadable(&path.join(written).display().to_string(), &error);
        if folder.stat(written).map_err(unreadable)?.is_none() {
            continue;
        }
        let mut file = folder.read(written).map_err(unreadable)?;
        if sha256_of(&file).map_err(unreadable)? != *sha256 {
            changed.push(written.as_str());
        } else if name == Some(written) {
            file.rewind().map_err(unreadable)?;
            vouched.file = Some(file);
        }
    }
    let unlisted = unlisted(&folder, &manifest)?;
    if changed.is_empty() && unlisted.is_empty() {
        return Ok(Some(vouched));
    }
    Err(refusal(path, &changed, &unlisted))
}

/// The files of a folder that phenom could have written and that its manifest does not list.
pub(crate) fn unlisted(folder: &Folder, manifest: &Manifest) -> Result<Vec<String>, Failure> {
    let mut found = BTreeSet::new();
    let mut look = |name: &str, folder: &Folder| -> std::io::Result<()> {
        let above = if name.is_empty() { String::new() } else { format!("{name}/") };
        for (entry, kind) in folder.entries()? {
            let path = format!("{above}{}", entry.to_string_lossy());
            let is_known = path == MANIFEST || manifest.files.contains_key(&path);
            if kind != Kind::Folder && !is_known && ReportFile::is_possible(&path) {
                found.insert(path);
            }
        }
        Ok(())
    };
    let unreadable = |error| Failure::unreadable(&folder.path().display().to_string(), &error);
    look("", folder).map_err(unreadable)?;
    for name in ReportFile::folders() {
        if folder.stat(name).is_ok_and(|there| there.is_some_and(|it| it.kind == Kind::Folder)) {
            folder.folder(name).and_then(|inner| look(name, &inner)).map_err(unreadable)?;
        }
    }
    Ok(found.into_iter().collect())
}

/// The manifest of a folder; nothing if there is none of phenom.
fn manifest(folder: &Folder) -> Result<Option<Manifest>, Failure> {
    let shown = || folder.path().join(MANIFEST).display().to_string();
    let bytes = match folder.read(MANIFEST).and_then(|file| bounded(&file, LONGEST_TEXT)) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|error| Failure::unreadable(&shown(), &error))?,
    };
    let manifest: Manifest = serde_json::from_slice(&bytes).unwrap_or_default();
    Ok((!manifest.phenom.is_empty()).then_some(manifest))
}

fn refusal(folder: &Path, changed: &[&str], unlisted: &[String]) -> Failure {
    let mut said = Vec::new();
    if !changed.is_empty() {
        let what = if changed.len() == 1 { "was" } else { "were" };
        said.push(format!("{} {what} changed since phenom wrote the report", listed(changed)));
    }
    if !unlisted.is_empty() {
        let names: Vec<&str> = unlisted.iter().map(String::as_str).collect();
        let what = if names.len() == 1 { "is" } else { "are" };
        said.push(format!("{} {what} not in {MANIFEST}", listed(&names)));
    }
    let message =
        format!("{} has changed since phenom wrote it: {}", folder.display(), said.join("; "));
    let help = match changed {
        [] => "move your own files to another folder, or write the report again with `phenom run`",
        _ => "restore these files, or write the report again: `phenom run CONFIG --overwrite`",
    };
    Failure::input(message, Some(help.to_owned()))
}
