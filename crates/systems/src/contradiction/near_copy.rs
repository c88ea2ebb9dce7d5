//! Hypotheses that are their text but for some places, as those of monothematic pairs are.

use std::ops::Range;

use crate::contradiction::side::Side;

/// The least share of the longer side that both have in one order: with less, a hypothesis has its own wording.
const LEAST_SHARED: f64 = 0.5;

/// Two differences with fewer shared tokens than this between them are one place: a word or two may match by chance.
const LEAST_BETWEEN: usize = 3;

/// So many content words on each side of a place are looked at with it.
const BESIDE: usize = 3;

/// A place in which a hypothesis differs from its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// The tokens of the text there.
    pub(super) text: Range<usize>,
    /// The tokens of the hypothesis there.
    pub(super) hypothesis: Range<usize>,
}

/// The places in which a hypothesis differs from its text; between them both are the same, word by word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NearCopy {
    /// In the order of both.
    pub(super) places: Vec<Place>,
}

impl NearCopy {
    /// The places, where most of both is the same. Nothing where they are wholly the same.
    pub(super) fn of(text: &Side<'_>, hypothesis: &Side<'_>) -> Option<Self> {
        let (there, here) = (text.tokens().len(), hypothesis.tokens().len());
        let least = LEAST_SHARED * there.max(here) as f64;
        // Of what was cut nobody knows what the other has there.
        if (there.min(here) as f64) < least || text.is_cut || hypothesis.is_cut {
            return None;
        }
        let same = in_common(text, hypothesis);
        if (same.len() as f64) < least {
            return None;
        }
        let mut places: Vec<Place> = Vec::new();
        let mut run = (0, 0, 0);
        for (one, other) in same.into_iter().chain([(there, here)]) {
            let (text, hypothesis, length) = run;
            if (one, other) == (text + length, hypothesis + length) {
                run.2 += 1;
                continue;
            }
            // The tokens between this run and the last place are too few to keep two places apart.
            match places.last_mut().filter(|_| length < LEAST_BETWEEN) {
                Some(last) => (last.text.end, last.hypothesis.end) = (one, other),
                None => places.push(Place {
                    text: text + length..one,
                    hypothesis: hypothesis + length..other,
                }),
            }
            run = (one, other, 1);
        }
        (!places.is_empty()).then_some(Self { places })
    }

    /// The tokens of the text that are the same as those of the hypothesis outside the places.
    pub(super) fn same(&self, length: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let begins = [(0, 0)].into_iter();
        let begins =
            begins.chain(self.places.iter().map(|place| (place.text.end, place.hypothesis.end)));
        let ends = self.places.iter().map(|place| place.hypothesis.start).chain([length]);
        begins.zip(ends).flat_map(|((text, token), end)| {
            (token..end).map(move |other| (text + (other - token), other))
        })
    }

    /// The place of a token of the hypothesis, where it is in one.
    pub(super) fn place(&self, token: usize) -> Option<&Place> {
        self.places.iter().find(|place| place.hypothesis.contains(&token))
    }
}

impl Place {
    /// The tokens of the hypothesis that are judged: the place, and some content words before and after it.
    pub(super) fn judged(&self, hypothesis: &Side<'_>) -> Range<usize> {
        let content = |token: &usize| hypothesis.is_content(*token);
        let end = hypothesis.tokens().len();
        let before = (0..self.hypothesis.start).rev().filter(content).nth(BESIDE - 1);
        let after = (self.hypothesis.end..end).filter(content).nth(BESIDE - 1);
        before.unwrap_or(0)..after.map_or(end, |last| last + 1)
    }
}

/// The most tokens that both have in one order, each by its position in the text and in the hypothesis.
fn in_common(text: &Side<'_>, hypothesis: &Side<'_>) -> Vec<(usize, usize)> {
    let (there, here) = (text.tokens().len(), hypothesis.tokens().len());
    let width = here + 1;
    // How many the rests from two places on have in common.
    let mut most = vec![0u32; (there + 1) * width];
    for one in (0..there).rev() {
        for other in (0..here).rev() {
            let at = one * width + other;
            most[at] = if text.normal(one) == hypothesis.normal(other) {
                most[at + width + 1] + 1
            } else {
                most[at + width].max(most[at + 1])
            };
        }
    }
    let mut found = Vec::new();
    let (mut one, mut other) = (0, 0);
    while one < there && other < here {
        let at = one * width + other;
        if text.normal(one) == hypothesis.normal(other) {
            found.push((one, other));
            (one, other) = (one + 1, other + 1);
        } else if most[at + width] >= most[at + 1] {
            one += 1;
        } else {
            other += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str, hypothesis: &str) -> Option<Vec<(String, String)>> {
        let (text, hypothesis) = (Side::new(text, None, 100), Side::new(hypothesis, None, 100));
        let words = |side: &Side<'_>, place: &Range<usize>| {
            place.clone().map(|token| side.normal(token)).collect::<Vec<_>>().join(" ")
        };
        let found = NearCopy::of(&text, &hypothesis)?.places.into_iter();
        Some(
            found
                .map(|place| (words(&text, &place.text), words(&hypothesis, &place.hypothesis)))
                .collect(),
        )
    }

    #[test]
    fn places_are_what_differs() {
        let text = "The night ferry to Olm carries no cars and leaves in the evening from Hull.";
        let of = |hypothesis| places(text, hypothesis);
        let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
        let boat = "The night boat to Olm carries no cars and leaves in the evening from Hull.";
        assert_eq!(of(boat), Some(vec![pair("ferry", "boat")]));
        let two = "The boat to Olm carries cars and leaves in the evening from Hull and Ely.";
        let expected = vec![pair("night ferry", "boat"), pair("no", ""), pair("", "and ely")];
        assert_eq!(of(two), Some(expected));
        assert_eq!(of(text), None);
        assert_eq!(of("The ferry leaves."), None);
        assert_eq!(places("", ""), None);
        // One word in common does not keep two places apart.
        let one =
            places("He sold his big red car to Ann today.", "He sold a big van to Ann today.");
        assert_eq!(one, Some(vec![pair("his big red car", "a big van")]));
    }

    #[test]
    fn what_is_the_same_is_paired_with_itself() {
        let text = Side::new("Ann sold the red car to Ben in May.", None, 100);
        let hypothesis = Side::new("Ann sold the car to old Ben in May.", None, 100);
        let near_copy = NearCopy::of(&text, &hypothesis).unwrap();
        for (one, other) in near_copy.same(hypothesis.tokens().len()) {
            assert_eq!(text.normal(one), hypothesis.normal(other));
        }
        let outside = near_copy.same(hypothesis.tokens().len()).count();
        let inside: usize = near_copy.places.iter().map(|place| place.hypothesis.len()).sum();
        assert_eq!(outside + inside, hypothesis.tokens().len());
    }
}
