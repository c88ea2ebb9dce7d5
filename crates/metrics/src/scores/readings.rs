//! Rows on what each system does with wholes and parts.

#[cfg(test)]
mod tests;

use phenom_dataset::{Judgment, Task};

use super::comparison_row::{ComparisonRow, Family, Verdict};
use super::families::primary_family;
use super::of_composition::OfComposedClusters;
use super::own_parts::{ByParts, Closeness, OwnParts};
use crate::clusters::{ComposedClusters, ComposedPools};
use crate::composition::{Evidence, FailedControl, Reading, ReadingQuestion, Seen, reading};
use crate::counts::Population;
use crate::evaluation::{Evaluation, Origin};
use crate::measures::composed_accuracy::DIRECT_MINUS_COMPOSED;
use crate::measures::compositionality_gap::WHOLE_RIGHT_COMPOSED_WRONG;
use crate::measures::solved_difference::STRATIFIED_SOLVED_DIFFERENCE;
use crate::measures::{Computation, Measure};
use crate::statistics::{
    ByRuns, Comparison, ConfidenceLevel, Interval, Tested, compare_two_ways, stratified_test,
};
use crate::undefined::{Undefined, Value};

/// What the figures of a system say of its wholes and parts, on all of its decomposed originals.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadingRow {
    /// The system's name.
    pub system: String,
    /// What is asked.
    pub question: ReadingQuestion,
    /// The key of the measure of the difference.
    pub measure: &'static str,
    /// The originals that it is about.
    pub originals: u64,
    /// Of carrying over, the strata by gold judgment and number of parts; else 1.
    pub strata: usize,
    /// The difference that the question is decided by, in the unit of `measure`.
    pub difference: Value,
    /// The differences that the test does not reject at the level of the report.
    pub interval: Option<Interval>,
    /// The same at the level that the family leaves, which says what the reading says.
    pub adjusted_interval: Option<Interval>,
    /// Of carrying over, the interval of `whole_right_composed_wrong` at that level, where it has one.
    pub against_parts: Option<Interval>,
    /// The p-value; nothing where there is nothing to test.
    pub p: Option<f64>,
    /// The p-value adjusted for the family of all readings of the report, one of the three primary ones.
    pub p_adjusted: Option<f64>,
    /// The level of significance that its family leaves to it.
    pub significance: f64,
    /// How p was found: `exact_conditional`, `mantel_haenszel`, `mantel_haenszel_clustered`,
    /// `sign_flip_exact`, `sign_flip_monte_carlo`; empty where it was not.
    pub method: &'static str,
    /// What it comes to.
    pub reading: Reading,
    /// Of right originals that go with right parts, the first negative control that failed.
    pub control: Option<FailedControl>,
    /// Of own parts, how many other systems' parts they are compared with; else 0.
    pub others: usize,
    /// Of own parts, the other system whose parts predict the originals most nearly as well: difference and test are those
    /// of this one.
    pub closest: Option<String>,
    /// Of own parts, the difference by these alone and its p-value, unadjusted, on originals of at least two parts of which
    /// some is right.
    pub mixed: Option<[f64; 2]>,
}

/// The readings of every system, system by system; none if composition is not asked for, if only counts are known, if gold
/// of wholes was made of gold of parts, or if it breaks the rule too often, and none if gold is judged.
///
/// That wholes and parts are independent within gold judgments and numbers of parts is tested by their stratified
/// difference (exactly, too, where originals are independent of each other; by the variance between clusters where they
/// come in clusters or several runs answer them); that own parts predict no more than those of others by Student's t over
/// the jackknife of clusters; direct against composed answers by the sign-flip test, as shares of two systems are. Where
/// methods are asked about, runs are a sample in all. The `comparisons` say which systems are better than the best constant.
#[must_use]
pub fn readings(evaluation: &Evaluation, comparisons: &[ComparisonRow]) -> Vec<ReadingRow> {
    if evaluation.judged.is_some() {
        return Vec::new();
    }
    let composed = evaluation.pools.as_ref().and_then(|pools| pools.composed.as_ref());
    let composed = composed.filter(|_| !evaluation.gold_is_silent());
    let Some(composed) = composed else { return Vec::new() };
    let constants = against_constants(evaluation, comparisons);
    let mut drafts: Vec<Draft<'_>> = Vec::new();
    for (number, system) in evaluation.systems.iter().enumerate() {
        let Some(clusters) = composed.systems.first().and_then(|systems| systems.get(number))
        else {
            continue;
        };
        for question in ReadingQuestion::ALL {
            drafts.push(match question {
                ReadingQuestion::OwnParts => {
                    of_own_parts(evaluation, number, (composed, clusters), &constants)
                }
                ReadingQuestion::DirectOrComposed if evaluation.task == Task::Outcome => {
                    without_labels(evaluation, &system.name, clusters, question)
                }
                _ => draft(evaluation, &system.name, clusters, question),
            });
        }
    }
    let p: Vec<Option<f64>> = drafts.iter().map(|draft| draft.row.p).collect();
    let (adjusted, levels) = primary_family(evaluation, &p);
    for ((draft, adjusted), level) in drafts.iter_mut().zip(adjusted).zip(levels) {
        draft.adjust(evaluation, adjusted, level);
    }
    let mut rows: Vec<ReadingRow> = drafts.into_iter().map(|draft| draft.row).collect();
    let alpha = evaluation.statistics.level.significance();
    for (of_system, constant) in rows.chunks_mut(ReadingQuestion::ALL.len()).zip(constants) {
        let [carrying_over, own_parts, direct] = of_system else { continue };
        for row in [&mut *own_parts, direct] {
            row.reading = reading(row.question, &evidence(row), alpha);
        }
        carrying_over.control = match evaluation.task {
            Task::Outcome => Some(FailedControl::NoConstant),
            _ => failed_control(own_parts, constant, alpha),
        };
        carrying_over.reading = reading(carrying_over.question, &evidence(carrying_over), alpha);
        if carrying_over.reading != Reading::RightWithRightParts {
            carrying_over.control = None;
        }
    }
    rows
}

/// The first negative control that a system fails, by the row on its own parts.
fn failed_control(
    own_parts: &ReadingRow,
    with_constant: Option<&ComparisonRow>,
    alpha: f64,
) -> Option<FailedControl> {
    let Some(with_constant) = with_constant else { return Some(FailedControl::NotCompared) };
    if with_constant.verdict != Verdict::First {
        return Some(FailedControl::Constant);
    }
    if own_parts.others == 0 {
        return Some(FailedControl::NoOthers);
    }
    if own_parts.reading != Reading::OwnPartsPredict {
        return Some(FailedControl::Others);
    }
    let is_seen = own_parts.mixed.is_some_and(|[difference, p]| difference > 0.0 && p <= alpha);
    (!is_seen).then_some(FailedControl::MixedParts)
}

/// For each system its comparison with the best constant on parts.
fn against_constants<'r>(
    evaluation: &Evaluation,
    comparisons: &'r [ComparisonRow],
) -> Vec<Option<&'r ComparisonRow>> {
    let is_on_parts = |row: &&ComparisonRow| {
        row.family == Family::Constants && row.population == Population::Monothematic
    };
    let on_parts: Vec<&ComparisonRow> = comparisons.iter().filter(is_on_parts).collect();
    let of_system = |name: &str| on_parts.iter().copied().find(|row| row.system_a == name);
    evaluation.systems.iter().map(|system| of_system(&system.name)).collect()
}

fn evidence(row: &ReadingRow) -> Evidence {
    Evidence {
        difference: row.difference.as_ref().ok().copied(),
        p: row.p_adjusted,
        interval: row.adjusted_interval,
        against_parts: row.against_parts,
        control: row.control,
    }
}

/// A row before its family is known.
struct Draft<'c> {
    row: ReadingRow,
    clusters: &'c ComposedClusters,
    test: Option<ReadingTest>,
}

/// The test of a question.
enum ReadingTest {
    One(Tested),
    Two(Comparison),
}

impl ReadingTest {
    fn p(&self) -> f64 {
        match self {
            Self::One(test) => test.p(),
            Self::Two(test) => test.p(),
        }
    }

    fn interval(&self, significance: f64) -> Option<Interval> {
        match self {
            Self::One(test) => test.interval(significance),
            Self::Two(test) => test.interval(significance),
        }
    }
}

/// A row of which only the question is known.
fn blank(evaluation: &Evaluation, system: &str, question: ReadingQuestion) -> ReadingRow {
    ReadingRow {
        system: system.to_owned(),
        question,
        measure: measure_of(question).key,
        originals: 0,
        strata: 1,
        difference: Err(Undefined::NoPairs),
        interval: None,
        adjusted_interval: None,
        against_parts: None,
        p: None,
        p_adjusted: None,
        significance: evaluation.statistics.level.significance(),
        method: "",
        reading: Reading::CannotTell,
        control: None,
        others: 0,
        closest: None,
        mixed: None,
    }
}

/// The measure of a question's difference; of own parts, the one of which it is a difference.
fn measure_of(question: ReadingQuestion) -> &'static Measure {
    match question {
        ReadingQuestion::CarryingOver | ReadingQuestion::OwnParts => &STRATIFIED_SOLVED_DIFFERENCE,
        ReadingQuestion::DirectOrComposed => &DIRECT_MINUS_COMPOSED,
    }
}

/// A question on composed labels, of a system without labels.
fn without_labels<'c>(
    evaluation: &Evaluation,
    system: &str,
    clusters: &'c ComposedClusters,
    question: ReadingQuestion,
) -> Draft<'c> {
    let difference = Err(Undefined::NoLabels);
    let row = ReadingRow { difference, ..blank(evaluation, system, question) };
    Draft { row, clusters, test: None }
}

/// A question on the originals of a system, its difference and its test.
fn draft<'c>(
    evaluation: &Evaluation,
    system: &str,
    clusters: &'c ComposedClusters,
    question: ReadingQuestion,
) -> Draft<'c> {
    let seen = match question {
        ReadingQuestion::CarryingOver | ReadingQuestion::OwnParts => Seen::Strata,
        ReadingQuestion::DirectOrComposed => Seen::Right,
    };
    let view = clusters.view(seen, &Judgment::ALL, evaluation.task);
    let side_by_side = clusters.side_by_side(&view);
    let runs = ByRuns::new(&side_by_side, clusters.runs());
    let together = runs.together();
    let sums = together.sums();
    let mut row = blank(evaluation, system, question);
    row.originals = sums.iter().sum::<u64>() / together.times();
    row.strata = view.width() / 4;
    if let Computation::Composition(of) = measure_of(question).computation {
        row.difference = of.figure(&sums, evaluation.seed).value;
    }
    let test = match question {
        ReadingQuestion::CarryingOver => {
            let test = stratified_test(runs, evaluation.statistics.question).ok();
            test.map(|(test, method)| (ReadingTest::One(test), method.key()))
        }
        ReadingQuestion::DirectOrComposed => {
            direct_against_composed(evaluation, runs).map(|test| {
                let method = match test.drawn() {
                    None => "sign_flip_exact",
                    Some(_) => "sign_flip_monte_carlo",
                };
                (ReadingTest::Two(test), method)
            })
        }
        // Its originals and strata are those of carrying over.
        ReadingQuestion::OwnParts => None,
    };
    let (test, method) = test.unzip();
    row.method = method.unwrap_or_default();
    row.p = test.as_ref().map(ReadingTest::p);
    Draft { row, clusters, test }
}

/// The question whether a system's own parts predict more than the parts of each other system that does not read gold and
/// is above the best constant on parts: the test of the one that comes closest.
fn of_own_parts<'c>(
    evaluation: &Evaluation,
    number: usize,
    (composed, clusters): (&ComposedPools, &'c ComposedClusters),
    constants: &[Option<&ComparisonRow>],
) -> Draft<'c> {
    let systems = &evaluation.systems;
    let runs_of = |number: usize| {
        let first: usize = systems[..number].iter().map(|system| system.runs).sum();
        first..first + systems[number].runs
    };
    let mut draft = draft(evaluation, &systems[number].name, clusters, ReadingQuestion::OwnParts);
    let own = OwnParts::new(&composed.joint, runs_of(number));
    // A system below the best constant on parts does not show what is hard for all systems.
    let is_control = |other: &usize| {
        let above = constants[*other].and_then(|row| row.difference().ok());
        let is_above = above.is_some_and(|above| above > 0.0);
        // Outcomes have no constant baseline.
        let is_above = is_above || evaluation.task == Task::Outcome;
        *other != number && systems[*other].origin == Origin::Answers && is_above
    };
    let others = (0..systems.len()).filter(is_control);
    let question = evaluation.statistics.question;
    let tested = |found: &ByParts| {
        found.influences.as_ref().ok().map(|known| Tested::of_influences(known, question))
    };
    let mut closest: Option<Closeness<'_>> = None;
    draft.row.difference = Err(Undefined::NoOtherParts);
    for other in others {
        let found = match own.less(runs_of(other)) {
            Ok(found) => found,
            Err(Undefined::NoOtherParts) => continue,
            Err(reason) => {
                draft.row.difference = Err(reason);
                break;
            }
        };
        draft.row.others += 1;
        let test = tested(&found);
        let p = test.as_ref().map(Tested::p);
        let closeness = Closeness::new(&systems[other].name, found.difference, p.unwrap_or(1.0));
        if closest.as_ref().is_none_or(|closest| closeness.is_closer_than(closest)) {
            closest = Some(closeness);
            draft.row.closest = Some(systems[other].name.to_string());
            draft.row.difference = Ok(found.difference);
            draft.row.p = p;
            draft.row.method = if test.is_some() { "jackknife_t" } else { "" };
            draft.test = test.map(ReadingTest::One);
        }
    }
    if let Ok(found) = own.mixed() {
        draft.row.mixed = tested(&found).map(|test| [found.difference, test.p()]);
    }
    draft
}

/// The test of two shares of the same originals: right directly, right by the parts.
fn direct_against_composed(evaluation: &Evaluation, runs: ByRuns<'_>) -> Option<Comparison> {
    let statistics = &evaluation.statistics;
    let shares = |counts: &[u32]| -> Vec<u32> {
        let of_run = |counts: &[u32]| {
            let all = counts.iter().sum();
            [counts[0] + counts[1], all, counts[0] + counts[2], all]
        };
        counts.chunks_exact(4).flat_map(of_run).collect()
    };
    let shares = runs.clusters().project(4 * runs.runs(), shares).ok()?;
    let (runs, question) = (ByRuns::new(&shares, runs.runs()), statistics.question);
    let resampling = statistics.resampling(evaluation.seed);
    let compared = compare_two_ways(runs, question, statistics.level, &resampling).ok()?;
    compared.has_enough_clusters(statistics.level).then_some(compared)
}

impl Draft<'_> {
    /// Fills in what its family decides.
    fn adjust(&mut self, evaluation: &Evaluation, adjusted: Option<f64>, significance: f64) {
        let alpha = evaluation.statistics.level.significance();
        let row = &mut self.row;
        let measure = measure_of(row.question);
        let not_rejected = |significance: f64| {
            let interval = self.test.as_ref()?.interval(significance)?;
            Some(match row.question {
                ReadingQuestion::OwnParts => measure.difference_within_bounds(interval),
                _ => measure.within_bounds(interval),
            })
        };
        row.interval = not_rejected(alpha);
        row.adjusted_interval = not_rejected(significance);
        if row.question == ReadingQuestion::CarryingOver && evaluation.task != Task::Outcome {
            row.against_parts =
                interval(evaluation, self.clusters, &WHOLE_RIGHT_COMPOSED_WRONG, significance);
        }
        row.p_adjusted = adjusted;
        row.significance = significance;
    }
}

fn interval(
    evaluation: &Evaluation,
    clusters: &ComposedClusters,
    measure: &Measure,
    significance: f64,
) -> Option<Interval> {
    let Computation::Composition(of) = measure.computation else { return None };
    let level = ConfidenceLevel::new(1.0 - significance).ok()?;
    let (task, question) = (evaluation.task, evaluation.statistics.question);
    let of_clusters = OfComposedClusters { clusters, task, gold: &Judgment::ALL, level, question };
    of_clusters.interval(measure, of).ok().map(|found| found.interval)
}
