//! The rows of the regression of right wholes on phenomena and their solved parts.

use phenom_dataset::{Dataset, Run};

use crate::composition::{NoRegression, RegressionIntervals, SolvedRegression, solved_regression};
use crate::evaluation::{Evaluation, Origin};
use crate::statistics::Resampling;

/// The regression of a system.
#[derive(Debug, Clone, PartialEq)]
pub struct RegressionRow {
    /// The system's name.
    pub system: String,
    /// The regression, or why there is none.
    pub regression: Result<SolvedRegression, NoRegression>,
}

/// The regressions of all systems that do not read gold. Runs of one name that follow each other are those of one
/// system. Without `at_any_cost`, coefficients have intervals where these are quickly found.
#[must_use]
pub fn regression_rows(
    dataset: &Dataset,
    runs: &[(Run, Origin)],
    evaluation: &Evaluation,
    at_any_cost: bool,
) -> Vec<RegressionRow> {
    let statistics = &evaluation.statistics;
    let intervals = match (statistics.intervals, at_any_cost) {
        (false, _) => RegressionIntervals::None,
        (true, false) => RegressionIntervals::WhereQuick,
        (true, true) => RegressionIntervals::Always,
    };
    let of_one = statistics.resampling(evaluation.seed);
    let resampling = Resampling { threads: statistics.threads, ..of_one };
    let systems = runs.chunk_by(|(one, _), (next, _)| one.system() == next.system());
    let answering = systems.filter(|runs| runs[0].1 == Origin::Answers);
    let row = |runs: &[(Run, Origin)]| {
        let of_runs: Vec<&Run> = runs.iter().map(|(run, _)| run).collect();
        let (task, level) = (evaluation.task, statistics.level);
        let intervals = (intervals, &resampling);
        RegressionRow {
            system: of_runs[0].system().to_owned(),
            regression: solved_regression(dataset, &of_runs, task, level, intervals),
        }
    };
    answering.map(row).collect()
}
