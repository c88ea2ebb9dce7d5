//! The files of the other annotators.

use std::io;
use std::time::SystemTime;

use phenom_files::{Folder, Kind};

/// Size and time of a file: if they are the same, it is not read again.
pub(crate) type Stamp = Option<(u64, Option<SystemTime>)>;

/// The names of the other annotators' files.
///
/// # Errors
/// If the folder cannot be read.
pub(crate) fn other_files(folder: &Folder, annotator: &str) -> io::Result<Vec<String>> {
    let own = format!("{annotator}.jsonl");
    let names = folder.entries()?.into_iter().filter(|(_, kind)| *kind != Kind::Folder);
    let names = names.filter_map(|(name, _)| name.into_string().ok());
    Ok(names.filter(|name| name.ends_with(".jsonl") && *name != own).collect())
}

/// How a file looks now.
pub(crate) fn stamp(folder: &Folder, name: &str) -> Stamp {
    let there = folder.stat(name).ok()??;
    Some((there.length, there.modified))
}
