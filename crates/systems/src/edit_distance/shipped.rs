//! Models that come with the program.

const WITH_WORDNET: &str = include_str!("../../models/edit-distance.json");
const WITHOUT_WORDNET: &str = include_str!("../../models/edit-distance-without-wordnet.json");

/// The shipped model as JSON, two-way, trained on the development sets of RTE-1, RTE-2, RTE-3 and RTE-5: with WordNet or
/// without it.
pub(crate) fn shipped(wordnet: bool) -> &'static str {
    if wordnet { WITH_WORDNET } else { WITHOUT_WORDNET }
}
