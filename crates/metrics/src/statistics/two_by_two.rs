//! Two properties of pairs against each other.

use crate::undefined::Proportion;

/// How many pairs have two properties, one of them, or neither. Of the solved table: that all parts are
/// right, and that the whole is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TwoByTwo {
    /// Both properties.
    pub both: u64,
    /// The first, and not the second.
    pub first_alone: u64,
    /// The second, and not the first.
    pub second_alone: u64,
    /// Neither.
    pub neither: u64,
}

impl TwoByTwo {
    /// Its four counts, in the order of its fields.
    #[must_use]
    pub fn from_counts([both, first_alone, second_alone, neither]: [u64; 4]) -> Self {
        Self { both, first_alone, second_alone, neither }
    }

    /// The four counts, in the order of its fields.
    #[must_use]
    pub fn counts(self) -> [u64; 4] {
        [self.both, self.first_alone, self.second_alone, self.neither]
    }

    /// All pairs.
    #[must_use]
    pub fn total(self) -> u64 {
        self.counts().iter().sum()
    }

    /// The pairs with the first property, among all.
    #[must_use]
    pub fn first(self) -> Proportion {
        Proportion { numerator: self.both + self.first_alone, denominator: self.total() }
    }

    /// The pairs with the second property, among all.
    #[must_use]
    pub fn second(self) -> Proportion {
        Proportion { numerator: self.both + self.second_alone, denominator: self.total() }
    }

    /// The pairs with both properties, among those with the first.
    #[must_use]
    pub fn second_given_first(self) -> Proportion {
        Proportion { numerator: self.both, denominator: self.first().numerator }
    }

    /// The pairs with the second property, among those without the first.
    #[must_use]
    pub fn second_given_not_first(self) -> Proportion {
        let without = self.second_alone + self.neither;
        Proportion { numerator: self.second_alone, denominator: without }
    }

    /// How many pairs have both properties where these are independent, given the sums of the table.
    #[must_use]
    pub fn expected_both(self) -> f64 {
        let total = self.total();
        if total == 0 {
            return 0.0;
        }
        self.first().numerator as f64 * self.second().numerator as f64 / total as f64
    }

    /// The counts of both tables together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            both: self.both + other.both,
            first_alone: self.first_alone + other.first_alone,
            second_alone: self.second_alone + other.second_alone,
            neither: self.neither + other.neither,
        }
    }
}
