//! Correction for many comparisons.

use serde::Deserialize;

/// How the p-values of a family are adjusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Correction {
    /// [`holm`]: the family-wise error rate.
    #[default]
    Holm,
    /// [`benjamini_hochberg`]: the false discovery rate.
    BenjaminiHochberg,
    /// None: each p-value stands for itself.
    None,
}

impl Correction {
    /// The name in files: `holm`, `benjamini_hochberg`, `none`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Holm => "holm",
            Self::BenjaminiHochberg => "benjamini_hochberg",
            Self::None => "none",
        }
    }

    /// The adjusted p-values of a family, in its order. Members without a p-value have none
    /// afterwards, and do not count as members.
    #[must_use]
    pub fn adjust(self, family: &[Option<f64>]) -> Vec<Option<f64>> {
        match self {
            Self::Holm => holm(family),
            Self::BenjaminiHochberg => benjamini_hochberg(family),
            Self::None => family.to_vec(),
        }
    }
}

/// Holm's step-down adjustment. Rejecting where the adjusted p is at most alpha keeps the probability
/// of *any* false rejection in the family at alpha, whatever the dependence.
///
/// # Formula
/// In ascending order, `p'(i) = max over j <= i of min(1, (m - j + 1) p(j))`.
///
/// # References
/// Holm 1979.
#[must_use]
pub fn holm(family: &[Option<f64>]) -> Vec<Option<f64>> {
    let order = ascending(family);
    let mut adjusted = vec![None; family.len()];
    let mut highest: f64 = 0.0;
    for (rank, &(member, p)) in order.iter().enumerate() {
        highest = highest.max((order.len() - rank) as f64 * p).min(1.0);
        adjusted[member] = Some(highest);
    }
    adjusted
}

/// Benjamini and Hochberg's step-up adjustment. Rejecting where the adjusted p is at most alpha keeps
/// the expected *share* of false ones among the rejections at alpha, for independent or positively
/// dependent tests.
///
/// # Formula
/// In ascending order, `p'(i) = min over j >= i of min(1, m p(j) / j)`.
///
/// # References
/// Benjamini and Hochberg 1995.
#[must_use]
pub fn benjamini_hochberg(family: &[Option<f64>]) -> Vec<Option<f64>> {
    let order = ascending(family);
    let mut adjusted = vec![None; family.len()];
    let mut lowest: f64 = 1.0;
    for (rank, &(member, p)) in order.iter().enumerate().rev() {
        lowest = lowest.min(order.len() as f64 * p / (rank + 1) as f64);
        adjusted[member] = Some(lowest);
    }
    adjusted
}

/// The members that have a p-value, from the lowest to the highest.
fn ascending(family: &[Option<f64>]) -> Vec<(usize, f64)> {
    let mut order: Vec<(usize, f64)> =
        family.iter().enumerate().filter_map(|(member, p)| p.map(|p| (member, p))).collect();
    order.sort_by(|one, other| one.1.total_cmp(&other.1));
    order
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn as_statsmodels_has_it() {
        // from statsmodels.stats.multitest import multipletests
        // p = [.01, .04, .03, .005, .2, .04, .9]
        // multipletests(p, method="holm")[1], multipletests(p, method="fdr_bh")[1]
        let family = [0.01, 0.04, 0.03, 0.005, 0.2, 0.04, 0.9].map(Some);
        let close = |ours: Vec<Option<f64>>, expected: [f64; 7]| {
            for (ours, expected) in ours.into_iter().zip(expected) {
                assert!((ours.unwrap() - expected).abs() < 1e-10, "{ours:?} {expected}");
            }
        };
        close(holm(&family), [0.06, 0.16, 0.15, 0.035, 0.4, 0.16, 0.9]);
        close(
            benjamini_hochberg(&family),
            [0.035, 0.056, 0.056, 0.035, 0.23333333333333336, 0.056, 0.9],
        );
    }

    #[test]
    fn members_without_p_are_left_out() {
        assert_eq!(
            holm(&[None, Some(0.02), None, Some(0.04)]),
            [None, Some(0.04), None, Some(0.04)]
        );
        assert_eq!(holm(&[]), []);
        assert_eq!(benjamini_hochberg(&[None]), [None]);
        assert_eq!(Correction::None.adjust(&[Some(0.5), None]), [Some(0.5), None]);
    }

    proptest! {
        #[test]
        fn holm_is_at_least_benjamini_hochberg_and_that_at_least_the_raw(
            family in proptest::collection::vec(proptest::option::of(0.0f64..1.0), 0..40)
        ) {
            let (strict, lenient) = (holm(&family), benjamini_hochberg(&family));
            for (raw, (strict, lenient)) in family.iter().zip(strict.iter().zip(&lenient)) {
                prop_assert_eq!(raw.is_some(), strict.is_some());
                let (Some(raw), Some(strict), Some(lenient)) = (raw, strict, lenient) else { continue };
                prop_assert!(*strict <= 1.0 && strict + 1e-15 >= *lenient && lenient + 1e-15 >= *raw);
            }
        }
    }
}
