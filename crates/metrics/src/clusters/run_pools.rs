//! Clusters with some counts of each run, as each system and each pair of systems sees them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::pass::Pass;
use super::seen::{ForPairs, Views, seen_by};
use crate::statistics::{ByRuns, DistinctClusters, PooledClusters};

/// The clusters of some slices, which are numbered as whoever counts in them has them.
#[derive(Debug)]
pub(crate) struct RunPools {
    /// How many counts a run has.
    width: usize,
    /// How many runs each system has.
    runs: Vec<usize>,
    /// For each slice those of each system, with its runs side by side; none for slices that are not wanted.
    systems: Vec<Vec<PooledClusters>>,
    /// For each slice those of all runs; none for slices that are not wanted, or where no systems are held against each other.
    all_runs: Vec<Option<DistinctClusters>>,
    of_pairs: ForPairs<PooledClusters>,
}

impl RunPools {
    /// Pools the clusters of a dataset. `wanted` says of each slice whether it is, and `counted` gives the wanted slice, the run
    /// (by its number over all systems), the count and how much each pair of a cluster adds to it.
    pub(super) fn new(
        (pass, pairs): (&Pass<'_>, &[(usize, usize)]),
        width: usize,
        wanted: impl Iterator<Item = bool>,
        counted: impl Fn(usize, &mut dyn FnMut(usize, usize, usize, u32)),
    ) -> Self {
        let runs: Vec<usize> = pass.systems.iter().map(Vec::len).collect();
        let Views { systems, pairs } = Views::new(&runs, pairs);
        let of_all = runs.iter().sum::<usize>() * width;
        let mut all_runs: Vec<Option<DistinctClusters>> =
            wanted.map(|wanted| wanted.then(Default::default)).collect();
        for cluster in pass.dataset.clusters() {
            let mut by_slice: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
            counted(cluster, &mut |slice, run, place, number| {
                let counts = by_slice.entry(slice).or_insert_with(|| vec![0; of_all]);
                let count = &mut counts[run * width + place];
                *count = count.saturating_add(number);
            });
            for (slice, counts) in by_slice {
                if let Some(all) = &mut all_runs[slice] {
                    all.add(&counts, 1);
                }
            }
        }
        let of_systems = |all: &Option<DistinctClusters>| {
            let seen = |all| systems.iter().map(move |view| seen_by(view, all, width));
            all.iter().flat_map(seen).collect()
        };
        let systems = all_runs.iter().map(of_systems).collect();
        all_runs.truncate(if pairs.is_empty() { 0 } else { all_runs.len() });
        Self { width, runs, systems, of_pairs: ForPairs::new(pairs, all_runs.len()), all_runs }
    }

    /// With the pairs of systems of other pools, such as those of the pairs that all systems answer.
    pub(crate) fn take_pairs(&mut self, other: Self) {
        (self.all_runs, self.of_pairs) = (other.all_runs, other.of_pairs);
    }

    /// Those of a system in a slice; nothing in a slice that has none.
    pub(crate) fn of_system(&self, slice: usize, system: usize) -> Option<ByRuns<'_>> {
        let clusters = self.systems.get(slice)?.get(system)?;
        Some(ByRuns::new(clusters, self.runs[system]))
    }

    /// Those of a pair of systems in a slice, with the counts of each run one after the other; nothing in a slice that has
    /// none.
    pub(crate) fn of_pair(&self, slice: usize, pair: usize) -> Option<Cow<'_, PooledClusters>> {
        let all = self.all_runs.get(slice)?.as_ref()?;
        Some(self.of_pairs.get(slice, pair, |view| seen_by(view, all, self.width)))
    }
}
