//! What is resampled, in words.

use phenom_metrics::Evaluation;

/// One of what pairs must not have in common to be independent: `original`, or `cluster` where the data give
/// clusters.
pub(crate) fn unit(evaluation: &Evaluation) -> &'static str {
    if evaluation.clusters.is_some() { "cluster" } else { "original" }
}

/// What is drawn and exchanged as a whole.
pub(crate) fn units(evaluation: &Evaluation) -> String {
    let originals = "original pairs with all that comes from them";
    match &evaluation.clusters {
        None => originals.to_owned(),
        Some(given) => format!("clusters ({}) of {originals}", given.by_in_words()),
    }
}
