//! How far words reach that deny, or that speak of what may be or is said to be.

use std::ops::Range;

use crate::contradiction::word_lists;
use crate::text::{Token, TokenKind, is_modal, is_negation};

/// A cue reaches so many tokens to its right at most.
const FURTHEST: usize = 14;

/// Verbs of those who deny: what somebody denies may be so nonetheless.
const DENIED_BY_SOMEBODY: [&str; 6] = ["deny", "denies", "denied", "denying", "denial", "unlikely"];

/// A word that changes what the words in its reach say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cue {
    /// Its token.
    pub(super) token: usize,
    /// The tokens that it reaches.
    pub(super) reach: Range<usize>,
}

/// The words that deny, with what each denies: up to the end of its clause. *Not only* denies nothing.
pub(super) fn negations(tokens: &[Token], sentences: &[Range<usize>]) -> Vec<Cue> {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.normal.as_str());
    cues(tokens, sentences, |at| {
        is_negation(&tokens[at])
            && !matches!((word(at), word(at + 1)), ("not", "only" | "just" | "merely"))
            && !matches!((word(at), word(at + 2)), ("no" | "not", "than"))
            && !DENIED_BY_SOMEBODY.contains(&word(at))
    })
}

/// The words that say that something may be, is planned, or is only said, with what each speaks of. A condition reaches
/// to the end of its sentence.
pub(super) fn hypotheticals(tokens: &[Token], sentences: &[Range<usize>]) -> Vec<Cue> {
    let normal = |at: usize| tokens.get(at).map_or("", |token| token.normal.as_str());
    let mut found = cues(tokens, sentences, |at| match (normal(at), normal(at + 1)) {
        // What cannot be is not.
        ("can" | "could", "not") => false,
        (word, _) => is_modal(&tokens[at]) || DENIED_BY_SOMEBODY.contains(&word),
    });
    for cue in &mut found {
        if matches!(tokens[cue.token].normal.as_str(), "if" | "unless")
            && let Some(sentence) = sentences.iter().find(|sentence| sentence.contains(&cue.token))
        {
            cue.reach = cue.token + 1..sentence.end;
        }
    }
    found
}

/// The words that report what somebody says, with what is said: to the end of the sentence.
pub(super) fn reports(tokens: &[Token], sentences: &[Range<usize>]) -> Vec<Cue> {
    let of_sentence = |sentence: &Range<usize>| -> Vec<Cue> {
        let reporting = sentence.clone().filter(|at| word_lists::reports(&tokens[*at].normal));
        reporting.map(|token| Cue { token, reach: token + 1..sentence.end }).collect()
    };
    sentences.iter().flat_map(of_sentence).collect()
}

fn cues(tokens: &[Token], sentences: &[Range<usize>], is_cue: impl Fn(usize) -> bool) -> Vec<Cue> {
    let mut found = Vec::new();
    for sentence in sentences {
        for token in sentence.clone().filter(|at| is_cue(*at)) {
            let mut end = token + 1;
            let last = sentence.end.min(token + 1 + FURTHEST);
            while end < last && (end == token + 1 || !ends_clause(&tokens[end])) {
                end += 1;
            }
            found.push(Cue { token, reach: token + 1..end });
        }
    }
    found
}

fn ends_clause(token: &Token) -> bool {
    match token.kind {
        TokenKind::Punctuation => {
            matches!(
                token.normal.as_str(),
                "," | ";" | ":" | "." | "!" | "?" | "(" | ")" | "—" | "–"
            )
        }
        TokenKind::Word => matches!(
            token.normal.as_str(),
            "but"
                | "because"
                | "although"
                | "though"
                | "while"
                | "whereas"
                | "who"
                | "which"
                | "and"
                | "until"
                | "till"
                | "when"
                | "nor"
                | "so"
        ),
        TokenKind::Acronym | TokenKind::Number => false,
    }
}

/// How often cues reach a token.
pub(super) fn reached(cues: &[Cue], token: usize) -> usize {
    cues.iter().filter(|cue| cue.reach.contains(&token)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::AnalysedText;

    fn reaches(text: &str, of: fn(&[Token], &[Range<usize>]) -> Vec<Cue>) -> Vec<String> {
        let analysed = AnalysedText::new(text, None);
        let cues = of(&analysed.tokens, &analysed.sentences);
        let words = |cue: &Cue| {
            let words =
                analysed.tokens[cue.reach.clone()].iter().map(|token| token.normal.as_str());
            words.collect::<Vec<_>>().join(" ")
        };
        cues.iter().map(words).collect()
    }

    #[test]
    fn negation_reaches_to_the_end_of_its_clause() {
        assert_eq!(reaches("He did not go home, she went.", negations), ["go home"]);
        assert_eq!(reaches("She never sang but danced", negations), ["sang"]);
        assert_eq!(reaches("It is not only red; no more than 5", negations), Vec::<String>::new());
        assert_eq!(reaches("They failed to win", negations), ["to win"]);
    }

    #[test]
    fn conditions_reach_to_the_end_of_the_sentence() {
        assert_eq!(reaches("He may win. He sang.", hypotheticals), ["win"]);
        assert_eq!(reaches("He couldn't win.", hypotheticals), Vec::<String>::new());
        assert_eq!(reaches("If it rains, we go.", hypotheticals), ["it rains , we go ."]);
        assert_eq!(reaches("He said that, well, he won.", reports), ["that , well , he won ."]);
    }
}
