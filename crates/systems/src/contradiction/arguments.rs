//! Who does something to whom, by the order of words: without a parse, only where both and what is done are aligned.

use crate::contradiction::alignment::Alignment;
use crate::contradiction::side::Side;
use crate::contradiction::tie::Tie;
use crate::contradiction::word_lists;
use crate::text::WordClass;

/// Two words of the hypothesis that stand the other way round in the text about a third between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Swap {
    pub(super) first: usize,
    pub(super) pivot: usize,
    pub(super) second: usize,
}

/// Words between two arguments are looked for so far.
const FURTHEST: usize = 8;

/// The first swap, if there is any: the order is another, or the voice is, but not both.
pub(super) fn swapped(
    text: &Side<'_>,
    hypothesis: &Side<'_>,
    alignment: &Alignment,
) -> Option<Swap> {
    let is_argument = |token: &usize| {
        matches!(hypothesis.class(*token), WordClass::ProperNoun | WordClass::Noun)
            && hypothesis.dates[*token].is_none()
    };
    let place = |token: usize| {
        let link = alignment.links[token].filter(|link| link.tie.supports())?;
        Some(link.text)
    };
    let is_pivot = |token: &usize| {
        matches!(hypothesis.class(*token), WordClass::Verb | WordClass::Adjective)
            || is_comparison(hypothesis.normal(*token))
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
        let Some(done) = done else { continue };
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

fn is_comparison(word: &str) -> bool {
    matches!(word, "before" | "after" | "above" | "below" | "behind" | "over" | "under")
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
        ] {
            let text = Side::new(text, Some(wordnet), 100);
            let hypothesis = Side::new(hypothesis, Some(wordnet), 100);
            let ties = Ties::new(&text, &hypothesis, Some(wordnet));
            let alignment = Alignment::new(&text, &hypothesis, &ties);
            let found = swapped(&text, &hypothesis, &alignment).is_some();
            assert_eq!(found, expected, "{} / {}", text.written, hypothesis.written);
        }
    }
}
