//! The pairs of every slice by what the runs of one system answer.

use phenom_dataset::{Answer, Dataset, Judgment, Missing, Run, Task};

use super::pass::judged;
use crate::counts::{Counted, PairsByRuns, SlicePlan, gold_for};

/// The original and the monothematic pairs of every slice, by what some runs answer.
pub(crate) fn pairs_by_runs(
    dataset: &Dataset,
    plan: &SlicePlan,
    runs: &[&Run],
    task: Task,
) -> Vec<[PairsByRuns; 2]> {
    let mut of_slices = vec![<[PairsByRuns; 2]>::default(); plan.slices().len()];
    let mut add = |row: usize, counted: Counted, number: usize| {
        let answers = runs.iter().map(|run| {
            let answer = run.answer(row);
            (gold_for(dataset, row, answer), answer, run.missing())
        });
        let Some((gold, given)) = counted_answers(answers, task) else { return };
        for slice in plan.slices_of(row, counted) {
            of_slices[slice][number].add(gold, given.clone(), 1);
        }
    };
    for original in dataset.originals() {
        add(original, Counted::Original, 0);
    }
    for part in dataset.monothematic() {
        add(part, Counted::Monothematic, 1);
    }
    of_slices
}

/// The gold judgment of a pair, and how many runs give the answer of each column of a table; nothing if no run is scored on
/// it. If gold is a set, it is the first judgment with which a run agrees.
pub(super) fn counted_answers(
    answers: impl Iterator<Item = (Option<Judgment>, Answer, Missing)>,
    task: Task,
) -> Option<(Judgment, Vec<u32>)> {
    let abstained = task.judgments().len();
    let mut given = vec![0; abstained + 1];
    let mut found = None;
    for (gold, answer, missing) in answers {
        let Some((gold, answer)) = judged(gold, answer, missing) else { continue };
        let column = answer.single(task).and_then(|judgment| task.column(judgment));
        given[column.unwrap_or(abstained)] += 1;
        let code = |gold: &Judgment| gold.code();
        found = found.into_iter().chain([gold]).min_by_key(code);
    }
    Some((found?, given))
}
