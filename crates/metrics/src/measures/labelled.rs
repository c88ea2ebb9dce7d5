//! Measures of a bare table whose labels have names.

use phenom_dataset::{Judgment, Task};

use super::accuracy::accuracy;
use super::{Figure, Measure};
use crate::counts::ContingencyTable;
use crate::seed::Seed;
use crate::undefined::{Proportion, Undefined, Value};

impl Measure {
    /// The measure of all pairs of a bare table; `None` if it is not a function of one table. Accuracy under a task needs
    /// labels that are judgments.
    #[must_use]
    pub fn of_labelled(
        &self,
        table: &ContingencyTable,
        labels: &[String],
        seed: Seed,
    ) -> Option<Figure> {
        match self.share_under() {
            Some(task) => Some(accuracy_under(table, labels, task).into()),
            None => self.of_table(table, seed),
        }
    }
}

/// Accuracy under a task, if the labels are its judgments.
fn accuracy_under(table: &ContingencyTable, labels: &[String], task: Task) -> Value {
    let judgments = labels.iter().map(|label| Judgment::from_name(label));
    let judgments = judgments.collect::<Option<Vec<_>>>().ok_or(Undefined::NoJudgments)?;
    let two_way = judgments.contains(&Judgment::NotEntailment);
    match task {
        Task::ThreeWay if two_way => Err(Undefined::TwoWay),
        Task::ThreeWay => accuracy(table).and_then(Proportion::value),
        Task::TwoWay | Task::Outcome => {
            let same = |gold: usize, answer: usize| {
                judgments[gold].two_way() == judgments[answer].two_way()
            };
            let labels = 0..judgments.len();
            let cells =
                labels.clone().flat_map(|gold| labels.clone().map(move |answer| (gold, answer)));
            let right = cells.filter(|(gold, answer)| same(*gold, *answer));
            let numerator = right.map(|(gold, answer)| table.count(gold, answer)).sum();
            Proportion { numerator, denominator: table.total() }.value()
        }
    }
}
