//! The binomial distribution with probability 1/2, for any number of trials. The incomplete beta
//! function of statrs loses its digits near the centre from about 10,000 trials on, so the terms are
//! summed here.

use statrs::function::gamma::ln_gamma;

use crate::normal;

/// Above this many trials the tail is taken from the normal distribution, with continuity
/// correction: its error is below 1/n, which is 1e-9 here.
const NORMAL_ABOVE: u64 = 1_000_000_000;

/// P(X = k) of n trials.
pub(crate) fn probability(n: u64, k: u64) -> f64 {
    ln_probability(n, k).exp()
}

/// ln P(X = k) of n trials, by Loader's saddle point, which loses no digits for any n.
pub(crate) fn ln_probability(n: u64, k: u64) -> f64 {
    let whole = n as f64;
    if k == 0 || k == n {
        return -whole * std::f64::consts::LN_2;
    }
    let (one, other) = (k as f64, (n - k) as f64);
    let skew = (one - other) / whole;
    let error = stirling_error(n) - stirling_error(k) - stirling_error(n - k);
    let scale = (2.0 * std::f64::consts::PI * one * (other / whole)).ln() / 2.0;
    error - whole / 2.0 * deviance(skew) - scale
}

/// `(1 + x) ln(1 + x) + (1 - x) ln(1 - x)`.
fn deviance(x: f64) -> f64 {
    if x.abs() > 0.1 {
        return (1.0 + x) * x.ln_1p() + (1.0 - x) * (-x).ln_1p();
    }
    // The terms cancel near 0: the series x^2j / (j (2j - 1)).
    let square = x * x;
    let (mut power, mut sum) = (square, 0.0);
    for j in 1..20 {
        let j = f64::from(j);
        sum += power / (j * (2.0 * j - 1.0));
        power *= square;
    }
    sum
}

/// `ln n! - ln(sqrt(2 pi n) (n/e)^n)`.
fn stirling_error(n: u64) -> f64 {
    let n = n as f64;
    if n < 16.0 {
        let stirling = (n + 0.5) * n.ln() - n + (2.0 * std::f64::consts::PI).ln() / 2.0;
        return ln_gamma(n + 1.0) - stirling;
    }
    let square = 1.0 / (n * n);
    let series = 1.0 / 1680.0 - square * (1.0 / 1188.0);
    (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square * series))) / n
}

/// P(X <= k) of n trials.
pub(crate) fn at_most(n: u64, k: u64) -> f64 {
    if k >= n {
        return 1.0;
    }
    if n > NORMAL_ABOVE {
        let deviation = (k as f64 + 0.5 - n as f64 / 2.0) / (n as f64).sqrt() * 2.0;
        return normal::cumulative(deviation);
    }
    if k > n / 2 {
        return 1.0 - at_most(n, n - k - 1);
    }
    // Summed relative to the greatest term, downwards until nothing is added.
    let (mut term, mut sum) = (1.0, 1.0);
    for below in (1..=k).rev() {
        term *= below as f64 / (n - below + 1) as f64;
        sum += term;
        if term < sum * 1e-18 {
            break;
        }
    }
    (probability(n, k) * sum).min(1.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn as_scipy_has_it() {
        // scipy.stats.binom.cdf(k, n, .5)
        for (n, k, expected) in [
            (1, 0, 0.5),
            (10, 3, 0.171875),
            (10, 5, 0.623046875),
            (100, 37, 0.0060164878626817395),
            (1000, 520, 0.9026168357691174),
            (20000, 9900, 0.07969171799236709),
            (1000000, 499000, 0.0228041499326948),
            (100000000, 49990000, 0.022755531314786137),
            (3000, 1000, 5.045074313970326e-76),
        ] {
            let ours = at_most(n, k);
            assert!((ours / expected - 1.0).abs() < 1e-10, "{n} {k}: {ours}");
        }
    }

    #[test]
    fn the_normal_takes_over_without_a_step() {
        let n = NORMAL_ABOVE;
        for k in [n / 2 - 40_000, n / 2 - 10_000, n / 2 - 1, n / 2] {
            let step = at_most(n + 2, k + 1) - at_most(n, k);
            assert!(step.abs() < 2e-9, "{k}: {step}");
        }
    }

    proptest! {
        #[test]
        fn the_tails_are_mirrored(n in 1u64..100_000, share in 0.0f64..1.0) {
            let k = (n as f64 * share) as u64;
            let upper = if k == 0 { 1.0 } else { 1.0 - at_most(n, k - 1) };
            prop_assert!((at_most(n, n - k) - upper).abs() < 1e-10);
        }
    }
}
