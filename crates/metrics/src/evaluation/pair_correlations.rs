//! The Correlation Index of each original pair.

use phenom_dataset::{Answer, Dataset, Judgment, Missing, Run, Task};

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

/// Each decomposed original with its own Correlation Index.
pub(super) fn pair_correlations(
    dataset: &Dataset,
    runs: &[(Run, Origin)],
    task: Task,
) -> impl Iterator<Item = PairCorrelation> {
    let right = move |rows: std::ops::Range<usize>| {
        let mut proportion = Proportion::default();
        for (row, (run, _)) in rows.flat_map(|row| runs.iter().map(move |run| (row, run))) {
            let Some(is_right) = is_right(dataset, row, run, task) else { continue };
            proportion.denominator += 1;
            proportion.numerator += u64::from(is_right);
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
            pairs: right[0].denominator + right[1].denominator,
        })
    })
}
