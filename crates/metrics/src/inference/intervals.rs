//! Intervals of the tidy scores.

use std::ops::Range;

use phenom_dataset::Judgment;

use super::cluster_pools::{ClusterPools, Layout};
use super::of_rankings::{self, OfRanking};
use super::{Inference, side_by_side, views};
use crate::measures::accuracy::{
    ACCURACY, ACCURACY_THREE_WAY, ACCURACY_TWO_WAY, CONDITIONED_ACCURACY,
};
use crate::measures::average_precision::AVERAGE_PRECISION;
use crate::measures::confidence_weighted_score::CONFIDENCE_WEIGHTED_SCORE;
use crate::measures::correlation_index::{CORRELATION_INDEX, IDEAL_DISTANCE};
use crate::measures::deviation_index::{DEVIATION_INDEX, DEVIATION_INDEX_SIGNED};
use crate::measures::entropy::{ENTROPY_GIVEN_ANSWER, entropy_given};
use crate::measures::f1::{F1, f1};
use crate::measures::independence::INDEPENDENCE_P_VALUE;
use crate::measures::mutual_information::{
    CORRECTED_MUTUAL_INFORMATION, EXPECTED_MUTUAL_INFORMATION, MUTUAL_INFORMATION,
    expected_mutual_information,
};
use crate::measures::precision::{PRECISION, precision};
use crate::measures::{OF_A_TABLE, OfATable};
use crate::uncertainty::{
    ConfidenceLevel, Interval, IntervalMethod, PooledClusters, Statistic, bootstrap,
    bootstrap_each, wilson,
};
use crate::{Evaluation, Population, Proportion, Score, Seed, Value};

/// The interval of a figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoreInterval {
    /// Its ends.
    pub interval: Interval,
    /// Its confidence level.
    pub level: ConfidenceLevel,
    /// How it was made.
    pub method: IntervalMethod,
}

/// Rows of the tidy scores that one resampling serves.
#[derive(Debug)]
pub(crate) struct Group {
    pub(crate) system: usize,
    pub(crate) slice: usize,
    pub(crate) gold: Vec<Judgment>,
    pub(crate) population: Population,
    pub(crate) rows: Range<usize>,
}

/// Gives every row of the groups its interval, where it can have one.
pub(crate) fn attach(evaluation: &Evaluation, groups: &[Group], rows: &mut [Score]) {
    let (Some(pools), inference) = (&evaluation.pools, &evaluation.inference) else { return };
    if !inference.intervals {
        return;
    }
    let found = side_by_side(groups, inference.threads, |group| {
        let mut found = OfGroup { pools, inference, seed: evaluation.seed, group }.intervals(rows);
        found.extend(ranked(evaluation, group, rows));
        found
    });
    for (row, interval) in found.into_iter().flatten() {
        rows[row].interval = Some(interval);
    }
}

impl Evaluation {
    /// The interval of an accuracy over the pairs of a slice with one of the given gold judgments;
    /// nothing where intervals are not wanted, where only counts are known, and where there are fewer
    /// than two clusters.
    #[must_use]
    pub fn accuracy_interval(
        &self,
        system: usize,
        population: Population,
        slice: usize,
        gold: &[Judgment],
    ) -> Option<ScoreInterval> {
        let pools = self.pools.as_ref().filter(|_| self.inference.intervals)?;
        let whole = pools.systems.get(slice)?.get(system)?;
        let clusters = views::right(whole.of(population), pools.layout, gold);
        let level = self.inference.level;
        // A cluster of one pair is an independent pair.
        if clusters.iter().all(|(counts, _)| counts[1] <= 1) {
            let sums = clusters.sums();
            let right = Proportion { numerator: sums[0], denominator: sums[1] };
            let interval = wilson(right, level).ok()?;
            return Some(ScoreInterval { interval, level, method: IntervalMethod::Wilson });
        }
        let resampling = self.inference.resampling(self.seed);
        let replicates = bootstrap(&clusters, &[&views::accuracy], &resampling).ok()?;
        let replicates = replicates.first()?;
        if replicates.is_constant() {
            let sums = clusters.sums();
            let right = Proportion { numerator: sums[0], denominator: sums[1] };
            let interval = wilson(whole_clusters(right, &clusters)?, level).ok()?;
            return Some(ScoreInterval { interval, level, method: IntervalMethod::Wilson });
        }
        let interval = replicates.interval(level)?;
        Some(ScoreInterval { interval, level, method: IntervalMethod::BiasCorrected })
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
fn ranked(evaluation: &Evaluation, group: &Group, rows: &[Score]) -> Vec<(usize, ScoreInterval)> {
    if group.slice != 0 || group.gold.len() == 1 {
        return Vec::new();
    }
    let rankings = evaluation.systems[group.system].rankings().ok();
    let Some(ranking) = rankings.and_then(|it| it.of(group.population)) else { return Vec::new() };
    let inference = &evaluation.inference;
    let interval = |row: usize| {
        let (measure, places) = match rows[row].measure {
            key if key == AVERAGE_PRECISION.key => {
                (OfRanking::AveragePrecision, &ranking.by_entailment)
            }
            key if key == CONFIDENCE_WEIGHTED_SCORE.key => {
                (OfRanking::ConfidenceWeightedScore, &ranking.by_confidence)
            }
            _ => return None,
        };
        rows[row].value.as_ref().ok()?;
        let places = places.as_ref()?;
        let interval = of_rankings::interval(measure, places, inference, evaluation.seed)?;
        let (level, method) = (inference.level, IntervalMethod::Percentile);
        Some((row, ScoreInterval { interval, level, method }))
    };
    group.rows.clone().filter_map(interval).collect()
}

struct OfGroup<'a> {
    pools: &'a ClusterPools,
    inference: &'a Inference,
    seed: Seed,
    group: &'a Group,
}

/// What the resamples say of a figure.
enum Resampled {
    /// All of them are alike.
    Constant,
    /// They differ; with the interval, where there is one.
    Varying(Option<Interval>),
}

/// A statistic in a box, so that several stand in a list.
type Boxed<'s> = Box<Statistic<'s>>;

impl OfGroup<'_> {
    fn intervals(&self, rows: &[Score]) -> Vec<(usize, ScoreInterval)> {
        if self.group.population == Population::Decomposition {
            self.of_decomposition(rows)
        } else {
            self.of_tables(rows)
        }
    }

    fn of_tables(&self, rows: &[Score]) -> Vec<(usize, ScoreInterval)> {
        let Group { system, slice, gold, population, rows: range } = self.group;
        let layout = self.pools.layout;
        // What an answer is worth is asked of all pairs, whatever the gold judgment of the slice.
        let clusters = self.pools.systems[*slice][*system].of(*population);
        let independent = views::are_single(clusters);
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
                _ => {
                    wanted.extend(statistic(score.measure, layout, gold).map(|it| (row, it)));
                }
            }
        }
        let information = range.clone().find(|row| rows[*row].measure == MUTUAL_INFORMATION.key);
        for (row, resampled) in self.resampled(clusters, &wanted) {
            let Resampled::Varying(interval) = resampled else {
                let whole = rows[row].proportion.and_then(|it| whole_clusters(it, clusters));
                found.extend(whole.and_then(|it| self.wilson(it)).map(|interval| (row, interval)));
                continue;
            };
            let Some(interval) = interval else { continue };
            found.push((row, self.bias_corrected(interval)));
            // What is above chance is what there is, less a number.
            if Some(row) == information
                && let Some(corrected) =
                    range.clone().find(|row| rows[*row].measure == CORRECTED_MUTUAL_INFORMATION.key)
                && let Ok(expected) = views::table(&clusters.sums(), layout, gold)
                    .and_then(|table| expected_mutual_information(&table))
            {
                let Interval { lower, upper } = interval;
                let interval = Interval { lower: lower - expected, upper: upper - expected };
                found.push((corrected, self.bias_corrected(interval)));
            }
        }
        found
    }

    fn of_decomposition(&self, rows: &[Score]) -> Vec<(usize, ScoreInterval)> {
        let Group { system, slice, gold, rows: range, .. } = self.group;
        let clusters = self.pools.systems[*slice][*system].of(Population::Decomposition);
        let negative = views::negative(gold);
        let mut wanted: Vec<(usize, Boxed<'_>)> = Vec::new();
        for row in range.clone().filter(|row| rows[*row].value.is_ok()) {
            let negative = negative.clone();
            match rows[row].measure {
                key if key == CORRELATION_INDEX.key || key == IDEAL_DISTANCE.key => {
                    wanted.push((row, Box::new(|sums| views::correlation(sums, gold))));
                }
                key if key == DEVIATION_INDEX.key || key == DEVIATION_INDEX_SIGNED.key => {
                    wanted.push((row, Box::new(move |sums| views::deviation(sums, &negative))));
                }
                _ => {}
            }
        }
        let mut found = Vec::new();
        for (row, resampled) in self.resampled(clusters, &wanted) {
            let Resampled::Varying(Some(interval)) = resampled else { continue };
            let Interval { lower, upper } = interval;
            let interval = match rows[row].measure {
                key if key == IDEAL_DISTANCE.key => {
                    Interval { lower: lower - 1.0, upper: upper - 1.0 }.magnitude()
                }
                key if key == DEVIATION_INDEX.key => interval.magnitude(),
                _ => interval,
            };
            found.push((row, self.bias_corrected(interval)));
        }
        found
    }

    fn resampled(
        &self,
        clusters: &PooledClusters,
        wanted: &[(usize, Boxed<'_>)],
    ) -> Vec<(usize, Resampled)> {
        if wanted.is_empty() {
            return Vec::new();
        }
        let statistics: Vec<&Statistic<'_>> = wanted.iter().map(|(_, it)| &**it).collect();
        // Fewer than two clusters: there is nothing to resample, and no interval.
        let clusters = clusters.blocked();
        let resampling = self.inference.resampling(self.seed);
        let resampled = bootstrap_each(&clusters, &statistics, &resampling, |replicates| {
            if replicates.is_constant() {
                return Resampled::Constant;
            }
            Resampled::Varying(replicates.interval(self.inference.level))
        });
        let rows = wanted.iter().map(|(row, _)| *row);
        rows.zip(resampled.into_iter().flatten()).collect()
    }

    fn wilson(&self, proportion: Proportion) -> Option<ScoreInterval> {
        let level = self.inference.level;
        let interval = wilson(proportion, level).ok()?;
        Some(ScoreInterval { interval, level, method: IntervalMethod::Wilson })
    }

    fn bias_corrected(&self, interval: Interval) -> ScoreInterval {
        let (level, method) = (self.inference.level, IntervalMethod::BiasCorrected);
        ScoreInterval { interval, level, method }
    }
}

/// A measure as a function of the sums of a view of tables; nothing for those that get no interval of
/// their own.
fn statistic<'s>(key: &str, layout: Layout, gold: &'s [Judgment]) -> Option<Boxed<'s>> {
    let without = [
        EXPECTED_MUTUAL_INFORMATION.key,
        CORRECTED_MUTUAL_INFORMATION.key,
        INDEPENDENCE_P_VALUE.key,
    ];
    if without.contains(&key) {
        return None;
    }
    if let Some((_, compute)) = OF_A_TABLE.iter().find(|(measure, _)| measure.key == key) {
        let compute: OfATable = *compute;
        return Some(Box::new(move |sums| compute(&views::table(sums, layout, gold)?, Seed(0))));
    }
    if key == ACCURACY.key || key == CONDITIONED_ACCURACY.key || key == ACCURACY_THREE_WAY.key {
        return Some(Box::new(move |sums| views::table(sums, layout, gold)?.correct().value()));
    }
    if key == ACCURACY_TWO_WAY.key {
        return Some(Box::new(move |sums| two_way(sums, layout, gold)));
    }
    let [judgment] = gold else { return None };
    let label = layout.label(*judgment);
    let whole = move |sums: &[u64]| views::table(sums, layout, &Judgment::ALL);
    if key == PRECISION.key {
        return Some(Box::new(move |sums| {
            precision(&whole(sums)?, label).and_then(Proportion::value)
        }));
    }
    if key == F1.key {
        return Some(Box::new(move |sums| f1(&whole(sums)?, label)));
    }
    if key == ENTROPY_GIVEN_ANSWER.key {
        return Some(Box::new(move |sums| entropy_given(&whole(sums)?, label)));
    }
    None
}

/// Two-way accuracy from tables of either task.
fn two_way(sums: &[u64], layout: Layout, gold: &[Judgment]) -> Value {
    let entailment = layout.label(Judgment::Entailment);
    let (mut right, mut pairs) = (0, 0);
    for judgment in gold {
        let row = &sums[usize::from(judgment.code()) * layout.answers()..][..layout.answers()];
        pairs += row.iter().sum::<u64>();
        let judged = &row[..layout.answers() - 1];
        right += if *judgment == Judgment::Entailment {
            judged[entailment]
        } else {
            judged.iter().sum::<u64>() - judged[entailment]
        };
    }
    Proportion { numerator: right, denominator: pairs }.value()
}
