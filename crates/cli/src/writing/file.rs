//! A single file, whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::change::{NewFile, Seen, write};
use super::obstacles::dangling;
use super::place::Place;
use crate::failure::Failure;

/// What becomes of a file that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Existing {
    Replaced,
    /// It stays, and nothing is written.
    Kept {
        /// What the user can do.
        help: &'static str,
    },
}

impl Existing {
    /// That of commands with the flag `--overwrite`.
    pub(crate) fn unless(overwrite: bool) -> Self {
        if overwrite { Self::Replaced } else { Self::Kept { help: "--overwrite replaces it" } }
    }

    /// Fails where a file that is there would be replaced unasked.
    pub(crate) fn refuse(self, root: &Path, seen: &Seen) -> Result<(), Failure> {
        match (self, seen.keys().next()) {
            (Self::Kept { help }, Some(name)) => Err(there(&root.join(name), help)),
            _ => Ok(()),
        }
    }
}

/// How a file is written.
enum Way {
    /// Whole or not at all.
    Whole(PathBuf),
    /// As it comes: a pipe or a device holds nothing that could be lost or half written.
    Straight,
}

/// Fails where a file cannot be written, before work is done for it.
pub(crate) fn check_file(path: &Path, existing: Existing) -> Result<(), Failure> {
    way(path, existing).map(|_| ())
}

/// Writes a file. What a symbolic link leads to is written, not the link.
pub(crate) fn write_file(
    path: &Path,
    existing: Existing,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let path = match way(path, existing)? {
        Way::Whole(path) => path,
        Way::Straight => {
            let file = fs::OpenOptions::new().write(true).open(path);
            return file
                .map(io::BufWriter::new)
                .and_then(|mut out| content(&mut out).and_then(|()| out.flush()))
                .map_err(|error| Place::File(path.to_owned()).not_written(error));
        }
    };
    let place = Place::File(path.clone());
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
        return Err(place.not_written("its name is not text"));
    };
    let root = place.root().to_owned();
    let overwrite = existing == Existing::Replaced;
    write(place, overwrite, vec![NewFile::new(name, content)], |seen| {
        existing.refuse(&root, seen).map(|()| Vec::new())
    })
}

fn way(path: &Path, existing: Existing) -> Result<Way, Failure> {
    let Ok(found) = fs::metadata(path) else {
        return match fs::read_link(path) {
            Ok(target) => Err(dangling(path, &target)),
            Err(_) => Ok(Way::Whole(path.to_owned())),
        };
    };
    if found.is_dir() {
        return Err(Place::File(path.to_owned()).not_written("it is a folder"));
    }
    if !found.is_file() {
        return Ok(Way::Straight);
    }
    match existing {
        Existing::Kept { help } => Err(there(path, help)),
        Existing::Replaced => fs::canonicalize(path)
            .map(Way::Whole)
            .map_err(|error| Place::File(path.to_owned()).not_written(error)),
    }
}

fn there(path: &Path, help: &str) -> Failure {
    Failure::input(format!("{} is there already", path.display()), Some(help.to_owned()))
}
