//! Direct answers against composed ones.

use phenom_dataset::Task;

use super::original::OriginalKind;
use crate::undefined::{Proportion, Undefined, Value};

/// How often a system's direct answer on the whole goes with each answer that its answers on the parts make.
/// The last row and column are of no answer, which agrees with nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgreementTable {
    labels: usize,
    cells: Vec<u64>,
}

impl AgreementTable {
    /// A table from its cells, row by row; composed answers are the rows. Nothing where their number does not
    /// fit.
    #[must_use]
    pub fn from_cells(labels: usize, cells: &[u64]) -> Option<Self> {
        (cells.len() == (labels + 1) * (labels + 1)).then(|| Self { labels, cells: cells.to_vec() })
    }

    /// How many cells a task has.
    pub(super) fn width(task: Task) -> usize {
        (task.judgments().len() + 1).pow(2)
    }

    /// The cell of an original.
    pub(super) fn place(task: Task, kind: &OriginalKind) -> usize {
        let none = task.judgments().len();
        let [composed, direct] = [kind.composed, kind.direct]
            .map(|answer| answer.and_then(|answer| task.column(answer)).unwrap_or(none));
        composed * (none + 1) + direct
    }

    /// The originals with one composed and one direct answer, by the columns of the task.
    #[must_use]
    pub fn count(&self, composed: usize, direct: usize) -> u64 {
        self.cells[composed * (self.labels + 1) + direct]
    }

    /// The originals on which both answers are the same, among all.
    #[must_use]
    pub fn same(&self) -> Proportion {
        let same = (0..self.labels).map(|label| self.count(label, label)).sum();
        Proportion { numerator: same, denominator: self.cells.iter().sum() }
    }

    fn margins(&self, label: usize) -> [u64; 2] {
        let answers = 0..=self.labels;
        let composed = answers.clone().map(|other| self.count(label, other)).sum();
        [composed, answers.map(|other| self.count(other, label)).sum()]
    }

    /// The share of originals on which both are the same where each is drawn by itself.
    ///
    /// # Errors
    /// [`Undefined::NoPairs`].
    pub fn expected(&self) -> Value {
        let total = self.same().of_pairs()?.denominator as f64;
        let share = |label| {
            let [composed, direct] = self.margins(label);
            composed as f64 / total * (direct as f64 / total)
        };
        Ok((0..self.labels).map(share).sum())
    }

    /// Cohen's kappa of the two.
    ///
    /// # Errors
    /// [`Undefined::NoPairs`]; [`Undefined::CertainAgreement`] where both are always one and the same.
    pub fn kappa(&self) -> Value {
        let same = self.same().of_pairs()?;
        let (observed, expected) = (same.value()?, self.expected()?);
        if (0..self.labels).any(|label| self.margins(label) == [same.denominator; 2]) {
            return Err(Undefined::CertainAgreement);
        }
        Ok((observed - expected) / (1.0 - expected))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_and_kappa_by_hand() {
        // sklearn.metrics.cohen_kappa_score of 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: 0.4.
        let table = AgreementTable::from_cells(2, &[20, 5, 0, 10, 15, 0, 0, 0, 0]).unwrap();
        assert_eq!(table.same(), Proportion { numerator: 35, denominator: 50 });
        assert_eq!(table.expected(), Ok(0.5));
        assert!((table.kappa().unwrap() - 0.4).abs() < 1e-15);
        // No answer agrees with nothing: (35/60 - (25 * 35 + 25 * 20) / 60^2) over the rest.
        let table = AgreementTable::from_cells(2, &[20, 5, 0, 10, 15, 0, 5, 0, 5]).unwrap();
        assert_eq!(table.same(), Proportion { numerator: 35, denominator: 60 });
        let expected = (25.0 * 35.0 + 25.0 * 20.0) / 3600.0;
        assert!((table.expected().unwrap() - expected).abs() < 1e-15);
        let kappa = (35.0 / 60.0 - expected) / (1.0 - expected);
        assert!((table.kappa().unwrap() - kappa).abs() < 1e-15);
    }

    #[test]
    fn where_there_is_none() {
        let constant = AgreementTable::from_cells(2, &[7, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
        assert_eq!(constant.kappa(), Err(Undefined::CertainAgreement));
        let empty = AgreementTable::from_cells(2, &[0; 9]).unwrap();
        assert_eq!(empty.kappa(), Err(Undefined::NoPairs));
        assert_eq!(empty.expected(), Err(Undefined::NoPairs));
        assert_eq!(AgreementTable::from_cells(3, &[0; 9]), None);
    }
}
