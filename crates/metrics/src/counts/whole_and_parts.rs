//! Accuracies on wholes and on their parts.

use phenom_dataset::Judgment;

use crate::undefined::{Proportion, Value};

/// Accuracies on wholes and on their parts: counted, resampled or expected.
pub trait WholeAndParts {
    /// Accuracy on the original pairs that were decomposed, of those with one of some gold judgments.
    ///
    /// # Errors
    /// [`Undefined::NoPairs`](crate::Undefined::NoPairs) where there is none.
    fn whole(&self, gold: &[Judgment]) -> Value;

    /// Accuracy on their monothematic pairs with one of some gold judgments.
    ///
    /// # Errors
    /// [`Undefined::NoPairs`](crate::Undefined::NoPairs) where there is none.
    fn parts(&self, gold: &[Judgment]) -> Value;
}

/// Right answers on the wholes and on the parts, whatever their gold.
impl WholeAndParts for [Proportion; 2] {
    fn whole(&self, _: &[Judgment]) -> Value {
        self[0].value()
    }

    fn parts(&self, _: &[Judgment]) -> Value {
        self[1].value()
    }
}
