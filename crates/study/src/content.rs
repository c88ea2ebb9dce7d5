//! What a file of a report holds: compressed where it is long, until it is written.

use std::io::{self, Write};

use sha2::{Digest, Sha256};
use zstd::Encoder;

use crate::hashes::{hex, sha256};

/// The bytes of a file.
pub struct Content {
    kept: Kept,
    length: u64,
    sha256: String,
}

enum Kept {
    Bytes(Vec<u8>),
    Compressed(Vec<u8>),
}

impl Content {
    /// What is written.
    ///
    /// # Errors
    /// What `write` gives.
    pub fn written(write: impl FnOnce(&mut Writing) -> io::Result<()>) -> io::Result<Self> {
        let mut writing = Writing { latest: Vec::new(), before: None };
        write(&mut writing)?;
        let Some(mut before) = writing.before else { return Ok(writing.latest.into()) };
        before.add(&writing.latest)?;
        Ok(Self {
            kept: Kept::Compressed(before.compressed.finish()?),
            length: before.length,
            sha256: hex(&before.hasher.finalize()),
        })
    }

    /// The number of bytes.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// Their SHA-256.
    pub(crate) fn sha256(&self) -> &str {
        &self.sha256
    }

    /// Writes them.
    pub(crate) fn copy_to(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.kept {
            Kept::Bytes(bytes) => out.write_all(bytes),
            Kept::Compressed(compressed) => zstd::stream::copy_decode(compressed.as_slice(), out),
        }
    }

    /// All of them.
    ///
    /// # Errors
    /// None, unless the memory is damaged.
    pub fn into_bytes(self) -> io::Result<Vec<u8>> {
        match self.kept {
            Kept::Bytes(bytes) => Ok(bytes),
            Kept::Compressed(compressed) => zstd::decode_all(compressed.as_slice()),
        }
    }
}

impl From<Vec<u8>> for Content {
    fn from(bytes: Vec<u8>) -> Self {
        Self { sha256: sha256(&bytes), length: bytes.len() as u64, kept: Kept::Bytes(bytes) }
    }
}

/// Takes the bytes of a file.
pub struct Writing {
    latest: Vec<u8>,
    /// Those before the latest, once there are many.
    before: Option<Before>,
}

struct Before {
    compressed: Encoder<'static, Vec<u8>>,
    hasher: Sha256,
    length: u64,
}

impl Before {
    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.length += bytes.len() as u64;
        self.compressed.write_all(bytes)
    }
}

/// The most bytes of a file that is not compressed.
const SHORT: usize = 1 << 24;

impl Write for Writing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.latest.len() + bytes.len() <= SHORT {
            self.latest.extend_from_slice(bytes);
            return Ok(bytes.len());
        }
        let before = match &mut self.before {
            Some(before) => before,
            none => none.insert(Before {
                compressed: Encoder::new(Vec::new(), 1)?,
                hasher: Sha256::new(),
                length: 0,
            }),
        };
        before.add(&self.latest)?;
        before.add(bytes)?;
        self.latest.clear();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_and_short_files_are_what_was_written() {
        for times in [0, 1, 3 * SHORT / 7] {
            let lines = "line 7\n".repeat(times);
            let whole = Content::written(|out| out.write_all(lines.as_bytes())).unwrap();
            let by_line =
                Content::written(|out| (0..times).try_for_each(|_| out.write_all(b"line 7\n")));
            for content in [whole, by_line.unwrap()] {
                let mut copied = Vec::new();
                content.copy_to(&mut copied).unwrap();
                assert!(copied == lines.as_bytes());
                assert_eq!(content.length(), lines.len() as u64);
                assert_eq!(content.sha256(), sha256(lines.as_bytes()));
                assert_eq!(matches!(content.kept, Kept::Compressed(_)), times > 1);
                assert!(content.into_bytes().unwrap() == lines.as_bytes());
            }
        }
    }
}
