//! The rows of how much of an advantage on parts properties of the pairs explain.

use phenom_dataset::{Dataset, Run};

use crate::composition::{PartsAdvantage, parts_advantage};
use crate::evaluation::{Evaluation, Origin};

/// What a property in bins explains of a system's advantage on parts.
#[derive(Debug, Clone, PartialEq)]
pub struct AdvantageRow {
    /// The system's name.
    pub system: String,
    /// The name of the attribute that is in bins.
    pub property: String,
    /// The advantage, taken apart.
    pub advantage: PartsAdvantage,
}

/// One row for every system that does not read gold and every attribute in bins that originals and parts have
/// themselves. Runs of one name that follow each other are those of one system.
#[must_use]
pub fn advantage_rows(
    dataset: &Dataset,
    runs: &[(Run, Origin)],
    evaluation: &Evaluation,
) -> Vec<AdvantageRow> {
    let level = evaluation.statistics.level;
    let mut rows = Vec::new();
    for runs in runs.chunk_by(|(one, _), (next, _)| one.system() == next.system()) {
        if runs[0].1 != Origin::Answers {
            continue;
        }
        let of_runs: Vec<&Run> = runs.iter().map(|(run, _)| run).collect();
        for property in dataset.attributes().iter().filter(|attribute| attribute.is_binned()) {
            let found = parts_advantage(dataset, &of_runs, evaluation.task, property, level);
            rows.extend(found.map(|advantage| AdvantageRow {
                system: of_runs[0].system().to_owned(),
                property: property.name().to_owned(),
                advantage,
            }));
        }
    }
    rows
}
