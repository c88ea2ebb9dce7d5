//! The pairs of a cluster, and the counts that each adds 1 to.

use hashbrown::HashMap;
use phenom_dataset::{
    Answer, CompositionRule, Dataset, Judgment, Missing, PARTLY_RIGHT, RIGHT, Run, Task, WRONG,
};

use super::cluster::mixed;
use crate::composition::AnsweredOriginals;
use crate::counts::{Counted, Layout, Population, SlicePlan, gold_for};

/// The counts that a pair adds 1 to: population, cell.
pub(super) fn cells(
    layout: Layout,
    counted: Counted,
    gold: Judgment,
    answer: Answer,
) -> impl Iterator<Item = (Population, usize)> {
    let none = layout.answers() - 1;
    let judgment = answer.single(layout.task);
    let column = judgment.and_then(|judgment| layout.task.column(judgment)).unwrap_or(none);
    let own = match counted {
        Counted::Original => Some(Population::Original),
        Counted::Decomposed => None,
        Counted::Monothematic => Some(Population::Monothematic),
    };
    let own = own.map(|population| (population, layout.row(gold) + column));
    let half = match counted {
        Counted::Original => None,
        Counted::Decomposed => Some(Layout::decomposed(gold)),
        Counted::Monothematic => Some(Layout::decomposed(gold) + 2),
    };
    let right = half.filter(|_| is_right(layout.task, gold, answer));
    let of_decomposition = right.into_iter().chain(half.map(|half| half + 1));
    own.into_iter().chain(of_decomposition.map(|cell| (Population::Decomposition, cell)))
}

/// Gold and answer of a pair, if a run with such missing answers is scored on it.
pub(super) fn judged(
    gold: Option<Judgment>,
    answer: Answer,
    missing: Missing,
) -> Option<(Judgment, Answer)> {
    let left_out = answer == Answer::Missing && missing == Missing::Skip;
    gold.filter(|_| !left_out).map(|gold| (gold, answer))
}

/// Whether an answer agrees with gold under a task.
pub(super) fn is_right(task: Task, gold: Judgment, answer: Answer) -> bool {
    answer.single(task).is_some_and(|judgment| task.column(judgment) == task.column(gold))
}

/// One look at the pairs of clusters.
pub(super) struct Pass<'a> {
    pub(super) dataset: &'a Dataset,
    pub(super) plan: &'a SlicePlan,
    pub(super) systems: &'a [Vec<&'a Run>],
    pub(super) layout: Layout,
    pub(super) common: bool,
    /// The rule of composition, if it is asked for: clusters are alike only if their parts are in the same order, or
    /// have the same weights, where that matters to it. With it, the originals as each run answers them.
    pub(super) rule: Option<(&'a CompositionRule, &'a [AnsweredOriginals])>,
}

impl Pass<'_> {
    /// One cluster of each [kind](Self::kind), with how many there are of it. They stand as in the dataset, so that who looks at
    /// one after the other finds its pairs beside those of the one before.
    pub(super) fn kinds(&self) -> Vec<(usize, u64)> {
        let mut places: HashMap<u64, usize> = HashMap::new();
        let mut kinds: Vec<(usize, u64)> = Vec::new();
        for cluster in self.dataset.clusters() {
            let place = *places.entry(self.kind(cluster)).or_insert(kinds.len());
            kinds.resize(kinds.len().max(place + 1), (cluster, 0));
            kinds[place].1 += 1;
        }
        kinds
    }

    /// A number that clusters have in common which are alike in every slice, for every system, in
    /// whatever order their originals stand.
    fn kind(&self, cluster: usize) -> u64 {
        let originals = self.dataset.originals_of(cluster);
        // Mixed, so that what comes from one original does not pass for what comes from another.
        originals.map(|original| mixed(self.kind_of(original))).fold(0, u64::wrapping_add)
    }

    fn kind_of(&self, original: usize) -> u64 {
        let of = |row: usize| {
            let mut hash = mixed(u64::from(self.plan.keys[row]) + 1);
            for run in self.systems.iter().flatten() {
                let units = if run.is_partly_right() { run.outcome_units(row) } else { 0 };
                hash = mixed(hash ^ u64::from(run.codes()[row]) ^ (u64::from(units) << 8));
            }
            if self.dataset.also_gold(row).is_empty() { hash } else { mixed(hash ^ row as u64) }
        };
        let in_order = self.rule.is_some_and(|(rule, _)| rule.is_ordered());
        let weighted = self.rule.is_some_and(|(rule, _)| rule.is_weighted());
        let of_part = |row: usize| match weighted {
            true => mixed(of(row) ^ self.dataset.weight(row).to_bits()),
            false => of(row),
        };
        let parts = self.dataset.monothematic_of(original).map(|row| of_part(row).rotate_left(1));
        let placed = |sum: u64| if in_order { mixed(sum) } else { sum };
        parts.fold(of(original), |sum, part| placed(sum).wrapping_add(part))
    }

    /// Gold and answer of a pair, if the run is scored on it.
    pub(super) fn judged(&self, run: &Run, row: usize) -> Option<(Judgment, Answer)> {
        let answer = run.answer(row);
        judged(gold_for(self.dataset, row, answer), answer, run.missing())
    }

    /// The slices of each pair of a cluster that counts in a population, and what it adds there: the run (by its number over all
    /// systems), the count, and how much: 1, or of an outcome that is right in part its right and its wrong units.
    pub(super) fn for_each(
        &self,
        cluster: usize,
        population: Population,
        mut add: impl FnMut(usize, &[(usize, usize, u32)]),
    ) {
        let mut counts: Vec<(usize, usize, u32)> = Vec::new();
        let mut row = |row: usize, counted: Counted| {
            if self.common && !self.is_common(row) {
                return;
            }
            counts.clear();
            for (number, run) in self.systems.iter().flatten().enumerate() {
                let Some((gold, answer)) = self.judged(run, row) else { continue };
                for (answer, units) in self.parts(run, row, answer) {
                    let cells = cells(self.layout, counted, gold, answer);
                    let here = cells.filter(|(of, _)| *of == population);
                    counts.extend(here.map(|(_, cell)| (number, cell, units)));
                }
            }
            if !counts.is_empty() {
                self.plan.slices_of(row, counted).for_each(|slice| add(slice, &counts));
            }
        };
        for original in self.dataset.originals_of(cluster) {
            match population {
                Population::Original => row(original, Counted::Original),
                Population::Monothematic => {}
                Population::Decomposition => row(original, Counted::Decomposed),
            }
            if population != Population::Original {
                self.dataset
                    .monothematic_of(original)
                    .for_each(|part| row(part, Counted::Monothematic));
            }
        }
    }

    /// The prediction of a pair with what it counts; of one that is right in part, a right and a wrong one.
    fn parts(
        &self,
        run: &Run,
        row: usize,
        answer: Answer,
    ) -> impl Iterator<Item = (Answer, u32)> + use<> {
        let unit = self.layout.unit;
        let both = (answer == PARTLY_RIGHT && self.layout.task == Task::Outcome).then(|| {
            let right = unit.right(run, row);
            [(Answer::Judged(RIGHT), right), (Answer::Judged(WRONG), unit.get() - right)]
        });
        let one = both.is_none().then_some((answer, unit.get()));
        both.into_iter().flatten().chain(one)
    }

    /// Whether every run answers the pair.
    pub(super) fn is_common(&self, row: usize) -> bool {
        self.systems.iter().flatten().all(|run| run.answer(row) != Answer::Missing)
    }

    /// The slice, the pair of systems and the population (0 original, 1 monothematic) of each pair that
    /// one system alone judges right. Systems of several runs have no answer of their own.
    pub(super) fn for_each_discordant(
        &self,
        cluster: usize,
        pairs: &[(usize, usize)],
        mut add: impl FnMut(usize, usize, usize),
    ) {
        let is_right = |system: usize, row: usize| match self.systems[system].as_slice() {
            [run] => {
                let (gold, answer) = self.judged(run, row)?;
                Some(is_right(self.layout.task, gold, answer))
            }
            _ => None,
        };
        let mut right: Vec<Option<bool>> = Vec::with_capacity(self.systems.len());
        let mut differing: Vec<usize> = Vec::new();
        let mut row = |row: usize, counted: Counted, part: usize| {
            if self.common && !self.is_common(row) {
                return;
            }
            right.clear();
            right.extend((0..self.systems.len()).map(|system| is_right(system, row)));
            let differ = |(first, second): &(usize, usize)| {
                let (first, second) = (right[*first], right[*second]);
                first.is_some() && second.is_some() && first != second
            };
            differing.clear();
            differing.extend((0..pairs.len()).filter(|pair| differ(&pairs[*pair])));
            if !differing.is_empty() {
                let slices = self.plan.slices_of(row, counted);
                slices.for_each(|slice| differing.iter().for_each(|pair| add(slice, *pair, part)));
            }
        };
        for original in self.dataset.originals_of(cluster) {
            row(original, Counted::Original, 0);
            for part in self.dataset.monothematic_of(original) {
                row(part, Counted::Monothematic, 1);
            }
        }
    }
}
