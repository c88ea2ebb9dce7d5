//! Models that come with the program.

use crate::model::{TrainedModel, UnusableModel};

const WITH_WORDNET: &str = include_str!("../../models/edit-distance.json");
const WITHOUT_WORDNET: &str = include_str!("../../models/edit-distance-without-wordnet.json");

/// The shipped model, two-way, trained on the development sets of RTE-1, RTE-2, RTE-3 and RTE-5: with WordNet or
/// without it.
pub(super) fn shipped(wordnet: bool) -> Result<TrainedModel, UnusableModel> {
    TrainedModel::shipped(if wordnet { WITH_WORDNET } else { WITHOUT_WORDNET })
}
