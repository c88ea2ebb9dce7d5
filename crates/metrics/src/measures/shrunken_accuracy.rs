//! Accuracy of a rare phenomenon, shrunken.

use super::{Better, Comparison, Computation, IntervalFrom, Measure, Slices, Style};

use crate::statistics::{ConfidenceLevel, Interval, NoPrior, empirical_bayes};
use crate::undefined::Undefined;

/// Empirical-Bayes accuracy.
pub const SHRUNKEN_ACCURACY: Measure = Measure {
    key: "shrunken_accuracy",
    better: Better::Higher,
    name: "shrunken accuracy (empirical Bayes)",
    definition: "The accuracy on a phenomenon, drawn towards that of its category the more, the fewer \
                 pairs it has: a better guess for a rare phenomenon than the share of right answers. It \
                 is no share of pairs, and is marked as shrunken wherever it stands.",
    formula: "the mean of (right + alpha) / (pairs + alpha + beta) over the distributions Beta(alpha, beta) \
              that the phenomena of the category may follow, each weighed by the beta-binomial likelihood \
              of the phenomena; mean and intra-class correlation are uniform beforehand",
    range: "0 to 1",
    bounds: [0.0, 1.0],
    undefined: "on no pairs, in a category of fewer than two phenomena with pairs, and where all answers \
                in the category are right or none is",
    source: "Not in the papers: Efron and Morris 1975, Kass and Steffey 1989",
    style: Style::Percent,
    slices: Slices::Phenomena,
    computation: Computation::Fit(shrunken),
    expected: None,
    interval: IntervalFrom::Fit,
    comparison: Comparison::None(
        "it borrows from other phenomena; systems are compared by accuracy itself",
    ),
    by_default: true,
};

/// The accuracies of the phenomena of a category, shrunken, each with its interval; each is given by its right answers and its
/// pairs.
///
/// # Errors
/// [`Undefined::FewPhenomena`] and [`Undefined::ConstantAccuracy`].
pub fn shrunken(
    right: &[[f64; 2]],
    level: ConfidenceLevel,
) -> Result<Vec<(f64, Interval)>, Undefined> {
    match empirical_bayes(right, level) {
        Ok(fitted) => Ok(fitted.estimates),
        Err(NoPrior::FewGroups) => Err(Undefined::FewPhenomena),
        Err(NoPrior::Constant) => Err(Undefined::ConstantAccuracy),
    }
}
