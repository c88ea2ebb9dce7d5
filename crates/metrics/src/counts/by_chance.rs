//! What answers would get that are drawn by chance, with the shares that a system has.

use phenom_dataset::{Judgment, Task};

use super::{ContingencyTable, WholeAndParts};
use crate::undefined::{Undefined, Value};

/// The accuracies on wholes and on parts that a system would have whose answers were drawn without a look at the
/// pairs: each answer as often as the system gives it on wholes, and as often as it does on parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AccuraciesByChance {
    pub(crate) task: Task,
    /// The system's answers on the decomposed originals.
    pub(crate) wholes: ContingencyTable,
    /// Those on their monothematic pairs.
    pub(crate) parts: ContingencyTable,
    /// The pairs of each gold judgment, by its code: of the decomposed originals, and of their monothematic pairs. The
    /// two-way task has one label for several judgments.
    pub(crate) gold: [[u64; 4]; 2],
}

impl AccuraciesByChance {
    fn accuracy(&self, table: &ContingencyTable, pairs: [u64; 4], gold: &[Judgment]) -> Value {
        let (mut all, mut right) = (0, 0.0);
        for judgment in gold {
            let pairs = pairs[usize::from(judgment.code())];
            all += pairs;
            if let Some(label) = self.task.column(*judgment) {
                right += pairs as f64 * table.predicted(label) as f64;
            }
        }
        if all == 0 {
            return Err(Undefined::NoPairs);
        }
        Ok(right / (all as f64 * table.total() as f64))
    }
}

impl WholeAndParts for AccuraciesByChance {
    fn whole(&self, gold: &[Judgment]) -> Value {
        self.accuracy(&self.wholes, self.gold[0], gold)
    }

    fn parts(&self, gold: &[Judgment]) -> Value {
        self.accuracy(&self.parts, self.gold[1], gold)
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::Judgment::{Contradiction, Entailment, NotEntailment, Unknown};

    use super::*;

    #[test]
    fn shares_of_gold_meet_shares_of_answers() {
        let table = |rows: &[[u64; 3]]| {
            let rows: Vec<Vec<u64>> =
                rows.iter().map(|row| [row.as_slice(), &[0]].concat()).collect();
            ContingencyTable::from_rows(&rows).unwrap()
        };
        // Of ten wholes gold has 6, 1, 3 and the answers 5, 3, 2; of twenty parts 16, 2, 2 and 10, 5, 5.
        let by_chance = AccuraciesByChance {
            task: Task::ThreeWay,
            wholes: table(&[[5, 1, 0], [0, 1, 0], [0, 1, 2]]),
            parts: table(&[[9, 5, 2], [1, 0, 1], [0, 0, 2]]),
            gold: [[6, 1, 3, 0], [16, 2, 2, 0]],
        };
        let near = |value: Value, expected: f64| (value.unwrap() - expected).abs() < 1e-12;
        let all = &Judgment::ALL;
        assert!(near(by_chance.whole(all), (6.0 * 0.5 + 0.3 + 3.0 * 0.2) / 10.0));
        assert!(near(by_chance.parts(all), (16.0 * 0.5 + 2.0 * 0.25 + 2.0 * 0.25) / 20.0));
        assert!(near(by_chance.whole(&[Entailment]), 0.5));
        assert!(near(by_chance.whole(&[Unknown, Contradiction]), (0.3 + 0.6) / 4.0));
        assert_eq!(by_chance.whole(&[NotEntailment]), Err(Undefined::NoPairs));
    }
}
