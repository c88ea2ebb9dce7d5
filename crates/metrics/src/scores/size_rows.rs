//! The rows of accuracy by the size of an original.

use phenom_dataset::{Dataset, Run};

use crate::composition::{SizeBands, SizeFigures};
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

/// The figures of every system, system by system, by number of parts and then by number of phenomena. Runs of one
/// name that follow each other are those of one system.
#[must_use]
pub fn size_rows(
    dataset: &Dataset,
    runs: &[(Run, Origin)],
    evaluation: &Evaluation,
) -> Vec<SizeRow> {
    let statistics = &evaluation.statistics;
    let systems: Vec<Vec<&Run>> = runs
        .chunk_by(|(one, _), (next, _)| one.system() == next.system())
        .map(|runs| runs.iter().map(|(run, _)| run).collect())
        .collect();
    let level = statistics.intervals.then_some(statistics.level);
    let gold = evaluation.gold_under_rule(dataset);
    let bands = SizeBands::new(dataset, gold);
    let figures = side_by_side(&systems, statistics.threads, |runs| {
        bands.figures(dataset, runs, gold, level)
    });
    let rows = systems.iter().zip(figures).flat_map(|(runs, figures)| {
        let row = |figures| SizeRow { system: runs[0].system().to_owned(), figures };
        figures.into_iter().map(row)
    });
    rows.collect()
}
