//! McNemar's test of two systems on independent units.

use crate::{ConfidenceLevel, binomial};

/// The p-values of McNemar's test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct McNemar {
    /// The exact two-sided p-value. It never rejects too often, and much too rarely with few discordant units.
    pub exact: f64,
    /// The two-sided mid-p: outcomes exactly as extreme as the data count half. Its rate of rejection is close to the
    /// nominal one, and hardly ever above it.
    pub mid_p: f64,
}

/// McNemar's test of the null hypothesis that two systems are equally often right on *independent* units. `only_first` and
/// `only_second` are the numbers of discordant units, on which one system alone is right. Both p-values are above 0, and 1
/// if no unit is discordant. They are exact to about 1e-12 up to 1e9 discordant units; above that a normal approximation has
/// an error below 1e-9.
///
/// # References
/// McNemar 1947; Fagerland, Lydersen and Laake 2013 (mid-p).
#[must_use]
pub fn mcnemar(only_first: u64, only_second: u64) -> McNemar {
    let (less, discordant) = (only_first.min(only_second), only_first.saturating_add(only_second));
    if discordant == 0 {
        return McNemar { exact: 1.0, mid_p: 1.0 };
    }
    let point = binomial::probability(discordant, less);
    let (exact, mid_p) = if only_first == only_second {
        (1.0, 1.0 - point / 2.0)
    } else {
        let below = 2.0 * binomial::at_most(discordant, less);
        (below.min(1.0), if less == 0 { point } else { below - point })
    };
    let positive = |p: f64| p.clamp(f64::MIN_POSITIVE, 1.0);
    McNemar { exact: positive(exact), mid_p: positive(mid_p) }
}

/// The smallest number of discordant units that can be significant by mid-p, if all of them favour one system:
/// `2^-n <= 1 - level`.
#[must_use]
pub(crate) fn least_discordant(level: ConfidenceLevel) -> u64 {
    // A little is allowed for the rounding of the level.
    (-(level.significance() * (1.0 + 1e-9)).log2()).ceil().max(1.0) as u64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn as_statsmodels_has_it() {
        // from statsmodels.stats.contingency_tables import mcnemar
        // exact = mcnemar([[0, b], [c, 0]], exact=True).pvalue
        // mid-p: exact - scipy.stats.binom.pmf(min(b, c), b + c, .5); where b = c,
        // 1 - scipy.stats.binom.pmf(b, 2 * b, .5) / 2
        for (b, c, exact, mid_p) in [
            (5, 0, 0.0625, 0.03125000000000003),
            (6, 15, 0.0783538818359375, 0.0524787902832031),
            (10, 10, 1.0, 0.9119014739990235),
            (40, 61, 0.046044066929342785, 0.0370667674385605),
            (100, 102, 0.9439304738571268, 0.8884106489509477),
            (5100, 4900, 0.04658552770494645, 0.04550566337551308),
            (499000, 501000, 0.0456082998653896, 0.04550031788737068),
            (5000000, 5003000, 0.34301500080841996, 0.34285412118976616),
            (3, 2000, 0.0, 0.0),
        ] {
            let ours = mcnemar(b, c);
            assert!((ours.exact - exact).abs() < 1e-10, "{b} {c}: {ours:?}");
            assert!((ours.mid_p - mid_p).abs() < 1e-10, "{b} {c}: {ours:?}");
        }
    }

    #[test]
    fn no_discordant_units_tell_nothing_and_no_p_value_is_0() {
        assert_eq!(mcnemar(0, 0), McNemar { exact: 1.0, mid_p: 1.0 });
        let sure = mcnemar(100_000, 0);
        assert!(sure.exact > 0.0 && sure.mid_p > 0.0);
        assert!(mcnemar(u64::MAX, u64::MAX).mid_p <= 1.0);
    }

    #[test]
    fn fewest_discordant_units() {
        for (level, expected) in [(0.95, 5), (0.99, 7), (0.5, 1), (0.75, 2), (0.1, 1)] {
            let level = ConfidenceLevel::new(level).unwrap();
            let least = least_discordant(level);
            assert_eq!(least, expected);
            assert!(mcnemar(least, 0).mid_p <= level.significance() + 1e-9);
            assert!(least == 1 || mcnemar(least - 1, 0).mid_p > level.significance());
        }
    }

    proptest! {
        #[test]
        fn it_is_symmetric_and_mid_p_is_the_lower(b in 0u64..5000, c in 0u64..5000) {
            let (ours, swapped) = (mcnemar(b, c), mcnemar(c, b));
            prop_assert_eq!(ours, swapped);
            prop_assert!(0.0 < ours.mid_p && ours.mid_p <= ours.exact && ours.exact <= 1.0);
        }

        #[test]
        fn farther_apart_is_less_probable(n in 1u64..3000, less in 0u64..1500) {
            prop_assume!(2 * less + 2 <= n);
            prop_assert!(mcnemar(n - less, less).exact <= mcnemar(n - less - 1, less + 1).exact);
            prop_assert!(mcnemar(n - less, less).mid_p <= mcnemar(n - less - 1, less + 1).mid_p);
        }
    }
}
