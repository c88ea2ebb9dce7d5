//! What can be wrong with parses.

use thiserror::Error;

use super::Side;

/// Something wrong with a file of parses, and where.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{file}{}: {problem}", .line.map(|line| format!(":{line}")).unwrap_or_default())]
pub struct ConlluError {
    /// The file, as it was named.
    pub file: String,
    /// The line, from 1; nothing where the whole file is meant.
    pub line: Option<u64>,
    /// What is wrong.
    pub problem: ConlluProblem,
}

/// What is wrong with a parse.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ConlluProblem {
    /// The file cannot be read, or is no text.
    #[error("{0}")]
    Unreadable(String),
    /// A line that is not UTF-8.
    #[error("the line is not UTF-8; save the file as UTF-8")]
    NoText,
    /// A word without its ten columns.
    #[error("{columns} column{}, but a word of CoNLL-U has ten, separated by tabs; write `_` for an empty one", if *.columns == 1 { "" } else { "s" })]
    Columns {
        /// How many there are.
        columns: usize,
    },
    /// A first column that is no number of a word.
    #[error(
        "`{id}` is not the number of a word: words of a sentence are numbered 1, 2, 3; `1-2` is a token of two words \
         and `1.1` an empty node"
    )]
    NoId {
        /// What stands there.
        id: String,
    },
    /// Words that are not numbered one after the other.
    #[error("expected word {expected}, found word {found}; write an empty line between sentences")]
    Unordered {
        /// The number that stands there.
        found: String,
        /// The number that was expected.
        expected: usize,
    },
    /// A word or token without a form.
    #[error("the form of {id} is empty")]
    NoForm {
        /// The number of the word or token.
        id: String,
    },
    /// A token of several words that is none.
    #[error(
        "the token {id} does not span several words: its first word comes next, its last word is in the sentence, and \
         it overlaps no other token"
    )]
    NoRange {
        /// Its number.
        id: String,
    },
    /// A head that is no number, or that no word has.
    #[error(
        "the head `{head}` of word {word} is not one of the sentence's {words} words, nor 0 for a root"
    )]
    NoHead {
        /// The head as it stands there.
        head: String,
        /// The word.
        word: usize,
        /// How many words there are.
        words: usize,
    },
    /// Heads that lead back to where they began.
    #[error("the heads of word {word} form a cycle: {path}")]
    Cycle {
        /// The first word of the circle.
        word: usize,
        /// The circle, as `1 -> 3 -> 1`.
        path: String,
    },
    /// A second root.
    #[error(
        "words {first} and {second} are both roots; a sentence has one word with the head 0, and an empty line \
         separates sentences"
    )]
    TwoRoots {
        /// The first root.
        first: usize,
        /// The other one.
        second: usize,
    },
    /// A sentence without words.
    #[error("the sentence has no words")]
    NoWords,
    /// A comment that every sentence needs.
    #[error(
        "the sentence does not name its pair and side: add the comments `# pair_id = ...` and `# side = text` or `# \
         side = hypothesis` before its words (missing: `{missing}`)"
    )]
    Unattached {
        /// The missing comment.
        missing: &'static str,
    },
    /// A comment that stands twice before a sentence.
    #[error("`# {comment}` appears twice before one sentence")]
    Twice {
        /// Its name.
        comment: &'static str,
    },
    /// A side that is none.
    #[error("`{side}` is not a side of a pair; write `# side = text` or `# side = hypothesis`")]
    NoSide {
        /// What stands there.
        side: String,
    },
    /// One side of a pair that is not parsed.
    #[error(
        "pair `{pair}` has a parse of its {parsed}, but none of its {missing}; parse both, or neither"
    )]
    OneSide {
        /// The pair.
        pair: String,
        /// What is parsed.
        parsed: Side,
        /// What is not.
        missing: Side,
    },
    /// A parse of something else than the pair has.
    #[error(
        "the parse of the {side} of pair `{pair}` differs from its text: it continues with `{parsed}`, but the {side} \
         has `{written}`; write forms exactly as in the text"
    )]
    OtherText {
        /// The pair.
        pair: String,
        /// Which side.
        side: Side,
        /// What the parse has from the first difference on.
        parsed: String,
        /// What the pair has there.
        written: String,
    },
    /// Parses of what is none of the pairs.
    #[error(
        "the parse is for pair `{pair}`, and no pair has that id{}", others(.ids)
    )]
    UnknownPair {
        /// The first pair that is none.
        pair: String,
        /// How many such ids the file has.
        ids: usize,
    },
}

/// What to say of further ids, where there are any.
fn others(ids: &usize) -> String {
    match ids {
        0 | 1 => String::new(),
        ids => format!("; there are {ids} such ids in the file"),
    }
}
