//! Decompositions in which parts weigh by the relevance of their phenomena.

use phenom_dataset::{Dataset, Missing, Run};

use super::Evaluation;
use crate::clusters::RelevancePools;
use crate::counts::{SlicePlan, WholeTally};
use crate::measures::by_relevance::is_by_relevance;

impl Evaluation {
    /// Counts the decompositions in which parts weigh, where they do and that is asked for.
    pub(super) fn weigh(&mut self, dataset: &Dataset, plan: &SlicePlan, runs: &[Vec<&Run>]) {
        if !self.wanted.measures().any(is_by_relevance) {
            return;
        }
        let skips = runs.iter().flatten().any(|run| run.missing() == Missing::Skip);
        let (own, of_common) = self.poolings(skips, None);
        self.relevance = RelevancePools::new(dataset, plan, runs, &own);
        let Some(pools) = &mut self.relevance else { return };
        let of_common =
            of_common.and_then(|pooling| RelevancePools::new(dataset, plan, runs, &pooling));
        if let Some(of_common) = of_common {
            pools.pools.take_pairs(of_common.pools);
        }
        let (slices, task) = (plan.slices().len(), self.task);
        for (number, system) in self.systems.iter_mut().enumerate() {
            let of_slice = |slice| {
                let clusters = pools.pools.of_system(slice, number)?;
                Some(WholeTally::of_sums(task, &clusters.sums()))
            };
            system.by_relevance = (0..slices).map(of_slice).collect();
        }
        self.relevance_in_words = dataset.relevance().map(ToString::to_string);
    }
}
