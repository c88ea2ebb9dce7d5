//! Are wholes right more often where all of their parts are?

use super::{
    Better, ComparedOn, Comparison, Computation, IntervalFrom, Measure, OfComposition, Style, Test,
};
use crate::statistics::{TwoByTwo, stratified_difference};
use crate::undefined::{Proportion, Undefined, Value};

/// The difference of the two conditional accuracies.
pub const SOLVED_DIFFERENCE: Measure = Measure {
    key: "solved_difference",
    better: Better::Higher,
    name: "difference by correct parts",
    definition: "How much more often an original is correct if all of its parts are correct than if some part is wrong. \
                 The gold label affects both, and the more parts an original has, the less often all are correct. The \
                 stratified difference adjusts for these.",
    formula: "P(original correct | all parts correct) - P(original correct | some part wrong), over the originals that \
              have gold labels and whose parts all have them",
    range: "-1 to 1; 0 if originals and parts are independent",
    bounds: [-1.0, 1.0],
    undefined: "if no original has all parts correct, or none has a wrong one",
    source: "Not in the papers",
    style: Style::SignedPercent,
    computation: Computation::Composition(OfComposition::Solved(|table| {
        solved_difference(table).into()
    })),
    interval: IntervalFrom::DifferenceOfShares([
        TwoByTwo::second_given_first,
        TwoByTwo::second_given_not_first,
    ]),
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::Cautious),
    ..Measure::OF_SYSTEMS
};

/// The same within strata.
pub const STRATIFIED_SOLVED_DIFFERENCE: Measure = Measure {
    key: "stratified_solved_difference",
    better: Better::Higher,
    name: "difference by correct parts, adjusted",
    definition: "How much more often an original is correct if all of its parts are correct than if some part is wrong, \
                 among originals with the same gold label and number of parts. The test of composition uses this \
                 difference.",
    formula: "sum_s w_s d_s / sum_s w_s, with d_s the difference in a stratum and w_s = m n / (m + n) for its m \
              originals with all parts correct and n others (Mantel and Haenszel 1959); neighbouring numbers of parts \
              are one stratum if there are fewer than ten originals",
    range: "-1 to 1; 0 if originals and parts are independent within strata",
    bounds: [-1.0, 1.0],
    undefined: "if no stratum contains both originals with all parts correct and others",
    source: "Not in the papers",
    style: Style::SignedPercent,
    computation: Computation::Composition(OfComposition::Strata(|strata| {
        stratified_difference(strata).map_err(Undefined::from).into()
    })),
    interval: IntervalFrom::Jackknife([-1.0, 1.0]),
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::Cautious),
    ..Measure::OF_SYSTEMS
};

/// P(whole right | all parts right) - P(whole right | some part wrong).
///
/// # Errors
/// [`Undefined::NoPairs`], [`Undefined::NoSolvedParts`], [`Undefined::AllPartsSolved`].
pub fn solved_difference(table: TwoByTwo) -> Value {
    Proportion::from(table.first()).of_pairs()?;
    let solved = table.second_given_first().value().ok_or(Undefined::NoSolvedParts)?;
    let others = table.second_given_not_first().value().ok_or(Undefined::AllPartsSolved)?;
    Ok(solved - others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand_and_each_undefined_case() {
        let of = |counts| solved_difference(TwoByTwo::from_counts(counts));
        assert!((of([30, 10, 8, 12]).unwrap() - (0.75 - 0.4)).abs() < 1e-15);
        assert_eq!(of([0, 0, 8, 12]), Err(Undefined::NoSolvedParts));
        assert_eq!(of([3, 1, 0, 0]), Err(Undefined::AllPartsSolved));
        assert_eq!(of([0; 4]), Err(Undefined::NoPairs));
    }
}
