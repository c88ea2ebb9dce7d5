//! The clusters of one slice.

use crate::counts::Population;
use crate::statistics::PooledClusters;

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

/// The clusters of one slice as a system, or two, are counted in them; one for each population.
#[derive(Debug)]
pub(crate) struct SliceClusters(pub(super) [PooledClusters; 3]);

impl SliceClusters {
    /// Those of a population.
    pub(crate) fn of(&self, population: Population) -> &PooledClusters {
        &self.0[number(population)]
    }
}
