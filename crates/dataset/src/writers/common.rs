//! What writers have in common.

use std::collections::BTreeMap;
use std::io;

use crate::{Dataset, Judgment};

/// How many annotators without a name gave each judgment to a pair. *Entailment* is always among
/// them, so that a pair with counts of 0 does not pass for one without counts.
pub(super) fn annotator_counts(dataset: &Dataset, row: usize) -> BTreeMap<&'static str, u16> {
    let counts = dataset.annotator_counts(row);
    let counts = counts.into_iter().flat_map(|counts| Judgment::ALL.into_iter().zip(counts));
    counts
        .filter(|(judgment, count)| *count > 0 || *judgment == Judgment::Entailment)
        .map(|(judgment, count)| (judgment.name(), count))
        .collect()
}

/// Why a dataset cannot be written in a format.
pub(super) fn refused(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}
