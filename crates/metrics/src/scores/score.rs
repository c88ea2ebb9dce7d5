//! A row of the tidy scores.

use arcstr::ArcStr;

use crate::counts::{Population, SliceKind};
use crate::interval_method::IntervalMethod;
use crate::measures::{Figure, Measure};
use crate::no_interval::NoInterval;
use crate::statistics::{ConfidenceLevel, Interval};
use crate::undefined::{Proportion, Value};

/// One figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Score {
    /// The system, or a baseline's name.
    pub system: ArcStr,
    /// The pairs that it is about.
    pub population: Population,
    /// By what they are cut.
    pub slice_kind: SliceKind,
    /// The slice's name as in the data; empty for all.
    pub slice: ArcStr,
    /// The key of the measure.
    pub measure: &'static str,
    /// The unrounded value, or why there is none.
    pub value: Value,
    /// The two counts, where the value is a proportion of pairs.
    pub proportion: Option<Proportion>,
    /// The number of pairs.
    pub support: u64,
    /// How sure the value is, where that was found out.
    pub interval: Option<ScoreInterval>,
    /// Why it was not, where it was tried.
    pub no_interval: Option<NoInterval>,
}

/// The interval of a figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoreInterval {
    /// The lower and the upper end, in the unit of the score.
    pub interval: Interval,
    /// Its confidence level.
    pub level: ConfidenceLevel,
    /// How it was made.
    pub method: IntervalMethod,
}

/// The row of a figure on a slice of some kind and name, without its support and its interval.
pub(super) fn row(
    name: &ArcStr,
    (kind, slice): (&SliceKind, &ArcStr),
    population: Population,
    measure: &Measure,
    of: Figure,
) -> Score {
    Score {
        system: name.clone(),
        population,
        slice_kind: kind.clone(),
        slice: slice.clone(),
        measure: measure.key,
        value: of.value,
        proportion: of.proportion,
        support: 0,
        interval: None,
        no_interval: None,
    }
}
