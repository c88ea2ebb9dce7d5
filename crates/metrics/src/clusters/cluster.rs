//! One cluster, counted in every slice, system and population.

use hashbrown::HashMap;

use super::slice_clusters::{POPULATIONS, number};
use crate::counts::{Layout, Population};

/// The clusters of a view: for each kind, by a number that no other kind has, its counts and how many
/// clusters are of it.
pub(super) type Pool = HashMap<u64, (Box<[u32]>, u64)>;

/// The counts of one cluster in every slice, system and population.
pub(super) struct Cluster {
    systems: usize,
    layout: Layout,
    /// A number for the counts, the same in whatever order they came.
    hashes: Vec<u64>,
    counts: Vec<u32>,
    touched: Vec<usize>,
}

/// Room for the counts of one system and population: four gold judgments, four answers.
const ROOM: usize = 16;

impl Cluster {
    pub(super) fn new(slices: usize, systems: usize, layout: Layout) -> Self {
        let places = slices * systems * POPULATIONS.len();
        let (hashes, counts) = (vec![0; places], vec![0; places * ROOM]);
        Self { systems, layout, hashes, counts, touched: Vec::new() }
    }

    fn place(&self, slice: usize, system: usize, population: Population) -> usize {
        (slice * self.systems + system) * POPULATIONS.len() + number(population)
    }

    pub(super) fn add(&mut self, slice: usize, system: usize, population: Population, cell: usize) {
        let place = self.place(slice, system, population);
        self.hashes[place] = self.hashes[place].wrapping_add(mixed(cell as u64 + 1));
        self.counts[place * ROOM + cell] += 1;
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
        view: View,
        population: Population,
        clusters: u64,
    ) {
        let of = |system| self.place(slice, system, population);
        let (places, hash) = match view {
            View::One(system) => ([Some(of(system)), None], self.hashes[of(system)]),
            View::Two(first, second) => {
                let (first, second) = (of(first), of(second));
                let hash = mixed(self.hashes[first]).wrapping_add(self.hashes[second]);
                ([Some(first), Some(second)], hash)
            }
        };
        if places.into_iter().flatten().all(|place| self.hashes[place] == 0) {
            return;
        }
        let width = self.layout.width(population);
        let entry = pool.entry(hash).or_insert_with(|| {
            let counts = places
                .into_iter()
                .flatten()
                .flat_map(|place| &self.counts[place * ROOM..place * ROOM + width]);
            (counts.copied().collect(), 0)
        });
        entry.1 += clusters;
    }
}

/// Whose counts are pooled.
#[derive(Debug, Clone, Copy)]
pub(super) enum View {
    One(usize),
    Two(usize, usize),
}

impl View {
    pub(super) fn systems(self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Two(..) => 2,
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
