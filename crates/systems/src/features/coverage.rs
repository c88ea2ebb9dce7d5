//! How far a text, or a part of it, covers the words of the hypothesis.

use std::ops::Range;

use crate::features::comparison::{Comparison, ContentWord};

/// A feature with its value.
pub(super) type Feature = (&'static str, f64);

/// Where the features of a pair look.
pub(super) struct Places {
    /// The sentence that covers most of the hypothesis, words weighed by their rarity.
    pub(super) sentence: Range<usize>,
    /// The window that does.
    pub(super) window: Range<usize>,
}

/// Which links count, and what each word weighs.
pub(super) struct Measure<'a> {
    /// Only the same words in any form, not related ones.
    pub(super) same_only: bool,
    /// The weight of each content word.
    pub(super) weights: &'a [f64],
}

impl Measure<'_> {
    /// The covered share of the weight of words, from 0 to 1; 1 where there is nothing to cover.
    pub(super) fn coverage(
        &self,
        words: &[ContentWord],
        tokens: &Range<usize>,
        counts: impl Fn(&ContentWord) -> bool,
    ) -> f64 {
        let (mut covered, mut all) = (0.0, 0.0);
        for (word, weight) in words.iter().zip(self.weights).filter(|(word, _)| counts(word)) {
            all += weight;
            covered += weight * word.covered(tokens, self.same_only);
        }
        if all > 0.0 { covered / all } else { 1.0 }
    }

    /// The part that covers most, the first of equal ones, with its coverage.
    pub(super) fn best(
        &self,
        comparison: &Comparison,
        parts: impl Iterator<Item = Range<usize>>,
    ) -> (f64, Range<usize>) {
        let mut best = (0.0, 0..0);
        for part in parts {
            let coverage = self.coverage(&comparison.content, &part, |_| true);
            if coverage > best.0 {
                best = (coverage, part);
            }
        }
        best
    }
}

/// Windows of so many tokens, one from each token that is linked to the hypothesis.
pub(super) fn windows(
    comparison: &Comparison,
    length: usize,
) -> impl Iterator<Item = Range<usize>> + use<> {
    let links = comparison.content.iter().flat_map(|word| &word.links);
    let mut starts: Vec<usize> = links.map(|link| link.token).collect();
    starts.sort_unstable();
    starts.dedup();
    let end = comparison.text.tokens.len();
    starts.into_iter().map(move |start| start..(start + length).min(end))
}

/// Each sentence with the one after it.
pub(super) fn sentence_pairs(comparison: &Comparison) -> impl Iterator<Item = Range<usize>> {
    let sentences = &comparison.text.sentences;
    let after = |number: usize| sentences.get(number + 1).unwrap_or(&sentences[number]).end;
    (0..sentences.len()).map(move |number| sentences[number].start..after(number))
}
