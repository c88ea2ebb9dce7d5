//! Models that come with the program.

use phenom_dataset::Task;

const TWO_WAY: &str = include_str!("../../models/features.json");
const THREE_WAY: &str = include_str!("../../models/features-three-way.json");

/// The shipped model as JSON: two-way, trained on the development sets of RTE-1, RTE-2, RTE-3 and RTE-5, or three-way,
/// trained on that of RTE-5 alone. Both need WordNet.
pub(crate) fn shipped(task: Task) -> &'static str {
    if task == Task::TwoWay { TWO_WAY } else { THREE_WAY }
}
