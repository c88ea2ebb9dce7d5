//! A single file, whole or not at all.

use std::io::{self, Write};
use std::path::Path;

use phenom_files::{Kind, open_device};

use super::change::{NewFile, Seen, write};
use super::place::Place;
use crate::failure::Failure;

/// What becomes of a file that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Existing {
    /// It is replaced.
    Replaced,
    /// It stays, and nothing is written.
    Kept {
        /// What the user can do.
        help: &'static str,
    },
}

impl Existing {
    /// That of commands with the flag `--overwrite`.
    pub fn unless(overwrite: bool) -> Self {
        if overwrite { Self::Replaced } else { Self::Kept { help: "--overwrite replaces it" } }
    }

    /// Fails if a file that is there would be replaced unasked.
    pub fn refuse(self, root: &Path, seen: &Seen) -> Result<(), Failure> {
        match (self, seen.keys().next()) {
            (Self::Kept { help }, Some(name)) => Err(there(&root.join(name), help)),
            _ => Ok(()),
        }
    }
}

/// How a file is written.
enum Way {
    /// Whole or not at all.
    Whole(Place),
    /// As it comes: a pipe or a device holds nothing that could be lost or half written.
    Straight,
}

/// Fails if a file cannot be written, before work is done for it.
pub fn check_file(path: &Path, existing: Existing) -> Result<(), Failure> {
    way(path, existing).map(|_| ())
}

/// Writes a file. A symbolic link is not followed, but for those of the system in `/dev`.
pub fn write_file(
    path: &Path,
    existing: Existing,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send,
) -> Result<(), Failure> {
    let place = match way(path, existing)? {
        Way::Whole(place) => place,
        Way::Straight => {
            return open_device(path)
                .map(io::BufWriter::new)
                .and_then(|mut out| content(&mut out).and_then(|()| out.flush()))
                .map_err(|error| not_written(path, &error));
        }
    };
    let Some(name) = place.name().map(str::to_owned) else {
        return Err(not_written(path, "its name is not text"));
    };
    let root = path.parent().unwrap_or(Path::new("")).to_owned();
    let overwrite = existing == Existing::Replaced;
    write(place, overwrite, vec![NewFile::new(&name, content)], |_, seen| {
        existing.refuse(&root, seen).map(|()| Vec::new())
    })
}

fn way(path: &Path, existing: Existing) -> Result<Way, Failure> {
    // `/dev/stdout`, and what shells put in the place of `>(command)`.
    if path.starts_with("/dev") {
        return Ok(Way::Straight);
    }
    let place = Place::file(path)?;
    let Some(name) = path.file_name() else { return Err(not_written(path, "it is a folder")) };
    let root = place.root().map_err(|error| match error.kind() {
        io::ErrorKind::NotADirectory => {
            let message = format!("phenom did not write {}: {error}", path.display());
            let help = "name a folder; instead of a link, the folder that it leads to".to_owned();
            Failure::input(message, Some(help))
        }
        _ => not_written(path, &error),
    })?;
    let Some(root) = root else { return Err(not_written(path, "the folder does not exist")) };
    let found = root.stat(name).map_err(|error| not_written(path, &error))?;
    match (found.map(|found| found.kind), existing) {
        (None, _) | (Some(Kind::File), Existing::Replaced) => Ok(Way::Whole(place)),
        (Some(Kind::File), Existing::Kept { help }) => Err(there(path, help)),
        (Some(Kind::Folder), _) => Err(not_written(path, "it is a folder")),
        (Some(Kind::Other), _) => Err(not_written(path, "it is a pipe, a device or a socket")),
        (Some(Kind::Link), _) => {
            let target = root.read_link(Path::new(name)).unwrap_or_default();
            let message = format!(
                "phenom did not write {}: it is a symbolic link to {}",
                path.display(),
                target.display()
            );
            let help = "name the file that it leads to, or remove the link".to_owned();
            Err(Failure::input(message, Some(help)))
        }
    }
}

fn not_written(path: &Path, reason: impl std::fmt::Display) -> Failure {
    let message = format!("phenom did not write {}: {reason}", path.display());
    Failure::input(message, Some("correct that, or name another file".to_owned()))
}

fn there(path: &Path, help: &str) -> Failure {
    Failure::input(format!("{} already exists", path.display()), Some(help.to_owned()))
}
