//! Fleiss' kappa.

use super::LabelCounts;
use super::label_counts::total;
use crate::measures::{Better, Measure, Style};
use crate::undefined::{Undefined, Value};

/// Fleiss' kappa.
pub const FLEISS_KAPPA: Measure = Measure {
    key: "fleiss_kappa",
    better: Better::Higher,
    name: "Fleiss' kappa",
    definition: "Agreement of any number of annotators above the agreement expected if all drew labels from one \
                 distribution, as a share of what is left above chance. Units with fewer than two labels are left out; \
                 units with different numbers of labels have equal weights.",
    formula: "kappa = (P - P_e) / (1 - P_e), with P the mean over units of sum_k n_uk (n_uk - 1) / (n_u (n_u - 1)), P_e \
              = sum_k p_k^2, p_k the share of label k among all labels of these units",
    range: "at most 1; 0 for chance; at least -1 if all units have the same number of labels",
    undefined: "if no unit has labels of two annotators, and if all labels are the same",
    source: "Not in the papers: Fleiss 1971, generalised to unequal numbers of labels",
    style: Style::Bits,
    ..Measure::OF_PEOPLE
};

/// Fleiss' kappa. With the same number of judgments on every unit it is Fleiss' definition (and
/// statsmodels' `fleiss_kappa`); with gaps, agreement on a unit is taken over those who judged it.
///
/// # Errors
/// [`Undefined::NothingShared`] where no unit was judged twice, [`Undefined::NoVariation`] where all
/// judgments are the same.
pub(crate) fn fleiss_kappa(units: &LabelCounts) -> Value {
    let mut given = vec![0u64; units.labels()];
    let (mut agreement, mut shared) = (0.0, 0u64);
    for (counts, times) in units.vectors() {
        let judged = total(counts);
        if judged < 2 {
            continue;
        }
        let pairs = |count: f64| count * (count - 1.0);
        let same: f64 = counts.iter().map(|count| pairs(f64::from(*count))).sum();
        agreement += times as f64 * same / pairs(judged as f64);
        shared += times;
        for (sum, count) in given.iter_mut().zip(counts) {
            *sum += u64::from(*count) * times;
        }
    }
    if shared == 0 {
        return Err(Undefined::NothingShared);
    }
    if given.iter().filter(|count| **count > 0).count() < 2 {
        return Err(Undefined::NoVariation);
    }
    let all = given.iter().sum::<u64>() as f64;
    let expected: f64 = given.iter().map(|count| (*count as f64 / all).powi(2)).sum();
    Ok((agreement / shared as f64 - expected) / (1.0 - expected))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::people::label_counts::tests::label_counts;

    // statsmodels.stats.inter_rater.fleiss_kappa([[0,0,0,0,14], [0,2,6,4,2], [0,0,3,5,6],
    // [0,3,9,2,0], [2,2,8,1,1], [7,7,0,0,0], [3,2,6,3,0], [2,5,3,2,2], [6,5,2,1,0], [0,2,2,3,7]])
    #[test]
    fn equal_numbers_of_judgments_give_what_statsmodels_gives() {
        let mut units = LabelCounts::new(5);
        for counts in [
            [0, 0, 0, 0, 14],
            [0, 2, 6, 4, 2],
            [0, 0, 3, 5, 6],
            [0, 3, 9, 2, 0],
            [2, 2, 8, 1, 1],
            [7, 7, 0, 0, 0],
            [3, 2, 6, 3, 0],
            [2, 5, 3, 2, 2],
            [6, 5, 2, 1, 0],
            [0, 2, 2, 3, 7],
        ] {
            units.add(&counts, 1);
        }
        assert!((fleiss_kappa(&units).unwrap() - 0.20993070442195522).abs() < 1e-12);
        // A unit that one annotator judged says nothing of agreement.
        let kappa = fleiss_kappa(&units);
        units.add(&[1, 0, 0, 0, 0], 9);
        assert_eq!(fleiss_kappa(&units), kappa);
    }

    #[test]
    fn unequal_numbers_by_hand() {
        // Units (2,0), (1,2): P = (1 + 1/3) / 2 = 2/3; p = 3/5, 2/5: P_e = 13/25;
        // (2/3 - 13/25) / (12/25) = 11/36.
        let mut units = LabelCounts::new(2);
        units.add(&[2, 0], 1);
        units.add(&[1, 2], 1);
        assert!((fleiss_kappa(&units).unwrap() - 11.0 / 36.0).abs() < 1e-12);
    }

    #[test]
    fn no_kappa_without_shared_units_or_variation() {
        let mut units = LabelCounts::new(2);
        units.add(&[1, 0], 1);
        assert_eq!(fleiss_kappa(&units), Err(Undefined::NothingShared));
        units.add(&[3, 0], 1);
        assert_eq!(fleiss_kappa(&units), Err(Undefined::NoVariation));
    }

    proptest! {
        #[test]
        fn kappa_is_at_most_1_and_1_where_all_agree(units in label_counts()) {
            if let Ok(kappa) = fleiss_kappa(&units) {
                prop_assert!(kappa <= 1.0 + 1e-12);
                let agreement = units.agreement().unwrap();
                let perfect = agreement.numerator == agreement.denominator;
                prop_assert_eq!(perfect, (kappa - 1.0).abs() < 1e-12);
            }
        }
    }
}
