//! Applying an entailment rule: the left-hand side in a text is replaced by the right-hand side.

use std::ops::Range;

use thiserror::Error;

use crate::words::{folded, words};

/// What a rule makes of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// The text that it makes, H_i of a monothematic pair.
    pub hypothesis: String,
    /// Where the left-hand side stood in the text, in bytes.
    pub left: Range<usize>,
    /// Where the right-hand side stands in what it made, in bytes.
    pub right: Range<usize>,
}

/// Why a rule does not make a monothematic pair of a text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RuleError {
    /// No words of the text are named.
    #[error("the rule has no left-hand side")]
    NoLeftHandSide,
    /// They do not stand in the text, as whole words.
    #[error("“{0}” is not in T")]
    NotInText(String),
    /// They stand in it more than once.
    #[error("“{left}” appears {times} times in T, so that it is not clear which one to replace")]
    Several {
        /// The left-hand side.
        left: String,
        /// How often it stands there.
        times: usize,
        /// The words of its first place with as many of the next ones as make it stand once.
        wider: Option<String>,
    },
    /// What it makes is the text, but for case, blanks and punctuation.
    #[error("H_i equals T: the rule changes nothing")]
    ChangesNothing,
}

/// Where a phrase stands in a text as whole words, in bytes; places may overlap.
#[must_use]
pub fn places(text: &str, phrase: &str) -> Vec<usize> {
    let (Some(first), Some(last)) = (phrase.chars().next(), phrase.chars().next_back()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find(phrase) {
        let start = from + at;
        let before = text[..start].chars().next_back();
        let after = text[start + phrase.len()..].chars().next();
        let within = |inner: char, outer: Option<char>| {
            inner.is_alphanumeric() && outer.is_some_and(char::is_alphanumeric)
        };
        if !within(first, before) && !within(last, after) {
            found.push(start);
        }
        from = start + first.len_utf8();
    }
    found
}

/// The text with the one place of the left-hand side replaced.
///
/// # Errors
/// Where the left-hand side is not in the text or stands there more than once, and where nothing changes.
pub fn apply(text: &str, left: &str, right: &str) -> Result<Applied, RuleError> {
    if left.trim().is_empty() {
        return Err(RuleError::NoLeftHandSide);
    }
    let start = match places(text, left)[..] {
        [] => return Err(RuleError::NotInText(left.to_owned())),
        [start] => start,
        [start, ..] => {
            let times = places(text, left).len();
            let wider = widened(text, start, left.len());
            return Err(RuleError::Several { left: left.to_owned(), times, wider });
        }
    };
    let end = start + left.len();
    let hypothesis = format!("{}{right}{}", &text[..start], &text[end..]);
    if folded(&hypothesis) == folded(text) {
        return Err(RuleError::ChangesNothing);
    }
    Ok(Applied { left: start..end, right: start..start + right.len(), hypothesis })
}

/// The words at a place with as many of those behind them as make them stand once.
fn widened(text: &str, start: usize, length: usize) -> Option<String> {
    /// More words would be no left-hand side that anybody wants.
    const MOST: usize = 40;
    let ends = words(text).into_iter().map(|word| word.place.end);
    ends.filter(|&end| end > start + length)
        .take(MOST)
        .map(|end| &text[start..end])
        .find(|wider| places(text, wider).len() == 1)
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TEXT: &str = "The night ferry to Olm leaves at 22:30 and carries no cars.";

    #[test]
    fn a_rule_replaces_one_place() {
        let applied = apply(TEXT, "ferry", "boat").unwrap();
        assert_eq!(
            applied.hypothesis,
            "The night boat to Olm leaves at 22:30 and carries no cars."
        );
        assert_eq!((&TEXT[applied.left], &applied.hypothesis[applied.right]), ("ferry", "boat"));
        let shorter = apply(TEXT, "22:30 and carries no cars", "22:30").unwrap();
        assert_eq!(shorter.hypothesis, "The night ferry to Olm leaves at 22:30.");
    }

    #[test]
    fn a_rule_that_makes_no_pair_says_why() {
        assert_eq!(apply(TEXT, " ", "x"), Err(RuleError::NoLeftHandSide));
        // Within a word it does not stand.
        assert_eq!(apply(TEXT, "err", "x"), Err(RuleError::NotInText("err".to_owned())));
        assert_eq!(apply(TEXT, "ferry", "Ferry,"), Err(RuleError::ChangesNothing));
        let text = "The cat saw the dog, and the cat ran.";
        assert_eq!(
            apply(text, "cat", "bird"),
            Err(RuleError::Several {
                left: "cat".to_owned(),
                times: 2,
                wider: Some("cat saw".to_owned())
            })
        );
        // Nothing behind the second place would tell them apart from the first one's view.
        assert!(matches!(
            apply("no no", "no", "yes"),
            Err(RuleError::Several { times: 2, wider: Some(wider), .. }) if wider == "no no"
        ));
    }

    proptest! {
        #[test]
        fn what_a_rule_makes_is_undone_by_its_inverse(
            before in "[a-c é🙂.]{0,8}", left in "[d-f]{1,4}", right in "[g-i]{1,4}", after in "[ .🙂a]{0,8}",
        ) {
            let text = format!("{before} {left} {after}");
            let applied = apply(&text, &left, &right).unwrap();
            prop_assert_eq!(&applied.hypothesis[applied.right.clone()], right.as_str());
            prop_assert_eq!(apply(&applied.hypothesis, &right, &left).unwrap().hypothesis, text);
        }

        #[test]
        fn no_text_and_no_rule_make_it_panic(text in ".{0,30}", left in ".{0,6}", right in ".{0,6}") {
            let _ = apply(&text, &left, &right);
        }
    }
}
