//! Rows by their keys.

use std::hash::BuildHasher;

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

use super::Score;
use crate::counts::{Population, SliceKind};
use crate::measures::Measure;

/// System, population, slice kind, slice and measure.
type Key<'s> = (&'s str, Population, &'s SliceKind, &'s str, &'s str);

/// The tidy scores, each found by its key.
#[derive(Debug)]
pub struct ScoreIndex<'s> {
    /// Without their keys, which they hold themselves.
    rows: HashTable<&'s Score>,
    hasher: DefaultHashBuilder,
}

fn key(row: &Score) -> Key<'_> {
    (&row.system, row.population, &row.slice_kind, &row.slice, row.measure)
}

impl<'s> ScoreIndex<'s> {
    /// The rows by their keys.
    #[must_use]
    pub fn new(rows: &'s [Score]) -> Self {
        let hasher = DefaultHashBuilder::default();
        let mut found: HashTable<&Score> = HashTable::with_capacity(rows.len());
        for row in rows {
            let hash = |row: &&Score| hasher.hash_one(key(row));
            match found.entry(hash(&row), |other| key(other) == key(row), hash) {
                Entry::Occupied(mut before) => *before.get_mut() = row,
                Entry::Vacant(place) => _ = place.insert(row),
            }
        }
        Self { rows: found, hasher }
    }

    /// The row with a figure of a system, or of a baseline by its name; nothing where the measure was
    /// not wanted or says nothing there.
    #[must_use]
    pub fn get(
        &self,
        system: &str,
        population: Population,
        kind: &SliceKind,
        slice: &str,
        measure: &Measure,
    ) -> Option<&'s Score> {
        let wanted = (system, population, kind, slice, measure.key);
        self.rows.find(self.hasher.hash_one(wanted), |row| key(row) == wanted).copied()
    }
}
