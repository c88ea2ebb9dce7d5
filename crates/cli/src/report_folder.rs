//! The report folder: whole or absent, and nothing of the user's lost.

use std::fs;
use std::path::Path;

use crate::config::listed;
use crate::failure::Failure;
use crate::load::sha256;
use crate::output::{Files, MANIFEST, Manifest};
use crate::writing::{self, NewFile, Place, Seen, Stale};

/// Writes the files to a folder, all or none. A file that phenom did not write, or that was changed
/// since, is left alone and nothing is written, unless `overwrite` says otherwise. What an earlier run
/// wrote and this one does not goes.
pub(crate) fn write(files: &Files, folder: &Path, overwrite: bool) -> Result<(), Failure> {
    writing::check_folder(folder)?;
    // The manifest last: it vouches for the others.
    let (manifest, others): (Vec<_>, Vec<_>) =
        files.iter().partition(|(name, _)| name.as_str() == MANIFEST);
    let new = others.into_iter().chain(manifest);
    let new = new.map(|(name, bytes)| NewFile::of_bytes(name.as_str(), bytes)).collect();
    writing::write(Place::Folder(folder.to_owned()), overwrite, new, |seen| {
        let manifest = read_manifest(folder);
        if !overwrite {
            refuse_to_lose(files, &manifest, seen, folder)?;
        }
        remove_old_staging(files, &manifest, folder);
        let stale =
            manifest.files.into_iter().filter(|(name, _)| !files.contains_key(name.as_str()));
        Ok(stale.map(|(name, sha256)| Stale { name, sha256 }).collect())
    })
}

/// The manifest of a folder, with the manifest's own hash; an empty one where there is none that phenom wrote.
pub(crate) fn read_manifest(folder: &Path) -> Manifest {
    let bytes = fs::read(folder.join(MANIFEST)).unwrap_or_default();
    let mut manifest: Manifest = serde_json::from_slice(&bytes).unwrap_or_default();
    // A manifest names files inside its folder; one that does not was not written by phenom.
    manifest.files.retain(|name, _| writing::is_plain(name));
    if !manifest.phenom.is_empty() {
        manifest.files.insert(MANIFEST.to_owned(), sha256(&bytes));
    }
    manifest
}

fn refuse_to_lose(
    files: &Files,
    manifest: &Manifest,
    seen: &Seen,
    folder: &Path,
) -> Result<(), Failure> {
    let precious = |(name, there): &(&String, &String)| {
        let written = files.get(name.as_str()).is_some_and(|bytes| sha256(bytes) == **there);
        !written && manifest.files.get(*name) != Some(*there)
    };
    let precious: Vec<&str> = seen.iter().filter(precious).map(|(name, _)| name.as_str()).collect();
    if precious.is_empty() {
        return Ok(());
    }
    let message = format!(
        "{} has files that phenom did not write, or that were changed since: {}; nothing was \
         written",
        folder.display(),
        listed(&precious)
    );
    let help = "`--overwrite` replaces them, `--output DIR` writes elsewhere".to_owned();
    Err(Failure::input(message, Some(help)))
}

/// Removes what earlier versions left where they were interrupted: a folder with a random name of
/// their pattern, in which there is nothing but files with the names of this report's.
fn remove_old_staging(files: &Files, manifest: &Manifest, folder: &Path) {
    let ours = |name: &str| files.contains_key(name) || manifest.files.contains_key(name);
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(".phenom-"));
        let random = random.is_some_and(|random| {
            random.len() == 6 && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
        });
        if random && holds_only(&entry.path(), "", &ours) {
            // What stays does no harm.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether a path is a folder in which there is nothing but files of these names.
fn holds_only(folder: &Path, above: &str, ours: &dyn Fn(&str) -> bool) -> bool {
    let is_folder =
        |path: &Path| fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir());
    let Ok(entries) = fs::read_dir(folder) else { return false };
    is_folder(folder)
        && entries.flatten().all(|entry| {
            let name = format!("{above}{}", entry.file_name().to_string_lossy());
            match is_folder(&entry.path()) {
                true => holds_only(&entry.path(), &format!("{name}/"), ours),
                false => ours(&name),
            }
        })
}
