//! What engines may know of words and pairs: WordNet, read once however many engines use it, lexical rules, and parses.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use phenom_dataset::{Dataset, Input};
use phenom_report::File;
use phenom_systems::TextPair;
use phenom_systems::conllu::{PairTrees, read_conllu};
use phenom_systems::edit_distance::{LexicalRules, Resources};
use phenom_systems::wordnet::WordNet;

use super::hashed::open;
use crate::config::{DataFile, WordNetFrom};
use crate::failure::Failure;
use crate::host::{Count, Host, Step};

/// What was read so far, and how far training is.
pub(crate) struct AtHand<'h> {
    /// Who is told how far reading is.
    pub(super) host: &'h dyn Host,
    wordnets: Mutex<BTreeMap<WordNetFrom, Option<Arc<WordNet>>>>,
    of_training: &'h dyn Host,
    /// Begins with the first training.
    training: OnceLock<Count>,
}

impl<'h> AtHand<'h> {
    /// Nothing was read yet. One host is told how far reading is, the other how far training.
    pub(super) fn new(host: &'h dyn Host, of_training: &'h dyn Host) -> Self {
        Self { host, wordnets: Mutex::default(), of_training, training: OnceLock::new() }
    }

    /// How far training is.
    pub(super) fn training(&self) -> &Count {
        self.training.get_or_init(|| Count::new(self.of_training, Step::Training, 0))
    }

    /// What an engine has at hand for all pairs, and the files of it.
    pub(super) fn resources(
        &self,
        wordnet: &WordNetFrom,
        rules: &[DataFile],
    ) -> Result<(Resources, Vec<File>), Failure> {
        // Whoever asks next waits until it is read.
        let mut wordnets = self.wordnets.lock().unwrap_or_else(PoisonError::into_inner);
        let known = match wordnets.get(wordnet) {
            Some(known) => known.clone(),
            None => {
                let failed = |error: phenom_systems::wordnet::WordNetError| {
                    Failure::input(error.to_string(), None)
                };
                let read = match wordnet {
                    WordNetFrom::Nowhere => None,
                    WordNetFrom::UsualPlaces => WordNet::find().map_err(failed)?,
                    WordNetFrom::Folder(folder) => Some(WordNet::load(folder).map_err(failed)?),
                };
                let read = read.map(Arc::new);
                wordnets.insert(wordnet.clone(), read.clone());
                read
            }
        };
        let (rules, files) = read_rules(self.host, rules)?;
        Ok((Resources { wordnet: known, rules, trees: None }, files))
    }
}

fn read_rules(
    host: &dyn Host,
    files: &[DataFile],
) -> Result<(Option<Arc<LexicalRules>>, Vec<File>), Failure> {
    let mut rules = LexicalRules::default();
    let hashed = read(host, files, |shown, input| {
        rules.read(shown, input).map_err(|error| Failure::input(error.to_string(), None))
    })?;
    Ok(((!files.is_empty()).then(|| Arc::new(rules)), hashed))
}

/// The parses of the pairs of a dataset; nothing where no file holds any. Those of pairs that the dataset leaves out are
/// passed over.
pub(super) fn read_trees(
    host: &dyn Host,
    files: &[DataFile],
    dataset: &Dataset,
    pairs: &[TextPair<'_>],
) -> Result<(Option<Arc<PairTrees>>, Vec<File>), Failure> {
    if files.is_empty() {
        return Ok((None, Vec::new()));
    }
    let failed =
        |error: phenom_systems::conllu::ConlluError| Failure::input(error.to_string(), None);
    let mut parses = Vec::new();
    let hashed = read(host, files, |shown, input| {
        let mut sentences = read_conllu(shown, input).map_err(failed)?;
        sentences.retain(|sentence| !dataset.is_excluded(&sentence.pair_id));
        parses.push((shown.to_owned(), sentences));
        Ok(())
    })?;
    Ok((Some(Arc::new(PairTrees::new(&parses, pairs).map_err(failed)?)), hashed))
}

/// Reads files one after the other, and says which they were.
fn read(
    host: &dyn Host,
    files: &[DataFile],
    mut one: impl FnMut(&str, Input) -> Result<(), Failure>,
) -> Result<Vec<File>, Failure> {
    let progress = Arc::new(Count::of_files(host, files.iter().map(|file| file.path.as_path())));
    let mut hashed = Vec::new();
    for file in files {
        let shown = file.shown();
        let (input, hash) =
            open(file, false, &progress).map_err(|error| Failure::unreadable(&shown, &error))?;
        one(&shown, input)?;
        hashed.push(hash.without_labels(file));
    }
    Ok(hashed)
}
