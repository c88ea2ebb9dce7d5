//! Why a store cannot be used.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a store cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Another process has it.
    #[error(
        "{} is in use: another process queries the same system; wait for its end, or end it",
        .path.display()
    )]
    Busy {
        /// The file of answers.
        path: PathBuf,
    },
    /// A line is no answer.
    #[error(
        "{}:{line}: this is not a stored prediction ({reason}); remove the line, or the file: phenom then queries those \
         pairs again",
        .path.display()
    )]
    Corrupt {
        /// The file of answers.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A file or folder cannot be made, opened, read or written.
    #[error("cannot use the stored predictions: {}: {source}", .path.display())]
    Unusable {
        /// The file or folder.
        path: PathBuf,
        /// What the operating system says.
        source: io::Error,
    },
}
