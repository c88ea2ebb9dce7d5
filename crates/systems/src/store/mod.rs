//! The store of answers: nothing is asked twice, and nothing that was answered is lost.
//!
//! A folder has one file for each system, named by the hash of the system's settings. A line of it is JSON: the hash of
//! a pair, when it was answered, and the reply. Lines are appended as answers arrive, each with one call to the operating system, so that
//! whatever ends the program costs the line at most that was being written. Where a pair stands twice, because it was
//! asked anew, the last line holds.

mod answer_all;
mod error;
mod key;
mod lines;

use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub use answer_all::{AllAnswered, Progress, answer_all};
pub use error::StoreError;
pub use lines::StoredReplies;

use phenom_dataset::instant;
use phenom_files::Folder;

use crate::{Reply, TextPair};

/// How long lines may wait until the disk has them for certain. Until then the operating system has them, which
/// outlives the program, but not a power failure.
const UNSYNCHRONISED: Duration = Duration::from_secs(5);

/// Which stored answers are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// All.
    Stored,
    /// None: every pair is asked anew. An old answer stays in the file until its pair has a new one, so that a run
    /// that fails takes nothing away; after one that was broken off, the old answers of the pairs that it did not
    /// reach hold on.
    Fresh,
}

/// The answers of one system, open for more. One process at a time has it.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    file: File,
    /// How many bytes of the file are whole lines.
    length: u64,
    /// Whether a line was written in part and could not be taken back.
    broken: bool,
    synchronised: Instant,
    replies: StoredReplies,
    /// Locked as long as it is open, and so by no dead process.
    _lock: File,
}

impl Store {
    /// Opens the store of the system with some settings, and makes folder and file where there are none. An
    /// incomplete last line, as a process leaves it that was ended while it wrote, is cut off.
    ///
    /// `settings` are all bytes that decide what the system answers: what is asked for, the hashes of the files that
    /// it is made of, a version.
    ///
    /// # Errors
    /// Where another process has the store, where a line is no answer, and where files cannot be made or read.
    pub fn open(folder: &Path, settings: &[u8], used: Use) -> Result<Self, StoreError> {
        let unusable = |path: &Path| {
            let path = path.to_owned();
            move |source| StoreError::Unusable { path, source }
        };
        let opened = above(folder).and_then(|(above, name)| above.make_folder(name, |_| ()));
        let opened = opened.map_err(unusable(folder))?;
        let name = file_name(settings);
        let path = folder.join(&name);
        let lock = lock(&opened, settings, &path)?;
        let mut file = opened.append(&name).map_err(unusable(&path))?;
        let (replies, length) = lines::read(&mut file, &path)?;
        file.set_len(length).map_err(unusable(&path))?;
        Ok(Self {
            replies: match used {
                Use::Stored => replies,
                Use::Fresh => StoredReplies::default(),
            },
            path,
            file,
            length,
            broken: false,
            synchronised: Instant::now(),
            _lock: lock,
        })
    }

    /// The file that holds the answers of the system with some settings.
    #[must_use]
    pub fn path(folder: &Path, settings: &[u8]) -> PathBuf {
        folder.join(file_name(settings))
    }

    /// What is stored for a pair.
    #[must_use]
    pub fn reply(&self, pair: &TextPair<'_>) -> Option<&Reply> {
        self.replies.reply(pair)
    }

    /// Keeps a reply; one that was there for the pair is replaced.
    ///
    /// # Errors
    /// Where it cannot be written, as on a full disk: what was kept before stays. So if it can be no answer, such as one
    /// with a probability of 5 or a number that JSON cannot hold.
    pub fn keep(&mut self, pair: &TextPair<'_>, reply: &Reply) -> io::Result<()> {
        self.keep_of(instant::now(), pair, reply)
    }

    /// The same of an answer that was given at an instant.
    fn keep_of(&mut self, at: String, pair: &TextPair<'_>, reply: &Reply) -> io::Result<()> {
        if self.broken {
            return Err(io::Error::other(format!(
                "{} ends in an incomplete line",
                self.path.display()
            )));
        }
        let key = key::of_pair(pair);
        let line = lines::line(&key, &at, reply)?;
        if let Err(error) = self.file.write_all(&line) {
            // A part of the line would spoil the next one.
            self.broken = self.file.set_len(self.length).is_err();
            return Err(in_file(&self.path, &error));
        }
        self.length += line.len() as u64;
        self.replies.insert(key, reply.clone(), Some(at));
        if self.synchronised.elapsed() >= UNSYNCHRONISED {
            self.synchronise()?;
        }
        Ok(())
    }

    /// Waits until the disk has everything that was kept.
    ///
    /// # Errors
    /// Where the disk says that it has not.
    pub fn synchronise(&mut self) -> io::Result<()> {
        self.synchronised = Instant::now();
        self.file.sync_data().map_err(|error| in_file(&self.path, &error))
    }
}

impl StoredReplies {
    /// What is stored for the system with some settings: to look only. Nothing is made, locked or mended; nothing
    /// is stored where there is no such file.
    ///
    /// # Errors
    /// Where a line is no answer, and where the file cannot be read.
    pub fn read(folder: &Path, settings: &[u8]) -> Result<Self, StoreError> {
        let path = Store::path(folder, settings);
        let opened =
            above(folder).and_then(|(above, name)| above.folder(name)?.read(file_name(settings)));
        match opened {
            Ok(mut file) => lines::read(&mut file, &path).map(|(replies, _)| replies),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(source) => Err(StoreError::Unusable { path, source }),
        }
    }
}

fn in_file(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The file of the system with some settings.
fn file_name(settings: &[u8]) -> String {
    format!("{}.jsonl", key::of_settings(settings))
}

/// The folder above that of a store, which is the user's, and the name of the folder there, which must be no link.
fn above(folder: &Path) -> io::Result<(Folder, &Path)> {
    let above = Folder::open(folder.parent().unwrap_or(Path::new("")))?;
    Ok((above, Path::new(folder.file_name().unwrap_or_default())))
}

/// Locks a store for this process.
fn lock(folder: &Folder, settings: &[u8], store: &Path) -> Result<File, StoreError> {
    let name = format!("{}.lock", key::of_settings(settings));
    let path = store.with_extension("lock");
    let unusable = |source| StoreError::Unusable { path: path.clone(), source };
    // It is never removed: whoever had opened it meanwhile would hold a lock that protects nothing.
    let file = folder.change(name).map_err(unusable)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Busy { path: store.to_owned() }),
        Err(TryLockError::Error(source)) => Err(unusable(source)),
    }
}

#[cfg(test)]
mod tests;
