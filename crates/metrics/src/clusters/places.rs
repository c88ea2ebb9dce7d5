//! Where the clusters of a slice and population stand.

use crate::counts::Population;

/// The populations, each with clusters of its own.
pub(super) const POPULATIONS: [Population; 3] =
    [Population::Original, Population::Monothematic, Population::Decomposition];

pub(super) fn number(population: Population) -> usize {
    match population {
        Population::Original => 0,
        Population::Monothematic => 1,
        Population::Decomposition => 2,
    }
}

/// The place of a population in a slice, by its number: slice by slice those of all [`POPULATIONS`].
pub(super) fn place(slice: usize, population: Population) -> usize {
    slice * POPULATIONS.len() + number(population)
}
