//! WordNet, read from its plain dictionary files, and relations between words.
//!
//! The files are those of WordNet 3.0 and 3.1: `index.*`, `data.*` and `*.exc` for nouns, verbs, adjectives and
//! adverbs. Glosses, examples and pointers that say nothing of entailment are not kept; the rest takes some ten
//! megabytes. The package is not shipped: without it, engines see words as letters only.

mod database;
mod error;
mod load;
mod location;
mod morphology;
mod part_of_speech;
mod records;
mod relation;
#[cfg(test)]
pub(crate) mod tests;
mod word;

use std::path::Path;

pub use database::WordNet;
pub use error::WordNetError;
pub use part_of_speech::PartOfSpeech;
pub use relation::{Relation, RelationKind};
pub use word::Word;

impl WordNet {
    /// Reads the dictionary files of a folder, or of `dict` in it.
    ///
    /// # Errors
    /// Where a file is missing, cannot be read, or is damaged.
    pub fn load(path: &Path) -> Result<Self, WordNetError> {
        load::load(&location::folder_of(path)?)
    }

    /// Looks for WordNet where `PHENOM_WORDNET` says, else in the usual places. Nothing where there is none.
    ///
    /// # Errors
    /// Where the variable names a folder without WordNet, or what was found cannot be read.
    pub fn find() -> Result<Option<Self>, WordNetError> {
        location::find()
    }

    /// All that WordNet says of a word in any case and form; a blank in it may be a blank or `_`. It takes
    /// microseconds: keep it for a word that is compared often.
    #[must_use]
    pub fn word(&self, word: &str) -> Word {
        Word::new(self, word, usize::MAX)
    }

    /// The same with the most frequent senses only, so many of each lemma and part of speech: rare senses relate many
    /// words that have nothing to do with each other in most texts.
    #[must_use]
    pub fn word_in_frequent_senses(&self, word: &str, most_senses: usize) -> Word {
        Word::new(self, word, most_senses)
    }

    /// The relation of a text's word to a hypothesis' word that says most of them, over all of their senses.
    #[must_use]
    pub fn relation(&self, text: &Word, hypothesis: &Word) -> Option<Relation> {
        word::relation(text, hypothesis)
    }

    /// Whether a word is a kind of another one in some senses of both, however many levels lie between.
    #[must_use]
    pub fn is_kind_of(&self, narrow: &Word, broad: &Word) -> bool {
        word::is_kind_of(self, narrow, broad)
    }

    /// Whether two words are different kinds of one thing: they have a hypernym in common, with three steps between
    /// them at most, and nothing else relates them.
    #[must_use]
    pub fn are_sisters(&self, one: &Word, other: &Word) -> bool {
        word::are_sisters(one, other)
    }

    /// Whether what a word is derived from and another word are different kinds, or instances, of one thing: *Norwegian*,
    /// of *Norway*, and *Finland*.
    #[must_use]
    pub fn are_sisters_by_derivation(
        &self,
        derived: &Word,
        other: &Word,
        most_senses: usize,
    ) -> bool {
        derived.derived_from().any(|lemma| {
            let origin = self.word_in_frequent_senses(self.lemma_text(lemma), most_senses);
            word::are_sisters(&origin, other)
        })
    }

    /// The base forms of a word as a part of speech, if WordNet has any; the word itself first where it is one.
    pub fn base_forms(&self, word: &str, part: PartOfSpeech) -> impl Iterator<Item = &str> {
        let word = word.to_lowercase().replace(' ', "_");
        morphology::base_forms(self, &word, part).into_iter().map(|lemma| self.lemma_text(lemma))
    }

    /// How common a word is as a part of speech: its senses that occur in the tagged texts and, where those tell
    /// nothing, all of its senses. `(0, 0)` where it is none such.
    #[must_use]
    pub fn commonness(&self, word: &str, part: PartOfSpeech) -> (usize, usize) {
        let word = word.to_lowercase().replace(' ', "_");
        let lemmas = morphology::base_forms(self, &word, part);
        let common = lemmas.iter().map(|lemma| {
            let tagged = self.tagged_senses[*lemma as usize * 4 + part as usize];
            (usize::from(tagged), self.senses(*lemma, part).len())
        });
        common.max().unwrap_or_default()
    }
}
