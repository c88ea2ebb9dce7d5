//! Applying an entailment rule: words in one or more places of a text are replaced, or deleted.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::words::{Word, folded, is_written_alike, words};

/// Stands between the places of a side: `did not … any`.
pub(crate) const BETWEEN_PLACES: char = '…';

/// An entailment rule of a part.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// The general form, `x → y`.
    #[serde(default)]
    pub pattern: String,
    /// What has to hold between the two sides.
    #[serde(default)]
    pub constraint: String,
    /// The words of the text; those of several places with `…` between them.
    pub left_hand_side: String,
    /// The words instead, place by place; none delete what is in the place.
    pub right_hand_side: String,
    /// The number of the first word of each place, from 0. Only needed if the words occur more than once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub at: Vec<usize>,
}

/// What a rule makes of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// The text that it makes, H_i of a monothematic pair.
    pub hypothesis: String,
    /// Where the left-hand side is in the text, place by place, in bytes.
    pub left: Vec<Range<usize>>,
    /// Where the right-hand side is in the hypothesis, place by place, in bytes.
    pub right: Vec<Range<usize>>,
    /// The numbers of the replaced words, place by place.
    pub words: Vec<Range<usize>>,
    /// What is in each place instead.
    pub instead: Vec<String>,
}

/// Why a rule does not make a monothematic pair of a text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RuleError {
    /// No words of the text are named.
    #[error("the rule has no left-hand side")]
    NoLeftHandSide,
    /// They are not in the text, as whole words.
    #[error("“{0}” is not in T")]
    NotInText(String),
    /// They occur in it more than once.
    #[error("“{left}” appears {times} times in T, so that it is not clear which one to replace")]
    Several {
        /// The left-hand side.
        left: String,
        /// How often it occurs.
        times: usize,
        /// The words of its first place with as many of the next ones as make it occur once.
        wider: Option<String>,
    },
    /// The sides have different numbers of places.
    #[error("the left-hand side has {left} places, but the right-hand side has {right}")]
    Places {
        /// Those of the left-hand side.
        left: usize,
        /// Those of the right-hand side.
        right: usize,
    },
    /// The result is the text, but for blanks and punctuation.
    #[error("H_i equals T: the rule changes nothing")]
    ChangesNothing,
    /// The rule deletes the whole text.
    #[error("H_i is empty: the rule deletes all of T")]
    DeletesAll,
}

/// The places of a side.
pub(crate) fn pieces(side: &str) -> Vec<&str> {
    side.split(BETWEEN_PLACES).map(str::trim).collect()
}

/// Where a phrase is in a text as whole words, in bytes: as it is written or, if it is nowhere written so, in other
/// capitals. Places may overlap.
#[must_use]
pub fn places(text: &str, phrase: &str) -> Vec<Range<usize>> {
    let (of_text, number) = (words(text), words(phrase).len());
    let starts = places_among(text, &of_text, phrase).into_iter();
    starts.map(|start| bytes_of(&of_text, &(start..start + number))).collect()
}

/// The numbers of the words at which a phrase begins.
fn places_among(text: &str, of_text: &[Word], phrase: &str) -> Vec<usize> {
    let of_phrase = words(phrase);
    if of_phrase.is_empty() {
        return Vec::new();
    }
    let windows = of_text.windows(of_phrase.len()).enumerate();
    let folded: Vec<usize> = windows
        .filter(|(_, window)| window.iter().zip(&of_phrase).all(|(a, b)| a.folded == b.folded))
        .map(|(at, _)| at)
        .collect();
    let written = |at: &usize| {
        let window = &of_text[*at..*at + of_phrase.len()];
        window.iter().zip(&of_phrase).all(|(word, wanted)| {
            is_written_alike(&text[word.place.clone()], &phrase[wanted.place.clone()])
        })
    };
    let exact: Vec<usize> = folded.iter().copied().filter(written).collect();
    if exact.is_empty() { folded } else { exact }
}

/// The bytes of some words.
pub(crate) fn bytes_of(of_text: &[Word], range: &Range<usize>) -> Range<usize> {
    match (of_text.get(range.start), range.end.checked_sub(1).and_then(|last| of_text.get(last))) {
        (Some(first), Some(last)) => first.place.start..last.place.end,
        _ => 0..0,
    }
}

/// Where the sides of a rule are in a text: the numbers of the words of each place, in the order of the text.
///
/// # Errors
/// If the left-hand side is not in the text, or more than once without its numbers.
pub(crate) fn found(text: &str, side: &str, at: &[usize]) -> Result<Vec<Range<usize>>, RuleError> {
    if side.trim().is_empty() {
        return Err(RuleError::NoLeftHandSide);
    }
    let of_text = words(text);
    let named = match pieces(side) {
        // An ellipsis that is a word of the text.
        several if several.len() > 1 && !places_among(text, &of_text, side).is_empty() => {
            vec![side]
        }
        named => named,
    };
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (number, piece) in named.iter().enumerate() {
        let from = ranges.last().map_or(0, |last| last.end);
        let places = places_among(text, &of_text, piece);
        let behind: Vec<usize> = places.iter().copied().filter(|&place| place >= from).collect();
        let wanted = at.get(number).filter(|wanted| behind.contains(wanted));
        let start = match (wanted, &behind[..]) {
            (Some(&wanted), _) => wanted,
            (None, []) => return Err(RuleError::NotInText((*piece).to_owned())),
            (None, [only]) => *only,
            (None, [first, ..]) => {
                let bytes = bytes_of(&of_text, &(*first..*first + words(piece).len()));
                return Err(RuleError::Several {
                    left: (*piece).to_owned(),
                    times: behind.len(),
                    wider: widened(text, &of_text, &bytes),
                });
            }
        };
        ranges.push(start..start + words(piece).len());
    }
    Ok(ranges)
}

/// The text with the places of the left-hand side replaced.
///
/// # Errors
/// If the left-hand side is not in the text, or more than once, and if nothing changes.
pub fn apply(text: &str, rule: &Rule) -> Result<Applied, RuleError> {
    let ranges = found(text, &rule.left_hand_side, &rule.at)?;
    let right = rule.right_hand_side.as_str();
    let instead: Vec<&str> = match ranges.len() {
        1 => vec![right],
        several if right.trim().is_empty() => vec![""; several],
        _ => pieces(right),
    };
    if instead.len() != ranges.len() {
        return Err(RuleError::Places { left: ranges.len(), right: instead.len() });
    }
    let of_text = words(text);
    let mut made = Applied {
        hypothesis: String::with_capacity(text.len()),
        left: ranges.iter().map(|range| bytes_of(&of_text, range)).collect(),
        right: Vec::new(),
        words: ranges,
        instead: instead.iter().map(|&piece| piece.to_owned()).collect(),
    };
    let mut from = 0;
    let mut begins_anew = false;
    for (place, piece) in made.left.clone().into_iter().zip(instead) {
        made.hypothesis.push_str(&text[from..place.start]);
        from = place.end;
        if piece.trim().is_empty() {
            begins_anew |= made.hypothesis.trim().is_empty();
            from += close_gap(&mut made.hypothesis, &text[from..]);
            made.right.push(made.hypothesis.len()..made.hypothesis.len());
        } else {
            made.right.push(made.hypothesis.len()..made.hypothesis.len() + piece.len());
            made.hypothesis.push_str(piece);
        }
    }
    made.hypothesis.push_str(&text[from..]);
    if begins_anew
        && text.chars().find(|letter| letter.is_alphabetic()).is_some_and(char::is_uppercase)
    {
        capitalise(&mut made.hypothesis);
    }
    if folded(&made.hypothesis).is_empty() {
        return Err(RuleError::DeletesAll);
    }
    if is_unchanged(text, &made.hypothesis) {
        return Err(RuleError::ChangesNothing);
    }
    Ok(made)
}

/// Whether two texts have the same words in the same capitals.
fn is_unchanged(text: &str, hypothesis: &str) -> bool {
    // A sign that is no mark of punctuation, such as $ or an emoji, may be all that changes.
    let is_mark = |word: &str| {
        word.chars().all(|letter| {
            letter.is_ascii_punctuation() && !"$%&*+<=>@^|~".contains(letter)
                || "“”‘’„«»…–—。，！？、；：".contains(letter)
        })
    };
    let written = |text: &str| -> Vec<String> {
        let words = words(text).into_iter().map(|word| text[word.place].to_owned());
        words.filter(|word| !is_mark(word)).collect()
    };
    let (before, after) = (written(text), written(hypothesis));
    before.len() == after.len() && before.iter().zip(&after).all(|(a, b)| is_written_alike(a, b))
}

/// Closes the gap that a deletion leaves: the number of bytes of what follows that are left out.
fn close_gap(before: &mut String, after: &str) -> usize {
    let blank = after.len() - after.trim_start().len();
    let next = after.trim_start().chars().next();
    if next.is_none_or(|next| ".,;:!?)]”’".contains(next)) {
        before.truncate(before.trim_end().len());
        return blank;
    }
    let opens = |letter: char| letter.is_whitespace() || "([“‘".contains(letter);
    if before.chars().next_back().is_none_or(opens) {
        // A comma that set off what is deleted goes with it.
        return blank;
    }
    0
}

/// Writes the first letter of a text as a capital.
fn capitalise(text: &mut String) {
    if let Some((place, letter)) = text.char_indices().find(|(_, letter)| letter.is_alphabetic()) {
        let capital: String = letter.to_uppercase().collect();
        text.replace_range(place..place + letter.len_utf8(), &capital);
    }
}

/// The words at a place with as many of those behind them as make them occur once.
fn widened(text: &str, of_text: &[Word], place: &Range<usize>) -> Option<String> {
    /// More words would be no left-hand side that anybody wants.
    const MOST: usize = 40;
    let ends = of_text.iter().map(|word| word.place.end);
    ends.filter(|&end| end > place.end)
        .take(MOST)
        .map(|end| &text[place.start..end])
        .find(|wider| places_among(text, of_text, wider).len() == 1)
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TEXT: &str = "The night ferry to Olm leaves at 22:30 and carries no cars.";

    fn rule(left: &str, right: &str) -> Rule {
        Rule { left_hand_side: left.into(), right_hand_side: right.into(), ..Rule::default() }
    }

    fn made(text: &str, left: &str, right: &str) -> String {
        apply(text, &rule(left, right)).unwrap().hypothesis
    }

    #[test]
    fn a_rule_replaces_one_place() {
        let applied = apply(TEXT, &rule("ferry", "boat")).unwrap();
        assert_eq!(
            applied.hypothesis,
            "The night boat to Olm leaves at 22:30 and carries no cars."
        );
        let (left, right) = (applied.left[0].clone(), applied.right[0].clone());
        assert_eq!((&TEXT[left], &applied.hypothesis[right]), ("ferry", "boat"));
        let shorter = made(TEXT, "22:30 and carries no cars", "22:30");
        assert_eq!(shorter, "The night ferry to Olm leaves at 22:30.");
    }

    #[test]
    fn a_rule_replaces_several_places_and_deletes() {
        let text = "Ann did not sell any boats, and Bo did.";
        assert_eq!(
            made(text, "did not sell … any", "sold … some"),
            "Ann sold some boats, and Bo did."
        );
        assert_eq!(made(text, "not … any", ""), "Ann did sell boats, and Bo did.");
        assert_eq!(made(text, "not … any", "… some"), "Ann did sell some boats, and Bo did.");
        assert_eq!(made(text, ", and Bo did", ""), "Ann did not sell any boats.");
        assert_eq!(
            apply(text, &rule("not … any", "x … y … z")),
            Err(RuleError::Places { left: 2, right: 3 })
        );
        let deleted = made("Yesterday, the ferry left (again).", "Yesterday,", "");
        assert_eq!(deleted, "The ferry left (again).");
        assert_eq!(made("The ferry left (again) late.", "again", ""), "The ferry left () late.");
        assert_eq!(apply("It left.", &rule("It left", "")), Err(RuleError::DeletesAll));
        // An ellipsis of the text is a word.
        assert_eq!(made("He … left.", "He … left", "He stayed"), "He stayed.");
    }

    #[test]
    fn words_are_found_in_other_capitals_and_accents() {
        assert_eq!(made("The Ferry left.", "the ferry", "A boat"), "A boat left.");
        assert_eq!(made("Us two saw the US.", "US", "States"), "Us two saw the States.");
        assert_eq!(made("They flew us home.", "us", "US"), "They flew US home.");
        assert_eq!(made("The cafe\u{301} closed.", "caf\u{e9}", "bar"), "The bar closed.");
        assert_eq!(made("我们在北京。", "北京", "上海"), "我们在上海。");
        assert_eq!(made("สวัสดีครับ", "ครับ", "ค่ะ"), "สวัสดีค่ะ");
        assert_eq!(made("It costs $ 5.", "$", "€"), "It costs € 5.");
        assert_eq!(places("“The Åsa,” he said.", "Åsa")[0], 7..11);
    }

    #[test]
    fn a_number_tells_places_apart() {
        let text = "The cat saw the dog, and the cat ran.";
        let second = Rule { at: vec![8], ..rule("cat", "bird") };
        let applied = apply(text, &second).unwrap();
        assert_eq!(applied.hypothesis, "The cat saw the dog, and the bird ran.");
        assert_eq!(applied.words[0], 8..9);
        // A number at which there are other words tells nothing.
        assert!(apply(text, &Rule { at: vec![3], ..rule("cat", "bird") }).is_err());
    }

    #[test]
    fn a_rule_that_makes_no_pair_says_why() {
        let apply = |text: &str, left: &str, right: &str| apply(text, &rule(left, right));
        assert_eq!(apply(TEXT, " ", "x"), Err(RuleError::NoLeftHandSide));
        // Within a word it is not found.
        assert_eq!(apply(TEXT, "err", "x"), Err(RuleError::NotInText("err".to_owned())));
        assert_eq!(apply(TEXT, "ferry", "ferry,"), Err(RuleError::ChangesNothing));
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
            let applied = apply(&text, &rule(&left, &right)).unwrap();
            prop_assert_eq!(&applied.hypothesis[applied.right[0].clone()], right.as_str());
            prop_assert_eq!(apply(&applied.hypothesis, &rule(&right, &left)).unwrap().hypothesis, text);
        }

        #[test]
        fn no_text_and_no_rule_make_it_panic(
            text in ".{0,30}", left in ".{0,6}", right in ".{0,6}", at in proptest::collection::vec(0_usize..40, 0..3),
        ) {
            let _ = apply(&text, &Rule { at, ..rule(&left, &right) });
        }
    }
}
