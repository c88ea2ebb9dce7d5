//! Clusters as they come, each different one held once.

use std::hash::BuildHasher;

use hashbrown::DefaultHashBuilder;
use hashbrown::hash_table::{Entry, HashTable};

/// Vectors of counts, all of the same length, each with the number of clusters that have it.
#[derive(Debug, Clone, Default)]
pub struct DistinctClusters {
    hasher: DefaultHashBuilder,
    /// Which vectors there are, by their number.
    numbers: HashTable<u32>,
    /// The vectors, one after the other.
    counts: Vec<u32>,
    multiplicities: Vec<u64>,
}

impl DistinctClusters {
    /// Adds so many clusters with these counts, of which there are as many as of those before. Clusters whose counts are
    /// all 0 are left out.
    pub fn add(&mut self, counts: &[u32], multiplicity: u64) {
        if multiplicity == 0 || counts.iter().all(|&count| count == 0) {
            return;
        }
        let (hasher, all) = (&self.hasher, &self.counts);
        let of = |number: &u32| &all[*number as usize * counts.len()..][..counts.len()];
        let is_it = |number: &u32| of(number) == counts;
        let hash = |number: &u32| hasher.hash_one(of(number));
        match self.numbers.entry(hasher.hash_one(counts), is_it, hash) {
            Entry::Occupied(number) => self.multiplicities[*number.get() as usize] += multiplicity,
            Entry::Vacant(place) => {
                place.insert(self.multiplicities.len() as u32);
                self.counts.extend_from_slice(counts);
                self.multiplicities.push(multiplicity);
            }
        }
    }

    /// The vectors in the order in which they came, each with its number of clusters.
    pub fn iter(&self) -> impl Iterator<Item = (&[u32], u64)> {
        let width = self.counts.len() / self.multiplicities.len().max(1);
        self.counts.chunks_exact(width.max(1)).zip(self.multiplicities.iter().copied())
    }
}
