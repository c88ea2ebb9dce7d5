//! Files whose hash is taken as they are read.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use phenom_dataset::{Input, LabelScheme, ProblemKind, Problems};
use phenom_files::open_regular;
use phenom_report as report;
use sha2::{Digest, Sha256};

use crate::config::DataFile;
use crate::hashes::hex;
use crate::host::Count;

/// A file to be read, and its hash once it was read.
pub(super) fn open(
    file: &DataFile,
    by_name: bool,
    progress: &Arc<Count>,
) -> io::Result<(Input, Hash)> {
    if let Some(frame) = &file.frame {
        let hash = Hash::default();
        let (seen, progress) = (hash.clone(), Arc::clone(progress));
        let seen = move |bytes: &[u8]| {
            seen.hasher().update(bytes);
            progress.add(bytes.len() as u64);
        };
        return Ok((Input::Frame(Arc::clone(frame), Box::new(seen)), hash));
    }
    let stream = open_regular(&file.path)?;
    let hash = Hash::default();
    let mut hashing = Hashing { stream, hash: hash.clone(), progress: Arc::clone(progress) };
    if by_name {
        // It may be read from its end: the bytes are hashed apart.
        io::copy(&mut hashing, &mut io::sink())?;
        return Ok((Input::File(file.path.clone()), hash));
    }
    Ok((Input::Stream(Box::new(hashing)), hash))
}

pub(super) fn unreadable(problems: &mut Problems, file: &DataFile, error: &io::Error) {
    let reason = error.to_string();
    problems.push(&file.shown(), None, ProblemKind::Unreadable { reason });
}

/// A stream whose bytes are hashed as they are read.
struct Hashing<R> {
    stream: R,
    hash: Hash,
    progress: Arc<Count>,
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.hash.hasher().update(&buffer[..count]);
        self.progress.add(count as u64);
        Ok(count)
    }
}

/// The hash of what was read of a stream, on whatever thread.
#[derive(Clone, Default)]
pub(super) struct Hash(Arc<Mutex<Sha256>>);

impl Hash {
    fn hasher(&self) -> MutexGuard<'_, Sha256> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn signed(&self, file: &DataFile, labels: &LabelScheme) -> report::File {
        report::File {
            path: file.named.clone(),
            sha256: hex(&self.hasher().clone().finalize()),
            labels: labels.name().to_owned(),
        }
    }

    /// The same of a file in which there is nothing to label.
    pub(super) fn without_labels(&self, file: &DataFile) -> report::File {
        report::File { labels: "none".to_owned(), ..self.signed(file, &LabelScheme::judgments()) }
    }
}
