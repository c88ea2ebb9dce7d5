//! How a word of the text is tied to a word of the hypothesis.

use std::collections::HashMap;

use crate::contradiction::quantity::Comparison;
use crate::contradiction::side::Side;
use crate::contradiction::word_lists;
use crate::text::WordClass;
use crate::wordnet::{RelationKind, Word, WordNet};

/// The senses of a word by which it is related to others.
const MOST_SENSES: usize = 4;
/// Rarer senses are sisters of too much.
const SENSES_OF_SISTERS: usize = 2;

/// What ties two words together, or sets them against each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tie {
    /// The same word, in any form.
    Same,
    Synonym,
    Derivation,
    /// The text's word is the narrower one.
    Hypernym,
    /// Doing the one is, or brings about, doing the other.
    Entailment,
    Similar,
    /// The text's word is a part of the hypothesis' word: *Paris* and *France*.
    Whole,
    /// The text's number leaves no more open.
    Quantity,
    /// They exclude each other.
    Opposite,
    /// The hypothesis' word is the narrower one.
    Hyponym,
    /// The hypothesis' word is a part of the text's word.
    Part,
    /// Different numbers, dates, names or words of a class, which may stand for each other in one place.
    Other,
}

impl Tie {
    /// Whether the text's word vouches for the hypothesis' word.
    pub(super) fn supports(self) -> bool {
        !matches!(self, Self::Opposite | Self::Hyponym | Self::Part | Self::Other)
    }

    /// What an alignment gains by it.
    pub(super) fn gain(self) -> f64 {
        match self {
            Self::Same => 1.0,
            Self::Synonym | Self::Quantity => 0.95,
            Self::Derivation => 0.85,
            Self::Hypernym | Self::Entailment => 0.8,
            Self::Similar | Self::Whole => 0.6,
            Self::Opposite => 0.55,
            Self::Hyponym => 0.45,
            Self::Part => 0.35,
            Self::Other => 0.25,
        }
    }

    /// The relation in words, from the text's word to the hypothesis' word.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Same => "same word",
            Self::Synonym => "synonyms",
            Self::Derivation => "derived",
            Self::Hypernym => "is a kind of",
            Self::Entailment => "entails",
            Self::Similar => "similar",
            Self::Whole => "is a part of",
            Self::Quantity => "agreeing number",
            Self::Opposite => "opposites",
            Self::Hyponym => "is more general than",
            Self::Part => "is the whole of",
            Self::Other => "instead of",
        }
    }
}

/// The ties between the words of two sides.
pub(super) struct Ties<'a> {
    text: &'a Side<'a>,
    hypothesis: &'a Side<'a>,
    wordnet: Option<&'a WordNet>,
    words: HashMap<&'a str, Word>,
}

impl<'a> Ties<'a> {
    /// Looks each different content word up once.
    pub(super) fn new(
        text: &'a Side<'a>,
        hypothesis: &'a Side<'a>,
        wordnet: Option<&'a WordNet>,
    ) -> Self {
        let mut words = HashMap::new();
        for side in [text, hypothesis] {
            let content = (0..side.tokens().len()).filter(|token| side.is_content(*token));
            for token in content.filter(|token| side.class(*token) != WordClass::Number) {
                if let Some(wordnet) = wordnet {
                    words.entry(side.normal(token)).or_insert_with_key(|word| {
                        wordnet.word_in_frequent_senses(word, MOST_SENSES)
                    });
                }
            }
        }
        Self { text, hypothesis, wordnet, words }
    }

    /// The tie of a token of the text to a token of the hypothesis, if there is any.
    pub(super) fn between(&self, text: usize, hypothesis: usize) -> Option<Tie> {
        if self.text.is_mark(text) || self.hypothesis.is_mark(hypothesis) {
            return None;
        }
        if let Some(tie) = self.of_dates_and_numbers(text, hypothesis) {
            return tie;
        }
        let (word, wanted) = (self.text.normal(text), self.hypothesis.normal(hypothesis));
        if word == wanted {
            return Some(Tie::Same);
        }
        if word_lists::are_opposites(word, wanted) {
            return Some(Tie::Opposite);
        }
        if word_lists::says(word) && word_lists::says(wanted) {
            return Some(Tie::Similar);
        }
        if !self.text.is_content(text) || !self.hypothesis.is_content(hypothesis) {
            return are_forms_of_one(word, wanted).then_some(Tie::Same);
        }
        let (stem, wanted_stem) = (&self.text.stems[text], &self.hypothesis.stems[hypothesis]);
        if let Some(tie) = self.by_wordnet(word, wanted) {
            return Some(tie);
        }
        if stem == wanted_stem || is_spelling(self.text, text, self.hypothesis, hypothesis) {
            return Some(Tie::Same);
        }
        if word_lists::are_opposites(stem, wanted_stem) {
            return Some(Tie::Opposite);
        }
        (kind(self.text.class(text)) == kind(self.hypothesis.class(hypothesis)))
            .then_some(Tie::Other)
    }

    /// Dates and numbers are tied to their like alone.
    fn of_dates_and_numbers(&self, text: usize, hypothesis: usize) -> Option<Option<Tie>> {
        let dates = (self.text.dates[text], self.hypothesis.dates[hypothesis]);
        if let (Some(one), Some(other)) = dates {
            let is_same = self.text.normal(text) == self.hypothesis.normal(hypothesis);
            return Some((one == other).then_some(if is_same { Tie::Same } else { Tie::Other }));
        }
        let numbers = (self.text.quantities[text], self.hypothesis.quantities[hypothesis]);
        match numbers {
            (Some(text), Some(hypothesis)) => Some(Some(match hypothesis.compared_to(text) {
                Comparison::Entails => Tie::Quantity,
                Comparison::Excludes | Comparison::LeavesOpen => Tie::Other,
            })),
            (Some(_), None) | (None, Some(_)) => Some(None),
            (None, None) => (dates.0.is_some() || dates.1.is_some()).then_some(None),
        }
    }

    fn by_wordnet(&self, word: &str, wanted: &str) -> Option<Tie> {
        let wordnet = self.wordnet?;
        let (word, wanted) = (self.words.get(word)?, self.words.get(wanted)?);
        if let Some(relation) = wordnet.relation(word, wanted) {
            return Some(match (relation.kind, relation.steps) {
                (RelationKind::SameLemma, _) => Tie::Same,
                (RelationKind::Synonym, _) => Tie::Synonym,
                (RelationKind::Antonym, _) => Tie::Opposite,
                (RelationKind::Derivation, 1) => Tie::Derivation,
                (RelationKind::Derivation | RelationKind::Similar, _) => Tie::Similar,
                (RelationKind::Hypernym, _) => Tie::Hypernym,
                (RelationKind::Entailment | RelationKind::Cause, _) => Tie::Entailment,
                (RelationKind::Holonym, _) => Tie::Whole,
                (RelationKind::Meronym, _) => Tie::Part,
            });
        }
        let back = wordnet.relation(wanted, word)?;
        match back.kind {
            RelationKind::Hypernym => Some(Tie::Hyponym),
            RelationKind::Antonym => Some(Tie::Opposite),
            RelationKind::Holonym => Some(Tie::Part),
            _ => None,
        }
    }

    /// Whether two words are sisters: different kinds of one thing, as WordNet's frequent senses have it.
    pub(super) fn are_sisters(&self, text: usize, hypothesis: usize) -> bool {
        let Some(wordnet) = self.wordnet else { return false };
        let word = |word| wordnet.word_in_frequent_senses(word, SENSES_OF_SISTERS);
        wordnet
            .are_sisters(&word(self.text.normal(text)), &word(self.hypothesis.normal(hypothesis)))
    }

    /// Whether two names are of different things of one kind, one as an adjective: *Norwegian* and *Finland*.
    pub(super) fn are_of_sisters(&self, text: usize, hypothesis: usize) -> bool {
        let Some(wordnet) = self.wordnet else { return false };
        let word = |word| wordnet.word_in_frequent_senses(word, SENSES_OF_SISTERS);
        let (there, here) =
            (word(self.text.normal(text)), word(self.hypothesis.normal(hypothesis)));
        wordnet.are_sisters_by_derivation(&there, &here, SENSES_OF_SISTERS)
            || wordnet.are_sisters_by_derivation(&here, &there, SENSES_OF_SISTERS)
    }
}

/// Words of one kind are compared where they stand in one place. Nouns and adjectives are not kept apart: a colour may be
/// either.
fn kind(class: WordClass) -> WordClass {
    if class == WordClass::Adjective { WordClass::Noun } else { class }
}

/// Forms of *be*, *have* and *do*, articles, and other function words that may stand for each other.
fn are_forms_of_one(one: &str, other: &str) -> bool {
    const FORMS: [&[&str]; 5] = [
        &["is", "are", "was", "were", "be", "been", "being", "am"],
        &["has", "have", "had", "having"],
        &["does", "do", "did"],
        &["a", "an", "the", "this", "that", "these", "those"],
        &["in", "at", "on"],
    ];
    FORMS.iter().any(|forms| forms.contains(&one) && forms.contains(&other))
}

/// Whether two names are spellings of one: *Tutankhamen* and *Tutankhamun*.
fn is_spelling(one: &Side<'_>, word: usize, other: &Side<'_>, wanted: usize) -> bool {
    /// Names are compared letter by letter from and up to these lengths.
    const LENGTHS: std::ops::RangeInclusive<usize> = 6..=32;
    let (name, wanted_name) = (one.normal(word), other.normal(wanted));
    one.is_name(word)
        && other.is_name(wanted)
        && LENGTHS.contains(&name.chars().count())
        && LENGTHS.contains(&wanted_name.chars().count())
        && strsim::normalized_levenshtein(name, wanted_name) >= 0.8
}
