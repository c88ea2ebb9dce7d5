//! One pass over the rankings of a run.

use phenom_dataset::{Answer, Dataset, Judgment, Missing, Run, Task};

use super::clusters::RankedClusters;
use super::order::{self, Ranked};
use super::ranking::{PopulationRankings, RankingValues, Weighting, is_of_ranking};
use crate::counts::{Counted, SlicePlan, TieGroup, WeightedTable, gold_for};
use crate::measures::average_precision::AveragePrecision;
use crate::measures::forecast::{Deviation, Forecast, MeanDeviation, no_forecasts};
use crate::measures::ranking_facts::Soundness;
use crate::measures::{Computation, Measure, RankedBy, RankingFacts, RankingSum, Wanted};
use crate::statistics::OfRun;
use crate::undefined::{Undefined, Value};

/// How a measure sees a forecast.
type DeviationOf = fn(&Forecast<'_>) -> Result<Deviation, Undefined>;

/// A row with its deviation, or why it has none.
type RowDeviation = (usize, Result<Deviation, Undefined>);

/// One run on one population.
pub(super) struct Pass<'a> {
    pub(super) dataset: &'a Dataset,
    pub(super) plan: &'a SlicePlan,
    pub(super) run: &'a Run,
    pub(super) task: Task,
    pub(super) weighting: Weighting,
    pub(super) wanted: Wanted,
    pub(super) counted: Counted,
    /// Whether intervals or comparisons are wanted.
    pub(super) with_clusters: bool,
}

impl Pass<'_> {
    pub(super) fn ranking(&self) -> PopulationRankings {
        let entailment = self.order(order::by_entailment);
        let confidence = self.order(order::by_confidence);
        let tied = |order: &Result<Vec<Ranked>, Undefined>| {
            order.as_ref().map(|order| order::tied(order)).map_err(Clone::clone)
        };
        let values = self.values(&entailment, &confidence);
        PopulationRankings {
            clusters: self.with_clusters.then(|| self.clusters(&values, &entailment, &confidence)),
            values,
            facts: RankingFacts {
                tied_by_entailment: tied(&entailment),
                tied_by_confidence: tied(&confidence),
                soundness: entailment.and_then(|order| {
                    let items = order.iter().map(|place| {
                        let answer = Answer::Judged(Judgment::Entailment);
                        let answered = self.run.answer(place.row) == answer;
                        (place.group, answered, self.is_entailed(place.row))
                    });
                    Soundness::of(items)
                }),
            },
            negated_average_precision: self.negated_average_precision(),
        }
    }

    /// Every wanted measure of a ranking, slice by slice.
    fn values(
        &self,
        entailment: &Result<Vec<Ranked>, Undefined>,
        confidence: &Result<Vec<Ranked>, Undefined>,
    ) -> RankingValues {
        let is_sum = |measure: &&Measure| {
            is_of_ranking(measure) && !matches!(measure.computation, Computation::RankingFacts(_))
        };
        let measures: Vec<&'static Measure> = self.wanted.measures().filter(is_sum).collect();
        let weighs = |measure: &&Measure| matches!(measure.computation, Computation::Weighted(_));
        let weighted = measures.iter().copied().any(|measure| weighs(&measure)).then(|| {
            match (self.weighting, confidence) {
                (Weighting::Given, _) => Ok(self.given_weights()),
                (Weighting::Ranks, Ok(order)) => self.rank_weights(order),
                (Weighting::Ranks, Err(reason)) => Err(reason.clone()),
            }
        });
        let slices = self.plan.slices().len();
        let of_measures = measures.iter().map(|measure| match measure.computation {
            Computation::Ranking(by, start, _) => {
                let order = match by {
                    RankedBy::Entailment => entailment,
                    RankedBy::Confidence => confidence,
                };
                match order {
                    Ok(order) => self.sums(order, by, start),
                    Err(reason) => vec![Err(reason.clone()); slices],
                }
            }
            Computation::Forecasts(deviation, _) => match self.deviations(deviation) {
                Ok(deviations) => self.mean_deviations(&deviations),
                Err(reason) => vec![Err(reason); slices],
            },
            Computation::Weighted(value) => match &weighted {
                Some(Ok(tables)) => {
                    let of = |(table, pairs): (&WeightedTable, u64)| match pairs {
                        0 if entailment.is_ok() || confidence.is_ok() => Err(Undefined::NoPairs),
                        _ => value(table),
                    };
                    tables.iter().zip(self.pairs_by_slice()).map(of).collect()
                }
                Some(Err(reason)) => vec![Err(reason.clone()); slices],
                None => Vec::new(),
            },
            _ => Vec::new(),
        });
        let of_measures = of_measures.collect();
        RankingValues { measures, of_measures }
    }

    /// A measure of a ranking in every slice.
    fn sums(
        &self,
        order: &[Ranked],
        by: RankedBy,
        start: fn() -> Box<dyn RankingSum>,
    ) -> Vec<Value> {
        let mut sums: Vec<Box<dyn RankingSum>> =
            std::iter::repeat_with(start).take(self.plan.slices().len()).collect();
        let marked = |row| self.is_marked(by, row);
        self.stream(order, marked, |slice, group| sums[slice].add(group));
        sums.iter().map(|sum| sum.value()).collect()
    }

    /// The influences of clusters on each measure of a ranking of all pairs.
    fn clusters(
        &self,
        values: &RankingValues,
        entailment: &Result<Vec<Ranked>, Undefined>,
        confidence: &Result<Vec<Ranked>, Undefined>,
    ) -> RankedClusters {
        let originals = self.dataset.originals();
        let origins: Vec<usize> = match self.counted {
            Counted::Monothematic => self.dataset.origins().collect(),
            Counted::Original | Counted::Decomposed => Vec::new(),
        };
        let cluster = |row: usize| {
            let part = row.checked_sub(originals.end);
            let original = part.and_then(|part| origins.get(part).copied()).unwrap_or(row);
            self.dataset.cluster_of(original)
        };
        let rows: Vec<usize> = self.rows().collect();
        let clusters = self.dataset.clusters().len();
        let mut sizes = vec![0; clusters];
        for &row in &rows {
            sizes[cluster(row)] += 1;
        }
        let of_measure = |(&measure, values): (&&'static Measure, &Vec<Value>)| {
            if let Computation::Forecasts(deviation, _) = measure.computation {
                let of_run = self.run_of_forecasts(deviation, &values[0], (clusters, &cluster));
                return Some((measure, of_run.map(|run| vec![run])));
            }
            let Computation::Ranking(by, _, influences) = measure.computation else { return None };
            let order = match by {
                RankedBy::Entailment => entailment,
                RankedBy::Confidence => confidence,
            };
            let of_run = order.as_ref().map_err(Clone::clone).and_then(|order| {
                let value = values[0].clone()?;
                let groups = || order.chunk_by(|a, b| a.group == b.group);
                let counted = groups().map(|group| TieGroup {
                    pairs: group.len() as u64,
                    marked: group.iter().filter(|item| self.is_marked(by, item.row)).count() as u64,
                });
                let of_pairs = influences(&counted.collect::<Vec<_>>());
                let mut of_clusters = vec![0.0; clusters];
                for (group, of_pair) in groups().zip(of_pairs) {
                    for item in group {
                        let marked = usize::from(self.is_marked(by, item.row));
                        of_clusters[cluster(item.row)] += of_pair[marked];
                    }
                }
                Ok(vec![OfRun { value, influences: of_clusters }])
            });
            Some((measure, of_run))
        };
        let of_measures = values.measures.iter().zip(&values.of_measures).filter_map(of_measure);
        RankedClusters {
            task: self.task,
            of_measures: of_measures.collect(),
            rows: vec![rows],
            sizes,
        }
    }

    /// How far what the run says of each pair deviates from gold.
    ///
    /// # Errors
    /// If the run gives no probabilities. A single pair without one has its own reason.
    fn deviations(&self, deviation: DeviationOf) -> Result<Vec<RowDeviation>, Undefined> {
        let scores = self.run.scores().ok_or(Undefined::NoRanking)?;
        if let Some(reason) = no_forecasts(scores) {
            return Err(reason);
        }
        let in_task = |judgment: Judgment| match self.task {
            Task::TwoWay => judgment.two_way(),
            Task::ThreeWay | Task::Outcome => judgment,
        };
        let of_row = |row: usize| {
            let gold = in_task(self.gold(row)?);
            let answer = self.run.answer(row).single(self.task).map(in_task);
            let forecast = Forecast { scores, row, answer, gold, task: self.task };
            Some((row, deviation(&forecast)))
        };
        Ok(self.rows().filter_map(of_row).collect())
    }

    /// The mean deviation in every slice.
    fn mean_deviations(&self, deviations: &[RowDeviation]) -> Vec<Value> {
        let mut means = self.zeros(Ok(MeanDeviation::default()));
        for (row, deviation) in deviations {
            for slice in self.plan.slices_of(*row, self.counted) {
                match (&mut means[slice], deviation) {
                    (Ok(mean), Ok(deviation)) => mean.add(*deviation),
                    (Err(_), _) => {}
                    (mean, Err(reason)) => *mean = Err(reason.clone()),
                }
            }
        }
        means.into_iter().map(|mean| mean.and_then(|mean| mean.value())).collect()
    }

    /// The influences of the clusters on the mean deviation of all pairs.
    fn run_of_forecasts(
        &self,
        deviation: DeviationOf,
        value: &Value,
        (clusters, cluster): (usize, &dyn Fn(usize) -> usize),
    ) -> Result<OfRun, Undefined> {
        let value = value.clone()?;
        let mut mean = MeanDeviation::default();
        let deviations = self.deviations(deviation)?;
        for (_, deviation) in &deviations {
            mean.add(deviation.clone()?);
        }
        let mut influences = vec![0.0; clusters];
        for (row, deviation) in deviations {
            influences[cluster(row)] += mean.influence(deviation?);
        }
        Ok(OfRun { value, influences })
    }

    fn zeros<T: Clone>(&self, zero: T) -> Vec<T> {
        vec![zero; self.plan.slices().len()]
    }

    fn gold(&self, row: usize) -> Option<Judgment> {
        gold_for(self.dataset, row, self.run.answer(row))
    }

    /// The rows that count, in the order of a ranking.
    fn order(
        &self,
        key: fn(&Run, usize) -> Result<order::Key, Undefined>,
    ) -> Result<Vec<Ranked>, Undefined> {
        order::order(self.rows(), |row| key(self.run, row))
    }

    /// The rows that have gold and are scored.
    fn rows(&self) -> impl Iterator<Item = usize> {
        let rows = match self.counted {
            Counted::Monothematic => self.dataset.monothematic(),
            Counted::Original | Counted::Decomposed => self.dataset.originals(),
        };
        let skips = self.run.missing() == Missing::Skip;
        rows.filter(move |&row| {
            let left_out = skips && self.run.answer(row) == Answer::Missing;
            self.dataset.gold()[row].is_some() && !left_out
        })
    }

    /// The columns of gold and answer in a table of the task.
    fn cell(&self, row: usize) -> Option<(usize, usize)> {
        let answer = match self.run.answer(row).single(self.task) {
            Some(judgment) => self.task.column(judgment)?,
            None => self.task.judgments().len(),
        };
        Some((self.task.column(self.gold(row)?)?, answer))
    }

    fn is_entailed(&self, row: usize) -> bool {
        self.gold(row) == Some(Judgment::Entailment)
    }

    /// Whether a pair is one of those that should come first in a ranking.
    fn is_marked(&self, by: RankedBy, row: usize) -> bool {
        match by {
            RankedBy::Entailment => self.is_entailed(row),
            RankedBy::Confidence => self.is_right(row),
        }
    }

    /// How many pairs are ranked in each slice.
    fn pairs_by_slice(&self) -> Vec<u64> {
        let mut pairs = self.zeros(0);
        for row in self.rows() {
            for slice in self.plan.slices_of(row, self.counted) {
                pairs[slice] += 1;
            }
        }
        pairs
    }

    fn is_right(&self, row: usize) -> bool {
        self.cell(row).is_some_and(|(gold, answer)| gold == answer)
    }

    /// Hands each slice its tie groups in the order of the ranking.
    fn stream(
        &self,
        order: &[Ranked],
        marked: impl Fn(usize) -> bool,
        mut add: impl FnMut(usize, TieGroup),
    ) {
        let mut open: Vec<Option<(u32, TieGroup)>> = self.zeros(None);
        for item in order {
            let mark = u64::from(marked(item.row));
            for slice in self.plan.slices_of(item.row, self.counted) {
                match &mut open[slice] {
                    Some((group, tied)) if *group == item.group => {
                        tied.pairs += 1;
                        tied.marked += mark;
                    }
                    other => {
                        let next = TieGroup { pairs: 1, marked: mark };
                        if let Some((_, done)) = other.replace((item.group, next)) {
                            add(slice, done);
                        }
                    }
                }
            }
        }
        for (slice, last) in open.into_iter().enumerate() {
            if let Some((_, done)) = last {
                add(slice, done);
            }
        }
    }

    /// For each slice its table under the weights of the dataset.
    fn given_weights(&self) -> Vec<WeightedTable> {
        let mut tables = self.zeros(WeightedTable::new(self.task.judgments().len()));
        for row in self.rows() {
            let Some((gold, answer)) = self.cell(row) else { continue };
            for slice in self.plan.slices_of(row, self.counted) {
                tables[slice].add(gold, answer, self.dataset.weight(row));
            }
        }
        tables
    }

    /// For each slice its table under weights by rank. A pair at rank r of N weighs N + 1 - r; tied
    /// pairs share their mean weight.
    fn rank_weights(&self, order: &[Ranked]) -> Result<Vec<WeightedTable>, Undefined> {
        let mut pairs: Vec<u64> = self.zeros(0);
        for item in order {
            for slice in self.plan.slices_of(item.row, self.counted) {
                pairs[slice] += 1;
            }
        }
        let labels = self.task.judgments().len();
        let mut tables = self.zeros(WeightedTable::new(labels));
        // For each slice how many pairs stand before the tie group, and how many are in it.
        let mut places: Vec<(u64, u64)> = self.zeros((0, 0));
        for group in order.chunk_by(|a, b| a.group == b.group) {
            for item in group {
                for slice in self.plan.slices_of(item.row, self.counted) {
                    places[slice].1 += 1;
                }
            }
            for item in group {
                let (gold, answer) = self.cell(item.row).ok_or(Undefined::TwoWay)?;
                for slice in self.plan.slices_of(item.row, self.counted) {
                    let (before, tied) = places[slice];
                    let mean_rank = before as f64 + (tied as f64 + 1.0) / 2.0;
                    tables[slice].add(gold, answer, pairs[slice] as f64 + 1.0 - mean_rank);
                }
            }
            for item in group {
                for slice in self.plan.slices_of(item.row, self.counted) {
                    let (before, tied) = &mut places[slice];
                    *before += std::mem::take(tied);
                }
            }
        }
        Ok(tables)
    }

    fn negated_average_precision(&self) -> Value {
        let order = self.order(order::by_contradiction)?;
        let mut sum = AveragePrecision::default();
        for group in order.chunk_by(|a, b| a.group == b.group) {
            let contradicted = group
                .iter()
                .filter(|ranked| self.gold(ranked.row) == Some(Judgment::Contradiction));
            let marked = contradicted.count() as u64;
            sum.add(TieGroup { pairs: group.len() as u64, marked });
        }
        match sum.value() {
            // What is contradiction here is entailment there.
            Err(Undefined::NoPositives) => Err(Undefined::NoNegatedPositives),
            value => value,
        }
    }
}
