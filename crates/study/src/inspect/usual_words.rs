//! Words that say what the columns of an unknown file hold, from `data/usual-words.txt`.

use std::sync::LazyLock;

use crate::headed_words::HeadedWords;

static WORDS: LazyLock<HeadedWords> =
    LazyLock::new(|| HeadedWords::new(include_str!("../../data/usual-words.txt")));

/// The words below a heading, in their order.
pub(super) fn usual(heading: &str) -> &'static [&'static str] {
    WORDS.below(heading)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_bare_and_each_once_below_a_heading() {
        let bare = |word: &&str| {
            word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
        };
        assert_eq!((WORDS.headings().count(), usual("id").last()), (29, Some(&"")));
        for heading in WORDS.headings() {
            let words = usual(heading);
            assert!(!words.is_empty() && words.iter().all(bare), "{heading}");
            let different: std::collections::BTreeSet<_> = words.iter().collect();
            assert_eq!(different.len(), words.len(), "{heading}");
        }
    }
}
