//! Systems with several runs that differ by their random seed: each run, their mean and their spread.

use phenom_dataset::Judgment;

use super::cuts::is_of_decomposition;
use super::intervals::OfSlice;
use super::score::{Score, ScoreInterval, row};
use crate::counts::{Population, SliceKind};
use crate::evaluation::{Evaluation, SystemCounts};
use crate::interval_method::IntervalMethod;
use crate::measures::{Computation, Measure, OfComposition, Slices};
use crate::statistics::{Interval, OverRuns};
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
    let Some(pools) = evaluation.pools.as_ref().filter(|_| system.runs > 1) else {
        return Vec::new();
    };
    let mut rows = Vec::new();
    for population in [Population::Original, Population::Monothematic, Population::Decomposition] {
        if population != Population::Original && !evaluation.is_decomposed() {
            continue;
        }
        let of = OfSlice::new(evaluation, pools, number, 0, population);
        for measure in evaluation.wanted.measures().filter(|measure| is_of_runs(measure)) {
            if is_of_decomposition(measure) == (population == Population::Decomposition) {
                rows.extend(of_measure(evaluation, number, population, measure, &of));
            }
        }
    }
    rows
}

/// Whether a measure is a function of the counts of all pairs, and the same for every seed of draws.
fn is_of_runs(measure: &Measure) -> bool {
    let of_counts = !matches!(
        measure.computation,
        Computation::Ranking(..)
            | Computation::Forecasts(..)
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
    number: usize,
    population: Population,
    measure: &'static Measure,
    of: &OfSlice<'_>,
) -> Vec<Score> {
    let system = &evaluation.systems[number];
    let Some(found) = of.of_runs(measure) else { return Vec::new() };
    let (values, supports): (Vec<Value>, Vec<u64>) = found.into_iter().unzip();
    // The system's figure is that of all runs together, which is their mean or near it; its interval is put about the mean.
    let figure = system.figure(measure, population, 0, &Judgment::ALL, evaluation.seed);
    let about = About { evaluation, system, population, measure, supports };
    let own =
        Score { proportion: figure.proportion, ..about.row(RunFigure::Mean, figure.value, None) };
    let found = of.interval(measure, &Judgment::ALL, &own).and_then(Result::ok);
    let distances = own
        .value
        .as_ref()
        .ok()
        .zip(found)
        .map(|(value, found)| [value - found.interval.lower, found.interval.upper - value]);
    about.rows(&values, distances)
}

/// What rows on the runs of a system are about.
pub(super) struct About<'e> {
    pub(super) evaluation: &'e Evaluation,
    pub(super) system: &'e SystemCounts,
    pub(super) population: Population,
    pub(super) measure: &'static Measure,
    /// The pairs of each run.
    pub(super) supports: Vec<u64>,
}

impl About<'_> {
    /// A row for each run, for their mean and for their spread. With other pairs, too, the mean may be as far off as the
    /// `distances` to both sides.
    pub(super) fn rows(&self, values: &[Value], distances: Option<[f64; 2]>) -> Vec<Score> {
        let level = self.evaluation.statistics.level;
        let all: Result<Vec<f64>, Undefined> = values.iter().cloned().collect();
        let over = all.map(|values| OverRuns::new(&values, level));
        let figure = |of: fn(&OverRuns) -> f64| match &over {
            Ok(over) => Ok(of(over)),
            Err(reason) => Err(reason.clone()),
        };
        let known = over.as_ref().ok();
        let with_pairs = known.zip(distances).map(|(over, [below, above])| Interval {
            // With few runs Student's t gives the wider interval: other pairs add to it.
            lower: over.interval.lower.min(over.mean - below),
            upper: over.interval.upper.max(over.mean + above),
        });
        let runs = (1..).zip(values).zip(&self.supports);
        let of_run = |((run, value), support): ((usize, &Value), &u64)| Score {
            support: *support,
            ..self.row(RunFigure::Run(run), value.clone(), None)
        };
        let mut rows: Vec<Score> = runs.map(of_run).collect();
        let mean = figure(|over| over.mean);
        rows.push(self.row(RunFigure::Mean, mean.clone(), with_pairs));
        let on_these = known.map(|over| over.interval);
        rows.push(self.row(RunFigure::MeanOnThesePairs, mean, on_these));
        let spread = figure(|over| over.standard_deviation);
        rows.push(self.row(RunFigure::StandardDeviation, spread, None));
        rows
    }

    fn row(&self, figure: RunFigure, value: Value, interval: Option<Interval>) -> Score {
        let statistics = &self.evaluation.statistics;
        let about = (&SliceKind::Run, &figure.name().into());
        Score {
            support: self.supports.iter().copied().max().unwrap_or(0),
            interval: interval.filter(|_| statistics.intervals).map(|interval| ScoreInterval {
                interval: self
                    .measure
                    .within_range(interval, self.evaluation.task.judgments().len()),
                level: statistics.level,
                method: IntervalMethod::StudentT,
            }),
            ..row(&self.system.name, about, self.population, self.measure, value.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Answer, Judgment::*, Missing, Run, RunBuilder};

    use crate::counts::{Population, SliceKind};
    use crate::evaluation::{Evaluation, Origin, Settings};
    use crate::measures::correlation_index::CORRELATION_INDEX;
    use crate::scores::scores;
    use crate::testing::{Pair, dataset};
    use crate::undefined::Undefined;

    /// Three originals and two parts, of which the second run leaves out one original and one part.
    #[test]
    fn support_is_the_pairs_of_a_run() {
        let pairs = [
            Pair::original("a"),
            Pair::of("a.1", "a"),
            Pair::of("a.2", "a"),
            Pair::original("b"),
            Pair::original("c"),
        ];
        let dataset = dataset(&pairs);
        let run = |answered: [bool; 5]| {
            let mut builder = RunBuilder::new(&dataset, "s", Missing::Skip);
            for row in (0..5).filter(|row| answered[*row]) {
                builder.add(1, dataset.id(row), Answer::Judged(Entailment), None);
            }
            (builder.finish().unwrap(), Origin::Answers)
        };
        // Rows of a dataset: a, b, c, a.1, a.2.
        let runs = [run([true; 5]), run([true, false, true, true, false])];
        let evaluation = Evaluation::new(&dataset, &runs, &Settings::default());
        let rows = scores(&evaluation, false);
        let support = |measure: &str, population, slice: &str| {
            let row = rows.iter().find(|row| {
                row.slice_kind == SliceKind::Run
                    && (row.measure, row.population, row.slice.as_str())
                        == (measure, population, slice)
            });
            row.unwrap().support
        };
        for (measure, population, expected) in [
            ("accuracy", Population::Original, [3, 2, 3]),
            ("accuracy", Population::Monothematic, [2, 1, 2]),
            ("correlation_index", Population::Decomposition, [3, 2, 3]),
            ("whole_accuracy", Population::Decomposition, [1, 1, 1]),
        ] {
            let found = ["1", "2", "mean"].map(|slice| support(measure, population, slice));
            assert_eq!(found, expected, "{measure}, {population:?}");
        }
        let rewritten: Vec<(Population, u64)> = rows
            .iter()
            .filter(|row| row.slice_kind == SliceKind::Rewriting && row.measure == "accuracy")
            .map(|row| (row.population, row.support))
            .collect();
        // Both runs together answer five times for originals, three times for parts.
        assert!(rewritten.contains(&(Population::Original, 3)), "{rewritten:?}");
        assert!(rewritten.contains(&(Population::Monothematic, 2)), "{rewritten:?}");
    }

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
