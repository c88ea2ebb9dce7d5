//! How often each answer was given to pairs with each gold judgment.

use phenom_dataset::{Answer, Judgment, JudgmentSet, Missing, Task};

use super::ContingencyTable;
use crate::undefined::Undefined;

/// How often each answer was given to pairs with each gold judgment, before any view is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgmentCounts([u64; Self::CELLS]);

impl Default for JudgmentCounts {
    fn default() -> Self {
        Self([0; Self::CELLS])
    }
}

impl JudgmentCounts {
    /// A row for each judgment and one for pairs without gold.
    const ROWS: usize = Judgment::ALL.len() + 1;
    /// How many cells there are.
    pub(crate) const CELLS: usize = Self::ROWS * Answer::COUNT;

    /// The first cell of a gold judgment's row.
    pub(crate) fn row(gold: Option<Judgment>) -> usize {
        gold.map_or(Judgment::ALL.len(), |judgment| usize::from(judgment.code())) * Answer::COUNT
    }

    /// The cell of a gold judgment and an answer.
    pub(crate) fn cell(gold: Option<Judgment>, answer: Answer) -> usize {
        Self::row(gold) + usize::from(answer.code())
    }

    pub(crate) fn add(&mut self, cell: usize, pairs: u64) {
        self.0[cell] += pairs;
    }

    /// Takes pairs out of a cell that holds them.
    pub(crate) fn take(&mut self, cell: usize, pairs: u64) {
        self.0[cell] -= pairs;
    }

    /// Counts every pair this number of times.
    pub(crate) fn multiply(&mut self, times: u64) {
        self.0.iter_mut().for_each(|count| *count *= times);
    }

    /// Pairs with a gold judgment, to which an answer was given.
    #[must_use]
    pub fn count(&self, gold: Option<Judgment>, answer: Answer) -> u64 {
        self.0[Self::row(gold) + usize::from(answer.code())]
    }

    /// Pairs to which an answer was given, with gold or without.
    #[must_use]
    pub fn answered(&self, answer: Answer) -> u64 {
        let gold = Judgment::ALL.into_iter().map(Some).chain([None]);
        gold.map(|gold| self.count(gold, answer)).sum()
    }

    /// Pairs with a gold judgment.
    #[must_use]
    pub fn gold(&self, gold: Judgment) -> u64 {
        self.0[Self::row(Some(gold))..][..Answer::COUNT].iter().sum()
    }

    /// Pairs with a gold judgment, or with none.
    pub(crate) fn with(&self, gold: Option<Judgment>) -> u64 {
        self.0[Self::row(gold)..][..Answer::COUNT].iter().sum()
    }

    /// Pairs that have gold.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        Judgment::ALL.into_iter().map(|judgment| self.gold(judgment)).sum()
    }

    /// All pairs, with gold or without.
    #[must_use]
    pub(crate) fn all_pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Pairs without gold, which no measure counts.
    #[must_use]
    pub fn without_gold(&self) -> u64 {
        self.0[Self::row(None)..].iter().sum()
    }

    /// Pairs that have gold and no answer.
    #[must_use]
    pub fn missing(&self) -> u64 {
        let gold = Judgment::ALL.into_iter();
        gold.map(|judgment| self.count(Some(judgment), Answer::Missing)).sum()
    }

    /// The pairs that a system is scored on which treats missing answers so.
    #[must_use]
    pub(crate) fn scored(&self, missing: Missing) -> u64 {
        match missing {
            Missing::Skip => self.pairs() - self.missing(),
            Missing::Refuse | Missing::Wrong => self.pairs(),
        }
    }

    /// The counts of both together.
    #[must_use]
    pub(crate) fn plus(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        for (cell, count) in sum.0.iter_mut().zip(&other.0) {
            *cell += count;
        }
        sum
    }

    /// The same pairs after negation: entailment and contradiction swapped, in gold and answers.
    ///
    /// # Errors
    /// [`Undefined::TwoWay`] where some judgment is two-way: *not-entailment* negates to nothing.
    pub fn negated(&self) -> Result<Self, Undefined> {
        let negate = |judgment: Judgment| match judgment {
            Judgment::Entailment => Ok(Judgment::Contradiction),
            Judgment::Unknown => Ok(Judgment::Unknown),
            Judgment::Contradiction => Ok(Judgment::Entailment),
            Judgment::NotEntailment => Err(Undefined::TwoWay),
        };
        let mut negated = Self::default();
        for gold in Judgment::ALL {
            for code in 0..Answer::COUNT {
                let answer = Answer::from_code(code as u8);
                let count = self.count(Some(gold), answer);
                if count == 0 {
                    continue;
                }
                let negated_answer: JudgmentSet =
                    answer.judgments().judgments().map(negate).collect::<Result<_, _>>()?;
                let answer = match answer {
                    Answer::Abstained | Answer::Missing => answer,
                    _ => Answer::of(negated_answer).unwrap_or(answer),
                };
                negated.add(Self::row(Some(negate(gold)?)) + usize::from(answer.code()), count);
            }
        }
        Ok(negated)
    }

    /// The pairs whose gold is one of the given.
    #[must_use]
    pub fn with_gold(&self, gold: &[Judgment]) -> Self {
        let mut counts = Self::default();
        for judgment in gold {
            let row = Self::row(Some(*judgment))..Self::row(Some(*judgment)) + Answer::COUNT;
            counts.0[row.clone()].copy_from_slice(&self.0[row]);
        }
        counts
    }

    /// The answers to pairs with one gold judgment, counted under a task: one count for each of its
    /// judgments, then one for no answer, and for several. Missing answers are left out, or else stand with the
    /// abstentions.
    ///
    /// # Errors
    /// [`Undefined::TwoWay`] where the task is three-way and a judgment is not.
    pub(crate) fn columns(
        &self,
        gold: Judgment,
        task: Task,
        missing: Missing,
    ) -> Result<[u64; 4], Undefined> {
        let none = task.judgments().len();
        let mut columns = [0; 4];
        for code in 0..Answer::COUNT {
            let answer = Answer::from_code(code as u8);
            let count = self.count(Some(gold), answer);
            if count == 0 || (answer == Answer::Missing && missing == Missing::Skip) {
                continue;
            }
            if answer.judgments().has(Judgment::NotEntailment) && task == Task::ThreeWay {
                return Err(Undefined::TwoWay);
            }
            let judgment = answer.single(task);
            let column = judgment.and_then(|judgment| task.column(judgment)).unwrap_or(none);
            task.column(gold).ok_or(Undefined::TwoWay)?;
            columns[column] += count;
        }
        Ok(columns)
    }

    /// Gold against answers under a task. Missing answers are left out, or else stand with the
    /// abstentions.
    ///
    /// # Errors
    /// [`Undefined::TwoWay`] where a three-way table is asked of two-way judgments.
    pub fn table(&self, task: Task, missing: Missing) -> Result<ContingencyTable, Undefined> {
        let mut table = ContingencyTable::new(task.judgments().len());
        for gold in Judgment::ALL {
            let columns = self.columns(gold, task, missing)?;
            let Some(row) = task.column(gold) else { continue };
            for answer in table.columns() {
                table.add(row, answer, columns[answer]);
            }
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::undefined::Proportion;

    fn cell(gold: Judgment, answer: Answer) -> usize {
        JudgmentCounts::row(Some(gold)) + usize::from(answer.code())
    }

    #[test]
    fn the_two_way_view_conflates_gold_and_answers() {
        let mut counts = JudgmentCounts::default();
        counts.add(cell(Judgment::Contradiction, Answer::Judged(Judgment::Unknown)), 1);
        counts.add(cell(Judgment::Entailment, Answer::Missing), 1);
        counts.add(cell(Judgment::Entailment, Answer::Abstained), 1);
        let two_way = counts.table(Task::TwoWay, Missing::Wrong).unwrap();
        assert_eq!(two_way.correct(), Proportion { numerator: 1, denominator: 3 });
        assert_eq!(two_way.predicted(two_way.abstained()), 2);
        let skipped = counts.table(Task::TwoWay, Missing::Skip).unwrap();
        assert_eq!(skipped.correct(), Proportion { numerator: 1, denominator: 2 });
        let three_way = counts.table(Task::ThreeWay, Missing::Skip).unwrap();
        assert_eq!(three_way.correct(), Proportion { numerator: 0, denominator: 2 });
    }

    #[test]
    fn there_is_no_way_back_from_two_way_judgments() {
        let mut counts = JudgmentCounts::default();
        counts.add(cell(Judgment::Contradiction, Answer::Judged(Judgment::NotEntailment)), 1);
        assert_eq!(counts.table(Task::ThreeWay, Missing::Refuse), Err(Undefined::TwoWay));
        assert!(counts.table(Task::TwoWay, Missing::Refuse).is_ok());
    }
}
