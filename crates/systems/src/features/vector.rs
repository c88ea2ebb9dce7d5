//! The features of a pair. A feature's name is what the model and the justification call it.

use crate::features::comparison::Comparison;
use crate::features::coverage::{Feature, Measure, Places, sentence_pairs, windows};
use crate::features::frequencies::Frequencies;
use crate::features::{mismatch, order, words};

/// All features of a pair, always the same ones in the same order.
pub(super) fn features(comparison: &Comparison, frequencies: &Frequencies) -> Vec<Feature> {
    let rarities: Vec<f64> = comparison
        .content
        .iter()
        .map(|word| frequencies.rarity(&comparison.hypothesis_stems[word.token]))
        .collect();
    let mut found = Vec::with_capacity(80);
    let places = coverages(comparison, &rarities, &mut found);
    words::add(comparison, &rarities, &places, &mut found);
    order::add(comparison, &places, &mut found);
    mismatch::add(comparison, &places, &mut found);
    found
}

/// The names of all features.
pub(super) fn names() -> Vec<&'static str> {
    let pair = crate::TextPair { id: "", text: "", hypothesis: "" };
    let features = features(&Comparison::new(&pair, None), &Frequencies::default());
    features.into_iter().map(|(name, _)| name).collect()
}

/// Coverage in the whole text, the best sentence, the best two sentences and the best window; by same or related words,
/// plain or by rarity.
fn coverages(comparison: &Comparison, rarities: &[f64], found: &mut Vec<Feature>) -> Places {
    const NAMES: [[&str; 5]; 4] = [
        [
            "coverage",
            "coverage in the best sentence",
            "coverage in the best two sentences",
            "coverage in the best window",
            "coverage in the best short window",
        ],
        [
            "coverage by rarity",
            "coverage by rarity in the best sentence",
            "coverage by rarity in the best two sentences",
            "coverage by rarity in the best window",
            "coverage by rarity in the best short window",
        ],
        [
            "related coverage",
            "related coverage in the best sentence",
            "related coverage in the best two sentences",
            "related coverage in the best window",
            "related coverage in the best short window",
        ],
        [
            "related coverage by rarity",
            "related coverage by rarity in the best sentence",
            "related coverage by rarity in the best two sentences",
            "related coverage by rarity in the best window",
            "related coverage by rarity in the best short window",
        ],
    ];
    let plain = vec![1.0; rarities.len()];
    let length = comparison.hypothesis.tokens.len();
    let mut places = Places { sentence: 0..0, window: 0..0 };
    for (names, (same_only, weights)) in
        NAMES.iter().zip([(true, &plain[..]), (true, rarities), (false, &plain), (false, rarities)])
    {
        let measure = Measure { same_only, weights };
        let whole = measure.coverage(&comparison.content, &comparison.whole(), |_| true);
        let (sentence, best_sentence) =
            measure.best(comparison, comparison.text.sentences.iter().cloned());
        let (pair, _) = measure.best(comparison, sentence_pairs(comparison));
        let (window, best_window) = measure.best(comparison, windows(comparison, 2 * length + 4));
        let (short, _) = measure.best(comparison, windows(comparison, length + 1));
        found.extend(names.iter().copied().zip([whole, sentence, pair, window, short]));
        places = Places { sentence: best_sentence, window: best_window };
    }
    places
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::TextPair;

    pub(in crate::features) fn value(text: &str, hypothesis: &str, name: &str) -> f64 {
        let comparison = Comparison::new(&TextPair { id: "", text, hypothesis }, None);
        let found = features(&comparison, &Frequencies { texts: 100, ..Frequencies::default() });
        found.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("{name}")).1
    }

    #[test]
    fn every_feature_has_a_name_of_its_own() {
        let names = names();
        let different: BTreeSet<_> = names.iter().collect();
        assert_eq!(different.len(), names.len());
    }

    #[test]
    fn coverage_is_the_share_of_content_words() {
        let text = "Boeing makes planes. Airbus bought a small firm in France.";
        let hypothesis = "Boeing bought a firm";
        assert_eq!(value(text, hypothesis, "coverage"), 1.0);
        assert_eq!(value(text, hypothesis, "coverage in the best sentence"), 2.0 / 3.0);
        assert_eq!(value(text, "", "coverage"), 1.0, "nothing is left uncovered");
        assert_eq!(value("", hypothesis, "coverage"), 0.0);
    }
}
