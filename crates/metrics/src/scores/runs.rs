//! Systems with several runs that differ by their random seed.

use crate::Value;
use crate::clusters::{OF_A_RUN, right_share};
use crate::counts::Population;
use crate::evaluation::Evaluation;
use crate::statistics::{OverRuns, PooledClusters, Statistic, bootstrap, over_runs};

/// A measure over the runs of one system.
#[derive(Debug, Clone, PartialEq)]
pub struct RunsRow {
    /// The system.
    pub system: String,
    /// The pairs that it is about.
    pub population: Population,
    /// The key of the measure.
    pub measure: &'static str,
    /// Its value on each run.
    pub values: Vec<f64>,
    /// What they come to.
    pub over_runs: OverRuns,
}

/// The accuracies and the CI of every system that has several runs.
#[must_use]
pub fn over_seeds(evaluation: &Evaluation) -> Vec<RunsRow> {
    use crate::measures::accuracy::ACCURACY;
    use crate::measures::correlation_index::CORRELATION_INDEX;
    let mut rows = Vec::new();
    for system in &evaluation.systems {
        let Some(runs) = &system.runs_side_by_side else { continue };
        type Figure = (Population, &'static str, fn(&[u64]) -> Value);
        let mut figures: Vec<Figure> =
            vec![(Population::Original, ACCURACY.key, |sums| right_share(&sums[..2]))];
        if evaluation.is_decomposed() {
            figures
                .push((Population::Monothematic, ACCURACY.key, |sums| right_share(&sums[4..])));
            figures.push((Population::Decomposition, CORRELATION_INDEX.key, |sums| {
                Ok(right_share(&sums[2..4])? / right_share(&sums[4..])?)
            }));
        }
        for (population, measure, of_run) in figures {
            rows.extend(row(evaluation, runs, of_run).map(|(values, over_runs)| RunsRow {
                system: system.name.clone(),
                population,
                measure,
                values,
                over_runs,
            }));
        }
    }
    rows
}

fn row(
    evaluation: &Evaluation,
    runs: &PooledClusters,
    of_run: fn(&[u64]) -> Value,
) -> Option<(Vec<f64>, OverRuns)> {
    let inference = &evaluation.inference;
    let values: Result<Vec<f64>, _> = runs.sums().chunks_exact(OF_A_RUN).map(of_run).collect();
    let values = values.ok()?;
    let mean: &Statistic<'_> = &move |sums| {
        let values: Result<Vec<f64>, _> = sums.chunks_exact(OF_A_RUN).map(of_run).collect();
        let values = values?;
        Ok(values.iter().sum::<f64>() / values.len() as f64)
    };
    let replicates = bootstrap(runs, &[mean], &inference.resampling(evaluation.seed)).ok()?;
    let error = replicates.first()?.standard_error()?;
    let over = over_runs(&values, error, runs.clusters(), inference.level).ok()?;
    Some((values, over))
}
