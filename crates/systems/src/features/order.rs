//! Features of what stands side by side: bigrams, runs, and the order and spread of the words that are covered.

use std::collections::HashSet;
use std::ops::Range;

use crate::features::comparison::{Comparison, Link};
use crate::features::coverage::{Feature, Places};
use crate::features::words::{UNMATCHED, number};
use crate::text::TokenKind;

pub(super) fn add(comparison: &Comparison, places: &Places, found: &mut Vec<Feature>) {
    let text = stems(&comparison.text_stems, comparison.text.tokens.iter().map(|token| token.kind));
    let kinds = comparison.hypothesis.tokens.iter().map(|token| token.kind);
    let hypothesis = stems(&comparison.hypothesis_stems, kinds);
    found.push(("shared words, function words too", shared(&text, &hypothesis, 1)));
    found.push(("shared bigrams", shared(&text, &hypothesis, 2)));
    found.push(("shared trigrams", shared(&text, &hypothesis, 3)));
    let length = number(hypothesis.len().max(1));
    let sentence = &comparison.text_stems[places.sentence.clone()];
    let sentence: Vec<&str> = sentence.iter().map(String::as_str).collect();
    let (longest_run, subsequence) = common(&sentence, &hypothesis);
    found.push(("longest common run with the best sentence", number(longest_run) / length));
    found.push(("longest common subsequence with the best sentence", number(subsequence) / length));
    alignment(comparison, &places.sentence, found);
}

/// The stems of all tokens that are no marks.
fn stems(stems: &[String], kinds: impl Iterator<Item = TokenKind>) -> Vec<&str> {
    let words = stems.iter().zip(kinds).filter(|(_, kind)| *kind != TokenKind::Punctuation);
    words.map(|(stem, _)| stem.as_str()).collect()
}

/// The share of the hypothesis' n-grams that the text has; 1 where the hypothesis is shorter.
fn shared(text: &[&str], hypothesis: &[&str], length: usize) -> f64 {
    let of_text: HashSet<&[&str]> = text.windows(length).collect();
    let all = hypothesis.windows(length).count();
    let shared = hypothesis.windows(length).filter(|words| of_text.contains(words)).count();
    if all > 0 { number(shared) / number(all) } else { 1.0 }
}

/// The lengths of the longest common run and the longest common subsequence.
fn common(one: &[&str], other: &[&str]) -> (usize, usize) {
    let mut longest_run = 0;
    let mut runs = vec![0; other.len() + 1];
    let mut subsequences = vec![0; other.len() + 1];
    for word in one {
        // Of the row before, at the place before.
        let (mut run_before, mut subsequence_before) = (0, 0);
        for (place, candidate) in (1..).zip(other) {
            let (run, subsequence) = (runs[place], subsequences[place]);
            if word == candidate {
                runs[place] = run_before + 1;
                subsequences[place] = subsequence_before + 1;
                longest_run = longest_run.max(runs[place]);
            } else {
                runs[place] = 0;
                subsequences[place] = subsequence.max(subsequences[place - 1]);
            }
            (run_before, subsequence_before) = (run, subsequence);
        }
    }
    (longest_run, subsequences.last().copied().unwrap_or_default())
}

/// How the closest links of neighbouring words lie in the best sentence.
fn alignment(comparison: &Comparison, sentence: &Range<usize>, found: &mut Vec<Feature>) {
    let aligned = |links: &[Link]| {
        let mut best: Option<Link> = None;
        for link in links.iter().filter(|link| sentence.contains(&link.token)) {
            let is_close = link.relatedness > UNMATCHED;
            if is_close && best.is_none_or(|best| link.relatedness > best.relatedness) {
                best = Some(*link);
            }
        }
        best.map(|link| link.token)
    };
    let places: Vec<usize> =
        comparison.content.iter().filter_map(|word| aligned(&word.links)).collect();
    let (mut in_order, mut near) = (0, 0);
    for neighbours in places.windows(2) {
        in_order += usize::from(neighbours[0] < neighbours[1]);
        near += usize::from(neighbours[0].abs_diff(neighbours[1]) <= 4);
    }
    let neighbours = places.len().saturating_sub(1);
    let share =
        |count: usize| if neighbours > 0 { number(count) / number(neighbours) } else { 1.0 };
    found.push(("neighbours in the same order", share(in_order)));
    found.push(("neighbours side by side", share(near)));
    let spread = match (places.iter().min(), places.iter().max()) {
        (Some(first), Some(last)) => last - first + 1,
        _ => 0,
    };
    let length = number(comparison.hypothesis.tokens.len().max(1));
    found.push((
        "spread of covered words to the hypothesis' length",
        (number(spread) / length).min(10.0),
    ));
    found.push(("covered words to their spread", number(places.len()) / number(spread.max(1))));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_subsequences_are_the_longest() {
        let words = |text: &'static str| text.split(' ').collect::<Vec<_>>();
        assert_eq!(common(&words("a b x c d"), &words("a b c d e")), (2, 4));
        assert_eq!(common(&words("x y"), &words("a b")), (0, 0));
        assert_eq!(common(&[], &words("a")), (0, 0));
        assert_eq!(common(&words("a a a"), &words("a a")), (2, 2));
    }

    #[test]
    fn n_grams_are_shared_by_their_share() {
        let words = |text: &'static str| text.split(' ').collect::<Vec<_>>();
        assert_eq!(shared(&words("a b c"), &words("a b d"), 1), 2.0 / 3.0);
        assert_eq!(shared(&words("a b c"), &words("a b d"), 2), 0.5);
        assert_eq!(shared(&words("a b c"), &words("a"), 2), 1.0);
    }
}
