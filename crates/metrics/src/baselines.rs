//! What answers drawn without looking at a pair would score, in closed form.

use phenom_dataset::{Judgment, Task};

use crate::{JudgmentCounts, Undefined, Value};

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
    /// The baselines of a task: a constant one for each judgment, then the random ones.
    #[must_use]
    pub fn all(task: Task) -> Vec<Self> {
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

    /// The expected accuracy on a slice; in [0, 1].
    ///
    /// `population` is all that the baseline would be run on, and the gold distribution that it may
    /// draw from.
    ///
    /// # Errors
    /// [`Undefined::NoPairs`] where either is empty.
    pub fn expected_accuracy(
        self,
        task: Task,
        slice: &JudgmentCounts,
        population: &JudgmentCounts,
    ) -> Value {
        let (slice, population) = (shares(task, slice)?, shares(task, population)?);
        let probability = |judgment: Judgment, share: f64| match self {
            Self::Constant(constant) => f64::from(u8::from(judgment == constant)),
            Self::Uniform => 1.0 / task.judgments().len() as f64,
            Self::GoldDistribution => share,
        };
        let judgments = task.judgments().iter().zip(slice).zip(population);
        Ok(judgments.map(|((judgment, here), there)| here * probability(*judgment, there)).sum())
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
        Task::ThreeWay => gold == judgment,
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
    use crate::testing::{Pair, dataset};
    use crate::{SlicePlan, count};

    fn counts(golds: &[(Judgment, usize)]) -> JudgmentCounts {
        let pairs: Vec<Pair> = golds
            .iter()
            .flat_map(|(gold, times)| (0..*times).map(move |it| (gold, it)))
            .map(|(gold, number)| Pair::original(&format!("{gold}{number}")).gold(*gold))
            .collect();
        let run = Run::from_answers("none", vec![Answer::Missing; pairs.len()]);
        count(&SlicePlan::new(&dataset(&pairs)), &run).original(0).clone()
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
            let accuracy = baseline.expected_accuracy(task, &rte4, &rte4).unwrap();
            (accuracy * 1e12).round() / 1e12
        };
        assert_eq!(of(Baseline::Constant(Judgment::Entailment), Task::ThreeWay), 0.5);
        assert_eq!(of(Baseline::Constant(Judgment::Unknown), Task::ThreeWay), 0.35);
        assert_eq!(of(Baseline::GoldDistribution, Task::ThreeWay), 0.395);
        assert_eq!(of(Baseline::Uniform, Task::ThreeWay), 0.333_333_333_333);
        assert_eq!(of(Baseline::GoldDistribution, Task::TwoWay), 0.5);
        assert_eq!(of(Baseline::Uniform, Task::TwoWay), 0.5);
    }

    #[test]
    fn on_a_slice_the_distribution_is_still_that_of_the_population() {
        let population = counts(&[(Judgment::Entailment, 3), (Judgment::Contradiction, 1)]);
        let slice = counts(&[(Judgment::Contradiction, 1)]);
        let drawn = Baseline::GoldDistribution;
        assert_eq!(drawn.expected_accuracy(Task::TwoWay, &slice, &population), Ok(0.25));
        let empty = JudgmentCounts::default();
        assert_eq!(
            drawn.expected_accuracy(Task::TwoWay, &empty, &population),
            Err(Undefined::NoPairs)
        );
    }
}
