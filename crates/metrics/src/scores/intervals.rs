//! Intervals of the tidy scores.

use std::borrow::Cow;
use std::ops::Range;

use phenom_dataset::Judgment;

use super::cuts::Cut;
use super::of_clusters::OfClusters;
use super::of_composition::OfComposedClusters;
use super::{Score, ScoreInterval};
use super::{of_rankings, of_sets};
use crate::clusters::ClusterPools;
use crate::counts::{Population, SetCounts, Tally};
use crate::evaluation::Evaluation;
use crate::interval_method::IntervalMethod;
use crate::measures::{Computation, Measure, measure};
use crate::no_interval::NoInterval;
use crate::statistics::threads::side_by_side;
use crate::statistics::{ByRuns, ConfidenceLevel, PooledClusters};
use crate::undefined::Value;

/// Rows of the tidy scores that the same clusters serve.
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
        let mut found = counted(evaluation, pools, group, rows);
        found.extend(ranked(evaluation, group, rows));
        found
    });
    for (row, interval) in found.into_iter().flatten() {
        match interval {
            Ok(interval) => rows[row].interval = Some(interval),
            Err(reason) => rows[row].no_interval = Some(reason),
        }
    }
}

/// The intervals of the measures of a ranking, on all pairs.
fn ranked(
    evaluation: &Evaluation,
    group: &Group<'_>,
    rows: &[Score],
) -> Vec<(usize, Result<ScoreInterval, NoInterval>)> {
    if group.cut.slice != 0 || group.cut.gold.len() == 1 {
        return Vec::new();
    }
    let rankings = evaluation.systems[group.system].rankings().ok();
    let ranking = rankings.and_then(|rankings| rankings.of(group.population));
    let Some(ranking) = ranking else { return Vec::new() };
    let Some(clusters) = ranking.clusters() else { return Vec::new() };
    let statistics = &evaluation.statistics;
    let interval = |row: usize| {
        let measure = measure(rows[row].measure)?;
        measure.has_influences().then_some(())?;
        rows[row].value.as_ref().ok()?;
        let (level, method) = (statistics.level, IntervalMethod::Influences);
        let found = of_rankings::interval(measure, clusters, statistics.question, level);
        Some((row, found.map(|interval| ScoreInterval { interval, level, method })))
    };
    group.rows.clone().filter_map(interval).collect()
}

/// The intervals of what the counts of clusters decide.
fn counted(
    evaluation: &Evaluation,
    pools: &ClusterPools,
    group: &Group<'_>,
    rows: &[Score],
) -> Vec<(usize, Result<ScoreInterval, NoInterval>)> {
    let Group { system, cut, population, rows: range } = group;
    let of = OfSlice::new(evaluation, pools, *system, cut.slice, *population);
    let interval = |row: usize| {
        let score = &rows[row];
        score.value.as_ref().ok()?;
        Some((row, of.interval(measure(score.measure)?, &cut.gold, score)?))
    };
    range.clone().filter_map(interval).collect()
}

/// The clusters of a system in a slice.
pub(super) struct OfSlice<'e> {
    evaluation: &'e Evaluation,
    pools: &'e ClusterPools,
    system: usize,
    slice: usize,
    population: Population,
    level: ConfidenceLevel,
    runs: ByRuns<'e>,
    together: Cow<'e, PooledClusters>,
}

impl<'e> OfSlice<'e> {
    pub(super) fn new(
        evaluation: &'e Evaluation,
        pools: &'e ClusterPools,
        system: usize,
        slice: usize,
        population: Population,
    ) -> Self {
        let runs = pools.of_system(slice, system, population);
        let (level, together) = (evaluation.statistics.level, runs.together());
        Self { evaluation, pools, system, slice, population, level, runs, together }
    }

    /// The same for intervals at another level than that of the report.
    pub(super) fn at(self, level: ConfidenceLevel) -> Self {
        Self { level, ..self }
    }

    /// The interval of a measure over the pairs with one of some gold judgments; nothing where it comes from
    /// elsewhere.
    pub(super) fn interval(
        &self,
        measure: &'static Measure,
        gold: &[Judgment],
        score: &Score,
    ) -> Option<Result<ScoreInterval, NoInterval>> {
        let (slice, system) = (self.slice, self.system);
        let statistics = &self.evaluation.statistics;
        let (level, question) = (self.level, statistics.question);
        let of_clusters = OfClusters {
            runs: self.runs,
            clusters: &self.together,
            question,
            layout: self.pools.layout,
            gold,
            population: self.population,
            level,
            weights: None,
        };
        match measure.computation {
            Computation::Composition(of) => {
                let clusters = self.pools.composed.as_ref()?.of_system(slice, system);
                let task = self.pools.layout.task;
                let of_clusters = OfComposedClusters { clusters, task, gold, level, question };
                Some(of_clusters.interval(measure, of))
            }
            Computation::ByRelevance(_) => {
                let relevance = self.evaluation.relevance.as_ref()?;
                let runs = relevance.pools.of_system(slice, system)?;
                let weights = Some(relevance.weights(slice));
                let clusters = &*runs.together();
                let weighted = OfClusters { runs, clusters, weights, ..of_clusters };
                Some(weighted.interval(measure, score))
            }
            Computation::Sets(mean) => {
                let sets = self.evaluation.sets.as_ref()?;
                let runs = sets.of_system(slice, system, self.population)?;
                Some(of_sets::interval(measure, mean, runs, (question, level)))
            }
            // These have theirs from another place.
            Computation::Ranking(..) | Computation::Forecasts(..) => None,
            _ => Some(of_clusters.interval(measure, score)),
        }
    }

    /// The value of a measure for each run, on all pairs of the slice, and the pairs that it is about; nothing where its
    /// counts are not known.
    pub(super) fn of_runs(&self, measure: &'static Measure) -> Option<Vec<(Value, u64)>> {
        let (slice, system) = (self.slice, self.system);
        let seed = self.evaluation.seed;
        let layout = self.pools.layout;
        let of = |runs: ByRuns<'_>, value: &dyn Fn(&[u64]) -> Value| {
            let sums = runs.clusters().sums();
            let unit = u64::from(layout.unit.get());
            let of_run =
                |counts: &[u64]| (value(counts), pairs_of(measure, self.population, counts) / unit);
            sums.chunks_exact((sums.len() / runs.runs()).max(1)).map(of_run).collect()
        };
        Some(match measure.computation {
            Computation::Composition(of_composition) => {
                let clusters = self.pools.composed.as_ref()?.of_system(slice, system);
                let view = clusters.view(of_composition.seen(), &Judgment::ALL, layout.task);
                let runs = clusters.side_by_side(&view);
                let value = |sums: &[u64]| of_composition.figure(sums, seed).value;
                of(ByRuns::new(&runs, clusters.runs()), &value)
            }
            Computation::Sets(mean) => {
                let sets = self.evaluation.sets.as_ref()?;
                let runs = sets.of_system(slice, system, self.population)?;
                of(runs, &|sums: &[u64]| mean.value(SetCounts::of_sums(sums)))
            }
            _ => of(self.runs, &|sums: &[u64]| {
                measure.of(Tally::new(layout, sums), &Judgment::ALL, seed).value
            }),
        })
    }
}

/// The pairs behind the value of one run, from its counts: of measures of composition the originals.
fn pairs_of(measure: &Measure, population: Population, counts: &[u64]) -> u64 {
    let is_counted = |at: usize| match (measure.computation, population) {
        (Computation::Composition(_), _) => true,
        // Right answers stand before pairs: those of originals, and those of their parts.
        (Computation::RightWholes, Population::Decomposition) => at % 4 == 1,
        (_, Population::Decomposition) => at % 2 == 1,
        _ => true,
    };
    if let Computation::Sets(_) = measure.computation {
        return SetCounts::of_sums(counts).pairs;
    }
    counts.iter().enumerate().filter(|(at, _)| is_counted(*at)).map(|(_, count)| count).sum()
}
