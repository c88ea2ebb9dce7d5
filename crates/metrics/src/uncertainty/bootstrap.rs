//! The cluster bootstrap.

use super::resampling::ClusterDraw;
use super::{
    ConfidenceLevel, Interval, PooledClusters, Resampling, Statistic, UncertaintyError, normal,
};
use crate::Value;

/// Resamples original pairs with everything derived from them, and computes several statistics on
/// the same resamples.
///
/// The clusters are drawn with replacement, as many as there are: a multinomial draw over the distinct
/// vectors of counts. The replicates of each statistic are returned in the order of the statistics.
///
/// # Errors
/// [`UncertaintyError::FewClusters`] below two clusters, [`UncertaintyError::NoResamples`].
///
/// # References
/// Efron and Tibshirani 1993; Davison and Hinkley 1997, section 3.8 (clusters).
pub fn bootstrap(
    clusters: &PooledClusters,
    statistics: &[&Statistic<'_>],
    resampling: &Resampling,
) -> Result<Vec<Replicates>, UncertaintyError> {
    clusters.enough()?;
    let draw = ClusterDraw::new(clusters);
    let scratch = || (draw.scratch(), vec![0; clusters.width()]);
    let rows = resampling.rows(statistics.len(), scratch, |(drawn, sums), random, row| {
        draw.draw(random, drawn, sums);
        for (cell, statistic) in row.iter_mut().zip(statistics) {
            *cell = statistic(sums).ok();
        }
    })?;
    let sums = clusters.sums();
    let replicates = statistics.iter().enumerate().map(|(column, statistic)| {
        let drawn = rows.iter().skip(column).step_by(statistics.len());
        let mut values: Vec<f64> = drawn.copied().flatten().collect();
        values.sort_unstable_by(f64::total_cmp);
        Replicates {
            estimate: statistic(&sums),
            undefined: resampling.resamples - values.len(),
            values,
            acceleration: acceleration(clusters, &sums, statistic),
        }
    });
    Ok(replicates.collect())
}

/// A statistic on all clusters, and on the resamples of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Replicates {
    /// The statistic of the clusters as they are.
    pub estimate: Value,
    /// The resamples on which the statistic has no value. They are left out of everything below: the
    /// more they are, the less an interval means.
    pub undefined: usize,
    values: Vec<f64>,
    acceleration: f64,
}

impl Replicates {
    /// The statistic on the resamples, in ascending order.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Whether all resamples have the same value, so that an interval has no width. That happens
    /// where all clusters are equal (all answers right): it does not say that the value is certain.
    #[must_use]
    pub fn is_constant(&self) -> bool {
        self.values.first() == self.values.last()
    }

    /// The interval by the method that phenom takes by default.
    #[must_use]
    pub fn interval(&self, level: ConfidenceLevel) -> Option<Interval> {
        self.percentile(level)
    }

    /// The interval between the quantiles of the resamples; nothing where the statistic has no value
    /// on the clusters as they are, or on any resample.
    #[must_use]
    pub fn percentile(&self, level: ConfidenceLevel) -> Option<Interval> {
        self.between(level.tail(), 1.0 - level.tail())
    }

    /// The interval between quantiles that are moved for the bias and the skewness of the statistic
    /// (BCa).
    ///
    /// # Formula
    /// The quantiles at `Phi(z0 + (z0 + z) / (1 - a (z0 + z)))` for the normal quantiles z of the
    /// level, with z0 the normal quantile of the share of resamples below the estimate (half of those
    /// equal to it included), and a the acceleration: a sixth of the skewness of the jackknife values
    /// over clusters.
    ///
    /// # References
    /// Efron 1987.
    #[must_use]
    pub fn bias_corrected(&self, level: ConfidenceLevel) -> Option<Interval> {
        let estimate = *self.estimate.as_ref().ok()?;
        let below = self.values.partition_point(|&it| it < estimate);
        let equal = self.values.partition_point(|&it| it <= estimate) - below;
        let share = (below as f64 + equal as f64 / 2.0) / self.values.len() as f64;
        let bias = normal::quantile(share);
        if !bias.is_finite() {
            // The estimate lies outside all resamples: there is nothing to correct by.
            return self.percentile(level);
        }
        let moved = |p: f64| {
            let z = bias + normal::quantile(p);
            normal::cumulative(bias + z / (1.0 - self.acceleration * z))
        };
        self.between(moved(level.tail()), moved(1.0 - level.tail()))
    }

    /// The standard deviation of the resamples; nothing below two of them.
    #[must_use]
    pub fn standard_error(&self) -> Option<f64> {
        if self.values.len() < 2 {
            return None;
        }
        let count = self.values.len() as f64;
        let mean = self.values.iter().sum::<f64>() / count;
        let squares: f64 = self.values.iter().map(|it| (it - mean).powi(2)).sum();
        Some((squares / (count - 1.0)).sqrt())
    }

    fn between(&self, lower: f64, upper: f64) -> Option<Interval> {
        if self.estimate.is_err() || self.values.is_empty() {
            return None;
        }
        let quantile = |p| normal::sample_quantile(&self.values, p);
        Some(Interval { lower: quantile(lower), upper: quantile(upper) })
    }
}

/// A sixth of the skewness of the values without each of the clusters; 0 where it is not defined.
fn acceleration(clusters: &PooledClusters, sums: &[u64], statistic: &Statistic<'_>) -> f64 {
    let mut values: Vec<(f64, f64)> = Vec::with_capacity(clusters.distinct());
    let mut without = sums.to_vec();
    for (counts, multiplicity) in clusters.iter() {
        for ((rest, sum), count) in without.iter_mut().zip(sums).zip(counts) {
            *rest = sum - u64::from(*count);
        }
        if let Ok(value) = statistic(&without) {
            values.push((value, multiplicity as f64));
        }
    }
    let count: f64 = values.iter().map(|(_, weight)| weight).sum();
    let mean = values.iter().map(|(value, weight)| value * weight).sum::<f64>() / count;
    let moment = |power: i32| -> f64 {
        values.iter().map(|(value, weight)| weight * (mean - value).powi(power)).sum()
    };
    let acceleration = moment(3) / (6.0 * moment(2).powf(1.5));
    if acceleration.is_finite() { acceleration } else { 0.0 }
}
