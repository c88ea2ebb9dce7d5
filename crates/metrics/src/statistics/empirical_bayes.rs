//! Accuracies of rare phenomena, shrunken towards those of their category.

use thiserror::Error;

use super::{ConfidenceLevel, Interval, beta, wilson};
use crate::undefined::{Proportion, Undefined};

/// The Beta distribution of the accuracies of the phenomena of a category.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Prior {
    /// Its mean, in (0, 1).
    pub mean: f64,
    /// Its concentration, alpha + beta: as many pairs as it weighs. Infinite where the phenomena do
    /// not differ more than chance explains: all accuracies are then taken to be the mean.
    pub concentration: f64,
}

/// The estimates of all phenomena of a category.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct EmpiricalBayes {
    /// The distribution that was fitted.
    pub prior: Prior,
    /// For each phenomenon, in the order given, the shrunken accuracy and its interval: that of the
    /// prior for a phenomenon without pairs.
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

impl From<Undefined> for NoPrior {
    fn from(_: Undefined) -> Self {
        Self::FewPhenomena
    }
}

/// The least concentration: where every phenomenon is all right or all wrong, likelihood rises
/// without end towards 0.
const LEAST: f64 = 0.1;
/// The highest one that is told from infinite.
const HIGHEST: f64 = 1e6;

/// Empirical-Bayes estimates of the accuracies of the phenomena of a category: a Beta prior is fitted
/// to them by maximum likelihood of the beta-binomial distribution, and each estimate is the mean of
/// its posterior. Few pairs are drawn much towards the mean of the category, many hardly at all. To be
/// marked as shrunken wherever it is shown.
///
/// The intervals hold the quantiles of the posterior. They take the prior for known, so that with few
/// phenomena they are somewhat too short. With infinite concentration they are Wilson's interval of
/// all pairs of the category together.
///
/// # Formula
/// `(x + alpha) / (n + alpha + beta)` with x right of n; the prior maximises the sum over phenomena of
/// `ln B(alpha + x, beta + n - x) - ln B(alpha, beta)`.
///
/// # Errors
/// [`NoPrior`] where fewer than two phenomena have pairs, and where all answers are right or none is.
///
/// # References
/// Casella 1985; Efron and Morris 1975.
pub(crate) fn empirical_bayes(
    phenomena: &[Proportion],
    level: ConfidenceLevel,
) -> Result<EmpiricalBayes, NoPrior> {
    let mut with_pairs: Vec<Proportion> =
        phenomena.iter().filter(|right| right.denominator > 0).copied().collect();
    // So that the order of the phenomena changes no digit.
    with_pairs.sort_unstable_by_key(|right| (right.denominator, right.numerator));
    let all = Proportion {
        numerator: with_pairs.iter().map(|right| right.numerator).sum(),
        denominator: with_pairs.iter().map(|right| right.denominator).sum(),
    };
    if with_pairs.len() < 2 {
        return Err(NoPrior::FewPhenomena);
    }
    if all.numerator == 0 || all.numerator == all.denominator {
        return Err(NoPrior::Constant);
    }
    let mean = all.value()?;
    let pooled = wilson(all, level)?;
    // Binomial likelihood: what an infinite concentration reaches.
    let alike = all.numerator as f64 * mean.ln()
        + (all.denominator - all.numerator) as f64 * (1.0 - mean).ln();
    let (prior, likelihood) = fit(&with_pairs);
    if likelihood <= alike + 1e-6 || prior.concentration > HIGHEST * 0.99 {
        let prior = Prior { mean, concentration: f64::INFINITY };
        return Ok(EmpiricalBayes { prior, estimates: vec![(mean, pooled); phenomena.len()] });
    }
    let (alpha, beta) =
        (prior.mean * prior.concentration, (1.0 - prior.mean) * prior.concentration);
    let estimate = |phenomenon: &Proportion| {
        let right = phenomenon.numerator as f64 + alpha;
        let wrong = (phenomenon.denominator - phenomenon.numerator) as f64 + beta;
        let quantile = |p| beta::quantile(right, wrong, p);
        let (lower, upper) = (quantile(level.tail()), quantile(1.0 - level.tail()));
        (right / (right + wrong), Interval { lower, upper })
    };
    Ok(EmpiricalBayes { prior, estimates: phenomena.iter().map(estimate).collect() })
}

/// The prior of the greatest likelihood, and its logarithm.
fn fit(phenomena: &[Proportion]) -> (Prior, f64) {
    let best_mean = |ln_concentration: f64| {
        let concentration = ln_concentration.exp();
        // In the mean the likelihood is concave.
        maximum(1e-9, 1.0 - 1e-9, |mean| ln_likelihood(phenomena, mean, concentration))
    };
    let profile = |ln_concentration: f64| best_mean(ln_concentration).1;
    let (lowest, highest): (f64, f64) = (LEAST.ln(), HIGHEST.ln());
    // A grid first, since in the concentration there may be more than one rise.
    const STEPS: usize = 32;
    let at = |step: usize| lowest + (highest - lowest) * step as f64 / STEPS as f64;
    let best = (0..=STEPS).map(|step| (step, profile(at(step))));
    let best =
        best.fold((0, f64::NEG_INFINITY), |one, other| if other.1 > one.1 { other } else { one });
    let (from, to) = (at(best.0.saturating_sub(1)), at((best.0 + 1).min(STEPS)));
    let (ln_concentration, _) = maximum(from, to, profile);
    let (mean, likelihood) = best_mean(ln_concentration);
    (Prior { mean, concentration: ln_concentration.exp() }, likelihood)
}

/// Where a function with one rise is highest, and how high, by golden sections.
fn maximum(mut from: f64, mut to: f64, of: impl Fn(f64) -> f64) -> (f64, f64) {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let (mut low, mut high) = (to - GOLDEN * (to - from), from + GOLDEN * (to - from));
    let (mut at_low, mut at_high) = (of(low), of(high));
    for _ in 0..40 {
        if at_low < at_high {
            (from, low, at_low) = (low, high, at_high);
            high = from + GOLDEN * (to - from);
            at_high = of(high);
        } else {
            (to, high, at_high) = (high, low, at_low);
            low = to - GOLDEN * (to - from);
            at_low = of(low);
        }
    }
    if at_low > at_high { (low, at_low) } else { (high, at_high) }
}

fn ln_likelihood(phenomena: &[Proportion], mean: f64, concentration: f64) -> f64 {
    let (alpha, beta) = (mean * concentration, (1.0 - mean) * concentration);
    let of = |phenomenon: &Proportion| {
        let Proportion { numerator, denominator } = *phenomenon;
        ln_rising(alpha, numerator) + ln_rising(beta, denominator - numerator)
            - ln_rising(concentration, denominator)
    };
    phenomena.iter().map(of).sum()
}

/// `ln(x (x + 1) ... (x + count - 1))`.
fn ln_rising(x: f64, count: u64) -> f64 {
    // Stirling's formula is exact to 1e-12 from here on.
    const LARGE: u64 = 24;
    let summed = |from: f64, count: u64| -> f64 {
        let mut product = 1.0;
        let mut sum = 0.0;
        for step in 0..count {
            product *= from + step as f64;
            if !(1e-100..1e100).contains(&product) {
                sum += f64::ln(product);
                product = 1.0;
            }
        }
        sum + f64::ln(product)
    };
    if count <= 2 * LARGE {
        return summed(x, count);
    }
    let start = x + LARGE as f64;
    let more = (count - LARGE) as f64;
    let end = start + more;
    let correction = |x: f64| (1.0 / 12.0 - 1.0 / (360.0 * x * x)) / x;
    let stirling = (start - 0.5) * (more / start).ln_1p() + more * end.ln() - more
        + correction(end)
        - correction(start);
    summed(x, LARGE) + stirling
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(phenomena: &[(u64, u64)]) -> Result<EmpiricalBayes, NoPrior> {
        let phenomena: Vec<Proportion> = phenomena
            .iter()
            .map(|&(numerator, denominator)| Proportion { numerator, denominator })
            .collect();
        empirical_bayes(&phenomena, ConfidenceLevel::NINETY_FIVE)
    }

    #[test]
    fn as_scipy_fits_it() {
        // x, n = numpy.array([[2, 9, 1, 30, 0, 5], [3, 10, 4, 33, 2, 11]])
        // f = lambda t: -(betaln(exp(t[0]) + x, exp(t[1]) + n - x) - betaln(exp(t[0]), exp(t[1]))).sum()
        // a, b = exp(scipy.optimize.minimize(f, [0, 0], method="Nelder-Mead",
        //                                    options={"xatol": 1e-10, "fatol": 1e-13}).x)
        // a / (a + b), a + b, (x + a) / (n + a + b), scipy.stats.beta.ppf([.025, .975], a + 2, b + 1)
        let ours = of(&[(2, 3), (9, 10), (1, 4), (30, 33), (0, 2), (5, 11)]).unwrap();
        assert!((ours.prior.mean - 0.5986401479220961).abs() < 1e-5, "{ours:?}");
        assert!((ours.prior.concentration / 3.160106002042589 - 1.0).abs() < 1e-4, "{ours:?}");
        for ((estimate, _), expected) in ours.estimates.iter().zip([
            0.6317693759201277,
            0.8276351514814364,
            0.4038719990580216,
            0.8819599788427279,
            0.36661384935957475,
            0.4867030178671081,
        ]) {
            assert!((estimate - expected).abs() < 1e-5, "{estimate} {expected}");
        }
        let (_, interval) = ours.estimates[0];
        assert!(
            (interval.lower - 0.2553685081938681).abs() < 1e-4
                && (interval.upper - 0.9288168750429648).abs() < 1e-4
        );
    }

    #[test]
    fn without_over_dispersion_all_shrink_to_the_mean() {
        let ours = of(&[(7, 10), (14, 20), (0, 0)]).unwrap();
        assert!(ours.prior.concentration.is_infinite());
        for (estimate, interval) in ours.estimates {
            assert!(
                (estimate - 0.7).abs() < 1e-12 && interval.contains(0.7) && interval.width() > 0.1
            );
        }
    }

    #[test]
    fn counts_of_any_size() {
        let ours = of(&[(700_000, 1_000_000), (9_000, 10_000), (1, 2)]).unwrap();
        assert!((ours.estimates[0].0 - 0.7).abs() < 1e-5);
        assert!(ours.estimates[2].1.width() > 0.3);
        // scipy.special.gammaln(0.3 + 1000) - scipy.special.gammaln(0.3)
        assert!((ln_rising(0.3, 1000) - 5906.196846791061).abs() < 1e-8);
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
        #[test]
        fn estimates_lie_between_the_raw_value_and_the_mean(
            phenomena in proptest::collection::vec((0u64..30, 1u64..30), 2..8)
        ) {
            let phenomena: Vec<(u64, u64)> = phenomena.into_iter().map(|(x, n)| (x.min(n), n)).collect();
            if let Ok(ours) = of(&phenomena) {
                for (&(x, n), (estimate, interval)) in phenomena.iter().zip(&ours.estimates) {
                    let raw = x as f64 / n as f64;
                    let (low, high) = (raw.min(ours.prior.mean), raw.max(ours.prior.mean));
                    prop_assert!((low - 1e-9..=high + 1e-9).contains(estimate));
                    prop_assert!(0.0 <= interval.lower && interval.upper <= 1.0);
                    prop_assert!(interval.lower < interval.upper);
                }
            }
        }
    }
}
