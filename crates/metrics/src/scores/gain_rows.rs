//! The rows of what to fix next.

use phenom_dataset::{Dataset, Run};

use crate::composition::{AccuracyChange, AnsweredOriginals, SolvedGain, solved_gains};
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

/// The gains of every system that does not read gold, system by system, each with the highest first. The runs are those
/// that were evaluated; those of one name that follow each other are of one system.
#[must_use]
pub fn gain_rows(
    dataset: &Dataset,
    runs: &[(Run, Origin)],
    evaluation: &Evaluation,
) -> Vec<GainRow> {
    let level = evaluation.statistics.level;
    let gold = evaluation.gold_under_rule(dataset);
    let answered = evaluation.answered(dataset, runs);
    let answering = runs.iter().zip(answered).filter(|((_, origin), _)| *origin == Origin::Answers);
    let answering: Vec<_> = answering.map(|((run, _), answered)| (run, answered)).collect();
    let systems = answering.chunk_by(|(one, _), (next, _)| one.system() == next.system());
    let of_system = |runs: &&[(&Run, &AnsweredOriginals)]| -> Vec<GainRow> {
        let gains = solved_gains(dataset, runs, gold, level).into_iter();
        let row = |gain: SolvedGain| GainRow {
            system: runs[0].0.system().to_owned(),
            phenomenon: dataset.phenomena()[gain.phenomenon as usize].path().to_owned(),
            gain: gain.change,
        };
        gains.map(row).collect()
    };
    let threads = evaluation.statistics.threads;
    side_by_side(&systems.collect::<Vec<_>>(), threads, of_system).into_iter().flatten().collect()
}
