//! The two-by-two table of two properties.

use crate::undefined::Proportion;

/// The numbers of units that have both of two properties, one of them, or neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TwoByTwo {
    /// The units with both properties.
    pub both: u64,
    /// The units with the first property alone.
    pub first_alone: u64,
    /// The units with the second property alone.
    pub second_alone: u64,
    /// The units with neither property.
    pub neither: u64,
}

impl TwoByTwo {
    /// The table with these four counts, in the order of its fields.
    #[must_use]
    pub fn from_counts([both, first_alone, second_alone, neither]: [u64; 4]) -> Self {
        Self { both, first_alone, second_alone, neither }
    }

    /// The four counts, in the order of its fields.
    #[must_use]
    pub fn counts(self) -> [u64; 4] {
        [self.both, self.first_alone, self.second_alone, self.neither]
    }

    /// The number of all units.
    #[must_use]
    pub fn total(self) -> u64 {
        self.counts().iter().sum()
    }

    /// The units with the first property, among all.
    #[must_use]
    pub fn first(self) -> Proportion {
        Proportion { numerator: self.both + self.first_alone, denominator: self.total() }
    }

    /// The units with the second property, among all.
    #[must_use]
    pub fn second(self) -> Proportion {
        Proportion { numerator: self.both + self.second_alone, denominator: self.total() }
    }

    /// The units with both properties, among those with the first.
    #[must_use]
    pub fn second_given_first(self) -> Proportion {
        Proportion { numerator: self.both, denominator: self.first().numerator }
    }

    /// The units with the second property, among those without the first.
    #[must_use]
    pub fn second_given_not_first(self) -> Proportion {
        let without = self.second_alone + self.neither;
        Proportion { numerator: self.second_alone, denominator: without }
    }

    /// The expected number of units with both properties if these are independent, given the margins; 0 without units.
    #[must_use]
    pub fn expected_both(self) -> f64 {
        let total = self.total();
        if total == 0 {
            return 0.0;
        }
        self.first().numerator as f64 * self.second().numerator as f64 / total as f64
    }

    /// The sum of two tables, count by count.
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
