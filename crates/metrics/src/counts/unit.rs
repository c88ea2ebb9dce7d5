//! How many counts a pair adds.

use phenom_dataset::{Dataset, Outcome, Run};

/// How many counts each pair adds for each run: 1, and of outcomes that are right in part so many that every score is a
/// whole number of them. A pair with a score of 0.75 in units of 4 adds 3 right and 1 wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unit(u32);

impl Unit {
    /// Every prediction is right or wrong.
    pub(crate) const ONE: Self = Self(1);

    /// The smallest unit for the outcomes of some runs.
    pub(crate) fn of_runs<'r>(runs: impl Iterator<Item = &'r Run>) -> Self {
        let mut step = Outcome::UNIT;
        for run in runs.filter(|run| run.is_partly_right()) {
            for row in 0..run.codes().len() {
                step = greatest_common_divisor(step, run.outcome_units(row));
            }
        }
        Self(Outcome::UNIT / step)
    }

    /// The counts that a pair adds.
    pub(crate) fn get(self) -> u32 {
        self.0
    }

    /// Those of them that are right in a row of a run of outcomes.
    pub(crate) fn right(self, run: &Run, row: usize) -> u32 {
        run.outcome_units(row) / (Outcome::UNIT / self.0)
    }
}

/// Whether the counts of the largest cluster fit into those that clusters have, in the unit of the scores of some runs; those
/// of one system follow each other.
#[must_use]
pub fn scores_fit(dataset: &Dataset, runs: &[&Run]) -> bool {
    let pairs = |cluster: usize| -> u64 {
        let originals = dataset.originals_of(cluster);
        originals.map(|original| 1 + dataset.monothematic_of(original).len() as u64).sum()
    };
    let largest = dataset.clusters().map(pairs).max().unwrap_or(0);
    // The runs of two systems that are compared are weighed by the number of runs of the other.
    let systems = runs.chunk_by(|one, next| one.system() == next.system());
    let mut numbers: Vec<u64> = systems.map(|runs| runs.len() as u64).collect();
    numbers.sort_unstable();
    let weights: u64 = numbers.iter().rev().take(2).product();
    let unit = u64::from(Unit::of_runs(runs.iter().copied()).get());
    let most = largest.saturating_mul(weights).saturating_mul(unit);
    most <= u64::from(u32::MAX)
}

fn greatest_common_divisor(one: u32, other: u32) -> u32 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}
