//! What an interval of a Correlation Index shows, in the terms of Cabrio and Magnini.

use crate::statistics::Interval;

/// The Correlation Index at which originals are judged as well as their parts.
pub const IDEAL: f64 = 1.0;

/// A reading of a Correlation Index.
///
/// # References
/// Cabrio and Magnini 2010, section 3.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CorrelationReading {
    /// The index is below 1: the system is less accurate on originals than on their parts.
    Missing,
    /// The index is above 1: the system is more accurate on originals than on their parts.
    Over,
}

impl CorrelationReading {
    /// The reading that the interval of an index supports. `None` if the interval includes 1.
    #[must_use]
    pub fn of(interval: Interval) -> Option<Self> {
        match interval {
            Interval { upper, .. } if upper < IDEAL => Some(Self::Missing),
            Interval { lower, .. } if lower > IDEAL => Some(Self::Over),
            _ => None,
        }
    }

    /// The term of the paper.
    #[must_use]
    pub fn term(self) -> &'static str {
        match self {
            Self::Missing => "missing correlation",
            Self::Over => "over correlation",
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_interval_that_excludes_one_is_read_by_its_side() {
        let of = |lower, upper| CorrelationReading::of(Interval { lower, upper });
        assert_eq!(of(0.6, 0.9), Some(CorrelationReading::Missing));
        assert_eq!(of(1.1, 1.4), Some(CorrelationReading::Over));
        for (lower, upper) in [(0.6, 1.4), (0.6, 1.0), (1.0, 1.4)] {
            assert_eq!(of(lower, upper), None, "{lower} {upper}");
        }
    }

    proptest! {
        #[test]
        fn there_is_a_reading_if_and_only_if_the_interval_excludes_one(
            lower in 0.0..2.0_f64,
            width in 0.0..1.0_f64,
        ) {
            let interval = Interval { lower, upper: lower + width };
            let excludes = !interval.contains(IDEAL);
            prop_assert_eq!(CorrelationReading::of(interval).is_some(), excludes);
        }
    }
}
