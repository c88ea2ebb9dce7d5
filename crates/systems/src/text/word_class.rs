//! Coarse word classes: WordNet's index, endings, capitals and the word before.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::text::{Token, TokenKind, is_stop_word, lists};
use crate::wordnet::{PartOfSpeech, WordNet};

/// The class of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WordClass {
    /// A common noun.
    Noun,
    /// A name, an acronym or a month.
    ProperNoun,
    /// A verb that is no auxiliary.
    Verb,
    /// An adjective.
    Adjective,
    /// An adverb.
    Adverb,
    /// A number in digits or words.
    Number,
    /// A word of the list of stop words.
    FunctionWord,
    /// A mark.
    Punctuation,
}

impl WordClass {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Noun,
        Self::ProperNoun,
        Self::Verb,
        Self::Adjective,
        Self::Adverb,
        Self::Number,
        Self::FunctionWord,
        Self::Punctuation,
    ];

    /// Whether words of this class carry content: neither function words nor marks.
    #[must_use]
    pub fn is_content(self) -> bool {
        !matches!(self, Self::FunctionWord | Self::Punctuation)
    }
}

/// The class of each token.
pub(super) fn word_classes(
    text: &str,
    tokens: &[Token],
    sentences: &[Range<usize>],
    wordnet: Option<&WordNet>,
) -> Vec<WordClass> {
    let mut classes = Vec::with_capacity(tokens.len());
    for sentence in sentences {
        // In a headline of capitals only, capitals tell nothing.
        let words =
            tokens[sentence.clone()].iter().filter(|token| token.kind != TokenKind::Punctuation);
        let tells_names =
            words.clone().any(|word| word.written(text).starts_with(char::is_lowercase));
        let mut is_first = true;
        for at in sentence.clone() {
            let token = &tokens[at];
            let class = match token.kind {
                TokenKind::Punctuation => WordClass::Punctuation,
                TokenKind::Number => WordClass::Number,
                TokenKind::Acronym if tells_names || token.written(text).contains('.') => {
                    WordClass::ProperNoun
                }
                TokenKind::Acronym | TokenKind::Word if is_stop_word(token) => {
                    WordClass::FunctionWord
                }
                TokenKind::Acronym | TokenKind::Word => {
                    let is_capitalised = token.written(text).starts_with(char::is_uppercase);
                    let is_month = lists::is_month(&token.normal);
                    let names =
                        is_capitalised && tells_names && (!is_first || is_name(token, wordnet));
                    if names || is_month && is_capitalised {
                        WordClass::ProperNoun
                    } else {
                        let before = at.checked_sub(1).filter(|before| *before >= sentence.start);
                        common_class(token, before.map(|before| &tokens[before]), wordnet)
                    }
                }
            };
            classes.push(class);
            is_first &= class == WordClass::Punctuation;
        }
    }
    classes
}

/// Whether a capitalised word at the start of a sentence is a name: WordNet has it as no common word.
fn is_name(token: &Token, wordnet: Option<&WordNet>) -> bool {
    let Some(wordnet) = wordnet else { return false };
    let is_tagged = |part| wordnet.commonness(&token.normal, part).0 > 0;
    !PartOfSpeech::ALL.into_iter().any(is_tagged)
}

/// The class of a word that is no name: the most common of those that WordNet gives it, where the word before decides
/// between noun and verb.
fn common_class(token: &Token, before: Option<&Token>, wordnet: Option<&WordNet>) -> WordClass {
    let Some(wordnet) = wordnet else { return class_by_ending(&token.normal) };
    let common = PartOfSpeech::ALL.map(|part| wordnet.commonness(&token.normal, part));
    let before = before.map_or("", |before| before.normal.as_str());
    let noun_follows = matches!(
        before,
        "the" | "a" | "an" | "'s" | "his" | "her" | "its" | "their" | "this" | "of"
    );
    let verb_follows = matches!(
        before,
        "to" | "will"
            | "would"
            | "can"
            | "could"
            | "may"
            | "might"
            | "must"
            | "should"
            | "shall"
            | "did"
            | "not"
            | "he"
            | "she"
            | "they"
            | "we"
            | "i"
            | "it"
            | "who"
    );
    let [noun, verb, _, _] = common.map(|(_, senses)| senses > 0);
    if noun && noun_follows && common[2] <= common[0] {
        return WordClass::Noun;
    }
    if verb && verb_follows {
        return WordClass::Verb;
    }
    // A form in -ed or -ing is mostly a verb, whatever other word it has become.
    if verb && !noun_follows && (token.normal.ends_with("ed") || token.normal.ends_with("ing")) {
        return WordClass::Verb;
    }
    let classes = [WordClass::Noun, WordClass::Verb, WordClass::Adjective, WordClass::Adverb];
    let mut best = None;
    for (class, common) in classes.into_iter().zip(common) {
        if common > (0, 0) && best.is_none_or(|(_, most)| common > most) {
            best = Some((class, common));
        }
    }
    best.map_or_else(|| class_by_ending(&token.normal), |(class, _)| class)
}

fn class_by_ending(word: &str) -> WordClass {
    let ends_with = |endings: &[&str]| endings.iter().any(|ending| word.ends_with(ending));
    if word.len() > 4 && ends_with(&["ly"]) {
        WordClass::Adverb
    } else if word.len() > 4 && ends_with(&["ing", "ed", "ize", "ise", "ify"]) {
        WordClass::Verb
    } else if word.len() > 4
        && ends_with(&["ous", "ful", "ive", "able", "ible", "al", "ic", "less", "ish"])
    {
        WordClass::Adjective
    } else {
        WordClass::Noun
    }
}
