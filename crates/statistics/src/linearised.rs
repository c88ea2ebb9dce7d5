//! A combination of one statistic of two systems, its standard error and Student's t.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::fisher::{Scaled, on_fishers_scale, scaled};
use crate::influence::{Moments, gradient, value};
use crate::{ConfidenceLevel, Interval, NoInterval, SideBySide, Statistic, UncertaintyError};

/// Clusters that vary by less vary by what rounding leaves.
const ROUNDING: f64 = 1e-12;

/// A combination of the values of a statistic for two systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Combination {
    /// The first value minus the second.
    Difference,
    /// The sum of both values.
    Sum,
}

impl Combination {
    pub(crate) fn sign(self) -> f64 {
        match self {
            Self::Difference => -1.0,
            Self::Sum => 1.0,
        }
    }
}

/// An estimate of a combination of two values with its standard error, for Student's t.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Linearised {
    /// The combination of the values, in the unit of the statistic.
    pub estimate: f64,
    /// The standard error of the estimate between clusters; 0 if they do not vary.
    pub error: f64,
    /// The degrees of freedom of the standard error.
    pub freedom: f64,
}

impl Linearised {
    /// The two-sided p-value of the null hypothesis that the true combination is `value`; `None` if the clusters do not vary.
    #[must_use]
    pub(crate) fn p(&self, value: f64) -> Option<f64> {
        let student = self.student()?;
        let size = (self.estimate - value).abs() / self.error;
        Some((2.0 * student.cdf(-size)).clamp(f64::MIN_POSITIVE, 1.0))
    }

    /// The values that the test does not reject at a level of significance; `None` if the clusters do not vary.
    #[must_use]
    pub(crate) fn interval(&self, significance: f64) -> Option<Interval> {
        let reach = self.student()?.inverse_cdf(1.0 - significance / 2.0) * self.error;
        let (lower, upper) = (self.estimate - reach, self.estimate + reach);
        reach.is_finite().then_some(Interval { lower, upper })
    }

    /// The interval of a statistic with a lowest and a highest value (`range`), on Fisher's scale of that range.
    ///
    /// # Errors
    /// [`NoInterval::Constant`] if the clusters do not vary.
    pub fn within(&self, range: [f64; 2], level: ConfidenceLevel) -> Result<Interval, NoInterval> {
        let [lowest, highest] = range;
        let error = 2.0 * self.error / (highest - lowest);
        let value = Scaled { value: scaled(self.estimate, range), error, freedom: self.freedom };
        on_fishers_scale(value, range, level)
    }

    fn student(&self) -> Option<StudentsT> {
        // From a million degrees on it is the normal distribution to six digits.
        let freedom = self.freedom.min(1e6);
        StudentsT::new(0.0, 1.0, freedom).ok().filter(|_| self.error > ROUNDING)
    }
}

/// The combination of the values of a statistic for two systems, over clusters as a sample and fixed runs. The value of a
/// system is that of the counts of its runs added up.
///
/// # Formula
/// With the influence `u = grad f(A) a + s grad f(B) b` of each of n clusters (s is 1 for the sum and -1
/// for the difference, gradients by differences of one count), `SE^2 = n/(n-1) sum (u - mean u)^2`, with
/// n - 1 degrees of freedom.
///
/// # Errors
/// [`UncertaintyError::FewClusters`], and [`UncertaintyError::Undefined`] if the statistic has no value for a system.
pub(crate) fn linearised(
    sides: &SideBySide<'_>,
    measure: &Statistic<'_>,
    combination: Combination,
) -> Result<Linearised, UncertaintyError> {
    let halves = sides.halves();
    halves.enough()?;
    let sums = halves.sums();
    let (first, second) = sums.split_at(sides.width());
    let values = [value(measure, first)?, value(measure, second)?];
    let mut slopes = Vec::new();
    let mut gradients = Vec::new();
    for ((sums, value), sign) in
        [first, second].into_iter().zip(values).zip([1.0, combination.sign()])
    {
        gradient(measure, &mut sums.to_vec(), 0..sums.len(), value, &mut slopes);
        gradients.extend(slopes.iter().map(|slope| sign * slope));
    }
    let mut influences = Moments::default();
    for (counts, times) in halves.iter() {
        let products = gradients.iter().zip(counts).map(|(slope, count)| slope * f64::from(*count));
        influences.add(products.sum(), times as f64);
    }
    let clusters = halves.clusters() as f64;
    let variance = clusters / (clusters - 1.0) * influences.centred(clusters);
    let estimate = values[0] + combination.sign() * values[1];
    Ok(Linearised { estimate, error: variance.sqrt(), freedom: clusters - 1.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PooledClusters;
    use crate::testing::{accuracy, runs};

    fn close(ours: f64, expected: f64) {
        assert!((ours - expected).abs() < 1e-9, "{ours} {expected}");
    }

    #[test]
    fn of_single_runs_it_is_the_paired_t_test() {
        // a, b = [1] * 4 + [0] + [1] * 5 + [0] * 2, [0] * 4 + [1] + [1] * 5 + [0] * 2
        // r = scipy.stats.ttest_rel(a, b); r.pvalue, r.confidence_interval(.95)
        let clusters = [([1, 1, 0, 1], 4), ([0, 1, 1, 1], 1), ([1, 1, 1, 1], 5), ([0, 1, 0, 1], 2)];
        let clusters = PooledClusters::new(4, clusters).unwrap();
        let sides = SideBySide::new(&clusters, [1, 1]).unwrap();
        let ours = linearised(&sides, &accuracy, Combination::Difference).unwrap();
        close(ours.p(0.0).unwrap(), 0.191_054_298_096_569_32);
        let interval = ours.interval(0.05).unwrap();
        close(interval.lower, -0.144_934_081_750_497_82);
        close(interval.upper, 0.644_934_081_750_497_8);
    }

    #[test]
    fn the_sum_of_several_runs_has_their_mean() {
        // a, b = numpy.array(first), numpy.array(second); n = 10; d = a.mean(0) - b.mean(0); s = a.mean(0) + b.mean(0)
        // d.mean(), (d.var(ddof=1) / n)**.5; s.mean(), (s.var(ddof=1) / n)**.5
        let clusters = runs();
        let sides = SideBySide::new(&clusters, [3, 2]).unwrap();
        let difference = linearised(&sides, &accuracy, Combination::Difference).unwrap();
        close(difference.estimate, 0.3);
        close(difference.error, 0.166_295_883_856_619_61);
        close(difference.p(0.0).unwrap(), 0.104_723_195_944_699_2);
        let sum = linearised(&sides, &accuracy, Combination::Sum).unwrap();
        close(sum.estimate, 1.1);
        close(sum.error, 0.191_162_783_712_058_4);
    }

    #[test]
    fn clusters_that_do_not_vary_decide_nothing() {
        let clusters = PooledClusters::new(4, [([1, 1, 0, 1], 9)]).unwrap();
        let sides = SideBySide::new(&clusters, [1, 1]).unwrap();
        let ours = linearised(&sides, &accuracy, Combination::Difference).unwrap();
        assert_eq!((ours.p(0.0), ours.interval(0.05)), (None, None));
    }
}
