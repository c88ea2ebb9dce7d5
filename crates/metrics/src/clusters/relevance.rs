//! Clusters whose monothematic pairs weigh by the relevance of their phenomena.

use std::borrow::Cow;
use std::collections::BTreeMap;

use phenom_dataset::{Dataset, Judgment, Run};

use super::cluster::View;
use super::pass::{Pass, cells};
use super::pools::{PairViews, Pooling, taken_of_all};
use crate::counts::{Counted, Layout, Population, SliceKind, SlicePlan};
use crate::statistics::{ByRuns, DistinctClusters, PooledClusters};

/// The decomposition of all pairs and of each category, where the counts of parts are sums of their weights.
#[derive(Debug)]
pub(crate) struct RelevancePools {
    /// How many runs each system has.
    runs: Vec<usize>,
    /// For each slice those of each system; none for other slices.
    systems: Vec<Vec<PooledClusters>>,
    /// For each slice those of each pair of systems, with their runs side by side, or of many pairs those of all runs;
    /// none for other slices.
    of_pairs: Vec<Vec<PooledClusters>>,
    /// Of many pairs, how each sees the clusters of all runs, with so many counts a run.
    taken: (Vec<View>, usize),
    weights: Vec<PartWeightSums>,
}

/// For each gold judgment the sum of the weights of the monothematic pairs of a slice, and of their squares.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PartWeightSums([(f64, f64); Judgment::ALL.len()]);

impl PartWeightSums {
    /// What a unit of weight must be, so that the weights of the pairs with some gold judgments add up to as many
    /// pairs as would tell as much if each weighed the same.
    pub(crate) fn unit(&self, gold: &[Judgment]) -> f64 {
        let of = |judgment: &Judgment| self.0[usize::from(judgment.code())];
        let (sum, squares) = gold
            .iter()
            .map(of)
            .fold((0.0, 0.0), |(sum, squares), more| (sum + more.0, squares + more.1));
        if squares > 0.0 { sum / squares } else { 0.0 }
    }
}

impl RelevancePools {
    /// Pools the clusters of a dataset; nothing where its parts do not weigh.
    pub(crate) fn new(
        dataset: &Dataset,
        plan: &SlicePlan,
        systems: &[Vec<&Run>],
        pooling: &Pooling<'_>,
    ) -> Option<Self> {
        dataset.relevance()?;
        let Pooling { pairs, task, common, .. } = pooling;
        let (layout, common) = (Layout::of_pairs(*task), *common);
        let pass = Pass { dataset, plan, systems, layout, common, rule: None };
        let PairViews { pooled: views, taken } =
            PairViews::new(systems.iter().map(Vec::len), pairs);
        let runs = systems.iter().flatten().count();
        let width = pass.layout.width(Population::Decomposition);
        let is_wanted = |slice: usize| has_relevance(&plan.slices()[slice].kind);
        let views_of = |slice| if is_wanted(slice) { views.len() } else { 0 };
        let mut pools: Vec<Vec<DistinctClusters>> = (0..plan.slices().len())
            .map(|slice| vec![Default::default(); views_of(slice)])
            .collect();
        for cluster in dataset.clusters() {
            let mut by_slice: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
            pass.for_each_weighted(cluster, |slice, run, cell, weight| {
                if is_wanted(slice) {
                    let counts = by_slice.entry(slice).or_insert_with(|| vec![0; runs * width]);
                    let count = &mut counts[run * width + cell];
                    *count = count.saturating_add(weight);
                }
            });
            for (slice, counts) in by_slice {
                for (pool, view) in pools[slice].iter_mut().zip(&views) {
                    pool.add(&view.of(&counts, width), 1);
                }
            }
        }
        let (mut of_systems, mut of_pairs) = (Vec::new(), Vec::new());
        for pools in pools {
            let of_view = |(pool, view): (&DistinctClusters, &View)| {
                PooledClusters::of_distinct(width * view.width(), pool)
            };
            let mut of_views: Vec<PooledClusters> = pools.iter().zip(&views).map(of_view).collect();
            of_pairs.push(of_views.split_off(systems.len().min(of_views.len())));
            of_systems.push(of_views);
        }
        let weights = weight_sums(dataset, plan);
        let runs = systems.iter().map(Vec::len).collect();
        Some(Self { runs, systems: of_systems, of_pairs, taken: (taken, width), weights })
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

    /// The weights of the parts of a slice.
    pub(crate) fn weights(&self, slice: usize) -> PartWeightSums {
        self.weights.get(slice).copied().unwrap_or_default()
    }

    /// The clusters of a pair of systems in a slice; nothing in a slice that has none.
    pub(crate) fn of_pair(&self, slice: usize, pair: usize) -> Option<Cow<'_, PooledClusters>> {
        let of_slice = self.of_pairs.get(slice)?;
        let (taken, width) = &self.taken;
        Some(match taken.get(pair) {
            None => Cow::Borrowed(of_slice.get(pair)?),
            Some(view) => Cow::Owned(taken_of_all(of_slice.first()?, view, *width)),
        })
    }
}

fn weight_sums(dataset: &Dataset, plan: &SlicePlan) -> Vec<PartWeightSums> {
    let mut sums = vec![PartWeightSums::default(); plan.slices().len()];
    for part in dataset.monothematic() {
        let Some(gold) = dataset.gold()[part] else { continue };
        let weight = f64::from(dataset.relevance_of(part));
        for slice in plan.slices_of(part, Counted::Monothematic) {
            let (sum, squares) = &mut sums[slice].0[usize::from(gold.code())];
            *sum += weight;
            *squares += weight * weight;
        }
    }
    sums
}

/// Whether relevance tells anything in slices of a kind: where several phenomena are together.
pub(crate) fn has_relevance(kind: &SliceKind) -> bool {
    matches!(kind, SliceKind::All | SliceKind::Category)
}

impl Pass<'_> {
    /// The slice, the run (by its number over all systems), the count of the decomposition, and the weight that
    /// each decomposed original and each monothematic pair of a cluster adds to it; an original adds 1.
    fn for_each_weighted(&self, cluster: usize, mut add: impl FnMut(usize, usize, usize, u32)) {
        let mut row = |row: usize, counted: Counted, weight: u32| {
            if weight == 0 || (self.common && !self.is_common(row)) {
                return;
            }
            for (number, run) in self.systems.iter().flatten().enumerate() {
                let Some((gold, answer)) = self.judged(run, row) else { continue };
                for (population, cell) in cells(self.layout, counted, gold, answer) {
                    if population == Population::Decomposition {
                        for slice in self.plan.slices_of(row, counted) {
                            add(slice, number, cell, weight);
                        }
                    }
                }
            }
        };
        for original in self.dataset.originals_of(cluster) {
            row(original, Counted::Decomposed, 1);
            for part in self.dataset.monothematic_of(original) {
                row(part, Counted::Monothematic, self.dataset.relevance_of(part));
            }
        }
    }
}
