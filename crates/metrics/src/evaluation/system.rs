//! One system's counts.

use arcstr::ArcStr;
use phenom_dataset::{Judgment, Missing, Task};

use crate::composition::{CompositionCounts, View};
use crate::counts::{
    AccuraciesByChance, Answered, ContingencyTable, Counts, JudgmentCounts, PairsByRuns,
    Population, SetCounts, SetMean, Unit, WholeAndParts, WholeTally, unanimous,
};
use crate::measures::accuracy::accuracy;
use crate::measures::{Computation, Figure, Measure, OfComposition, OfPairs};
use crate::rankings::RunRankings;
use crate::seed::Seed;
use crate::undefined::{Proportion, Undefined, Value};

/// Where a system's answers come from, which tables mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A system that answered the pairs.
    Answers,
    /// An algorithm that reads gold: a reference, not a competitor.
    ReadsGold,
}

/// One system's counts.
#[derive(Debug, Clone)]
pub struct SystemCounts {
    /// The system's name.
    pub name: ArcStr,
    /// Where its answers come from.
    pub origin: Origin,
    pub(super) missing: Missing,
    pub(super) task: Task,
    pub(super) counts: Counts,
    pub(super) rankings: Result<RunRankings, Undefined>,
    /// Its originals with their parts, where composition is asked for and pairs are known.
    pub(super) composition: Option<CompositionCounts>,
    /// Of each slice the decomposition in which parts weigh by the relevance of their phenomena, where they do.
    pub(super) by_relevance: Vec<Option<WholeTally>>,
    /// Of each slice what answers have in common with gold as sets, on original and on monothematic pairs, where that
    /// is asked for.
    pub(super) sets: Vec<[SetCounts; 2]>,
    /// How many runs it has, whose counts are added up.
    pub runs: usize,
    /// How many counts a pair adds for each run.
    pub(super) unit: Unit,
    /// Of each slice its original and its monothematic pairs by what the runs answer, if there are several.
    pub(super) pairs_by_runs: Vec<[PairsByRuns; 2]>,
}

impl SystemCounts {
    pub(crate) fn new(name: &str, origin: Origin, missing: Missing, counts: Counts) -> Self {
        Self {
            name: name.into(),
            origin,
            missing,
            task: Task::ThreeWay,
            counts,
            rankings: Err(Undefined::OnlyCounts),
            composition: None,
            by_relevance: Vec::new(),
            sets: Vec::new(),
            runs: 1,
            unit: Unit::ONE,
            pairs_by_runs: Vec::new(),
        }
    }

    /// The rankings of the system's run.
    ///
    /// # Errors
    /// [`Undefined::NoRanking`] where the run ranks nothing, [`Undefined::OnlyCounts`] where only its
    /// counts are known.
    pub fn rankings(&self) -> Result<&RunRankings, Undefined> {
        self.rankings.as_ref().map_err(Clone::clone)
    }

    /// The counts of all slices.
    pub(crate) fn all_counts(&self) -> &Counts {
        &self.counts
    }

    /// How often each pair is counted: for each run, and of outcomes that are right in part as often as the unit of their
    /// scores says.
    #[must_use]
    pub fn times_counted(&self) -> usize {
        self.runs * self.unit.get() as usize
    }

    /// How many pairs of a slice with one of some gold judgments it is scored on, all runs together.
    #[must_use]
    pub(crate) fn support(&self, population: Population, slice: usize, gold: &[Judgment]) -> u64 {
        let counts = self.counts(population, slice).with_gold(gold);
        counts.scored(self.missing) / u64::from(self.unit.get())
    }

    /// The counts in a slice; for [`Population::Decomposition`], of the decomposed originals.
    #[must_use]
    pub fn counts(&self, population: Population, slice: usize) -> &JudgmentCounts {
        self.counts.of(population, slice)
    }

    /// Gold against answers, over the pairs of a slice with one of the given gold judgments.
    ///
    /// # Errors
    /// [`Undefined::TwoWay`] where the task is three-way and the judgments are not.
    pub fn table(
        &self,
        population: Population,
        slice: usize,
        gold: &[Judgment],
    ) -> Result<ContingencyTable, Undefined> {
        self.table_under(self.task, population, slice, gold)
    }

    /// As [`table`](Self::table), under a task that need not be that of the evaluation.
    ///
    /// # Errors
    /// [`Undefined::TwoWay`] where the task is three-way and the judgments are not.
    pub(crate) fn table_under(
        &self,
        task: Task,
        population: Population,
        slice: usize,
        gold: &[Judgment],
    ) -> Result<ContingencyTable, Undefined> {
        self.counts(population, slice).with_gold(gold).table(task, self.missing)
    }

    /// Accuracy over the pairs of a slice with one of the given gold judgments.
    ///
    /// # Errors
    /// [`Undefined::NoPairs`] where there is none.
    pub fn accuracy(
        &self,
        population: Population,
        slice: usize,
        gold: &[Judgment],
    ) -> Result<Proportion, Undefined> {
        accuracy(&self.table(population, slice, gold)?)
    }

    /// The counts of a slice, from which every measure of judgments is computed, under a task that need not
    /// be that of the evaluation.
    ///
    /// # Errors
    /// [`Undefined::TwoWay`] where the task is three-way and a judgment is not,
    /// [`Undefined::NotDecomposed`] for a decomposition of which there is none.
    pub(crate) fn tally_under(
        &self,
        task: Task,
        population: Population,
        slice: usize,
    ) -> Result<WholeTally, Undefined> {
        let counts = self.counts(population, slice);
        if population != Population::Decomposition {
            return WholeTally::of_pairs(task, counts, self.missing);
        }
        if counts.all_pairs() == 0 {
            return Err(Undefined::NotDecomposed);
        }
        let parts = self.counts(Population::Monothematic, slice);
        WholeTally::of_decomposition(task, [counts, parts], self.missing)
    }

    /// A measure of a slice, over the pairs with one of some gold judgments.
    #[must_use]
    pub fn figure(
        &self,
        measure: &Measure,
        population: Population,
        slice: usize,
        gold: &[Judgment],
        seed: Seed,
    ) -> Figure {
        if let Computation::Composition(of) = measure.computation {
            return self.composition_figure(of, slice, gold, seed).0;
        }
        if let Computation::ByChance(value) = measure.computation {
            return match self.by_chance(slice) {
                Ok(by_chance) => value(&by_chance, gold).into(),
                Err(reason) => value(&NoAccuracies(reason), gold).into(),
            };
        }
        if let Computation::Sets(mean) = measure.computation {
            return self.set_figure(mean, population, slice);
        }
        if let (Computation::Pairs(of), true) = (measure.computation, self.runs > 1) {
            return self.pairs_figure(of, population, slice, gold, seed).into();
        }
        // Three-way judgments can be told apart where the evaluation does not.
        let task = match measure.computation {
            Computation::Share(task, _) => task,
            _ => self.task,
        };
        let tally = match measure.computation {
            Computation::ByRelevance(_) => self.tally_by_relevance(slice),
            _ => self.tally_under(task, population, slice),
        };
        match tally {
            Ok(tally) => {
                let figure = measure.of(tally.as_tally(), gold, seed);
                // A mean of scores is not a share of pairs.
                if self.unit == Unit::ONE { figure } else { figure.value.into() }
            }
            Err(reason) => match measure.computation {
                Computation::WholeAndParts(value) | Computation::ByRelevance(value) => {
                    value(&NoAccuracies(reason), gold).into()
                }
                _ => Err::<f64, _>(reason).into(),
            },
        }
    }

    /// A measure for which it matters how many pairs there are, of several runs that answer the same.
    fn pairs_figure(
        &self,
        of: OfPairs,
        population: Population,
        slice: usize,
        gold: &[Judgment],
        seed: Seed,
    ) -> Value {
        let labels = self.table(population, slice, gold)?.labels();
        let number = usize::from(population == Population::Monothematic);
        let pairs = self.pairs_by_runs.get(slice).ok_or(Undefined::OnlySumsOfRuns)?;
        let answered: Vec<Answered<'_>> = pairs[number].answered(gold, self.task).collect();
        match unanimous(&answered, labels) {
            Some(table) => (of.of_run)(&table, seed),
            None => (of.of_runs)(&answered, labels),
        }
    }

    fn set_figure(&self, mean: SetMean, population: Population, slice: usize) -> Figure {
        let counts = match (self.sets.get(slice), population) {
            (None, _) => return Err::<f64, _>(Undefined::NoSets).into(),
            (Some([original, _]), Population::Original) => *original,
            (Some([_, monothematic]), Population::Monothematic) => *monothematic,
            (Some(_), Population::Decomposition) => SetCounts::default(),
        };
        mean.proportion(counts).map_or_else(|| mean.value(counts).into(), Figure::from)
    }

    fn tally_by_relevance(&self, slice: usize) -> Result<WholeTally, Undefined> {
        if self.counts(Population::Decomposition, slice).all_pairs() == 0 {
            return Err(Undefined::NotDecomposed);
        }
        self.by_relevance.get(slice).cloned().flatten().ok_or(Undefined::NoRelevance)
    }

    fn by_chance(&self, slice: usize) -> Result<AccuraciesByChance, Undefined> {
        if self.counts(Population::Decomposition, slice).all_pairs() == 0 {
            return Err(Undefined::NotDecomposed);
        }
        let table = |population| self.table(population, slice, &Judgment::ALL);
        let pairs = |population| {
            let mut pairs = [0; 4];
            for judgment in Judgment::ALL {
                let table = self.table(population, slice, &[judgment]);
                pairs[usize::from(judgment.code())] = table.map_or(0, |table| table.total());
            }
            pairs
        };
        Ok(AccuraciesByChance {
            task: self.task,
            wholes: table(Population::Decomposition)?,
            parts: table(Population::Monothematic)?,
            gold: [Population::Decomposition, Population::Monothematic].map(pairs),
        })
    }

    /// The system's originals with their parts, kind by kind.
    ///
    /// # Errors
    /// [`Undefined::NoComposition`] where only counts of pairs are known, or no measure of composition is wanted.
    pub fn composition(&self) -> Result<&CompositionCounts, Undefined> {
        self.composition.as_ref().ok_or(Undefined::NoComposition)
    }

    /// A measure of composition of a slice, over the originals with one of some gold judgments, and the number
    /// of originals behind it.
    pub(crate) fn composition_figure(
        &self,
        of: OfComposition,
        slice: usize,
        gold: &[Judgment],
        seed: Seed,
    ) -> (Figure, u64) {
        if self.counts(Population::Decomposition, slice).all_pairs() == 0 {
            return (Err::<f64, _>(Undefined::NotDecomposed).into(), 0);
        }
        let composition = match self.composition() {
            Ok(composition) => composition,
            Err(reason) => return (Err::<f64, _>(reason).into(), 0),
        };
        let runs = composition.runs();
        let view = View::new(of.seen(), gold, self.task, composition.of(slice), runs);
        let counts = view.counts(composition.of(slice));
        let originals = counts.iter().sum();
        let figure = of.figure(&counts, seed);
        // Counts of runs that agree are those of one of them, of which a half added to a count is a larger part.
        if figure.proportion.is_none() && counts.iter().all(|count| count.is_multiple_of(runs)) {
            let of_one: Vec<u64> = counts.iter().map(|count| count / runs).collect();
            return (of.figure(&of_one, seed), originals);
        }
        (figure, originals)
    }

    /// What a missing answer means for this system.
    #[must_use]
    pub fn missing(&self) -> Missing {
        self.missing
    }
}

/// Accuracies that there are none of.
struct NoAccuracies(Undefined);

impl WholeAndParts for NoAccuracies {
    fn whole(&self, _: &[Judgment]) -> Value {
        Err(self.0.clone())
    }

    fn parts(&self, _: &[Judgment]) -> Value {
        Err(self.0.clone())
    }
}
