//! Differences of two systems, phenomenon by phenomenon: a forest plot.

use phenom_metrics::Value;

use super::Interval;
use crate::Style;

/// What two systems differ in.
#[derive(Debug, Clone, PartialEq)]
pub struct Forest {
    /// The system whose value comes first in the difference.
    pub first: String,
    /// The system whose value is subtracted.
    pub second: String,
    /// The measure that is compared, as it stands under the axis.
    pub measure: String,
    /// How a difference is rounded.
    pub style: Style,
    /// The rows; those of one category stand together.
    pub rows: Vec<Difference>,
}

/// The difference of two systems on one phenomenon.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The phenomenon's category; empty for none.
    pub category: String,
    /// The phenomenon's name within the category.
    pub name: String,
    /// The number of pairs behind the difference.
    pub pairs: u64,
    /// The first system's value less the second's.
    pub difference: Value,
    /// Its confidence interval, where there is one.
    pub interval: Option<Interval>,
    /// What can be told of it.
    pub verdict: Verdict,
}

/// What can be told of the first system against the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The first is better.
    Better,
    /// The first is worse.
    Worse,
    /// The data do not tell.
    CannotTell,
}

impl Verdict {
    /// The verdict in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::CannotTell => "cannot tell",
        }
    }
}

impl Forest {
    pub(super) fn lack(&self) -> Option<&'static str> {
        if self.rows.is_empty() {
            return Some("There is nothing to compare the two systems on.");
        }
        let undefined = self.rows.iter().all(|row| row.difference.is_err());
        undefined.then_some("The two systems have no difference that is defined.")
    }
}
