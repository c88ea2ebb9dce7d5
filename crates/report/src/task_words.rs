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

/// What people and judges did to pairs, and what they gave.
pub(crate) fn of_people_and_judges(task: Task) -> [&'static str; 2] {
    match task {
        Task::Outcome => ["scored", "scores"],
        _ => ["labelled", "labels"],
    }
}
