//! How rare words are, learnt from texts and hypotheses.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::features::comparison::Comparison;

/// A word is kept where it stands in at least this share of the texts: others count as rare as can be.
const LEAST_SHARE: f64 = 0.005;

/// In how many texts a stem stands. A hypothesis is a text of its own.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Frequencies {
    /// The number of texts.
    pub texts: u32,
    /// In how many of them each stem stands, for frequent stems only.
    pub frequent: BTreeMap<String, u32>,
}

impl Frequencies {
    /// Counts the stems of texts and hypotheses; a text that several pairs share counts for each.
    pub(super) fn learnt<'a>(comparisons: impl Iterator<Item = &'a Comparison>) -> Self {
        let mut frequencies = Self::default();
        let mut all: BTreeMap<&str, u32> = BTreeMap::new();
        for comparison in comparisons {
            for stems in [&comparison.text_stems, &comparison.hypothesis_stems] {
                frequencies.texts += 1;
                for stem in stems.iter().map(String::as_str).collect::<BTreeSet<&str>>() {
                    *all.entry(stem).or_default() += 1;
                }
            }
        }
        let least = f64::from(frequencies.texts) * LEAST_SHARE;
        let frequent = all.into_iter().filter(|(_, count)| f64::from(*count) >= least.max(2.0));
        frequencies.frequent = frequent.map(|(stem, count)| (stem.to_owned(), count)).collect();
        frequencies
    }

    /// The inverse document frequency of a stem: the logarithm of the texts over those in which it stands, both one
    /// more than they are. Of stems that are not frequent, that of one which stands nowhere.
    #[must_use]
    pub fn rarity(&self, stem: &str) -> f64 {
        let count = self.frequent.get(stem).copied().unwrap_or_default();
        (f64::from(self.texts + 1) / f64::from(count + 1)).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TextPair;

    #[test]
    fn rare_stems_weigh_more() {
        let pair = |text, hypothesis| Comparison::new(&TextPair { id: "", text, hypothesis }, None);
        let pairs = [pair("The dog barks", "A dog"), pair("The cat", "The dogs")];
        let learnt = Frequencies::learnt(pairs.iter());
        assert_eq!(learnt.texts, 4);
        // Stems that stand in fewer than two texts are not kept.
        let kept: Vec<_> = learnt.frequent.into_iter().collect();
        assert_eq!(kept, [("dog".to_owned(), 3), ("the".to_owned(), 3)]);
        let learnt = Frequencies { texts: 4, frequent: BTreeMap::from([("dog".to_owned(), 3)]) };
        assert_eq!(learnt.rarity("dog"), (5.0f64 / 4.0).ln());
        assert_eq!(learnt.rarity("unheard-of"), 5.0f64.ln());
    }
}
