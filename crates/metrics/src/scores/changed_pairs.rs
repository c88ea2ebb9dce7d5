//! The pairs that a new system judges otherwise than an old one.

use phenom_dataset::{Answer, Dataset, Missing, Run, Task};

use crate::evaluation::is_right;

/// What becomes of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The old system judges it right, and the new one does not.
    Broken,
    /// The new system judges it right, and the old one does not.
    Mended,
}

/// A pair that only one of two systems judges right; of systems with several runs, a pair that a larger share of the
/// runs of one judges right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangedPair {
    /// The pair's row in the dataset.
    pub row: usize,
    /// What becomes of it.
    pub change: Change,
}

/// The pairs that change from the runs of an old system to those of a new one, in the order of the dataset. Only pairs
/// that count for all of these runs are looked at, and not those that any of `others` leaves out.
#[must_use]
pub fn changed_pairs(
    dataset: &Dataset,
    [old, new]: [&[&Run]; 2],
    others: &[&Run],
    task: Task,
) -> Vec<ChangedPair> {
    let right = |row: usize, runs: &[&Run]| -> Option<usize> {
        let mut right = 0;
        for run in runs {
            right += usize::from(is_right(dataset, row, run, task)?);
        }
        Some(right)
    };
    let left_out = |row: usize| {
        let skips =
            |run: &&Run| run.missing() == Missing::Skip && run.answer(row) == Answer::Missing;
        others.iter().any(skips)
    };
    let changed = |row: usize| {
        let (before, after) = (right(row, old)? * new.len(), right(row, new)? * old.len());
        let change = match after.cmp(&before) {
            std::cmp::Ordering::Less => Change::Broken,
            std::cmp::Ordering::Greater => Change::Mended,
            std::cmp::Ordering::Equal => return None,
        };
        (!left_out(row)).then_some(ChangedPair { row, change })
    };
    (0..dataset.len()).filter_map(changed).collect()
}
