//! Correction for many comparisons.

use serde::de::{Deserialize, Deserializer, Error};

/// A method that adjusts the p-values of a family of tests.
///
/// ```
/// use phenom_statistics::HOLM;
///
/// let adjusted = HOLM.adjust(&[Some(0.01), None, Some(0.04), Some(0.03)]);
/// assert_eq!(adjusted, [Some(0.03), None, Some(0.06), Some(0.06)]);
/// ```
#[derive(Clone, Copy)]
pub struct Correction {
    key: &'static str,
    method: Option<&'static str>,
    adjust: fn(&[Option<f64>]) -> Vec<Option<f64>>,
    levels: fn(&[Option<f64>], f64) -> Vec<f64>,
}

/// Holm's method, which bounds the probability of any false rejection; see [`holm`].
pub const HOLM: Correction =
    Correction { key: "holm", method: Some("Holm's"), adjust: holm, levels: holm_levels };

/// Benjamini and Hochberg's method, which bounds the expected share of false rejections; see [`benjamini_hochberg`].
pub const BENJAMINI_HOCHBERG: Correction = Correction {
    key: "benjamini_hochberg",
    method: Some("Benjamini and Hochberg's"),
    adjust: benjamini_hochberg,
    levels: benjamini_hochberg_levels,
};

/// All corrections. The first is the default.
pub const CORRECTIONS: &[Correction] = &[
    HOLM,
    BENJAMINI_HOCHBERG,
    Correction {
        key: "none",
        method: None,
        adjust: <[Option<f64>]>::to_vec,
        levels: |family, significance| vec![significance; family.len()],
    },
];

impl Correction {
    /// The name in result files: `holm`, `benjamini_hochberg`, `none`.
    #[must_use]
    pub fn key(self) -> &'static str {
        self.key
    }

    /// The name in configs: `holm`, `benjamini-hochberg`, `none`.
    #[must_use]
    pub fn config_key(self) -> String {
        self.key.replace('_', "-")
    }

    /// The name of the method's authors in the genitive, such as `Holm's`. `None` if p-values are not adjusted.
    #[must_use]
    pub fn method(self) -> Option<&'static str> {
        self.method
    }

    /// The level of significance at which the correction tests each member of a family, in the order of the family: a
    /// member is significant at the overall level `significance` if and only if its p-value is at most this level. It is
    /// also the level of an interval that agrees with the adjusted test.
    #[must_use]
    pub fn levels(self, family: &[Option<f64>], significance: f64) -> Vec<f64> {
        (self.levels)(family, significance)
    }

    /// The adjusted p-values of a family, in its order. A member without a p-value has no adjusted one, and does not count
    /// as a member.
    #[must_use]
    pub fn adjust(self, family: &[Option<f64>]) -> Vec<Option<f64>> {
        (self.adjust)(family)
    }
}

/// The first of [`CORRECTIONS`].
impl Default for Correction {
    fn default() -> Self {
        CORRECTIONS[0]
    }
}

impl PartialEq for Correction {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Correction {}

impl std::fmt::Debug for Correction {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.key)
    }
}

/// From its name in configs.
impl<'de> Deserialize<'de> for Correction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let found = CORRECTIONS.iter().find(|correction| correction.config_key() == name);
        found.copied().ok_or_else(|| Error::custom(format!("there is no correction `{name}`")))
    }
}

/// Holm's step-down adjustment. If tests with an adjusted p of at most alpha are rejected, the probability of *any* false
/// rejection in the family is at most alpha, for any dependence of the tests. The result has the order of `family`.
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

/// Benjamini and Hochberg's step-up adjustment. If tests with an adjusted p of at most alpha are rejected, the expected
/// *share* of false ones among the rejections is at most alpha, for independent or positively dependent tests. The result
/// has the order of `family`.
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

/// For a rejected member the level of its own step; for all others that of the step at which Holm's method stops.
fn holm_levels(family: &[Option<f64>], significance: f64) -> Vec<f64> {
    let order = ascending(family);
    let level = |rank: usize| significance / (order.len() - rank).max(1) as f64;
    let rejected = order.iter().enumerate().take_while(|(rank, (_, p))| *p <= level(*rank)).count();
    let mut levels = vec![level(rejected.min(order.len())); family.len()];
    // Equal p-values are tested at the same level, whichever comes first.
    for (rank, (member, p)) in order.iter().enumerate().take(rejected) {
        levels[*member] = level(order.partition_point(|(_, other)| other < p).min(rank));
    }
    levels
}

/// One level for all members: the overall level times the number of rejections (at least 1), divided by the number of
/// members.
///
/// # References
/// Benjamini and Yekutieli 2005 (intervals of selected parameters).
fn benjamini_hochberg_levels(family: &[Option<f64>], significance: f64) -> Vec<f64> {
    let order = ascending(family);
    let share = significance / order.len().max(1) as f64;
    let rejects = |(rank, (_, p)): &(usize, &(usize, f64))| *p <= (rank + 1) as f64 * share;
    let highest = order.iter().enumerate().rev().find(rejects);
    let rejected = highest.map_or(1, |(rank, _)| rank + 1);
    vec![rejected as f64 * share; family.len()]
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
    fn the_levels_that_a_family_leaves() {
        let of = |correction: usize, family: &[f64]| {
            let family: Vec<Option<f64>> = family.iter().copied().map(Some).collect();
            CORRECTIONS[correction].levels(&family, 0.05)
        };
        let close = |ours: Vec<f64>, expected: &[f64]| {
            assert_eq!(ours.len(), expected.len());
            for (ours, expected) in ours.into_iter().zip(expected) {
                assert!((ours - expected).abs() < 1e-12, "{ours} {expected}");
            }
        };
        // Holm: 0.001 is tested at 0.05 / 4, 0.01 at 0.05 / 3, and the others where it stops, at 0.05 / 2. Benjamini and
        // Hochberg: two of four are rejected, and all have 2/4 of 0.05.
        let family = [0.3, 0.001, 0.9, 0.01];
        close(of(0, &family), &[0.05 / 2.0, 0.05 / 4.0, 0.05 / 2.0, 0.05 / 3.0]);
        close(of(1, &family), &[0.025; 4]);
        close(of(2, &family), &[0.05; 4]);
        // Nothing is rejected; everything is.
        close(of(0, &[0.9, 0.8]), &[0.025, 0.025]);
        close(of(1, &[0.9, 0.8]), &[0.025, 0.025]);
        close(of(0, &[0.001, 0.002]), &[0.025, 0.05]);
        close(of(1, &[0.001, 0.05]), &[0.05, 0.05]);
        // Equal ones, whichever comes first.
        close(of(0, &[0.001, 0.9, 0.001]), &[0.05 / 3.0, 0.05, 0.05 / 3.0]);
    }

    #[test]
    fn members_without_p_are_left_out() {
        assert_eq!(
            holm(&[None, Some(0.02), None, Some(0.04)]),
            [None, Some(0.04), None, Some(0.04)]
        );
        assert_eq!(holm(&[]), []);
        assert_eq!(benjamini_hochberg(&[None]), [None]);
    }

    #[test]
    fn every_key_is_found_and_unique() {
        for correction in CORRECTIONS {
            let named: Correction = serde_json::from_value(correction.config_key().into()).unwrap();
            assert_eq!(named.key(), correction.key());
        }
        assert!(serde_json::from_value::<Correction>("bonferroni-of-no-kind".into()).is_err());
        let keys: std::collections::HashSet<_> = CORRECTIONS.iter().map(|one| one.key()).collect();
        assert_eq!(keys.len(), CORRECTIONS.len());
    }

    #[test]
    fn none_leaves_p_values_as_they_are() {
        let none: Correction = serde_json::from_value("none".into()).unwrap();
        assert_eq!(none.adjust(&[Some(0.5), None]), [Some(0.5), None]);
    }

    proptest! {
        /// Adjusted p-values and levels say the same, but for rounding where they are equal.
        #[test]
        fn a_member_is_significant_at_its_level_where_its_adjusted_p_is(
            family in proptest::collection::vec(proptest::option::of(0.0f64..0.1), 0..40)
        ) {
            for correction in CORRECTIONS {
                let (adjusted, levels) =
                    (correction.adjust(&family), correction.levels(&family, 0.05));
                for ((p, adjusted), level) in family.iter().zip(adjusted).zip(levels) {
                    let (Some(p), Some(adjusted)) = (p, adjusted) else { continue };
                    let is_close = (adjusted - 0.05).abs() < 1e-12;
                    prop_assert!(is_close || (*p <= level) == (adjusted <= 0.05));
                }
            }
        }

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
