//! Accuracies on wholes and on their parts.

use phenom_dataset::Judgment;

use crate::Value;

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
