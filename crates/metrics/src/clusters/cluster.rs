//! One cluster, counted in every slice, run and population.

use super::slice_clusters::{POPULATIONS, number};
use crate::counts::{Layout, Population};
use crate::statistics::DistinctClusters;

/// The counts of one cluster in every slice, run and population.
pub(super) struct Cluster {
    runs: usize,
    layout: Layout,
    /// A number for the counts, the same in whatever order they came.
    hashes: Vec<u64>,
    counts: Vec<u32>,
    /// The slices with counts, each once.
    touched: Vec<usize>,
    is_touched: Vec<bool>,
}

/// Room for the counts of one run and population: four gold judgments, four answers.
const ROOM: usize = 16;

impl Cluster {
    pub(super) fn new(slices: usize, runs: usize, layout: Layout) -> Self {
        let places = slices * runs * POPULATIONS.len();
        let (hashes, counts) = (vec![0; places], vec![0; places * ROOM]);
        Self { runs, layout, hashes, counts, touched: Vec::new(), is_touched: vec![false; slices] }
    }

    fn place(&self, slice: usize, run: usize, population: Population) -> usize {
        (slice * self.runs + run) * POPULATIONS.len() + number(population)
    }

    /// Adds so many pairs to a count.
    pub(super) fn add(
        &mut self,
        slice: usize,
        run: usize,
        (population, cell): (Population, usize),
        pairs: u32,
    ) {
        let place = self.place(slice, run, population);
        let hash = mixed(cell as u64 + 1).wrapping_mul(pairs.into());
        self.hashes[place] = self.hashes[place].wrapping_add(hash);
        self.counts[place * ROOM + cell] += pairs;
        if !std::mem::replace(&mut self.is_touched[slice], true) {
            self.touched.push(slice);
        }
    }

    /// Goes on to the next cluster, after `each` of the slices with counts has been looked at.
    pub(super) fn next(&mut self, mut each: impl FnMut(&Self, usize)) {
        while let Some(slice) = self.touched.pop() {
            each(self, slice);
            self.is_touched[slice] = false;
            let [from, to] = [slice, slice + 1].map(|at| self.place(at, 0, Population::Original));
            self.hashes[from..to].fill(0);
            self.counts[from * ROOM..to * ROOM].fill(0);
        }
    }

    /// Adds `clusters` clusters like this one to those of a view: a pool for each population, in the order of [`POPULATIONS`].
    pub(super) fn pool_into(
        &self,
        pools: &mut [DistinctClusters],
        slice: usize,
        (view, clusters): (&View, u64),
    ) {
        for (pool, population) in pools.iter_mut().zip(POPULATIONS) {
            let width = self.layout.width(population);
            let place = |run| self.place(slice, run, population);
            if view.runs().all(|run| self.hashes[place(run)] == 0) {
                continue;
            }
            let with = |kind, run| mixed(kind).wrapping_add(self.hashes[place(run)]);
            pool.add_kind(view.runs().fold(0, with), clusters, |all| {
                let counts = |run| &self.counts[place(run) * ROOM..][..width];
                view.runs().for_each(|run| all.extend_from_slice(counts(run)));
            });
        }
    }
}

/// Whose counts are pooled, side by side: the runs of one system, those of two, or all.
#[derive(Debug, Clone)]
pub(super) struct View(Vec<usize>);

impl View {
    /// Those of some runs, by their numbers.
    pub(super) fn of_runs(runs: impl Iterator<Item = usize>) -> Self {
        Self(runs.collect())
    }

    /// The numbers of the runs.
    pub(super) fn runs(&self) -> impl Iterator<Item = usize> {
        self.0.iter().copied()
    }

    /// Its counts, of those of all runs, `width` of each.
    pub(super) fn of(&self, all: &[u32], width: usize) -> Vec<u32> {
        let mut of_view = Vec::with_capacity(width * self.width());
        self.extend(&mut of_view, all, width);
        of_view
    }

    /// Adds its counts to others.
    pub(super) fn extend(&self, others: &mut Vec<u32>, all: &[u32], width: usize) {
        self.runs().for_each(|run| others.extend_from_slice(&all[run * width..][..width]));
    }

    /// How many runs it has.
    pub(super) fn width(&self) -> usize {
        self.0.len()
    }
}

/// A hash of a number (SplitMix64).
pub(super) fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}
