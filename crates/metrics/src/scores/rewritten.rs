//! What becomes of the figures on all pairs where answers are rewritten [B09, section 5.2], or where
//! entailment and contradiction are swapped [B09, section 4.2].

use phenom_dataset::{Judgment, Task};

use super::Score;
use crate::counts::{Population, SliceKind, WholeTally};
use crate::evaluation::{Evaluation, SystemCounts};
use crate::measures::accuracy::{ACCURACY, ACCURACY_THREE_WAY, ACCURACY_TWO_WAY};
use crate::measures::average_precision::AVERAGE_PRECISION;
use crate::measures::kappa::KAPPA;
use crate::measures::mutual_information::MUTUAL_INFORMATION;
use crate::measures::{Computation, Figure, Measure};

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

/// The rows of one system: every answer that is given, rewritten to every other, and everything negated.
pub(super) fn rows(evaluation: &Evaluation, system: &SystemCounts) -> Vec<Score> {
    let mut rows = Vec::new();
    for &population in evaluation.populations() {
        rows.extend(rewritten(evaluation, system, population));
        if evaluation.task == Task::ThreeWay {
            rows.extend(negated(evaluation, system, population));
        }
    }
    rows
}

fn row(
    system: &SystemCounts,
    population: Population,
    (kind, slice): (SliceKind, String),
    measure: &Measure,
    figure: Figure,
) -> Score {
    Score {
        system: system.name.clone(),
        population,
        slice_kind: kind,
        slice,
        measure: measure.key,
        value: figure.value,
        proportion: figure.proportion,
        support: system.counts(population, 0).pairs(),
        interval: None,
    }
}

fn rewritten(evaluation: &Evaluation, system: &SystemCounts, population: Population) -> Vec<Score> {
    let mut rows = Vec::new();
    let Ok(table) = system.table(population, 0, &Judgment::ALL) else { return rows };
    let labels = evaluation.task.judgments();
    for from in (0..labels.len()).filter(|&from| table.predicted(from) > 0) {
        for to in (0..labels.len()).filter(|&to| to != from) {
            let after = table.conflated(from, to);
            for measure in REWRITTEN.into_iter().filter(|measure| evaluation.wanted.has(measure)) {
                let Some(figure) = measure.of_table(&after, evaluation.seed) else { continue };
                let slice = (SliceKind::Rewriting, rewriting(labels[from], labels[to]));
                rows.push(row(system, population, slice, measure, figure));
            }
        }
    }
    rows
}

fn negated(evaluation: &Evaluation, system: &SystemCounts, population: Population) -> Vec<Score> {
    let mut rows = Vec::new();
    for measure in NEGATED.into_iter().filter(|measure| evaluation.wanted.has(measure)) {
        let figure: Figure = if matches!(measure.computation, Computation::Ranking(..)) {
            let Ok(rankings) = system.rankings() else { continue };
            let Some(ranking) = rankings.of(population) else { continue };
            ranking.negated_average_precision.clone().into()
        } else {
            let counts = system.counts(population, 0).negated();
            let tally = counts.and_then(|counts| {
                WholeTally::of_pairs(evaluation.task, &counts, system.missing())
            });
            match tally {
                Ok(tally) => measure.of(tally.as_tally(), &Judgment::ALL, evaluation.seed),
                Err(reason) => Err::<f64, _>(reason).into(),
            }
        };
        rows.push(row(system, population, (SliceKind::Negated, String::new()), measure, figure));
    }
    rows
}
