//! Counts of pairs. A pair is one pair, whatever the number of runs that answer it: of a system with several runs a
//! count is the mean over them.

use std::fmt;

use phenom_metrics::{Proportion, Value};
use serde::{Serialize, Serializer};

/// A number of pairs: the mean of the numbers of some runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PairCount {
    /// The numbers of all runs added up.
    sum: u64,
    runs: u64,
}

impl PairCount {
    /// The mean of the numbers of some runs, which add up to `sum`.
    #[must_use]
    pub fn over_runs(sum: u64, runs: usize) -> Self {
        Self { sum, runs: (runs as u64).max(1) }
    }

    /// The number itself, if it is a whole one.
    #[must_use]
    pub fn whole(self) -> Option<u64> {
        let runs = self.runs.max(1);
        self.sum.is_multiple_of(runs).then_some(self.sum / runs)
    }

    /// The number.
    #[must_use]
    pub fn value(self) -> f64 {
        self.sum as f64 / self.runs.max(1) as f64
    }
}

impl From<u64> for PairCount {
    fn from(pairs: u64) -> Self {
        Self::over_runs(pairs, 1)
    }
}

/// As people read it: `60`, or `35.4`.
impl fmt::Display for PairCount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.whole() {
            Some(pairs) => write!(formatter, "{pairs}"),
            None => write!(formatter, "{:.1}", self.value()),
        }
    }
}

impl Serialize for PairCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.whole() {
            Some(pairs) => serializer.serialize_u64(pairs),
            None => serializer.serialize_f64(self.value()),
        }
    }
}

/// A number of pairs out of all pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PairCounts {
    /// The pairs of which something holds.
    pub numerator: PairCount,
    /// All the pairs.
    pub denominator: PairCount,
    proportion: Proportion,
}

impl PairCounts {
    /// The counts of some runs, which add up to `proportion`.
    #[must_use]
    pub fn over_runs(proportion: Proportion, runs: usize) -> Self {
        Self {
            numerator: PairCount::over_runs(proportion.numerator, runs),
            denominator: PairCount::over_runs(proportion.denominator, runs),
            proportion,
        }
    }

    /// The share, in [0, 1].
    ///
    /// # Errors
    /// [`Undefined::NoPairs`](phenom_metrics::Undefined::NoPairs) if there are no pairs.
    pub fn value(self) -> Value {
        self.proportion.value()
    }
}

impl From<Proportion> for PairCounts {
    fn from(proportion: Proportion) -> Self {
        Self::over_runs(proportion, 1)
    }
}

/// As people read it: `35/60`, or `35.4/60`.
impl fmt::Display for PairCounts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.numerator, self.denominator)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn counts_of_several_runs_are_means() {
        let proportion = Proportion { numerator: 177, denominator: 300 };
        let counts = PairCounts::over_runs(proportion, 5);
        assert_eq!(counts.to_string(), "35.4/60");
        assert_eq!(counts.value(), proportion.value());
        assert_eq!(serde_json::to_string(&counts.numerator).unwrap(), "35.4");
        assert_eq!(serde_json::to_string(&counts.denominator).unwrap(), "60");
        assert_eq!(PairCounts::from(proportion).to_string(), "177/300");
    }

    proptest! {
        #[test]
        fn a_count_of_several_runs_lies_between_theirs(of_runs in prop::collection::vec(0_u64..1000, 1..9)) {
            let count = PairCount::over_runs(of_runs.iter().sum(), of_runs.len());
            let [least, most] = [of_runs.iter().min(), of_runs.iter().max()].map(|end| *end.unwrap() as f64);
            prop_assert!(least <= count.value() && count.value() <= most);
        }
    }
}
