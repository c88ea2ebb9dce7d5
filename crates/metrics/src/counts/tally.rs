//! The counts of one system in one slice and population: all that a measure of judgments needs.

use phenom_dataset::{Judgment, Missing, Task};

use super::{ContingencyTable, JudgmentCounts, Population, Unit, WholeAndParts};
use crate::undefined::{Proportion, Undefined, Value};

/// Which count stands where in the counts of a system.
///
/// Of the original pairs, and of the monothematic pairs: a row for each gold judgment, with a count for
/// each answer of the task and one for none. Of the decomposition: for each gold judgment right answers
/// and pairs, of the decomposed originals and of their monothematic pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Which judgments are told apart.
    pub task: Task,
    /// How many counts a pair adds.
    pub unit: Unit,
}

impl Layout {
    /// The layout of predictions that are right or wrong.
    pub(crate) fn of_pairs(task: Task) -> Self {
        Self { task, unit: Unit::ONE }
    }

    /// The most counts that a system has in a slice and population.
    pub(crate) const MOST: usize = 16;

    /// Answers of the task, and none.
    pub(crate) fn answers(self) -> usize {
        self.task.judgments().len() + 1
    }

    /// The counts of one system.
    pub(crate) fn width(self, population: Population) -> usize {
        match population {
            Population::Original | Population::Monothematic => Judgment::ALL.len() * self.answers(),
            Population::Decomposition => 4 * Judgment::ALL.len(),
        }
    }

    /// The first count of a gold judgment in the original or the monothematic pairs.
    pub(crate) fn row(self, gold: Judgment) -> usize {
        usize::from(gold.code()) * self.answers()
    }

    /// The first count of a gold judgment in the decomposition.
    pub(crate) fn decomposed(gold: Judgment) -> usize {
        usize::from(gold.code()) * 4
    }
}

/// The counts of one system in one slice and population, whole or of a resample.
#[derive(Debug, Clone, Copy)]
pub struct Tally<'c> {
    layout: Layout,
    counts: &'c [u64],
}

impl<'c> Tally<'c> {
    /// Counts that stand as the layout says.
    #[must_use]
    pub(crate) fn new(layout: Layout, counts: &'c [u64]) -> Self {
        Self { layout, counts }
    }

    fn answers_to(self, gold: Judgment) -> &'c [u64] {
        &self.counts[self.layout.row(gold)..][..self.layout.answers()]
    }

    /// The contingency table of the pairs with one of some gold judgments.
    ///
    /// # Errors
    /// [`Undefined::TwoWay`] where the task is three-way and a judgment is not.
    pub fn table(self, gold: &[Judgment]) -> Result<ContingencyTable, Undefined> {
        self.table_under(self.layout.task, gold)
    }

    /// The same under a task that need not be that of the counts.
    ///
    /// # Errors
    /// [`Undefined::TwoWay`] where the task is three-way, and the counts or a judgment are not.
    pub(crate) fn table_under(
        self,
        task: Task,
        gold: &[Judgment],
    ) -> Result<ContingencyTable, Undefined> {
        let labels = task.judgments().len();
        // For each answer of the counts its column, once for all rows: this tells in resampling.
        let mut columns = [labels; 4];
        if task == self.layout.task {
            columns = [0, 1, 2, 3];
        } else {
            for (column, answer) in columns.iter_mut().zip(self.layout.task.judgments()) {
                *column = task.column(*answer).ok_or(Undefined::TwoWay)?;
            }
        }
        let mut cells = [0; 12];
        for judgment in gold {
            let row = self.answers_to(*judgment);
            let Some(label) = task.column(*judgment) else {
                if row.iter().any(|count| *count > 0) {
                    return Err(Undefined::TwoWay);
                }
                continue;
            };
            let into = &mut cells[label * (labels + 1)..][..=labels];
            for (count, column) in row.iter().zip(columns) {
                into[column] += count;
            }
        }
        ContingencyTable::from_cells(labels, &cells[..labels * (labels + 1)])
            .ok_or(Undefined::TwoWay)
    }

    /// The table of all pairs, and the label in it that some gold judgments are.
    ///
    /// # Errors
    /// [`Undefined::OfOneJudgment`] for judgments that are not one label, [`Undefined::TwoWay`] where the
    /// task does not tell a judgment apart.
    pub fn judgment(self, gold: &[Judgment]) -> Result<(ContingencyTable, usize), Undefined> {
        let task = self.layout.task;
        let label = match gold {
            // Under the two-way task unknown and contradiction have no answer of their own.
            [judgment] => task.judgments().iter().position(|label| label == judgment),
            // All that is not entailment is one label of the two-way task.
            several if task == Task::TwoWay && !several.contains(&Judgment::Entailment) => {
                task.column(Judgment::NotEntailment)
            }
            _ => return Err(Undefined::OfOneJudgment),
        };
        Ok((self.table(&Judgment::ALL)?, label.ok_or(Undefined::TwoWay)?))
    }

    /// Right answers among the pairs with one of some gold judgments.
    ///
    /// # Errors
    /// [`Undefined::NoPairs`] where there is none, [`Undefined::TwoWay`] where the task does not tell a
    /// judgment apart.
    pub fn right(self, gold: &[Judgment]) -> Result<Proportion, Undefined> {
        let mut right = Proportion::default();
        for judgment in gold {
            let row = self.answers_to(*judgment);
            let pairs: u64 = row.iter().sum();
            right.denominator += pairs;
            match self.layout.task.column(*judgment) {
                Some(label) => right.numerator += row[label],
                None if pairs > 0 => return Err(Undefined::TwoWay),
                None => {}
            }
        }
        right.of_pairs()
    }

    /// Right answers among the decomposed originals with one of some gold judgments, from the counts of
    /// a decomposition.
    ///
    /// # Errors
    /// [`Undefined::NoPairs`] where there is none.
    pub(crate) fn right_wholes(self, gold: &[Judgment]) -> Result<Proportion, Undefined> {
        self.of_decomposition(gold, 0)
    }

    /// Right answers among their monothematic pairs with one of some gold judgments.
    ///
    /// # Errors
    /// As `right_wholes`.
    pub fn right_parts(self, gold: &[Judgment]) -> Result<Proportion, Undefined> {
        self.of_decomposition(gold, 2)
    }

    fn of_decomposition(self, gold: &[Judgment], at: usize) -> Result<Proportion, Undefined> {
        let mut right = Proportion::default();
        for judgment in gold {
            let counts = &self.counts[Layout::decomposed(*judgment) + at..];
            right.numerator += counts[0];
            right.denominator += counts[1];
        }
        right.of_pairs()
    }
}

impl WholeAndParts for Tally<'_> {
    fn whole(&self, gold: &[Judgment]) -> Value {
        self.of_decomposition(gold, 0)?.value()
    }

    fn parts(&self, gold: &[Judgment]) -> Value {
        self.of_decomposition(gold, 2)?.value()
    }
}

/// The counts of one system in one slice and population of the whole data.
#[derive(Debug, Clone)]
pub(crate) struct WholeTally {
    layout: Layout,
    counts: [u64; Layout::MOST],
}

impl WholeTally {
    /// The counts of original or of monothematic pairs under a task.
    ///
    /// # Errors
    /// [`Undefined::TwoWay`] where the task is three-way and a judgment is not.
    pub(crate) fn of_pairs(
        task: Task,
        pairs: &JudgmentCounts,
        missing: Missing,
    ) -> Result<Self, Undefined> {
        let layout = Layout::of_pairs(task);
        let mut counts = [0; Layout::MOST];
        for gold in Judgment::ALL {
            for (column, count) in pairs.columns(gold, task, missing)?.into_iter().enumerate() {
                if column < layout.answers() {
                    counts[layout.row(gold) + column] = count;
                }
            }
        }
        Ok(Self { layout, counts })
    }

    /// The counts of a decomposition: of originals, and of their monothematic pairs.
    ///
    /// # Errors
    /// As [`of_pairs`](Self::of_pairs).
    pub(crate) fn of_decomposition(
        task: Task,
        [wholes, parts]: [&JudgmentCounts; 2],
        missing: Missing,
    ) -> Result<Self, Undefined> {
        let mut counts = [0; Layout::MOST];
        for (at, pairs) in [(0, wholes), (2, parts)] {
            for gold in Judgment::ALL {
                let columns = pairs.columns(gold, task, missing)?;
                let first = Layout::decomposed(gold) + at;
                counts[first] = task.column(gold).map_or(0, |label| columns[label]);
                counts[first + 1] = columns.iter().sum();
            }
        }
        Ok(Self { layout: Layout::of_pairs(task), counts })
    }

    /// The sums of clusters.
    pub(crate) fn of_sums(task: Task, sums: &[u64]) -> Self {
        let mut counts = [0; Layout::MOST];
        for (count, sum) in counts.iter_mut().zip(sums) {
            *count = *sum;
        }
        Self { layout: Layout::of_pairs(task), counts }
    }

    /// As a measure takes them.
    #[must_use]
    pub(crate) fn as_tally(&self) -> Tally<'_> {
        Tally::new(self.layout, &self.counts)
    }
}
