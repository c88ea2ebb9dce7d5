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
    /// Of each touched slice the kind of its counts, and the number of that kind in the pool of the slice, if it is there.
    found: Vec<(u64, Option<usize>)>,
}

impl Cluster {
    pub(super) fn new(
        slices: usize,
        runs: usize,
        (population, layout): (Population, Layout),
    ) -> Self {
        let width = layout.width(population);
        let (hashes, counts) = (vec![0; slices * runs], vec![0; slices * runs * width]);
        let (touched, is_touched, found) = (Vec::new(), vec![false; slices], Vec::new());
        Self { population, runs, width, hashes, counts, touched, is_touched, found }
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
        // All are looked up before any is added, so that cache misses overlap.
        for &slice in &self.touched {
            let hashes = &mut self.hashes[slice * self.runs..(slice + 1) * self.runs];
            let kind = hashes.iter().fold(0, |kind, hash| mixed(kind).wrapping_add(*hash));
            hashes.fill(0);
            self.found.push((kind, pools[place(slice, self.population)].find_kind(kind)));
        }
        let width = self.runs * self.width;
        for (slice, (kind, found)) in self.touched.drain(..).zip(self.found.drain(..)) {
            self.is_touched[slice] = false;
            let counts = &mut self.counts[slice * width..(slice + 1) * width];
            let pool = &mut pools[place(slice, self.population)];
            match found {
                Some(number) => pool.add_to(number, clusters),
                None => pool.add_kind(kind, counts, clusters),
            }
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
