//! How much of what the hypothesis says stands in the text, rare words counting more.

use std::collections::{BTreeMap, BTreeSet};

use phenom_dataset::words;
use serde::{Deserialize, Serialize};

use super::LearntThreshold;
use crate::model::{Learner, Model};
use crate::training::TrainingError;
use crate::{Engine, Example, Reply, TextPair};

/// The engine that weighs words by how rare they are.
pub const IDF_COVERAGE: Learner = Learner {
    name: "idf-coverage",
    summary: "like `word-overlap`, but rare words weigh more",
    reads_texts: true,
    compares_words: false,
    options: &[],
    training_steps: 0,
    train: |examples, _, _| Ok(IdfCoverage::train(examples)?.into()),
    shipped: None,
    read: Model::read::<IdfCoverage>,
};

/// Takes a pair for entailed where the words of the hypothesis that stand in the text weigh enough. A word weighs
/// ln((1 + N) / (1 + n)) + 1 where n of N training texts and hypotheses hold it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IdfCoverage {
    /// The least covered share of the weight, from 0 to 1.
    pub entailed: LearntThreshold,
    /// How many training texts and hypotheses there are, each different one counted once.
    pub documents: u64,
    /// How many of them hold a word.
    pub holding: BTreeMap<String, u64>,
}

impl IdfCoverage {
    /// Learns how frequent words are, and the threshold.
    ///
    /// # Errors
    /// [`TrainingError::NoExamples`]; [`TrainingError::MissingJudgment`] where none is entailed, or all are.
    pub fn train(examples: &[Example<'_>]) -> Result<Self, TrainingError> {
        let documents: BTreeSet<&str> = examples
            .iter()
            .flat_map(|example| [example.pair.text, example.pair.hypothesis])
            .collect();
        let mut holding = BTreeMap::new();
        for document in &documents {
            for word in words(document).collect::<BTreeSet<_>>() {
                *holding.entry(word).or_insert(0) += 1;
            }
        }
        let documents = documents.len() as u64;
        let covered = |pair: &TextPair<'_>| coverage(pair, documents, &holding);
        Ok(Self { entailed: LearntThreshold::train(examples, covered)?, documents, holding })
    }
}

/// The covered share of the weight; 1 for a hypothesis without words, which asks for nothing.
fn coverage(pair: &TextPair<'_>, documents: u64, holding: &BTreeMap<String, u64>) -> f64 {
    let in_text: BTreeSet<String> = words(pair.text).collect();
    let (mut all, mut covered) = (0.0, 0.0);
    for word in words(pair.hypothesis) {
        let held = holding.get(&word).copied().unwrap_or(0);
        let weight = ((1.0 + documents as f64) / (1.0 + held as f64)).ln() + 1.0;
        all += weight;
        if in_text.contains(&word) {
            covered += weight;
        }
    }
    if all > 0.0 { covered / all } else { 1.0 }
}

impl Engine for IdfCoverage {
    fn reply(&self, pair: &TextPair<'_>) -> Reply {
        let covered = coverage(pair, self.documents, &self.holding);
        let said = format!(
            "{:.0} % of the hypothesis is covered, with words weighted by rarity",
            100.0 * covered
        );
        self.entailed.reply(covered).because(said)
    }
}

learnt_engine!(IdfCoverage, IDF_COVERAGE);

#[cfg(test)]
mod tests {
    use phenom_dataset::Judgment;

    use super::*;
    use crate::testing::examples;

    #[test]
    fn a_rare_word_weighs_more() {
        let pairs = [
            ("the cat sat", "the cat", Judgment::Entailment),
            ("the dog sat", "the cow", Judgment::NotEntailment),
        ];
        let learnt = IdfCoverage::train(&examples(&pairs)).unwrap();
        assert_eq!((learnt.documents, learnt.holding["the"], learnt.holding["cat"]), (4, 4, 2));
        // `the` is in all of 4 and weighs ln(5 / 5) + 1 = 1; `cow` in 1 and weighs ln(5 / 2) + 1 = 1.916291.
        let pair = TextPair { id: "1", text: "the", hypothesis: "the cow" };
        let covered = coverage(&pair, learnt.documents, &learnt.holding);
        assert!((covered - 1.0 / 2.916_290_731_874_155).abs() < 1e-12, "{covered}");
        assert_eq!(learnt.reply(&pair).judgment, Some(Judgment::NotEntailment));
    }
}
