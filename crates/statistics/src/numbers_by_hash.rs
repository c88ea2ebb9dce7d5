//! Numbers of different things, found by their hashes.

use hashbrown::hash_table::{Entry, HashTable};

/// Things that stand elsewhere, numbered from 0 as they come: each with its hash, which is not made again when the table grows.
#[derive(Debug, Clone, Default)]
pub struct NumbersByHash(HashTable<(u64, u32)>);

impl NumbersByHash {
    /// The number of a thing, and whether it is new; `is_it` says of a known one with the same hash, by its number, whether it is
    /// the same thing.
    pub fn number_of(&mut self, hash: u64, is_it: impl Fn(usize) -> bool) -> (usize, bool) {
        let next = self.0.len() as u32;
        let is_it = |(other, number): &(u64, u32)| *other == hash && is_it(*number as usize);
        match self.0.entry(hash, is_it, |(hash, _)| *hash) {
            Entry::Occupied(found) => (found.get().1 as usize, false),
            Entry::Vacant(place) => {
                place.insert((hash, next));
                (next as usize, true)
            }
        }
    }

    /// The number of the only thing that may have a hash.
    pub(crate) fn find(&self, hash: u64) -> Option<usize> {
        self.0.find(hash, |(other, _)| *other == hash).map(|(_, number)| *number as usize)
    }

    /// The hashes of all things, by their numbers.
    #[must_use]
    pub fn hashes(&self) -> Vec<u64> {
        let mut hashes = vec![0; self.0.len()];
        self.0.iter().for_each(|(hash, number)| hashes[*number as usize] = *hash);
        hashes
    }
}
