//! What sentences and captions call a task.

use phenom_dataset::Task;

/// Which labels are distinguished: `two-way`, `three-way`, or none.
pub(crate) fn task_in_words(task: Task) -> &'static str {
    match task {
        Task::TwoWay | Task::ThreeWay => task.name(),
        Task::Outcome => "outcomes without labels",
    }
}

/// What originals of one stratum have in common.
pub(crate) fn strata_in_words(task: Task) -> &'static str {
    match task {
        Task::TwoWay | Task::ThreeWay => "the same gold label and number of parts",
        Task::Outcome => "the same number of parts",
    }
}
