//! How rare words are.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// In how many texts words occur. Words of fewer than [`Self::FEWEST`] texts are not kept.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DocumentFrequencies {
    /// How many texts were counted.
    pub documents: u32,
    /// In how many of them each word occurs, in lower case.
    pub words: BTreeMap<String, u32>,
}

impl DocumentFrequencies {
    /// In how many texts a word occurs at least, to be kept.
    pub const FEWEST: u32 = 5;

    /// Counts texts of words; words that stand twice in a text count once.
    pub(super) fn count<'a>(texts: impl Iterator<Item = BTreeSet<&'a str>>) -> Self {
        let mut counted = Self::default();
        for words in texts {
            counted.documents += 1;
            for word in words {
                match counted.words.get_mut(word) {
                    Some(count) => *count += 1,
                    None => {
                        counted.words.insert(word.to_owned(), 1);
                    }
                }
            }
        }
        counted.words.retain(|_, count| *count >= Self::FEWEST);
        counted
    }

    /// The inverse document frequency of a word, as a share of that of the rarest words: from near 0 for a word of all
    /// texts to 1 for one that is not kept.
    pub(super) fn idf(&self, word: &str) -> f64 {
        let idf = |count: u32| (f64::from(self.documents + 1) / f64::from(count)).ln();
        match self.words.get(word) {
            // A file may hold any numbers.
            Some(&count) if count >= Self::FEWEST && count <= self.documents => {
                (idf(count) / idf(Self::FEWEST - 1)).clamp(0.0, 1.0)
            }
            _ => 1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_words_weigh_more() {
        let texts = (0..100).map(|number| {
            let mut words = BTreeSet::from(["the"]);
            if number < 10 {
                words.insert("bank");
            }
            if number < 4 {
                words.insert("rare");
            }
            words
        });
        let frequencies = DocumentFrequencies::count(texts);
        assert_eq!(frequencies.words.get("rare"), None);
        assert_eq!(frequencies.words["bank"], 10);
        // ln(101 / 10) / ln(101 / 4), by hand.
        assert!((frequencies.idf("bank") - 2.312_535 / 3.228_826).abs() < 1e-6);
        assert!(frequencies.idf("the") < 0.01);
        assert_eq!((frequencies.idf("rare"), frequencies.idf("unseen")), (1.0, 1.0));
        assert_eq!(DocumentFrequencies::default().idf("a"), 1.0);
    }
}
