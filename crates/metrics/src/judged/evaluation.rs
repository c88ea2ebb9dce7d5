//! The figures of systems on judged gold.

use std::collections::HashMap;

use phenom_dataset::{Chosen, CompositionRule, Dataset, Judgment, Run, Task};

use super::estimates::of_mean;
use super::formula::Formula;
use super::of_task::{OfTask, Who};
use super::outcomes::{lacks_scores_of_some, scored_rows};
use super::{By, JudgedTable, NotCorrected, ReadingCheck};
use crate::counts::{Counted, Population, SlicePlan};
use crate::measures::Measure;
use crate::measures::accuracy::{ACCURACY, ACCURACY_TWO_WAY, WHOLE_ACCURACY};
use crate::measures::composed_accuracy::{COMPOSED_ACCURACY, DIRECT_MINUS_COMPOSED};
use crate::measures::correlation_index::{CORRELATION_INDEX, IDEAL_DISTANCE};
use crate::measures::deviation_index::{DEVIATION_INDEX, DEVIATION_INDEX_SIGNED, negative};
use crate::measures::kappa::KAPPA;
use crate::measures::precision::PRECISION;
use crate::measures::shrunken_accuracy::SHRUNKEN_ACCURACY;
use crate::measures::solved_difference::SOLVED_DIFFERENCE;
use crate::statistics::prediction_powered::{Corrected, LabelsNeeded, Scale, Shrunken, Values};
use crate::undefined::Undefined;

/// The measures that labels of people on some pairs can correct: smooth functions of shares. Of the others, information is
/// biased upwards with few labels and has no normal error where answers and gold are independent, and rankings have no
/// influences of pairs without a label.
pub const JUDGED_MEASURES: &[&Measure] = &[
    &ACCURACY,
    &ACCURACY_TWO_WAY,
    &WHOLE_ACCURACY,
    &KAPPA,
    &PRECISION,
    &CORRELATION_INDEX,
    &IDEAL_DISTANCE,
    &DEVIATION_INDEX,
    &DEVIATION_INDEX_SIGNED,
    &COMPOSED_ACCURACY,
    &DIRECT_MINUS_COMPOSED,
    &SOLVED_DIFFERENCE,
    &SHRUNKEN_ACCURACY,
];

/// The clusters with a label of people below which no verdict is given.
const FEWEST_FOR_VERDICTS: u64 = 10;

/// A judge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JudgeOfPairs {
    /// Its name.
    pub name: String,
    /// The number of the system that it is, too.
    pub also: Option<usize>,
}

/// What a figure rests on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RestsOn {
    /// The pairs that judges labelled.
    pub pairs: usize,
    /// Those that people read.
    pub labels: usize,
    /// The effective number of clusters that they read.
    pub effective: f64,
}

/// Systems on pairs that judges labelled, and people in part.
#[derive(Debug, Clone)]
pub struct JudgedEvaluation {
    /// The judges.
    pub judges: Vec<JudgeOfPairs>,
    /// How people's pairs were chosen.
    pub chosen: Chosen,
    /// Whether people did not see what judges said.
    pub blind: bool,
    /// Whether the pairs that people read are those that would have been chosen so.
    pub reading: ReadingCheck,
    pub(super) own: OfTask,
    /// By judge: how many pairs it did not label.
    unlabelled: Vec<usize>,
    /// Whether some judge scored the answers of some systems to a pair and not those of others.
    lacks_scores_of_some: bool,
    /// The words of each pair, text and hypothesis together; `None` for a pair without them.
    pub(super) words: Vec<Option<u32>>,
    /// Under the two-way task, if that is another one.
    two_way: Option<OfTask>,
}

impl JudgedEvaluation {
    pub(crate) fn new(
        (dataset, plan): (&Dataset, &SlicePlan),
        systems: &[Vec<&Run>],
        (rule, task): (&CompositionRule, Task),
    ) -> Option<Self> {
        let judged = dataset.judged()?;
        let labels: Vec<_> = (0..judged.judges.len())
            .map(|judge| match task {
                Task::Outcome => scored_rows(judge, dataset, systems),
                _ => dataset.labels_of_judge(judge),
            })
            .collect();
        let number = |name: &String| systems.iter().position(|runs| runs[0].system() == name);
        let itself: Vec<Option<usize>> =
            judged.judges.iter().map(|judge| judge.also.as_ref().and_then(number)).collect();
        let cluster = |row: usize| dataset.cluster_of(dataset.original_of(row)) as u32;
        let clusters: Vec<u32> = (0..dataset.len()).map(cluster).collect();
        let chances = match judged.chosen {
            Chosen::Probability => {
                Some((0..dataset.len()).map(|row| judged.probability(row)).collect::<Vec<_>>())
            }
            Chosen::Strata => Some(shares_of_strata(dataset, judged.strata.as_deref())),
            Chosen::Random | Chosen::WholeClusters | Chosen::ByLabel | Chosen::Unknown => None,
        };
        let of_judge =
            |labels: &Vec<Option<Judgment>>| labels.iter().filter(|label| label.is_none()).count();
        let unlabelled = labels.iter().map(of_judge).collect();
        let of = |task: Task| {
            let people = (dataset.gold(), chances.clone());
            let table = JudgedTable::new(task, clusters.clone(), people, &labels)
                .of_whole_clusters(judged.chosen == Chosen::WholeClusters);
            match task {
                Task::Outcome => OfTask::of_outcomes((dataset, plan), table, systems, &itself),
                _ => OfTask::new((dataset, plan), table, systems, rule),
            }
        };
        let judges = judged.judges.iter().zip(&itself);
        let judges =
            judges.map(|(judge, also)| JudgeOfPairs { name: judge.name.clone(), also: *also });
        let own = of(task);
        Some(Self {
            judges: judges.collect(),
            chosen: judged.chosen,
            blind: judged.blind,
            reading: ReadingCheck::new(judged.chosen, &own, plan.slices()),
            own,
            unlabelled,
            lacks_scores_of_some: lacks_scores_of_some(dataset, systems),
            words: (0..dataset.len()).map(|row| judged.words(row)).collect(),
            two_way: (task == Task::ThreeWay).then(|| of(Task::TwoWay)),
        })
    }

    /// Whether people's labels correct judges: chance chose their pairs, with known probabilities.
    #[must_use]
    pub fn is_correctable(&self) -> bool {
        self.not_correctable().is_none()
    }

    /// Why people's labels correct no value of a system; nothing if they do.
    fn not_correctable(&self) -> Option<Undefined> {
        match self.chosen {
            Chosen::Random | Chosen::Probability | Chosen::Strata | Chosen::WholeClusters => None,
            Chosen::ByLabel => Some(Undefined::ChosenByLabel),
            Chosen::Unknown => Some(Undefined::ChosenUnknown),
        }
    }

    /// What the figures of a slice rest on; nothing if it has no pairs. That of decompositions, on originals with parts.
    #[must_use]
    pub fn rests_on(&self, population: Population, slice: usize) -> Option<RestsOn> {
        let part = self.own.slice(slice, counted(population))?.part();
        let (pairs, labels, effective) = (part.units(), part.labels(), part.effective());
        Some(RestsOn { pairs, labels, effective })
    }

    /// Whether a measure has rows of its own for some gold judgments: which originals are solved, those of all decide.
    pub(crate) fn has_rows(measure: &Measure, gold: &[Judgment]) -> bool {
        *measure != SHRUNKEN_ACCURACY
            && (*measure != SOLVED_DIFFERENCE || gold.len() == Judgment::ALL.len())
    }

    /// A measure that labels of people can correct, as a function of means.
    pub(crate) fn formula(
        &self,
        measure: &Measure,
        who: Who,
        (population, slice): (Population, usize),
        gold: &[Judgment],
        by: By,
    ) -> Result<Formula<'_>, Undefined> {
        if let Some(reason) = self.not_correctable().filter(|_| by == By::Corrected) {
            return Err(reason);
        }
        let at = (slice, counted(population));
        let system = match who {
            Who::System(system) => Some(system),
            Who::Judge(_) | Who::Constant(_) => None,
        };
        let of_index = |gold: &[Judgment]| self.own.correlation_index(who, slice, gold, by);
        let two_way = self.two_way.as_ref().unwrap_or(&self.own);
        let found = match measure.key {
            key if key == ACCURACY.key => self.own.accuracy(who, at, gold, by),
            key if key == WHOLE_ACCURACY.key => {
                self.own.accuracy(who, (slice, Counted::Decomposed), gold, by)
            }
            key if key == ACCURACY_TWO_WAY.key => two_way.accuracy(who, at, gold, by),
            key if key == KAPPA.key => self.own.kappa(who, at, by),
            key if key == CORRELATION_INDEX.key || key == IDEAL_DISTANCE.key => of_index(gold),
            key if key == DEVIATION_INDEX.key || key == DEVIATION_INDEX_SIGNED.key => {
                of_index(&[Judgment::Entailment])
                    .and_then(|positive| Ok(positive.less(of_index(negative(gold))?)))
            }
            key if key == COMPOSED_ACCURACY.key => match system {
                Some(system) => self.own.composed(system, slice, gold, by),
                None => return Err(Undefined::NotOfCounts),
            },
            key if key == DIRECT_MINUS_COMPOSED.key => match system {
                Some(system) => self.own.direct_less_composed(system, slice, gold, by),
                None => return Err(Undefined::NotOfCounts),
            },
            key if key == SOLVED_DIFFERENCE.key => match system {
                // Of all gold labels, which decide which originals count as solved.
                Some(system) if gold.len() == Judgment::ALL.len() => {
                    self.own.solved_difference(system, slice, by)
                }
                _ => return Err(Undefined::NotOfCounts),
            },
            _ => return Err(Undefined::NotOfCounts),
        };
        found.map_err(undefined)
    }

    /// A measure with its standard error.
    pub(crate) fn corrected(
        &self,
        measure: &Measure,
        who: Who,
        at: (Population, usize),
        gold: &[Judgment],
        by: By,
    ) -> Result<Corrected, Undefined> {
        if *measure == PRECISION {
            return self.precision(who, at, gold, by);
        }
        let formula = self.formula(measure, who, at, gold, by)?;
        formula.corrected().map_err(undefined)
    }

    /// A measure by one judge alone, whom nobody corrects; nothing of a system that is the judge itself.
    pub(crate) fn naive(
        &self,
        measure: &Measure,
        who: Who,
        at: (Population, usize),
        gold: &[Judgment],
        judge: usize,
    ) -> Option<f64> {
        let is_itself = self.judges[judge].also.map(Who::System) == Some(who);
        let formula =
            (!is_itself).then(|| self.formula(measure, who, at, gold, By::Judge(judge)))?;
        let value = formula.ok()?.value;
        if self.unlabelled[judge] == 0 {
            return Some(value);
        }
        let part = self.own.slice(at.1, counted(at.0))?.part();
        let table = &self.own.table;
        let lacking =
            part.all().filter(|pair| table.of_judge(judge, *pair as usize).is_none()).count();
        match part.units() - lacking {
            _ if lacking == 0 => Some(value),
            0 => None,
            // A pair without a label adds 0 to a mean, and spoils other values.
            labelled if *measure == ACCURACY && gold.len() == Judgment::ALL.len() => {
                (!self.lacks_scores_of_some).then(|| value * part.units() as f64 / labelled as f64)
            }
            _ => None,
        }
    }

    fn precision(
        &self,
        who: Who,
        (population, slice): (Population, usize),
        gold: &[Judgment],
        by: By,
    ) -> Result<Corrected, Undefined> {
        if let Some(reason) = self.not_correctable().filter(|_| by == By::Corrected) {
            return Err(reason);
        }
        let task = self.own.table.task();
        let judgment = gold.first().and_then(|gold| task.column(*gold));
        let judgment = judgment.ok_or(Undefined::OfOneJudgment)?;
        let at = (slice, counted(population));
        let answered = self.own.precision(who, at, judgment).map_err(undefined)?;
        let all = self.own.slice(0, at.1).ok_or(Undefined::NoPairs)?;
        let right = self.own.right(who);
        let found = of_mean(&answered, right, (&answered.of_right, all), by);
        found.and_then(|formula| formula.corrected()).map_err(undefined)
    }

    /// By how much a judge overrates a system on the pairs that people read, less the mean by which it overrates some other
    /// systems: above 0 if it favours the system.
    ///
    /// # Errors
    /// If people read too few of the pairs.
    pub(crate) fn overrated(
        &self,
        judge: usize,
        (system, others): (usize, &[usize]),
        population: Population,
    ) -> Result<Corrected, Undefined> {
        let all = self.own.slice(0, counted(population)).ok_or(Undefined::NoPairs)?;
        let of = |system: usize, pair: u32| {
            let right = self.own.right_with_itself(system);
            right.predictions(pair)[judge] - right.label(pair)
        };
        let less_others = |pair: usize| {
            let pair = pair as u32;
            let sum: f64 = others.iter().map(|other| of(*other, pair)).sum();
            of(system, pair) - sum / others.len().max(1) as f64
        };
        let values = Values::new(self.own.table.pairs(), 1, less_others, |_, _| 0.0);
        let formula = of_mean(all, &values, (&[0.0], all), By::People);
        let formula = formula.map(|formula| formula.on(Scale::Plain, [-2.0, 2.0]));
        formula.and_then(|formula| formula.corrected()).map_err(undefined)
    }

    /// How many independent judges all of them are worth: their number over 1 and the sum of the correlations of the errors
    /// of each with those of the others, as people see them. Nothing for one judge, or if a judge errs never or always.
    ///
    /// # References
    /// Kish 1965 (the effective number of units that are correlated).
    #[must_use]
    pub fn independent_judges(&self, population: Population) -> Option<f64> {
        let part = self.own.slice(0, counted(population))?.part();
        let judges = self.judges.len();
        if judges < 2 || part.labels() < 2 {
            return None;
        }
        let error = |judge: usize, pair: u32| 1.0 - self.own.right(Who::Judge(judge)).label(pair);
        let mean = |value: &dyn Fn(u32) -> f64| part.labelled_mean(value);
        let means: Vec<f64> = (0..judges).map(|judge| mean(&|pair| error(judge, pair))).collect();
        let covariance = |one: usize, other: usize| {
            mean(&|pair| (error(one, pair) - means[one]) * (error(other, pair) - means[other]))
        };
        let mut sum = 0.0;
        for one in 0..judges {
            for other in (0..judges).filter(|other| *other != one) {
                let scale = (covariance(one, one) * covariance(other, other)).sqrt();
                if scale <= 0.0 {
                    return None;
                }
                sum += covariance(one, other) / scale;
            }
        }
        let count = judges as f64;
        // Errors that exclude each other make no more of judges than they are.
        Some((count / (1.0 + sum / count)).clamp(1.0, count))
    }

    /// The difference of two accuracies, as one mean.
    ///
    /// # Errors
    /// If people read too few of the pairs.
    pub(crate) fn difference(
        &self,
        [first, second]: [Who; 2],
        (population, slice): (Population, usize),
        by: By,
    ) -> Result<Corrected, Undefined> {
        let of = |slice: usize| self.own.slice(slice, counted(population));
        let (slice, all) = of(slice).zip(of(0)).ok_or(Undefined::NoPairs)?;
        let values = self.own.right(first).less(self.own.right(second));
        let formula = of_mean(slice, &values, (&slice.of_right, all), by).map_err(undefined)?;
        formula.on(Scale::Plain, [-1.0, 1.0]).corrected().map_err(undefined)
    }

    /// Whether people read pairs only on which judges differ, though judges agree on others: such pairs say nothing of these.
    #[must_use]
    pub fn reads_only_differing(&self) -> bool {
        let table = &self.own.table;
        let agrees = |pair: &usize| !table.judges_differ(*pair);
        let (read, unread): (Vec<usize>, Vec<usize>) =
            (0..table.pairs()).partition(|pair| table.is_read(*pair));
        let agreeing = unread.iter().filter(|pair| agrees(pair)).count();
        // By chance, people would have read none of them in fewer than one of a million samples.
        let share = agreeing as f64 / table.pairs().max(1) as f64;
        let by_chance = (1.0 - share).powf(read.len() as f64);
        table.judges() > 1 && !read.iter().any(agrees) && by_chance < 1e-6
    }

    /// How many pairs a judge did not label.
    #[must_use]
    pub fn unlabelled(&self, judge: usize) -> usize {
        self.unlabelled[judge]
    }

    /// On how many pairs people contradict the difference of two by the judge that they contradict least, of those with a
    /// weight.
    pub(crate) fn corrections(&self, both: [Who; 2], at: (Population, usize)) -> usize {
        let Some(slice) = self.own.slice(at.1, counted(at.0)) else { return 0 };
        let right = both.map(|who| self.own.right(who));
        super::difference::corrections(slice, right)
    }

    /// Whether people read enough clusters of a population for any verdict.
    pub(crate) fn has_verdicts(&self, population: Population) -> bool {
        self.labelled_clusters(population, 0) >= FEWEST_FOR_VERDICTS
    }

    /// How many clusters of a slice people read, in full or in part.
    pub(crate) fn labelled_clusters(&self, population: Population, slice: usize) -> u64 {
        let of_slice = self.own.slice(slice, counted(population));
        of_slice.map_or(0, |of_slice| of_slice.part().labelled_clusters() as u64)
    }

    /// Accuracies on phenomena, whose corrections are drawn to the average one.
    pub(crate) fn shrunken(
        &self,
        system: usize,
        population: Population,
        slices: &[usize],
    ) -> Option<Shrunken> {
        self.own.shrunken(system, slices, counted(population))
    }

    /// The corrected accuracy of a system on a slice, or by how much it exceeds that of another system.
    ///
    /// # Errors
    /// If people read too few of the pairs.
    pub fn corrected_accuracy(
        &self,
        system: usize,
        other: Option<usize>,
        at: (Population, usize),
    ) -> Result<Corrected, Undefined> {
        let who = Who::System(system);
        match other {
            None => self.corrected(&ACCURACY, who, at, &Judgment::ALL, By::Corrected),
            Some(other) => self.difference([who, Who::System(other)], at, By::Corrected),
        }
    }

    /// What more labels would change of it.
    ///
    /// # Errors
    /// If people read too few of the pairs.
    pub fn labels_needed(
        &self,
        system: usize,
        other: Option<usize>,
        (population, slice): (Population, usize),
    ) -> Result<LabelsNeeded, Undefined> {
        let slice = self.own.slice(slice, counted(population)).ok_or(Undefined::NoPairs)?;
        let right = |system: usize| self.own.right(Who::System(system));
        let needed = match other {
            None => LabelsNeeded::new(slice.part(), right(system), &slice.of_right),
            Some(other) => {
                let values = right(system).less(right(other));
                LabelsNeeded::new(slice.part(), &values, &slice.of_right)
            }
        };
        needed.map_err(undefined)
    }
}

/// For each pair the share of the pairs of its stratum that people read; nothing where they read none.
fn shares_of_strata(dataset: &Dataset, strata: Option<&str>) -> Vec<Option<f64>> {
    let attribute = dataset.attributes().iter().find(|attribute| Some(attribute.name()) == strata);
    let code = |row: usize| {
        let own = attribute.and_then(|attribute| attribute.code(row));
        own.or_else(|| attribute?.code(dataset.original_of(row)))
    };
    let mut counts: HashMap<Option<u32>, (usize, usize)> = HashMap::new();
    for row in 0..dataset.len() {
        let (read, all) = counts.entry(code(row)).or_default();
        *read += usize::from(dataset.gold()[row].is_some());
        *all += 1;
    }
    let share = |row: usize| {
        let (read, all) = counts.get(&code(row)).copied().unwrap_or_default();
        (read > 0).then(|| read as f64 / all as f64)
    };
    (0..dataset.len()).map(share).collect()
}

pub(super) fn counted(population: Population) -> Counted {
    match population {
        Population::Original => Counted::Original,
        Population::Monothematic => Counted::Monothematic,
        Population::Decomposition => Counted::Decomposed,
    }
}

pub(super) fn undefined(reason: NotCorrected) -> Undefined {
    match reason {
        NotCorrected::NoLabels => Undefined::NoneRead,
        NotCorrected::FewLabels => Undefined::FewRead,
        NotCorrected::FewInDivisor => Undefined::FewReadWithLabel,
        NotCorrected::NoDivisor => Undefined::NoCorrectedDivisor,
    }
}
