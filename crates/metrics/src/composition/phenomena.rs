//! The phenomena of an original, with those of its parts.

use phenom_dataset::Dataset;

/// The phenomena that an original or a part of it is tagged with, each once, ascending.
pub(super) fn phenomena_of(dataset: &Dataset, original: usize) -> Vec<u32> {
    let rows = std::iter::once(original).chain(dataset.monothematic_of(original));
    let mut phenomena: Vec<u32> = rows.flat_map(|row| dataset.tags(row).iter().copied()).collect();
    phenomena.sort_unstable();
    phenomena.dedup();
    phenomena
}
