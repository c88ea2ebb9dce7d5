//! Intervals of measures of composition.

use phenom_dataset::{Judgment, Task};

use super::ScoreInterval;
use crate::clusters::ComposedClusters;
use crate::interval_method::IntervalMethod;
use crate::measures::{IntervalFrom, Measure, OfComposition};
use crate::no_interval::NoInterval;
use crate::seed::Seed;
use crate::statistics::{
    ByRuns, ConfidenceLevel, Question, Recovered, TwoByTwo, clustered_share, difference_of,
    divergence_interval, jackknife_interval, odds_ratio_interval, strata_of,
};
use crate::undefined::Proportion;

/// The originals of a row, by clusters.
#[derive(Clone, Copy)]
pub(super) struct OfComposedClusters<'a> {
    pub(super) clusters: &'a ComposedClusters,
    pub(super) task: Task,
    pub(super) gold: &'a [Judgment],
    pub(super) level: ConfidenceLevel,
    /// What is asked of several runs.
    pub(super) question: Question,
}

impl OfComposedClusters<'_> {
    /// The interval of a measure.
    pub(super) fn interval(
        &self,
        measure: &Measure,
        of: OfComposition,
    ) -> Result<ScoreInterval, NoInterval> {
        let view = self.clusters.view(of.seen(), self.gold, self.task);
        let side_by_side = self.clusters.side_by_side(&view);
        let runs = ByRuns::new(&side_by_side, self.clusters.runs());
        let clusters = &*runs.together();
        let level = self.level;
        let value = |sums: &[u64]| of.figure(sums, Seed(0)).value.ok();
        let share = |share: &dyn Fn(&[u64]) -> Proportion| {
            let counted = |counts: &[u32]| share(&wide(counts));
            clustered_share(clusters, counted, level).map_err(|_| NoInterval::Constant)
        };
        let (interval, method) = match measure.interval {
            IntervalFrom::Share => {
                let counted =
                    |counts: &[u64]| of.figure(counts, Seed(0)).proportion.unwrap_or_default();
                (share(&counted)?.interval, IntervalMethod::AgrestiCoull)
            }
            IntervalFrom::DifferenceOfShares([one, other]) => {
                let [one, other] = [one, other].map(|of| share(&|counts| of(table(counts)).into()));
                let (one, other) = (Recovered::from(one?), Recovered::from(other?));
                (difference_of(clusters, &one, &other), IntervalMethod::Recovered)
            }
            IntervalFrom::OddsRatio => {
                (odds_ratio_interval(clusters, level)?, IntervalMethod::LogOdds)
            }
            IntervalFrom::SolvedDivergence(divergence) => {
                let whole = divergence(table(&clusters.sums()));
                let interval = divergence_interval(clusters, &value, whole, pairs, level)?;
                (interval, IntervalMethod::Noncentral)
            }
            IntervalFrom::Jackknife(range) => {
                let interval = jackknife_interval(clusters, &value, range, pairs, level)?;
                (interval, IntervalMethod::Jackknife)
            }
            IntervalFrom::None(reason) => return Err(NoInterval::Measure(reason)),
            _ => return Err(NoInterval::Measure("it is not a function of composed predictions")),
        };
        let interval = runs.widened(&value, interval, self.question, level)?;
        Ok(ScoreInterval { interval: measure.within_bounds(interval), level, method })
    }
}

fn wide(counts: &[u32]) -> Vec<u64> {
    counts.iter().map(|count| u64::from(*count)).collect()
}

fn table(counts: &[u64]) -> TwoByTwo {
    strata_of(counts).first().copied().unwrap_or_default()
}

fn pairs(counts: &[u32]) -> u64 {
    wide(counts).iter().sum()
}
