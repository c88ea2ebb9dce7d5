//! Clusters whose monothematic pairs weigh by the relevance of their phenomena.

use phenom_dataset::{Dataset, Judgment, Run};

use super::pass::{Pass, cells};
use super::pools::Pooling;
use super::run_pools::RunPools;
use crate::counts::{Counted, Layout, Population, SliceKind, SlicePlan};

/// The decomposition of all pairs and of each category, where the counts of parts are sums of their weights.
#[derive(Debug)]
pub(crate) struct RelevancePools {
    pub(crate) pools: RunPools,
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
        let (layout, common) = (Layout::of_pairs(pooling.task), pooling.common);
        let pass = Pass { dataset, plan, systems, layout, common, rule: None };
        let width = layout.width(Population::Decomposition);
        let wanted = plan.slices().iter().map(|slice| has_relevance(&slice.kind));
        let all = (&pass, pooling.pairs.as_slice());
        let pools = RunPools::new(all, width, wanted, |at, add| pass.for_each_weighted(at, add));
        Some(Self { pools, weights: weight_sums(dataset, plan) })
    }

    /// The weights of the parts of a slice.
    pub(crate) fn weights(&self, slice: usize) -> PartWeightSums {
        self.weights.get(slice).copied().unwrap_or_default()
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
    fn for_each_weighted(&self, cluster: usize, add: &mut dyn FnMut(usize, usize, usize, u32)) {
        let mut row = |row: usize, counted: Counted, weight: u32| {
            if weight == 0 || (self.common && !self.is_common(row)) {
                return;
            }
            for (number, run) in self.systems.iter().flatten().enumerate() {
                let Some((gold, answer)) = self.judged(run, row) else { continue };
                for (population, cell) in cells(self.layout, counted, gold, answer) {
                    if population == Population::Decomposition {
                        let slices = self.plan.slices_of(row, counted);
                        let has_any =
                            |slice: &usize| has_relevance(&self.plan.slices()[*slice].kind);
                        for slice in slices.filter(has_any) {
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
