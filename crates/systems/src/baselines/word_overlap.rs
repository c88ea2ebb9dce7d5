//! How many words of the hypothesis stand in the text.

use phenom_dataset::word_overlap;
use serde::{Deserialize, Serialize};

use super::LearntThreshold;
use crate::model::{Learner, Model};
use crate::training::TrainingError;
use crate::{Engine, Example, Reply, TextPair};

/// The engine that compares sets of words.
pub const WORD_OVERLAP: Learner = Learner {
    name: "word-overlap",
    summary: "predicts entailment if enough words of the hypothesis occur in the text, otherwise the most frequent \
        other label",
    reads_texts: true,
    compares_words: false,
    options: &[],
    training_steps: 0,
    train: |examples, _, _| Ok(WordOverlap::train(examples)?.into()),
    shipped: None,
    read: Model::read::<WordOverlap>,
};

/// Takes a pair for entailed where enough words of the hypothesis stand in the text [CM10, section 4.2]; how many that
/// is, is learnt.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WordOverlap {
    /// The least share of the words, from 0 to 1.
    pub entailed: LearntThreshold,
}

/// The share; 1 for a hypothesis without words, which asks for nothing.
fn overlap(pair: &TextPair<'_>) -> f64 {
    word_overlap(pair.text, pair.hypothesis).unwrap_or(1.0)
}

impl WordOverlap {
    /// Learns the threshold.
    ///
    /// # Errors
    /// [`TrainingError::NoExamples`]; [`TrainingError::MissingJudgment`] where none is entailed, or all are.
    pub fn train(examples: &[Example<'_>]) -> Result<Self, TrainingError> {
        Ok(Self { entailed: LearntThreshold::train(examples, overlap)? })
    }
}

impl Engine for WordOverlap {
    fn reply(&self, pair: &TextPair<'_>) -> Reply {
        let overlap = overlap(pair);
        let said =
            format!("{:.0} % of the words of the hypothesis occur in the text", 100.0 * overlap);
        self.entailed.reply(overlap).because(said)
    }
}

learnt_engine!(WordOverlap, WORD_OVERLAP);

#[cfg(test)]
mod tests {
    use phenom_dataset::Judgment;

    use super::*;
    use crate::testing::examples;

    #[test]
    fn the_threshold_lies_between_what_is_entailed_and_what_is_not() {
        let pairs = [
            ("a b c d", "a b c d", Judgment::Entailment),
            ("a b c d", "a b c x", Judgment::Entailment),
            ("a b c d", "a b x x", Judgment::Unknown),
            ("a b c d", "x x x x", Judgment::Contradiction),
            ("a b c d", "a x x x", Judgment::Unknown),
        ];
        let learnt = WordOverlap::train(&examples(&pairs)).unwrap();
        // Midway between 0.5 and 0.75.
        assert_eq!(learnt.entailed.threshold, 0.625);
        let judged =
            |text, hypothesis| learnt.reply(&TextPair { id: "1", text, hypothesis }).judgment;
        assert_eq!(judged("A, b; C!", "a b c"), Some(Judgment::Entailment));
        assert_eq!(judged("a", "x y"), Some(Judgment::Unknown));
        let all_entailed = examples(&pairs[..2]);
        assert!(matches!(
            WordOverlap::train(&all_entailed),
            Err(TrainingError::MissingJudgment { .. })
        ));
    }
}
