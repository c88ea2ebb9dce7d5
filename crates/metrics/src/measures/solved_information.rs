//! What right parts tell of the whole, in bits.

use super::independence::independence_p_value;
use super::mutual_information::{from_independence, mutual_information};
use super::{
    Better, ComparedOn, Comparison, Computation, IntervalFrom, Measure, OfComposition, Style, Test,
};
use crate::counts::ContingencyTable;
use crate::seed::Seed;
use crate::statistics::{Divergence, TwoByTwo};
use crate::undefined::{Undefined, Value};

/// The mutual information of *all parts right* and *whole right*.
pub const SOLVED_INFORMATION: Measure = Measure {
    key: "solved_information",
    better: Better::Higher,
    name: "information of correct parts",
    definition: "The mutual information between whether all parts are correct and whether the original is correct. It \
                 is biased upwards on few originals; its p-value is shown next to it.",
    formula: "sum over x, y of P(x, y) log2(P(x, y) / (P(x) P(y))), with x whether all parts are correct and y whether \
              the original is",
    range: "0 to 1 bit",
    bounds: [0.0, 1.0],
    undefined: "if no original pair has a gold label and parts that all have gold labels",
    source: "Not in the papers; information as in B09 section 5",
    style: Style::Bits,
    computation: Computation::Composition(OfComposition::Solved(|table| {
        solved_information(table).into()
    })),
    interval: IntervalFrom::SolvedDivergence(solved_divergence),
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::Cautious),
    ..Measure::OF_SYSTEMS
};

/// The p-value of independence in the solved table.
pub const SOLVED_INFORMATION_P_VALUE: Measure = Measure {
    key: "solved_information_p_value",
    better: Better::Neither,
    name: "p-value of the information of correct parts",
    definition: "The probability of an information of correct parts at least as high as this one, if correct originals \
                 are independent of correct parts. It assumes that originals are independent and pools all strata, so \
                 that gold labels alone can make it small. The verdict on composition uses the stratified test instead.",
    formula: "as `independence_p_value`, of the table of correct parts and originals; for several runs that differ, \
              from Mantel and Haenszel's score by its variance between clusters",
    range: "above 0 to 1",
    bounds: [0.0, 1.0],
    undefined: "if all originals are correct or none is, or if all originals have all parts correct or none has",
    source: "Not in the papers; the test is standard (G-test)",
    style: Style::Probability,
    computation: Computation::Composition(OfComposition::SolvedWithSeed(|table, seed| {
        solved_p_value(table, seed).into()
    })),
    interval: IntervalFrom::None("a p-value is not an estimate"),
    comparison: Comparison::None("a p-value does not measure how good a system is"),
    ..Measure::OF_SYSTEMS
};

/// All parts right in the rows, the whole right in the columns.
fn contingency(table: TwoByTwo) -> ContingencyTable {
    let [both, first, second, neither] = table.counts();
    let mut rows = ContingencyTable::new(2);
    for (row, column, count) in [(0, 0, both), (0, 1, first), (1, 0, second), (1, 1, neither)] {
        rows.add(row, column, count);
    }
    rows
}

/// The mutual information of the solved table, in bits.
///
/// # Errors
/// [`Undefined::NoPairs`].
pub fn solved_information(table: TwoByTwo) -> Value {
    mutual_information(&contingency(table))
}

fn solved_divergence(table: TwoByTwo) -> Divergence {
    from_independence(&contingency(table))
}

fn solved_p_value(table: TwoByTwo, seed: Seed) -> Value {
    let constant = |reason| match reason {
        Undefined::NothingToTest => Undefined::ConstantSolved,
        other => other,
    };
    independence_p_value(&contingency(table), seed).map_err(constant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_scikit_learn_and_scipy_have_it() {
        // sklearn.metrics.mutual_info_score of the table [[30, 10], [15, 25]], by ln 2
        // scipy.stats.chi2_contingency([[30, 10], [15, 25]], lambda_="log-likelihood", correction=False)
        let table = TwoByTwo::from_counts([30, 10, 15, 25]);
        assert!((solved_information(table).unwrap() - BITS).abs() < 1e-12);
        assert!((solved_p_value(table, Seed(1)).unwrap() - P).abs() < 1e-12);
        let constant = TwoByTwo::from_counts([3, 0, 4, 0]);
        assert_eq!(solved_p_value(constant, Seed(1)), Err(Undefined::ConstantSolved));
        assert_eq!(solved_information(constant), Ok(0.0));
    }

    const BITS: f64 = 0.10584334459644792;
    const P: f64 = 0.0006122355097410267;
}
