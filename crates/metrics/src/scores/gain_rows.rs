//! The rows of what to fix next.

use phenom_dataset::{Dataset, Run};

use crate::composition::{AccuracyChange, SolvedGain, solved_gains};
use crate::evaluation::{Evaluation, Origin};
use crate::statistics::threads::side_by_side;

/// What a system would gain by a phenomenon.
#[derive(Debug, Clone, PartialEq)]
pub struct GainRow {
    /// The system's name.
    pub system: String,
    /// The whole path of the phenomenon.
    pub phenomenon: String,
    /// The accuracy of composed answers if all parts of the phenomenon were correct, less that of now.
    pub gain: AccuracyChange,
}

/// The gains of every system that does not read gold, system by system, each with the highest first. Runs of one
/// name that follow each other are those of one system.
#[must_use]
pub fn gain_rows(
    dataset: &Dataset,
    runs: &[(Run, Origin)],
    evaluation: &Evaluation,
) -> Vec<GainRow> {
    let level = evaluation.statistics.level;
    let gold = evaluation.gold_under_rule(dataset);
    let systems = runs.chunk_by(|(one, _), (next, _)| one.system() == next.system());
    let answering: Vec<&[(Run, Origin)]> =
        systems.filter(|runs| runs[0].1 == Origin::Answers).collect();
    let of_system = |runs: &&[(Run, Origin)]| -> Vec<GainRow> {
        let of_runs: Vec<&Run> = runs.iter().map(|(run, _)| run).collect();
        let gains = solved_gains(dataset, &of_runs, gold, level).into_iter();
        let row = |gain: SolvedGain| GainRow {
            system: of_runs[0].system().to_owned(),
            phenomenon: dataset.phenomena()[gain.phenomenon as usize].path().to_owned(),
            gain: gain.change,
        };
        gains.map(row).collect()
    };
    let threads = evaluation.statistics.threads;
    side_by_side(&answering, threads, of_system).into_iter().flatten().collect()
}
