//! Contingency tables from elsewhere: what has to hold of their counts, and what their labels are called.

use phenom_dataset::Task;
use thiserror::Error;

use super::contingency::{ContingencyTable, MOST_PAIRS};

/// Why rows of counts are not a contingency table.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotATable {
    /// A row, numbered from 1, that has more or fewer counts than the first.
    #[error("row {row} has {counts} counts, and row 1 has {first}")]
    Ragged {
        /// The number of the row.
        row: usize,
        /// How many counts it has.
        counts: usize,
        /// How many the first row has.
        first: usize,
    },
    /// The number of rows and columns.
    #[error("a table of {0} rows and {1} columns is not a contingency table")]
    Size(usize, usize),
    /// More pairs than [`MOST_PAIRS`].
    #[error("the counts sum to more than 1,000,000,000,000 pairs")]
    TooManyPairs,
}

impl NotATable {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        let help = match self {
            Self::Ragged { .. } => return None,
            Self::Size(..) => {
                "rows are gold labels and columns the same labels as predictions, at least two; one more column may \
                 count the pairs without a prediction"
            }
            Self::TooManyPairs => "divide all counts by the same number",
        };
        Some(help.to_owned())
    }
}

impl ContingencyTable {
    /// A table from its rows, each with one count a label, and optionally one more for abstentions.
    ///
    /// # Errors
    /// Rows of different lengths, fewer than two, or not one for each column, and too many pairs.
    pub fn of_counts(rows: &[Vec<u64>]) -> Result<Self, NotATable> {
        let width = rows.first().map_or(0, Vec::len);
        if let Some(at) = rows.iter().position(|row| row.len() != width) {
            return Err(NotATable::Ragged { row: at + 1, counts: rows[at].len(), first: width });
        }
        let is_square = width == rows.len() || width == rows.len() + 1;
        // Fewer than 2^64 counts of 64 bits do not overflow.
        let pairs: u128 = rows.iter().flatten().map(|count| u128::from(*count)).sum();
        if is_square && rows.len() >= 2 && pairs > u128::from(MOST_PAIRS) {
            return Err(NotATable::TooManyPairs);
        }
        let table = (rows.len() >= 2).then(|| Self::from_rows(rows)).flatten();
        table.ok_or(NotATable::Size(rows.len(), width))
    }

    /// What the labels of a table without names are called: the judgments of two-way and three-way tables, and else their
    /// numbers.
    #[must_use]
    pub fn usual_labels(size: usize) -> Vec<String> {
        match size {
            2 => Task::TwoWay.judgments().iter().map(ToString::to_string).collect(),
            3 => Task::ThreeWay.judgments().iter().map(ToString::to_string).collect(),
            _ => (1..=size).map(|label| format!("label {label}")).collect(),
        }
    }
}
