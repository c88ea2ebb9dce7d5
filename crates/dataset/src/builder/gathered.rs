//! Pairs that stand on several rows: a row for each of their phenomena, or for each system that answers them.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::DatasetBuilder;
use super::kept::Gathered;
use crate::PairRow;
use crate::problem::ProblemKind;
use crate::readers::Repeated;

impl DatasetBuilder {
    /// Says what a second row of a pair means in the file that is being read.
    pub(crate) fn repeated(&mut self, repeated: Repeated) {
        self.gathered.repeated = repeated;
    }

    /// Keeps what a pair says.
    pub(super) fn keep_first(&mut self, arrival: u32, pair: &PairRow<'_>) {
        if self.gathered.repeated != Repeated::Refuse {
            self.gathered.first.insert(arrival, self.gathered.said(pair));
        }
    }

    /// A pair that came before: its phenomena are gathered, it says the same, or it is refused.
    pub(super) fn again(&mut self, arrival: u32, pair: &PairRow<'_>) {
        let first = self.first_use(arrival);
        let id = pair.id.to_owned();
        let repeated = self.gathered.repeated;
        match self.gathered.first.get(&arrival) {
            Some(_) if repeated == Repeated::Refuse => {
                self.problem(Some(pair.line), ProblemKind::DuplicateId { id, first });
            }
            None => self.problem(Some(pair.line), ProblemKind::DuplicateId { id, first }),
            Some(said) if *said != self.gathered.said(pair) => {
                let same = repeated == Repeated::Same;
                self.problem(Some(pair.line), ProblemKind::RowsDiffer { id, first, same });
            }
            Some(_) if repeated == Repeated::Same => {}
            Some(_) => {
                self.gathered.rows += 1;
                for phenomenon in pair.phenomena {
                    self.tag(pair.line, pair.id, phenomenon);
                }
            }
        }
    }

    /// Says how many rows were gathered.
    pub(super) fn note_gathered(&mut self) {
        let rows = self.gathered.rows;
        if rows > 0 {
            let are = if rows == 1 { "row is" } else { "rows are" };
            let message = "for pairs in earlier rows: phenom adds their phenomena, as `repeated` in the config states.";
            self.notes.push(format!("{rows} {are} {message}"));
        }
    }
}

impl Gathered {
    /// All that a row says of a pair, but its phenomena if they are gathered.
    fn said(&self, pair: &PairRow<'_>) -> u64 {
        let mut hasher = DefaultHasher::new();
        (pair.origin, pair.cluster, pair.text, pair.hypothesis, pair.task).hash(&mut hasher);
        (pair.gold, pair.also_gold, pair.annotations, pair.annotator_counts).hash(&mut hasher);
        let numbers = [pair.weight, pair.probability].map(|number| number.map(f64::to_bits));
        (numbers, pair.attributes).hash(&mut hasher);
        if self.repeated == Repeated::Same {
            pair.phenomena.hash(&mut hasher);
        }
        hasher.finish()
    }
}
