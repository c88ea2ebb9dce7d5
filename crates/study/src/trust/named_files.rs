//! The files among the words of a command, by their content.

use std::path::{Path, PathBuf};

use phenom_files::open_regular;

use crate::failure::Failure;
use crate::hashes::sha256_of;

/// A word that is the path of a file, from the folder that the command runs in.
pub(crate) struct NamedFile<'w> {
    pub(crate) word: &'w str,
    pub(crate) path: PathBuf,
    pub(crate) sha256: String,
}

/// The files that words name, in their order.
pub(crate) fn named_files<'w>(
    words: impl IntoIterator<Item = &'w str>,
    folder: &Path,
) -> Result<Vec<NamedFile<'w>>, Failure> {
    let is_file = |(_, path): &(&str, PathBuf)| path.is_file();
    let hashed = |(word, path): (&'w str, PathBuf)| {
        let sha256 = open_regular(&path)
            .and_then(sha256_of)
            .map_err(|error| Failure::unreadable(&path.display().to_string(), &error))?;
        Ok(NamedFile { word, path, sha256 })
    };
    words.into_iter().map(|word| (word, folder.join(word))).filter(is_file).map(hashed).collect()
}
