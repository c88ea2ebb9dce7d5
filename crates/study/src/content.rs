//! What a file of a report holds. Until they are written, long ones are on the disk without a name, or compressed in memory.

use std::fs::File;
use std::io::{self, Read, Write};
use std::mem::replace;
use std::panic::resume_unwind;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use phenom_files::{Folder, Nameless};
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

    /// The same. What is long is on the disk of a folder, if it has files without names and takes it.
    ///
    /// # Errors
    /// What `write` gives.
    pub(crate) fn written_near(
        near: Option<&Folder>,
        write: impl FnOnce(&mut Writing<'_>) -> io::Result<()>,
    ) -> io::Result<Self> {
        let mut writing = Writing { latest: Vec::new(), before: None, near };
        write(&mut writing)?;
        let Some(mut before) = writing.before else { return Ok(writing.latest.into()) };
        before.add(writing.latest)?;
        let Earlier { room, hasher, length } = before.finish()?;
        let kept = match room {
            Room::Memory(compressed) => Kept::Compressed(compressed.finish()?),
            Room::Disk(file) => Kept::OnDisk(file),
        };
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
    ///
    /// # Errors
    /// If something has the name already, or what the disk gives.
    pub(crate) fn put(&self, folder: &Folder, name: &str) -> io::Result<File> {
        let create = |write: &dyn Fn(&mut File) -> io::Result<()>| {
            let mut file = folder.create_new(name)?;
            write(&mut file)?;
            Ok(file)
        };
        match &self.kept {
            Kept::Bytes(bytes) => create(&|file| file.write_all(bytes)),
            Kept::Compressed(bytes) => create(&|file| zstd::stream::copy_decode(&bytes[..], file)),
            Kept::OnDisk(file) => file.put(folder, name),
        }
    }

    /// All of them.
    ///
    /// # Errors
    /// None, unless memory or disk are damaged.
    pub fn into_bytes(self) -> io::Result<Vec<u8>> {
        match self.kept {
            Kept::Bytes(bytes) => Ok(bytes),
            Kept::Compressed(compressed) => zstd::decode_all(compressed.as_slice()),
            Kept::OnDisk(file) => {
                let mut bytes = Vec::new();
                file.reader()?.read_to_end(&mut bytes)?;
                Ok(bytes)
            }
        }
    }
}

impl From<Vec<u8>> for Content {
    fn from(bytes: Vec<u8>) -> Self {
        Self { sha256: sha256(&bytes), length: bytes.len() as u64, kept: Kept::Bytes(bytes) }
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

/// The blocks of a long file before the latest one. Another thread hashes and keeps them; if none can be started, this one does.
enum Before {
    Aside(SyncSender<Vec<u8>>, JoinHandle<io::Result<Earlier>>),
    Here(Earlier),
}

impl Before {
    fn new(near: Option<&Folder>) -> io::Result<Self> {
        // While the first block is hashed, the writer can go on for as many bytes.
        let (send, blocks) = sync_channel::<Vec<u8>>(SHORT / BLOCK);
        let mut earlier = Earlier::new(near)?;
        let keep = move || {
            blocks.into_iter().try_for_each(|block| earlier.add(&block))?;
            Ok(earlier)
        };
        match thread::Builder::new().spawn(keep) {
            Ok(keeping) => Ok(Self::Aside(send, keeping)),
            Err(_) => Earlier::new(near).map(Self::Here),
        }
    }

    fn add(&mut self, block: Vec<u8>) -> io::Result<()> {
        match self {
            // Where the other thread has ended, `finish` says why.
            Self::Aside(send, _) => _ = send.send(block),
            Self::Here(earlier) => earlier.add(&block)?,
        }
        Ok(())
    }

    fn finish(self) -> io::Result<Earlier> {
        match self {
            Self::Aside(send, keeping) => {
                drop(send);
                keeping.join().unwrap_or_else(|panic| resume_unwind(panic))
            }
            Self::Here(earlier) => Ok(earlier),
        }
    }
}

struct Earlier {
    room: Room,
    hasher: Sha256,
    length: u64,
}

enum Room {
    Memory(Encoder<'static, Vec<u8>>),
    Disk(Nameless),
}

impl Earlier {
    fn new(near: Option<&Folder>) -> io::Result<Self> {
        let room = match near.map(Nameless::near) {
            Some(Ok(file)) => Room::Disk(file),
            _ => Room::Memory(Encoder::new(Vec::new(), 1)?),
        };
        Ok(Self { room, hasher: Sha256::new(), length: 0 })
    }

    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Room::Disk(file) = &mut self.room
            && file.append(bytes).is_err()
        {
            // A disk that does not take it may still get room. If it gets none, writing says so.
            let mut compressed = Encoder::new(Vec::new(), 1)?;
            io::copy(&mut file.reader()?.take(self.length), &mut compressed)?;
            self.room = Room::Memory(compressed);
        }
        if let Room::Memory(compressed) = &mut self.room {
            compressed.write_all(bytes)?;
        }
        self.hasher.update(bytes);
        self.length += bytes.len() as u64;
        Ok(())
    }
}

/// The most bytes of a file that is in memory as it is.
const SHORT: usize = 1 << 22;

/// The most bytes of a block of a longer one after its first block, unless more are written at once.
const BLOCK: usize = 1 << 20;

impl Write for Writing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let most = if self.before.is_some() { BLOCK } else { SHORT };
        if self.latest.len() + bytes.len() > most {
            let before = match &mut self.before {
                Some(before) => before,
                none => none.insert(Before::new(self.near)?),
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
                assert_eq!(matches!(content.kept, Kept::Bytes(_)), times < 2);
                let on_disk = times > 1 && near.is_some_and(|at| Nameless::near(at).is_ok());
                assert_eq!(matches!(content.kept, Kept::OnDisk(_)), on_disk);
                assert!(content.into_bytes().unwrap() == lines.as_bytes());
            }
        }
    }
}
