//! The files of the other annotators.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Size and time of a file: where they are the same, it is not read again.
pub(crate) type Stamp = Option<(u64, SystemTime)>;

/// The files of the other annotators, by name.
///
/// # Errors
/// Where the folder is there and cannot be read.
pub(crate) fn other_files(folder: &Path, annotator: &str) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        // It is made when the first step is.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let paths: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    let is_others = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ending == "jsonl")
            && path.file_stem().is_some_and(|name| name != annotator)
    };
    let mut others: Vec<PathBuf> = paths.into_iter().filter(is_others).collect();
    others.sort();
    Ok(others)
}

/// How a file looks now.
pub(crate) fn stamp(path: &Path) -> Stamp {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.len(), metadata.modified().ok()?))
}
