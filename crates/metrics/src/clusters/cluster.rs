//! One cluster, counted in every slice and run.

use super::places::place;
use crate::counts::{Layout, Population};
use crate::statistics::DistinctClusters;

/// The counts of one cluster in every slice and run, of one population.
pub(super) struct Cluster {
    pub(super) population: Population,
    runs: usize,
    /// How many counts a run has.
    width: usize,
    /// A number for the counts of a slice and run, the same in whatever order they came.
    hashes: Vec<u64>,
    counts: Vec<u32>,
    /// The slices with counts, each once.
    touched: Vec<usize>,
    is_touched: Vec<bool>,
}

impl Cluster {
    pub(super) fn new(
        slices: usize,
        runs: usize,
        (population, layout): (Population, Layout),
    ) -> Self {
        let width = layout.width(population);
        let (hashes, counts) = (vec![0; slices * runs], vec![0; slices * runs * width]);
        let (touched, is_touched) = (Vec::new(), vec![false; slices]);
        Self { population, runs, width, hashes, counts, touched, is_touched }
    }

    /// Adds to the counts of a slice: the run, the count, and how much.
    pub(super) fn add(&mut self, slice: usize, counts: &[(usize, usize, u32)]) {
        for &(run, cell, pairs) in counts {
            let place = slice * self.runs + run;
            let hash = mixed(cell as u64 + 1).wrapping_mul(pairs.into());
            self.hashes[place] = self.hashes[place].wrapping_add(hash);
            self.counts[place * self.width + cell] += pairs;
        }
        if !std::mem::replace(&mut self.is_touched[slice], true) {
            self.touched.push(slice);
        }
    }

    /// Adds `clusters` clusters like this one, the runs side by side, to the pool of each slice with counts, and goes on to the
    /// next cluster. `pools` has one for each [place].
    pub(super) fn pool_into(&mut self, pools: &mut [DistinctClusters], clusters: u64) {
        while let Some(slice) = self.touched.pop() {
            self.is_touched[slice] = false;
            let runs = slice * self.runs..(slice + 1) * self.runs;
            let counts = &mut self.counts[runs.start * self.width..runs.end * self.width];
            let hashes = &mut self.hashes[runs];
            let kind = hashes.iter().fold(0, |kind, hash| mixed(kind).wrapping_add(*hash));
            pools[place(slice, self.population)].add_kind(kind, counts, clusters);
            hashes.fill(0);
            counts.fill(0);
        }
    }
}

/// A hash of a number (SplitMix64).
pub(super) fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}
