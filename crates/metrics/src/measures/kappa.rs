//! Cohen's kappa.

use super::{
    Better, ComparedOn, Comparison, Computation, Expected, IntervalFrom, Measure, Style, Test,
};
use crate::counts::{ContingencyTable, ExpectedAnswers};
use crate::undefined::{Undefined, Value};

/// Cohen's kappa.
pub const KAPPA: Measure = Measure {
    key: "kappa",
    better: Better::Higher,
    name: "Cohen's kappa",
    definition: "Agreement of predictions with gold labels above the agreement expected from their margins by chance, \
                 as a share of what is left above chance. An abstention agrees with no gold label.",
    formula: "kappa = (p_o - p_e) / (1 - p_e), with p_o the accuracy and p_e = sum_g P(G=g) P(L=g)",
    range: "-1 to 1; 0 for chance",
    bounds: [-1.0, 1.0],
    undefined: "if there are no pairs, and if chance agreement p_e is 1",
    source: "B09 section 4; V08 section 2.2",
    style: Style::Bits,
    computation: Computation::Table(kappa),
    expected: Some(Expected::Answers(ExpectedAnswers::kappa)),
    interval: IntervalFrom::Jackknife([-1.0, 1.0]),
    comparison: Comparison::ByDefault(ComparedOn::AllPairs, Test::SignFlip),
    ..Measure::OF_SYSTEMS
};

/// Cohen's kappa.
///
/// # Errors
/// [`Undefined::NoPairs`] on an empty table, [`Undefined::CertainAgreement`] where chance agreement
/// is 1.
pub fn kappa(table: &ContingencyTable) -> Value {
    let observed = table.correct().value()?;
    let total = table.total();
    let mut expected = 0.0;
    for label in 0..table.labels() {
        let (gold, predicted) = (table.gold(label), table.predicted(label));
        if gold == total && predicted == total {
            return Err(Undefined::CertainAgreement);
        }
        expected += (gold as f64 / total as f64) * (predicted as f64 / total as f64);
    }
    Ok((observed - expected) / (1.0 - expected))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::counts::tables;

    #[test]
    fn bergmair_figure_2_and_its_degraded_version() {
        // The paper prints 0.1277 and 0.1433, the latter truncated.
        let of = |rows: [[u64; 3]; 3]| {
            kappa(&ContingencyTable::from_rows(&rows.map(|row| row.to_vec())).unwrap()).unwrap()
        };
        assert!((of([[20, 25, 5], [9, 18, 9], [1, 7, 6]]) - 0.1277).abs() < 5e-5);
        assert!((of([[45, 0, 5], [27, 0, 9], [8, 0, 6]]) - 0.1434).abs() < 5e-5);
    }

    #[test]
    fn constant_and_equal_has_no_kappa() {
        let table = ContingencyTable::from_rows(&[vec![4, 0], vec![0, 0]]).unwrap();
        assert_eq!(kappa(&table), Err(Undefined::CertainAgreement));
    }

    proptest! {
        #[test]
        fn kappa_is_at_most_1_and_1_for_a_perfect_table(table in tables()) {
            prop_assume!(table.total() > 0);
            if let Ok(value) = kappa(&table) {
                prop_assert!((-1.0 - 1e-12..=1.0 + 1e-12).contains(&value));
                prop_assert_eq!(table.correct().numerator == table.total(), value == 1.0);
            }
        }
    }
}
