//! Judged outcomes: which answers the judges scored.

use phenom_dataset::{Answer, Dataset, Judgment, RIGHT, Run};

/// Of outcomes: the rows on which a judge scored the answer of every system in every run, as if they had one label.
pub(super) fn scored_rows(
    judge: usize,
    dataset: &Dataset,
    systems: &[Vec<&Run>],
) -> Vec<Option<Judgment>> {
    let by_judge = systems.iter().flatten().filter_map(|run| run.by_judges().get(judge));
    let runs: Vec<&Run> = by_judge.collect();
    let scored = |row: usize| runs.iter().all(|run| run.answer(row) != Answer::Missing);
    (0..dataset.len()).map(|row| scored(row).then_some(RIGHT)).collect()
}

/// Of outcomes: whether some judge scored the answers of some systems or runs to a pair and not those of others.
pub(super) fn lacks_scores_of_some(dataset: &Dataset, systems: &[Vec<&Run>]) -> bool {
    let runs: Vec<&Run> = systems.iter().flatten().copied().collect();
    let judges = 0..runs.first().map_or(0, |run| run.by_judges().len());
    judges.into_iter().any(|judge| {
        let is_scored =
            |run: &&Run, row: usize| run.by_judges()[judge].answer(row) != Answer::Missing;
        (0..dataset.len()).any(|row| {
            let scored = runs.iter().filter(|run| is_scored(run, row)).count();
            scored > 0 && scored < runs.len()
        })
    })
}
