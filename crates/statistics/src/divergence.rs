//! The interval of a statistic near the end of its range that independent or evenly spread units have: of mutual
//! information near 0, of an entropy near its highest value.

use std::f64::consts::LN_2;

use crate::cluster_sizes::ClusterSizes;
use crate::rounding::{ROUNDING, equal};
use crate::{ConfidenceLevel, Interval, NoInterval, PooledClusters, Statistic, noncentral};

/// A statistic as a divergence: its distance from the end of its range that it has if units are independent or evenly
/// spread.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Divergence {
    /// The number of units, counted once for each run.
    pub units: u64,
    /// The value without divergence: 0 for mutual information, the highest value for an entropy.
    pub none: f64,
    /// The value at complete divergence: the entropy of a variable for its mutual information, 0 for an entropy. At this
    /// value there is no interval, because resamples do not vary.
    pub full: f64,
    /// The greatest distance from `none` that the statistic can have.
    pub most: f64,
    /// The degrees of freedom of the divergence.
    pub freedom: u64,
    /// The bits of divergence that are 1 in the unit of the statistic.
    pub bits: f64,
}

/// The interval of a statistic that is a divergence D: all divergences whose noncentral chi-squared distribution has the
/// observed one between its outer quantiles. It reaches the end of the range if the data allow it, and corrects the bias
/// of the plug-in estimate. `whole` describes the statistic on all clusters; `units` returns the units that the counts of
/// a cluster count.
///
/// # Formula
/// `D / s` is noncentral chi-squared with `freedom` degrees, around `d / s` for the true d. For independent
/// units near 0, `s = 1 / (2 N ln 2)` bits for N units, each counted once whatever the number of runs. Here `s = V / 4D`, with V the linearised variance of D over
/// clusters, so that the distribution has that variance: near 0 this is the scale of Rao and Scott in the
/// direction of the data, and far from 0 the interval becomes that of the delta method. s is at least `w /
/// (2 N ln 2)`, `w = min(1, 10 (freedom + 2) / (2 N D ln 2))`, since V is too low if few units show a
/// low D; and times `K / (K - 1 - freedom)` for the K clusters that V is estimated from. The upper end is
/// that of the expected D without divergence, if D is below it. The level is expanded for K clusters.
///
/// # Errors
/// [`NoInterval::FewClusters`]; [`NoInterval::Constant`] if the statistic cannot vary or has no value;
/// [`NoInterval::Full`] if it is `full`.
///
/// # References
/// Kullback 1959, section 6; Rao and Scott 1981; Hesterberg 2015, section 4.5. The factors are chosen by
/// simulation.
pub fn divergence_interval(
    clusters: &PooledClusters,
    statistic: &Statistic<'_>,
    whole: Divergence,
    units: impl Fn(&[u32]) -> u64,
    level: ConfidenceLevel,
) -> Result<Interval, NoInterval> {
    let sums = clusters.sums();
    let value = statistic(&sums).ok_or(NoInterval::Constant)?;
    let sizes = ClusterSizes::new(clusters, units);
    if whole.freedom == 0 {
        return Err(NoInterval::Constant);
    }
    if equal(value, whole.full) {
        return Err(NoInterval::Full);
    }
    if !sizes.are_enough() {
        return Err(NoInterval::FewClusters);
    }
    // Several runs have the same units.
    let number = whole.units as f64 / clusters.times() as f64;
    let freedom = whole.freedom as f64;
    let clustered = sizes.clusters as f64;
    let variance = linearised(clusters, statistic, &sums).ok_or(NoInterval::Constant)?;
    let variance = clustered / (clustered - 1.0) * variance;
    let divergence = (value - whole.none).abs();
    let independent = 1.0 / (2.0 * number * LN_2 * whole.bits);
    let scale = if divergence > ROUNDING && variance > 0.0 {
        let weight = (10.0 * (freedom + 2.0) * independent / divergence).min(1.0);
        (variance / (4.0 * divergence)).max(weight * independent)
    } else {
        independent * sizes.squares / number
    };
    let scale = scale * clustered / (clustered - 1.0 - freedom).max(clustered / 4.0);
    let observed = divergence / scale;
    let tail = level.expanded(sizes.clusters).tail();
    let end = |x, p| (scale * noncentral::noncentrality(freedom, x, p)).min(whole.most);
    let (near, far) = (end(observed, 1.0 - tail), end(observed.max(freedom), tail));
    // The statistic itself may be below the bias that is corrected.
    let (near, far) = (near.min(divergence), far.max(divergence));
    Ok(match whole.none > 0.0 {
        true => Interval { lower: whole.none - far, upper: whole.none - near },
        false => Interval { lower: near, upper: far },
    })
}

/// The variance of a statistic over clusters, by its central difference in the counts of each.
fn linearised(clusters: &PooledClusters, statistic: &Statistic<'_>, sums: &[u64]) -> Option<f64> {
    /// The counts are multiplied up to this sum, which does not change a statistic of shares. One cluster is then a change
    /// so small that its square is negligible, and so large that rounding is.
    const FINE: u64 = 200_000;
    let total: u64 = sums.iter().sum();
    let times = FINE.div_ceil(total.max(1));
    let mut moved = vec![0; sums.len()];
    let mut variance = 0.0;
    for (counts, clusters) in clusters.iter() {
        let mut with = |sign: i64| {
            for ((moved, sum), count) in moved.iter_mut().zip(sums).zip(counts) {
                *moved = sum.saturating_mul(times).saturating_add_signed(sign * i64::from(*count));
            }
            statistic(&moved)
        };
        let change = (with(1)? - with(-1)?) / 2.0 * times as f64;
        variance += change * change * clusters as f64;
    }
    Some(variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVEL: ConfidenceLevel = ConfidenceLevel::NINETY_FIVE;

    /// The entropy of two counts.
    fn entropy(sums: &[u64]) -> Option<f64> {
        let total = (sums[0] + sums[1]) as f64;
        let term = |count: u64| match count as f64 / total {
            0.0 => 0.0,
            share => -share * share.log2(),
        };
        Some(term(sums[0]) + term(sums[1]))
    }

    fn of<const N: usize>(counts: [([u32; 2], u64); N]) -> Result<Interval, NoInterval> {
        let clusters = PooledClusters::new(2, counts).unwrap();
        let units = |counts: &[u32]| u64::from(counts[0]) + u64::from(counts[1]);
        let whole = Divergence {
            units: clusters.sums().iter().sum(),
            none: 1.0,
            full: 0.0,
            most: 1.0,
            freedom: 1,
            bits: 1.0,
        };
        divergence_interval(&clusters, &entropy, whole, units, LEVEL)
    }

    #[test]
    fn the_entropy_of_independent_units_is_near_that_of_the_ends_of_their_share() {
        // Of 240 of 400 positive, in [0.551, 0.647] by Wilson: H is in [0.937, 0.992]. Here, in Python:
        // n, k, p = 400, 400, .6; d = 1 - h(p); v = n/(n-1) * p*(1-p) * log2(p/(1-p))**2 / n
        // s = v/(4*d) * k/(k-2); a = norm.sf(t.ppf(.975, n-1) * (n/(n-1))**.5)
        // [1 - s * chndtrinc(d/s, 1, q) for q in (a, 1 - a)]
        let ours = of([([1, 0], 240), ([0, 1], 160)]).unwrap();
        assert!((ours.lower - LOWER).abs() < 1e-5 && (ours.upper - UPPER).abs() < 1e-5, "{ours:?}");
    }

    #[test]
    fn at_the_highest_value_there_is_a_width() {
        let ours = of([([1, 0], 200), ([0, 1], 200)]).unwrap();
        assert_eq!(ours.upper, 1.0);
        assert!((0.97..0.995).contains(&ours.lower), "{ours:?}");
        // The same units in clusters of four copies: four times as far.
        let clustered = of([([4, 0], 50), ([0, 4], 50)]).unwrap();
        let ratio = (1.0 - clustered.lower) / (1.0 - ours.lower);
        assert!((3.8..4.6).contains(&ratio), "{clustered:?}");
    }

    #[test]
    fn where_there_is_none() {
        assert_eq!(of([([1, 0], 5), ([0, 1], 4)]), Err(NoInterval::FewClusters));
        assert_eq!(of([([1, 0], 50)]), Err(NoInterval::Full));
        assert!(of([([1, 0], 6), ([0, 1], 4)]).is_ok());
    }

    const LOWER: f64 = 0.93536283;
    const UPPER: f64 = 0.99249363;
}
