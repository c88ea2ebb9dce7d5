//! The clusters of two systems of one or several runs.

use std::borrow::Cow;

use crate::{ByRuns, PooledClusters, RunSpread, Statistic, UncertaintyError};

/// Clusters with the counts of two systems: the counts of each run of the first system, then those of each run of the
/// second, all of the same number.
#[derive(Debug, Clone)]
pub struct SideBySide<'c> {
    clusters: &'c PooledClusters,
    runs: [usize; 2],
    /// How many of the runs of each system are counted.
    counted: [usize; 2],
    halves: Cow<'c, PooledClusters>,
}

impl<'c> SideBySide<'c> {
    /// Clusters of two systems with these numbers of runs.
    ///
    /// # Errors
    /// [`UncertaintyError::NotPaired`] if a system has no run, or the counts cannot be divided equally among the runs.
    pub fn new(clusters: &'c PooledClusters, runs: [usize; 2]) -> Result<Self, UncertaintyError> {
        let width = clusters.width();
        if runs.contains(&0) || !width.is_multiple_of(runs[0] + runs[1]) {
            return Err(UncertaintyError::NotPaired(width));
        }
        let mut sides = Self { clusters, runs, counted: runs, halves: Cow::Borrowed(clusters) };
        if runs != [1, 1] {
            // Runs with the same counts are one.
            let counted = |system: usize| {
                let of_system = sides.of_system(system)?;
                let are_alike = ByRuns::new(&of_system, runs[system]).are_alike();
                Ok::<_, UncertaintyError>(if are_alike { 1 } else { runs[system] })
            };
            sides.counted = [counted(0)?, counted(1)?];
            sides.halves = Cow::Owned(sides.added_up());
        }
        Ok(sides)
    }

    /// The clusters with the counts of all runs.
    #[must_use]
    pub fn clusters(&self) -> &'c PooledClusters {
        self.clusters
    }

    /// The number of runs of each system.
    #[must_use]
    pub fn runs(&self) -> [usize; 2] {
        self.runs
    }

    /// The number of counts of one run.
    #[must_use]
    pub(crate) fn width(&self) -> usize {
        self.clusters.width() / (self.runs[0] + self.runs[1])
    }

    /// How often each unit is counted in each of the [halves](Self::halves).
    #[must_use]
    pub fn times_counted(&self) -> u64 {
        self.halves.times()
    }

    /// The weight of each run of each system in the [halves](Self::halves). The runs of a system weigh the same, and so do
    /// the systems, so that they can be exchanged within a cluster also with different numbers of runs.
    #[must_use]
    pub fn weights(&self) -> [u64; 2] {
        self.counted.map(|runs| self.least_common_multiple() / runs as u64)
    }

    /// The clusters with the counts of the first system and then of the second, each added up over its weighted runs.
    #[must_use]
    pub fn halves(&self) -> &PooledClusters {
        &self.halves
    }

    fn added_up(&self) -> PooledClusters {
        let width = self.width();
        let weights = self.weights();
        let view = |counts: &[u32]| {
            let mut halves = vec![0; 2 * width];
            for (run, counts) in counts.chunks_exact(width).enumerate() {
                let system = usize::from(run >= self.runs[0]);
                let of_system = run - if system == 0 { 0 } else { self.runs[0] };
                if of_system >= self.counted[system] {
                    continue;
                }
                let weight = u32::try_from(weights[system]).unwrap_or(u32::MAX);
                for (sum, count) in halves[system * width..].iter_mut().zip(counts) {
                    *sum += weight * count;
                }
            }
            halves
        };
        let halves = self.clusters.project(2 * width, view);
        let halves = halves.unwrap_or_else(|_| PooledClusters::empty(2 * width));
        halves.counted(self.least_common_multiple() * self.clusters.times())
    }

    /// How often a unit is counted in each half.
    fn least_common_multiple(&self) -> u64 {
        let [one, other] = self.counted.map(|runs| runs as u64);
        one / greatest_common_divisor(one, other) * other
    }

    /// The clusters of one of the two systems, run by run.
    ///
    /// # Errors
    /// [`UncertaintyError::Width`] never, since the vectors are divided among the runs.
    fn of_system(&self, system: usize) -> Result<PooledClusters, UncertaintyError> {
        let (width, first) = (self.width(), self.runs[0]);
        let own = if system == 0 { 0..first * width } else { first * width..self.clusters.width() };
        self.clusters.project(own.len(), |counts| counts[own.clone()].to_vec())
    }

    /// How a statistic varies between the runs of each system.
    ///
    /// # Errors
    /// As [`ByRuns::spread`].
    pub(crate) fn spreads(
        &self,
        measure: &Statistic<'_>,
    ) -> Result<[Option<RunSpread>; 2], UncertaintyError> {
        let spread = |system: usize| {
            Ok::<_, UncertaintyError>(
                ByRuns::new(&self.of_system(system)?, self.runs[system]).spread(measure)?,
            )
        };
        Ok([spread(0)?, spread(1)?])
    }
}

/// The greatest number that divides both; the other number where one is 0.
fn greatest_common_divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { greatest_common_divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_runs_against_two_weigh_as_much() {
        let clusters = PooledClusters::new(10, [([1, 1, 0, 1, 1, 1, 0, 1, 1, 1], 4)]).unwrap();
        let sides = SideBySide::new(&clusters, [3, 2]).unwrap();
        assert_eq!((sides.times_counted(), sides.weights(), sides.width()), (6, [2, 3], 2));
        assert_eq!(sides.halves().iter().next(), Some((&[4, 6, 3, 6][..], 4)));
        assert!(SideBySide::new(&clusters, [4, 2]).is_err());
        assert!(SideBySide::new(&clusters, [5, 0]).is_err());
    }
}
