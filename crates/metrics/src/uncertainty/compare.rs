//! The comparison of two systems that phenom makes by default.

use super::{
    ConfidenceLevel, Interval, PooledClusters, Resampling, SignFlip, Statistic, Studentised,
    UncertaintyError, bootstrap, sign_flip,
};
use crate::Value;

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
    /// The resamples on which the difference has no value.
    pub undefined: usize,
    /// How many clusters there are.
    pub clusters: u64,
}

impl Comparison {
    /// The p-value that phenom reports and adjusts.
    #[must_use]
    pub fn p_value(&self) -> f64 {
        self.test.mid_p
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
    Ok(Comparison {
        first: measure(first)?,
        second: measure(second)?,
        test,
        interval: replicates
            .first()
            .and_then(|it| it.percentile(level.expanded(clusters.clusters()))),
        undefined: replicates.first().map_or(0, |it| it.undefined),
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

/// What a comparison says of the first system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Its value is the higher one.
    Higher,
    /// Its value is the lower one.
    Lower,
    /// It cannot be told.
    CannotTell,
}

impl Verdict {
    /// The verdict of a difference (first minus second) and its p-value, which should be adjusted for
    /// the family; nothing can be told without one.
    #[must_use]
    pub fn new(difference: f64, p_adjusted: Option<f64>, level: ConfidenceLevel) -> Self {
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
    use crate::uncertainty::testing::{accuracy, correlation};

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
        let verdict = Verdict::new(ours.test.difference, Some(ours.p_value()), level);
        assert_eq!(verdict, Verdict::Higher);
        assert_eq!(Verdict::new(-0.2, Some(0.05), level), Verdict::Lower);
        assert_eq!(Verdict::new(-0.2, Some(0.06), level), Verdict::CannotTell);
        assert_eq!(Verdict::new(-0.2, None, level), Verdict::CannotTell);
    }

    #[test]
    fn a_measure_without_value_is_no_comparison() {
        let clusters = PooledClusters::new(8, [([1, 1, 0, 1, 1, 1, 1, 1], 5)]).unwrap();
        let ours =
            compare(&clusters, &correlation, ConfidenceLevel::NINETY_FIVE, &Resampling::default());
        assert_eq!(ours, Err(UncertaintyError::Undefined(crate::Undefined::Infinite)));
    }
}
