//! Accuracy of a rare phenomenon, shrunken.

use super::{Comparison, Computation, IntervalFrom, Measure, Slices};

use crate::statistics::{ConfidenceLevel, Interval, NoPrior, empirical_bayes};
use crate::undefined::Undefined;

/// Empirical-Bayes accuracy.
pub const SHRUNKEN_ACCURACY: Measure = Measure {
    key: "shrunken_accuracy",
    name: "empirical-Bayes accuracy",
    definition: "The accuracy on a phenomenon, moved towards that of its category, more so the fewer pairs it has. For \
                 a rare phenomenon it is a better estimate than the share of correct predictions. It is not a share of \
                 pairs, and tables mark it as empirical-Bayes.",
    formula: "the mean of (correct + alpha) / (pairs + alpha + beta) over the distributions Beta(alpha, beta) that the \
              phenomena of the category may follow, each weighted by the beta-binomial likelihood of the phenomena; \
              mean and intra-class correlation are uniform a priori",
    undefined: "if there are no pairs, in a category of fewer than two phenomena with pairs, and if all predictions in \
                the category are correct or none is",
    source: "Not in the papers: Efron and Morris 1975, Kass and Steffey 1989",
    slices: Slices::Phenomena,
    computation: Computation::Fit(shrunken),
    interval: IntervalFrom::Fit,
    comparison: Comparison::None(
        "it uses other phenomena; systems are compared by accuracy itself",
    ),
    ..Measure::SHARE
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
