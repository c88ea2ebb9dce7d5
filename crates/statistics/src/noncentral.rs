//! The noncentral chi-squared distribution.

use statrs::function::gamma::{gamma_lr, ln_gamma};

use crate::normal;

/// Above this the distribution is taken from the normal one, after Sankaran's transformation: the
/// error is below 1e-4 there.
const SERIES: f64 = 400.0;

/// P(X <= x) with `freedom` degrees of freedom and a noncentrality; neither needs to be a whole number.
pub(crate) fn cumulative(freedom: f64, noncentrality: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x > SERIES || noncentrality > 2.0 * SERIES {
        return sankaran(freedom, noncentrality, x);
    }
    // A Poisson mixture of central ones; each follows from the one before.
    let (half, mean) = (x / 2.0, noncentrality / 2.0);
    let mut shape = freedom / 2.0;
    let mut central = gamma_lr(shape, half);
    let mut step = (shape * half.ln() - half - ln_gamma(shape + 1.0)).exp();
    let mut weight = (-mean).exp();
    let (mut sum, mut left) = (0.0, 1.0);
    let mut index = 0.0;
    while left > 1e-15 && central > 1e-15 {
        sum += weight * central;
        left -= weight;
        central -= step;
        shape += 1.0;
        step *= half / shape;
        index += 1.0;
        weight *= mean / index;
        if index > mean && weight < 1e-17 {
            break;
        }
    }
    sum.min(1.0)
}

/// Sankaran 1959, as in Johnson, Kotz and Balakrishnan 1995, section 29.8.
fn sankaran(freedom: f64, noncentrality: f64, x: f64) -> f64 {
    let (first, second) = (freedom + noncentrality, freedom + 2.0 * noncentrality);
    let h = 1.0 - 2.0 * first * (freedom + 3.0 * noncentrality) / (3.0 * second * second);
    let p = second / (first * first);
    let m = (h - 1.0) * (1.0 - 3.0 * h);
    let mean = 1.0 + h * p * (h - 1.0 - (2.0 - h) * m * p / 2.0);
    let z = ((x / first).powf(h) - mean) / (h * (2.0 * p).sqrt() * (1.0 + m * p / 2.0));
    normal::cumulative(z)
}

/// The noncentrality at which x is the quantile at p: 0 where p is more than the central distribution
/// has below x.
pub(crate) fn noncentrality(freedom: f64, x: f64, p: f64) -> f64 {
    if cumulative(freedom, 0.0, x) <= p {
        return 0.0;
    }
    let (mut lower, mut upper) = (0.0, x + freedom + 1.0);
    while cumulative(freedom, upper, x) > p && upper.is_finite() {
        lower = upper;
        upper *= 2.0;
    }
    for _ in 0..50 {
        let middle = f64::midpoint(lower, upper);
        if cumulative(freedom, middle, x) > p {
            lower = middle;
        } else {
            upper = middle;
        }
    }
    f64::midpoint(lower, upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_scipy_has_it() {
        // scipy.stats.ncx2.cdf(x, df, nc); scipy.special.chndtrinc(x, df, p)
        for (freedom, noncentral, x, expected) in CUMULATIVE {
            let ours = cumulative(freedom, noncentral, x);
            let tolerance = if x > SERIES { 1e-4 } else { 1e-10 };
            assert!((ours - expected).abs() < tolerance, "{freedom} {noncentral} {x}: {ours}");
        }
        for (freedom, x, p, expected) in NONCENTRALITY {
            let ours = noncentrality(freedom, x, p);
            assert!((ours / expected - 1.0).abs() < 1e-4, "{freedom} {x} {p}: {ours}");
        }
        assert_eq!(noncentrality(1.0, 3.0, 0.975), 0.0);
    }

    const CUMULATIVE: [(f64, f64, f64, f64); 7] = [
        (1.0, 2.5, 3.0, 0.559_516_231_904_903_8),
        (4.0, 10.0, 5.0, 0.066_488_100_179_499_73),
        (2.0, 100.0, 130.0, 0.912_274_424_205_226_2),
        (1.0, 0.3, 0.01, 0.068_594_514_040_953_6),
        (6.0, 300.0, 390.0, 0.989_069_436_903_892_3),
        (4.0, 500.0, 450.0, 0.111_922_857_002_311_24),
        (1.0, 20_000.0, 20_300.0, 0.854_678_533_830_840_7),
    ];
    const NONCENTRALITY: [(f64, f64, f64, f64); 7] = [
        (1.0, 8.0, 0.975, 0.750_958_408_217_831_8),
        (1.0, 8.0, 0.025, 22.928_689_415_489_42),
        (4.0, 30.0, 0.025, 51.810_139_405_265_83),
        (4.0, 30.0, 0.975, 9.975_886_275_766_785),
        (2.0, 900.0, 0.025, 1_020.407_137_105_151_3),
        (2.0, 900.0, 0.975, 785.276_834_616_297),
        (1.0, 1.0, 1e-6, 33.101_874_488_346_29),
    ];
}
