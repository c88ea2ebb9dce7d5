//! The rankings of each run of a system that has several, their mean and their spread.

use super::runs::About;
use super::{Score, of_rankings};
use crate::counts::Population;
use crate::evaluation::{Evaluation, SystemCounts};
use crate::measures::Measure;
use crate::rankings::RankedClusters;
use crate::undefined::{Undefined, Value};

/// The rows on the runs of a system that has several, for every measure of a ranking on all pairs.
pub(super) fn rows(evaluation: &Evaluation, number: usize) -> Vec<Score> {
    let system = &evaluation.systems[number];
    let Some(rankings) = system.rankings().ok().filter(|_| system.runs > 1) else {
        return Vec::new();
    };
    let mut rows = Vec::new();
    for &population in evaluation.populations() {
        let clusters = rankings.of(population).and_then(|ranking| ranking.clusters());
        let Some(clusters) = clusters else { continue };
        for measure in evaluation.wanted.measures() {
            if measure.has_influences() {
                rows.extend(of_measure(evaluation, system, population, measure, clusters));
            }
        }
    }
    rows
}

fn of_measure(
    evaluation: &Evaluation,
    system: &SystemCounts,
    population: Population,
    measure: &'static Measure,
    clusters: &RankedClusters,
) -> Vec<Score> {
    let statistics = &evaluation.statistics;
    let runs = clusters.of(measure).unwrap_or(&Err(Undefined::NoRanking));
    let values: Vec<Value> = match runs {
        Ok(runs) => runs.iter().map(|run| Ok(run.value)).collect(),
        Err(reason) => vec![Err(reason.clone()); system.runs],
    };
    let mean = values.iter().flatten().sum::<f64>() / values.len() as f64;
    let found = of_rankings::interval(measure, clusters, statistics.question, statistics.level);
    let distances = found.ok().map(|found| [mean - found.lower, found.upper - mean]);
    let supports = vec![clusters.pairs(); system.runs];
    About { evaluation, system, population, measure, supports }.rows(&values, distances)
}
