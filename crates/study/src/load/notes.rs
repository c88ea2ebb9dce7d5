//! What the user must know of what was read.

use phenom_dataset::{Dataset, Run};

/// What the user must know of data that was read without a problem, once each.
pub fn notes<'r>(dataset: &'r Dataset, runs: impl Iterator<Item = &'r Run>) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for note in dataset.notes().iter().chain(runs.flat_map(Run::notes)) {
        if !notes.contains(note) {
            notes.push(note.clone());
        }
    }
    notes
}
