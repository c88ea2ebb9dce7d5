//! Answers that are sets of judgments.

use phenom_dataset::{Answer, Dataset, Judgment, Missing, Run, Task};

use super::{Evaluation, Origin, Settings, StatisticsSettings};
use crate::clusters::{Pooling, SetPools};
use crate::counts::{Population, SetCounts, SlicePlan};
use crate::measures::Computation;
use crate::measures::of_sets::{EXACT_MATCH, SET_F1};

/// The settings as such data need them: measures of sets are computed by default where some answer is a set, and
/// judgments are told apart two-way where a gold set is two-way.
pub(super) fn settings_for(
    dataset: &Dataset,
    runs: &[(Run, Origin)],
    settings: &Settings,
) -> Settings {
    let mut settings = *settings;
    let is_set = |code: &u8| matches!(Answer::from_code(*code), Answer::Several(_));
    if runs.iter().any(|(run, _)| run.codes().iter().any(is_set)) {
        settings.wanted = settings.wanted.by_default(&[&EXACT_MATCH, &SET_F1]);
    }
    let is_two_way = |row: usize| dataset.also_gold(row).contains(&Judgment::NotEntailment);
    if dataset.rows_with_gold_sets().any(is_two_way) {
        settings.task = Some(Task::TwoWay);
    }
    settings
}

/// The counts of two systems together, slice by slice.
pub(super) fn added_up(one: &[[SetCounts; 2]], other: &[[SetCounts; 2]]) -> Vec<[SetCounts; 2]> {
    let both = one.iter().zip(other);
    both.map(|([a, b], [c, d])| [a.plus(*c), b.plus(*d)]).collect()
}

impl Evaluation {
    /// Counts what answers have in common with gold as sets, where that is asked for.
    pub(super) fn count_sets(&mut self, dataset: &Dataset, plan: &SlicePlan, runs: &[Vec<&Run>]) {
        let is_of_sets = |computation| matches!(computation, Computation::Sets(_));
        if !self.wanted.measures().any(|measure| is_of_sets(measure.computation)) {
            return;
        }
        let StatisticsSettings { compare, common_pairs, threads, .. } = self.statistics;
        let skips = runs.iter().flatten().any(|run| run.missing() == Missing::Skip);
        let (task, pairs) = (self.task, compare.pairs(runs.len()));
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
