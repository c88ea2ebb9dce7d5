//! The slices of a measure.

use phenom_dataset::Judgment;

/// On which slices a measure has a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Slices {
    /// On all of them.
    All,
    /// On all but those of one gold judgment.
    NotOfJudgments,
    /// On those of one gold judgment.
    OfJudgments,
    /// On all but the pairs whose gold is *entailment*, which the measure holds the others against.
    NotOfEntailment,
    /// On the phenomena of a category.
    Phenomena,
}

impl Slices {
    /// Whether a measure has a value on the pairs with these gold judgments.
    #[must_use]
    pub(crate) fn hold(self, gold: &[Judgment]) -> bool {
        match self {
            Self::All => true,
            Self::NotOfJudgments => gold.len() > 1,
            Self::OfJudgments => gold.len() == 1,
            Self::NotOfEntailment => gold != [Judgment::Entailment],
            Self::Phenomena => false,
        }
    }
}
