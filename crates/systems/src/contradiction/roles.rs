//! Whose a thing is, and who does what a noun says: *the defeat of Ann by Ben*, *Ben's defeat of Ann*, *Ann was defeated*.

use std::ops::Range;

use crate::contradiction::alignment::Alignment;
use crate::contradiction::near_copy::NearCopy;
use crate::contradiction::side::Side;
use crate::contradiction::tie::Tie;
use crate::text::WordClass;

/// Who has a part in what a word says stands no further from it.
const FURTHEST: usize = 4;
/// How far *'s* may stand before the thing, adjectives between.
const FURTHEST_OWNER: usize = 3;

/// Who has a part in what a noun or verb says: the last tokens of what they are called.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Roles {
    /// Who does it.
    agent: Option<usize>,
    /// Whom it is done to, or whose it is.
    theme: Option<usize>,
}

/// What is swapped in a place, in words.
pub(super) fn swapped(
    text: &Side<'_>,
    hypothesis: &Side<'_>,
    alignment: &Alignment,
    near_copy: &NearCopy,
) -> Option<String> {
    let tokens = (0..hypothesis.tokens().len()).filter(|token| hypothesis.is_content(*token));
    for token in tokens {
        let Some(place) = near_copy.place(token) else { continue };
        let link = alignment.links[token]
            .filter(|link| matches!(link.tie, Tie::Same | Tie::Synonym | Tie::Derivation));
        let Some(link) = link.filter(|link| place.text.contains(&link.text)) else { continue };
        let (there, here) = (roles(text, link.text), roles(hypothesis, token));
        let (Some(theirs), Some(ours)) = (there.theme, here.theme) else { continue };
        if text.stems[theirs] == hypothesis.stems[ours] {
            continue;
        }
        let is_done_to_who_did_it =
            here.agent.is_some_and(|agent| text.stems[theirs] == hypothesis.stems[agent]);
        let nouns = [is_noun(text, link.text), is_noun(hypothesis, token)];
        // Who does what two verbs say is told by their order.
        if nouns == [false, false] {
            continue;
        }
        let is_of_other = nouns == [true, true]
            && text.is_name(theirs)
            && hypothesis.is_name(ours)
            && has(text, &place.text, &hypothesis.stems[ours])
            && has(hypothesis, &place.hypothesis, &text.stems[theirs]);
        if is_done_to_who_did_it || is_of_other {
            let (head, of) = (hypothesis.quoted(token), hypothesis.quoted(ours));
            return Some(format!("{} against {of} about {head}", text.quoted(theirs)));
        }
    }
    None
}

fn is_noun(side: &Side<'_>, token: usize) -> bool {
    matches!(side.class(token), WordClass::Noun | WordClass::Adjective)
}

/// Whether some tokens of a side have a stem among them.
fn has(side: &Side<'_>, tokens: &Range<usize>, stem: &str) -> bool {
    side.stems[tokens.clone()].iter().any(|other| other == stem)
}

fn roles(side: &Side<'_>, head: usize) -> Roles {
    let by = (head + 1..side.tokens().len().min(head + 2 + FURTHEST))
        .take_while(|token| !side.is_mark(*token))
        .find(|token| side.normal(*token) == "by")
        .and_then(|by| thing_after(side, by));
    let is_passive = is_passive(side, head);
    if is_noun(side, head) && !is_passive {
        let of = (side.normal(head + 1) == "of").then(|| thing_after(side, head + 1)).flatten();
        let owner = owner(side, head);
        return match of {
            Some(_) => Roles { agent: by.or(owner), theme: of },
            None => Roles { agent: by, theme: owner },
        };
    }
    let before = (head.saturating_sub(FURTHEST)..head).rev().find(|token| is_thing(side, *token));
    if is_passive {
        return Roles { agent: by, theme: before };
    }
    Roles { agent: before, theme: thing_after(side, head) }
}

/// Whether a form of *be* stands before a verb, with an adverb between at most.
fn is_passive(side: &Side<'_>, head: usize) -> bool {
    let before = |back: usize| head.checked_sub(back).map_or("", |token| side.normal(token));
    let is_be = |word: &str| matches!(word, "is" | "are" | "was" | "were" | "been" | "be");
    let has_adverb =
        head.checked_sub(1).is_some_and(|token| side.class(token) == WordClass::Adverb);
    is_be(before(1)) || has_adverb && is_be(before(2))
}

fn is_thing(side: &Side<'_>, token: usize) -> bool {
    matches!(side.class(token), WordClass::Noun | WordClass::ProperNoun)
        && side.dates[token].is_none()
}

/// The last word of what follows a token: *the old mayor*, *Ann Hill*. Nothing where a preposition or verb does.
fn thing_after(side: &Side<'_>, token: usize) -> Option<usize> {
    let end = side.tokens().len().min(token + 1 + FURTHEST);
    let mut thing = None;
    for next in token + 1..end {
        let is_article =
            matches!(side.normal(next), "the" | "a" | "an" | "his" | "her" | "its" | "their");
        match side.class(next) {
            WordClass::Noun | WordClass::ProperNoun if side.dates[next].is_none() => {
                thing = Some(next);
            }
            WordClass::Adjective if thing.is_none() => {}
            _ if is_article && thing.is_none() => {}
            _ => break,
        }
    }
    thing
}

/// Whose a thing is: the word before *'s*, with adjectives between.
fn owner(side: &Side<'_>, head: usize) -> Option<usize> {
    let before = (head.saturating_sub(FURTHEST_OWNER)..head).rev();
    let mark = before.into_iter().find(|token| side.class(*token) != WordClass::Adjective)?;
    (side.normal(mark) == "'s").then(|| mark.checked_sub(1)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contradiction::tie::Ties;
    use crate::wordnet::tests::installed;

    #[test]
    fn whose_and_by_whom_is_compared() {
        let Some(wordnet) = installed() else { return };
        let rest = "and on the same day the whole town heard of it over the radio";
        for (text, hypothesis, expected) in [
            ("Ann Hill was Ben Moor's deputy", "Ben Moor was the deputy of Ann Hill", true),
            ("Ann Hill was Ben Moor's deputy", "Ann Hill was the deputy of Ben Moor", false),
            (
                "The book of Ann Hill by Ben Moor sold well",
                "Ann Hill's book of Ben Moor sold well",
                true,
            ),
            (
                "The book of Ann Hill by Ben Moor sold well",
                "Ben Moor's book of Ann Hill sold well",
                false,
            ),
            (
                "The defeat of Ann Hill pleased him",
                "That Ann Hill defeated her rival pleased him",
                true,
            ),
            ("The defeat of Ann Hill pleased him", "That Ann Hill was defeated pleased him", false),
            (
                "The arrival of Ann Hill pleased him",
                "That Ann Hill arrived at noon pleased him",
                false,
            ),
            (
                "The dismissal of the engineer by the manager pleased him",
                "That the manager was dismissed by the engineer pleased him",
                true,
            ),
            (
                "The dismissal of the engineer by the manager pleased him",
                "That the engineer was dismissed by the manager pleased him",
                false,
            ),
        ] {
            let (text, hypothesis) = (format!("{text} {rest}."), format!("{hypothesis} {rest}."));
            let text = Side::new(&text, Some(wordnet), 100);
            let hypothesis = Side::new(&hypothesis, Some(wordnet), 100);
            let ties = Ties::new(&text, &hypothesis, Some(wordnet));
            let near_copy = NearCopy::of(&text, &hypothesis).unwrap();
            let alignment = Alignment::new(&text, &hypothesis, &ties, Some(&near_copy));
            let found = swapped(&text, &hypothesis, &alignment, &near_copy);
            assert_eq!(
                found.is_some(),
                expected,
                "{} / {}: {found:?}",
                text.written,
                hypothesis.written
            );
        }
    }
}
