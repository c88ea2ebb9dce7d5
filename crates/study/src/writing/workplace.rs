//! The staging folder with its lock, made and cleared.

use std::fs::File;
use std::io;
use std::path::PathBuf;

use phenom_files::{Folder, Kind, State};

use super::lock::{Attempt, LOCK, attempt};
use super::place::Place;
use crate::failure::Failure;

/// How often the lock is tried while it changes hands.
const ATTEMPTS: usize = 50;

/// A staging folder that is ours. If it is dropped without being cleared, as when the process ends, it stays for the
/// next run.
pub(super) struct Workplace {
    pub(super) place: Place,
    /// The folder in which the path begins.
    above: Folder,
    /// The folder that holds the files.
    pub(super) root: Folder,
    pub(super) staging: Folder,
    /// What phenom remembers for its user; nothing if nothing can be remembered.
    pub(super) user: Option<State>,
    lock: File,
    /// The folders that were made for it, outermost first.
    made: Vec<PathBuf>,
}

impl Workplace {
    /// Makes the staging folder if it is missing, and takes its lock.
    pub(super) fn enter(place: Place) -> Result<Self, Failure> {
        let (above, way) = place.begin().map_err(|error| failed(&place, &error))?;
        let mut made = Vec::new();
        for _ in 0..ATTEMPTS {
            let (root, staging) = match folders(&place, &above, way, &mut made) {
                Ok(Some(folders)) => folders,
                Ok(None) => continue,
                Err(error) => {
                    unmake(&above, &made);
                    return Err(failed(&place, &error));
                }
            };
            match attempt(&staging) {
                Err(error) => {
                    unmake(&above, &made);
                    let at = format!("{}/{LOCK}", place.staging_shown());
                    return Err(place.not_written(format!("{at}: {error}")));
                }
                Ok(Attempt::Taken(lock)) => {
                    let user = user(&root);
                    return Ok(Self { place, above, root, staging, user, lock, made });
                }
                Ok(Attempt::Busy(process)) => {
                    let message = format!(
                        "another phenom (process {process}) is writing {}; this one wrote nothing",
                        place.shown()
                    );
                    let help = format!("run again when it has ended, or {}", place.elsewhere());
                    return Err(Failure::input(message, Some(help)));
                }
                Ok(Attempt::Again) => {}
            }
        }
        let at = place.staging_shown();
        let message =
            format!("phenom did not write {}: another program locks {at}/{LOCK}", place.shown());
        Err(Failure::input(
            message,
            Some(format!("run again when it has ended, or {}", place.elsewhere())),
        ))
    }

    /// Removes the staged files, and whatever else a run has left.
    pub(super) fn clear(&self) -> io::Result<()> {
        for (name, kind) in self.staging.entries()? {
            match kind {
                _ if name == LOCK => {}
                Kind::Folder => self.staging.remove_all(name)?,
                Kind::File | Kind::Link | Kind::Other => self.staging.remove_file(name)?,
            }
        }
        Ok(())
    }

    /// Removes the staging folder and lets go of the lock. What cannot be removed stays for the next run, and does no
    /// harm.
    pub(super) fn leave(self) {
        let _ = self.clear();
        // As long as it is locked: afterwards it may be that of another writer.
        let _ = self.staging.remove_file(LOCK);
        drop(self.lock);
        let _ = self.root.remove_folder(self.place.staging());
    }

    /// The same, also with the folders that were made for a change that did not come about.
    pub(super) fn abandon(mut self) -> io::Result<()> {
        let (made, above) = (std::mem::take(&mut self.made), self.above.again()?);
        self.leave();
        unmake(&above, &made);
        Ok(())
    }
}

/// What phenom remembers for the user who writes to a folder.
#[cfg(not(test))]
fn user(root: &Folder) -> Option<State> {
    State::open(Some(root.path()))
}

/// One user for all tests of a process.
#[cfg(test)]
fn user(_: &Folder) -> Option<State> {
    static HOME: std::sync::LazyLock<tempfile::TempDir> =
        std::sync::LazyLock::new(|| tempfile::tempdir().unwrap());
    State::within(HOME.path())
}

/// The folder that holds the files and its staging folder, made if they are missing; nothing if another writer that
/// failed has just removed what it had made.
fn folders(
    place: &Place,
    above: &Folder,
    way: &std::path::Path,
    made: &mut Vec<PathBuf>,
) -> io::Result<Option<(Folder, Folder)>> {
    let root = if place.makes_folders() {
        above.make_folder(way, |folder| made.push(folder.to_owned()))
    } else {
        above.folder(way)
    };
    let root = match root {
        Err(error) if error.kind() == io::ErrorKind::NotFound && place.makes_folders() => {
            return Ok(None);
        }
        root => root?,
    };
    match root.make_private_folder(place.staging()) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        staging => Ok(Some((root, staging?))),
    }
}

fn failed(place: &Place, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::NotFound => place.not_written("the folder does not exist"),
        _ => place.not_written(error),
    }
}

/// Removes folders that were made, unless something is in them by now.
fn unmake(above: &Folder, made: &[PathBuf]) {
    for folder in made.iter().rev() {
        let _ = above.remove_folder(folder);
    }
}
