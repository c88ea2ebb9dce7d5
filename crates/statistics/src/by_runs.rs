//! The clusters of one system, run by run.

use std::borrow::Cow;

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::influence::{Moments, derivatives};
use crate::undefined::Undefined;
use crate::{ConfidenceLevel, Interval, NoInterval, PooledClusters, Question, Statistic};

/// Clusters with the counts of each run of one system side by side, all of the same width. Runs are repetitions, such as
/// trainings with other seeds, on the same units. So several runs are not further units: [`together`](Self::together) adds
/// up their counts and states how often each unit is counted.
#[derive(Debug, Clone, Copy)]
pub struct ByRuns<'c> {
    clusters: &'c PooledClusters,
    runs: usize,
}

impl<'c> ByRuns<'c> {
    /// Clusters of a system with `runs` runs: each vector holds the counts of the first run, then those of the second, and
    /// so on. 0 runs are taken as 1.
    #[must_use]
    pub fn new(clusters: &'c PooledClusters, runs: usize) -> Self {
        Self { clusters, runs: runs.max(1) }
    }

    /// The number of runs, at least 1.
    #[must_use]
    pub fn runs(self) -> usize {
        self.runs
    }

    /// The number of counts of each run.
    fn width(self) -> usize {
        self.clusters.width() / self.runs
    }

    /// The clusters with the counts of all runs side by side.
    #[must_use]
    pub fn clusters(self) -> &'c PooledClusters {
        self.clusters
    }

    /// Whether all runs have the same counts in each cluster, so that they are one run.
    #[must_use]
    pub fn are_alike(self) -> bool {
        let width = self.width().max(1);
        self.clusters.iter().all(|(counts, _)| {
            let (first, others) = counts.split_at(width.min(counts.len()));
            others.chunks_exact(width).all(|run| run == first)
        })
    }

    /// The clusters with the counts of all runs added up, each unit counted as often as there are runs. If all runs are
    /// [alike](Self::are_alike), the counts of one of them.
    #[must_use]
    pub fn together(self) -> Cow<'c, PooledClusters> {
        if self.runs == 1 {
            return Cow::Borrowed(self.clusters);
        }
        let width = self.width();
        if self.are_alike() {
            let first = self.clusters.project(width, |counts| counts[..width].to_vec());
            return Cow::Owned(first.unwrap_or_else(|_| PooledClusters::empty(width)));
        }
        let added = self.clusters.project(width, |counts| {
            let mut sums = vec![0; width];
            for counts in counts.chunks_exact(width.max(1)) {
                sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            }
            sums
        });
        let added = added.unwrap_or_else(|_| PooledClusters::empty(width));
        Cow::Owned(added.counted(self.runs as u64 * self.clusters.times()))
    }

    /// The counts of all runs added up over all clusters.
    #[must_use]
    pub fn sums(self) -> Vec<u64> {
        let mut sums = vec![0; self.width()];
        for counts in self.clusters.sums().chunks_exact(self.width().max(1)) {
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        sums
    }

    /// The value of a statistic on each run.
    fn values(self, measure: &Statistic<'_>) -> Option<Vec<f64>> {
        let sums = self.clusters.sums();
        sums.chunks_exact(self.width().max(1)).map(measure).collect()
    }

    /// How a statistic varies between the runs, which are a sample of all runs that there could be. `None` if there is one
    /// run, or if all runs are [alike](Self::are_alike).
    ///
    /// # Errors
    /// [`Undefined::NoValue`] if the statistic has no value on a run.
    pub fn spread(self, measure: &Statistic<'_>) -> Result<Option<RunSpread>, Undefined> {
        if self.runs == 1 || self.are_alike() {
            return Ok(None);
        }
        let values = self.values(measure).ok_or(Undefined::NoValue)?;
        let of_clusters = self.variance_of_clusters(measure);
        Ok(Some(RunSpread::new(&values, of_clusters)))
    }

    /// The interval of a statistic on these runs (`interval`), widened for all runs that there could be if `question` is
    /// [`Question::Methods`]; see [`RunSpread::widened`].
    ///
    /// # Errors
    /// [`NoInterval::RunWithoutValue`] if the statistic has no value on a run.
    pub fn widened(
        self,
        measure: &Statistic<'_>,
        interval: Interval,
        question: Question,
        level: ConfidenceLevel,
    ) -> Result<Interval, NoInterval> {
        if question == Question::Models {
            return Ok(interval);
        }
        let spread = self.spread(measure).map_err(|_| NoInterval::RunWithoutValue)?;
        let Some(spread) = spread else { return Ok(interval) };
        let value = measure(&self.sums()).ok_or(NoInterval::RunWithoutValue)?;
        Ok(spread.widened(interval, value, level.significance()))
    }

    /// The variance between runs that the sampling of clusters alone brings about: that of single runs about their mean.
    fn variance_of_clusters(self, measure: &Statistic<'_>) -> f64 {
        let (width, runs) = (self.width(), self.runs as f64);
        let clusters = self.clusters.clusters() as f64;
        // One cluster alone does not vary.
        if clusters < 2.0 {
            return 0.0;
        }
        let slopes = derivatives(measure, &self.sums());
        let mut single = vec![Moments::default(); self.runs];
        for (counts, times) in self.clusters.iter() {
            // Of each run, as if it were all that the system has.
            let dot = |counts: &[u32]| -> f64 {
                let products = slopes.iter().zip(counts).map(|(slope, n)| slope * f64::from(*n));
                runs * products.sum::<f64>()
            };
            let of_runs: Vec<f64> = counts.chunks_exact(width.max(1)).map(dot).collect();
            let mean = of_runs.iter().sum::<f64>() / runs;
            for (moments, influence) in single.iter_mut().zip(of_runs) {
                moments.add(influence - mean, times as f64);
            }
        }
        let centred: f64 = single.iter().map(|moments| moments.centred(clusters)).sum();
        clusters / (clusters - 1.0) * centred / (runs - 1.0)
    }
}

/// How a statistic varies between the runs of a system.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunSpread {
    runs: f64,
    /// The variance of its values on the runs, with n - 1.
    variance: f64,
    /// The part of that variance which the sampling of clusters brings about.
    of_clusters: f64,
}

impl RunSpread {
    pub(crate) fn new(values: &[f64], of_clusters: f64) -> Self {
        let runs = values.len() as f64;
        let mean = values.iter().sum::<f64>() / runs;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Self { runs, variance: squares / (runs - 1.0), of_clusters }
    }

    /// The square of the distance that the mean over `runs` runs may have from the mean over all runs that there could be,
    /// at a level of significance in (0, 1), beyond what the sampling of clusters explains. At least 0.
    ///
    /// # Formula
    /// `t^2 max(0, s^2 - c e^2) / k` with s the standard deviation between the runs, `e^2` the part of its square that comes from
    /// the clusters, and t the quantile of Student's distribution at one degree of freedom less than there are runs. Since
    /// s and e are estimates, only a part `c = min(1/2, (runs - 1) / 4)` of `e^2` is subtracted: all of it would leave
    /// too little if a few runs happen to agree.
    pub fn square(self, runs: usize, significance: f64) -> f64 {
        let share = ((self.runs - 1.0) / 4.0).min(0.5);
        let beyond = (self.variance - share * self.of_clusters).max(0.0);
        let student = StudentsT::new(0.0, 1.0, self.runs - 1.0);
        let t = student.map_or(0.0, |student| student.inverse_cdf(1.0 - significance / 2.0));
        if beyond > 0.0 { t * t * beyond / runs as f64 } else { 0.0 }
    }

    /// The variance of the mean over `runs` runs, beyond what the sampling of clusters explains.
    pub(crate) fn of_mean(self, runs: usize) -> f64 {
        (self.variance - self.of_clusters).max(0.0) / runs as f64
    }

    /// The interval of the value on these runs, widened for all runs that there could be.
    ///
    /// # Formula
    /// `x - sqrt((x - l)^2 + r)` to `x + sqrt((u - x)^2 + r)` for the value x with the interval l to u and r the
    /// [`square`](Self::square): the interval of a sum of two independent terms, recovered from theirs.
    ///
    /// # References
    /// Graybill and Wang 1980; Zou and Donner 2008.
    pub fn widened(self, interval: Interval, value: f64, significance: f64) -> Interval {
        let square = self.square(self.runs as usize, significance);
        let reach = |distance: f64| (distance.max(0.0).powi(2) + square).sqrt();
        Interval {
            lower: value - reach(value - interval.lower),
            upper: value + reach(interval.upper - value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SideBySide;
    use crate::testing::{accuracy, runs};

    fn close(ours: f64, expected: f64) {
        assert!((ours - expected).abs() < 1e-12, "{ours} {expected}");
    }

    #[test]
    fn runs_vary_beyond_what_units_explain() {
        // for x in (numpy.array(first), numpy.array(second)): k = len(x); e = x - x.mean(0)
        //     s2 = x.mean(1).var(ddof=1); e2 = sum(y.var(ddof=1) for y in e) / 10 / (k - 1)
        //     s2, e2, scipy.stats.t.ppf(.975, k - 1)**2 * max(0, s2 - min(.5, (k - 1) / 4) * e2) / k
        let clusters = runs();
        let sides = SideBySide::new(&clusters, [3, 2]).unwrap();
        let [first, second] = sides.spreads(&accuracy).unwrap().map(Option::unwrap);
        close(first.variance, 0.03);
        close(first.of_clusters, 0.015_185_185_185_185_185);
        assert!((first.square(3, 0.05) - 0.138_274_770_496_992_65).abs() < 1e-9);
        close(second.variance, 0.02);
        close(second.of_clusters, 0.008_888_888_888_888_892);
        assert!((second.square(2, 0.05) - 1.435_090_122_645_229).abs() < 1e-9);
    }

    #[test]
    fn runs_that_answer_alike_are_one() {
        let one = [([1, 3, 0, 2], 4), ([0, 1, 5, 2], 1), ([2, 2, 0, 0], 5)];
        let copied = one.map(|(counts, times)| (counts.repeat(10), times));
        let one = PooledClusters::new(4, one).unwrap();
        let copied = PooledClusters::new(40, copied).unwrap();
        let by_runs = ByRuns::new(&copied, 10);
        assert_eq!(*by_runs.together(), one);
        assert_eq!(by_runs.spread(&accuracy), Ok(None));
    }

    #[test]
    fn an_interval_is_widened_by_squares() {
        // Runs .6, .7 and .8, of which clusters explain nothing: t = 4.302 652 73, t^2 * .01 / 3 = .061 709.
        let spread = RunSpread::new(&[0.6, 0.7, 0.8], 0.0);
        let widened = spread.widened(Interval { lower: 0.6, upper: 0.75 }, 0.7, 0.05);
        assert!((widened.lower - (0.7 - (0.01_f64 + 0.061_709_4).sqrt())).abs() < 1e-6);
        assert!((widened.upper - (0.7 + (0.0025_f64 + 0.061_709_4).sqrt())).abs() < 1e-6);
    }
}
