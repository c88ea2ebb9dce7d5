//! What the words of a hypothesis give away without its text.

use std::collections::BTreeMap;

use phenom_dataset::{Judgment, words};
use serde::{Deserialize, Serialize};

use crate::model::{Learner, Model};
use crate::training::{TrainingError, judgments, place_of};
use crate::{Engine, Example, Probabilities, Reply, TextPair};

/// The engine that reads hypotheses alone.
pub const HYPOTHESIS_ONLY: Learner = Learner {
    name: "hypothesis-only",
    summary: "naive Bayes on the words of the hypothesis alone: if it beats `majority`, hypotheses reveal the label",
    reads_texts: true,
    compares_words: false,
    options: &[],
    training_steps: 0,
    train: |examples, _, _| Ok(HypothesisOnly::train(examples)?.into()),
    shipped: None,
    read: Model::read::<HypothesisOnly>,
};

/// A bag-of-words naive Bayes classifier that reads no text (multinomial, add-one smoothing). Where it does better than
/// the most frequent judgment, the words of the hypotheses give the gold away, and other systems can learn the same.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HypothesisOnly {
    /// The judgments, in the order of the tables.
    pub judgments: Vec<Judgment>,
    /// How many training pairs have each judgment.
    pub pairs: Vec<u64>,
    /// How often each word stands in the hypotheses of each judgment.
    pub words: BTreeMap<String, Vec<u64>>,
}

impl HypothesisOnly {
    /// Counts words.
    ///
    /// # Errors
    /// [`TrainingError::NoExamples`]; [`TrainingError::MissingJudgment`] where none is entailed, or all are.
    pub fn train(examples: &[Example<'_>]) -> Result<Self, TrainingError> {
        let judgments = judgments(examples)?;
        let mut pairs = vec![0; judgments.len()];
        let mut counts: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        for example in examples {
            let of = place_of(example.gold, &judgments);
            pairs[of] += 1;
            for word in words(example.pair.hypothesis) {
                counts.entry(word).or_insert_with(|| vec![0; judgments.len()])[of] += 1;
            }
        }
        Ok(Self { judgments, pairs, words: counts })
    }

    /// How likely each judgment is, given the words of a hypothesis that training saw.
    fn probabilities(&self, hypothesis: &str) -> Probabilities {
        let all: u64 = self.pairs.iter().sum();
        let mut totals = vec![0u64; self.judgments.len()];
        for counts in self.words.values() {
            for (total, count) in totals.iter_mut().zip(counts) {
                *total += count;
            }
        }
        let vocabulary = self.words.len() as f64;
        let mut logs: Vec<f64> =
            self.pairs.iter().map(|pairs| (*pairs as f64 / all as f64).ln()).collect();
        for counts in words(hypothesis).filter_map(|word| self.words.get(&word)) {
            for ((log, count), total) in logs.iter_mut().zip(counts).zip(&totals) {
                *log += ((*count as f64 + 1.0) / (*total as f64 + vocabulary)).ln();
            }
        }
        let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let shares: Vec<f64> = logs.iter().map(|log| (log - highest).exp()).collect();
        let sum: f64 = shares.iter().sum();
        Probabilities(
            self.judgments.iter().copied().zip(shares.iter().map(|share| share / sum)).collect(),
        )
    }
}

impl Engine for HypothesisOnly {
    fn reply(&self, pair: &TextPair<'_>) -> Reply {
        Reply::likeliest(self.probabilities(pair.hypothesis))
    }
}

learnt_engine!(HypothesisOnly, HYPOTHESIS_ONLY);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::examples;

    // from sklearn.feature_extraction.text import CountVectorizer
    // from sklearn.naive_bayes import MultinomialNB
    // texts = ["not a dog", "a cat sleeps", "nobody sleeps", "a dog runs fast"]
    // counts = CountVectorizer(token_pattern=r"\w+"); x = counts.fit_transform(texts)
    // MultinomialNB().fit(x, ["n", "e", "n", "e"]).predict_proba(counts.transform(["not a cat", "a dog runs", "x"]))[:, 0]
    #[test]
    fn probabilities_are_those_of_scikit_learn() {
        let pairs = [
            ("", "Not a dog.", Judgment::NotEntailment),
            ("", "a cat sleeps", Judgment::Entailment),
            ("", "nobody sleeps", Judgment::NotEntailment),
            ("", "a dog runs fast", Judgment::Entailment),
        ];
        let learnt = HypothesisOnly::train(&examples(&pairs)).unwrap();
        assert_eq!(learnt.judgments, [Judgment::Entailment, Judgment::NotEntailment]);
        let entailed = |hypothesis| learnt.probabilities(hypothesis).0[0].1;
        assert!((entailed("not a cat") - EXPECTED[0]).abs() < 1e-12);
        assert!((entailed("a dog runs") - EXPECTED[1]).abs() < 1e-12);
        assert_eq!(entailed("x"), 0.5);
    }

    const EXPECTED: [f64; 2] = [0.494_040_926_467_281_54, 0.661_348_585_189_645];
}
