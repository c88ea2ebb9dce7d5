//! Models that come with the program.

use super::model::{EditDistanceError, EditDistanceModel};

const WITH_WORDNET: &str = include_str!("../../models/edit-distance.json");
const WITHOUT_WORDNET: &str = include_str!("../../models/edit-distance-without-wordnet.json");

impl EditDistanceModel {
    /// The shipped model, two-way, trained on the development sets of RTE-1, RTE-2, RTE-3 and RTE-5: with WordNet or
    /// without it.
    ///
    /// # Errors
    /// Where the program was built with a model that is none; a test holds it to that.
    pub fn shipped(wordnet: bool) -> Result<Self, EditDistanceError> {
        let json = if wordnet { WITH_WORDNET } else { WITHOUT_WORDNET };
        serde_json::from_str(json).map_err(|error| EditDistanceError::Damaged(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_models_can_be_used() {
        for wordnet in [false, true] {
            let model = EditDistanceModel::shipped(wordnet).unwrap();
            assert_eq!(model.wordnet, wordnet);
            model.check().unwrap();
        }
    }
}
