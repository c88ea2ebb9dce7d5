//! What is in the way of a change, looked for before anything is changed.

use std::io;
use std::path::Path;

use phenom_files::{Folder, Kind};

use super::place::Place;
use crate::failure::Failure;

/// Fails if a folder of results cannot be: it is a file, or a link.
pub fn check_folder(place: &Place) -> Result<(), Failure> {
    place.root().map(drop).map_err(|error| {
        let message = format!("cannot write the report to {}: {error}", place.shown());
        let help = match error.kind() {
            io::ErrorKind::NotADirectory => {
                "name a folder; instead of a link, the folder that it leads to"
            }
            _ => "name another folder",
        };
        Failure::input(message, Some(help.to_owned()))
    })
}

/// Fails if a file cannot take its place: something else is there or above it, or the folder cannot be changed.
pub(super) fn refuse_obstacle(place: &Place, root: &Folder, name: &str) -> Result<(), Failure> {
    let refused = |path: &Path, what: &str| {
        let at = place.join(path);
        let message = format!("phenom did not write {}: {}: {what}", place.shown(), at.display());
        let help = format!("move it away, or {}", place.elsewhere());
        Failure::input(message, Some(help))
    };
    let looked = |path: &Path| {
        root.stat(path)
            .map_err(|error| place.not_written(format!("{}: {error}", place.join(path).display())))
    };
    let folders: Vec<&Path> = Path::new(name)
        .ancestors()
        .skip(1)
        .take_while(|folder| !folder.as_os_str().is_empty())
        .collect();
    for folder in folders.into_iter().rev() {
        match looked(folder)?.map(|there| there.kind) {
            None => return Ok(()),
            Some(Kind::Folder) => {}
            Some(Kind::Link) => {
                return Err(refused(folder, "expected a folder, found a symbolic link"));
            }
            Some(Kind::File | Kind::Other) => {
                return Err(refused(folder, "expected a folder, found a file"));
            }
        }
        may_change(root, folder).map_err(|error| {
            place.not_written(format!("cannot change {}: {error}", place.join(folder).display()))
        })?;
    }
    let target = Path::new(name);
    match looked(target)?.map(|there| there.kind) {
        Some(Kind::Folder) => Err(refused(target, "expected a file, found a folder")),
        Some(Kind::Other) => {
            Err(refused(target, "expected a file, found a device, pipe or socket"))
        }
        _ => Ok(()),
    }
}

/// Fails unless files can be renamed into a folder.
fn may_change(root: &Folder, name: &Path) -> io::Result<()> {
    let folder = root.folder(name)?;
    folder.may_change()?;
    if folder.identity()?.is_on_one_device(root.identity()?) {
        return Ok(());
    }
    Err(io::Error::other("it is on another file system than the report folder"))
}
