//! Measures that are fitted to the phenomena of each category.

use phenom_dataset::Judgment;

use super::score::{Score, ScoreInterval, row};
use crate::counts::{Population, SliceKind};
use crate::evaluation::Evaluation;
use crate::interval_method::IntervalMethod;
use crate::measures::{Computation, Fit, Measure};
use crate::no_interval::NoInterval;
use crate::undefined::Proportion;

/// A row for each phenomenon of each category and each fitted measure, of a system's answers to one population.
pub(super) fn shrunken(
    evaluation: &Evaluation,
    number: usize,
    population: Population,
) -> Vec<Score> {
    let mut rows = Vec::new();
    if !evaluation.has_phenomena() {
        return rows;
    }
    for measure in evaluation.wanted.measures() {
        if let Computation::Fit(fit) = measure.computation {
            rows.extend(fitted(evaluation, number, population, measure, fit));
        }
    }
    rows
}

fn fitted(
    evaluation: &Evaluation,
    number: usize,
    population: Population,
    measure: &Measure,
    fit: Fit,
) -> Vec<Score> {
    let system = &evaluation.systems[number];
    let (level, intervals) = (evaluation.statistics.level, evaluation.statistics.intervals);
    let mut rows = Vec::new();
    for (_, phenomena) in evaluation.phenomena_by_category() {
        let right =
            |slice: &usize| system.accuracy(population, *slice, &Judgment::ALL).unwrap_or_default();
        let right: Vec<Proportion> = phenomena.iter().map(right).collect();
        // Several runs answer the same pairs.
        let runs = system.runs as f64;
        let of_a_run =
            |right: &Proportion| [right.numerator as f64 / runs, right.denominator as f64 / runs];
        let fitted = fit(&right.iter().map(of_a_run).collect::<Vec<_>>(), level);
        let are_alike = |slice: &usize| {
            let pools = evaluation.pools.as_ref();
            pools.is_some_and(|pools| pools.of_system(*slice, number, population).are_alike())
        };
        let are_one = system.runs == 1 || phenomena.iter().all(are_alike);
        for (index, &slice) in phenomena.iter().enumerate() {
            if right[index].denominator == 0 {
                continue;
            }
            let estimate = fitted.as_ref().map(|estimates| estimates[index]).map_err(Clone::clone);
            let about = (&SliceKind::Phenomenon, &evaluation.slices[slice].name);
            let value = estimate.clone().map(|(value, _)| value);
            rows.push(Score {
                support: right[index].denominator,
                interval: estimate.ok().filter(|_| intervals && are_one).map(|(_, interval)| {
                    ScoreInterval { interval, level, method: IntervalMethod::EmpiricalBayes }
                }),
                no_interval: (intervals && !are_one).then_some(NoInterval::SeveralRuns),
                ..row(&system.name, about, population, measure, value.into())
            });
        }
    }
    rows
}
