//! Contingency tables: gold against answers.

use crate::undefined::Proportion;

/// How many pairs a table from elsewhere may hold: every sum of such counts fits into 64 bits, every
/// product of two into 128, a double holds each exactly, and no measure takes longer than seconds.
pub const MOST_PAIRS: u64 = 1_000_000_000_000;

/// Gold judgments (rows) against answers (columns), with one more column for abstentions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContingencyTable {
    labels: usize,
    cells: Vec<u64>,
}

impl ContingencyTable {
    /// A table of zeros for a number of labels.
    #[must_use]
    pub fn new(labels: usize) -> Self {
        Self { labels, cells: vec![0; labels * (labels + 1)] }
    }

    /// A table from its rows, each with one count a label, and optionally one more for abstentions;
    /// nothing where the rows do not fit.
    #[must_use]
    pub fn from_rows(rows: &[Vec<u64>]) -> Option<Self> {
        let mut table = Self::new(rows.len());
        for (gold, row) in rows.iter().enumerate() {
            if row.len() != rows.len() && row.len() != rows.len() + 1 {
                return None;
            }
            for (answer, count) in row.iter().enumerate() {
                table.add(gold, answer, *count);
            }
        }
        Some(table)
    }

    /// The table after every answer `from` is rewritten to `to`.
    #[must_use]
    pub fn conflated(&self, from: usize, to: usize) -> Self {
        let mut conflated = self.clone();
        for gold in 0..self.labels {
            let count = std::mem::take(&mut conflated.cells[gold * (self.labels + 1) + from]);
            conflated.add(gold, to, count);
        }
        conflated
    }

    /// A table from its cells row by row, each row with one count a label, and optionally one more for
    /// abstentions; nothing where there are more or fewer. It takes less time than
    /// [`Self::from_rows`], which tells in resampling.
    #[must_use]
    pub fn from_cells(labels: usize, cells: &[u64]) -> Option<Self> {
        if cells.len() == labels * (labels + 1) {
            return Some(Self { labels, cells: cells.to_vec() });
        }
        if cells.len() != labels * labels {
            return None;
        }
        let mut table = Self::new(labels);
        for (place, count) in cells.iter().enumerate() {
            table.add(place / labels, place % labels, *count);
        }
        Some(table)
    }

    /// Number of labels.
    #[must_use]
    pub fn labels(&self) -> usize {
        self.labels
    }

    /// The column of the abstentions, after those of the labels.
    #[must_use]
    pub fn abstained(&self) -> usize {
        self.labels
    }

    /// The columns: labels, then abstentions.
    #[must_use]
    pub fn columns(&self) -> std::ops::RangeInclusive<usize> {
        0..=self.labels
    }

    pub(crate) fn add(&mut self, gold: usize, answer: usize, count: u64) {
        self.cells[gold * (self.labels + 1) + answer] += count;
    }

    /// Pairs with a gold label to which an answer was given.
    #[must_use]
    pub fn count(&self, gold: usize, answer: usize) -> u64 {
        self.cells[gold * (self.labels + 1) + answer]
    }

    /// Pairs with a gold label.
    #[must_use]
    pub fn gold(&self, gold: usize) -> u64 {
        self.columns().map(|answer| self.count(gold, answer)).sum()
    }

    /// Pairs to which an answer was given.
    #[must_use]
    pub fn predicted(&self, answer: usize) -> u64 {
        (0..self.labels).map(|gold| self.count(gold, answer)).sum()
    }

    /// All pairs.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.cells.iter().sum()
    }

    /// Right answers among all pairs.
    #[must_use]
    pub fn correct(&self) -> Proportion {
        let right = (0..self.labels).map(|label| self.count(label, label)).sum();
        Proportion { numerator: right, denominator: self.total() }
    }

    /// The pairs with a gold label that are answered with it, among those with that gold label.
    #[must_use]
    pub(crate) fn correct_of(&self, gold: usize) -> Proportion {
        Proportion { numerator: self.count(gold, gold), denominator: self.gold(gold) }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Tables of two to four labels, without abstentions.
    pub(crate) fn tables() -> impl Strategy<Value = ContingencyTable> {
        (2usize..5).prop_flat_map(|labels| {
            let row = proptest::collection::vec(0u64..40, labels);
            proptest::collection::vec(row, labels)
                .prop_map(|rows| ContingencyTable::from_rows(&rows).unwrap())
        })
    }

    #[test]
    fn cells_are_rows_one_after_the_other() {
        let rows = ContingencyTable::from_rows(&[vec![1, 2, 0], vec![3, 4, 5]]);
        assert_eq!(ContingencyTable::from_cells(2, &[1, 2, 0, 3, 4, 5]), rows);
        let rows = ContingencyTable::from_rows(&[vec![1, 2], vec![3, 4]]);
        assert_eq!(ContingencyTable::from_cells(2, &[1, 2, 3, 4]), rows);
        assert_eq!(ContingencyTable::from_cells(2, &[1, 2, 3]), None);
    }
}
