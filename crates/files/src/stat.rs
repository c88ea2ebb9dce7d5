//! What is found under a name.

use std::io;
use std::time::SystemTime;

use cap_fs_ext::MetadataExt;

/// What kind of thing has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link, whatever it leads to.
    Link,
    /// A pipe, a device or a socket.
    Other,
}

/// By which a file is known whatever it is called: its device and its number there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identity(u64, u64);

impl Identity {
    /// Whether both are on one file system, so that one can be renamed to where the other is.
    #[must_use]
    pub fn is_on_one_device(self, other: Self) -> bool {
        self.0 == other.0
    }
}

/// What is known of a name without opening what has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stat {
    /// What it is.
    pub kind: Kind,
    /// Its length in bytes.
    pub length: u64,
    /// When its content was last changed, if the file system knows it.
    pub modified: Option<SystemTime>,
    /// The file itself.
    pub identity: Identity,
    /// How many names the file has.
    pub names: u64,
}

impl Stat {
    pub(crate) fn of(metadata: &cap_std::fs::Metadata) -> Self {
        let kind = match metadata {
            there if there.is_symlink() => Kind::Link,
            there if there.is_dir() => Kind::Folder,
            there if there.is_file() => Kind::File,
            _ => Kind::Other,
        };
        Self {
            kind,
            length: metadata.len(),
            modified: metadata.modified().ok().map(cap_std::time::SystemTime::into_std),
            identity: Identity(metadata.dev(), metadata.ino()),
            names: metadata.nlink(),
        }
    }

    /// What is known of an open file.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn of_open(file: &std::fs::File) -> io::Result<Self> {
        let copy = cap_std::fs::File::from_std(file.try_clone()?);
        copy.metadata().map(|metadata| Self::of(&metadata))
    }

    /// Fails unless this is a regular file.
    pub(crate) fn regular(self) -> io::Result<Self> {
        match self.kind {
            Kind::File => Ok(self),
            Kind::Folder => Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder")),
            Kind::Link => {
                Err(io::Error::other("it is a symbolic link, which phenom does not follow here"))
            }
            Kind::Other => {
                Err(io::Error::other("it is a pipe, a device or a socket, not a regular file"))
            }
        }
    }

    /// Fails if the file has other names, so that a change of it would change something elsewhere.
    pub(crate) fn of_one_name(self) -> io::Result<Self> {
        if self.names <= 1 {
            return Ok(self);
        }
        Err(io::Error::other(format!(
            "it has {} names (hard links), so that a change would also change another file",
            self.names
        )))
    }
}
