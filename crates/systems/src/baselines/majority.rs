//! The judgment that is most frequent in the training data.

use phenom_dataset::Judgment;
use serde::{Deserialize, Serialize};

use crate::training::{TrainingError, task_of};
use crate::{Engine, Example, Reply, TextPair};

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
        let task = task_of(examples)?;
        let mut counts = vec![0usize; task.judgments().len()];
        for column in examples.iter().filter_map(|example| task.column(example.gold)) {
            counts[column] += 1;
        }
        let mut most = 0;
        for (column, count) in counts.iter().enumerate() {
            if *count > counts[most] {
                most = column;
            }
        }
        let share = counts[most] as f64 / examples.len() as f64;
        Ok(Self { judgment: task.judgments()[most], share })
    }
}

impl Engine for Majority {
    fn reply(&self, _: &TextPair<'_>) -> Reply {
        Reply { confidence: Some(self.share), ..Reply::judged(self.judgment) }
    }
}

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
