//! Clusters by what answered sets of judgments have in common with gold sets.

use std::borrow::Cow;

use phenom_dataset::{Answer, Dataset, Missing, Run};

use super::pass::Pass;
use super::pools::Pooling;
use super::run_pools::RunPools;
use crate::counts::{Counted, Layout, Population, SetCounts, SlicePlan};
use crate::statistics::{ByRuns, PooledClusters};

/// The clusters of every slice, with the [`SetCounts`] of its original and, as a slice of its own, of its monothematic pairs.
#[derive(Debug)]
pub(crate) struct SetPools(RunPools);

/// The number of a slice with the pairs of a population; nothing of a population without pairs of its own.
fn place(slice: usize, population: Population) -> Option<usize> {
    match population {
        Population::Original => Some(2 * slice),
        Population::Monothematic => Some(2 * slice + 1),
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
        let (layout, common) = (Layout::of_pairs(pooling.task), pooling.common);
        let pass = Pass { dataset, plan, systems, layout, common, rule: None };
        let wanted = std::iter::repeat_n(true, 2 * plan.slices().len());
        let (width, all) = (SetCounts::WIDTH, (&pass, pooling.pairs.as_slice()));
        Self(RunPools::new(all, width, wanted, |at, add| pass.for_each_set(at, add)))
    }

    /// With the pairs of systems of other pools, such as those of the pairs that all systems answer.
    pub(crate) fn take_pairs(&mut self, other: Self) {
        self.0.take_pairs(other.0);
    }

    /// Those of a system in a slice; nothing of a population without pairs of its own.
    pub(crate) fn of_system(
        &self,
        slice: usize,
        system: usize,
        population: Population,
    ) -> Option<ByRuns<'_>> {
        self.0.of_system(place(slice, population)?, system)
    }

    /// Those of a pair of systems in a slice, with the counts of each run one after the other.
    pub(crate) fn of_pair(
        &self,
        slice: usize,
        pair: usize,
        population: Population,
    ) -> Option<Cow<'_, PooledClusters>> {
        self.0.of_pair(place(slice, population)?, pair)
    }
}

impl Pass<'_> {
    /// The number of the slice with its population, the run (by its number over all systems), one of the [`SetCounts`] and what
    /// each pair of a cluster adds to it.
    fn for_each_set(&self, cluster: usize, add: &mut dyn FnMut(usize, usize, usize, u32)) {
        let task = self.layout.task;
        let mut row = |row: usize, counted: Counted, population: Population| {
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
                let slices = self.plan.slices_of(row, counted);
                for slice in slices.filter_map(|slice| place(slice, population)) {
                    for (at, count) in counts.into_iter().enumerate() {
                        add(slice, number, at, count);
                    }
                }
            }
        };
        for original in self.dataset.originals_of(cluster) {
            row(original, Counted::Original, Population::Original);
            for part in self.dataset.monothematic_of(original) {
                row(part, Counted::Monothematic, Population::Monothematic);
            }
        }
    }
}
