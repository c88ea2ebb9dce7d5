//! The rows of accuracy by the size of an original.

use phenom_dataset::{Dataset, Run};

use crate::composition::{AnsweredOriginals, SizeBands, SizeFigures};
use crate::evaluation::{Evaluation, Origin};
use crate::statistics::threads::side_by_side;

/// What a system does on originals of neighbouring sizes.
#[derive(Debug, Clone, PartialEq)]
pub struct SizeRow {
    /// The system's name.
    pub system: String,
    /// The system's shares of correct answers in one band of sizes.
    pub figures: SizeFigures,
}

/// The figures of every system, system by system, by number of parts and then by number of phenomena. The runs are those
/// that were evaluated; those of one name that follow each other are of one system.
#[must_use]
pub fn size_rows(
    dataset: &Dataset,
    runs: &[(Run, Origin)],
    evaluation: &Evaluation,
) -> Vec<SizeRow> {
    let statistics = &evaluation.statistics;
    let systems = runs.chunk_by(|(one, _), (next, _)| one.system() == next.system());
    let mut answered = evaluation.answered(dataset, runs);
    let systems: Vec<(&str, &[AnsweredOriginals])> = systems
        .filter_map(|runs| Some((runs[0].0.system(), answered.split_off(..runs.len())?)))
        .collect();
    let level = statistics.intervals.then_some(statistics.level);
    let bands = SizeBands::new(dataset, evaluation.gold_under_rule(dataset));
    let figures = side_by_side(&systems, statistics.threads, |(_, answered)| {
        bands.figures(dataset, answered, level)
    });
    let rows = systems.iter().zip(figures).flat_map(|((system, _), figures)| {
        let row = |figures| SizeRow { system: (*system).to_owned(), figures };
        figures.into_iter().map(row)
    });
    rows.collect()
}
