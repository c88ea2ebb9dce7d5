//! Pairs that stand on several rows, a row for each of their phenomena.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::DatasetBuilder;
use crate::PairRow;
use crate::problem::ProblemKind;

/// What is known of pairs that may come again.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    /// Whether the pairs of the file that is being read may.
    wanted: bool,
    /// For each such pair all that its first row says but its phenomena, as a hash.
    first: HashMap<u32, u64>,
    /// The rows that were not the first of their pair.
    rows: u64,
}

impl DatasetBuilder {
    /// Says of the file that is being read whether a pair may stand on several rows that differ by their
    /// phenomena only. It has all of them then.
    pub(crate) fn gather_tags(&mut self, wanted: bool) {
        self.gathered.wanted = wanted;
    }

    /// Whether it may.
    pub(super) fn gathers_tags(&self) -> bool {
        self.gathered.wanted
    }

    /// Keeps what a pair says besides its phenomena.
    pub(super) fn keep_first(&mut self, arrival: u32, pair: &PairRow<'_>) {
        if self.gathered.wanted {
            self.gathered.first.insert(arrival, besides_phenomena(pair));
        }
    }

    /// A pair that came before: its phenomena are gathered, or it is refused.
    pub(super) fn again(&mut self, arrival: u32, pair: &PairRow<'_>) {
        let first = self.first_use(arrival);
        let id = pair.id.to_owned();
        match self.gathered.first.get(&arrival) {
            Some(besides) if self.gathered.wanted => {
                if *besides != besides_phenomena(pair) {
                    self.problem(Some(pair.line), ProblemKind::RowsDiffer { id, first });
                    return;
                }
                self.gathered.rows += 1;
                for phenomenon in pair.phenomena {
                    self.tag(pair.line, pair.id, phenomenon);
                }
            }
            _ => self.problem(Some(pair.line), ProblemKind::DuplicateId { id, first }),
        }
    }

    /// Says how many rows were gathered.
    pub(super) fn note_gathered(&mut self) {
        let rows = self.gathered.rows;
        if rows > 0 {
            let are = if rows == 1 { "row is" } else { "rows are" };
            let message = "of pairs that stand on rows before: their phenomena are gathered, as `repeated` \
                           in the config says.";
            self.notes.push(format!("{rows} {are} {message}"));
        }
    }
}

/// All that a row says of a pair but its phenomena.
fn besides_phenomena(pair: &PairRow<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    (pair.origin, pair.cluster, pair.text, pair.hypothesis, pair.task).hash(&mut hasher);
    (pair.gold, pair.also_gold, pair.annotations, pair.annotator_counts).hash(&mut hasher);
    (pair.weight.map(f64::to_bits), pair.attributes).hash(&mut hasher);
    hasher.finish()
}
