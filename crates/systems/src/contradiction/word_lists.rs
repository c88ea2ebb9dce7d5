//! The lists of `data/contradiction-words.txt`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::text::stem;

static LISTS: LazyLock<Lists> =
    LazyLock::new(|| Lists::read(include_str!("../../data/contradiction-words.txt")));

#[derive(Default)]
struct Lists {
    opposites: BTreeSet<(String, String)>,
    complements: BTreeSet<(String, String)>,
    words: BTreeMap<&'static str, BTreeSet<&'static str>>,
}

impl Lists {
    fn read(file: &'static str) -> Self {
        let mut lists = Self::default();
        let mut heading = "";
        for line in file.lines() {
            let line = line.split_once('#').map_or(line, |(line, _)| line).trim();
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                heading = name;
            } else if let Some((one, other)) = line.split_once(' ') {
                for (one, other) in [(one, other), (other, one)] {
                    if heading == "complements" {
                        lists.complements.insert((one.to_owned(), other.to_owned()));
                    }
                    lists.opposites.insert((one.to_owned(), other.to_owned()));
                    lists.opposites.insert((stem(one), stem(other)));
                }
            } else if !line.is_empty() {
                lists.words.entry(heading).or_default().insert(line);
            }
        }
        lists
    }
}

fn is_in(heading: &str, word: &str) -> bool {
    LISTS.words.get(heading).is_some_and(|words| words.contains(word))
}

/// Whether two words, or their stems, exclude each other by the list, or by a prefix that denies: *un*, *non*, *dis*, and
/// before longer words *in*, *im*, *il*, *ir*.
pub(super) fn are_opposites(one: &str, other: &str) -> bool {
    let listed =
        |one: &str, other: &str| LISTS.opposites.contains(&(one.to_owned(), other.to_owned()));
    listed(one, other) || is_denied(one, other) || is_denied(other, one)
}

/// Whether one of two opposites always holds of what either can be said of: *dead* and *alive*, but not *hot* and *cold*.
pub(super) fn are_complements(one: &str, other: &str) -> bool {
    LISTS.complements.contains(&(one.to_owned(), other.to_owned()))
}

/// Whether the first word is the second with a prefix that denies it.
fn is_denied(denied: &str, word: &str) -> bool {
    let shortest = |prefix| if matches!(prefix, "un" | "non" | "dis") { 4 } else { 6 };
    ["un", "non", "dis", "in", "im", "il", "ir"].into_iter().any(|prefix| {
        word.len() >= shortest(prefix)
            && denied.strip_prefix(prefix).is_some_and(|rest| rest == word)
    })
}

/// Whether an adjective takes away what the noun after it says: *fake*.
pub(super) fn cancels(word: &str) -> bool {
    is_in("cancelling", word)
}

/// Whether an adverb says of what follows that it is not so yet: *almost*.
pub(super) fn falls_short(word: &str) -> bool {
    is_in("falling-short", word)
}

/// Whether a word only says that somebody says so.
pub(super) fn says(word: &str) -> bool {
    is_in("saying", word)
}

/// Whether what a word says of one and another holds of the other and the one: *meet*.
pub(super) fn is_reciprocal(word: &str) -> bool {
    is_in("reciprocal", word)
}

/// Whether a word reports what somebody says.
pub(super) fn reports(word: &str) -> bool {
    is_in("reports", word)
}

/// Whether a word leaves out everything else: *only*.
pub(super) fn limits(word: &str) -> bool {
    is_in("limits", word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_have_lower_case_words_under_known_headings() {
        let headings: Vec<_> = LISTS.words.keys().copied().collect();
        assert_eq!(
            headings,
            ["cancelling", "falling-short", "limits", "reciprocal", "reports", "saying"]
        );
        for word in LISTS.words.values().flatten() {
            assert_eq!(**word, word.to_lowercase());
        }
        assert!(LISTS.opposites.iter().all(|(one, other)| one != other && !other.contains(' ')));
    }

    #[test]
    fn opposites_are_listed_or_made_by_a_prefix() {
        assert!(are_opposites("after", "before") && are_opposites("lost", "won"));
        assert!(are_opposites("unhappy", "happy") && are_opposites("complete", "incomplete"));
        assert!(!are_opposites("come", "income") && !are_opposites("won", "bought"));
        assert!(!are_opposites("under", "der"));
    }
}
