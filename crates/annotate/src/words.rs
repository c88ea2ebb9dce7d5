//! Words and marks of a text with their places, and which of them two texts share.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

/// A word or a mark of punctuation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Where it stands, in bytes.
    pub place: Range<usize>,
    /// In lower case, as it is compared.
    pub folded: String,
}

impl Word {
    /// Whether it holds a letter or a digit.
    #[must_use]
    pub fn is_word(&self) -> bool {
        self.folded.chars().any(char::is_alphanumeric)
    }
}

/// The words and marks of a text in their order, as Unicode segments it (UAX #29): a Chinese character or a Thai
/// syllable sign with its vowel is a word, an apostrophe within a word belongs to it, a hyphen stands for itself.
#[must_use]
pub fn words(text: &str) -> Vec<Word> {
    let segments = text.split_word_bound_indices();
    let shown = segments.filter(|(_, segment)| !segment.chars().all(char::is_whitespace));
    shown
        .map(|(start, segment)| Word { place: start..start + segment.len(), folded: fold(segment) })
        .collect()
}

/// A word as it is compared: composed, in lower case, with one kind of apostrophe.
fn fold(word: &str) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }
    word.nfc()
        .flat_map(char::to_lowercase)
        .map(|letter| if letter == '’' { '\'' } else { letter })
        .collect()
}

/// Whether two words are written alike, but for the way in which accents are encoded.
pub(crate) fn is_written_alike(first: &str, second: &str) -> bool {
    first == second || first.nfc().eq(second.nfc())
}

/// Which words two texts share in their order: a longest common subsequence, as the places in each list.
/// Of texts so long that finding it would take seconds, only what both begin and end with.
#[must_use]
pub fn shared(first: &[Word], second: &[Word]) -> Vec<(usize, usize)> {
    /// So many cells are a hundredth of a second.
    const MOST_CELLS: usize = 4_000_000;
    let same = |a: &Word, b: &Word| a.folded == b.folded;
    let begin = first.iter().zip(second).take_while(|(a, b)| same(a, b)).count();
    let (rest, other) = (&first[begin..], &second[begin..]);
    let ending = rest.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| same(a, b)).count();
    let (rest, other) = (&rest[..rest.len() - ending], &other[..other.len() - ending]);
    let mut pairs: Vec<(usize, usize)> = (0..begin).map(|at| (at, at)).collect();
    if rest.len().saturating_mul(other.len()) <= MOST_CELLS {
        let common = longest_common(rest, other);
        pairs.extend(common.into_iter().map(|(a, b)| (begin + a, begin + b)));
    }
    let (first_end, second_end) = (first.len() - ending, second.len() - ending);
    pairs.extend((0..ending).map(|at| (first_end + at, second_end + at)));
    pairs
}

fn longest_common(first: &[Word], second: &[Word]) -> Vec<(usize, usize)> {
    let width = second.len() + 1;
    let mut lengths = vec![0u32; (first.len() + 1) * width];
    for (a, word) in first.iter().enumerate().rev() {
        for (b, other) in second.iter().enumerate().rev() {
            lengths[a * width + b] = if word.folded == other.folded {
                lengths[(a + 1) * width + b + 1] + 1
            } else {
                lengths[(a + 1) * width + b].max(lengths[a * width + b + 1])
            };
        }
    }
    let (mut a, mut b) = (0, 0);
    let mut pairs = Vec::new();
    while a < first.len() && b < second.len() {
        if first[a].folded == second[b].folded {
            pairs.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if lengths[(a + 1) * width + b] >= lengths[a * width + b + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}

/// A text as it is compared: its words in lower case, one blank between them, without marks.
#[must_use]
pub fn folded(text: &str) -> String {
    let words = words(text).into_iter().filter(Word::is_word).map(|word| word.folded);
    words.collect::<Vec<String>>().join(" ")
}

/// [`folded`], with *an* written as *a*: the article follows the word that a rule put behind it.
#[must_use]
pub fn folded_but_articles(text: &str) -> String {
    let folded = folded(text);
    let words = folded.split(' ').map(|word| if word == "an" { "a" } else { word });
    words.collect::<Vec<&str>>().join(" ")
}

/// Whether a text ends with an initial, *T* or *T.S*, whose full stop ends no sentence.
fn is_initial(text: &str) -> bool {
    let last = text.rsplit(|letter: char| !letter.is_alphabetic()).next().unwrap_or_default();
    last.chars().count() == 1 && last.chars().all(char::is_uppercase)
}

/// The sentences of a text: it is cut behind a full stop, an exclamation or a question mark, and the quotation mark
/// or bracket that may follow, before white space, but not behind an initial; and behind the full stops of Chinese and Japanese.
#[must_use]
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut ended = false;
    for (place, letter) in text.char_indices() {
        if letter.is_whitespace() && ended {
            found.push(text[start..place].trim());
            start = place;
            ended = false;
        } else if "。！？".contains(letter) {
            found.push(text[start..place + letter.len_utf8()].trim());
            start = place + letter.len_utf8();
            ended = false;
        } else if ".!?".contains(letter) {
            ended = !(letter == '.' && is_initial(&text[start..place]));
        } else if !"\"'”’)]".contains(letter) {
            ended = false;
        }
    }
    found.push(text[start..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Vec<&str> {
        words(text).into_iter().map(|word| &text[word.place]).collect()
    }

    #[test]
    fn words_are_those_of_unicode() {
        assert_eq!(
            written("Olm's ferry, at 3.5 (km)."),
            ["Olm's", "ferry", ",", "at", "3.5", "(", "km", ")", "."]
        );
        assert_eq!(written("a-b c’d’ é"), ["a", "-", "b", "c’d", "’", "é"]);
        assert_eq!(written("我们在北京"), ["我", "们", "在", "北", "京"]);
        assert!(written("สวัสดีครับ").len() > 3);
        assert!(written(" \u{a0}\t").is_empty());
    }

    #[test]
    fn composed_and_decomposed_accents_are_equal() {
        assert_eq!(folded("Caf\u{e9}"), folded("cafe\u{301}"));
        assert!(is_written_alike("\u{e9}", "e\u{301}") && !is_written_alike("É", "é"));
        assert_eq!(written("cafe\u{301} x"), ["cafe\u{301}", "x"]);
    }

    #[test]
    fn shared_words_stand_in_one_order() {
        let (first, second) = (words("the old red mill"), words("The red old mill"));
        // "the red mill" and "the old mill" are equally long.
        assert_eq!(shared(&first, &second), [(0, 0), (2, 1), (3, 3)]);
        assert_eq!(shared(&first, &words("")), []);
        assert_eq!(shared(&words("a b c d"), &words("x b d")), [(1, 1), (3, 2)]);
    }

    #[test]
    fn texts_are_compared_without_case_marks_and_articles() {
        assert_eq!(folded("  An OLD-mill, by Ö. "), "an old mill by ö");
        assert_eq!(folded_but_articles("An old mill."), folded_but_articles("a old mill"));
        assert_ne!(folded_but_articles("the mill"), folded_but_articles("a mill"));
    }

    #[test]
    fn a_sentence_ends_before_white_space_alone() {
        assert_eq!(
            sentences("He paid 3.50 for “it.” Then (he left.) Why? "),
            ["He paid 3.50 for “it.”", "Then (he left.)", "Why?"]
        );
        assert_eq!(sentences("我们来了。你好！"), ["我们来了。", "你好！"]);
        assert_eq!(
            sentences("T.S. Eliot and J. Doe left. Why?"),
            ["T.S. Eliot and J. Doe left.", "Why?"]
        );
        assert!(sentences("").is_empty());
    }
}
