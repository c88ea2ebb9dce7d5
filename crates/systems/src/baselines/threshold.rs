//! A threshold on a score of pairs, learnt from examples.

use phenom_dataset::{Judgment, Threshold, ThresholdFor};
use serde::{Deserialize, Serialize};

use crate::training::{TrainingError, judgments, place_of};
use crate::{Example, Reply, TextPair};

/// Entailment at or above a threshold; below it the most frequent other judgment of the training data.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearntThreshold {
    /// The least score of a pair that is taken for entailed.
    pub threshold: f64,
    /// The judgment below it.
    pub below: Judgment,
}

impl LearntThreshold {
    /// The threshold at which the most examples are told right into entailed ones and others.
    ///
    /// # Errors
    /// [`TrainingError::NoExamples`]; [`TrainingError::MissingJudgment`] where none is entailed, or all are.
    pub(super) fn train(
        examples: &[Example<'_>],
        score: impl Fn(&TextPair<'_>) -> f64,
    ) -> Result<Self, TrainingError> {
        let judgments = judgments(examples)?;
        let mut counts = vec![0usize; judgments.len()];
        for example in examples {
            counts[place_of(example.gold, &judgments)] += 1;
        }
        // Entailment is the first.
        let mut most = 1;
        for other in 2..judgments.len() {
            if counts[other] > counts[most] {
                most = other;
            }
        }
        let below = judgments[most];
        let scored =
            |example: &Example<'_>| (score(&example.pair), example.gold == Judgment::Entailment);
        let scored = examples.iter().map(scored).collect();
        let threshold = Threshold::learnt(scored, ThresholdFor::Accuracy);
        Ok(Self { threshold: threshold.value, below })
    }

    /// The answer for a score; as sure as the score is far from the threshold.
    pub(super) fn reply(self, score: f64) -> Reply {
        let entailed = score >= self.threshold;
        let judgment = if entailed { Judgment::Entailment } else { self.below };
        Reply { confidence: Some((score - self.threshold).abs()), ..Reply::judged(judgment) }
    }
}
