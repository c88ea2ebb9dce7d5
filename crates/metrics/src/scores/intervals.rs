//! Intervals of the tidy scores.

use std::borrow::Cow;
use std::ops::Range;

use phenom_dataset::Judgment;

use super::cuts::Cut;
use super::of_rankings;
use super::{Score, ScoreInterval};
use crate::clusters::{ClusterPools, are_single, right, right_share};
use crate::counts::{Layout, Population, Tally};
use crate::evaluation::{Evaluation, StatisticsSettings};
use crate::measures::{Computation, IntervalFrom, Measure, measure};
use crate::seed::Seed;
use crate::statistics::{
    Interval, IntervalMethod, PooledClusters, Statistic, bootstrap_each, wilson,
};
use crate::threads::side_by_side;
use crate::undefined::{Proportion, Value};

/// Rows of the tidy scores that one resampling serves.
#[derive(Debug)]
pub(super) struct Group<'c> {
    pub(super) system: usize,
    pub(super) cut: &'c Cut,
    pub(super) population: Population,
    pub(super) rows: Range<usize>,
}

/// Gives every row of the groups its interval, where it can have one.
pub(super) fn attach(evaluation: &Evaluation, groups: &[Group<'_>], rows: &mut [Score]) {
    let (Some(pools), statistics) = (&evaluation.pools, &evaluation.statistics) else { return };
    if !statistics.intervals {
        return;
    }
    let found = side_by_side(groups, statistics.threads, |group| {
        let mut found = OfGroup { pools, statistics, seed: evaluation.seed, group }.intervals(rows);
        found.extend(ranked(evaluation, group, rows));
        found
    });
    for (row, interval) in found.into_iter().flatten() {
        rows[row].interval = Some(interval);
    }
}

/// Where all clusters are alike, resampling tells nothing: a proportion of 0 or 1 is then taken as one of
/// whole clusters. Any other has no interval.
fn whole_clusters(proportion: Proportion, clusters: &PooledClusters) -> Option<Proportion> {
    let denominator = clusters.clusters();
    match proportion {
        Proportion { numerator: 0, .. } => Some(Proportion { numerator: 0, denominator }),
        all if all.numerator == all.denominator => {
            Some(Proportion { numerator: denominator, denominator })
        }
        _ => None,
    }
}

/// The intervals of the measures of a ranking, on all pairs.
fn ranked(
    evaluation: &Evaluation,
    group: &Group<'_>,
    rows: &[Score],
) -> Vec<(usize, ScoreInterval)> {
    if group.cut.slice != 0 || group.cut.gold.len() == 1 {
        return Vec::new();
    }
    let rankings = evaluation.systems[group.system].rankings().ok();
    let ranking = rankings.and_then(|rankings| rankings.of(group.population));
    let Some(ranking) = ranking else { return Vec::new() };
    let statistics = &evaluation.statistics;
    let interval = |row: usize| {
        let of_ranking = measure(rows[row].measure)?;
        let Computation::Ranking(by, start) = of_ranking.computation else { return None };
        rows[row].value.as_ref().ok()?;
        let places = ranking.places(by)?;
        let interval = of_rankings::interval(start, places, statistics, evaluation.seed)?;
        let (level, method) = (statistics.level, IntervalMethod::Percentile);
        Some((row, ScoreInterval { interval, level, method }))
    };
    group.rows.clone().filter_map(interval).collect()
}

struct OfGroup<'a> {
    pools: &'a ClusterPools,
    statistics: &'a StatisticsSettings,
    seed: Seed,
    group: &'a Group<'a>,
}

/// What the resamples say of a figure.
enum Resampled {
    /// All of them are alike.
    Constant,
    /// They differ; with the interval, where there is one.
    Varying(Option<Interval>),
}

/// A measure as a function of the sums over a resample.
type Boxed<'s> = Box<Statistic<'s>>;

impl OfGroup<'_> {
    fn intervals(&self, rows: &[Score]) -> Vec<(usize, ScoreInterval)> {
        let Group { system, cut, population, rows: range } = self.group;
        let layout = self.pools.layout;
        let all = self.pools.systems[cut.slice][*system].of(*population);
        let clusters = match cut.is_of_accuracy() {
            true => Cow::Owned(right(all, layout, &cut.gold)),
            false => Cow::Borrowed(all),
        };
        // A cluster of one pair is an independent pair.
        let independent = match cut.is_of_accuracy() {
            true => clusters.iter().all(|(counts, _)| counts[1] <= 1),
            false => are_single(&clusters, *population),
        };
        let mut found = Vec::new();
        let mut wanted: Vec<(usize, Boxed<'_>)> = Vec::new();
        for row in range.clone() {
            let score = &rows[row];
            if score.value.is_err() {
                continue;
            }
            match score.proportion {
                Some(proportion) if independent => {
                    found.extend(self.wilson(proportion).map(|interval| (row, interval)));
                }
                _ if cut.is_of_accuracy() => wanted.push((row, Box::new(right_share))),
                _ => wanted.extend(
                    measure(score.measure)
                        .and_then(|measure| resampled_measure(measure, layout.task))
                        .map(|measure| (row, statistic(measure, layout, &cut.gold))),
                ),
            }
        }
        for (row, resampled) in self.resampled(&clusters, &wanted) {
            let Resampled::Varying(interval) = resampled else {
                let whole = rows[row].proportion.and_then(|share| whole_clusters(share, &clusters));
                found.extend(
                    whole.and_then(|share| self.wilson(share)).map(|interval| (row, interval)),
                );
                continue;
            };
            let Some(interval) = interval.and_then(|own| self.derived(&rows[row], own, &clusters))
            else {
                continue;
            };
            let (level, method) = (self.statistics.level, IntervalMethod::BiasCorrected);
            found.push((row, ScoreInterval { interval, level, method }));
        }
        found
    }

    /// The interval of a figure from that of the measure that was resampled for it.
    fn derived(
        &self,
        score: &Score,
        of_resampled: Interval,
        clusters: &PooledClusters,
    ) -> Option<Interval> {
        let shifted =
            |by: f64| Interval { lower: of_resampled.lower - by, upper: of_resampled.upper - by };
        Some(match measure(score.measure)?.interval {
            IntervalFrom::SizeOf(_) => of_resampled.magnitude(),
            IntervalFrom::DistanceFromOneOf(_) => shifted(1.0).magnitude(),
            IntervalFrom::Less(_, constant) => {
                let sums = clusters.sums();
                let tally = Tally::new(self.pools.layout, &sums);
                shifted(constant.of(tally, &self.group.cut.gold, self.seed).value.ok()?)
            }
            IntervalFrom::Resamples | IntervalFrom::Fit | IntervalFrom::None(_) => of_resampled,
        })
    }

    fn resampled(
        &self,
        clusters: &PooledClusters,
        wanted: &[(usize, Boxed<'_>)],
    ) -> Vec<(usize, Resampled)> {
        if wanted.is_empty() {
            return Vec::new();
        }
        let statistics: Vec<&Statistic<'_>> =
            wanted.iter().map(|(_, statistic)| &**statistic).collect();
        // Fewer than two clusters: there is nothing to resample, and no interval.
        let clusters = clusters.blocked();
        let resampling = self.statistics.resampling(self.seed);
        let resampled = bootstrap_each(&clusters, &statistics, &resampling, |replicates| {
            if replicates.is_constant() {
                return Resampled::Constant;
            }
            Resampled::Varying(replicates.interval(self.statistics.level))
        });
        let rows = wanted.iter().map(|(row, _)| *row);
        rows.zip(resampled.into_iter().flatten()).collect()
    }

    fn wilson(&self, proportion: Proportion) -> Option<ScoreInterval> {
        let level = self.statistics.level;
        let interval = wilson(proportion, level).ok()?;
        Some(ScoreInterval { interval, level, method: IntervalMethod::Wilson })
    }
}

/// The measure that is resampled for the interval of another; nothing where it has none, or where the
/// clusters do not tell its judgments apart.
fn resampled_measure(
    measure: &'static Measure,
    task: phenom_dataset::Task,
) -> Option<&'static Measure> {
    let resampled = match measure.interval {
        IntervalFrom::Resamples => measure,
        IntervalFrom::SizeOf(other)
        | IntervalFrom::DistanceFromOneOf(other)
        | IntervalFrom::Less(other, _) => other,
        IntervalFrom::Fit | IntervalFrom::None(_) => return None,
    };
    match resampled.computation {
        Computation::Share(finer, _) if finer.judgments().len() > task.judgments().len() => None,
        Computation::Ranking(..) | Computation::Weighted(_) => None,
        _ => Some(resampled),
    }
}

/// A measure as a function of the sums of clusters. What draws at random has no interval, so that the
/// seed does not matter.
fn statistic<'s>(measure: &'static Measure, layout: Layout, gold: &'s [Judgment]) -> Boxed<'s> {
    Box::new(move |sums: &[u64]| -> Value {
        measure.of(Tally::new(layout, sums), gold, Seed(0)).value
    })
}
