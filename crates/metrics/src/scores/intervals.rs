//! Intervals of the tidy scores.

use std::ops::Range;

use super::cuts::Cut;
use super::of_clusters::OfClusters;
use super::of_composition::OfComposedClusters;
use super::{Score, ScoreInterval};
use super::{of_rankings, of_sets};
use crate::clusters::ClusterPools;
use crate::counts::Population;
use crate::evaluation::Evaluation;
use crate::measures::{Computation, measure};
use crate::statistics::{IntervalMethod, NoInterval};
use crate::threads::side_by_side;

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
    let statistics = &evaluation.statistics;
    let interval = |row: usize| {
        let of_ranking = measure(rows[row].measure)?;
        let Computation::Ranking(by, start) = of_ranking.computation else { return None };
        rows[row].value.as_ref().ok()?;
        let places = ranking.places(by)?;
        let interval = of_rankings::interval(start, places, statistics, evaluation.seed)?;
        let (level, method) = (statistics.level, IntervalMethod::Percentile);
        Some((row, Ok(ScoreInterval { interval, level, method })))
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
    let (relevance, sets) = (evaluation.relevance.as_ref(), evaluation.sets.as_ref());
    let level = evaluation.statistics.level;
    let of_clusters = OfClusters {
        clusters: pools.systems[cut.slice][*system].of(*population),
        layout: pools.layout,
        gold: &cut.gold,
        population: *population,
        level,
        weights: None,
    };
    let interval = |row: usize| {
        let score = &rows[row];
        score.value.as_ref().ok()?;
        let measure = measure(score.measure)?;
        if let Computation::Composition(of) = measure.computation {
            let clusters = &pools.composed.as_ref()?.systems[cut.slice][*system];
            let (task, gold) = (pools.layout.task, cut.gold.as_slice());
            let of_clusters = OfComposedClusters { clusters, task, gold, level };
            return Some((row, of_clusters.interval(measure, of)));
        }
        if let Computation::ByRelevance(_) = measure.computation {
            let relevance = relevance?;
            let clusters = relevance.of_system(cut.slice, *system)?;
            let weights = Some(relevance.weights(cut.slice));
            let weighted = OfClusters { clusters, weights, ..of_clusters };
            return Some((row, weighted.interval(measure, score)));
        }
        if let Computation::Sets(mean) = measure.computation {
            let clusters = sets?.of_system(cut.slice, *system, *population)?;
            return Some((row, of_sets::interval(measure, mean, clusters, level)));
        }
        // These have theirs from another place.
        let elsewhere = matches!(measure.computation, Computation::Ranking(..));
        (!elsewhere).then(|| (row, of_clusters.interval(measure, score)))
    };
    range.clone().filter_map(interval).collect()
}
