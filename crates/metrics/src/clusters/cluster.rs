//! One cluster, counted in every slice, run and population.

use hashbrown::HashMap;

use super::slice_clusters::{POPULATIONS, number};
use crate::counts::{Layout, Population};
use crate::statistics::PooledClusters;

/// The clusters of a view.
#[derive(Debug, Clone, Default)]
pub(super) struct Pool {
    /// The place of each kind, by a number that no other kind has.
    places: HashMap<u64, u32>,
    /// The counts of all kinds, one kind after the other.
    counts: Vec<u32>,
    /// How many clusters are of each kind.
    times: Vec<u64>,
}

impl Pool {
    /// The counts of each kind, with the number of its clusters.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u32], u64)> {
        let width = self.counts.len() / self.times.len().max(1);
        self.counts.chunks_exact(width.max(1)).zip(self.times.iter().copied())
    }

    /// The same, with so many counts of each.
    pub(super) fn pooled(&self, width: usize) -> PooledClusters {
        PooledClusters::of_distinct(width, &self.counts, &self.times)
    }
}

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
        let hash = HASHES[cell].wrapping_mul(pairs.into());
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
            self.clear(slice);
        }
    }

    fn clear(&mut self, slice: usize) {
        self.is_touched[slice] = false;
        let places = self.place(slice, 0, Population::Original)
            ..self.place(slice + 1, 0, Population::Original);
        self.counts[places.start * ROOM..places.end * ROOM].fill(0);
        self.hashes[places].fill(0);
    }

    /// Adds clusters like this one to those of a view.
    pub(super) fn pool_into(
        &self,
        pool: &mut Pool,
        slice: usize,
        view: &View,
        population: Population,
        clusters: u64,
    ) {
        let place = |run| self.place(slice, run, population);
        let hash =
            view.runs().fold(0, |hash, run| mixed(hash).wrapping_add(self.hashes[place(run)]));
        if view.runs().all(|run| self.hashes[place(run)] == 0) {
            return;
        }
        let width = self.layout.width(population);
        let counts = |run| &self.counts[place(run) * ROOM..][..width];
        let place = *pool.places.entry(hash).or_insert_with(|| {
            view.runs().for_each(|run| pool.counts.extend_from_slice(counts(run)));
            pool.times.push(0);
            pool.times.len() as u32 - 1
        });
        pool.times[place as usize] += clusters;
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

/// A hash of each place in the counts.
const HASHES: [u64; ROOM] = {
    let mut hashes = [0; ROOM];
    let mut cell = 0;
    while cell < ROOM {
        hashes[cell] = mixed(cell as u64 + 1);
        cell += 1;
    }
    hashes
};

/// A hash of a number (SplitMix64).
pub(super) const fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}
