//! Judged outcomes: those by people, and by each judge, which are in other columns of the same files.

use std::sync::Arc;

use phenom_dataset::{Answer, Dataset, Run};
use phenom_metrics::Origin;

use super::from_files::{self, Answered};
use crate::config::{Predictions, System};
use crate::failure::Failure;
use crate::host::Count;

/// The runs of a system with their outcomes by each judge.
pub(super) fn scored_by_judges(
    runs: Vec<Run>,
    (system, predictions): (&System, &Predictions),
    dataset: &Dataset,
    progress: &Arc<Count>,
) -> Result<Vec<Run>, Failure> {
    let mut judges = Vec::new();
    for answer in &predictions.by_judges {
        let mut source = predictions.source.clone();
        source.columns.answer = answer.clone();
        let read = (system, predictions, &source);
        let (by_judge, _) = from_files::runs(read, dataset, false, progress, |_, _| Ok(()))?;
        judges.push(by_judge);
    }
    with_judges(runs, judges, (system, dataset))
}

/// The runs of systems that share a table, with their outcomes by each judge.
pub(super) fn of_table(
    systems: &[&System],
    dataset: &Dataset,
    justified: bool,
    progress: &Arc<Count>,
) -> Result<Vec<Answered>, Failure> {
    let mut read = from_files::runs_of_table(systems, None, dataset, justified, progress)?;
    let by_judges = systems.first().and_then(|system| system.rows()).map(|(of, _)| &of.by_judges);
    let mut judges: Vec<Vec<Vec<Run>>> = vec![Vec::new(); systems.len()];
    for answer in by_judges.into_iter().flatten() {
        let by_judge = from_files::runs_of_table(systems, Some(answer), dataset, false, progress)?;
        for (of_system, (runs, _)) in judges.iter_mut().zip(by_judge) {
            of_system.push(runs);
        }
    }
    for ((system, (runs, _)), judges) in systems.iter().zip(&mut read).zip(judges) {
        *runs = with_judges(std::mem::take(runs), judges, (system, dataset))?;
    }
    Ok(read)
}

/// Gives each run its outcomes by the judges, of whom each has scored all runs.
fn with_judges(
    runs: Vec<Run>,
    judges: Vec<Vec<Run>>,
    (system, dataset): (&System, &Dataset),
) -> Result<Vec<Run>, Failure> {
    let names = dataset.judged().into_iter().flat_map(|judged| &judged.judges);
    for (judge, by_judge) in names.zip(&judges) {
        let scores_none =
            |run: &Run| (0..dataset.len()).all(|row| run.answer(row) == Answer::Missing);
        if by_judge.iter().any(scores_none) {
            let message =
                format!("judge `{}` scores no prediction of system `{}`", judge.name, system.name);
            let help = "check the column under `labels`, or remove the judge".to_owned();
            return Err(Failure::input(message, Some(help)));
        }
    }
    for (number, run) in runs.iter().enumerate() {
        let by_all =
            std::iter::once(run).chain(judges.iter().filter_map(|judge| judge.get(number)));
        let by_all: Vec<&Run> = by_all.collect();
        let is_unknown = |row: &usize| by_all.iter().all(|run| run.answer(*row) == Answer::Missing);
        let unknown: Vec<usize> = (0..dataset.len()).filter(is_unknown).collect();
        if let (Some(first), false) = (unknown.first(), judges.is_empty()) {
            let message = format!(
                "neither people nor judges score the predictions of system `{}` for {} of {} pairs, such as `{}`",
                system.name,
                unknown.len(),
                dataset.len(),
                dataset.id(*first)
            );
            let help =
                "add their rows, with the scores of judges; without a prediction, the score is 0"
                    .to_owned();
            return Err(Failure::input(message, Some(help)));
        }
    }
    let mut judges: Vec<_> = judges.into_iter().map(Vec::into_iter).collect();
    let of_run = |run: Run| run.scored_by(judges.iter_mut().filter_map(Iterator::next).collect());
    Ok(runs.into_iter().map(of_run).collect())
}

/// Takes as read what people scored for every system, so that all systems rest on the same pairs.
pub(super) fn read_by_people(dataset: &mut Dataset, runs: &mut [(Run, Origin)]) {
    let scored = |run: &Run, row: usize| run.answer(row) != Answer::Missing;
    let by_all: Vec<bool> =
        (0..dataset.len()).map(|row| runs.iter().all(|(run, _)| scored(run, row))).collect();
    for (run, _) in runs.iter_mut() {
        let alone = (0..dataset.len()).filter(|row| !by_all[*row] && scored(run, *row)).count();
        if alone > 0 {
            let note = format!(
                "`{}`: people scored {alone} of its predictions on pairs on which they did not score every system and \
                 run. These scores do not count.",
                run.system()
            );
            *run = run.clone().noting(note);
        }
    }
    dataset.read_by_people(|row| by_all[row]);
}
