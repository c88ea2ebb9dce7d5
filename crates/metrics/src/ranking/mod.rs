//! Rankings of the pairs of a run [B09, sections 4 and 5.3].
//!
//! Two rankings follow from what a run says besides its answers: by entailment, and by confidence.
//! Each is streamed once, tie group by tie group, through the slices that a pair belongs to.

mod order;
mod soundness;

use phenom_dataset::{Answer, Dataset, Judgment, Missing, Run, ScoreKind, Task};

use crate::measures::average_precision::{
    AVERAGE_PRECISION, AVERAGE_PRECISION_PROCEEDINGS, AveragePrecision,
};
use crate::measures::confidence_weighted_score::{
    CONFIDENCE_WEIGHTED_SCORE, ConfidenceWeightedScore,
};
use crate::measures::weighted_information::{WEIGHTED_GOLD_ENTROPY, WEIGHTED_MUTUAL_INFORMATION};
use crate::slices::Counted;
use crate::{Population, SlicePlan, Undefined, Value, WeightedTable, gold_for};
use order::Ranked;
pub use soundness::Soundness;

/// Pairs of a ranking that are tied among themselves, and how many of them are marked: entailed in
/// gold, or rightly answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TieGroup {
    /// The pairs; at least one.
    pub pairs: u64,
    /// Those that are marked.
    pub marked: u64,
}

/// What the pairs weigh in weighted mutual information.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weighting {
    /// By their rank in the confidence ranking.
    Ranks,
    /// What the dataset says.
    Given,
}

/// The measures of the rankings of one run in one slice.
#[derive(Debug, Clone, PartialEq)]
pub struct RankingScores {
    /// AP.
    pub average_precision: Value,
    /// AP as in the proceedings edition.
    pub average_precision_proceedings: Value,
    /// CWS.
    pub confidence_weighted_score: Value,
    /// Weighted I(G;L), bits.
    pub weighted_mutual_information: Value,
    /// H(G) under the same weights, bits.
    pub weighted_gold_entropy: Value,
}

impl RankingScores {
    /// The value of a measure by its key; nothing where it is no measure of a ranking.
    #[must_use]
    pub fn of(&self, key: &str) -> Option<&Value> {
        let all = [
            (AVERAGE_PRECISION.key, &self.average_precision),
            (AVERAGE_PRECISION_PROCEEDINGS.key, &self.average_precision_proceedings),
            (CONFIDENCE_WEIGHTED_SCORE.key, &self.confidence_weighted_score),
            (WEIGHTED_MUTUAL_INFORMATION.key, &self.weighted_mutual_information),
            (WEIGHTED_GOLD_ENTROPY.key, &self.weighted_gold_entropy),
        ];
        all.into_iter().find(|(its, _)| *its == key).map(|(_, value)| value)
    }

    /// No value, for a reason.
    #[must_use]
    pub fn undefined(reason: &Undefined) -> Self {
        let none = || Err(reason.clone());
        Self {
            average_precision: none(),
            average_precision_proceedings: none(),
            confidence_weighted_score: none(),
            weighted_mutual_information: none(),
            weighted_gold_entropy: none(),
        }
    }
}

/// The rankings of one run on the original or on the monothematic pairs.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    /// For each slice its scores.
    slices: Vec<RankingScores>,
    /// Pairs that are tied with another in the entailment ranking.
    pub tied_by_entailment: Result<u64, Undefined>,
    /// Pairs that are tied with another in the confidence ranking.
    pub tied_by_confidence: Result<u64, Undefined>,
    /// Whether the two-way answers follow from the entailment ranking.
    pub soundness: Result<Soundness, Undefined>,
    /// AP after entailment and contradiction are swapped in gold and answers.
    pub negated_average_precision: Value,
    /// The pairs in the order of the entailment ranking, for resampling; where there are not too many.
    pub(crate) by_entailment: Option<Vec<Place>>,
    /// The same in the order of the confidence ranking.
    pub(crate) by_confidence: Option<Vec<Place>>,
}

/// A pair in its place in a ranking.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Place {
    pub(crate) row: usize,
    /// The original that it comes from, or is.
    pub(crate) cluster: usize,
    /// Its rank from 1; tied pairs share their mean rank.
    pub(crate) rank: f64,
    /// Whether it counts: entailed in gold, or rightly answered.
    pub(crate) marked: bool,
}

/// Up to how many pairs rankings are resampled: each resample goes over all of them.
pub(crate) const RESAMPLED_PAIRS: usize = 20_000;

impl Ranking {
    /// The scores of a slice.
    #[must_use]
    pub fn slice(&self, slice: usize) -> &RankingScores {
        &self.slices[slice]
    }
}

/// The rankings of one run.
#[derive(Debug, Clone, PartialEq)]
pub struct Rankings {
    /// From what they come; nothing for a run that ranks nothing, where only given weights count.
    pub kind: Option<ScoreKind>,
    original: Ranking,
    monothematic: Ranking,
}

impl Rankings {
    /// The rankings of a run under a task; nothing where the run ranks nothing and no weights are
    /// given.
    pub(crate) fn new(
        dataset: &Dataset,
        plan: &SlicePlan,
        run: &Run,
        task: Task,
        weighting: Weighting,
    ) -> Option<Self> {
        let kind = run.scores().map(phenom_dataset::RunScores::kind);
        if kind.is_none() && weighting == Weighting::Ranks {
            return None;
        }
        let of = |counted| Pass { dataset, plan, run, task, weighting, counted }.ranking();
        Some(Self {
            kind,
            original: of(Counted::Original),
            monothematic: of(Counted::Monothematic),
        })
    }

    /// The ranking of a population; nothing for [`Population::Decomposition`], which is two.
    #[must_use]
    pub fn of(&self, population: Population) -> Option<&Ranking> {
        match population {
            Population::Original => Some(&self.original),
            Population::Monothematic => Some(&self.monothematic),
            Population::Decomposition => None,
        }
    }
}

/// One run on one population.
struct Pass<'a> {
    dataset: &'a Dataset,
    plan: &'a SlicePlan,
    run: &'a Run,
    task: Task,
    weighting: Weighting,
    counted: Counted,
}

impl Pass<'_> {
    fn ranking(&self) -> Ranking {
        let entailment = self.order(order::by_entailment);
        let confidence = self.order(order::by_confidence);
        let positive = |row| self.gold(row) == Some(Judgment::Entailment);
        let mut average_precisions = self.zeros(AveragePrecision::default());
        if let Ok(order) = &entailment {
            self.stream(order, positive, |slice, group| average_precisions[slice].add(group));
        }
        let mut confidence_weighted = self.zeros(ConfidenceWeightedScore::default());
        if let Ok(order) = &confidence {
            let right = |row| self.is_right(row);
            self.stream(order, right, |slice, group| confidence_weighted[slice].add(group));
        }
        let weighted = match (self.weighting, &confidence) {
            (Weighting::Given, _) => Ok(self.given_weights()),
            (Weighting::Ranks, Ok(order)) => self.rank_weights(order),
            (Weighting::Ranks, Err(reason)) => Err(reason.clone()),
        };
        let slices = (0..self.plan.slices().len()).map(|slice| {
            let of = |order: &Result<Vec<Ranked>, Undefined>, value: Value| {
                order.as_ref().map_err(Clone::clone).and(value)
            };
            let empty = average_precisions[slice].proceedings().is_err()
                && confidence_weighted[slice].value().is_err()
                && (entailment.is_ok() || confidence.is_ok());
            let weigh = |value: fn(&WeightedTable) -> Value| match &weighted {
                Ok(_) if empty => Err(Undefined::NoPairs),
                Ok(tables) => value(&tables[slice]),
                Err(reason) => Err(reason.clone()),
            };
            RankingScores {
                average_precision: of(&entailment, average_precisions[slice].value()),
                average_precision_proceedings: of(
                    &entailment,
                    average_precisions[slice].proceedings(),
                ),
                confidence_weighted_score: of(&confidence, confidence_weighted[slice].value()),
                weighted_mutual_information: weigh(WeightedTable::mutual_information),
                weighted_gold_entropy: weigh(WeightedTable::gold_entropy),
            }
        });
        let slices = slices.collect();
        let tied = |order: &Result<Vec<Ranked>, Undefined>| {
            order.as_ref().map(|order| order::tied(order)).map_err(Clone::clone)
        };
        let by_entailment = self.places(entailment.as_ref().ok(), positive);
        let by_confidence = self.places(confidence.as_ref().ok(), |row| self.is_right(row));
        Ranking {
            by_entailment,
            by_confidence,
            slices,
            tied_by_entailment: tied(&entailment),
            tied_by_confidence: tied(&confidence),
            soundness: entailment.and_then(|order| {
                let items = order.iter().map(|it| {
                    let answer = Answer::Judged(Judgment::Entailment);
                    (it.group, self.run.answer(it.row) == answer, positive(it.row))
                });
                Soundness::of(items)
            }),
            negated_average_precision: self.negated_average_precision(),
        }
    }

    fn places(
        &self,
        order: Option<&Vec<Ranked>>,
        marked: impl Fn(usize) -> bool,
    ) -> Option<Vec<Place>> {
        let order = order.filter(|order| order.len() <= RESAMPLED_PAIRS)?;
        let originals = self.dataset.originals();
        let origins: Vec<usize> = match self.counted {
            Counted::Monothematic => self.dataset.origins().collect(),
            Counted::Original | Counted::Decomposed => Vec::new(),
        };
        let cluster = |row: usize| match row.checked_sub(originals.end) {
            Some(part) => origins.get(part).copied().unwrap_or(row),
            None => row,
        };
        let mut places = Vec::with_capacity(order.len());
        for group in order.chunk_by(|a, b| a.group == b.group) {
            let rank = places.len() as f64 + (group.len() as f64 + 1.0) / 2.0;
            places.extend(group.iter().map(|it| {
                let (row, cluster) = (it.row, cluster(it.row));
                Place { row, cluster, rank, marked: marked(it.row) }
            }));
        }
        Some(places)
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
        let labels = self.task.judgments();
        let position = |judgment: Judgment| {
            let seen = if self.task == Task::TwoWay { judgment.two_way() } else { judgment };
            labels.iter().position(|label| *label == seen)
        };
        let answer = match self.run.answer(row) {
            Answer::Judged(judgment) => position(judgment)?,
            Answer::Abstained | Answer::Missing => labels.len(),
        };
        Some((position(self.gold(row)?)?, answer))
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
            let contradicted =
                group.iter().filter(|it| self.gold(it.row) == Some(Judgment::Contradiction));
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
