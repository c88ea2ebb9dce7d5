//! Clusters with some counts of each run, as each system and each pair of systems sees them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::cluster::View;
use super::pass::Pass;
use super::pools::{PairViews, taken_of_all};
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
    /// For each slice those of each pair of systems, with their runs side by side, or of many pairs those of all runs.
    of_pairs: Vec<Vec<PooledClusters>>,
    /// Of many pairs, how each sees the clusters of all runs.
    taken: Vec<View>,
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
        let PairViews { pooled: views, taken } = PairViews::new(runs.iter().copied(), pairs);
        let of_all = runs.iter().sum::<usize>() * width;
        let mut pools: Vec<Vec<DistinctClusters>> = wanted
            .map(|wanted| vec![Default::default(); if wanted { views.len() } else { 0 }])
            .collect();
        for cluster in pass.dataset.clusters() {
            let mut by_slice: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
            counted(cluster, &mut |slice, run, place, number| {
                let counts = by_slice.entry(slice).or_insert_with(|| vec![0; of_all]);
                let count = &mut counts[run * width + place];
                *count = count.saturating_add(number);
            });
            for (slice, counts) in by_slice {
                for (pool, view) in pools[slice].iter_mut().zip(&views) {
                    pool.add(&view.of(&counts, width), 1);
                }
            }
        }
        let (mut systems, mut of_pairs) = (Vec::new(), Vec::new());
        for pools in pools {
            let of_view = |(pool, view): (&DistinctClusters, &View)| {
                PooledClusters::of_distinct(width * view.width(), pool)
            };
            let mut of_views: Vec<PooledClusters> = pools.iter().zip(&views).map(of_view).collect();
            of_pairs.push(of_views.split_off(runs.len().min(of_views.len())));
            systems.push(of_views);
        }
        Self { width, runs, systems, of_pairs, taken }
    }

    /// With the pairs of systems of other pools, such as those of the pairs that all systems answer.
    pub(crate) fn take_pairs(&mut self, other: Self) {
        (self.of_pairs, self.taken) = (other.of_pairs, other.taken);
    }

    /// Those of a system in a slice; nothing in a slice that has none.
    pub(crate) fn of_system(&self, slice: usize, system: usize) -> Option<ByRuns<'_>> {
        let clusters = self.systems.get(slice)?.get(system)?;
        Some(ByRuns::new(clusters, self.runs[system]))
    }

    /// Those of a pair of systems in a slice, with the counts of each run one after the other; nothing in a slice that has
    /// none.
    pub(crate) fn of_pair(&self, slice: usize, pair: usize) -> Option<Cow<'_, PooledClusters>> {
        let of_slice = self.of_pairs.get(slice)?;
        Some(match self.taken.get(pair) {
            None => Cow::Borrowed(of_slice.get(pair)?),
            Some(view) => Cow::Owned(taken_of_all(of_slice.first()?, view, self.width)),
        })
    }
}
