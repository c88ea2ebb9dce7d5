//! Parses of texts and hypotheses, in CoNLL-U.
//!
//! A file holds sentences of words with their heads; ten columns a word, separated by tabs (blanks below), of which
//! the number, the form, the lemma, the part of speech and the head are read. Labels may be of any scheme. Two comments before each sentence say what it
//! is a parse of:
//!
//! ```text
//! # pair_id = 12
//! # side = hypothesis
//! 1 Claudia Claudia PROPN NNP _ 2 nsubj _ _
//! 2 sleeps sleep VERB VBZ _ 0 root _ _
//! ```
//!
//! The sentences of one text stand in its order, and their forms spell it, blanks aside: tokens of several words
//! (`1-2`) spell with their own form, empty nodes (`1.1`) not at all. A sentence has one root.

mod error;
mod pair_trees;
mod reader;
#[cfg(test)]
mod tests;

pub use error::{ConlluError, ConlluProblem};
pub use pair_trees::{PairTree, PairTrees, ParsedText};
pub use reader::{ParsedSentence, ParsedWord, read_conllu};

use std::fmt;

/// The two sides of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The text, T.
    Text,
    /// The hypothesis, H.
    Hypothesis,
}

impl fmt::Display for Side {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Text => "text",
            Self::Hypothesis => "hypothesis",
        })
    }
}
