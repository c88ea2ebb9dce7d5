//! Contingency tables: all that a measure of judgments needs to know.

use phenom_dataset::{Answer, Judgment, Missing, Task};

use crate::{Proportion, Undefined};

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
                let answer = match answer {
                    Answer::Judged(judgment) => Answer::Judged(negate(judgment)?),
                    other => other,
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

    /// Gold against answers under a task. Missing answers are left out, or else stand with the
    /// abstentions.
    ///
    /// # Errors
    /// [`Undefined::TwoWay`] where a three-way table is asked of two-way judgments.
    pub fn table(&self, task: Task, missing: Missing) -> Result<ContingencyTable, Undefined> {
        let judgments = task.judgments();
        let position = |judgment: Judgment| {
            let seen = if task == Task::TwoWay { judgment.two_way() } else { judgment };
            judgments.iter().position(|it| *it == seen).ok_or(Undefined::TwoWay)
        };
        let mut table = ContingencyTable::new(judgments.len());
        for gold in Judgment::ALL {
            for code in 0..Answer::COUNT {
                let answer = Answer::from_code(code as u8);
                let count = self.count(Some(gold), answer);
                if count == 0 || (answer == Answer::Missing && missing == Missing::Skip) {
                    continue;
                }
                let column = match answer {
                    Answer::Judged(judgment) => position(judgment)?,
                    Answer::Abstained | Answer::Missing => table.abstained(),
                };
                table.add(position(gold)?, column, count);
            }
        }
        Ok(table)
    }
}

/// How many pairs a table from elsewhere may hold: every sum of such counts fits into 64 bits, every
/// product of two into 128, a double holds each exactly, and no measure takes longer than seconds.
pub const MOST_PAIRS: u64 = 1_000_000_000_000;

/// Gold judgments (rows) against answers (columns), with one more column for abstentions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContingencyTable {
    labels: usize,
    cells: Vec<u64>,
}

impl ContingencyTable {
    /// A table of zeros for a number of labels.
    #[must_use]
    pub fn new(labels: usize) -> Self {
        Self { labels, cells: vec![0; labels * (labels + 1)] }
    }

    /// A table from its rows, each with one count a label, and optionally one more for abstentions;
    /// nothing where the rows do not fit.
    #[must_use]
    pub fn from_rows(rows: &[Vec<u64>]) -> Option<Self> {
        let mut table = Self::new(rows.len());
        for (gold, row) in rows.iter().enumerate() {
            if row.len() != rows.len() && row.len() != rows.len() + 1 {
                return None;
            }
            for (answer, count) in row.iter().enumerate() {
                table.add(gold, answer, *count);
            }
        }
        Some(table)
    }

    /// The table after every answer `from` is rewritten to `to`.
    #[must_use]
    pub fn conflated(&self, from: usize, to: usize) -> Self {
        let mut conflated = self.clone();
        for gold in 0..self.labels {
            let count = std::mem::take(&mut conflated.cells[gold * (self.labels + 1) + from]);
            conflated.add(gold, to, count);
        }
        conflated
    }

    /// A table from its cells row by row, each row with one count a label, and optionally one more for
    /// abstentions; nothing where there are more or fewer. It takes less time than
    /// [`Self::from_rows`], which tells in resampling.
    #[must_use]
    pub fn from_cells(labels: usize, cells: &[u64]) -> Option<Self> {
        if cells.len() == labels * (labels + 1) {
            return Some(Self { labels, cells: cells.to_vec() });
        }
        if cells.len() != labels * labels {
            return None;
        }
        let mut table = Self::new(labels);
        for (place, count) in cells.iter().enumerate() {
            table.add(place / labels, place % labels, *count);
        }
        Some(table)
    }

    /// Number of labels.
    #[must_use]
    pub fn labels(&self) -> usize {
        self.labels
    }

    /// The column of the abstentions, after those of the labels.
    #[must_use]
    pub fn abstained(&self) -> usize {
        self.labels
    }

    /// The columns: labels, then abstentions.
    #[must_use]
    pub fn columns(&self) -> std::ops::RangeInclusive<usize> {
        0..=self.labels
    }

    fn add(&mut self, gold: usize, answer: usize, count: u64) {
        self.cells[gold * (self.labels + 1) + answer] += count;
    }

    /// Pairs with a gold label to which an answer was given.
    #[must_use]
    pub fn count(&self, gold: usize, answer: usize) -> u64 {
        self.cells[gold * (self.labels + 1) + answer]
    }

    /// Pairs with a gold label.
    #[must_use]
    pub fn gold(&self, gold: usize) -> u64 {
        self.columns().map(|answer| self.count(gold, answer)).sum()
    }

    /// Pairs to which an answer was given.
    #[must_use]
    pub fn predicted(&self, answer: usize) -> u64 {
        (0..self.labels).map(|gold| self.count(gold, answer)).sum()
    }

    /// All pairs.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.cells.iter().sum()
    }

    /// Right answers among all pairs.
    #[must_use]
    pub fn correct(&self) -> Proportion {
        let right = (0..self.labels).map(|label| self.count(label, label)).sum();
        Proportion { numerator: right, denominator: self.total() }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Tables of two to four labels, without abstentions.
    pub(crate) fn tables() -> impl Strategy<Value = ContingencyTable> {
        (2usize..5).prop_flat_map(|labels| {
            let row = proptest::collection::vec(0u64..40, labels);
            proptest::collection::vec(row, labels)
                .prop_map(|rows| ContingencyTable::from_rows(&rows).unwrap())
        })
    }

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
    fn cells_are_rows_one_after_the_other() {
        let rows = ContingencyTable::from_rows(&[vec![1, 2, 0], vec![3, 4, 5]]);
        assert_eq!(ContingencyTable::from_cells(2, &[1, 2, 0, 3, 4, 5]), rows);
        let rows = ContingencyTable::from_rows(&[vec![1, 2], vec![3, 4]]);
        assert_eq!(ContingencyTable::from_cells(2, &[1, 2, 3, 4]), rows);
        assert_eq!(ContingencyTable::from_cells(2, &[1, 2, 3]), None);
    }

    #[test]
    fn there_is_no_way_back_from_two_way_judgments() {
        let mut counts = JudgmentCounts::default();
        counts.add(cell(Judgment::Contradiction, Answer::Judged(Judgment::NotEntailment)), 1);
        assert_eq!(counts.table(Task::ThreeWay, Missing::Refuse), Err(Undefined::TwoWay));
        assert!(counts.table(Task::TwoWay, Missing::Refuse).is_ok());
    }
}
