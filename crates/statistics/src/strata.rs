//! The independence of two properties within strata.

use statrs::distribution::{ChiSquared, ContinuousCDF};
use statrs::function::gamma::ln_gamma;

use crate::TwoByTwo;
use crate::undefined::Undefined;

/// The result of a test of independence within strata.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StrataTest {
    /// The two-sided p-value, in (0, 1].
    pub p: f64,
    /// The method that gave p.
    pub method: StrataMethod,
}

/// The method of a test of independence within strata.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StrataMethod {
    /// The exact distribution, given the margins of every stratum.
    Exact,
    /// Mantel and Haenszel's chi-squared, without correction for continuity.
    MantelHaenszel,
    /// Mantel and Haenszel's score by its variance between clusters, for units in clusters.
    Clustered,
}

impl StrataMethod {
    /// The name in result files: `exact_conditional`, `mantel_haenszel`, `mantel_haenszel_clustered`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Exact => "exact_conditional",
            Self::MantelHaenszel => "mantel_haenszel",
            Self::Clustered => "mantel_haenszel_clustered",
        }
    }
}

/// The share of units with the second property among those with the first, minus that among those without the first,
/// averaged over strata by Mantel and Haenszel's weights. It is from -1 to 1.
///
/// # Formula
/// `sum_s w_s d_s / sum_s w_s`, with d_s the difference in a stratum and `w_s = m n / (m + n)` for the m
/// units of it with the first property and the n without.
///
/// # Errors
/// [`Undefined::NoUnits`] if there are no units; [`Undefined::Constant`] if no stratum has both units with and units
/// without the first property.
///
/// # References
/// Mantel and Haenszel 1959; Greenland and Robins 1985.
pub fn stratified_difference(strata: &[TwoByTwo]) -> Result<f64, Undefined> {
    if strata.iter().all(|stratum| stratum.total() == 0) {
        return Err(Undefined::NoUnits);
    }
    let (mut sum, mut weights) = (0.0, 0.0);
    for stratum in strata {
        let (with, without) = (stratum.second_given_first(), stratum.second_given_not_first());
        let (Some(share), Some(other)) = (with.value(), without.value()) else { continue };
        let (m, n) = (with.denominator as f64, without.denominator as f64);
        let weight = m * n / (m + n);
        sum += weight * (share - other);
        weights += weight;
    }
    if weights > 0.0 { Ok(sum / weights) } else { Err(Undefined::Constant) }
}

/// Up to this number of possible values, the distribution of the units with both properties is computed exactly.
const EXACT: u64 = 4_000;

/// Tests the null hypothesis that two properties of independent units are independent within strata, two-sided. The test
/// is exact if the number of units with both properties has at most 4,000 possible values, and otherwise Mantel and
/// Haenszel's chi-squared test.
///
/// # Formula
/// Exact: given the margins of each stratum, the number of units with both properties is hypergeometric in each;
/// the distribution of their sum is the convolution, and p the probability of all values that are at most as
/// probable as the one observed. Otherwise `(sum_s (a_s - E a_s))^2 / sum_s Var a_s` is chi-squared with
/// 1 degree of freedom.
///
/// # Errors
/// [`Undefined::NoUnits`] if there are no units; [`Undefined::Constant`] if in each stratum all or no units have one of the
/// properties.
///
/// # References
/// Mantel and Haenszel 1959; Birch 1964; Mehta, Patel and Gray 1985.
pub fn independence_in_strata(strata: &[TwoByTwo]) -> Result<StrataTest, Undefined> {
    if strata.iter().all(|stratum| stratum.total() == 0) {
        return Err(Undefined::NoUnits);
    }
    let values: u64 = strata.iter().map(|stratum| most_both(*stratum) - least_both(*stratum)).sum();
    if values == 0 {
        return Err(Undefined::Constant);
    }
    let (p, method) = if values <= EXACT {
        (exact(strata), StrataMethod::Exact)
    } else {
        (mantel_haenszel(strata), StrataMethod::MantelHaenszel)
    };
    Ok(StrataTest { p: p.clamp(f64::MIN_POSITIVE, 1.0), method })
}

fn least_both(stratum: TwoByTwo) -> u64 {
    let sums = stratum.first().numerator + stratum.second().numerator;
    sums.saturating_sub(stratum.total())
}

fn most_both(stratum: TwoByTwo) -> u64 {
    stratum.first().numerator.min(stratum.second().numerator)
}

fn exact(strata: &[TwoByTwo]) -> f64 {
    let mut distribution = vec![1.0];
    let mut observed = 0;
    for stratum in strata {
        distribution = convolved(&distribution, &hypergeometric(*stratum));
        observed += stratum.both - least_both(*stratum);
    }
    let of_observed = usize::try_from(observed).ok().and_then(|at| distribution.get(at).copied());
    /// Equal probabilities differ by rounding.
    const ROUNDING: f64 = 1.0 + 1e-7;
    let limit = of_observed.unwrap_or(0.0) * ROUNDING;
    distribution.into_iter().filter(|probability| *probability <= limit).sum()
}

/// The probabilities of the units with both properties, from their least number on.
fn hypergeometric(stratum: TwoByTwo) -> Vec<f64> {
    let (first, second) = (stratum.first().numerator, stratum.second().numerator);
    let total = stratum.total();
    let ln_choose = |n: u64, k: u64| {
        ln_gamma(n as f64 + 1.0) - ln_gamma(k as f64 + 1.0) - ln_gamma((n - k) as f64 + 1.0)
    };
    let all = ln_choose(total, second);
    let probability =
        |both: u64| (ln_choose(first, both) + ln_choose(total - first, second - both) - all).exp();
    (least_both(stratum)..=most_both(stratum)).map(probability).collect()
}

fn convolved(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; one.len() + other.len() - 1];
    for (at, probability) in one.iter().enumerate() {
        for (sum, factor) in sums[at..].iter_mut().zip(other) {
            *sum += probability * factor;
        }
    }
    sums
}

fn mantel_haenszel(strata: &[TwoByTwo]) -> f64 {
    let (mut score, mut variance) = (0.0, 0.0);
    for stratum in strata {
        let total = stratum.total() as f64;
        if total < 2.0 {
            continue;
        }
        let (first, second) = (stratum.first().numerator as f64, stratum.second().numerator as f64);
        score += stratum.both as f64 - stratum.expected_both();
        variance +=
            first * (total - first) * second * (total - second) / (total * total * (total - 1.0));
    }
    ChiSquared::new(1.0).map_or(1.0, |chi_squared| chi_squared.sf(score * score / variance))
}

/// The tables of strata from their counts, four for each stratum in the order of [`TwoByTwo`]. Missing counts are 0.
#[must_use]
pub fn strata_of(counts: &[u64]) -> Vec<TwoByTwo> {
    let table = |counts: &[u64]| {
        TwoByTwo::from_counts(std::array::from_fn(|at| counts.get(at).copied().unwrap_or(0)))
    };
    counts.chunks(4).map(table).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const THREE: [[u64; 4]; 3] = [[12, 3, 5, 9], [4, 6, 8, 2], [20, 5, 11, 14]];

    fn tables<const N: usize>(counts: [[u64; 4]; N]) -> [TwoByTwo; N] {
        counts.map(TwoByTwo::from_counts)
    }

    #[test]
    fn the_chi_squared_as_statsmodels_has_it() {
        // from statsmodels.stats.contingency_tables import StratifiedTable
        // StratifiedTable([[[12, 3], [5, 9]], [[4, 6], [8, 2]], [[20, 5], [11, 14]]])
        //     .test_null_odds(correction=False).pvalue
        let p = mantel_haenszel(&tables(THREE));
        assert!((p - STATSMODELS).abs() < 1e-12, "{p}");
    }

    #[test]
    fn the_exact_p_as_enumeration_has_it() {
        // import numpy, scipy.stats as s
        // d = numpy.array([1.])
        // for a, b, c, e in [(12, 3, 5, 9), (4, 6, 8, 2), (20, 5, 11, 14)]:
        //     n, r, w = a + b + c + e, a + b, a + c; lo, hi = max(0, r + w - n), min(r, w)
        //     d = numpy.convolve(d, s.hypergeom.pmf(range(lo, hi + 1), n, r, w))
        // x = 36 - 3 - 2 - 6; d[d <= d[x] * (1 + 1e-7)].sum()  (mantelhaen.test(exact = TRUE) of R is this)
        let ours = independence_in_strata(&tables(THREE)).unwrap();
        assert!((ours.p - ENUMERATED).abs() < 1e-12, "{ours:?}");
        assert_eq!(ours.method, StrataMethod::Exact);
        // scipy.stats.fisher_exact([[12, 3], [5, 9]]).pvalue: one stratum is Fisher's test.
        let one = independence_in_strata(&tables([THREE[0]])).unwrap();
        assert!((one.p - FISHER).abs() < 1e-12, "{one:?}");
    }

    #[test]
    fn the_weighted_difference_by_hand() {
        // Weights 15*14/29, 10*10/20, 25*25/50; differences 12/15 - 5/14, 4/10 - 8/10, 20/25 - 11/25.
        let (u, v, w) = (210.0 / 29.0, 5.0, 12.5);
        let by_hand = (u * (0.8 - 5.0 / 14.0) + v * (0.4 - 0.8) + w * (0.8 - 0.44)) / (u + v + w);
        let ours = stratified_difference(&tables(THREE)).unwrap();
        assert!((ours - by_hand).abs() < 1e-12, "{ours}");
    }

    #[test]
    fn where_nothing_is_to_be_tested() {
        let constant = tables([[3, 2, 0, 0], [0, 0, 1, 1], [5, 0, 4, 0]]);
        assert_eq!(independence_in_strata(&constant), Err(Undefined::Constant));
        assert_eq!(stratified_difference(&constant[..2]), Err(Undefined::Constant));
        assert_eq!(stratified_difference(&constant), Ok(0.0));
        assert_eq!(independence_in_strata(&[]), Err(Undefined::NoUnits));
        assert_eq!(stratified_difference(&tables([[0; 4]])), Err(Undefined::NoUnits));
    }

    #[test]
    fn many_units_take_the_chi_squared_and_agree_with_the_exact_test() {
        let large = tables([[2_600, 2_400, 2_500, 2_500], [2_000, 2_050, 2_100, 2_000]]);
        let ours = independence_in_strata(&large).unwrap();
        assert_eq!(ours.method, StrataMethod::MantelHaenszel);
        assert!((ours.p / exact(&large) - 1.0).abs() < 0.02, "{ours:?}");
    }

    proptest! {
        #[test]
        fn exchanging_the_properties_changes_nothing(
            strata in proptest::collection::vec(proptest::array::uniform4(0u64..12), 1..5)
        ) {
            let strata: Vec<TwoByTwo> = strata.into_iter().map(TwoByTwo::from_counts).collect();
            let exchanged: Vec<TwoByTwo> = strata
                .iter()
                .map(|one| TwoByTwo {
                    first_alone: one.second_alone,
                    second_alone: one.first_alone,
                    ..*one
                })
                .collect();
            let (one, other) =
                (independence_in_strata(&strata), independence_in_strata(&exchanged));
            prop_assert_eq!(one.is_ok(), other.is_ok());
            if let (Ok(one), Ok(other)) = (one, other) {
                prop_assert!((one.p - other.p).abs() < 1e-9 && one.p > 0.0 && one.p <= 1.0);
            }
            if let Ok(difference) = stratified_difference(&strata) {
                prop_assert!((-1.0..=1.0).contains(&difference));
            }
        }
    }

    const STATSMODELS: f64 = 0.020721447401111592;
    const ENUMERATED: f64 = 0.025547321680255107;
    const FISHER: f64 = 0.02532768703367614;
}
