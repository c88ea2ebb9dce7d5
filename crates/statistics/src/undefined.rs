//! Statistics without a value, and proportions.

use thiserror::Error;

/// The reason why a statistic has no value. It is never 0 or NaN instead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Error)]
pub enum Undefined {
    /// There are no units.
    #[error("no units")]
    NoUnits,
    /// All units are alike in a property that must vary.
    #[error("all units are alike in a property that must vary")]
    Constant,
    /// A [`Statistic`](crate::Statistic) of the caller returned `None`.
    #[error("the statistic has no value on these counts")]
    NoValue,
}

/// A proportion of units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Proportion {
    /// The number of units with a property, such as those that are right.
    pub numerator: u64,
    /// The number of all units.
    pub denominator: u64,
}

impl Proportion {
    /// The numerator divided by the denominator, from 0 to 1; `None` if the denominator is 0.
    #[must_use]
    pub fn value(self) -> Option<f64> {
        (self.denominator > 0).then(|| self.numerator as f64 / self.denominator as f64)
    }
}

/// A numerator and a denominator.
impl From<[u64; 2]> for Proportion {
    fn from([numerator, denominator]: [u64; 2]) -> Self {
        Self { numerator, denominator }
    }
}
