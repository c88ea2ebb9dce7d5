//! A table of composition.

use super::{Composed, CompositionError};
use crate::{Judgment, Task};

/// From the judgment of the parts so far and that of the next part, in the order of the data, to the
/// judgment of both: of a chain such as *A entails B, B entails C*, `entailment, entailment -> entailment`.
/// The parts are folded from the first on; one part alone is its own judgment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompositionTable {
    task: Task,
    /// By the columns of the task; those that it does not have are not looked at.
    cells: [[usize; LABELS]; LABELS],
}

/// The most judgments that a task tells apart.
const LABELS: usize = 3;

/// Judgments that are possible, by column.
type Possible = [bool; LABELS];

impl CompositionTable {
    /// A table from its rows: so far, next, both. A table with *not-entailment* is two-way and has four rows;
    /// any other has nine.
    ///
    /// # Errors
    /// [`CompositionError::MixedJudgments`], [`CompositionError::Repeated`],
    /// [`CompositionError::Incomplete`].
    pub fn new(rows: &[[Judgment; 3]]) -> Result<Self, CompositionError> {
        let has = |wanted: Judgment| rows.iter().flatten().any(|judgment| *judgment == wanted);
        let task = if has(Judgment::NotEntailment) { Task::TwoWay } else { Task::ThreeWay };
        if task == Task::TwoWay && (has(Judgment::Unknown) || has(Judgment::Contradiction)) {
            return Err(CompositionError::MixedJudgments);
        }
        let mut found = [[None; LABELS]; LABELS];
        for [so_far, next, both] in rows {
            let columns = [so_far, next, both].map(|judgment| task.column(*judgment));
            let [Some(so_far_at), Some(next_at), Some(both_at)] = columns else {
                return Err(CompositionError::MixedJudgments);
            };
            if found[so_far_at][next_at].replace(both_at).is_some() {
                return Err(CompositionError::Repeated(*so_far, *next));
            }
        }
        let labels = task.judgments();
        let mut incomplete = Vec::new();
        for (so_far, row) in labels.iter().zip(&found) {
            let of_row = labels.iter().zip(row).filter(|(_, both)| both.is_none());
            incomplete.extend(of_row.map(|(next, _)| (*so_far, *next)));
        }
        if !incomplete.is_empty() {
            return Err(CompositionError::Incomplete(incomplete));
        }
        Ok(Self { task, cells: found.map(|row| row.map(Option::unwrap_or_default)) })
    }

    /// The judgments that the table tells apart. Under the three-way task a two-way table leaves open what
    /// is not entailed.
    #[must_use]
    pub fn task(&self) -> Task {
        self.task
    }

    /// Its rows: so far, next, both.
    pub fn rows(&self) -> impl Iterator<Item = [Judgment; 3]> {
        let labels = self.task.judgments();
        labels.iter().zip(&self.cells).flat_map(move |(so_far, row)| {
            labels.iter().zip(row).map(move |(next, both)| [*so_far, *next, labels[*both]])
        })
    }

    pub(super) fn compose(
        &self,
        parts: impl IntoIterator<Item = Option<Judgment>>,
        task: Task,
    ) -> Composed {
        let parts: Vec<Possible> = parts.into_iter().map(|part| self.possible(part)).collect();
        // What may have come of the parts up to each.
        let mut so_far: Vec<Possible> = Vec::with_capacity(parts.len());
        for part in &parts {
            let both = so_far.last().map_or(*part, |before| self.both(*before, *part));
            so_far.push(both);
        }
        let Some(last) = so_far.last() else { return Composed::NoParts };
        let mut whole = columns(*last).map(|column| self.as_told(column, task));
        let first = whole.next().flatten();
        match first {
            Some(judgment) if whole.all(|other| other == first) => Composed::Judged(judgment),
            _ => Composed::Open(self.deciding(&parts, &so_far, task)),
        }
    }

    /// The judgments that a part may have.
    fn possible(&self, part: Option<Judgment>) -> Possible {
        match part.map(|judgment| self.task.column(judgment)) {
            None => std::array::from_fn(|column| column < self.task.judgments().len()),
            Some(Some(known)) => std::array::from_fn(|column| column == known),
            // Not entailed, and the table tells unknown from contradiction.
            Some(None) => [false, true, true],
        }
    }

    fn both(&self, so_far: Possible, next: Possible) -> Possible {
        let mut both = [false; LABELS];
        for before in columns(so_far) {
            for after in columns(next) {
                both[self.cells[before][after]] = true;
            }
        }
        both
    }

    /// A judgment of the table under a task; nothing where it is too coarse for that.
    fn as_told(&self, column: usize, task: Task) -> Option<Judgment> {
        let judgment = *self.task.judgments().get(column)?;
        task.column(judgment).and_then(|column| task.judgments().get(column)).copied()
    }

    /// The places of the parts of which another judgment can make another whole.
    fn deciding(&self, parts: &[Possible], so_far: &[Possible], task: Task) -> Vec<usize> {
        // Two judgments of the parts up to a place that some same parts after it make two different wholes of.
        let mut differ: [[bool; LABELS]; LABELS] = std::array::from_fn(|one| {
            std::array::from_fn(|other| self.as_told(one, task) != self.as_told(other, task))
        });
        let mut deciding = Vec::new();
        for (place, part) in parts.iter().enumerate().rev() {
            let before = place.checked_sub(1).map(|before| so_far[before]);
            let decides = columns(*part).any(|one| {
                columns(*part).any(|other| match before {
                    None => differ[one][other],
                    Some(before) => columns(before).any(|before| {
                        let row = self.cells[before];
                        differ[row[one]][row[other]]
                    }),
                })
            });
            if decides {
                deciding.push(place);
            }
            let after = differ;
            differ = std::array::from_fn(|one| {
                std::array::from_fn(|other| {
                    columns(*part).any(|next| after[self.cells[one][next]][self.cells[other][next]])
                })
            });
        }
        deciding.reverse();
        deciding
    }
}

fn columns(possible: Possible) -> impl Iterator<Item = usize> + Clone {
    (0..LABELS).filter(move |column| possible[*column])
}
