//! Are wholes right more often where all of their parts are?

use super::{
    Better, ComparedOn, Comparison, Computation, IntervalFrom, Measure, OfComposition, Slices,
    Style, Test,
};
use crate::statistics::{TwoByTwo, stratified_difference};
use crate::undefined::{Proportion, Undefined, Value};

/// The difference of the two conditional accuracies.
pub const SOLVED_DIFFERENCE: Measure = Measure {
    key: "solved_difference",
    better: Better::Higher,
    name: "difference by solved parts",
    definition: "By how much more often a whole is right where all of its parts are right than where some \
                 part is wrong. Gold moves both together, and all parts are right more rarely where there are \
                 more: the difference within strata leaves these out.",
    formula: "P(whole right | all parts right) - P(whole right | some part wrong), over the originals that \
              have gold and of which all parts have",
    range: "-1 to 1; 0 where wholes and parts are independent",
    bounds: [-1.0, 1.0],
    undefined: "where no original has all parts right, or none has a wrong one",
    source: "Not in the papers",
    style: Style::SignedPercent,
    slices: Slices::All,
    computation: Computation::Composition(OfComposition::Solved(|table| {
        solved_difference(table).into()
    })),
    expected: None,
    interval: IntervalFrom::DifferenceOfShares([
        TwoByTwo::second_given_first,
        TwoByTwo::second_given_not_first,
    ]),
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::Cautious),
    by_default: true,
};

/// The same within strata.
pub const STRATIFIED_SOLVED_DIFFERENCE: Measure = Measure {
    key: "stratified_solved_difference",
    better: Better::Higher,
    name: "difference by solved parts, within strata",
    definition: "By how much more often a whole is right where all of its parts are right than where some \
                 part is wrong, among originals with the same gold judgment and number of parts. This is what \
                 the reading *carries over* is about.",
    formula: "sum_s w_s d_s / sum_s w_s, with d_s the difference in a stratum and w_s = m n / (m + n) for \
              its m originals with all parts right and n others (Mantel and Haenszel 1959); neighbouring \
              numbers of parts are one stratum where there are fewer than ten originals",
    range: "-1 to 1; 0 where wholes and parts are independent within strata",
    bounds: [-1.0, 1.0],
    undefined: "where in no stratum some originals have all parts right and some have not",
    source: "Not in the papers",
    style: Style::SignedPercent,
    slices: Slices::All,
    computation: Computation::Composition(OfComposition::Strata(|strata| {
        stratified_difference(strata).map_err(Undefined::from).into()
    })),
    expected: None,
    interval: IntervalFrom::Jackknife([-1.0, 1.0]),
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::Cautious),
    by_default: true,
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
