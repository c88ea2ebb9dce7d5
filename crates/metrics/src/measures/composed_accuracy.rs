//! Right by the parts: the accuracy of what the rule of composition makes of a system's own answers.

use super::{
    Better, ComparedOn, Comparison, Computation, IntervalFrom, Measure, OfComposition, Slices,
    Style, Test,
};
use crate::statistics::{self, TwoByTwo};
use crate::undefined::{Proportion, Value};

/// The accuracy of composed answers.
pub const COMPOSED_ACCURACY: Measure = Measure {
    key: "composed_accuracy",
    better: Better::Higher,
    name: "composed accuracy",
    definition: "The share of original pairs that are right if the rule of composition is applied to the \
                 system's own answers on their parts, and its answers on the original pairs are not looked \
                 at. Where the rule depends on a part without an answer, the composed answer is wrong.",
    formula: "originals whose composed answer is their gold / originals that have parts and gold; an \
              original counts with all of its parts, also in a category",
    range: "0 to 1",
    bounds: [0.0, 1.0],
    undefined: "without original pairs that have gold and parts",
    source: "Not in the papers; CM10 section 2 assumes that parts compose",
    style: Style::Percent,
    slices: Slices::All,
    computation: Computation::Composition(OfComposition::Right(|table| {
        Proportion::from(table.second()).of_pairs().into()
    })),
    expected: None,
    interval: IntervalFrom::Share,
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::SignFlip),
    by_default: true,
};

/// Direct less composed accuracy.
pub const DIRECT_MINUS_COMPOSED: Measure = Measure {
    key: "direct_minus_composed",
    better: Better::Neither,
    name: "direct minus composed accuracy",
    definition: "By how much the system's own answers on original pairs are more often right than what the \
                 rule of composition makes of its answers on their parts: above 0 it does better reading the \
                 whole, below 0 reading the parts.",
    formula: "accuracy - composed accuracy, over the same originals: those that have parts and gold",
    range: "-1 to 1",
    bounds: [-1.0, 1.0],
    undefined: "without original pairs that have gold and parts",
    source: "Not in the papers",
    style: Style::SignedPercent,
    slices: Slices::All,
    computation: Computation::Composition(OfComposition::Right(|table| {
        direct_minus_composed(table).into()
    })),
    expected: None,
    interval: IntervalFrom::DifferenceOfShares([TwoByTwo::first, TwoByTwo::second]),
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::SignFlip),
    by_default: true,
};

/// Direct less composed accuracy, from the direct answers that are right against the composed ones.
///
/// # Errors
/// [`Undefined::NoPairs`](crate::Undefined::NoPairs).
pub fn direct_minus_composed(table: TwoByTwo) -> Value {
    let value = |share: statistics::Proportion| Proportion::from(share).value();
    Ok(value(table.first())? - value(table.second())?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::undefined::Undefined;

    #[test]
    fn by_hand() {
        // 20 both right, 9 directly alone, 4 by the parts alone, 7 neither.
        let difference = direct_minus_composed(TwoByTwo::from_counts([20, 9, 4, 7]));
        assert!((difference.unwrap() - 0.125).abs() < 1e-15);
        assert_eq!(direct_minus_composed(TwoByTwo::default()), Err(Undefined::NoPairs));
    }
}
