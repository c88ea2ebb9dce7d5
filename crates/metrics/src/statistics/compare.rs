//! The comparison of two systems that phenom makes by default.

use super::{
    ConfidenceLevel, Interval, PooledClusters, Replicates, Resampling, SignFlip, Statistic,
    Studentised, UncertaintyError, bootstrap, sign_flip,
};
use crate::undefined::Value;

/// Two systems on the same clusters, by one measure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Comparison {
    /// The measure of the first system.
    pub first: f64,
    /// The measure of the second system.
    pub second: f64,
    /// The test: its `difference` is the first minus the second.
    pub test: SignFlip,
    /// The interval of the difference, by paired cluster bootstrap; nothing where the measures have
    /// no value on any resample.
    pub interval: Option<Interval>,
    /// Two-sided, from the same bootstrap: twice the share of resamples on the other side of 0, the
    /// observed one counted in. For measures whose permutation distribution cannot be trusted, see
    /// [`cautious_p_value`](Self::cautious_p_value).
    pub bootstrap_p: f64,
    /// The resamples on which the difference has no value.
    pub undefined: usize,
    /// How many clusters there are.
    pub clusters: u64,
}

impl Comparison {
    /// The p-value that phenom reports and adjusts.
    #[must_use]
    pub(crate) fn p_value(&self) -> f64 {
        self.test.mid_p
    }

    /// The higher of the p-values of the permutation and of the bootstrap, for mutual information: where
    /// two systems tell much of gold in opposite directions, exchanging them leaves tables that tell
    /// nothing, and any difference looks extreme beside these. On systems that are alike both p-values
    /// are about the same.
    #[must_use]
    pub(crate) fn cautious_p_value(&self) -> f64 {
        self.test.mid_p.max(self.bootstrap_p)
    }
}

/// Compares two systems: the p-value of [`sign_flip`], studentised, by its mid-p; and the interval of
/// the difference by [`bootstrap`] of the same clusters, between the percentiles at the
/// [expanded](ConfidenceLevel::expanded) level (on differences, that of DI above all, these hold the
/// true value more reliably than bias-corrected ones). The interval and the test are made by different
/// means, so that near the threshold one may see a difference and the other not: the test decides. The vectors hold the counts of the first system and then those
/// of the second; the measure is a function of either half of the sums.
///
/// # Errors
/// As [`sign_flip`].
pub fn compare(
    clusters: &PooledClusters,
    measure: &Statistic<'_>,
    level: ConfidenceLevel,
    resampling: &Resampling,
) -> Result<Comparison, UncertaintyError> {
    let test = sign_flip(clusters, measure, Studentised::Yes, resampling)?;
    let sums = clusters.sums();
    let (first, second) = sums.split_at(clusters.width() / 2);
    let replicates = bootstrap(clusters, &[&difference(measure)], resampling)?;
    let bootstrap_p = replicates.first().map_or(1.0, Replicates::two_sided_p);
    Ok(Comparison {
        bootstrap_p,
        first: measure(first)?,
        second: measure(second)?,
        test,
        interval: replicates
            .first()
            .and_then(|replicates| replicates.percentile(level.expanded(clusters.clusters()))),
        undefined: replicates.first().map_or(0, |replicates| replicates.undefined),
        clusters: clusters.clusters(),
    })
}

/// The difference of a measure between two systems, as a statistic of paired clusters.
pub fn difference<'m>(measure: &'m Statistic<'m>) -> impl Fn(&[u64]) -> Value + Sync + 'm {
    move |sums| {
        let (first, second) = sums.split_at(sums.len() / 2);
        Ok(measure(first)? - measure(second)?)
    }
}

/// In which direction two values differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Direction {
    /// The first is the higher one.
    Higher,
    /// The first is the lower one.
    Lower,
    /// It cannot be told.
    CannotTell,
}

impl Direction {
    /// The direction of a difference (first minus second) and its p-value, which should be adjusted for
    /// the family; nothing can be told without one.
    #[must_use]
    pub(crate) fn new(difference: f64, p_adjusted: Option<f64>, level: ConfidenceLevel) -> Self {
        match p_adjusted {
            Some(p) if p <= level.significance() && difference > 0.0 => Self::Higher,
            Some(p) if p <= level.significance() && difference < 0.0 => Self::Lower,
            _ => Self::CannotTell,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::testing::{accuracy, correlation};

    #[test]
    fn the_pilot_studys_size_of_difference() {
        // 90 originals, 30 of which the first system alone solves, and 12 the second alone.
        let clusters = [([1, 1, 0, 1], 30), ([0, 1, 1, 1], 12), ([1, 1, 1, 1], 48)];
        let clusters = PooledClusters::new(4, clusters).unwrap();
        let level = ConfidenceLevel::NINETY_FIVE;
        let ours = compare(&clusters, &accuracy, level, &Resampling::default()).unwrap();
        assert_eq!((ours.clusters, ours.undefined, ours.test.informative), (90, 0, 42));
        assert!((ours.test.difference - 0.2).abs() < 1e-12);
        assert!((ours.first - ours.second - ours.test.difference).abs() < 1e-12);
        let interval = ours.interval.unwrap();
        // 0.2 +- 1.96 * sqrt((42/90 - 0.04) / 90), roughly.
        assert!((interval.lower - 0.065).abs() < 0.02 && (interval.upper - 0.335).abs() < 0.02);
        let direction = Direction::new(ours.test.difference, Some(ours.p_value()), level);
        assert_eq!(direction, Direction::Higher);
        assert_eq!(Direction::new(-0.2, Some(0.05), level), Direction::Lower);
        assert_eq!(Direction::new(-0.2, Some(0.06), level), Direction::CannotTell);
        assert_eq!(Direction::new(-0.2, None, level), Direction::CannotTell);
    }

    /// A system that is right on most pairs and one that is wrong on most tell about the same of gold.
    #[test]
    fn information_in_opposite_directions_is_no_difference() {
        use crate::measures::mutual_information::mutual_information;
        // Gold yes answered yes, no; gold no answered yes, no; of the first and of the second system.
        let clusters = [
            ([1, 0, 0, 0, 0, 1, 0, 0], 22),
            ([0, 1, 0, 0, 1, 0, 0, 0], 8),
            ([0, 0, 0, 1, 0, 0, 1, 0], 21),
            ([0, 0, 1, 0, 0, 0, 0, 1], 8),
            ([0, 0, 1, 0, 0, 0, 1, 0], 2),
        ];
        let clusters = PooledClusters::new(8, clusters).unwrap();
        let information = |sums: &[u64]| {
            let rows = [sums[..2].to_vec(), sums[2..].to_vec()];
            mutual_information(&crate::counts::ContingencyTable::from_rows(&rows).unwrap())
        };
        let level = ConfidenceLevel::NINETY_FIVE;
        let ours = compare(&clusters, &information, level, &Resampling::default()).unwrap();
        let interval = ours.interval.unwrap();
        assert!(interval.contains(0.0), "{interval:?}");
        assert!(ours.p_value() < 0.05, "exchanging alone sees one: {}", ours.p_value());
        assert!(ours.cautious_p_value() > 0.15, "{}", ours.cautious_p_value());
    }

    #[test]
    fn a_measure_without_value_is_no_comparison() {
        let clusters = PooledClusters::new(8, [([1, 1, 0, 1, 1, 1, 1, 1], 5)]).unwrap();
        let ours =
            compare(&clusters, &correlation, ConfidenceLevel::NINETY_FIVE, &Resampling::default());
        assert_eq!(ours, Err(UncertaintyError::Undefined(crate::undefined::Undefined::Infinite)));
    }
}
