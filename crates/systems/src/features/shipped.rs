//! Models that come with the program.

use phenom_dataset::Task;

use crate::features::{FeatureModel, ModelError};

const TWO_WAY: &str = include_str!("../../models/features.json");
const THREE_WAY: &str = include_str!("../../models/features-three-way.json");

impl FeatureModel {
    /// The shipped model: two-way, trained on the development sets of RTE-1, RTE-2, RTE-3 and RTE-5, or three-way, trained on
    /// that of RTE-5 alone. Both need WordNet.
    ///
    /// # Errors
    /// Where the program was built with a model that is none; a test holds it to that.
    pub fn shipped(task: Task) -> Result<Self, ModelError> {
        let json = if task == Task::TwoWay { TWO_WAY } else { THREE_WAY };
        let read: Result<Self, _> = serde_json::from_str(json);
        read.map_err(|error| ModelError::Unfit {
            what: format!("that is shipped cannot be read ({error})"),
        })
    }
}
