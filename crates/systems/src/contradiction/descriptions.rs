//! What is said of somebody between commas: *Ann, the judge,*.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::contradiction::near_copy::NearCopy;
use crate::contradiction::side::Side;
use crate::contradiction::signal::{Found, Signal, signal};
use crate::text::{TokenKind, WordClass};

pub(super) const DESCRIPTION_OF_ANOTHER: Signal = signal(
    "description of another",
    "A description that fits only one is given to another than in the text",
);

pub(super) const ALSO_OF_ANOTHER: Signal = signal(
    "description of another that may fit both",
    "A description that may fit several is given to another than in the text",
);

/// A longer one is a clause of its own.
const LONGEST: usize = 12;

/// A name with what is said of it.
#[derive(Debug)]
struct Description<'a> {
    /// The last token of the name.
    name: usize,
    words: Range<usize>,
    stems: BTreeSet<&'a str>,
    /// Whether it fits one only: *the judge*, not *a judge*.
    is_definite: bool,
}

/// Adds what a hypothesis says of one and its text of another, in places in which they differ.
pub(super) fn add(
    text: &Side<'_>,
    hypothesis: &Side<'_>,
    near_copy: &NearCopy,
    found: &mut Vec<Found>,
) {
    let there = descriptions(text);
    // Also where a place ends at the name or begins at the description: leaving words out can attach it to another name.
    let is_in_place = |here: &Description<'_>| {
        near_copy.places.iter().any(|place| {
            place.hypothesis.start <= here.words.end && here.name <= place.hypothesis.end
        })
    };
    for here in descriptions(hypothesis).into_iter().filter(is_in_place) {
        let mut same = there.iter().filter(|there| here.stems.is_subset(&there.stems)).peekable();
        let name = name_of(hypothesis, here.name);
        // A part of a name is the name, and somebody whom the text does not name may be called otherwise there.
        let is_of_another = same.peek().is_some()
            && same.all(|there| name_of(text, there.name).is_disjoint(&name))
            && (0..text.tokens().len())
                .any(|token| text.is_name(token) && name.contains(text.stems[token].as_str()));
        if is_of_another {
            let signal = match here.is_definite {
                true => &DESCRIPTION_OF_ANOTHER,
                false => &ALSO_OF_ANOTHER,
            };
            found.push(Found { signal, words: hypothesis.quoted(here.name) });
        }
    }
}

/// The stems of a name by its last token.
fn name_of<'a>(side: &'a Side<'_>, last: usize) -> BTreeSet<&'a str> {
    let tokens = (0..=last).rev().take_while(|token| side.is_name(*token));
    tokens.map(|token| side.stems[token].as_str()).collect()
}

fn descriptions<'a>(side: &'a Side<'_>) -> Vec<Description<'a>> {
    let commas = (1..side.tokens().len()).filter(|comma| side.normal(*comma) == ",");
    commas.filter(|comma| side.is_name(comma - 1)).filter_map(|comma| after(side, comma)).collect()
}

/// The description after a comma, if there is one.
fn after<'a>(side: &'a Side<'_>, comma: usize) -> Option<Description<'a>> {
    let says = side.normal(comma + 1) == "who" && matches!(side.normal(comma + 2), "is" | "was");
    let start = if says { comma + 3 } else { comma + 1 };
    let is_possessive = || {
        let owner = (start..start + 4).find(|token| side.normal(*token) == "'s")?;
        let is_of_name = |token| side.is_content(token) && side.class(token) != WordClass::Verb;
        (start..owner).all(is_of_name).then_some(())
    };
    let is_definite = match side.normal(start) {
        "the" | "his" | "her" | "its" | "their" | "my" | "our" | "your" => true,
        "a" | "an" => false,
        _ => is_possessive().map(|()| true)?,
    };
    let last = side.tokens().len().min(start + LONGEST);
    let ends = |token: &usize| {
        side.tokens()[*token].kind == TokenKind::Punctuation
            && matches!(side.normal(*token), "," | "." | ";" | ":" | "!" | "?" | ")")
    };
    let end = (start..last).find(ends).or((last == side.tokens().len()).then_some(last))?;
    // *According to Ann, the ferry sank.*
    if !says && (start..end).any(|token| side.class(token) == WordClass::Verb) {
        return None;
    }
    let words = (start..end).filter(|token| side.is_content(*token));
    let stems: BTreeSet<&str> = words.map(|token| side.stems[token].as_str()).collect();
    (!stems.is_empty()).then_some(Description {
        name: comma - 1,
        words: start..end,
        stems,
        is_definite,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_one_is_not_said_of_another() {
        let text = "Ann Hill, the oldest judge in town, sat beside Ben Moor, a dentist, at noon.";
        for (hypothesis, expected) in [
            (
                "Ann Hill sat beside Ben Moor, the oldest judge in town, at noon.",
                vec![&DESCRIPTION_OF_ANOTHER],
            ),
            ("Ann Hill, a dentist, sat beside Ben Moor at noon.", vec![&ALSO_OF_ANOTHER]),
            ("Ann Hill, the oldest judge, sat beside Ben Moor, a dentist, at noon.", vec![]),
            ("Ann Hill, who was the oldest judge in town, sat beside Ben Moor at noon.", vec![]),
            (
                "Ann Hill sat beside Ben Moor, who was the oldest judge in town, at noon.",
                vec![&DESCRIPTION_OF_ANOTHER],
            ),
            ("Ann Hill sat beside Ben Moor, a painter, at noon.", vec![]),
            ("Ann, the oldest judge in town, sat beside Ben Moor, a dentist, at noon.", vec![]),
            ("Eve Ray, the oldest judge in town, sat beside Ben Moor, a dentist, at noon.", vec![]),
        ] {
            let (text, hypothesis) = (Side::new(text, None, 100), Side::new(hypothesis, None, 100));
            let mut found = Vec::new();
            add(&text, &hypothesis, &NearCopy::of(&text, &hypothesis).unwrap(), &mut found);
            let found: Vec<_> = found.into_iter().map(|found| found.signal).collect();
            assert_eq!(found, expected, "{}", hypothesis.written);
        }
    }
}
