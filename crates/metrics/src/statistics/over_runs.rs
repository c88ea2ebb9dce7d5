//! Several runs of one system that differ by their random seed.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::{ConfidenceLevel, Interval, UncertaintyError};

/// A measure over several runs of a system.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct OverRuns {
    /// The mean over the runs.
    pub mean: f64,
    /// Their standard deviation, with n - 1.
    pub standard_deviation: f64,
    /// Student's t interval of the mean over runs *on these pairs*: how far the mean would move with
    /// other seeds.
    pub between_runs: Interval,
    /// The interval of the mean over runs *and pairs*: with other seeds on other pairs of the same
    /// kind.
    pub with_pairs: Interval,
}

/// Summarises the values of a measure on several runs.
///
/// `sampling_error` is the standard error of the *mean over the runs* from the sampling of pairs: the
/// [`standard_error`](super::Replicates::standard_error) of a cluster bootstrap whose statistic is the
/// mean of the measure over the runs, on the clusters of all runs side by side (the runs see the same
/// pairs, so that averaging them does not average this error away). `clusters` is the number of
/// clusters of that bootstrap.
///
/// # Formula
/// With k runs and their standard deviation s, `between_runs = mean +- t(k-1) s / sqrt(k)`.
/// `with_pairs = mean +- t(v) sqrt(s^2/k + e^2)`, with e the sampling error and
/// `v = (s^2/k + e^2)^2 / [(s^2/k)^2/(k-1) + e^4/(clusters-1)]` (Satterthwaite). What seeds and pairs
/// do together is in both terms, which makes the interval somewhat too long rather than too short.
///
/// # Errors
/// [`UncertaintyError::FewRuns`] below two runs, [`UncertaintyError::FewClusters`] below two clusters.
pub(crate) fn over_runs(
    values: &[f64],
    sampling_error: f64,
    clusters: u64,
    level: ConfidenceLevel,
) -> Result<OverRuns, UncertaintyError> {
    if values.len() < 2 {
        return Err(UncertaintyError::FewRuns(values.len()));
    }
    if clusters < 2 {
        return Err(UncertaintyError::FewClusters(clusters));
    }
    let runs = values.len() as f64;
    let mean = values.iter().sum::<f64>() / runs;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (runs - 1.0);
    let of_runs = variance / runs;
    let of_pairs = sampling_error * sampling_error;
    let both = of_runs + of_pairs;
    let freedom = both * both
        / (of_runs * of_runs / (runs - 1.0) + of_pairs * of_pairs / (clusters as f64 - 1.0));
    Ok(OverRuns {
        mean,
        standard_deviation: variance.sqrt(),
        between_runs: around(mean, of_runs, runs - 1.0, level),
        with_pairs: around(mean, both, freedom, level),
    })
}

/// Student's t interval.
fn around(mean: f64, variance: f64, freedom: f64, level: ConfidenceLevel) -> Interval {
    // Without variance there are no degrees of freedom either, and no width.
    let student = StudentsT::new(0.0, 1.0, freedom);
    let t = student.map_or(0.0, |student| student.inverse_cdf(1.0 - level.tail()));
    let half = t * variance.sqrt();
    Interval { lower: mean - half, upper: mean + half }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_scipy_has_it() {
        // x = [.71, .74, .69, .73, .75]
        // scipy.stats.t.interval(.95, 4, numpy.mean(x), scipy.stats.sem(x))
        // v = scipy.stats.sem(x)**2 + .02**2
        // df = v**2 / (scipy.stats.sem(x)**4 / 4 + .02**4 / 89)
        // scipy.stats.t.interval(.95, df, numpy.mean(x), v**.5)
        let values = [0.71, 0.74, 0.69, 0.73, 0.75];
        let ours = over_runs(&values, 0.02, 90, ConfidenceLevel::NINETY_FIVE).unwrap();
        let close = |ours: f64, expected: f64| assert!((ours - expected).abs() < 1e-9, "{ours}");
        close(ours.mean, 0.724);
        close(ours.standard_deviation, 0.024083189157584613);
        close(ours.between_runs.lower, 0.6940967710610959);
        close(ours.between_runs.upper, 0.753903228938904);
        close(ours.with_pairs.lower, 0.6784089630822537);
        close(ours.with_pairs.upper, 0.7695910369177462);
    }

    #[test]
    fn equal_runs_and_too_few() {
        let level = ConfidenceLevel::NINETY_FIVE;
        let equal = over_runs(&[0.5, 0.5], 0.0, 90, level).unwrap();
        assert_eq!((equal.between_runs.width(), equal.with_pairs.width()), (0.0, 0.0));
        assert_eq!(over_runs(&[0.5], 0.1, 90, level), Err(UncertaintyError::FewRuns(1)));
        assert_eq!(over_runs(&[0.5, 0.6], 0.1, 1, level), Err(UncertaintyError::FewClusters(1)));
    }
}
