//! Accuracies of rare phenomena, shrunken towards those of their category.

use std::collections::BTreeMap;

use thiserror::Error;

use super::hyper_prior::{Grid, Likelihood};
use super::{ConfidenceLevel, Interval, beta};

/// The estimates of all phenomena of a category.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct EmpiricalBayes {
    /// The mean accuracy of the phenomena of the category: of those seen, and of any other.
    pub mean: f64,
    /// For each phenomenon, in the order given, the shrunken accuracy and its interval: those of a
    /// phenomenon yet to come for one without pairs.
    pub estimates: Vec<(f64, Interval)>,
}

/// Why no prior can be fitted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Error)]
pub(crate) enum NoPrior {
    /// Fewer than two phenomena have pairs.
    #[error("fewer than two phenomena of the category have pairs")]
    FewPhenomena,
    /// All answers in the category are right, or none is.
    #[error("all answers in the category are right, or none is")]
    Constant,
}

/// Bayes estimates of the accuracies of the phenomena of a category, each given by its right answers and its pairs (of
/// several runs, by the mean over them), whose distribution is learnt from
/// them. Few pairs are drawn much towards the mean of the category, many hardly at all. To be marked as
/// shrunken wherever it is shown.
///
/// The accuracies are taken to follow a Beta distribution, of which neither mean nor spread is known: all
/// of them are weighed by how well they explain the phenomena, so that the intervals hold with a handful of
/// phenomena too. Phenomena with the same counts are one: the time grows with the counts that differ.
///
/// # Formula
/// With mean m and intra-class correlation r (0: all phenomena alike, 1: each all right or all wrong), both
/// uniform in (0, 1) before anything is seen, `alpha = m (1/r - 1)`, `beta = (1 - m)(1/r - 1)`, and x right
/// of n in each phenomenon, (m, r) has a weight proportional to the product over phenomena of `B(alpha + x,
/// beta + n - x) / B(alpha, beta)`. The estimate is the weighted mean of `(x + alpha) / (n + alpha +
/// beta)`; the interval holds the quantiles of the Beta distribution that has the mean and the variance of
/// the weighted mixture of Beta(alpha + x, beta + n - x).
///
/// # Errors
/// [`NoPrior`] where fewer than two phenomena have pairs, and where all answers are right or none is.
///
/// # References
/// Morris 1983; Christiansen and Morris 1997 (posterior moments matched); Kass and Steffey 1989.
pub(crate) fn empirical_bayes(
    phenomena: &[[f64; 2]],
    level: ConfidenceLevel,
) -> Result<EmpiricalBayes, NoPrior> {
    let with_pairs = phenomena.iter().filter(|[_, pairs]| *pairs > 0.0);
    if with_pairs.clone().count() < 2 {
        return Err(NoPrior::FewPhenomena);
    }
    let right: f64 = with_pairs.clone().map(|[right, _]| right).sum();
    let pairs: f64 = with_pairs.clone().map(|[_, pairs]| pairs).sum();
    if right == 0.0 || right == pairs {
        return Err(NoPrior::Constant);
    }
    let grid = Grid::new(&Likelihood::new(phenomena));
    let mut known: BTreeMap<[u64; 2], (f64, Interval)> = BTreeMap::new();
    let mut estimate = |phenomenon: &[f64; 2]| {
        let posterior = || interval(grid.posterior(*phenomenon), level);
        *known.entry(phenomenon.map(f64::to_bits)).or_insert_with(posterior)
    };
    let estimates = phenomena.iter().map(&mut estimate).collect();
    Ok(EmpiricalBayes { mean: grid.mean(), estimates })
}

/// The mean, and the interval of the Beta distribution with a mean and a variance.
fn interval([mean, variance]: [f64; 2], level: ConfidenceLevel) -> (f64, Interval) {
    /// The highest concentration: from here on the width is below what is shown.
    const HIGHEST: f64 = 1e12;
    let concentration = (mean * (1.0 - mean) / variance - 1.0).clamp(1e-3, HIGHEST);
    let (right, wrong) = (mean * concentration, (1.0 - mean) * concentration);
    let quantile = |p| beta::quantile(right, wrong, p);
    let (lower, upper) = (quantile(level.tail()), quantile(1.0 - level.tail()));
    (mean, Interval { lower: lower.min(mean), upper: upper.max(mean) })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(phenomena: &[(u64, u64)]) -> Result<EmpiricalBayes, NoPrior> {
        let phenomena: Vec<[f64; 2]> =
            phenomena.iter().map(|&(right, pairs)| [right as f64, pairs as f64]).collect();
        empirical_bayes(&phenomena, ConfidenceLevel::NINETY_FIVE)
    }

    #[test]
    fn as_scipy_integrates_it() {
        // x, n = numpy.array([[2, 9, 1, 30, 0, 5], [3, 10, 4, 33, 2, 11]])
        // m, r = numpy.meshgrid(*2 * [(numpy.arange(1000) + .5) / 1000]); k = 1 / r - 1; a, b = m * k, (1 - m) * k
        // l = sum(betaln(a + i, b + j - i) - betaln(a, b) for i, j in zip(x, n)); w = numpy.exp(l - l.max()); w /= w.sum()
        // e = [(w * (a + i) / (k + j)).sum() for i, j in zip(x, n)]
        // v = [(w * (a + i) * (a + i + 1) / (k + j) / (k + j + 1)).sum() - y**2 for i, j, y in zip(x, n, e)]
        // f = e[0] * (1 - e[0]) / v[0] - 1; scipy.stats.beta.ppf([.025, .975], e[0] * f, (1 - e[0]) * f)
        let ours = of(&[(2, 3), (9, 10), (1, 4), (30, 33), (0, 2), (5, 11)]).unwrap();
        for ((estimate, _), expected) in ours.estimates.iter().zip(EXPECTED) {
            assert!((estimate - expected).abs() < 2e-3, "{estimate} {expected}");
        }
        let (_, interval) = ours.estimates[0];
        assert!((interval.lower - ENDS[0]).abs() < 5e-3, "{interval:?}");
        assert!((interval.upper - ENDS[1]).abs() < 5e-3, "{interval:?}");
    }

    #[test]
    fn two_alike_phenomena_as_a_sum_over_log_odds_has_them() {
        // t, u = numpy.meshgrid(numpy.arange(-23, 23.05, .1), numpy.arange(-20, 20.02, .05), indexing="ij")
        // c, m, o = exp(-t), 1 / (1 + exp(-u)), 1 / (1 + exp(u)); ris = lambda x, k: sum(log(x + j) for j in range(k))
        // l = sum(ris(m * c, x) + ris(o * c, n - x) - ris(c, n) for x, n in [(54, 74), (57, 74)])
        // l -= log1p(exp(-t)) + log1p(exp(t)) + log1p(exp(-u)) + log1p(exp(u)); w = exp(l - l.max()); w /= w.sum()
        // (w * (54 + m * c) / (74 + c)).sum()
        // The same of 1, 0 and 3 of 1, 2 and 5, and of 0 and 1 of 1 (.75).
        let first = |phenomena: &[(u64, u64)], at: usize| of(phenomena).unwrap().estimates[at].0;
        assert!((first(&[(54, 74), (57, 74)], 0) - 0.729_264_316_4).abs() < 1e-10);
        assert!((first(&[(1, 1), (0, 2), (3, 5)], 0) - 0.677_506_259_70).abs() < 1e-10);
        assert!((first(&[(0, 1), (1, 1)], 1) - 0.75).abs() < 1e-10);
    }

    #[test]
    fn alike_phenomena_shrink_to_their_mean_and_keep_a_width() {
        let ours = of(&[(7, 10), (14, 20), (0, 0), (70, 100), (700, 1000)]).unwrap();
        assert!((ours.mean - 0.7).abs() < 0.1, "{ours:?}");
        for (estimate, interval) in ours.estimates {
            assert!((estimate - 0.7).abs() < 0.08, "{estimate}");
            assert!(interval.contains(0.7) && interval.width() > 0.04);
        }
    }

    #[test]
    fn counts_of_any_size() {
        let ours = of(&[(700_000, 1_000_000), (9_000, 10_000), (1, 2)]).unwrap();
        assert!((ours.estimates[0].0 - 0.7).abs() < 1e-4, "{ours:?}");
        assert!(ours.estimates[0].1.width() < 0.003 && ours.estimates[2].1.width() > 0.3);
    }

    /// The prior of ten thousand phenomena is found where it is: Beta(7, 3) has a mean of 0.7.
    #[test]
    fn many_phenomena_tell_the_prior() {
        let phenomena: Vec<(u64, u64)> =
            (0..10_000).map(|number| ([1, 2, 3, 3, 4, 4, 5, 5, 5, 3][number % 10], 5)).collect();
        let ours = of(&phenomena).unwrap();
        assert!((ours.mean - 0.7).abs() < 0.003, "{}", ours.mean);
        let (estimate, interval) = ours.estimates[0];
        assert!(
            (0.3..0.65).contains(&estimate) && interval.width() > 0.2,
            "{estimate} {interval:?}"
        );
    }

    #[test]
    fn each_undefined_case_has_its_reason() {
        assert_eq!(of(&[(1, 2)]), Err(NoPrior::FewPhenomena));
        assert_eq!(of(&[(1, 2), (0, 0)]), Err(NoPrior::FewPhenomena));
        assert_eq!(of(&[(2, 2), (5, 5)]), Err(NoPrior::Constant));
        assert_eq!(of(&[(0, 2), (0, 5)]), Err(NoPrior::Constant));
        assert!(of(&[(0, 2), (5, 5)]).is_ok());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn estimates_lie_in_their_intervals_and_ask_for_no_order(
            phenomena in proptest::collection::vec((0u64..30, 1u64..30), 2..8)
        ) {
            let mut phenomena: Vec<(u64, u64)> = phenomena.into_iter().map(|(x, n)| (x.min(n), n)).collect();
            if let Ok(ours) = of(&phenomena) {
                for (estimate, interval) in &ours.estimates {
                    prop_assert!(0.0 <= interval.lower && interval.upper <= 1.0);
                    prop_assert!(interval.contains(*estimate) && interval.width() > 0.0);
                }
                phenomena.reverse();
                let mut reversed = of(&phenomena).unwrap();
                reversed.estimates.reverse();
                prop_assert_eq!(reversed, ours);
            }
        }
    }

    const EXPECTED: [f64; 6] = [0.630311, 0.834116, 0.379439, 0.883326, 0.311771, 0.482677];
    const ENDS: [f64; 2] = [0.222163, 0.944555];
}
