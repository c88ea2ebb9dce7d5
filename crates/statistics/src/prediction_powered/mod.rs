//! Prediction-powered estimates: means over units of which some are labelled and all are predicted, corrected by the labels.
//!
//! A [`Sample`] has the clusters of all units and says which units are labelled, with which probability. A [`Part`] is some
//! of its units, [`Values`] are a value by the label and by each predictor. [`Tuning`] gives each predictor a weight;
//! a [`Mean`] is one corrected mean with what each cluster adds to its error, and [`Corrected`] is a smooth function of
//! such means with its standard error and its interval.
//!
//! # References
//! Angelopoulos, Bates, Fannjiang, Jordan and Zrnic 2023; Angelopoulos, Duchi and Zrnic 2023 (the weight); Cassel, Särndal
//! and Wretman 1976; Hájek 1971; Kish 1965.

mod by_chance;
mod by_confusion;
mod corrected;
mod labels_needed;
mod mean;
mod part;
mod sample;
mod shrunken;
mod tuning;
mod values;

pub use by_chance::ByChance;
pub use by_confusion::{ByConfusion, NoConfusion};
pub use corrected::{Corrected, Scale, Share, combined};
pub use labels_needed::LabelsNeeded;
pub use mean::Mean;
pub use part::Part;
pub use sample::{Chances, Sample};
pub use shrunken::{OfPart, Shrunken, shrunken};
pub use tuning::{Tuning, tuned};
pub use values::Values;

/// The reason why there is no corrected value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum NotCorrected {
    /// No unit is labelled.
    #[error("no unit is labelled")]
    NoLabels,
    /// There are fewer than five effective labelled clusters.
    #[error("fewer than five effective labelled clusters")]
    FewLabels,
    /// The divisor of a ratio is not above 0.
    #[error("the corrected divisor is not above 0")]
    NoDivisor,
    /// The divisor of a ratio is known from fewer than five effective labelled units.
    #[error("fewer than five effective labelled units in the divisor")]
    FewInDivisor,
}

/// The effective labelled clusters below which a part has no value of its own, and a predictor no weight of its own.
pub const FEWEST_LABELS: f64 = 5.0;

/// What a number of effective clusters may miss [`FEWEST_LABELS`] by, which is a rounding error.
const ROUNDING: f64 = 1e-9;

/// So many units are added that vary like the residuals of the wider part: the floor of a variance.
const PSEUDO_UNITS: f64 = 4.0;
