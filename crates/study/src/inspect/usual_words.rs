//! Words that say what the columns of an unknown file hold, from `data/usual-words.txt`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

static WORDS: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut words: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut of = "";
    let lines = include_str!("../../data/usual-words.txt").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_suffix(':') {
            Some(heading) => of = heading,
            None => words.entry(of).or_default().extend(line.split_whitespace().map(unquoted)),
        }
    }
    words
});

/// The empty word is written as two quotation marks.
fn unquoted(word: &str) -> &str {
    word.trim_matches('"')
}

/// The words below a heading, in their order.
pub(super) fn usual(heading: &str) -> &'static [&'static str] {
    WORDS.get(heading).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_bare_and_each_once_below_a_heading() {
        let bare = |word: &&str| {
            word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
        };
        assert_eq!((WORDS.len(), usual("id").last()), (20, Some(&"")));
        for (heading, words) in WORDS.iter() {
            assert!(!words.is_empty() && words.iter().all(bare), "{heading}");
            let different: std::collections::BTreeSet<_> = words.iter().collect();
            assert_eq!(different.len(), words.len(), "{heading}");
        }
    }
}
