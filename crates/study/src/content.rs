//! What a file of a report holds: long ones are on the disk, without a name until they are written.

use std::fs::File;
use std::io::{self, Write};
use std::mem::replace;
use std::panic::resume_unwind;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use phenom_files::{Folder, Nameless};
use sha2::{Digest, Sha256};

use crate::hashes::{hex, sha256};

/// The bytes of a file.
pub struct Content {
    kept: Kept,
    length: u64,
    sha256: String,
}

enum Kept {
    InMemory(Vec<u8>),
    OnDisk(Nameless),
}

impl Content {
    /// What is written.
    ///
    /// # Errors
    /// What `write` gives.
    pub fn written(write: impl FnOnce(&mut Writing<'_>) -> io::Result<()>) -> io::Result<Self> {
        Self::written_near(None, write)
    }

    /// The same. What is long is on the disk: on that of a folder, if there is one and it has files without names, else where
    /// temporary files are.
    ///
    /// # Errors
    /// What `write` gives, and a full disk.
    pub(crate) fn written_near(
        near: Option<&Folder>,
        write: impl FnOnce(&mut Writing<'_>) -> io::Result<()>,
    ) -> io::Result<Self> {
        let mut writing = Writing { latest: Vec::new(), before: None, near };
        write(&mut writing)?;
        let Some(mut before) = writing.before else { return Ok(writing.latest.into()) };
        before.add(writing.latest)?;
        let Packed { kept, hasher, length } = before.finish()?;
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

    /// Makes a file of them.
    pub(crate) fn put(&self, folder: &Folder, name: &str) -> io::Result<File> {
        match &self.kept {
            Kept::InMemory(bytes) => {
                let mut made = folder.create_new(name)?;
                made.write_all(bytes)?;
                Ok(made)
            }
            Kept::OnDisk(file) => file.put(folder, name),
        }
    }

    /// All of them.
    ///
    /// # Errors
    /// None, unless the disk is damaged.
    pub fn into_bytes(self) -> io::Result<Vec<u8>> {
        match self.kept {
            Kept::InMemory(bytes) => Ok(bytes),
            Kept::OnDisk(file) => file.bytes(),
        }
    }
}

impl From<Vec<u8>> for Content {
    fn from(bytes: Vec<u8>) -> Self {
        Self { sha256: sha256(&bytes), length: bytes.len() as u64, kept: Kept::InMemory(bytes) }
    }
}

/// Takes the bytes of a file.
pub struct Writing<'n> {
    latest: Vec<u8>,
    /// Those before the latest, once there are many.
    before: Option<Before>,
    /// The folder on whose disk they are best.
    near: Option<&'n Folder>,
}

/// The blocks of a long file before the latest one. Another thread packs them; if none can be started, this one does.
enum Before {
    Aside(SyncSender<Vec<u8>>, JoinHandle<io::Result<Packed>>),
    Here(Packed),
}

impl Before {
    fn new(near: Option<&Folder>) -> Self {
        // While the first block is packed, the writer can go on for as many bytes.
        let (send, blocks) = sync_channel::<Vec<u8>>(SHORT / BLOCK);
        let mut packed = Packed::new(near);
        let pack = move || {
            blocks.into_iter().try_for_each(|block| packed.add(&block))?;
            Ok(packed)
        };
        match thread::Builder::new().spawn(pack) {
            Ok(packing) => Self::Aside(send, packing),
            Err(_) => Self::Here(Packed::new(near)),
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
    kept: Kept,
    hasher: Sha256,
    length: u64,
}

impl Packed {
    fn new(near: Option<&Folder>) -> Self {
        let file = near.and_then(|folder| Nameless::near(folder).ok());
        let file = file.map_or_else(Nameless::temporary, Ok);
        // If there can be no such file, there is still memory.
        let kept = file.map_or(Kept::InMemory(Vec::new()), Kept::OnDisk);
        Self { kept, hasher: Sha256::new(), length: 0 }
    }

    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.length += bytes.len() as u64;
        match &mut self.kept {
            Kept::InMemory(before) => before.write_all(bytes),
            Kept::OnDisk(file) => file.append(bytes),
        }
    }
}

/// The most bytes of a file that is in memory.
const SHORT: usize = 1 << 22;

/// The most bytes of a block of a longer one after its first block, unless more are written at once.
const BLOCK: usize = 1 << 20;

impl Write for Writing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let most = if self.before.is_some() { BLOCK } else { SHORT };
        if self.latest.len() + bytes.len() > most {
            let before = match &mut self.before {
                Some(before) => before,
                none => none.insert(Before::new(self.near)),
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
        let root = tempfile::tempdir().unwrap();
        let folder = Folder::open(root.path()).unwrap();
        let places = [None, Some(&folder)];
        for (times, near) in
            [0, 1, 3 * SHORT / 7].into_iter().flat_map(|of| places.map(|at| (of, at)))
        {
            let lines = "line 7\n".repeat(times);
            let whole = Content::written_near(near, |out| out.write_all(lines.as_bytes())).unwrap();
            let by_line = Content::written_near(near, |out| {
                (0..times).try_for_each(|_| out.write_all(b"line 7\n"))
            });
            for (name, content) in ["whole", "by line"].into_iter().zip([whole, by_line.unwrap()]) {
                assert!(folder.entries().unwrap().is_empty());
                for _ in 0..2 {
                    drop(content.put(&folder, name).unwrap());
                    assert!(std::fs::read(root.path().join(name)).unwrap() == lines.as_bytes());
                    assert!(content.put(&folder, name).is_err());
                    folder.remove_file(name).unwrap();
                }
                assert_eq!(content.length(), lines.len() as u64);
                assert_eq!(content.sha256(), sha256(lines.as_bytes()));
                let on_disk = matches!(content.kept, Kept::OnDisk(_));
                assert_eq!(on_disk, times > 1);
                assert!(content.into_bytes().unwrap() == lines.as_bytes());
            }
        }
    }
}
