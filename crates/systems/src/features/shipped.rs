//! Models that come with the program.

use phenom_dataset::Task;

use crate::model::{TrainedModel, UnusableModel};

const TWO_WAY: &str = include_str!("../../models/features.json");
const THREE_WAY: &str = include_str!("../../models/features-three-way.json");

/// The shipped model: two-way, trained on the development sets of RTE-1, RTE-2, RTE-3 and RTE-5, or three-way,
/// trained on that of RTE-5 alone. Both need WordNet.
pub(super) fn shipped(task: Task) -> Result<TrainedModel, UnusableModel> {
    TrainedModel::shipped(if task == Task::TwoWay { TWO_WAY } else { THREE_WAY })
}
