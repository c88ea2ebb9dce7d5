//! What answers drawn without looking at a pair would score, in closed form.

use phenom_dataset::{Judgment, Task};

mod bare_table;
mod linguistic_biased;

use crate::counts::{ExpectedAnswers, JudgmentCounts};
use crate::undefined::Undefined;
pub use bare_table::{ExpectedAccuracies, expected_accuracies};
pub use linguistic_biased::{LearnsFrom, linguistic_biased};

/// A system that never looks at a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Baseline {
    /// The same judgment for every pair.
    Constant(Judgment),
    /// Each judgment of the task with the same probability.
    Uniform,
    /// Each judgment with its share in the gold of the population.
    GoldDistribution,
}

impl Baseline {
    /// What the names of baselines begin with, and no system's name does.
    pub const PREFIX: &str = "baseline:";

    /// The baselines of a task: a constant one for each judgment, then the random ones. Outcomes have none, since nobody
    /// knows which label a baseline would have to predict.
    #[must_use]
    pub fn all(task: Task) -> Vec<Self> {
        if task == Task::Outcome {
            return Vec::new();
        }
        let constant = task.judgments().iter().map(|judgment| Self::Constant(*judgment));
        constant.chain([Self::Uniform, Self::GoldDistribution]).collect()
    }

    /// The baseline's name, in the place of a system's.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Constant(judgment) => format!("baseline:{judgment}"),
            Self::Uniform => "baseline:uniform".to_owned(),
            Self::GoldDistribution => "baseline:gold-distribution".to_owned(),
        }
    }

    /// What the baseline is expected to answer, and gold, on a slice.
    ///
    /// `population` is all that the baseline would be run on, and the gold distribution that it may
    /// draw from.
    ///
    /// # Errors
    /// [`Undefined::NoPairs`] where either is empty.
    pub(crate) fn expected(
        self,
        task: Task,
        slice: &JudgmentCounts,
        population: &JudgmentCounts,
    ) -> Result<ExpectedAnswers, Undefined> {
        let (gold, drawn) = (shares(task, slice)?, shares(task, population)?);
        let probability = |(judgment, share): (&Judgment, &f64)| match self {
            Self::Constant(constant) => f64::from(u8::from(*judgment == constant)),
            Self::Uniform => 1.0 / task.judgments().len() as f64,
            Self::GoldDistribution => *share,
        };
        let answers = task.judgments().iter().zip(&drawn).map(probability).collect();
        Ok(ExpectedAnswers { task, gold, answers })
    }
}

/// The share of each judgment of the task in gold.
fn shares(task: Task, counts: &JudgmentCounts) -> Result<Vec<f64>, Undefined> {
    let total = counts.pairs();
    if total == 0 {
        return Err(Undefined::NoPairs);
    }
    let stands_for = |judgment: Judgment, gold: Judgment| match task {
        Task::TwoWay => gold.two_way() == judgment,
        Task::ThreeWay | Task::Outcome => gold == judgment,
    };
    let share = |judgment: Judgment| {
        let gold = Judgment::ALL.into_iter().filter(|gold| stands_for(judgment, *gold));
        gold.map(|gold| counts.gold(gold)).sum::<u64>() as f64 / total as f64
    };
    Ok(task.judgments().iter().map(|judgment| share(*judgment)).collect())
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Answer, Run};

    use super::*;
    use crate::counts::{SlicePlan, count};
    use crate::testing::{Pair, dataset};

    fn counts(golds: &[(Judgment, usize)]) -> JudgmentCounts {
        let pairs: Vec<Pair> = golds
            .iter()
            .flat_map(|(gold, times)| (0..*times).map(move |number| (gold, number)))
            .map(|(gold, number)| Pair::original(&format!("{gold}{number}")).gold(*gold))
            .collect();
        let run = Run::from_answers("none", vec![Answer::Missing; pairs.len()]);
        count(&SlicePlan::new(&dataset(&pairs), std::num::NonZeroUsize::MIN), &run)
            .original(0)
            .clone()
    }

    #[test]
    fn the_label_distribution_of_rte_4() {
        // B09 section 3: .500, .350, .150; drawing from it gets .395, drawing uniformly 1/3.
        let rte4 = counts(&[
            (Judgment::Entailment, 500),
            (Judgment::Unknown, 350),
            (Judgment::Contradiction, 150),
        ]);
        let of = |baseline: Baseline, task| {
            let accuracy = baseline.expected(task, &rte4, &rte4).unwrap().accuracy();
            (accuracy * 1e12).round() / 1e12
        };
        assert_eq!(of(Baseline::Constant(Judgment::Entailment), Task::ThreeWay), 0.5);
        assert_eq!(of(Baseline::Constant(Judgment::Unknown), Task::ThreeWay), 0.35);
        assert_eq!(of(Baseline::GoldDistribution, Task::ThreeWay), 0.395);
        assert_eq!(of(Baseline::Uniform, Task::ThreeWay), 0.333_333_333_333);
        assert_eq!(of(Baseline::GoldDistribution, Task::TwoWay), 0.5);
        assert_eq!(of(Baseline::Uniform, Task::TwoWay), 0.5);
        // Mean conditioned accuracy is 1/3 for all of them; uniform answers over three judgments
        // are right two-way with probability .5 / 3 + .5 * 2 / 3.
        for baseline in Baseline::all(Task::ThreeWay) {
            let expected = baseline.expected(Task::ThreeWay, &rte4, &rte4).unwrap();
            let mean = expected.mean_conditioned_accuracy().unwrap();
            assert!((mean - 1.0 / 3.0).abs() < 1e-12);
            assert_eq!(expected.kappa(), Ok(0.0));
        }
        let uniform = Baseline::Uniform.expected(Task::ThreeWay, &rte4, &rte4).unwrap();
        assert!((uniform.accuracy_two_way() - 0.5).abs() < 1e-12);
        assert_eq!(
            Baseline::Uniform.expected(Task::TwoWay, &rte4, &rte4).unwrap().accuracy_three_way(),
            Err(Undefined::TwoWay)
        );
    }

    #[test]
    fn on_a_slice_the_distribution_is_still_that_of_the_population() {
        let population = counts(&[(Judgment::Entailment, 3), (Judgment::Contradiction, 1)]);
        let slice = counts(&[(Judgment::Contradiction, 1)]);
        let drawn = Baseline::GoldDistribution;
        let expected = drawn.expected(Task::TwoWay, &slice, &population).unwrap();
        assert_eq!(expected.accuracy(), 0.25);
        let empty = JudgmentCounts::default();
        assert_eq!(drawn.expected(Task::TwoWay, &empty, &population), Err(Undefined::NoPairs));
    }
}
