//! What becomes of the figures on all pairs where answers are rewritten [B09, section 5.2], or where
//! entailment and contradiction are swapped [B09, section 4.2].

use phenom_dataset::{Judgment, Task};

use super::score::{Score, row};
use crate::counts::{ContingencyTable, Population, SliceKind, WholeTally};
use crate::evaluation::{Evaluation, SystemCounts};
use crate::measures::accuracy::{ACCURACY, ACCURACY_THREE_WAY, ACCURACY_TWO_WAY};
use crate::measures::average_precision::AVERAGE_PRECISION;
use crate::measures::kappa::KAPPA;
use crate::measures::mutual_information::MUTUAL_INFORMATION;
use crate::measures::{Figure, Measure};
use crate::rankings::is_of_ranking;
use crate::seed::Seed;
use crate::undefined::Value;

/// The name of a rewriting in the tidy files: what is rewritten, and to what.
#[must_use]
pub fn rewriting(from: Judgment, to: Judgment) -> String {
    format!("{from}>{to}")
}

/// The measures that a rewriting may raise, and the one that it cannot.
const REWRITTEN: [&Measure; 3] = [&ACCURACY, &KAPPA, &MUTUAL_INFORMATION];

/// The measures that are symmetric, and those that are not.
const NEGATED: [&Measure; 5] =
    [&ACCURACY_THREE_WAY, &MUTUAL_INFORMATION, &KAPPA, &ACCURACY_TWO_WAY, &AVERAGE_PRECISION];

/// The rows of one system: every answer that is given, rewritten to every other, and everything negated, each
/// with the change. They have no intervals: they say what becomes of these answers, and estimate nothing.
pub(super) fn rows(evaluation: &Evaluation, system: &SystemCounts) -> Vec<Score> {
    let mut rows = Vec::new();
    if evaluation.task == Task::Outcome {
        return rows;
    }
    for &population in evaluation.populations() {
        rows.extend(rewritten(evaluation, system, population));
        if evaluation.task == Task::ThreeWay {
            rows.extend(negated(evaluation, system, population));
        }
    }
    rows
}

/// How many rows a system has at most.
pub(super) fn most_rows(evaluation: &Evaluation) -> u64 {
    let wanted = |measures: &[&Measure]| {
        measures.iter().filter(|measure| evaluation.wanted.has(measure)).count()
    };
    if evaluation.task == Task::Outcome {
        return 0;
    }
    let labels = evaluation.task.judgments().len();
    let rewritings = labels * labels.saturating_sub(1) * wanted(&REWRITTEN);
    let populations = evaluation.populations().len();
    // The figure and its change.
    (2 * populations * (rewritings + wanted(&NEGATED))) as u64
}

fn of_all(
    system: &SystemCounts,
    population: Population,
    about: (SliceKind, &str),
    measure: &Measure,
    figure: Figure,
) -> Score {
    Score {
        // Each run answers a pair once; of runs that leave out different pairs, the mean, rounded up.
        support: system
            .counts(population, 0)
            .scored(system.missing())
            .div_ceil(system.runs.max(1) as u64),
        ..row(&system.name, (&about.0, &about.1.into()), population, measure, figure)
    }
}

/// A measure of a table, before and after every answer of one label was rewritten to another.
#[derive(Debug, Clone, PartialEq)]
pub struct RewrittenFigure {
    /// The label that was rewritten, by its place in the table, and the one that it became.
    pub labels: [usize; 2],
    /// The measure that both values are of.
    pub measure: &'static Measure,
    /// The value of the table as it is.
    pub before: Value,
    /// The figure afterwards.
    pub after: Figure,
    /// By how much it is higher afterwards, or why one of the two has no value.
    pub change: Value,
}

/// What each rewriting of answers does to accuracy, kappa and mutual information. Answers that are never
/// given are not rewritten.
#[must_use]
pub fn rewritten_figures(table: &ContingencyTable, seed: Seed) -> Vec<RewrittenFigure> {
    let labels = table.abstained();
    let before = REWRITTEN.map(|measure| measure.of_table(table, seed).map(|figure| figure.value));
    let mut figures = Vec::new();
    for from in (0..labels).filter(|&from| table.predicted(from) > 0) {
        for to in (0..labels).filter(|&to| to != from) {
            let rewritten = table.conflated(from, to);
            for (measure, before) in REWRITTEN.into_iter().zip(&before) {
                let (Some(before), Some(after)) = (before, measure.of_table(&rewritten, seed))
                else {
                    continue;
                };
                let (before, labels) = (before.clone(), [from, to]);
                let change = change(&before, &after.value);
                figures.push(RewrittenFigure { labels, measure, before, after, change });
            }
        }
    }
    figures
}

/// How much more the second of two values is.
fn change(before: &Value, after: &Value) -> Value {
    Ok(after.clone()? - before.clone()?)
}

fn rewritten(evaluation: &Evaluation, system: &SystemCounts, population: Population) -> Vec<Score> {
    let Ok(table) = system.table(population, 0, &Judgment::ALL) else { return Vec::new() };
    let labels = evaluation.task.judgments();
    let mut rows = Vec::new();
    for figure in rewritten_figures(&table, evaluation.seed) {
        if evaluation.wanted.has(figure.measure) {
            let name = rewriting(labels[figure.labels[0]], labels[figure.labels[1]]);
            let of = |kind, value| of_all(system, population, (kind, &name), figure.measure, value);
            rows.push(of(SliceKind::Rewriting, figure.after));
            rows.push(of(SliceKind::RewritingChange, figure.change.into()));
        }
    }
    rows
}

fn negated(evaluation: &Evaluation, system: &SystemCounts, population: Population) -> Vec<Score> {
    let mut rows = Vec::new();
    for measure in NEGATED.into_iter().filter(|measure| evaluation.wanted.has(measure)) {
        let (before, after): (Value, Figure) = if is_of_ranking(measure) {
            let Ok(rankings) = system.rankings() else { continue };
            let Some(ranking) = rankings.of(population) else { continue };
            let Some(before) = ranking.value(measure, 0) else { continue };
            (before.clone(), ranking.negated_average_precision.clone().into())
        } else {
            let counts = system.counts(population, 0).negated();
            let tally = counts.and_then(|counts| {
                WholeTally::of_pairs(evaluation.task, &counts, system.missing())
            });
            let after = match tally {
                Ok(tally) => measure.of(tally.as_tally(), &Judgment::ALL, evaluation.seed),
                Err(reason) => Err::<f64, _>(reason).into(),
            };
            let before =
                system.figure(measure, population, 0, &Judgment::ALL, evaluation.seed).value;
            (before, after)
        };
        let change = change(&before, &after.value);
        let of = |kind, value| of_all(system, population, (kind, ""), measure, value);
        rows.push(of(SliceKind::Negated, after));
        rows.push(of(SliceKind::NegatedChange, change.into()));
    }
    rows
}
