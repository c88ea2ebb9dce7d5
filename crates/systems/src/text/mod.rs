//! English texts as tokens, sentences, numbers and word classes, by regular expressions and readable lists.
//!
//! No parser and no trained tagger: what a token is stands in [`tokens`], what a list holds in `crates/systems/data`.

mod limits;
mod lists;
mod numbers;
mod sentences;
mod stem;
#[cfg(test)]
mod tests;
mod tokens;
mod word_class;

pub use limits::{MOST_IN_HYPOTHESIS, MOST_IN_TEXT, is_longer_than_compared};
pub(crate) use lists::is_month;
pub use stem::stem;
pub use tokens::{Token, TokenKind, is_modal, is_negation, is_stop_word, tokens};
pub use word_class::WordClass;

use crate::wordnet::WordNet;
use std::ops::Range;

/// A text with its tokens, in the order of the text, and its sentences.
#[derive(Debug, Clone, PartialEq)]
pub struct AnalysedText {
    /// The tokens.
    pub tokens: Vec<Token>,
    /// The coarse word class of each token.
    pub classes: Vec<WordClass>,
    /// The tokens of each sentence; together all of them, none twice.
    pub sentences: Vec<Range<usize>>,
}

impl AnalysedText {
    /// Analyses a text. Word classes are found with WordNet's index where there is one, else by endings and capitals
    /// alone. Time is proportional to the length of the text.
    #[must_use]
    pub fn new(text: &str, wordnet: Option<&WordNet>) -> Self {
        Self::of_tokens(text, tokens(text), wordnet)
    }

    fn of_tokens(text: &str, tokens: Vec<Token>, wordnet: Option<&WordNet>) -> Self {
        let tokens = numbers::with_numbers(text, tokens);
        let sentences = sentences::sentences(text, &tokens);
        let classes = word_class::word_classes(text, &tokens, &sentences, wordnet);
        Self { tokens, classes, sentences }
    }
}
