//! Intervals of what the counts of clusters decide.

use phenom_dataset::Judgment;

use super::{Score, ScoreInterval};
use crate::clusters::{PartWeightSums, are_single};
use crate::counts::{Layout, Population, Tally};
use crate::interval_method::IntervalMethod;
use crate::measures::deviation_index::negative;
use crate::measures::{Computation, IntervalFrom, Measure};
use crate::no_interval::NoInterval;
use crate::seed::Seed;
use crate::statistics::{
    ByRuns, ClusteredShare, ConfidenceLevel, Divergence, Interval, PooledClusters, Question,
    Recovered, clustered_share, difference_of, divergence_interval, jackknife_interval, ratio,
    weighted_share,
};
use crate::undefined::Proportion;

/// The pairs of a row, by clusters.
#[derive(Clone, Copy)]
pub(super) struct OfClusters<'a> {
    /// Those of the system, run by run.
    pub(super) runs: ByRuns<'a>,
    /// The same with their runs together.
    pub(super) clusters: &'a PooledClusters,
    /// What is asked of several runs.
    pub(super) question: Question,
    pub(super) layout: Layout,
    pub(super) gold: &'a [Judgment],
    pub(super) population: Population,
    pub(super) level: ConfidenceLevel,
    /// What the monothematic pairs weigh, where they do.
    pub(super) weights: Option<PartWeightSums>,
}

impl OfClusters<'_> {
    /// The interval of a row's figure.
    pub(super) fn interval(
        &self,
        measure: &'static Measure,
        score: &Score,
    ) -> Result<ScoreInterval, NoInterval> {
        let found = |interval, method| {
            let statistic = self.statistic(measure);
            let interval = self.runs.widened(&statistic, interval, self.question, self.level)?;
            Ok(ScoreInterval {
                interval: measure.within_range(interval, self.layout.task.judgments().len()),
                level: self.level,
                method,
            })
        };
        match measure.interval {
            IntervalFrom::Share => found(
                self.of_share(measure, score.proportion.unwrap_or_default())?,
                IntervalMethod::AgrestiCoull,
            ),
            IntervalFrom::Jackknife(range) => {
                let (statistic, pairs) = (self.statistic(measure), |counts: &[u32]| {
                    // A measure of one judgment takes all pairs: those of another judgment may have it as answer.
                    let table = self.of_cluster(counts, |tally| match measure.computation {
                        Computation::Judgment(_) => {
                            tally.judgment(self.gold).map(|(table, _)| table)
                        }
                        _ => tally.table(self.gold),
                    });
                    table.map_or(0, |table| table.total())
                });
                let interval =
                    jackknife_interval(self.clusters, &statistic, range, pairs, self.level)?;
                found(interval, IntervalMethod::Jackknife)
            }
            IntervalFrom::Divergence(divergence) => {
                found(self.of_divergence(measure, divergence)?, IntervalMethod::Noncentral)
            }
            IntervalFrom::WholeOverParts => {
                found(self.whole_over_parts(self.gold)?.interval, IntervalMethod::Recovered)
            }
            IntervalFrom::PositiveLessNegative => {
                let positive = self.whole_over_parts(&[Judgment::Entailment])?;
                let negative = self.whole_over_parts(negative(self.gold))?;
                let interval = difference_of(self.clusters, &positive, &negative);
                found(interval, IntervalMethod::Recovered)
            }
            IntervalFrom::SizeOf(other) => self.of_other(other, score, Interval::magnitude),
            IntervalFrom::DistanceFromOneOf(other) => self.of_other(other, score, |interval| {
                let Interval { lower, upper } = interval;
                Interval { lower: lower - 1.0, upper: upper - 1.0 }.magnitude()
            }),
            // A figure from which bias is taken may lie below the interval.
            IntervalFrom::SameAs(other) => self.of_other(other, score, |interval| {
                let value = score.value.as_ref().copied().unwrap_or(interval.lower);
                let Interval { lower, upper } = interval;
                Interval { lower: lower.min(value), upper: upper.max(value) }
            }),
            IntervalFrom::None(reason) => Err(NoInterval::Measure(reason)),
            IntervalFrom::DifferenceOfShares(_)
            | IntervalFrom::OddsRatio
            | IntervalFrom::SolvedDivergence(_)
            | IntervalFrom::Resamples
            | IntervalFrom::Influences
            | IntervalFrom::Fit => {
                Err(NoInterval::Measure("it is not a function of the counts of original pairs"))
            }
        }
    }

    fn of_other(
        &self,
        other: &'static Measure,
        score: &Score,
        derived: impl Fn(Interval) -> Interval,
    ) -> Result<ScoreInterval, NoInterval> {
        let own = self.interval(other, score)?;
        Ok(ScoreInterval { interval: derived(own.interval), ..own })
    }

    /// What a function of counts is for one cluster.
    fn of_cluster<T>(&self, counts: &[u32], of: impl Fn(Tally<'_>) -> T) -> T {
        let mut wide = [0; Layout::MOST];
        for (wide, count) in wide.iter_mut().zip(counts) {
            *wide = u64::from(*count);
        }
        of(Tally::new(self.layout, &wide[..counts.len().min(Layout::MOST)]))
    }

    fn share(
        &self,
        of: impl Fn(Tally<'_>) -> Option<Proportion>,
    ) -> Result<ClusteredShare, NoInterval> {
        let of_cluster = |counts: &[u32]| self.of_cluster(counts, &of).unwrap_or_default();
        clustered_share(self.clusters, of_cluster, self.level).map_err(|_| NoInterval::Constant)
    }

    fn of_share(&self, measure: &Measure, proportion: Proportion) -> Result<Interval, NoInterval> {
        let told = match measure.computation {
            // The clusters do not tell finer judgments apart.
            Computation::Share(finer, _) => {
                finer.judgments().len() <= self.layout.task.judgments().len()
            }
            _ => true,
        };
        if told {
            let of = |tally: Tally<'_>| measure.of(tally, self.gold, Seed(0)).proportion;
            return self.share(of).map(|share| share.interval);
        }
        if !are_single(self.clusters, self.population) {
            return Err(NoInterval::Coarse);
        }
        // Runs of which each cluster has one pair answer alike.
        let Proportion { numerator, denominator } = proportion;
        let runs = self.runs.runs() as u64;
        let right = ([1, 1], numerator / runs);
        let wrong = ([0, 1], (denominator - numerator) / runs);
        let clusters = PooledClusters::new(2, [right, wrong]).map_err(|_| NoInterval::Coarse)?;
        let counted = |counts: &[u32]| Proportion {
            numerator: counts[0].into(),
            denominator: counts[1].into(),
        };
        clustered_share(&clusters, counted, self.level)
            .map(|share| share.interval)
            .map_err(|_| NoInterval::Constant)
    }

    fn whole_over_parts(&self, gold: &[Judgment]) -> Result<Recovered, NoInterval> {
        let wholes = self.share(|tally| tally.right_wholes(gold).ok())?;
        let parts = match self.weights {
            None => self.share(|tally| tally.right_parts(gold).ok())?,
            Some(weights) => self.weighted_parts(gold, weights.unit(gold))?,
        };
        Ok(ratio(self.clusters, &wholes, &parts)?)
    }

    fn weighted_parts(&self, gold: &[Judgment], unit: f64) -> Result<ClusteredShare, NoInterval> {
        let of_cluster = |counts: &[u32]| {
            self.of_cluster(counts, |tally| tally.right_parts(gold).ok()).unwrap_or_default()
        };
        weighted_share(self.clusters, of_cluster, unit, self.level)
            .map_err(|_| NoInterval::Constant)
    }

    fn of_divergence(
        &self,
        measure: &'static Measure,
        divergence: fn(&crate::counts::ContingencyTable, usize) -> Divergence,
    ) -> Result<Interval, NoInterval> {
        let of = |tally: Tally<'_>| match measure.computation {
            Computation::Judgment(_) => {
                tally.judgment(self.gold).map(|(table, label)| divergence(&table, label))
            }
            _ => tally.table(self.gold).map(|table| divergence(&table, 0)),
        };
        let sums = self.clusters.sums();
        let whole = of(Tally::new(self.layout, &sums)).map_err(|_| NoInterval::Coarse)?;
        let pairs =
            |counts: &[u32]| self.of_cluster(counts, of).map_or(0, |divergence| divergence.units);
        let statistic = self.statistic(measure);
        Ok(divergence_interval(self.clusters, &statistic, whole, pairs, self.level)?)
    }

    /// A measure as a function of the sums of clusters. What draws at random has no interval, so that
    /// the seed does not matter.
    fn statistic(&self, measure: &'static Measure) -> impl Fn(&[u64]) -> Option<f64> + Sync {
        |sums: &[u64]| measure.of(Tally::new(self.layout, sums), self.gold, Seed(0)).value.ok()
    }
}
