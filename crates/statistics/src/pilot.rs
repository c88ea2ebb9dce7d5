//! Sample size and power for the comparison of two systems, from how much their difference varies between clusters.

use std::ops::RangeInclusive;

use crate::{PooledClusters, UncertaintyError, normal};

/// A pilot sample from which larger test sets of the same kind are planned. It states how much the difference of two shares
/// varies between clusters. Plans are for a difference that the user states, not for the observed one.
///
/// ```
/// use phenom_statistics::{Pilot, PooledClusters};
///
/// // Right units and units of the first system, then of the second, and the number of such clusters.
/// let clusters = [([1, 1, 0, 1], 15), ([0, 1, 1, 1], 12), ([1, 1, 1, 1], 60)];
/// let pilot = Pilot::new(&PooledClusters::new(4, clusters)?, 1)?;
/// let needed = pilot.units_needed(0.1, 0.05, 0.8).expect("enough clusters differ");
/// assert!((200..300).contains(&needed.expected));
/// // With 87 units, a difference of 10 points is not significant with a probability of 80 %.
/// assert!(pilot.smallest_difference(87, 0.05, 0.8).is_some_and(|difference| difference > 0.1));
/// # Ok::<(), phenom_statistics::UncertaintyError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pilot {
    clusters: f64,
    units: f64,
    /// The mean over clusters of the square of the difference of right units by the mean number of units
    /// of a cluster.
    square: f64,
    /// The standard error of that mean, as a share of it.
    relative_error: f64,
}

/// The number of units that a test needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitsNeeded {
    /// The number by the estimated variance.
    pub expected: u64,
    /// The numbers by the ends of the 95 % interval of the variance.
    pub range: RangeInclusive<u64>,
}

/// The level of the interval of the variance.
const RANGE: f64 = 0.95;

/// A range that spans more than this factor is not reported.
const WIDEST: u64 = 10;

impl Pilot {
    /// A pilot from clusters with four counts: right units and units of the first system, and then of the second, on the
    /// same units. Each unit is counted `times_counted` times, such as once for each run.
    ///
    /// # Errors
    /// [`UncertaintyError::FewClusters`] if there are fewer than two clusters.
    pub fn new(halves: &PooledClusters, times_counted: u64) -> Result<Self, UncertaintyError> {
        halves.enough()?;
        let clusters = halves.clusters() as f64;
        let units = halves.sums()[1] as f64;
        let (mut squares, mut fourths) = (0.0, 0.0);
        for (counts, times) in halves.iter() {
            let difference = f64::from(counts[0]) - f64::from(counts[2]);
            let square = (difference * clusters / units).powi(2);
            squares += times as f64 * square;
            fourths += times as f64 * square * square;
        }
        let square = squares / clusters;
        let variance = (fourths / clusters - square * square).max(0.0) / (clusters - 1.0);
        let units = units / times_counted as f64;
        let relative_error = if square > 0.0 { variance.sqrt() / square } else { 0.0 };
        Ok(Self { clusters, units, square, relative_error })
    }

    /// The number of units with which a two-sided test at a level of `significance` rejects with a probability of `power` if
    /// the shares differ by `difference`; all three are in (0, 1). `None` if `difference` is not above 0, if the systems
    /// differ on no cluster, or if so few clusters differ that the range spans more than a factor of ten.
    ///
    /// # Formula
    /// `n = (z(1 - alpha/2) sqrt(q) + z(power) sqrt(q - d^2))^2 / d^2` clusters, with q the mean square of
    /// the clusters' differences; times the units of a cluster. The range has q at both ends of its
    /// interval, taken on the logarithmic scale. Systems that differ by d are right on different units at
    /// least as often: q is no less than d² and d / (units of a cluster).
    ///
    /// # References
    /// Connor 1987 (independent units, of which q is the discordance).
    #[must_use]
    pub fn units_needed(
        &self,
        difference: f64,
        significance: f64,
        power: f64,
    ) -> Option<UnitsNeeded> {
        let (factor, quantiles) = (self.factor()?, quantiles(significance, power));
        let needed = |square: f64| {
            let clusters = self.clusters_needed(square, difference, quantiles)?;
            Some((clusters * self.units / self.clusters).ceil().max(1.0) as u64)
        };
        let (least, most) = (needed(self.square / factor)?, needed(self.square * factor)?);
        let expected = needed(self.square)?;
        (most <= least.saturating_mul(WIDEST))
            .then_some(UnitsNeeded { expected, range: least..=most })
    }

    /// The smallest difference of the shares, in (0, 1], for which a test of `units` units of this kind rejects with a
    /// probability of `power`. `None` if the systems differ on no cluster, or no difference is large enough.
    #[must_use]
    pub fn smallest_difference(&self, units: u64, significance: f64, power: f64) -> Option<f64> {
        self.factor()?;
        let quantiles = quantiles(significance, power);
        let clusters = units as f64 * self.clusters / self.units;
        let enough = |difference: f64| {
            self.clusters_needed(self.square, difference, quantiles)
                .is_some_and(|needed| needed <= clusters)
        };
        let (mut lower, mut upper) = (0.0, 1.0);
        if !enough(upper) {
            return None;
        }
        for _ in 0..50 {
            let middle = f64::midpoint(lower, upper);
            if enough(middle) {
                upper = middle;
            } else {
                lower = middle;
            }
        }
        Some(upper)
    }

    /// The number of clusters that is needed with this mean square, by the [`quantiles`] of a test.
    fn clusters_needed(
        &self,
        square: f64,
        difference: f64,
        [of_test, of_power]: [f64; 2],
    ) -> Option<f64> {
        if difference <= 0.0 {
            return None;
        }
        let within = difference * difference;
        let square = square.max(within).max(difference * self.clusters / self.units);
        let test = of_test * square.sqrt();
        let reach = of_power * (square - within).sqrt();
        Some(((test + reach) / difference).powi(2))
    }

    /// By what the mean square may be off, up and down.
    fn factor(&self) -> Option<f64> {
        let z = -normal::quantile((1.0 - RANGE) / 2.0);
        (self.square > 0.0).then_some((z * self.relative_error).exp())
    }
}

/// The standard normal quantiles of a two-sided test and of its power.
fn quantiles(significance: f64, power: f64) -> [f64; 2] {
    [-normal::quantile(significance / 2.0), normal::quantile(power)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(pilot: Pilot, difference: f64, significance: f64) -> Option<u64> {
        pilot.units_needed(difference, significance, 0.8).map(|needed| needed.expected)
    }

    /// 200 independent units, on 40 of which one system alone is right.
    fn independent() -> PooledClusters {
        let clusters = [([1, 1, 0, 1], 25), ([0, 1, 1, 1], 15), ([1, 1, 1, 1], 160)];
        PooledClusters::new(4, clusters).unwrap()
    }

    #[test]
    fn of_independent_units_it_is_connors_formula() {
        // z = scipy.stats.norm.ppf; q, d = 40 / 200, .05
        // ((z(.975) * q**.5 + z(.8) * (q - d**2)**.5) / d)**2
        let pilot = Pilot::new(&independent(), 1).unwrap();
        assert_eq!(expected(pilot, 0.05, 0.05), Some(626));
        let range = pilot.units_needed(0.05, 0.05, 0.8).unwrap().range;
        assert!(*range.start() < 626 - 100 && *range.end() > 626 + 100, "{range:?}");
        let smallest = pilot.smallest_difference(626, 0.05, 0.8).unwrap();
        assert!((smallest - 0.05).abs() < 1e-4, "{smallest}");
        // A stricter test needs more.
        assert!(expected(pilot, 0.05, 0.05 / 3.0) > Some(626));
    }

    #[test]
    fn dependent_units_need_more() {
        // The same, every unit standing twice in its cluster.
        let twice = independent()
            .project(4, |counts| counts.iter().map(|count| 2 * count).collect::<Vec<_>>());
        let (one, two) =
            (Pilot::new(&independent(), 1).unwrap(), Pilot::new(&twice.unwrap(), 1).unwrap());
        let [one, two] = [one, two].map(|pilot| expected(pilot, 0.05, 0.05).unwrap());
        assert!(two.abs_diff(2 * one) <= 2, "{one} {two}");
    }

    #[test]
    fn runs_are_not_counted_as_units() {
        let three = independent()
            .project(4, |counts| counts.iter().map(|count| 3 * count).collect::<Vec<_>>());
        let of = |pilot: Pilot| expected(pilot, 0.05, 0.05);
        assert_eq!(of(Pilot::new(&three.unwrap(), 3).unwrap()), Some(626));
    }

    #[test]
    fn where_nothing_can_be_said_nothing_is() {
        let same = PooledClusters::new(4, [([1, 1, 1, 1], 9)]).unwrap();
        let pilot = Pilot::new(&same, 1).unwrap();
        assert_eq!(pilot.units_needed(0.05, 0.05, 0.8), None);
        assert_eq!(pilot.smallest_difference(9, 0.05, 0.8), None);
        let pilot = Pilot::new(&independent(), 1).unwrap();
        assert_eq!(expected(pilot, 0.0, 0.05), None);
        assert_eq!(pilot.smallest_difference(3, 0.05, 0.8), None);
        let few = PooledClusters::new(4, [([1, 1, 0, 1], 1), ([1, 1, 1, 1], 5)]).unwrap();
        assert_eq!(Pilot::new(&few, 1).unwrap().units_needed(0.05, 0.05, 0.8), None);
        let one = PooledClusters::new(4, [([1, 1, 1, 1], 1)]).unwrap();
        assert_eq!(Pilot::new(&one, 1), Err(UncertaintyError::FewClusters(1)));
    }
}
