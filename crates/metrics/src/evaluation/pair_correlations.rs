//! The Correlation Index of each original pair.

use phenom_dataset::{Answer, Dataset, Judgment, Missing, Outcome, Run, Task};

use super::Origin;
use crate::counts::gold_for;
use crate::measures::correlation_index::correlation_index;
use crate::undefined::{Proportion, Value};

/// The Correlation Index of one original pair.
#[derive(Debug, Clone, PartialEq)]
pub struct PairCorrelation {
    /// The original's id.
    pub id: String,
    /// 0, a number of at least 1, or undefined (0/0, or infinite).
    pub value: Value,
    /// The number of pairs behind it.
    pub pairs: u64,
}

/// Whether a run judges a pair right; nothing where the pair is not counted: it has no gold judgment, or
/// no answer in a run whose missing answers are left out.
#[must_use]
pub fn is_right(dataset: &Dataset, row: usize, run: &Run, task: Task) -> Option<bool> {
    let answer = run.answer(row);
    let gold = gold_for(dataset, row, answer)?;
    if answer == Answer::Missing && run.missing() == Missing::Skip {
        return None;
    }
    let agrees = |judgment| task.column(judgment) == task.column(gold);
    Some(answer.single(task).is_some_and(agrees))
}

/// How far a run judges a pair right, in [units](Outcome::UNIT): all of them, none, or of an outcome its score. Nothing if
/// the pair is not counted, as in [`is_right`].
pub(crate) fn right_units(dataset: &Dataset, row: usize, run: &Run, task: Task) -> Option<usize> {
    let is_right = is_right(dataset, row, run, task)?;
    Some(match task {
        Task::Outcome => run.outcome_units(row) as usize,
        Task::TwoWay | Task::ThreeWay => usize::from(is_right) * Outcome::UNIT as usize,
    })
}

/// Each decomposed original with its own Correlation Index.
pub(super) fn pair_correlations(
    dataset: &Dataset,
    runs: &[(Run, Origin)],
    task: Task,
) -> impl Iterator<Item = PairCorrelation> {
    let right = move |rows: std::ops::Range<usize>| {
        let mut proportion = Proportion::default();
        for (row, (run, _)) in rows.flat_map(|row| runs.iter().map(move |run| (row, run))) {
            let Some(units) = right_units(dataset, row, run, task) else { continue };
            proportion.denominator += u64::from(Outcome::UNIT);
            proportion.numerator += units as u64;
        }
        proportion
    };
    dataset.originals().filter_map(move |original| {
        let parts = dataset.monothematic_of(original);
        if parts.is_empty() {
            return None;
        }
        let right = [right(original..original + 1), right(parts)];
        Some(PairCorrelation {
            id: dataset.id(original).to_owned(),
            value: correlation_index(&right, &Judgment::ALL),
            pairs: (right[0].denominator + right[1].denominator) / u64::from(Outcome::UNIT),
        })
    })
}
