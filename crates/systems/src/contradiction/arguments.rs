//! Who does something to whom, by the order of words: without a parse, only where both and what is done are aligned.

use crate::contradiction::alignment::Alignment;
use crate::contradiction::compared::Compared;
use crate::contradiction::roles;
use crate::contradiction::side::Side;
use crate::contradiction::signal::{Found, Signal, signal};
use crate::contradiction::tie::Tie;
use crate::contradiction::word_lists;
use crate::text::WordClass;

pub(super) const SWAPPED_ARGUMENTS: Signal =
    signal("swapped arguments", "The text and the hypothesis exchange who does something to whom");

/// Two words of the hypothesis that stand the other way round in the text about a third between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Swap {
    first: usize,
    pivot: usize,
    second: usize,
}

/// Words between two arguments are looked for so far.
const FURTHEST: usize = 8;

/// Adds the signal of this file.
pub(super) fn add(compared: &Compared<'_>, found: &mut Vec<Found>) {
    let swapped = swapped_by_order_or_role(compared);
    found.extend(swapped.map(|words| Found { signal: &SWAPPED_ARGUMENTS, words }));
}

/// What is swapped, in words: by the order of words, or in a copy by roles.
fn swapped_by_order_or_role(compared: &Compared<'_>) -> Option<String> {
    let Compared { text, hypothesis, alignment, near_copy } = *compared;
    swapped(text, hypothesis, alignment)
        .or_else(|| roles::swapped(text, hypothesis, alignment, near_copy?))
}

/// What is swapped, in words: two arguments, or the part of one.
fn swapped(text: &Side<'_>, hypothesis: &Side<'_>, alignment: &Alignment) -> Option<String> {
    if let Some(Swap { first, pivot, second }) = by_order(text, hypothesis, alignment) {
        let quoted = |token| hypothesis.quoted(token);
        return Some(format!("{} and {} about {}", quoted(first), quoted(second), quoted(pivot)));
    }
    let part = |token: usize| {
        let link = alignment.links[token].filter(|link| link.tie.supports())?;
        let (there, here) = (part_of(text, link.text)?, part_of(hypothesis, token)?);
        let word = hypothesis.quoted(token);
        word_lists::are_opposites(there, here)
            .then(|| format!("\"{there}\" {word} against \"{here}\" {word}"))
    };
    (0..hypothesis.tokens().len()).filter(|token| is_argument(hypothesis, *token)).find_map(part)
}

fn is_argument(side: &Side<'_>, token: usize) -> bool {
    matches!(side.class(token), WordClass::ProperNoun | WordClass::Noun)
        && side.dates[token].is_none()
}

/// The preposition of direction or of the agent before a noun and its article, if there is one.
fn part_of<'a>(side: &'a Side<'_>, token: usize) -> Option<&'a str> {
    let mut before = (token.saturating_sub(3)..token).rev().map(|before| side.normal(before));
    let word = before.find(|word| {
        !matches!(*word, "the" | "a" | "an" | "his" | "her" | "their" | "its" | "this" | "that")
    })?;
    matches!(word, "from" | "to" | "by").then_some(word)
}

/// The first swap, if there is any: the order is another, or the voice is, but not both.
fn by_order(text: &Side<'_>, hypothesis: &Side<'_>, alignment: &Alignment) -> Option<Swap> {
    let is_argument = |token: &usize| is_argument(hypothesis, *token);
    let place = |token: usize| {
        let link = alignment.links[token].filter(|link| link.tie.supports())?;
        Some(link.text)
    };
    let is_pivot = |token: &usize| {
        matches!(hypothesis.class(*token), WordClass::Verb | WordClass::Adjective)
            || relates(hypothesis.normal(*token))
            || is_role(hypothesis, *token)
    };
    for pivot in (0..hypothesis.tokens().len()).filter(is_pivot) {
        if word_lists::is_reciprocal(hypothesis.normal(pivot)) {
            continue;
        }
        // A pivot may be an antonym, too: who buys and who sells.
        let done = alignment.links[pivot].filter(|link| {
            matches!(
                link.tie,
                Tie::Same | Tie::Synonym | Tie::Hypernym | Tie::Entailment | Tie::Opposite
            )
        });
        // *The mayor of Ely* is *Ely mayor*, too: both have to say *of*.
        let is_role = is_role(hypothesis, pivot);
        let Some(done) = done.filter(|link| !is_role || text.normal(link.text + 1) == "of") else {
            continue;
        };
        let first = (pivot.saturating_sub(FURTHEST)..pivot).rev().find(is_argument);
        let Some((first, one)) = first.and_then(|first| Some((first, place(first)?))) else {
            continue;
        };
        let end = hypothesis.tokens().len().min(pivot + 1 + FURTHEST);
        let seconds = (pivot + 1..end).filter(is_argument);
        let seconds = seconds.filter_map(|second| Some((second, place(second)?)));
        for (number, (second, other)) in seconds.enumerate() {
            if hypothesis.stems[first] == hypothesis.stems[second] {
                continue;
            }
            let is_inverted = other < done.text && done.text < one;
            // Whoever is further away (sold something to somebody) has no part in the voice.
            let is_parallel = number == 0 && one < done.text && done.text < other;
            let is_near = one.abs_diff(other) <= 2 * FURTHEST;
            let voices_differ = is_passive(hypothesis, pivot, second)
                != is_passive(text, done.text, one.max(other));
            if is_near && (is_inverted && !voices_differ || is_parallel && voices_differ) {
                return Some(Swap { first, pivot, second });
            }
        }
    }
    None
}

/// Whether a function word has one thing before it and another after it.
fn relates(word: &str) -> bool {
    matches!(word, "before" | "after" | "above" | "below" | "behind" | "over" | "under")
}

/// Whether a noun says what one is to another: *is the mother of*.
fn is_role(side: &Side<'_>, token: usize) -> bool {
    let is_copula = |before: usize| matches!(side.normal(before), "is" | "are" | "was" | "were");
    side.class(token) == WordClass::Noun
        && side.normal(token + 1) == "of"
        && (token.saturating_sub(3)..token).any(is_copula)
}

/// Whether an agent follows: *beaten by*. What stands after *by* has to be the second argument.
fn is_passive(side: &Side<'_>, pivot: usize, second: usize) -> bool {
    if side.class(pivot) != WordClass::Verb && !side.normal(pivot).ends_with("ed") {
        let before = (pivot.saturating_sub(3)..pivot).any(|token| {
            matches!(side.normal(token), "is" | "are" | "was" | "were" | "been" | "being" | "be")
        });
        if !before {
            return false;
        }
    }
    (pivot + 1..second.min(pivot + 4)).any(|token| side.normal(token) == "by")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contradiction::tie::Ties;
    use crate::wordnet::tests::installed;

    #[test]
    fn arguments_are_swapped_by_order_or_by_voice() {
        let Some(wordnet) = installed() else { return };
        for (text, hypothesis, expected) in [
            ("Harwick defeated Solden.", "Solden defeated Harwick.", true),
            ("Harwick defeated Solden.", "Harwick was defeated by Solden.", true),
            ("Harwick defeated Solden.", "Solden was defeated by Harwick.", false),
            ("Harwick defeated Solden.", "Harwick defeated Solden.", false),
            ("Solden was defeated by Harwick.", "Solden defeated Harwick.", true),
            ("Today Anna met Ben.", "Ben met Anna.", false),
            ("Today Anna is the boss of Ben.", "Ben is the boss of Anna.", true),
            ("The Hull mayor Ben left.", "Ben is the mayor of Hull.", false),
            ("The bus goes from Ely to Hull.", "The bus goes from Hull to Ely.", true),
        ] {
            let text = Side::new(text, Some(wordnet), 100);
            let hypothesis = Side::new(hypothesis, Some(wordnet), 100);
            let ties = Ties::new(&text, &hypothesis, Some(wordnet));
            let alignment = Alignment::new(&text, &hypothesis, &ties, None);
            let found = swapped(&text, &hypothesis, &alignment).is_some();
            assert_eq!(found, expected, "{} / {}", text.written, hypothesis.written);
        }
    }
}
