//! Clusters by what answered sets of judgments have in common with gold sets.

use std::borrow::Cow;
use std::collections::BTreeMap;

use phenom_dataset::{Answer, Dataset, Missing, Run};

use super::cluster::View;
use super::pass::Pass;
use super::pools::{PairViews, Pooling, taken_of_all};
use crate::counts::{Counted, Layout, Population, SetCounts, SlicePlan};
use crate::statistics::{ByRuns, DistinctClusters, PooledClusters};

/// The clusters of every slice, with the [`SetCounts`] of their original and of their monothematic pairs.
#[derive(Debug)]
pub(crate) struct SetPools {
    /// How many runs each system has.
    runs: Vec<usize>,
    /// For each slice those of each system, with its runs side by side.
    systems: Vec<Vec<OfPopulations>>,
    /// For each slice those of each pair of systems, with their runs side by side; of many pairs, those of all runs.
    of_pairs: Vec<Vec<OfPopulations>>,
    /// Of many pairs, how each sees the clusters of all runs.
    taken: Vec<View>,
}

/// Clusters of the original and of the monothematic pairs.
type OfPopulations = [PooledClusters; 2];

/// The number of a population that has pairs of its own.
fn number(population: Population) -> Option<usize> {
    match population {
        Population::Original => Some(0),
        Population::Monothematic => Some(1),
        Population::Decomposition => None,
    }
}

impl SetPools {
    /// Pools the clusters of a dataset.
    pub(crate) fn new(
        dataset: &Dataset,
        plan: &SlicePlan,
        systems: &[Vec<&Run>],
        pooling: &Pooling<'_>,
    ) -> Self {
        let Pooling { pairs, task, common, .. } = pooling;
        let (layout, common) = (Layout::of_pairs(*task), *common);
        let pass = Pass { dataset, plan, systems, layout, common, rule: None };
        let PairViews { pooled: views, taken } =
            PairViews::new(systems.iter().map(Vec::len), pairs);
        let runs = systems.iter().flatten().count();
        let width = SetCounts::WIDTH;
        let mut pools: Vec<Vec<[DistinctClusters; 2]>> =
            vec![vec![Default::default(); views.len()]; plan.slices().len()];
        for cluster in dataset.clusters() {
            let mut counted: BTreeMap<(usize, usize), Vec<u32>> = BTreeMap::new();
            pass.for_each_set(cluster, |slice, run, population, counts| {
                let all = counted.entry((slice, population));
                let all = all.or_insert_with(|| vec![0; runs * width]);
                for (sum, count) in all[run * width..].iter_mut().zip(counts) {
                    *sum = sum.saturating_add(count);
                }
            });
            for ((slice, population), counts) in counted {
                for (pools, view) in pools[slice].iter_mut().zip(&views) {
                    pools[population].add(&view.of(&counts, width), 1);
                }
            }
        }
        let (mut of_systems, mut of_pairs) = (Vec::new(), Vec::new());
        for pools in pools {
            let clusters = |(pools, view): ([DistinctClusters; 2], &View)| {
                pools.map(|pool| PooledClusters::of_distinct(width * view.width(), &pool))
            };
            let mut of_views: Vec<OfPopulations> =
                pools.into_iter().zip(&views).map(clusters).collect();
            of_pairs.push(of_views.split_off(systems.len()));
            of_systems.push(of_views);
        }
        let runs = systems.iter().map(Vec::len).collect();
        Self { runs, systems: of_systems, of_pairs, taken }
    }

    /// With the pairs of systems of other pools, such as those of the pairs that all systems answer.
    pub(crate) fn take_pairs(&mut self, other: Self) {
        (self.of_pairs, self.taken) = (other.of_pairs, other.taken);
    }

    /// Those of a system in a slice; nothing of a population without pairs of its own.
    pub(crate) fn of_system(
        &self,
        slice: usize,
        system: usize,
        population: Population,
    ) -> Option<ByRuns<'_>> {
        let clusters = &self.systems.get(slice)?.get(system)?[number(population)?];
        Some(ByRuns::new(clusters, self.runs[system]))
    }

    /// Those of a pair of systems in a slice, with the counts of each run one after the other.
    pub(crate) fn of_pair(
        &self,
        slice: usize,
        pair: usize,
        population: Population,
    ) -> Option<Cow<'_, PooledClusters>> {
        let (of_slice, number) = (self.of_pairs.get(slice)?, number(population)?);
        Some(match self.taken.get(pair) {
            None => Cow::Borrowed(&of_slice.get(pair)?[number]),
            Some(view) => {
                Cow::Owned(taken_of_all(&of_slice.first()?[number], view, SetCounts::WIDTH))
            }
        })
    }
}

impl Pass<'_> {
    /// The slice, the run (by its number over all systems), the population (0 original, 1 monothematic) and what each
    /// pair of a cluster adds to the [`SetCounts`] there.
    fn for_each_set(
        &self,
        cluster: usize,
        mut add: impl FnMut(usize, usize, usize, [u32; SetCounts::WIDTH]),
    ) {
        let task = self.layout.task;
        let mut row = |row: usize, counted: Counted, population: usize| {
            let gold = self.dataset.gold_set(row).under(task);
            if gold.is_empty() || (self.common && !self.is_common(row)) {
                return;
            }
            for (number, run) in self.systems.iter().flatten().enumerate() {
                let answer = run.answer(row);
                if answer == Answer::Missing && run.missing() == Missing::Skip {
                    continue;
                }
                let counts = SetCounts::of_pair(gold, answer.judgments().under(task));
                for slice in self.plan.slices_of(row, counted) {
                    add(slice, number, population, counts);
                }
            }
        };
        for original in self.dataset.originals_of(cluster) {
            row(original, Counted::Original, 0);
            for part in self.dataset.monothematic_of(original) {
                row(part, Counted::Monothematic, 1);
            }
        }
    }
}
