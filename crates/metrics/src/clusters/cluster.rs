//! One cluster, counted in every slice, run and population.

use std::ops::Range;

use hashbrown::HashMap;

use super::slice_clusters::{POPULATIONS, number};
use crate::counts::{Layout, Population};

/// The clusters of a view: for each kind, by a number that no other kind has, its counts and how many
/// clusters are of it.
pub(super) type Pool = HashMap<u64, (Box<[u32]>, u64)>;

/// The counts of one cluster in every slice, run and population.
pub(super) struct Cluster {
    runs: usize,
    layout: Layout,
    /// A number for the counts, the same in whatever order they came.
    hashes: Vec<u64>,
    counts: Vec<u32>,
    touched: Vec<usize>,
}

/// Room for the counts of one run and population: four gold judgments, four answers.
const ROOM: usize = 16;

impl Cluster {
    pub(super) fn new(slices: usize, runs: usize, layout: Layout) -> Self {
        let places = slices * runs * POPULATIONS.len();
        let (hashes, counts) = (vec![0; places], vec![0; places * ROOM]);
        Self { runs, layout, hashes, counts, touched: Vec::new() }
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
        self.touched.push(slice);
    }

    /// The slices with counts, each once.
    pub(super) fn touched(&mut self) -> Vec<usize> {
        let mut touched = std::mem::take(&mut self.touched);
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    pub(super) fn clear(&mut self, slice: usize) {
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
        // Of runs that are added up, the order does not matter.
        let hash = match view {
            View::Added(runs) => {
                runs.clone().fold(0u64, |hash, run| hash.wrapping_add(self.hashes[place(run)]))
            }
            View::SideBySide(runs) => {
                runs.iter().fold(0, |hash, run| mixed(hash).wrapping_add(self.hashes[place(*run)]))
            }
        };
        if view.runs().all(|run| self.hashes[place(run)] == 0) {
            return;
        }
        let width = self.layout.width(population);
        let counts = |run| &self.counts[place(run) * ROOM..][..width];
        let entry = pool.entry(hash).or_insert_with(|| {
            let counts: Box<[u32]> = match view {
                View::Added(runs) => {
                    let sum = |cell: usize| runs.clone().map(|run| counts(run)[cell]).sum();
                    (0..width).map(sum).collect()
                }
                View::SideBySide(runs) => {
                    runs.iter().flat_map(|run| counts(*run)).copied().collect()
                }
            };
            (counts, 0)
        });
        entry.1 += clusters;
    }
}

/// Whose counts are pooled, by the numbers of the runs.
#[derive(Debug, Clone)]
pub(super) enum View {
    /// Those of one system, whose runs are added up.
    Added(Range<usize>),
    /// Those of two systems, run by run.
    SideBySide(Vec<usize>),
}

impl View {
    pub(super) fn runs(&self) -> impl Iterator<Item = usize> {
        let (added, beside) = match self {
            Self::Added(runs) => (runs.clone(), [].as_slice()),
            Self::SideBySide(runs) => (0..0, runs.as_slice()),
        };
        added.chain(beside.iter().copied())
    }

    /// All of so many runs, one after the other.
    pub(super) fn all(runs: usize) -> Self {
        Self::SideBySide((0..runs).collect())
    }

    /// Its counts, of those of all runs, `width` of each.
    pub(super) fn of(&self, all: &[u32], width: usize) -> Vec<u32> {
        let counts = |run: usize| &all[run * width..][..width];
        match self {
            Self::Added(runs) => {
                (0..width).map(|cell| runs.clone().map(|run| counts(run)[cell]).sum()).collect()
            }
            Self::SideBySide(runs) => runs.iter().flat_map(|run| counts(*run)).copied().collect(),
        }
    }

    /// How many times the counts of a run stand in a vector.
    pub(super) fn width(&self) -> usize {
        match self {
            Self::Added(_) => 1,
            Self::SideBySide(runs) => runs.len(),
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
