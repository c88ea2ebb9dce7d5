//! Intervals of ratios and differences, recovered from those of their terms.

use crate::clustered_share::ClusteredShare;
use crate::{Interval, NoInterval, PooledClusters};

/// A statistic over clusters with its interval.
#[derive(Debug, Clone, PartialEq)]
pub struct Recovered {
    /// The value of the statistic.
    pub estimate: f64,
    /// The interval of the value.
    pub interval: Interval,
    influences: Vec<f64>,
}

/// A share by itself.
impl From<ClusteredShare> for Recovered {
    fn from(share: ClusteredShare) -> Self {
        let ClusteredShare { estimate, interval, influences, .. } = share;
        Self { estimate, interval, influences }
    }
}

/// The ratio of two shares over the same clusters, by MOVER-R (the method of variance estimates recovery):
/// it is as asymmetric as the intervals of the shares, so that it holds with few clusters and near 0 and 1.
///
/// # Formula
/// With shares p and q, their intervals [l, u] and [l', u'], and their correlation r:
/// lower `l (2p - l) / (A + sqrt(A^2 - l (2p - l) u' (2q - u')))`, `A = p q - r (p - l) (u' - q)`;
/// upper `(B + sqrt(B^2 - u (2p - u) l' (2q - l'))) / (l' (2q - l'))`, `B = p q - r (u - p) (q - l')`.
/// r is the correlation of the changes that the clusters make, times `1 - 2/K` for K clusters: few
/// clusters estimate it badly, and 0 gives the wider interval.
///
/// # Errors
/// [`NoInterval::NoUpperEnd`] if the second share is 0, or its interval reaches 0.
///
/// # References
/// Donner and Zou 2012, equation 9.
pub fn ratio(
    clusters: &PooledClusters,
    numerator: &ClusteredShare,
    denominator: &ClusteredShare,
) -> Result<Recovered, NoInterval> {
    /// Below this, the lower end of the second share is 0 but for rounding.
    const NOTHING: f64 = 1e-9;
    let (p, q) = (numerator.estimate, denominator.estimate);
    let (of_p, of_q) = (numerator.interval, denominator.interval);
    if q <= 0.0 || of_q.lower < NOTHING {
        return Err(NoInterval::NoUpperEnd);
    }
    let r = correlation(clusters, &numerator.influences, &denominator.influences);
    let below = of_p.lower * (2.0 * p - of_p.lower);
    let a = p * q - r * (p - of_p.lower) * (of_q.upper - q);
    let root = (a * a - below * of_q.upper * (2.0 * q - of_q.upper)).max(0.0).sqrt();
    let lower = if a + root > 0.0 { below / (a + root) } else { 0.0 };
    let b = p * q - r * (of_p.upper - p) * (q - of_q.lower);
    let divisor = of_q.lower * (2.0 * q - of_q.lower);
    let root = (b * b - of_p.upper * (2.0 * p - of_p.upper) * divisor).max(0.0).sqrt();
    let estimate = p / q;
    let moves = numerator.influences.iter().zip(&denominator.influences);
    Ok(Recovered {
        estimate,
        interval: Interval {
            lower: lower.clamp(0.0, estimate),
            upper: ((b + root) / divisor).max(estimate),
        },
        influences: moves.map(|(of_p, of_q)| (of_p - estimate * of_q) / q).collect(),
    })
}

/// The interval of the difference of two statistics over the same clusters, the first minus the second, by MOVER.
///
/// # Formula
/// lower `d - sqrt(a^2 + b^2 - 2 r a b)` with a and b the distances of the first value from its lower
/// end and of the second from its upper end; upper likewise from the other ends.
///
/// # References
/// Zou and Donner 2008.
#[must_use]
pub fn difference_of(clusters: &PooledClusters, first: &Recovered, second: &Recovered) -> Interval {
    let r = correlation(clusters, &first.influences, &second.influences);
    let joined = |a: f64, b: f64| (a * a + b * b - 2.0 * r * a * b).max(0.0).sqrt();
    let difference = first.estimate - second.estimate;
    let (one, other) = (first.interval, second.interval);
    Interval {
        lower: difference - joined(first.estimate - one.lower, other.upper - second.estimate),
        upper: difference + joined(one.upper - first.estimate, second.estimate - other.lower),
    }
}

/// The correlation of two statistics, from the changes that the clusters make.
fn correlation(clusters: &PooledClusters, first: &[f64], second: &[f64]) -> f64 {
    let product = |one: &[f64], other: &[f64]| -> f64 {
        let changes = one.iter().zip(other).zip(clusters.iter());
        changes.map(|((one, other), (_, times))| one * other * times as f64).sum()
    };
    let scale = (product(first, first) * product(second, second)).sqrt();
    let few = (1.0 - 2.0 / clusters.clusters() as f64).max(0.0);
    if scale > 0.0 { (product(first, second) / scale).clamp(-1.0, 1.0) * few } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::undefined::Proportion;
    use crate::{ConfidenceLevel, clustered_share};

    /// Right units and units of the first kind, then of the second kind.
    fn of<const N: usize>(
        counts: [([u32; 4], u64); N],
    ) -> (PooledClusters, Result<Recovered, NoInterval>) {
        let clusters = PooledClusters::new(4, counts).unwrap();
        let share = |at: usize| {
            let counted = |counts: &[u32]| Proportion {
                numerator: counts[at].into(),
                denominator: counts[at + 1].into(),
            };
            clustered_share(&clusters, counted, ConfidenceLevel::NINETY_FIVE).unwrap()
        };
        let ratio = ratio(&clusters, &share(0), &share(2));
        (clusters, ratio)
    }

    #[test]
    fn the_ratio_by_hand() {
        // 30 of 40 over 20 of 40, right or wrong independently of each other: r = 0. Agresti and Coull's
        // intervals are [0.5964, 0.8598] and [0.3520, 0.6480], and by the formula, in Python:
        // p, q, l, u, m, v = .75, .5, *proportion_confint(30, 40, method="agresti_coull"),
        //                    *proportion_confint(20, 40, method="agresti_coull")
        // l*(2*p-l)/(p*q + sqrt((p*q)**2 - l*(2*p-l)*v*(2*q-v)))
        // (p*q + sqrt((p*q)**2 - u*(2*p-u)*m*(2*q-m))) / (m*(2*q-m))
        let clusters =
            [([1, 1, 1, 1], 15), ([1, 1, 0, 1], 15), ([0, 1, 1, 1], 5), ([0, 1, 0, 1], 5)];
        let (_, ours) = of(clusters);
        let ours = ours.unwrap();
        let (p, q) = (0.75_f64, 0.5_f64);
        let (l, u, m, v) = (0.596_387_7, 0.859_801_5, 0.351_995_3, 0.648_004_7);
        let lower = l * (2.0 * p - l)
            / (p * q + ((p * q).powi(2) - l * (2.0 * p - l) * v * (2.0 * q - v)).sqrt());
        let divisor: f64 = m * (2.0 * q - m);
        let upper = (p * q + ((p * q).powi(2) - u * (2.0 * p - u) * divisor).sqrt()) / divisor;
        assert!((ours.interval.lower - lower).abs() < 1e-4, "{ours:?} {lower}");
        assert!((ours.interval.upper - upper).abs() < 1e-4, "{ours:?} {upper}");
    }

    #[test]
    fn copies_have_a_ratio_of_1_and_hardly_a_width() {
        let (_, ours) = of([([1, 1, 1, 1], 300), ([0, 1, 0, 1], 300)]);
        let ours = ours.unwrap();
        assert!(ours.interval.contains(1.0) && ours.interval.width() < 0.02, "{ours:?}");
        let (_, apart) = of([([1, 1, 0, 1], 300), ([0, 1, 1, 1], 300)]);
        assert!(apart.unwrap().interval.width() > 0.3);
    }

    #[test]
    fn the_ends_of_the_range() {
        let (_, ours) = of([([0, 1, 1, 1], 20)]);
        let ours = ours.unwrap();
        assert!(ours.interval.lower == 0.0 && ours.interval.upper > 0.1, "{ours:?}");
        let (_, ours) = of([([1, 1, 1, 1], 20)]);
        assert!(ours.unwrap().interval.width() > 0.2);
        assert_eq!(of([([1, 1, 0, 1], 20)]).1, Err(NoInterval::NoUpperEnd));
    }

    #[test]
    fn a_difference_of_the_same_has_no_width_and_of_opposites_the_sum() {
        let (clusters, ours) = of([([1, 1, 1, 2], 300), ([0, 1, 2, 2], 300)]);
        let ours = ours.unwrap();
        let same = difference_of(&clusters, &ours, &ours);
        // The correlation is taken to be 1 - 2/600, so that something is left.
        assert!(same.contains(0.0) && same.width() < 0.15 * ours.interval.width(), "{same:?}");
        let opposite = Recovered {
            influences: ours.influences.iter().map(|change| -change).collect(),
            ..ours.clone()
        };
        let apart = difference_of(&clusters, &ours, &opposite);
        let ratio = apart.width() / (2.0 * ours.interval.width());
        assert!((ratio - 1.0).abs() < 0.01, "{apart:?}");
    }
}
