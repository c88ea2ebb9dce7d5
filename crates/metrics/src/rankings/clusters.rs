//! What intervals and comparisons see of rankings: the influence of each cluster, run by run.

use phenom_dataset::Task;

use crate::measures::Measure;
use crate::statistics::OfRun;
use crate::undefined::Undefined;

/// The clusters of the pairs that a system ranks.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RankedClusters {
    /// The task of the evaluation.
    pub(super) task: Task,
    /// The rows that each run ranks, in their order.
    pub(super) rows: Vec<Vec<usize>>,
    /// How many pairs all runs together rank in each cluster of the dataset.
    pub(super) sizes: Vec<u64>,
    /// Of each measure its runs, or why one of them has no value.
    pub(super) of_measures: Vec<(&'static Measure, Result<Vec<OfRun>, Undefined>)>,
}

impl RankedClusters {
    /// The runs of a system by a measure; nothing for a measure that has no influences.
    pub(crate) fn of(&self, measure: &Measure) -> Option<&Result<Vec<OfRun>, Undefined>> {
        let found = self.of_measures.iter().find(|(other, _)| *other == measure);
        found.map(|(_, runs)| runs)
    }

    /// The least and the greatest value of a measure.
    pub(crate) fn bounds(&self, measure: &Measure) -> [f64; 2] {
        measure.bounds_under(self.task)
    }

    /// How many pairs all runs together rank in each cluster.
    pub(crate) fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    /// How many clusters have a pair.
    pub(crate) fn clusters(&self) -> u64 {
        self.sizes.iter().filter(|pairs| **pairs > 0).count() as u64
    }

    /// How many pairs the first run ranks.
    pub(crate) fn pairs(&self) -> u64 {
        self.rows.first().map_or(0, Vec::len) as u64
    }

    /// Whether all runs of both systems rank the same pairs.
    pub(crate) fn are_of_same_pairs(&self, other: &Self) -> bool {
        let mut all = self.rows.iter().chain(&other.rows);
        let first = all.next();
        all.all(|rows| Some(rows) == first)
    }

    /// The runs of both together, those of the other after those of this one.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.rows.extend(other.rows);
        for (pairs, more) in self.sizes.iter_mut().zip(other.sizes) {
            *pairs += more;
        }
        for ((_, runs), (_, more)) in self.of_measures.iter_mut().zip(other.of_measures) {
            match (runs, more) {
                (Ok(runs), Ok(more)) => runs.extend(more),
                (Err(_), _) => {}
                (runs, reason) => *runs = reason,
            }
        }
        self
    }
}
