//! The lines of a store.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Store, StoreError, key};
use crate::{Reply, TextPair};

/// A line.
#[derive(Serialize)]
struct Written<'a> {
    pair: &'a str,
    reply: &'a Reply,
}

/// The same, as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    pair: String,
    reply: Reply,
}

/// The replies that a store holds, by pair.
#[derive(Debug, Default)]
pub struct StoredReplies(HashMap<String, Reply>);

impl StoredReplies {
    /// What is stored for the system with some settings: to look only. Nothing is made, locked or mended; nothing
    /// is stored where there is no such file.
    ///
    /// # Errors
    /// Where a line is no answer, and where the file cannot be read.
    pub fn read(folder: &Path, settings: &[u8]) -> Result<Self, StoreError> {
        let path = Store::path(folder, settings);
        let opened = super::above(folder)
            .and_then(|(above, name)| above.folder(name)?.read(super::file_name(settings)));
        match opened {
            Ok(mut file) => read(&mut file, &path).map(|(replies, _)| replies),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(source) => Err(StoreError::Unusable { path, source }),
        }
    }

    /// What is stored for a pair.
    #[must_use]
    pub fn reply(&self, pair: &TextPair<'_>) -> Option<&Reply> {
        self.0.get(&key::of_pair(pair))
    }

    pub(super) fn insert(&mut self, key: String, reply: Reply) {
        self.0.insert(key, reply);
    }
}

/// A reply as a line.
pub(super) fn line(key: &str, reply: &Reply) -> io::Result<Vec<u8>> {
    let probabilities = reply.probabilities.iter().flat_map(|all| &all.0).map(|(_, number)| number);
    if let Some(number) = reply.confidence.iter().chain(probabilities).find(|n| !n.is_finite()) {
        let message = format!("a confidence or probability is {number}, which is no finite number");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    let mut line = serde_json::to_vec(&Written { pair: key, reply })?;
    line.push(b'\n');
    Ok(line)
}

/// All replies of a file, and how many of its bytes are whole lines: what follows the last line's end is not read.
pub(super) fn read(file: &mut File, path: &Path) -> Result<(StoredReplies, u64), StoreError> {
    let mut reader = BufReader::new(file);
    let mut replies = StoredReplies::default();
    let (mut bytes, mut length, mut number) = (Vec::new(), 0, 0);
    loop {
        bytes.clear();
        reader
            .read_until(b'\n', &mut bytes)
            .map_err(|source| StoreError::Unusable { path: path.to_owned(), source })?;
        if bytes.last() != Some(&b'\n') {
            return Ok((replies, length));
        }
        number += 1;
        length += bytes.len() as u64;
        let read: Read = serde_json::from_slice(&bytes).map_err(|error| StoreError::Corrupt {
            path: path.to_owned(),
            line: number,
            reason: error.to_string(),
        })?;
        replies.insert(read.pair, read.reply);
    }
}
