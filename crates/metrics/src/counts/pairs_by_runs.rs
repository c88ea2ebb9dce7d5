//! The pairs of a slice by what the runs of one system answer: a pair is one, however many runs answer it.

use std::collections::BTreeMap;

use phenom_dataset::{Judgment, Task};

use super::ContingencyTable;

/// Pairs by gold judgment and by how many of the runs give each answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PairsByRuns(BTreeMap<(u8, Vec<u32>), u64>);

/// What the runs of a system answer to pairs that they answer alike.
pub(crate) struct Answered<'p> {
    /// The row of gold in a table.
    pub(crate) gold: usize,
    /// For each column of a table the runs that answer so.
    pub(crate) runs: &'p [u32],
    /// How many pairs there are.
    pub(crate) pairs: u64,
}

impl PairsByRuns {
    /// Adds pairs with a gold judgment, and the runs that give each answer: those of the columns of a table, the last of
    /// which is that of abstentions.
    pub(crate) fn add(&mut self, gold: Judgment, runs: Vec<u32>, pairs: u64) {
        if runs.iter().any(|runs| *runs > 0) {
            *self.0.entry((gold.code(), runs)).or_default() += pairs;
        }
    }

    /// Those with one of some gold judgments, under a task.
    pub(crate) fn answered(
        &self,
        gold: &[Judgment],
        task: Task,
    ) -> impl Iterator<Item = Answered<'_>> {
        let row = |code: u8| {
            let judgment = gold.iter().find(|judgment| judgment.code() == code)?;
            task.column(*judgment)
        };
        let rows = Judgment::ALL.map(|judgment| row(judgment.code()));
        self.0.iter().filter_map(move |((code, runs), pairs)| {
            Some(Answered { gold: rows[usize::from(*code)]?, runs, pairs: *pairs })
        })
    }
}

/// The table of pairs to each of which all runs give the same answer; nothing if some pair is answered otherwise by a run.
pub(crate) fn unanimous(answered: &[Answered<'_>], labels: usize) -> Option<ContingencyTable> {
    let mut table = ContingencyTable::new(labels);
    for Answered { gold, runs, pairs } in answered {
        let mut given = runs.iter().enumerate().filter(|(_, runs)| **runs > 0);
        let (answer, _) = given.next()?;
        if given.next().is_some() {
            return None;
        }
        table.add(*gold, answer, *pairs);
    }
    Some(table)
}
