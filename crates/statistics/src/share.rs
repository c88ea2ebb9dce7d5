//! The share of right units as a statistic, and its exact test.

use crate::sign_flip::{SignFlip, observe, sign_flip};
use crate::tail::{Tail, p_values};
use crate::undefined::Proportion;
use crate::{
    ConfidenceLevel, PooledClusters, Resampling, Studentised, UncertaintyError, integer_sum,
};

/// The share of right units, from 0 to 1, as a [`Statistic`](crate::Statistic): the first count is the right units, the
/// second all units. `None` if there are no units.
#[must_use]
pub fn share(sums: &[u64]) -> Option<f64> {
    Proportion { numerator: sums[0], denominator: sums[1] }.value()
}

/// The effective number of clusters on which two systems differ: of differences d of right units `(sum d^2)^2 / sum d^4`.
///
/// # References
/// Kish 1965 (of weights, which the squares are here).
fn effective(clusters: &PooledClusters) -> f64 {
    let power = |power: i32| -> f64 {
        let differences = clusters.iter().map(|(counts, times)| {
            times as f64 * (f64::from(counts[0]) - f64::from(counts[2])).powi(power)
        });
        differences.sum()
    };
    let fourths = power(4);
    if fourths > 0.0 { power(2).powi(2) / fourths } else { 0.0 }
}

/// The [`sign_flip`] test of two shares of the same units. The vectors hold the right units and all units of the first
/// system, and then of the second. The difference is a sum of integers, so that its distribution is exact; on independent
/// units this is McNemar's exact test. If the systems have different units, or there are too many sums, it is
/// [`sign_flip`].
///
/// # Errors
/// As [`sign_flip`].
pub(crate) fn sign_flip_of_shares(
    clusters: &PooledClusters,
    level: ConfidenceLevel,
    resampling: &Resampling,
) -> Result<SignFlip, UncertaintyError> {
    let (test, flips, observed) = observe(clusters, &share, Studentised::Yes, resampling)?;
    if observed.informative == 0 {
        return Ok(observed);
    }
    let observed = SignFlip { effective: effective(clusters), ..observed };
    let Some(sums) = flips.integer_terms().and_then(|terms| integer_sum::distribution(&terms))
    else {
        let effective = observed.effective;
        let flipped = sign_flip(clusters, &share, Studentised::Yes, level, resampling)?;
        return Ok(SignFlip { effective, ..flipped });
    };
    let totals = clusters.sums();
    let units = totals[1] as f64;
    let sum = totals[0].abs_diff(totals[test.half]);
    let squares: f64 =
        sums.iter().map(|(size, probability)| (*size as f64).powi(2) * probability).sum();
    // In standard errors, so that the order of the sums is kept and the observed one is what it is.
    let centred = (observed.error * units).powi(2);
    let shrinks = match sum {
        0 => 1.0 / clusters.clusters() as f64,
        sum => (squares - centred) / (sum as f64).powi(2),
    };
    // If all clusters differ alike, nothing is left but the rounding of the standard error.
    let in_errors = |size: f64| {
        let left = squares - shrinks * size * size;
        if left > squares * 1e-9 { size / left.sqrt() } else { f64::INFINITY }
    };
    let sizes = || sums.iter().map(|(size, probability)| (*size as f64, *probability));
    let [p, mid_p] = p_values(sizes(), sum as f64);
    let tail = Tail::new(sizes(), level.significance()).map(in_errors);
    Ok(SignFlip { p, mid_p, tail, ..observed })
}
