//! A pair as the page shows it: its words, its sentences, and those that matter.

use std::collections::HashSet;

use serde::Serialize;

use crate::view::places::Units;
use crate::words::{Word, sentences, words};

/// Where the words of T and H are, in UTF-16 code units: the page has no segmentation of its own.
#[derive(Debug, Serialize)]
pub(crate) struct WordsView {
    #[serde(rename = "T")]
    text: Vec<[usize; 2]>,
    #[serde(rename = "H")]
    hypothesis: Vec<[usize; 2]>,
}

/// The words of a text and a hypothesis.
pub(crate) fn words_view(text: &str, hypothesis: &str) -> WordsView {
    WordsView { text: words_of(text), hypothesis: words_of(hypothesis) }
}

/// Where the words of a text are.
pub(crate) fn words_of(text: &str) -> Vec<[usize; 2]> {
    let units = Units::of(text);
    let words = words(text).into_iter();
    words.map(|word| units.range(&word.place)).collect()
}

/// The sentences of a text.
pub(crate) fn sentences_view(text: &str) -> Vec<[usize; 2]> {
    let (start, units) = (text.as_ptr() as usize, Units::of(text));
    sentences(text)
        .into_iter()
        .map(|sentence| {
            let from = sentence.as_ptr() as usize - start;
            units.range(&(from..from + sentence.len()))
        })
        .collect()
}

/// The numbers of the sentences that matter once a pair is judged: the one that shares the most words with H, and those
/// that hold a change.
pub(crate) fn concerned(text: &str, hypothesis: &str, changes: &[[usize; 2]]) -> Vec<usize> {
    let content = |text: &str| -> HashSet<String> {
        let words = words(text).into_iter().filter(Word::is_word).map(|word| word.folded);
        words.filter(|word| word.chars().count() > 3).collect()
    };
    let wanted = content(hypothesis);
    let of_text = sentences(text);
    let shared = |sentence: &str| content(sentence).intersection(&wanted).count();
    let numbers: Vec<usize> = of_text.iter().map(|sentence| shared(sentence)).collect();
    let most = numbers.iter().copied().max().unwrap_or(0);
    let nearest = numbers.iter().position(|&number| number == most).unwrap_or(0);
    let places = sentences_view(text);
    let holds = |at: usize| {
        let [start, end] = places[at];
        changes.iter().any(|[from, to]| *from < end && start < *to)
    };
    (0..of_text.len()).filter(|&at| at == nearest || holds(at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_that_matter_share_words_or_hold_a_change() {
        let text = "Ann left. The 🙂 ferry to Olm sank in spring. Bo stayed. Nobody knew.";
        assert_eq!(concerned(text, "A ferry sank.", &[]), [1]);
        let bo = sentences_view(text)[2];
        assert_eq!(concerned(text, "A ferry sank.", &[[bo[0], bo[0] + 2]]), [1, 2]);
        let WordsView { text: places, .. } = words_view("a 🙂 b", "");
        assert_eq!(places, [[0, 1], [2, 4], [5, 6]]);
    }
}
