//! Right by the parts: the accuracy of what the rule of composition makes of a system's own answers.

use super::{
    Better, ComparedOn, Comparison, Computation, IntervalFrom, Measure, OfComposition, Style, Test,
};
use crate::statistics::{self, TwoByTwo};
use crate::undefined::{Proportion, Value};

/// The accuracy of composed answers.
pub const COMPOSED_ACCURACY: Measure = Measure {
    key: "composed_accuracy",
    name: "composed accuracy",
    definition: "The share of original pairs that are correct if the composition rule is applied to the system's own \
                 predictions on their parts, ignoring its predictions on the original pairs. If the rule depends on a \
                 part without a prediction, the composed prediction is wrong.",
    formula: "originals whose composed prediction equals their gold label / originals that have parts and gold labels; \
              an original counts with all of its parts, also in a category",
    undefined: "if no original pair has a gold label and parts",
    source: "Not in the papers; CM10 section 2 assumes that parts compose",
    computation: Computation::Composition(OfComposition::Right(|table| {
        Proportion::from(table.second()).of_pairs().into()
    })),
    interval: IntervalFrom::Share,
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::SignFlip),
    ..Measure::SHARE
};

/// Direct less composed accuracy.
pub const DIRECT_MINUS_COMPOSED: Measure = Measure {
    key: "direct_minus_composed",
    better: Better::Neither,
    name: "direct minus composed accuracy",
    definition: "How much more often the system's direct predictions on original pairs are correct than the predictions \
                 composed from their parts: above 0 direct predictions are better, below 0 composed ones.",
    formula: "accuracy - composed accuracy, over the same originals: those with parts and gold labels",
    range: "-1 to 1",
    bounds: [-1.0, 1.0],
    undefined: "if no original pair has a gold label and parts",
    source: "Not in the papers",
    style: Style::SignedPercent,
    computation: Computation::Composition(OfComposition::Right(|table| {
        direct_minus_composed(table).into()
    })),
    interval: IntervalFrom::DifferenceOfShares([TwoByTwo::first, TwoByTwo::second]),
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::SignFlip),
    ..Measure::OF_SYSTEMS
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
