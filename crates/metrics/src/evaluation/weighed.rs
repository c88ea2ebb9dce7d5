//! Decompositions in which parts weigh by the relevance of their phenomena.

use phenom_dataset::{Dataset, Missing, Run};

use super::{Evaluation, StatisticsSettings};
use crate::clusters::{Pooling, RelevancePools};
use crate::counts::{SlicePlan, WholeTally};
use crate::measures::by_relevance::is_by_relevance;

impl Evaluation {
    /// Counts the decompositions in which parts weigh, where they do and that is asked for.
    pub(super) fn weigh(&mut self, dataset: &Dataset, plan: &SlicePlan, runs: &[Vec<&Run>]) {
        if !self.wanted.measures().any(is_by_relevance) {
            return;
        }
        let StatisticsSettings { compare, common_pairs, threads, .. } = self.statistics;
        let skips = runs.iter().flatten().any(|run| run.missing() == Missing::Skip);
        let (task, pairs) = (self.task, compare.pairs(&self.origins()));
        let of = |pairs, common| {
            RelevancePools::new(
                dataset,
                plan,
                runs,
                &Pooling { pairs, task, common, rule: None, threads },
            )
        };
        let common = common_pairs && skips;
        self.relevance = of(if common { Vec::new() } else { pairs.clone() }, false);
        let Some(pools) = &mut self.relevance else { return };
        if let Some(of_common) = common.then(|| of(pairs, true)).flatten() {
            pools.take_pairs(of_common);
        }
        let slices = plan.slices().len();
        for (number, system) in self.systems.iter_mut().enumerate() {
            let of_slice = |slice| {
                let clusters = pools.of_system(slice, number)?;
                Some(WholeTally::of_sums(task, &clusters.sums()))
            };
            system.by_relevance = (0..slices).map(of_slice).collect();
        }
        self.relevance_in_words = dataset.relevance().map(ToString::to_string);
    }
}
