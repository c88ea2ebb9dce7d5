//! Wilson's interval of a proportion.

use crate::undefined::{Proportion, Undefined};
use crate::{ConfidenceLevel, Interval, normal};

/// Wilson's score interval of a proportion of *independent* units: all proportions that a score test at the level does not
/// reject. It lies within 0 to 1, and has a width also if all units are right.
///
/// # Formula
/// `(p + z^2/2n +- z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n)`, with z the normal quantile of the
/// level (1.96 at 95 %).
///
/// # Errors
/// [`Undefined::NoUnits`] if the denominator is 0.
///
/// # References
/// Wilson 1927.
pub fn wilson(
    proportion: impl Into<Proportion>,
    level: ConfidenceLevel,
) -> Result<Interval, Undefined> {
    let proportion = proportion.into();
    let p = proportion.value().ok_or(Undefined::NoUnits)?;
    let n = proportion.denominator as f64;
    let z = -normal::quantile(level.tail());
    let scale = 1.0 + z * z / n;
    let centre = (p + z * z / (2.0 * n)) / scale;
    let half = z / scale * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    // At the ends of the range the interval ends there, whatever the rounding.
    let lower = if proportion.numerator == 0 { 0.0 } else { (centre - half).max(0.0) };
    let upper = if p >= 1.0 { 1.0 } else { (centre + half).min(1.0) };
    Ok(Interval { lower, upper })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(numerator: u64, denominator: u64, level: f64) -> Interval {
        let level = ConfidenceLevel::new(level).unwrap();
        wilson(Proportion { numerator, denominator }, level).unwrap()
    }

    #[test]
    fn as_statsmodels_has_it() {
        // from statsmodels.stats.proportion import proportion_confint
        // proportion_confint(x, n, alpha=1 - level, method="wilson")
        for (x, n, level, lower, upper) in [
            (35, 60, 0.95, 0.45728081022640116, 0.6993572144165838),
            (0, 10, 0.95, 0.0, 0.2775327998628892),
            (10, 10, 0.95, 0.7224672001371107, 0.9999999999999999),
            (133, 167, 0.9, 0.7406199268704371, 0.8427434564640562),
            (1, 3, 0.99, 0.04042662929608465, 0.855783984952333),
            (700000, 1000000, 0.95, 0.6991010647758705, 0.7008973986465038),
        ] {
            let ours = of(x, n, level);
            assert!((ours.lower - lower).abs() < 1e-12, "{x}/{n}: {ours:?}");
            assert!((ours.upper - upper).abs() < 1e-12, "{x}/{n}: {ours:?}");
        }
    }

    #[test]
    fn no_units_no_interval() {
        let none = Proportion { numerator: 0, denominator: 0 };
        assert_eq!(wilson(none, ConfidenceLevel::NINETY_FIVE), Err(Undefined::NoUnits));
    }

    proptest! {
        #[test]
        fn within_0_and_1_around_the_proportion_and_mirrored(
            right in 0u64..500, wrong in 0u64..500, level in 0.01f64..0.999
        ) {
            prop_assume!(right + wrong > 0);
            let ours = of(right, right + wrong, level);
            let mirrored = of(wrong, right + wrong, level);
            prop_assert!(0.0 <= ours.lower && ours.upper <= 1.0 && ours.width() > 0.0);
            prop_assert!(ours.contains(right as f64 / (right + wrong) as f64));
            prop_assert!((ours.lower + mirrored.upper - 1.0).abs() < 1e-12);
        }
    }
}
