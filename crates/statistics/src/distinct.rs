//! Clusters as they come, each different one held once.

use std::hash::BuildHasher;

use hashbrown::DefaultHashBuilder;
use hashbrown::hash_table::{Entry, HashTable};

/// Vectors of counts, all of the same length, each with the number of clusters that have it.
#[derive(Debug, Clone, Default)]
pub struct DistinctClusters {
    hasher: DefaultHashBuilder,
    /// Which vectors there are, by hash and number.
    numbers: HashTable<(u64, u32)>,
    /// The vectors, one after the other.
    counts: Vec<u32>,
    multiplicities: Vec<u64>,
}

impl DistinctClusters {
    /// Adds `multiplicity` clusters with these counts. All vectors have the same length. Vectors of zeros and a multiplicity of
    /// 0 are ignored.
    pub fn add(&mut self, counts: &[u32], multiplicity: u64) {
        if multiplicity > 0 && counts.iter().any(|&count| count > 0) {
            let (hash, width) = (self.hasher.hash_one(counts), counts.len());
            let is_it = |number, all: &[u32]| all[number as usize * width..][..width] == *counts;
            self.add_if(hash, multiplicity, is_it, |all| all.extend_from_slice(counts));
        }
    }

    /// Adds `multiplicity` (at least 1) clusters of a kind. Clusters have the same counts, which are not all 0, exactly if they
    /// are of the same kind; `fill` is called for a new kind, and pushes its counts. The bits of a kind must be as random as
    /// those of a hash. Do not mix with [`add`](Self::add).
    pub fn add_kind(&mut self, kind: u64, multiplicity: u64, fill: impl FnOnce(&mut Vec<u32>)) {
        self.add_if(kind, multiplicity, |_, _| true, fill);
    }

    fn add_if(
        &mut self,
        hash: u64,
        multiplicity: u64,
        is_it: impl Fn(u32, &[u32]) -> bool,
        fill: impl FnOnce(&mut Vec<u32>),
    ) {
        let is_it = |(other, number): &(u64, u32)| *other == hash && is_it(*number, &self.counts);
        match self.numbers.entry(hash, is_it, |(hash, _)| *hash) {
            Entry::Occupied(found) => self.multiplicities[found.get().1 as usize] += multiplicity,
            Entry::Vacant(place) => {
                place.insert((hash, self.multiplicities.len() as u32));
                fill(&mut self.counts);
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Vectors that are compared, and vectors of kinds that are known, are each held once, with all that have them.
        #[test]
        fn compared_or_known_each_is_held_once(
            clusters in proptest::collection::vec(([0..3u32, 0..40u32], 0..4u64), 0..300),
        ) {
            let mut compared = DistinctClusters::default();
            let mut known = DistinctClusters::default();
            let mut expected: BTreeMap<[u32; 2], u64> = BTreeMap::new();
            for (counts, times) in clusters {
                compared.add(&counts, times);
                if times > 0 && counts != [0, 0] {
                    *expected.entry(counts).or_default() += times;
                    let kind = u64::from(counts[0] * 40 + counts[1]).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                    known.add_kind(kind, times, |all| all.extend(counts));
                }
            }
            for distinct in [compared, known] {
                let found = distinct.iter().map(|(counts, times)| ([counts[0], counts[1]], times));
                let found: Vec<([u32; 2], u64)> = found.collect();
                prop_assert_eq!(found.len(), expected.len());
                prop_assert_eq!(found.into_iter().collect::<BTreeMap<_, _>>(), expected.clone());
            }
        }
    }
}
