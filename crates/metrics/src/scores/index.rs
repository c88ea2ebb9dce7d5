//! Rows by their keys.

use std::collections::HashMap;

use super::Score;
use crate::counts::{Population, SliceKind};
use crate::measures::Measure;

/// System, population, slice kind, slice and measure.
type Key<'s> = (&'s str, Population, &'s SliceKind, &'s str, &'s str);

/// The tidy scores, each found by its key.
#[derive(Debug)]
pub struct ScoreIndex<'s> {
    rows: HashMap<Key<'s>, &'s Score>,
}

impl<'s> ScoreIndex<'s> {
    /// The rows by their keys.
    #[must_use]
    pub fn new(rows: &'s [Score]) -> Self {
        let keyed = rows.iter().map(|row| {
            let Score { system, population, slice_kind, slice, measure, .. } = row;
            ((system.as_str(), *population, slice_kind, slice.as_str(), *measure), row)
        });
        Self { rows: keyed.collect() }
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
        self.rows.get(&(system, population, kind, slice, measure.key)).copied()
    }
}
