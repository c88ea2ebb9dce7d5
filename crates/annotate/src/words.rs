//! Words and marks of a text with their places, and which of them two texts share.

use std::ops::Range;

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

/// The words and marks of a text in their order. What joins letters or digits (an apostrophe, a hyphen, the dot or
/// colon in a number) belongs to the word; any other mark stands for itself.
#[must_use]
pub fn words(text: &str) -> Vec<Word> {
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    let end = |at: usize| letters.get(at).map_or(text.len(), |&(place, _)| place);
    let mut found = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let (start, letter) = letters[at];
        at += 1;
        if letter.is_whitespace() {
            continue;
        }
        if letter.is_alphanumeric() {
            loop {
                while letters.get(at).is_some_and(|&(_, next)| next.is_alphanumeric()) {
                    at += 1;
                }
                let joins = letters.get(at).is_some_and(|&(_, next)| "'’:.,-".contains(next))
                    && letters.get(at + 1).is_some_and(|&(_, next)| next.is_alphanumeric());
                if !joins {
                    break;
                }
                at += 1;
            }
        }
        let place = start..end(at);
        found.push(Word { folded: text[place.clone()].to_lowercase(), place });
    }
    found
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

/// A text as it is compared: letters and digits in lower case, one blank in the place of all else.
#[must_use]
pub fn folded(text: &str) -> String {
    let runs = text.split(|letter: char| !letter.is_alphanumeric());
    let words: Vec<String> = runs.filter(|run| !run.is_empty()).map(str::to_lowercase).collect();
    words.join(" ")
}

/// [`folded`], with *an* written as *a*: the article follows the word that a rule put behind it.
#[must_use]
pub fn folded_but_articles(text: &str) -> String {
    let folded = folded(text);
    let words = folded.split(' ').map(|word| if word == "an" { "a" } else { word });
    words.collect::<Vec<&str>>().join(" ")
}

/// The sentences of a text: it is cut behind a full stop, an exclamation or a question mark, and the quotation mark
/// or bracket that may follow, before white space.
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
        } else if ".!?".contains(letter) {
            ended = true;
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
    fn marks_within_a_word_or_a_number_belong_to_it() {
        assert_eq!(
            written("Olm's ferry, at 22:30 (3.5 km)."),
            ["Olm's", "ferry", ",", "at", "22:30", "(", "3.5", "km", ")", "."]
        );
        assert_eq!(written("a-b -c’d’ é"), ["a-b", "-", "c’d", "’", "é"]);
        assert!(written(" \u{a0}\t").is_empty());
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
        assert!(sentences("").is_empty());
    }
}
