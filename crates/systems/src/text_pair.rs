//! What a system is asked.

use phenom_dataset::Judgment;

/// A text and a hypothesis, with the id that its dataset gives the pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextPair<'a> {
    /// The id of the pair, unique in its dataset. Engines do not use it but to find what was given for the pair, as its
    /// parse; systems from outside see another one ([`Blind`](crate::Blind)).
    pub id: &'a str,
    /// The text, T.
    pub text: &'a str,
    /// The hypothesis, H.
    pub hypothesis: &'a str,
}

/// A pair with its gold judgment, to learn from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example<'a> {
    /// The pair.
    pub pair: TextPair<'a>,
    /// Its gold judgment.
    pub gold: Judgment,
    /// What is kept together when the examples are split for cross-validation, as an original with its
    /// monothematic pairs: a number, the same for all of a group.
    pub group: usize,
}
