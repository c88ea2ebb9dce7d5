//! The judgment that is most frequent in the training data.

use phenom_dataset::Judgment;
use serde::{Deserialize, Serialize};

use crate::model::{Learner, Model};
use crate::training::TrainingError;
use crate::{Engine, Example, Reply, TextPair};

/// The engine that predicts the most frequent judgment.
pub const MAJORITY: Learner = Learner {
    name: "majority",
    summary: "predicts the most frequent label of the training pairs",
    reads_texts: false,
    compares_words: false,
    options: &[],
    training_steps: 0,
    train: |examples, _, _| Ok(Majority::train(examples)?.into()),
    shipped: None,
    read: Model::read::<Majority>,
};

/// Judges every pair as most of the training pairs are judged, as sure of it as these are many.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Majority {
    /// The most frequent judgment; of equally frequent ones the first in the order of the tables.
    pub judgment: Judgment,
    /// Its share of the training pairs, from 0 to 1.
    pub share: f64,
}

impl Majority {
    /// Learns which judgment is most frequent.
    ///
    /// # Errors
    /// [`TrainingError::NoExamples`].
    pub fn train(examples: &[Example<'_>]) -> Result<Self, TrainingError> {
        let coarse = examples.iter().any(|example| example.gold == Judgment::NotEntailment);
        let seen = |gold: Judgment| if coarse { gold.two_way() } else { gold };
        let mut most: Option<(Judgment, usize)> = None;
        for judgment in Judgment::ALL {
            let count = examples.iter().filter(|example| seen(example.gold) == judgment).count();
            if count > most.map_or(0, |(_, highest)| highest) {
                most = Some((judgment, count));
            }
        }
        let (judgment, count) = most.ok_or(TrainingError::NoExamples)?;
        Ok(Self { judgment, share: count as f64 / examples.len() as f64 })
    }
}

impl Engine for Majority {
    fn reply(&self, _: &TextPair<'_>) -> Reply {
        Reply { confidence: Some(self.share), ..Reply::judged(self.judgment) }
    }
}

learnt_engine!(Majority, MAJORITY);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::examples;

    #[test]
    fn the_most_frequent_judgment_is_given() {
        let golds = [Judgment::Unknown, Judgment::Contradiction, Judgment::Unknown];
        let learnt = Majority::train(&examples(&golds.map(|gold| ("t", "h", gold)))).unwrap();
        assert_eq!((learnt.judgment, learnt.share), (Judgment::Unknown, 2.0 / 3.0));
        // Two-way as a whole, where some gold is.
        let golds = [Judgment::Entailment, Judgment::NotEntailment, Judgment::Unknown];
        let learnt = Majority::train(&examples(&golds.map(|gold| ("t", "h", gold)))).unwrap();
        assert_eq!(learnt.judgment, Judgment::NotEntailment);
        assert!(matches!(Majority::train(&[]), Err(TrainingError::NoExamples)));
    }
}
