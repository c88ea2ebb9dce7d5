//! Gold, and answers that are drawn without a look at it, as shares.

use phenom_dataset::Task;

use crate::undefined::{Undefined, Value};

/// Gold of a slice, and the answers that are drawn without a look at it: both as shares of the
/// judgments of a task.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ExpectedAnswers {
    pub(crate) task: Task,
    pub(crate) gold: Vec<f64>,
    pub(crate) answers: Vec<f64>,
}

impl ExpectedAnswers {
    /// The expected accuracy under the task, in [0, 1].
    #[must_use]
    pub(crate) fn accuracy(&self) -> f64 {
        self.gold.iter().zip(&self.answers).map(|(gold, answer)| gold * answer).sum()
    }

    /// The expected two-way accuracy, in [0, 1].
    #[must_use]
    pub(crate) fn accuracy_two_way(&self) -> f64 {
        // Entailment is the first judgment of either task.
        let (gold, answer) = (self.gold[0], self.answers[0]);
        gold * answer + (1.0 - gold) * (1.0 - answer)
    }

    /// The expected three-way accuracy, in [0, 1].
    ///
    /// # Errors
    /// [`Undefined::TwoWay`] under the two-way task.
    pub(crate) fn accuracy_three_way(&self) -> Value {
        if self.task == Task::ThreeWay { Ok(self.accuracy()) } else { Err(Undefined::TwoWay) }
    }

    /// The mean over the judgments of gold of how often each is answered, in [0, 1].
    ///
    /// # Errors
    /// [`Undefined::NoPairs`] where gold has none.
    pub(crate) fn mean_conditioned_accuracy(&self) -> Value {
        let occurs = self.gold.iter().zip(&self.answers).filter(|(gold, _)| **gold > 0.0);
        let answers: Vec<f64> = occurs.map(|(_, answer)| *answer).collect();
        if answers.is_empty() {
            return Err(Undefined::NoPairs);
        }
        Ok(answers.iter().sum::<f64>() / answers.len() as f64)
    }

    /// Cohen's kappa of the expected table: 0, because such answers agree as often as chance.
    ///
    /// # Errors
    /// [`Undefined::CertainAgreement`] where gold and answers are constant and equal.
    pub(crate) fn kappa(&self) -> Value {
        if self.accuracy() >= 1.0 { Err(Undefined::CertainAgreement) } else { Ok(0.0) }
    }

    /// The information in answers that look at no pair: none.
    #[must_use]
    pub(crate) fn mutual_information(&self) -> f64 {
        0.0
    }
}
