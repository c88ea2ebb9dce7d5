//! Several runs of one system that differ by their random seed, on the same units.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::{ConfidenceLevel, Interval};

/// The mean and the variation of a statistic over several runs of a system.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OverRuns {
    /// The mean over the runs.
    pub mean: f64,
    /// The standard deviation between the runs, with a divisor of runs - 1.
    pub standard_deviation: f64,
    /// Student's t interval of the mean over all runs that there could be, *on these units*.
    pub interval: Interval,
}

impl OverRuns {
    /// Summarises the values of a statistic on two or more runs.
    ///
    /// # Formula
    /// `mean +- t s / sqrt(k)` with the standard deviation s of k runs and t the quantile at k - 1 degrees of freedom.
    #[must_use]
    pub fn new(values: &[f64], level: ConfidenceLevel) -> Self {
        let runs = values.len() as f64;
        let mean = values.iter().sum::<f64>() / runs;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let variance = squares / (runs - 1.0);
        // Without variance the interval has no width.
        let student = StudentsT::new(0.0, 1.0, runs - 1.0).ok().filter(|_| variance > 0.0);
        let t = student.map_or(0.0, |student| student.inverse_cdf(1.0 - level.tail()));
        let half = t * (variance / runs).sqrt();
        let interval = Interval { lower: mean - half, upper: mean + half };
        Self { mean, standard_deviation: variance.sqrt(), interval }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_scipy_has_it() {
        // x = [.71, .74, .69, .73, .75]
        // scipy.stats.t.interval(.95, 4, numpy.mean(x), scipy.stats.sem(x))
        let values = [0.71, 0.74, 0.69, 0.73, 0.75];
        let ours = OverRuns::new(&values, ConfidenceLevel::NINETY_FIVE);
        let close = |ours: f64, expected: f64| assert!((ours - expected).abs() < 1e-9, "{ours}");
        close(ours.mean, 0.724);
        close(ours.standard_deviation, 0.024083189157584613);
        close(ours.interval.lower, 0.6940967710610959);
        close(ours.interval.upper, 0.753903228938904);
    }

    #[test]
    fn equal_runs_have_no_width() {
        let equal = OverRuns::new(&[0.5, 0.5], ConfidenceLevel::NINETY_FIVE);
        assert_eq!((equal.standard_deviation, equal.interval.width()), (0.0, 0.0));
    }
}
