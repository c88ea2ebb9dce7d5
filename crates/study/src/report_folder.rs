//! The report folder: whole or absent, and nothing of the user's lost.

use phenom_files::{Folder, bounded};
use phenom_report::ReportFile;

use crate::config::listed;
use crate::failure::Failure;
use crate::load::sha256;
use crate::output::{Files, MANIFEST, Manifest};
use crate::writing::{self, NewFile, Place, Seen, Stale};

/// The most bytes of a manifest: that of 10,000 files has one.
const LONGEST_MANIFEST: u64 = 4 << 20;

/// Writes the files to a folder, all or none. A file that phenom did not write, or that was changed
/// since, is left alone and nothing is written, unless `overwrite` says otherwise. What an earlier run
/// wrote and this one does not goes.
pub fn write(files: &Files, place: &Place, overwrite: bool) -> Result<(), Failure> {
    writing::check_folder(place)?;
    // The manifest last: it vouches for the others.
    let (manifest, others): (Vec<_>, Vec<_>) =
        files.iter().partition(|(name, _)| name.as_str() == MANIFEST);
    let new = others.into_iter().chain(manifest);
    let new = new.map(|(name, content)| NewFile::of(name.as_str(), content)).collect();
    writing::write(place.clone(), overwrite, new, |folder, seen| {
        let manifest = read_manifest(folder);
        if !overwrite {
            refuse_to_lose(files, &manifest, seen, place)?;
        }
        let stale =
            manifest.files.into_iter().filter(|(name, _)| !files.contains_key(name.as_str()));
        Ok(stale.map(|(name, sha256)| Stale { name, sha256 }).collect())
    })
}

/// The manifest of a folder, with the manifest's own hash; an empty one where there is none that phenom wrote.
pub(crate) fn read_manifest(folder: &Folder) -> Manifest {
    let read = folder.read(MANIFEST).and_then(|file| bounded(&file, LONGEST_MANIFEST));
    let bytes = read.unwrap_or_default();
    let mut manifest: Manifest = serde_json::from_slice(&bytes).unwrap_or_default();
    // Anybody can write a manifest, with the hashes of files that they know: what phenom never writes, it never removes.
    manifest.files.retain(|name, _| ReportFile::is_possible(name));
    if !manifest.phenom.is_empty() {
        manifest.files.insert(MANIFEST.to_owned(), sha256(&bytes));
    }
    manifest
}

fn refuse_to_lose(
    files: &Files,
    manifest: &Manifest,
    seen: &Seen,
    place: &Place,
) -> Result<(), Failure> {
    let precious = |(name, there): &(&String, &String)| {
        let is_written = || files.get(name.as_str()).is_some_and(|new| new.sha256() == *there);
        manifest.files.get(*name) != Some(*there) && !is_written()
    };
    let precious: Vec<&str> = seen.iter().filter(precious).map(|(name, _)| name.as_str()).collect();
    if precious.is_empty() {
        return Ok(());
    }
    let message = format!(
        "{} has files that phenom did not write, or that have changed since: {}; phenom wrote nothing",
        place.shown(),
        listed(&precious)
    );
    let help = "`--overwrite` replaces them, `--output DIR` writes elsewhere".to_owned();
    Err(Failure::input(message, Some(help)))
}
