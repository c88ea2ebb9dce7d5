//! Agreement as a function of summed counts of clusters, which can be resampled.

use std::collections::{BTreeMap, HashMap};

use phenom_dataset::{Dataset, Judgment, Task};

use super::annotation_counts;
use super::rows::{Cut, MOST_PAIRED_IN_SLICES};
use super::{AGREEMENT, FLEISS_KAPPA, KRIPPENDORFF_ALPHA, MEAN_PAIR_AGREEMENT};
use crate::counts::ContingencyTable;
use crate::evaluation::StatisticsSettings;
use crate::interval_method::IntervalMethod;
use crate::scores::ScoreInterval;
use crate::seed::Seed;
use crate::statistics::{
    DistinctClusters, PooledClusters, Replicates, Statistic, bootstrap_each, wilson,
};
use crate::undefined::{Proportion, Undefined, Value};

const JUDGMENTS: usize = Judgment::ALL.len();

/// A statistic in a box, so that several stand in a list.
pub(super) type Boxed<'s> = Box<Statistic<'s>>;

/// The intervals of statistics on the same resamples; nothing for one that has none.
pub(super) fn resampled(
    clusters: &PooledClusters,
    statistics: &[Boxed<'_>],
    settings: &StatisticsSettings,
    seed: Seed,
) -> Vec<Option<ScoreInterval>> {
    let of: Vec<&Statistic<'_>> = statistics.iter().map(|statistic| &**statistic).collect();
    let interval = |replicates: Replicates| {
        // Resamples that never differ do not say that the value is certain.
        let sure = replicates.interval(settings.level).filter(|_| !replicates.is_constant());
        let method = IntervalMethod::BiasCorrected;
        sure.map(|interval| ScoreInterval { interval, level: settings.level, method })
    };
    bootstrap_each(clusters, &of, &settings.resampling(seed), interval)
        .unwrap_or_else(|_| vec![None; statistics.len()])
}

/// What all annotators together said of each cluster.
pub(super) struct Annotators<'a> {
    statistics: &'a StatisticsSettings,
    seed: Seed,
    /// How many judged a pair: the numbers that occur, from 2 up.
    sizes: Vec<u32>,
    /// For each size [`FIELDS`] sums over the pairs that so many judged.
    judgments: Option<PooledClusters>,
    /// For every two annotators, judgments alike three-way and two-way, and all.
    alike: Option<PooledClusters>,
    /// Whether no cluster has more than one pair of judgments, so that they are independent.
    single: bool,
}

/// The pairs; judgments alike, two by two, three-way and two-way; and judgments of entailment, unknown
/// and contradiction.
const FIELDS: usize = 6;
/// The fields of two annotators.
const ALIKE: usize = 3;

impl<'a> Annotators<'a> {
    pub(super) fn new(
        dataset: &Dataset,
        cut: &Cut,
        statistics: &'a StatisticsSettings,
        seed: Seed,
    ) -> Self {
        let mut made = Self {
            statistics,
            seed,
            sizes: Vec::new(),
            judgments: None,
            alike: None,
            single: true,
        };
        if !statistics.intervals {
            return made;
        }
        let said = |row: usize| {
            let mut counts = dataset.annotator_counts(row).unwrap_or_default().map(u32::from);
            dataset
                .numbered_annotations(row)
                .for_each(|(_, judgment)| counts[usize::from(judgment.code())] += 1);
            counts
        };
        let sizes = cut.rows().map(|row| said(row).iter().sum::<u32>()).filter(|size| *size > 1);
        let sizes: std::collections::BTreeSet<u32> = sizes.collect();
        made.sizes = sizes.into_iter().collect();
        let annotators = dataset.annotators().count();
        let in_pairs = if annotators > MOST_PAIRED_IN_SLICES { 0 } else { annotators };
        let width = in_pairs * in_pairs.saturating_sub(1) / 2 * ALIKE;
        let (mut judgments, mut alike) = <(DistinctClusters, DistinctClusters)>::default();
        for cluster in cut.rows.chunk_by(|a, b| a.0 == b.0) {
            let mut sums = vec![0u32; made.sizes.len() * FIELDS];
            let mut of_two = vec![0u32; width];
            let mut shared = 0u64;
            for (_, row) in cluster {
                let counts = said(*row as usize);
                let Ok(at) = made.sizes.binary_search(&counts.iter().sum()) else { continue };
                let Some(fields) = fields(&counts) else { return made };
                shared += pairs(u64::from(made.sizes[at]));
                let sums = &mut sums[at * FIELDS..][..FIELDS];
                sums.iter_mut()
                    .zip(fields)
                    .for_each(|(sum, field)| *sum = sum.saturating_add(field));
                if width > 0 {
                    add_alike(dataset, *row as usize, &mut of_two);
                }
            }
            made.single &= shared <= 1;
            judgments.add(&sums, 1);
            if width > 0 {
                alike.add(&of_two, 1);
            }
        }
        made.judgments = Some(PooledClusters::of_distinct(made.sizes.len() * FIELDS, &judgments));
        made.alike = (width > 0).then(|| PooledClusters::of_distinct(width, &alike));
        made
    }

    /// For each task the intervals of the measures that have one. The tasks share the resamples.
    pub(super) fn intervals(&self, tasks: &[Task]) -> Vec<HashMap<&'static str, ScoreInterval>> {
        let mut found = vec![HashMap::new(); tasks.len()];
        let Some(clusters) = &self.judgments else { return found };
        let of: Vec<Boxed<'_>> = tasks
            .iter()
            .flat_map(|&task| -> [Boxed<'_>; 3] {
                [
                    Box::new(move |sums| self.sums(task, sums).agreement.value().ok()),
                    Box::new(move |sums| self.sums(task, sums).fleiss().ok()),
                    Box::new(move |sums| self.sums(task, sums).alpha().ok()),
                ]
            })
            .collect();
        let keys = [AGREEMENT.key, FLEISS_KAPPA.key, KRIPPENDORFF_ALPHA.key];
        let of = self.resampled(clusters, &of);
        for (found, intervals) in found.iter_mut().zip(of.chunks(keys.len())) {
            found.extend(
                keys.into_iter()
                    .zip(intervals)
                    .filter_map(|(key, interval)| Some((key, (*interval)?))),
            );
        }
        if self.single {
            let (sums, level) = (clusters.sums(), self.statistics.level);
            for (found, task) in found.iter_mut().zip(tasks) {
                let interval = wilson(self.sums(*task, &sums).agreement, level).ok();
                let method = IntervalMethod::Wilson;
                let interval = interval.map(|interval| ScoreInterval { interval, level, method });
                found.extend(interval.map(|interval| (AGREEMENT.key, interval)));
            }
        }
        if let Some(clusters) = &self.alike {
            let of = tasks
                .iter()
                .map(|&task| -> Boxed<'_> { Box::new(move |sums| mean_alike(task, sums).ok()) });
            let of: Vec<Boxed<'_>> = of.collect();
            for (found, interval) in found.iter_mut().zip(self.resampled(clusters, &of)) {
                found.extend(interval.map(|interval| (MEAN_PAIR_AGREEMENT.key, interval)));
            }
        }
        found
    }

    fn resampled(&self, clusters: &PooledClusters, of: &[Boxed<'_>]) -> Vec<Option<ScoreInterval>> {
        resampled(clusters, of, self.statistics, self.seed)
    }

    /// Agreement, Fleiss' kappa, alpha and mean agreement from the sums of all clusters.
    #[cfg(test)]
    pub(super) fn estimates(&self, task: Task) -> [Value; 4] {
        let sums = self.judgments.as_ref().map(PooledClusters::sums).unwrap_or_default();
        let sums = self.sums(task, &sums);
        let alike = self.alike.as_ref().map(PooledClusters::sums).unwrap_or_default();
        [sums.agreement.value(), sums.fleiss(), sums.alpha(), mean_alike(task, &alike)]
    }

    fn sums(&self, task: Task, sums: &[u64]) -> Sums {
        let mut all = Sums::default();
        for (size, fields) in self.sizes.iter().zip(sums.chunks_exact(FIELDS)) {
            let &[units, three_way, two_way, entailment, unknown, contradiction] = fields else {
                continue;
            };
            let size = u64::from(*size);
            let (alike, given) = match task {
                Task::ThreeWay => (three_way, [entailment, unknown, contradiction]),
                Task::TwoWay | Task::Outcome => {
                    (two_way, [entailment, units * size - entailment, 0])
                }
            };
            all.units += units;
            all.agreement.numerator += alike;
            all.agreement.denominator += units * pairs(size);
            all.mean += alike as f64 / pairs(size) as f64;
            all.coincidences += 2.0 * alike as f64 / (size - 1) as f64;
            all.given.iter_mut().zip(given).for_each(|(sum, times)| *sum += times);
        }
        all
    }
}

fn pairs(judgments: u64) -> u64 {
    judgments.saturating_mul(judgments.saturating_sub(1)) / 2
}

/// What a pair adds to the sums; nothing where so many judged it that they do not fit.
fn fields(counts: &[u32; JUDGMENTS]) -> Option<[u32; FIELDS]> {
    let of = |judgment: Judgment| counts[usize::from(judgment.code())];
    let entailment = of(Judgment::Entailment);
    let negative = counts.iter().sum::<u32>() - entailment;
    let alike = |counts: &[u32]| {
        u32::try_from(counts.iter().map(|count| pairs(u64::from(*count))).sum::<u64>()).ok()
    };
    let (three_way, two_way) = (alike(counts)?, alike(&[entailment, negative])?);
    let [unknown, contradiction] = [of(Judgment::Unknown), of(Judgment::Contradiction)];
    Some([1, three_way, two_way, entailment, unknown, contradiction])
}

/// Adds what every two annotators said of a pair.
fn add_alike(dataset: &Dataset, row: usize, sums: &mut [u32]) {
    let said: Vec<(u32, Judgment)> = dataset.numbered_annotations(row).collect();
    for (at, (first, judgment)) in said.iter().enumerate() {
        for (second, other) in &said[at + 1..] {
            // The place of a lower and a higher number among all of these.
            let place = (second * (second - 1) / 2 + first) as usize * ALIKE;
            let Some([three_way, two_way, all]) = sums.get_mut(place..place + ALIKE) else {
                continue;
            };
            *three_way += u32::from(judgment == other);
            *two_way += u32::from(judgment.two_way() == other.two_way());
            *all += 1;
        }
    }
}

fn mean_alike(task: Task, sums: &[u64]) -> Value {
    let of_two = sums.chunks_exact(ALIKE).filter(|fields| fields[2] > 0);
    let alike = |fields: &[u64]| fields[usize::from(task == Task::TwoWay)] as f64;
    let shares: Vec<f64> = of_two.map(|fields| alike(fields) / fields[2] as f64).collect();
    if shares.is_empty() {
        return Err(Undefined::NothingShared);
    }
    Ok(shares.iter().sum::<f64>() / shares.len() as f64)
}

/// Sums from which the coefficients of all annotators follow.
#[derive(Default)]
struct Sums {
    units: u64,
    agreement: Proportion,
    /// The agreement of each pair, summed.
    mean: f64,
    /// The coincidences of equal judgments.
    coincidences: f64,
    given: [u64; 3],
}

impl Sums {
    fn varies(&self) -> Result<f64, Undefined> {
        match self.given.iter().filter(|given| **given > 0).count() {
            0 => Err(Undefined::NothingShared),
            1 => Err(Undefined::NoVariation),
            _ => Ok(self.given.iter().sum::<u64>() as f64),
        }
    }

    /// See [`fleiss_kappa`](super::fleiss_kappa).
    fn fleiss(&self) -> Value {
        let all = self.varies()?;
        let expected: f64 = self.given.iter().map(|times| (*times as f64 / all).powi(2)).sum();
        Ok((self.mean / self.units as f64 - expected) / (1.0 - expected))
    }

    /// See [`krippendorff_alpha`](super::krippendorff_alpha); nominal.
    fn alpha(&self) -> Value {
        let all = self.varies()?;
        let squares: f64 = self.given.iter().map(|times| (*times as f64).powi(2)).sum();
        Ok(1.0 - (all - 1.0) * (all - self.coincidences) / (all * all - squares))
    }
}

/// The table of two annotators, cluster by cluster; an annotator without a number is the official
/// gold.
#[derive(Default)]
pub(super) struct Two {
    pool: DistinctClusters,
    /// Whether no cluster has more than one pair that both judged.
    single: bool,
}

const CELLS: usize = JUDGMENTS * JUDGMENTS;

impl Two {
    /// Every two who share a pair, the lower number first.
    pub(super) fn all(dataset: &Dataset, cut: &Cut) -> BTreeMap<(Option<u32>, u32), Self> {
        let mut found: BTreeMap<(Option<u32>, u32), Self> = BTreeMap::new();
        let mut said: Vec<(Option<u32>, u8)> = Vec::new();
        for cluster in cut.rows.chunk_by(|a, b| a.0 == b.0) {
            let mut tables: BTreeMap<(Option<u32>, u32), [u32; CELLS]> = BTreeMap::new();
            for (_, row) in cluster {
                let row = *row as usize;
                said.clear();
                let gold = dataset.gold().get(row).copied().flatten();
                said.extend(gold.map(|gold| (None, gold.code())));
                let annotations = dataset.numbered_annotations(row);
                said.extend(annotations.map(|(who, judgment)| (Some(who), judgment.code())));
                for (at, &(first, code)) in said.iter().enumerate() {
                    for &(second, other) in &said[at + 1..] {
                        let Some(second) = second else { continue };
                        let table = tables.entry((first, second)).or_insert([0; CELLS]);
                        table[usize::from(code) * JUDGMENTS + usize::from(other)] += 1;
                    }
                }
            }
            for (two, table) in tables {
                let new = Self { single: true, ..Self::default() };
                let of_two = found.entry(two).or_insert(new);
                of_two.single &= table.iter().sum::<u32>() <= 1;
                of_two.pool.add(&table, 1);
            }
        }
        found
    }

    /// For each task the intervals of their percentage agreement and of their kappa. The tasks share the
    /// resamples.
    pub(super) fn intervals(
        &self,
        tasks: &[Task],
        statistics: &StatisticsSettings,
        seed: Seed,
    ) -> Vec<[Option<ScoreInterval>; 2]> {
        if !statistics.intervals {
            return vec![[None, None]; tasks.len()];
        }
        let clusters = PooledClusters::of_distinct(CELLS, &self.pool);
        let of = tasks.iter().flat_map(|&task| -> [Boxed<'_>; 2] {
            [
                Box::new(move |sums| table(task, sums).ok()?.correct().value().ok()),
                Box::new(move |sums| annotation_counts::kappa_of(&table(task, sums).ok()?).ok()),
            ]
        });
        let of: Vec<Boxed<'_>> = of.collect();
        let of = resampled(&clusters, &of, statistics, seed);
        let sums = clusters.sums();
        let of_task = |(task, intervals): (&Task, &[Option<ScoreInterval>])| {
            let mut share = intervals.first().copied().flatten();
            if self.single {
                let level = statistics.level;
                let alike = table(*task, &sums).map(|table| table.correct());
                let ends = alike.ok().and_then(|alike| wilson(alike, level).ok());
                let method = IntervalMethod::Wilson;
                share = ends.map(|interval| ScoreInterval { interval, level, method });
            }
            [share, intervals.get(1).copied().flatten()]
        };
        tasks.iter().zip(of.chunks(2)).map(of_task).collect()
    }
}

fn table(task: Task, sums: &[u64]) -> Result<ContingencyTable, Undefined> {
    let cells = sums.iter().enumerate().filter(|(_, units)| **units > 0);
    let coded = |at: usize| at as u8;
    annotation_counts::table(
        task,
        cells.map(|(at, units)| (coded(at / JUDGMENTS), coded(at % JUDGMENTS), *units)),
    )
}
