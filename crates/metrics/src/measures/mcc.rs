//! Matthews' correlation coefficient.

use super::{Better, ComparedOn, Comparison, Computation, IntervalFrom, Measure, Style, Test};
use crate::counts::ContingencyTable;
use crate::undefined::{Undefined, Value};

/// MCC.
pub const MCC: Measure = Measure {
    key: "mcc",
    better: Better::Higher,
    name: "Matthews correlation coefficient",
    definition: "The correlation of predictions with gold labels, for any number of labels; an abstention is a label of \
                 its own.",
    formula: "(c N - sum_k t_k p_k) / sqrt((N^2 - sum_k p_k^2)(N^2 - sum_k t_k^2)), with c the correct predictions, N \
              the pairs, t_k the pairs with gold k, p_k those predicted k",
    range: "-1 to 1; 0 for chance",
    bounds: [-1.0, 1.0],
    undefined: "if there are no pairs, and if gold labels or predictions are constant",
    source: "Not in the papers: Matthews 1975, Gorodkin 2004",
    style: Style::Bits,
    computation: Computation::Table(mcc),
    interval: IntervalFrom::Jackknife([-1.0, 1.0]),
    comparison: Comparison::WhereNamed(ComparedOn::AllPairs, Test::SignFlip),
    ..Measure::OF_SYSTEMS
};

/// Matthews' correlation coefficient.
///
/// # Errors
/// [`Undefined::NoPairs`] on an empty table, [`Undefined::ConstantGold`] and
/// [`Undefined::ConstantAnswers`] where either takes one value only.
pub fn mcc(table: &ContingencyTable) -> Value {
    // In whole numbers: the differences are of large numbers that are nearly equal.
    let total = u128::from(table.total());
    if total == 0 {
        return Err(Undefined::NoPairs);
    }
    let square = |count: u64| u128::from(count) * u128::from(count);
    let gold: u128 = (0..table.labels()).map(|label| square(table.gold(label))).sum();
    let predicted: u128 = table.columns().map(|answer| square(table.predicted(answer))).sum();
    if gold == total * total {
        return Err(Undefined::ConstantGold);
    }
    if predicted == total * total {
        return Err(Undefined::ConstantAnswers);
    }
    let chance: u128 = (0..table.labels())
        .map(|label| u128::from(table.gold(label)) * u128::from(table.predicted(label)))
        .sum();
    let observed = u128::from(table.correct().numerator) * total;
    let covariance =
        if observed >= chance { (observed - chance) as f64 } else { -((chance - observed) as f64) };
    let spread =
        ((total * total - predicted) as f64).sqrt() * ((total * total - gold) as f64).sqrt();
    Ok((covariance / spread).clamp(-1.0, 1.0))
}
