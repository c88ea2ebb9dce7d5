//! A threshold on a score of pairs, learnt from examples.

use phenom_dataset::{Judgment, Threshold};
use serde::{Deserialize, Serialize};

use crate::training::{TrainingError, complete_task_of};
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
    /// [`TrainingError::NoExamples`]; [`TrainingError::Single`] and [`TrainingError::Without`] where a judgment has none.
    pub(super) fn train(
        examples: &[Example<'_>],
        score: impl Fn(&TextPair<'_>) -> f64,
    ) -> Result<Self, TrainingError> {
        let task = complete_task_of(examples)?;
        let mut below: Option<(Judgment, usize)> = None;
        for (column, judgment) in task.judgments().iter().enumerate() {
            let of = |example: &&Example<'_>| task.column(example.gold) == Some(column);
            let count = examples.iter().filter(of).count();
            let more = below.is_none_or(|(_, most)| count > most);
            if *judgment != Judgment::Entailment && more {
                below = Some((*judgment, count));
            }
        }
        let (below, _) = below.ok_or(TrainingError::NoExamples)?;
        let scored =
            |example: &Example<'_>| (score(&example.pair), example.gold == Judgment::Entailment);
        let threshold = Threshold::learnt(examples.iter().map(scored).collect());
        Ok(Self { threshold: threshold.value, below })
    }

    /// The answer for a score; as sure as the score is far from the threshold.
    pub(super) fn reply(self, score: f64) -> Reply {
        let entailed = score >= self.threshold;
        let judgment = if entailed { Judgment::Entailment } else { self.below };
        Reply { confidence: Some((score - self.threshold).abs()), ..Reply::judged(judgment) }
    }
}
