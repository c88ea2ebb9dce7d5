//! What is written, as the user named it.

use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::load::sha256;

/// The name of the staging folder.
const STAGING: &str = ".phenom-writing";

/// Where something is written.
#[derive(Debug, Clone)]
pub(crate) enum Place {
    /// A folder, which is made where it is missing.
    Folder(PathBuf),
    /// A file in a folder that is there.
    File(PathBuf),
}

impl Place {
    /// The folder that holds the files.
    pub(super) fn root(&self) -> &Path {
        match self {
            Self::Folder(folder) => folder,
            Self::File(file) => match file.parent() {
                Some(parent) if !parent.as_os_str().is_empty() => parent,
                _ => Path::new("."),
            },
        }
    }

    /// The staging folder. That of a file has the file's name in it, as a hash, so that different
    /// files of one folder can be written at the same time.
    pub(super) fn staging(&self) -> PathBuf {
        match self {
            Self::Folder(folder) => folder.join(STAGING),
            Self::File(file) => {
                let name = file.file_name().unwrap_or_default();
                let hash = sha256(name.as_encoded_bytes());
                self.root().join(format!("{STAGING}-{}", &hash[..8]))
            }
        }
    }

    /// What the user called it.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Folder(path) | Self::File(path) => path.display().to_string(),
        }
    }

    /// Nothing was written, and why.
    pub(super) fn not_written(&self, reason: impl std::fmt::Display) -> Failure {
        let message = format!("{} was not written: {reason}", self.shown());
        Failure::input(message, Some(format!("mend that, or {}", self.elsewhere())))
    }

    /// How to write elsewhere.
    pub(super) fn elsewhere(&self) -> &'static str {
        match self {
            Self::Folder(_) => "write elsewhere with --output DIR",
            Self::File(_) => "name another file",
        }
    }
}
