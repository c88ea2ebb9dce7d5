//! Systems with several runs that differ by their random seed: each run, their mean and their spread.

use phenom_dataset::Judgment;

use super::cuts::is_of_decomposition;
use super::{Score, ScoreInterval};
use crate::counts::{Layout, Population, SetCounts, SliceKind, Tally};
use crate::evaluation::{Evaluation, SystemCounts};
use crate::measures::{Computation, Measure, OfComposition, Slices};
use crate::statistics::{IntervalMethod, OverRuns, PooledClusters, bootstrap, over_runs};
use crate::undefined::{Undefined, Value};

/// What a row on several runs is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunFigure {
    /// One of them, by its number from 1.
    Run(usize),
    /// Their mean; its interval is for other seeds on other pairs of the same kind.
    Mean,
    /// The same mean; its interval is for other seeds on these pairs.
    MeanOnThesePairs,
    /// The standard deviation between them, with n - 1.
    StandardDeviation,
}

impl RunFigure {
    /// The name of the slice in the tidy files.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Run(number) => number.to_string(),
            Self::Mean => "mean".to_owned(),
            Self::MeanOnThesePairs => "mean-on-these-pairs".to_owned(),
            Self::StandardDeviation => "standard-deviation".to_owned(),
        }
    }
}

/// The rows on the runs of a system that has several, for every measure of counts on all pairs.
pub(super) fn rows(evaluation: &Evaluation, number: usize) -> Vec<Score> {
    let system = &evaluation.systems[number];
    let Some(runs) = &system.runs_side_by_side else { return Vec::new() };
    let mut rows = Vec::new();
    for population in [Population::Original, Population::Monothematic, Population::Decomposition] {
        if population != Population::Original && !evaluation.is_decomposed() {
            continue;
        }
        for measure in evaluation.wanted.measures().filter(|measure| is_of_runs(measure)) {
            if is_of_decomposition(measure) == (population == Population::Decomposition) {
                let composed;
                let runs = match (measure.computation, &system.composed_runs) {
                    (Computation::Composition(of), Some(runs)) => {
                        let view = runs.view(of.seen(), &Judgment::ALL, evaluation.task);
                        composed = runs.side_by_side(&view);
                        &composed
                    }
                    (Computation::Composition(_), None) => continue,
                    (Computation::Sets(_), _) => {
                        let sets = evaluation.sets.as_ref();
                        let Some(runs) = sets.and_then(|sets| sets.of_runs(number, population))
                        else {
                            continue;
                        };
                        runs
                    }
                    _ => runs.of(population),
                };
                rows.extend(of_measure(evaluation, system, population, measure, runs));
            }
        }
    }
    rows
}

/// Whether a measure is a function of the counts of all pairs, and the same for every seed of draws.
fn is_of_runs(measure: &Measure) -> bool {
    let of_counts = !matches!(
        measure.computation,
        Computation::TableWithSeed(_)
            | Computation::Ranking(..)
            | Computation::RankingFacts(_)
            | Computation::Weighted(_)
            | Computation::Fit(_)
            | Computation::Composition(OfComposition::SolvedWithSeed(_))
            | Computation::ByRelevance(_)
            | Computation::ByChance(_)
            | Computation::People
    );
    let of_sets = matches!(measure.computation, Computation::Sets(_));
    of_sets || of_counts && matches!(measure.slices, Slices::All | Slices::NotOfEntailment)
}

fn of_measure(
    evaluation: &Evaluation,
    system: &SystemCounts,
    population: Population,
    measure: &Measure,
    runs: &PooledClusters,
) -> Vec<Score> {
    let layout = Layout { task: evaluation.task };
    let width = runs.width() / system.runs;
    let of_run = |counts: &[u64]| match measure.computation {
        Computation::Composition(of) => of.figure(counts, evaluation.seed).value,
        Computation::Sets(mean) => mean.value(SetCounts::of_sums(counts)),
        _ => measure.of(Tally::new(layout, counts), &Judgment::ALL, evaluation.seed).value,
    };
    let values: Vec<Value> = runs.sums().chunks_exact(width).map(of_run).collect();
    let mean = |sums: &[u64]| -> Value {
        let values: Vec<f64> =
            sums.chunks_exact(width).map(of_run).collect::<Result<_, Undefined>>()?;
        Ok(values.iter().sum::<f64>() / values.len() as f64)
    };
    let all: Result<Vec<f64>, Undefined> = values.iter().cloned().collect();
    let statistics = &evaluation.statistics;
    let over = all.as_ref().ok().filter(|_| statistics.intervals).and_then(|values| {
        let resampling = statistics.resampling(evaluation.seed);
        let replicates = bootstrap(&runs.blocked(), &[&mean], &resampling).ok()?;
        let error = replicates.first()?.standard_error()?;
        over_runs(values, error, runs.clusters(), statistics.level).ok()
    });
    let row = |figure: RunFigure, value: Value, interval| Score {
        system: system.name.clone(),
        population,
        slice_kind: SliceKind::Run,
        slice: figure.name(),
        measure: measure.key,
        value,
        proportion: None,
        support: system.counts(population, 0).pairs(),
        interval: Option::map(interval, |interval| ScoreInterval {
            interval: measure.within_bounds(interval),
            level: statistics.level,
            method: IntervalMethod::StudentT,
        }),
        no_interval: None,
    };
    let spread = |of: fn(&OverRuns) -> f64| {
        let of_all = all.clone().map(|values| over_runs(&values, 0.0, 2, statistics.level));
        of_all.and_then(|over| over.map(|over| of(&over)).map_err(|_| Undefined::NoPairs))
    };
    let mut rows: Vec<Score> = values
        .iter()
        .enumerate()
        .map(|(run, value)| row(RunFigure::Run(run + 1), value.clone(), None))
        .collect();
    let with_pairs = over.map(|over| over.with_pairs);
    let between_runs = over.map(|over| over.between_runs);
    rows.push(row(RunFigure::Mean, spread(|over| over.mean), with_pairs));
    rows.push(row(RunFigure::MeanOnThesePairs, spread(|over| over.mean), between_runs));
    rows.push(row(RunFigure::StandardDeviation, spread(|over| over.standard_deviation), None));
    rows
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Answer, Judgment::*, Run};

    use crate::counts::SliceKind;
    use crate::evaluation::{Evaluation, Origin, Settings};
    use crate::measures::correlation_index::CORRELATION_INDEX;
    use crate::scores::scores;
    use crate::testing::{Pair, dataset};
    use crate::undefined::Undefined;

    #[test]
    fn runs_with_every_part_wrong_have_no_mean_and_say_why() {
        let pairs =
            [Pair::original("a"), Pair::of("a.1", "a"), Pair::original("b"), Pair::of("b.1", "b")];
        let answers = [Entailment, Entailment, Unknown, Unknown].map(Answer::Judged);
        let runs = [0, 1].map(|_| (Run::from_answers("s", answers), Origin::Answers));
        let evaluation = Evaluation::new(&dataset(&pairs), &runs, &Settings::default());
        let rows = scores(&evaluation, false);
        let of_runs: Vec<_> = rows
            .iter()
            .filter(|row| row.slice_kind == SliceKind::Run && row.measure == CORRELATION_INDEX.key)
            .collect();
        assert_eq!(of_runs.len(), 5);
        assert!(of_runs.iter().all(|row| row.value == Err(Undefined::Infinite)), "{of_runs:?}");
        assert!(rows.iter().all(
            |row| row.value.as_ref().is_ok_and(|value| value.is_finite()) || row.value.is_err()
        ));
    }
}
