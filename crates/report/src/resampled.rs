//! What is resampled, in words.

use phenom_metrics::Evaluation;

/// One of what is independent: `cluster` if the data have clusters, `original` if originals have parts, else `pair`.
pub(crate) fn unit(evaluation: &Evaluation) -> &'static str {
    match (evaluation.clusters.is_some(), evaluation.is_decomposed()) {
        (true, _) => "cluster",
        (false, true) => "original",
        (false, false) => "pair",
    }
}

/// What is drawn and exchanged as a whole.
pub(crate) fn units(evaluation: &Evaluation) -> String {
    let originals = "originals with their parts";
    match &evaluation.clusters {
        None => originals.to_owned(),
        Some(given) => format!("clusters ({}) of {originals}", given.by_in_words()),
    }
}
