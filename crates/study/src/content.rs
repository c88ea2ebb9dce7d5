//! What a file of a report holds: compressed where it is long, until it is written.

use std::io::{self, Write};
use std::mem::replace;
use std::panic::resume_unwind;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

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
        before.add(writing.latest)?;
        let Packed { compressed, hasher, length } = before.finish()?;
        let kept = Kept::Compressed(compressed.finish()?);
        Ok(Self { kept, length, sha256: hex(&hasher.finalize()) })
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

/// The blocks of a long file before the latest one. Another thread packs them; if none can be started, this one does.
enum Before {
    Aside(SyncSender<Vec<u8>>, JoinHandle<io::Result<Packed>>),
    Here(Packed),
}

impl Before {
    fn new() -> io::Result<Self> {
        // While the first block is compressed, the writer can go on for as many bytes.
        let (send, blocks) = sync_channel::<Vec<u8>>(SHORT / BLOCK);
        let pack = || {
            let mut packed = Packed::new()?;
            blocks.into_iter().try_for_each(|block| packed.add(&block))?;
            Ok(packed)
        };
        match thread::Builder::new().spawn(pack) {
            Ok(packing) => Ok(Self::Aside(send, packing)),
            Err(_) => Packed::new().map(Self::Here),
        }
    }

    fn add(&mut self, block: Vec<u8>) -> io::Result<()> {
        match self {
            // Where the other thread has ended, `finish` says why.
            Self::Aside(send, _) => _ = send.send(block),
            Self::Here(packed) => packed.add(&block)?,
        }
        Ok(())
    }

    fn finish(self) -> io::Result<Packed> {
        match self {
            Self::Aside(send, packing) => {
                drop(send);
                packing.join().unwrap_or_else(|panic| resume_unwind(panic))
            }
            Self::Here(packed) => Ok(packed),
        }
    }
}

struct Packed {
    compressed: Encoder<'static, Vec<u8>>,
    hasher: Sha256,
    length: u64,
}

impl Packed {
    fn new() -> io::Result<Self> {
        let compressed = Encoder::new(Vec::new(), 1)?;
        Ok(Self { compressed, hasher: Sha256::new(), length: 0 })
    }

    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.length += bytes.len() as u64;
        self.compressed.write_all(bytes)
    }
}

/// The most bytes of a file that is not compressed.
const SHORT: usize = 1 << 22;

/// The most bytes of a block of a longer one after its first block, unless more are written at once.
const BLOCK: usize = 1 << 20;

impl Write for Writing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let most = if self.before.is_some() { BLOCK } else { SHORT };
        if self.latest.len() + bytes.len() > most {
            let before = match &mut self.before {
                Some(before) => before,
                none => none.insert(Before::new()?),
            };
            before.add(replace(&mut self.latest, Vec::with_capacity(BLOCK)))?;
        }
        self.latest.extend_from_slice(bytes);
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
