//! The lines of a store.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::Path;

use phenom_dataset::instant;
use serde::{Deserialize, Serialize};

use super::{StoreError, key};
use crate::{Reply, TextPair};

/// A line.
#[derive(Serialize)]
struct Written<'a> {
    pair: &'a str,
    at: &'a str,
    reply: &'a Reply,
}

/// The same, as it is read.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    pair: String,
    /// The first stores did not say when an answer was given.
    at: Option<String>,
    reply: Reply,
}

/// No line is longer: neither a line of a program nor the answer of a server may be half as long.
const LONGEST_LINE: u64 = 16 << 20;

/// The replies that a store holds, by pair.
#[derive(Debug, Default)]
pub struct StoredReplies(HashMap<String, Stored>);

#[derive(Debug)]
struct Stored {
    reply: Reply,
    /// When it was given, if the store says so.
    at: Option<String>,
}

impl StoredReplies {
    /// What is stored for a pair.
    #[must_use]
    pub fn reply(&self, pair: &TextPair<'_>) -> Option<&Reply> {
        self.0.get(&key::of_pair(pair)).map(|stored| &stored.reply)
    }

    /// When the stored answer for a pair was given, in UTC: `2026-05-04T09:00:47Z`. Nothing if there is no answer, or if
    /// an old version stored it, which did not say.
    #[must_use]
    pub fn given_at(&self, pair: &TextPair<'_>) -> Option<&str> {
        self.0.get(&key::of_pair(pair))?.at.as_deref()
    }

    pub(super) fn insert(&mut self, key: String, reply: Reply, at: Option<String>) {
        self.0.insert(key, Stored { reply, at });
    }
}

/// A reply as a line.
pub(super) fn line(key: &str, at: &str, reply: &Reply) -> io::Result<Vec<u8>> {
    reply.check().map_err(|message| io::Error::new(io::ErrorKind::InvalidData, message))?;
    let mut line = serde_json::to_vec(&Written { pair: key, at, reply })?;
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
        number += 1;
        let corrupt =
            |reason: String| StoreError::Corrupt { path: path.to_owned(), line: number, reason };
        reader
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes)
            .map_err(|source| StoreError::Unusable { path: path.to_owned(), source })?;
        if bytes.len() as u64 == LONGEST_LINE {
            return Err(corrupt(format!("it is longer than {} MiB", LONGEST_LINE >> 20)));
        }
        if bytes.last() != Some(&b'\n') {
            return Ok((replies, length));
        }
        length += bytes.len() as u64;
        let Read { pair, at, reply } =
            serde_json::from_slice(&bytes).map_err(|error| corrupt(error.to_string()))?;
        check(&pair, at.as_deref(), &reply).map_err(corrupt)?;
        replies.insert(pair, reply, at);
    }
}

/// Fails unless a line holds what this program writes: stored answers are checked like fresh ones.
fn check(pair: &str, at: Option<&str>, reply: &Reply) -> Result<(), String> {
    if !key::is_name(pair) {
        return Err("`pair` is not a SHA-256 in hexadecimal digits".to_owned());
    }
    if let Some(at) = at.filter(|at| !instant::is_instant(at)) {
        return Err(format!("`at` is {at:?}, which is not a time such as 2026-05-04T09:00:47Z"));
    }
    reply.check()
}
