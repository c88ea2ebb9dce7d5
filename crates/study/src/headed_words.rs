//! Files of words below headings: `data/usual-words.txt` and `data/constraint-names.txt`.

use std::collections::BTreeMap;

/// The words below each heading of a file.
pub(crate) struct HeadedWords(BTreeMap<&'static str, Vec<&'static str>>);

impl HeadedWords {
    /// Those of a file: a heading ends with a colon, blanks part words, the empty word is two quotation marks, and `#` begins a line
    /// that is a comment.
    pub(crate) fn new(file: &'static str) -> Self {
        let (mut words, mut heading): (BTreeMap<_, Vec<_>>, _) = (BTreeMap::new(), "");
        for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            match line.strip_suffix(':') {
                Some(name) => heading = name,
                None => {
                    let here = line.split_whitespace().map(|word| word.trim_matches('"'));
                    words.entry(heading).or_default().extend(here);
                }
            }
        }
        Self(words)
    }

    /// The words below a heading, in their order.
    pub(crate) fn below(&self, heading: &str) -> &[&'static str] {
        self.0.get(heading).map_or(&[], Vec::as_slice)
    }

    #[cfg(test)]
    pub(crate) fn headings(&self) -> impl Iterator<Item = &'static str> {
        self.0.keys().copied()
    }
}
