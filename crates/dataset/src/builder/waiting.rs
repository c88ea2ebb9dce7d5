//! Monothematic pairs that stand before their originals, of which some rows are left out: whether they are left out too
//! is known once all rows are.

use super::DatasetBuilder;
use super::batch::Batch;
use crate::PairRow;

impl DatasetBuilder {
    /// Says that of a file only those rows are read that `where` keeps.
    pub(crate) fn read_subset(&mut self) {
        self.subset_is_read = true;
    }

    /// Whether a pair has to wait: `where` leaves rows out, and its original was not seen yet.
    pub(super) fn waits(&mut self, pair: &PairRow<'_>) -> bool {
        let Some(origin) = pair.origin.filter(|_| self.subset_is_read) else { return false };
        if self.ids.find(origin).is_some() {
            return false;
        }
        let (file, repeated) = (self.file, self.gathered.repeated);
        let waits = self.waiting.entry(origin.to_owned()).or_default();
        if waits.last().is_none_or(|last| (last.0, last.1) != (file, repeated)) {
            waits.push((file, repeated, Batch::default()));
        }
        if let Some((.., last)) = waits.last_mut() {
            last.push(pair);
        }
        true
    }

    /// Adds the pairs that waited for an original.
    pub(super) fn add_waiting(&mut self, origin: &str) {
        let (file, repeated) = (self.file, self.gathered.repeated);
        for (file, repeated, mut pairs) in self.waiting.remove(origin).unwrap_or_default() {
            self.file = file;
            self.repeated(repeated);
            pairs.drain(|pair| self.take(pair));
        }
        self.file = file;
        self.repeated(repeated);
    }

    /// Leaves out the pairs that still wait where `where` leaves out their originals, and takes up the others, whose
    /// originals are nowhere.
    pub(super) fn end_waiting(&mut self) {
        let origins: Vec<String> = self.waiting.keys().cloned().collect();
        for origin in origins {
            if self.left_out.rows.find(&origin).is_none() {
                self.add_waiting(&origin);
                continue;
            }
            for (.., mut pairs) in self.waiting.remove(&origin).unwrap_or_default() {
                pairs.drain(|pair| _ = self.left_out.rows.intern(pair.id));
            }
        }
        self.leave_out_pairs();
    }
}
