//! What engines may know of words: WordNet, read once however many engines use it.

use std::collections::BTreeMap;
use std::fs::File;
use std::sync::{Arc, Mutex, PoisonError};

use phenom_dataset::Input;
use phenom_systems::edit_distance::{LexicalRules, Resources};
use phenom_systems::wordnet::WordNet;

use crate::config::{DataFile, WordNetFrom};
use crate::failure::Failure;

/// What was read so far.
#[derive(Default)]
pub(crate) struct AtHand {
    wordnets: Mutex<BTreeMap<WordNetFrom, Option<Arc<WordNet>>>>,
}

impl AtHand {
    /// What an engine has at hand.
    pub(super) fn resources(
        &self,
        wordnet: &WordNetFrom,
        rules: &[DataFile],
    ) -> Result<Resources, Failure> {
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
        Ok(Resources { wordnet: known, rules: read_rules(rules)?, trees: None })
    }
}

fn read_rules(files: &[DataFile]) -> Result<Option<Arc<LexicalRules>>, Failure> {
    if files.is_empty() {
        return Ok(None);
    }
    let mut rules = LexicalRules::default();
    for file in files {
        let shown = file.shown();
        let stream = File::open(&file.path).map_err(|error| Failure::unreadable(&shown, &error))?;
        rules
            .read(&shown, Input::Stream(Box::new(stream)))
            .map_err(|error| Failure::input(error.to_string(), None))?;
    }
    Ok(Some(Arc::new(rules)))
}
