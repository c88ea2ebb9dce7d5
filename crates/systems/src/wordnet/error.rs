//! What can be wrong with the files of WordNet.

use std::path::PathBuf;

use thiserror::Error;

/// Why WordNet could not be loaded.
#[derive(Debug, Error)]
pub enum WordNetError {
    /// The folder is none, or lacks a file.
    #[error(
        "{}: no WordNet here, {file} is missing; name the folder with the files index.noun, data.noun, noun.exc and \
         so on (Debian's package wordnet-base puts them into /usr/share/wordnet)",
        folder.display()
    )]
    Missing {
        /// Where it was looked for.
        folder: PathBuf,
        /// The first file that is not there.
        file: String,
    },
    /// A file cannot be read.
    #[error("{}: {error}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// A line is not what a dictionary file of WordNet has there.
    #[error(
        "{}:{line}: {what}; the file is damaged, or is not a dictionary file of WordNet: install WordNet again",
        file.display()
    )]
    Malformed {
        /// The file.
        file: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// `PHENOM_WORDNET` names a folder that is none of WordNet.
    #[error("the environment variable PHENOM_WORDNET: {0}")]
    Variable(Box<WordNetError>),
}
