//! The lists of words that are shipped in `crates/systems/data`, one word a line, `#` before remarks.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// What is written together with the word before it, and the word that it stands for. `'s` is *is*, *has* or the
/// genitive, so it stands for itself.
pub(super) const CLITICS: [(&str, &str); 7] = [
    ("n't", "not"),
    ("'s", "'s"),
    ("'re", "are"),
    ("'ve", "have"),
    ("'ll", "will"),
    ("'d", "would"),
    ("'m", "am"),
];

const MONTHS: &str =
    "january february march april may june july august september october november december";

pub(super) type List = LazyLock<BTreeSet<&'static str>>;

pub(super) static STOP_WORDS: List =
    LazyLock::new(|| words(include_str!("../../data/stop-words.txt")));
pub(super) static NEGATION: List = LazyLock::new(|| words(include_str!("../../data/negation.txt")));
pub(super) static MODALITY: List = LazyLock::new(|| words(include_str!("../../data/modality.txt")));
static ABBREVIATIONS: List = LazyLock::new(|| words(include_str!("../../data/abbreviations.txt")));
static NUMBERS: LazyLock<BTreeMap<&str, f64>> =
    LazyLock::new(|| numbers(include_str!("../../data/numbers.txt")));

/// The lines of a list without remarks and blanks.
fn lines(list: &'static str) -> impl Iterator<Item = &'static str> {
    let lines = list.lines().map(|line| line.split_once('#').map_or(line, |(line, _)| line).trim());
    lines.filter(|line| !line.is_empty())
}

fn words(list: &'static str) -> BTreeSet<&'static str> {
    lines(list).collect()
}

fn numbers(list: &'static str) -> BTreeMap<&'static str, f64> {
    let pairs = lines(list).filter_map(|line| line.split_once(' '));
    pairs.filter_map(|(word, value)| Some((word, value.trim().parse().ok()?))).collect()
}

/// Whether a lower-case word is written with a full stop that ends no sentence.
pub(super) fn is_abbreviation(word: &str) -> bool {
    ABBREVIATIONS.contains(word)
}

/// The value of a numeral in words: 10 of *ten*, 3 of *third*, 1000000 of *million*.
pub(super) fn numeral(word: &str) -> Option<f64> {
    NUMBERS.get(word).copied()
}

/// The name of a month by its number, from 1.
pub(super) fn month_name(number: usize) -> Option<&'static str> {
    MONTHS.split(' ').nth(number.checked_sub(1)?)
}

/// The month that an abbreviation with three letters, or `sept`, stands for.
pub(super) fn month_in_full(word: &str) -> Option<&'static str> {
    // "mar" and "dec" are no other words; "may" is whole already; "jan" is a name too, but a rare one.
    let short = if word == "sept" { "sep" } else { word };
    MONTHS.split(' ').find(|month| short.len() == 3 && month.starts_with(short))
}

/// Whether a word is a month in full. `may` and `march` are words besides.
pub(crate) fn is_month(word: &str) -> bool {
    MONTHS.split(' ').any(|month| month == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_lists_is_one_lower_case_word() {
        for list in [&STOP_WORDS, &NEGATION, &MODALITY, &ABBREVIATIONS] {
            assert!(list.len() > 10);
            for word in list.iter() {
                assert!(!word.contains(' '), "{word}");
                assert_eq!(*word, word.to_lowercase());
            }
        }
        let list = include_str!("../../data/numbers.txt");
        assert_eq!(NUMBERS.len(), lines(list).count(), "each numeral has one value");
    }

    #[test]
    fn numerals_and_months_have_their_values() {
        assert_eq!(numeral("twelve"), Some(12.0));
        assert_eq!(numeral("twelfth"), Some(12.0));
        assert_eq!(numeral("dog"), None);
        assert_eq!(month_name(3), Some("march"));
        assert_eq!((month_name(0), month_name(13)), (None, None));
        assert_eq!(month_in_full("sept"), Some("september"));
        assert_eq!(month_in_full("ma"), None);
    }
}
