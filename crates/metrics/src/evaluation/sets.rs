//! Answers that are sets of judgments.

use phenom_dataset::{Dataset, Missing, Run};

use super::{Evaluation, StatisticsSettings};
use crate::clusters::{Pooling, SetPools};
use crate::counts::{Population, SetCounts, SlicePlan};
use crate::measures::Computation;

impl Evaluation {
    /// Counts what answers have in common with gold as sets, where that is asked for.
    pub(super) fn count_sets(&mut self, dataset: &Dataset, plan: &SlicePlan, runs: &[Vec<&Run>]) {
        let is_of_sets = |computation| matches!(computation, Computation::Sets(_));
        if !self.wanted.measures().any(|measure| is_of_sets(measure.computation)) {
            return;
        }
        let StatisticsSettings { compare, common_pairs, threads, .. } = self.statistics;
        let skips = runs.iter().flatten().any(|run| run.missing() == Missing::Skip);
        let (task, pairs) = (self.task, compare.pairs(&self.origins()));
        let of = |pairs, common| {
            SetPools::new(
                dataset,
                plan,
                runs,
                &Pooling { pairs, task, common, rule: None, threads },
            )
        };
        let common = common_pairs && skips;
        let mut pools = of(if common { Vec::new() } else { pairs.clone() }, false);
        if common {
            pools.take_pairs(of(pairs, true));
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
