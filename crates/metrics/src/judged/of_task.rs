//! Answers and labels of all pairs under one task, slice by slice.

use std::borrow::Cow;

use phenom_dataset::{CompositionRule, Dataset, Judgment, Outcome, Run};

use super::estimates::{of_mean, of_share};
use super::formula::Formula;
use super::slice::{JudgedSlice, weights_of};
use super::solved::{IsRight, Solved};
use super::table::{Answers, JudgedTable};
use super::wholes::composed_answers;
use super::{By, NotCorrected};
use crate::counts::{Counted, SlicePlan};
use crate::statistics::prediction_powered::{Mean, Part, Scale, Shrunken, Values, shrunken};

/// A system, a judge as a system, or the constant answer of one judgment, by its place in the task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Who {
    System(usize),
    Judge(usize),
    Constant(usize),
}

/// Answers and labels under one task.
#[derive(Debug, Clone)]
pub(crate) struct OfTask {
    pub(crate) table: JudgedTable,
    systems: Vec<OfSystem>,
    /// The judges, as if their labels were answers.
    judges: Vec<OfSystem>,
    gold: Vec<Values>,
    /// By slice, and by what it is counted for.
    slices: Vec<[Option<JudgedSlice>; Counted::COUNT as usize]>,
    /// By slice: the weights of judges for direct and composed answers.
    of_composition: Vec<Vec<f64>>,
    /// Nothing if no pair has parts.
    solved: Option<Solved>,
}

/// The answers of a system.
#[derive(Debug, Clone)]
struct OfSystem {
    answers: Answers,
    right: Values,
    /// By judgment: whether gold and answer are that judgment; none of outcomes.
    right_by_gold: Vec<Values>,
    /// Whether the answers that are composed are right; nothing if no pair has parts.
    composed: Option<Values>,
    /// How right a judge that is the system itself says that its answers are, too; nothing of a system that is no judge, and of
    /// labels, where each judge says that its own are right.
    with_itself: Option<Values>,
}

impl OfTask {
    pub(super) fn new(
        (dataset, plan): (&Dataset, &SlicePlan),
        table: JudgedTable,
        systems: &[Vec<&Run>],
        rule: &CompositionRule,
    ) -> Self {
        let of_systems: Vec<OfSystem> =
            systems.iter().map(|runs| of_labels((dataset, &table), runs, rule)).collect();
        let of_judge = |judge: usize| {
            let answers = table.answers_of_judge(judge);
            let (right, right_by_gold) = (table.right(&answers), table.right_by_gold(&answers));
            OfSystem { right, right_by_gold, answers, composed: None, with_itself: None }
        };
        let judges = (0..table.judges()).map(of_judge).collect();
        let rows = rows_of_slices(dataset, plan);
        let is_right = |(system, run): (usize, usize), judge: Option<usize>, pair: usize| {
            let of_judge = |judge| table.of_judge(judge, pair);
            let label = judge.map_or_else(|| table.of_people(pair), of_judge);
            let of_system: &OfSystem = &of_systems[system];
            label.is_some() && of_system.answers.of(run, pair) == label
        };
        let solved = solved(&table, dataset, (&rows, systems), &is_right);
        Self::of(rows, table, [of_systems, judges], solved)
    }

    /// Of outcomes: `itself` has for each judge the number of the system that it is, too.
    pub(super) fn of_outcomes(
        (dataset, plan): (&Dataset, &SlicePlan),
        table: JudgedTable,
        systems: &[Vec<&Run>],
        itself: &[Option<usize>],
    ) -> Self {
        let scored = |right: Values, with_itself: Option<Values>| OfSystem {
            right,
            right_by_gold: Vec::new(),
            answers: Answers::new(table.task(), &[]),
            composed: None,
            with_itself,
        };
        let of_system = |(system, runs): (usize, &Vec<&Run>)| {
            let right = table.scored(runs);
            let is_itself = |judge: usize| itself[judge] == Some(system);
            match (0..itself.len()).any(is_itself) {
                true => scored(table.without(&right, is_itself), Some(right)),
                false => scored(right, None),
            }
        };
        let of_systems = systems.iter().enumerate().map(of_system).collect();
        let judges = (0..itself.len())
            .map(|judge| scored(table.agreement_on_scores(judge, systems), None))
            .collect();
        let rows = rows_of_slices(dataset, plan);
        let is_right = |(system, run): (usize, usize), judge: Option<usize>, pair: usize| {
            let run = systems[system][run];
            judge.map_or(run, |judge| &run.by_judges()[judge]).outcome_units(pair) == Outcome::UNIT
        };
        let solved = solved(&table, dataset, (&rows, systems), &is_right);
        Self::of(rows, table, [of_systems, judges], solved)
    }

    fn of(
        rows: Vec<RowsOfSlice>,
        table: JudgedTable,
        [systems, judges]: [Vec<OfSystem>; 2],
        solved: Option<Solved>,
    ) -> Self {
        let right: Vec<&Values> = systems.iter().map(|system| &system.right).collect();
        let gold = table.of_gold();
        let mut slices: Vec<[Option<JudgedSlice>; Counted::COUNT as usize]> = Vec::new();
        let mut of_composition = Vec::new();
        for rows in rows {
            let mut counted = 0;
            let of_slice = rows.map(|rows| {
                let wide = slices.first().and_then(|all| all[counted].as_ref());
                counted += 1;
                let gold: Vec<&Values> = gold.iter().collect();
                (!rows.is_empty()).then(|| JudgedSlice::new(&table, rows, [&right, &gold], wide))
            });
            let composed = systems.iter().filter_map(|system| system.composed.as_ref());
            let wholes = of_slice[Counted::Decomposed as usize].as_ref();
            of_composition.push(wholes.map_or_else(Vec::new, |wholes| {
                weights_of(wholes.part(), right.iter().copied().chain(composed))
            }));
            slices.push(of_slice);
        }
        Self { table, systems, judges, gold, slices, of_composition, solved }
    }

    /// How many systems there are.
    pub(super) fn systems(&self) -> usize {
        self.systems.len()
    }

    pub(crate) fn slice(&self, slice: usize, counted: Counted) -> Option<&JudgedSlice> {
        self.slices[slice][counted as usize].as_ref()
    }

    /// A slice, and all pairs of its kind.
    fn with_all(
        &self,
        slice: usize,
        counted: Counted,
    ) -> Result<(&JudgedSlice, &JudgedSlice), NotCorrected> {
        let found = self.slice(slice, counted).zip(self.slice(0, counted));
        found.ok_or(NotCorrected::NoLabels)
    }

    /// Whether the answers are right.
    pub(crate) fn right(&self, who: Who) -> &Values {
        match who {
            Who::System(system) => &self.systems[system].right,
            Who::Judge(judge) => &self.judges[judge].right,
            Who::Constant(judgment) => &self.gold[judgment],
        }
    }

    /// The same of a system, with what a judge says that is the system itself.
    pub(super) fn right_with_itself(&self, system: usize) -> &Values {
        let of_system = &self.systems[system];
        of_system.with_itself.as_ref().unwrap_or(&of_system.right)
    }

    /// How many of the runs of a system give a pair one judgment, as a share.
    fn answered(&self, who: Who, judgment: usize, pair: usize) -> f64 {
        match who {
            Who::System(system) => self.systems[system].answers.share_of(pair, judgment),
            Who::Judge(judge) => self.judges[judge].answers.share_of(pair, judgment),
            Who::Constant(constant) => f64::from(u8::from(constant == judgment)),
        }
    }

    /// Whether gold and answer are one judgment; nothing of a constant that is another.
    fn right_by_gold(&self, who: Who, judgment: usize) -> Option<&Values> {
        match who {
            Who::System(system) => self.systems[system].right_by_gold.get(judgment),
            Who::Judge(judge) => self.judges[judge].right_by_gold.get(judgment),
            Who::Constant(constant) => (constant == judgment).then(|| &self.gold[judgment]),
        }
    }

    /// The places of some judgments in the task.
    fn places(&self, gold: &[Judgment]) -> Vec<usize> {
        let mut places: Vec<usize> =
            gold.iter().filter_map(|judgment| self.table.task().column(*judgment)).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Whether gold is one of some judgments, and a value besides is what it is there; nothing for all judgments.
    fn among<'v>(
        &'v self,
        gold: &[Judgment],
        of: &dyn Fn(usize) -> Cow<'v, Values>,
    ) -> Option<[Cow<'v, Values>; 2]> {
        let places = self.places(gold);
        if places.len() == self.table.task().judgments().len() {
            return None;
        }
        let sum = |one: Cow<'v, Values>, other: Cow<'v, Values>| -> Cow<'v, Values> {
            Cow::Owned(one.with(&other, |one, other| one + other))
        };
        let both = places.iter().map(|place| of(*place)).reduce(sum)?;
        let is = places.iter().map(|place| Cow::Borrowed(&self.gold[*place])).reduce(sum)?;
        Some([both, is])
    }

    /// The share of right answers among the pairs of a slice with some gold judgments.
    pub(super) fn accuracy(
        &self,
        who: Who,
        (slice, counted): (usize, Counted),
        gold: &[Judgment],
        by: By,
    ) -> Result<Formula<'_>, NotCorrected> {
        let (slice, all) = self.with_all(slice, counted)?;
        let of = |judgment: usize| match self.right_by_gold(who, judgment) {
            Some(values) => Cow::Borrowed(values),
            None => Cow::Owned(self.gold[judgment].with(&self.gold[judgment], |_, _| 0.0)),
        };
        match self.among(gold, &of) {
            None => of_mean(slice, self.right(who), (&slice.of_right, all), by),
            Some([both, is]) => {
                of_share(slice.part(), [&both, &is], (&slice.of_gold, all.part()), by)
            }
        }
    }

    /// The share of pairs with a gold judgment.
    pub(super) fn prevalence(
        &self,
        judgment: usize,
        (slice, counted): (usize, Counted),
        by: By,
    ) -> Result<Formula<'_>, NotCorrected> {
        let (slice, all) = self.with_all(slice, counted)?;
        of_mean(slice, &self.gold[judgment], (&slice.of_gold, all), by)
    }

    /// Chance-corrected agreement of answers and gold.
    pub(super) fn kappa(
        &self,
        who: Who,
        at: (usize, Counted),
        by: By,
    ) -> Result<Formula<'_>, NotCorrected> {
        let (slice, _) = self.with_all(at.0, at.1)?;
        let accuracy = self.accuracy(who, at, &Judgment::ALL, by)?;
        let mut chance: Option<Formula<'_>> = None;
        for judgment in 0..self.table.task().judgments().len() {
            let gold = self.prevalence(judgment, at, by)?;
            let answered = |pair: u32| self.answered(who, judgment, pair as usize);
            let answered = Mean::known(slice.part(), answered);
            let answered = Formula::of(slice.part(), answered, [0.0, 1.0]);
            let (of_gold, of_answers) = (gold.value, answered.value);
            let both = gold.and(answered, of_gold * of_answers, [of_answers, of_gold]);
            chance = Some(match chance {
                Some(sum) => {
                    let value = sum.value + both.value;
                    sum.and(both, value, [1.0, 1.0])
                }
                None => both,
            });
        }
        let Some(chance) = chance.filter(|chance| chance.value < 1.0) else {
            return Err(NotCorrected::NoDivisor);
        };
        let (right, by_chance) = (accuracy.value, chance.value);
        let left = 1.0 - by_chance;
        let kappa = (right - by_chance) / left;
        let gradients = [1.0 / left, (right - 1.0) / (left * left)];
        Ok(accuracy.and(chance, kappa, gradients).on(Scale::Plain, [-1.0, 1.0]))
    }

    /// The share of right ones among answers of one judgment: accuracy on the pairs that are answered so, as a slice of its
    /// own. Nothing for several runs, which answer different pairs so.
    pub(super) fn precision(
        &self,
        who: Who,
        (slice, counted): (usize, Counted),
        judgment: usize,
    ) -> Result<JudgedSlice, NotCorrected> {
        let (of_slice, all) = self.with_all(slice, counted)?;
        let is_answered = |pair: &u32| self.answered(who, judgment, *pair as usize) == 1.0;
        let pairs: Vec<u32> = of_slice.part().all().filter(is_answered).collect();
        if pairs.is_empty() {
            return Err(NotCorrected::NoLabels);
        }
        let right: Vec<&Values> = self.systems.iter().map(|system| &system.right).collect();
        let gold: Vec<&Values> = self.gold.iter().collect();
        Ok(JudgedSlice::new(&self.table, pairs, [&right, &gold], Some(all)))
    }

    /// The Correlation Index: accuracy on decomposed originals over accuracy on their parts.
    pub(super) fn correlation_index(
        &self,
        who: Who,
        slice: usize,
        gold: &[Judgment],
        by: By,
    ) -> Result<Formula<'_>, NotCorrected> {
        let wholes = self.accuracy(who, (slice, Counted::Decomposed), gold, by)?;
        let parts = self.accuracy(who, (slice, Counted::Monothematic), gold, by)?;
        wholes.over(parts)
    }

    /// The accuracy of composed answers on originals with parts and some gold judgments.
    pub(super) fn composed(
        &self,
        system: usize,
        slice: usize,
        gold: &[Judgment],
        by: By,
    ) -> Result<Formula<'_>, NotCorrected> {
        let composed = self.systems[system].composed.as_ref().ok_or(NotCorrected::NoLabels)?;
        self.of_wholes(composed, slice, gold, by, [0.0, 1.0])
    }

    /// The accuracy of a system's own answers to originals with parts, less that of its composed ones.
    pub(super) fn direct_less_composed(
        &self,
        system: usize,
        slice: usize,
        gold: &[Judgment],
        by: By,
    ) -> Result<Formula<'_>, NotCorrected> {
        let of_system = &self.systems[system];
        let composed = of_system.composed.as_ref().ok_or(NotCorrected::NoLabels)?;
        self.of_wholes(&of_system.right.less(composed), slice, gold, by, [-1.0, 1.0])
    }

    fn of_wholes(
        &self,
        values: &Values,
        slice: usize,
        gold: &[Judgment],
        by: By,
        range: [f64; 2],
    ) -> Result<Formula<'_>, NotCorrected> {
        let wholes = self.slice(slice, Counted::Decomposed).ok_or(NotCorrected::NoLabels)?;
        let of = |judgment: usize| {
            Cow::Owned(values.with(&self.gold[judgment], |value, gold| value * gold))
        };
        let formula = match self.among(gold, &of) {
            None => {
                let weights = &self.of_composition[slice];
                of_mean(wholes, values, (weights, wholes), by)?
            }
            Some([both, is]) => {
                let weights = (&wholes.of_gold[..], wholes.part());
                of_share(wholes.part(), [&both, &is], weights, by)?
            }
        };
        Ok(formula.on(Scale::Plain, range))
    }

    /// How much more often originals are right if all of their parts are.
    pub(super) fn solved_difference(
        &self,
        system: usize,
        slice: usize,
        by: By,
    ) -> Result<Formula<'_>, NotCorrected> {
        self.solved.as_ref().ok_or(NotCorrected::NoLabels)?.difference(system, slice, by)
    }

    /// Accuracies on some slices, whose corrections are drawn to the average one.
    pub(super) fn shrunken(
        &self,
        system: usize,
        slices: &[usize],
        counted: Counted,
    ) -> Option<Shrunken> {
        let all = self.slice(0, counted)?;
        let parts: Vec<&Part> = slices
            .iter()
            .map(|slice| self.slice(*slice, counted).map(JudgedSlice::part))
            .collect::<Option<_>>()?;
        shrunken(all.part(), &parts, self.right(Who::System(system)), &all.of_right)
    }
}

/// The rows of a slice, by what it is counted for.
type RowsOfSlice = [Vec<u32>; Counted::COUNT as usize];

fn rows_of_slices(dataset: &Dataset, plan: &SlicePlan) -> Vec<RowsOfSlice> {
    let mut rows: Vec<RowsOfSlice> = vec![[const { Vec::new() }; _]; plan.slices().len()];
    for row in 0..dataset.len() {
        for (counted, _) in Counted::ALL {
            for slice in plan.slices_of(row, counted) {
                rows[slice][counted as usize].push(row as u32);
            }
        }
    }
    rows
}

fn solved(
    table: &JudgedTable,
    dataset: &Dataset,
    (rows, systems): (&[RowsOfSlice], &[Vec<&Run>]),
    is_right: IsRight<'_>,
) -> Option<Solved> {
    let decomposed = rows.iter().map(|rows| &rows[Counted::Decomposed as usize]);
    let runs: Vec<usize> = systems.iter().map(Vec::len).collect();
    Solved::new(table, dataset, decomposed, (&runs, is_right))
}

/// The answers of a system to pairs with labels.
fn of_labels(
    (dataset, table): (&Dataset, &JudgedTable),
    runs: &[&Run],
    rule: &CompositionRule,
) -> OfSystem {
    let task = table.task();
    let told: Vec<Vec<Option<Judgment>>> = runs
        .iter()
        .map(|run| (0..dataset.len()).map(|row| run.answer(row).single(task)).collect())
        .collect();
    let answers = Answers::new(task, &told);
    let parts = || dataset.originals().map(|original| dataset.monothematic_of(original));
    let composed = (!dataset.monothematic().is_empty()).then(|| {
        let weight = |row| dataset.weight(row);
        let of_run = |told: &Vec<_>| composed_answers(told, parts(), (rule, task), weight);
        let composed: Vec<_> = told.iter().map(of_run).collect();
        table.right(&Answers::new(task, &composed))
    });
    OfSystem {
        right: table.right(&answers),
        right_by_gold: table.right_by_gold(&answers),
        answers,
        composed,
        with_itself: None,
    }
}
