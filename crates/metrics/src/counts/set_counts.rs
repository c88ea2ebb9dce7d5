//! What answered sets of judgments have in common with gold sets.

use phenom_dataset::JudgmentSet;

use crate::undefined::{Proportion, Undefined, Value};

/// Sums over pairs of how a set of judgments that was answered goes with gold, which is one as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct SetCounts {
    /// The F1 of each pair, in sixtieths: with up to three judgments in either set every F1 is so many.
    pub(crate) f1: u64,
    /// The pairs whose sets are the same.
    pub(crate) exact: u64,
    /// How many pairs the sums are over.
    pub(crate) pairs: u64,
}

impl SetCounts {
    /// How many sums there are.
    pub(crate) const WIDTH: usize = 3;
    /// An F1 of 1.
    pub(crate) const F1_UNIT: u64 = 60;

    /// The sums of one pair, in the order of [`of_sums`](Self::of_sums). An empty answer has nothing in common with
    /// gold.
    pub(crate) fn of_pair(gold: JudgmentSet, answer: JudgmentSet) -> [u32; Self::WIDTH] {
        let both = gold.and(answer).len();
        let sizes = (gold.len() + answer.len()).max(1);
        [2 * both * Self::F1_UNIT as u32 / sizes, u32::from(gold == answer), 1]
    }

    /// Sums that stand as those of a pair do.
    pub(crate) fn of_sums(sums: &[u64]) -> Self {
        let sum = |at: usize| sums.get(at).copied().unwrap_or(0);
        Self { f1: sum(0), exact: sum(1), pairs: sum(2) }
    }

    /// The sums of both together.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            f1: self.f1 + other.f1,
            exact: self.exact + other.exact,
            pairs: self.pairs + other.pairs,
        }
    }
}

/// The counts of two systems together, slice by slice and population by population.
pub(crate) fn set_counts_together(
    one: &[[SetCounts; 2]],
    other: &[[SetCounts; 2]],
) -> Vec<[SetCounts; 2]> {
    let both = one.iter().zip(other);
    both.map(|([a, b], [c, d])| [a.plus(*c), b.plus(*d)]).collect()
}

/// A mean over pairs of what each has in common with gold.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SetMean {
    /// The sum over the pairs.
    pub(crate) sum: fn(SetCounts) -> u64,
    /// What a pair adds to it that has everything in common with gold.
    pub(crate) unit: u64,
}

impl SetMean {
    /// The sum and the most that it could be.
    pub(crate) fn share(self, counts: SetCounts) -> [u64; 2] {
        [(self.sum)(counts), self.unit * counts.pairs]
    }

    /// The mean.
    ///
    /// # Errors
    /// [`Undefined::NoPairs`].
    pub(crate) fn value(self, counts: SetCounts) -> Value {
        let [numerator, denominator] = self.share(counts);
        Proportion { numerator, denominator }.value()
    }

    /// The mean as a share of pairs, where a pair has everything in common with gold or counts for nothing.
    ///
    /// # Errors
    /// [`Undefined::NoPairs`].
    pub(crate) fn proportion(self, counts: SetCounts) -> Option<Result<Proportion, Undefined>> {
        let [numerator, denominator] = self.share(counts);
        (self.unit == 1).then(|| Proportion { numerator, denominator }.of_pairs())
    }
}
