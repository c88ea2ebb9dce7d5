//! Answers that are sets of judgments.

use phenom_dataset::{Dataset, Missing, Run};

use super::Evaluation;
use crate::clusters::SetPools;
use crate::counts::{Population, SetCounts, SlicePlan};
use crate::measures::Computation;

impl Evaluation {
    /// Counts what answers have in common with gold as sets, where that is asked for.
    pub(super) fn count_sets(&mut self, dataset: &Dataset, plan: &SlicePlan, runs: &[Vec<&Run>]) {
        let is_of_sets = |computation| matches!(computation, Computation::Sets(_));
        if !self.wanted.measures().any(|measure| is_of_sets(measure.computation)) {
            return;
        }
        let skips = runs.iter().flatten().any(|run| run.missing() == Missing::Skip);
        let (own, of_common) = self.poolings(skips, None);
        let mut pools = SetPools::new(dataset, plan, runs, &own);
        if let Some(of_common) = of_common {
            pools.take_pairs(SetPools::new(dataset, plan, runs, &of_common));
        }
        for (number, system) in self.systems.iter_mut().enumerate() {
            let counts = |slice, population| {
                let clusters = pools.of_system(slice, number, population);
                clusters.map_or_else(SetCounts::default, |all| SetCounts::of_sums(&all.sums()))
            };
            let both = |slice| {
                [Population::Original, Population::Monothematic]
                    .map(|population| counts(slice, population))
            };
            system.sets = (0..plan.slices().len()).map(both).collect();
        }
        self.sets = Some(pools);
    }
}
