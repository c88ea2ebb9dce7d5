//! The staging folder with its lock, made and cleared.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use super::lock::{Attempt, attempt};
use super::place::Place;
use crate::failure::Failure;

/// The files of the staging folder.
const LOCK: &str = "lock";
const STAGED: &str = "new";

/// How often the lock is tried while it changes hands.
const ATTEMPTS: usize = 50;

/// A staging folder that is ours. Where it is dropped without being cleared, as when the process ends,
/// it stays for the next run.
pub(super) struct Workplace {
    pub(super) place: Place,
    pub(super) staging: PathBuf,
    lock: File,
    /// The folders that were made for it, outermost first.
    made: Vec<PathBuf>,
}

impl Workplace {
    /// Makes the staging folder where it is missing, and takes its lock.
    pub(super) fn enter(place: Place) -> Result<Self, Failure> {
        let staging = place.staging();
        let mut made = Vec::new();
        match taken(&place, &staging, &mut made) {
            Ok(lock) => Ok(Self { place, staging, lock, made }),
            Err(failure) => {
                unmake(&made);
                Err(failure)
            }
        }
    }

    /// The folder of the files that are to take their places.
    pub(super) fn staged(&self) -> PathBuf {
        self.staging.join(STAGED)
    }

    /// Removes the staged files.
    pub(super) fn clear(&self) -> io::Result<()> {
        match fs::remove_dir_all(self.staged()) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Removes the staging folder and lets go of the lock. What cannot be removed stays for the next
    /// run, and does no harm.
    pub(super) fn leave(self) {
        let _ = self.clear();
        // As long as it is locked: afterwards it may be that of another writer.
        let _ = fs::remove_file(self.staging.join(LOCK));
        drop(self.lock);
        let _ = fs::remove_dir(&self.staging);
    }

    /// The same, also with the folders that were made for a change that did not come about.
    pub(super) fn abandon(mut self) {
        let made = std::mem::take(&mut self.made);
        self.leave();
        unmake(&made);
    }
}

fn taken(place: &Place, staging: &Path, made: &mut Vec<PathBuf>) -> Result<File, Failure> {
    let failed = |path: &Path, error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => place.not_written("there is no such folder"),
        io::ErrorKind::NotADirectory => place.not_written("a file stands in the place of a folder"),
        _ => place.not_written(format!("{}: {error}", path.display())),
    };
    for _ in 0..ATTEMPTS {
        if let Place::Folder(folder) = place {
            make(folder, made).map_err(|error| failed(folder, error))?;
        }
        match fs::create_dir(staging) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            // Another writer that failed has just removed the folder that it had made.
            Err(error)
                if error.kind() == io::ErrorKind::NotFound && matches!(place, Place::Folder(_)) =>
            {
                continue;
            }
            outcome => outcome.map_err(|error| failed(staging, error))?,
        }
        if !fs::symlink_metadata(staging).is_ok_and(|there| there.is_dir()) {
            if fs::symlink_metadata(staging).is_err() {
                continue;
            }
            let message = format!(
                "{} was not written: {} is not the folder that phenom makes there to write",
                place.shown(),
                staging.display()
            );
            let help = format!("move it away, or {}", place.elsewhere());
            return Err(Failure::input(message, Some(help)));
        }
        let lock = staging.join(LOCK);
        match attempt(&lock).map_err(|error| failed(&lock, error))? {
            Attempt::Taken(lock) => return Ok(lock),
            Attempt::Busy(process) => {
                let message = format!(
                    "{} is being written by another phenom, process {process}; this one wrote nothing",
                    place.shown()
                );
                let help = format!("run again when it has ended, or {}", place.elsewhere());
                return Err(Failure::input(message, Some(help)));
            }
            Attempt::Again => {}
        }
    }
    Err(place.not_written(format!("others are writing there all the time ({})", staging.display())))
}

/// Makes a folder and those around it, and notes which were missing.
fn make(folder: &Path, made: &mut Vec<PathBuf>) -> io::Result<()> {
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    if let Some(parent) = folder.parent() {
        make(parent, made)?;
    }
    match fs::create_dir(folder) {
        Ok(()) => made.push(folder.to_owned()),
        Err(_) if folder.is_dir() => {}
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Removes folders that were made, unless something is in them by now.
fn unmake(made: &[PathBuf]) {
    for folder in made.iter().rev() {
        let _ = fs::remove_dir(folder);
    }
}
