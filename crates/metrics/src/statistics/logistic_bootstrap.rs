//! Intervals of the coefficients of a logistic regression, over clusters.

use super::cluster_sizes::ClusterSizes;
use super::logistic::{Pattern, fitted};
use super::resampling::Draw;
use super::{
    ConfidenceLevel, Interval, NoInterval, PooledClusters, Resampling, UncertaintyError, normal,
};

/// The observations of one cluster: for each the number of its pattern, and whether its outcome is 1.
pub(crate) type ClusterOutcomes = Vec<(u32, bool)>;

/// Intervals of a fit, and the resamples behind them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct LogisticIntervals {
    /// One for each coefficient, the intercept first.
    pub(crate) intervals: Result<Vec<Interval>, NoInterval>,
    /// How many resamples were drawn.
    pub(crate) resamples: usize,
    /// Those that have no fit, since all of their outcomes are the same. They are left out.
    pub(crate) undefined: usize,
}

impl LogisticIntervals {
    /// Those for which nothing is drawn.
    pub(crate) fn none(intervals: Result<Vec<Interval>, NoInterval>) -> Self {
        Self { intervals, resamples: 0, undefined: 0 }
    }
}

/// The last step of a resample's fit: the next would change about its square.
const SMALL: f64 = 1e-3;

/// Fits as many clusters as there are, drawn with replacement, again and again from the given fit; the
/// intervals lie between quantiles of what is found, at the [expanded](ConfidenceLevel::expanded) level.
/// `clusters` are the different ones, each with its number.
///
/// # Errors
/// [`UncertaintyError::Resamples`].
pub(crate) fn logistic_intervals(
    patterns: &[Pattern],
    clusters: &[(ClusterOutcomes, u64)],
    fit: &[f64],
    level: ConfidenceLevel,
    resampling: &Resampling,
) -> Result<LogisticIntervals, UncertaintyError> {
    resampling.check()?;
    let sizes = clusters.iter().map(|(outcomes, times)| ([outcomes.len() as u32], *times));
    let sizes = ClusterSizes::new(&PooledClusters::new(1, sizes)?, |counts| counts[0].into());
    if !sizes.are_enough() {
        return Ok(LogisticIntervals::none(Err(NoInterval::FewClusters)));
    }
    let draw = Draw::new(clusters.iter().map(|(_, times)| *times));
    let scratch = || (vec![0; clusters.len()], patterns.to_vec());
    let rows = resampling.rows(fit.len(), scratch, |(drawn, patterns), random, row| {
        draw.times(random, drawn);
        for pattern in patterns.iter_mut() {
            pattern.outcomes = [0, 0];
        }
        for ((outcomes, _), times) in
            clusters.iter().zip(drawn.iter()).filter(|(_, times)| **times > 0)
        {
            for (pattern, outcome) in outcomes {
                patterns[*pattern as usize].outcomes[usize::from(*outcome)] += times;
            }
        }
        if let Ok(found) = fitted(patterns, fit, SMALL) {
            for (cell, coefficient) in row.iter_mut().zip(found) {
                *cell = Some(coefficient);
            }
        }
    })?;
    let tail = level.expanded(sizes.clusters).tail();
    let interval = |coefficient: usize| {
        let of_coefficient = rows.iter().skip(coefficient).step_by(fit.len());
        let mut values: Vec<f64> = of_coefficient.copied().flatten().collect();
        values.sort_unstable_by(f64::total_cmp);
        if values.first() == values.last() {
            return Err(NoInterval::Constant);
        }
        let quantile = |p| normal::sample_quantile(&values, p);
        Ok(Interval { lower: quantile(tail), upper: quantile(1.0 - tail) })
    };
    Ok(LogisticIntervals {
        intervals: (0..fit.len()).map(interval).collect(),
        resamples: resampling.resamples,
        undefined: rows.iter().step_by(fit.len()).filter(|value| value.is_none()).count(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::logistic::logistic_regression;
    use super::*;

    const LEVEL: ConfidenceLevel = ConfidenceLevel::NINETY_FIVE;

    /// Clusters with their numbers, and the patterns of columns that their observations have.
    fn of(
        clusters: &[(&[(u32, bool)], u64)],
        columns: &[&[usize]],
        resampling: &Resampling,
    ) -> Result<LogisticIntervals, UncertaintyError> {
        let mut patterns: Vec<Pattern> =
            columns.iter().map(|columns| Pattern::new(columns.to_vec(), [0, 0])).collect();
        for (outcomes, times) in clusters {
            for (pattern, outcome) in *outcomes {
                patterns[*pattern as usize].outcomes[usize::from(*outcome)] += times;
            }
        }
        let fit = logistic_regression(&patterns, &[0.0; 3]).unwrap();
        let clusters: Vec<(ClusterOutcomes, u64)> =
            clusters.iter().map(|(outcomes, times)| (outcomes.to_vec(), *times)).collect();
        logistic_intervals(&patterns, &clusters, &fit, LEVEL, resampling)
    }

    const COLUMNS: [&[usize]; 3] = [&[], &[0], &[0, 1]];

    #[test]
    fn intervals_as_numpy_and_scikit_learn_have_them() {
        // X, y = numpy.array([[0, 0], [1, 0], [1, 1]] * 2), [0, 0, 0, 1, 1, 1]
        // c = [([(0, 1), (2, 1)], 14), ...]; v = for each cluster its counts of the six rows of X
        // k = numpy.array([times for _, times in c]); n = k.sum(); g = numpy.random.default_rng(1)
        // def fit(w): m = LogisticRegression(C=1, solver="newton-cholesky", tol=1e-12, max_iter=1000)
        //             m.fit(X, y, sample_weight=w); return [*m.intercept_, *m.coef_[0]]
        // r = [fit(g.multinomial(n, k / n) @ v) for _ in range(20000)]
        // p = norm.cdf(-t.ppf(.975, n - 1) * (n / (n - 1)) ** .5)
        // numpy.quantile(r, [p, 1 - p], axis=0).T
        let clusters: [(&[(u32, bool)], u64); 6] = [
            (&[(0, true), (2, true)], 14),
            (&[(1, false)], 10),
            (&[(1, true), (2, true)], 6),
            (&[(0, false), (1, false)], 5),
            (&[(2, false)], 3),
            (&[(0, true)], 8),
        ];
        let resampling = Resampling { resamples: 20_000, ..Resampling::default() };
        let ours = of(&clusters, &COLUMNS, &resampling).unwrap();
        assert_eq!((ours.resamples, ours.undefined), (20_000, 0));
        let expected = [[0.44098, 2.04506], [-2.10184, -0.82171], [0.90986, 2.37014]];
        for (ours, [lower, upper]) in ours.intervals.unwrap().into_iter().zip(expected) {
            // Five standard errors of a quantile of so many resamples.
            assert!((ours.lower - lower).abs() < 0.05, "{ours:?} {lower}");
            assert!((ours.upper - upper).abs() < 0.05, "{ours:?} {upper}");
        }
    }

    #[test]
    fn resamples_of_one_outcome_are_left_out_and_counted() {
        let clusters: [(&[(u32, bool)], u64); 2] =
            [(&[(0, true), (2, true)], 19), (&[(1, false)], 1)];
        let resampling = Resampling { resamples: 20_000, ..Resampling::default() };
        let ours = of(&clusters, &COLUMNS, &resampling).unwrap();
        // (19/20)^20
        assert!((ours.undefined as f64 / 2e4 - 0.3585).abs() < 0.014, "{}", ours.undefined);
        assert!(ours.intervals.unwrap().iter().all(|interval| interval.width() > 0.0));
    }

    #[test]
    fn what_has_no_interval() {
        let few: [(&[(u32, bool)], u64); 2] = [(&[(0, true), (2, true)], 8), (&[(1, false)], 1)];
        let ours = of(&few, &COLUMNS, &Resampling::default()).unwrap();
        assert_eq!(ours.intervals, Err(NoInterval::FewClusters));
        let equal: [(&[(u32, bool)], u64); 1] = [(&[(0, true), (2, false)], 30)];
        let ours = of(&equal, &COLUMNS, &Resampling::default()).unwrap();
        assert_eq!(ours.intervals, Err(NoInterval::Constant));
        let none = Resampling { resamples: 0, ..Resampling::default() };
        assert_eq!(of(&few, &COLUMNS, &none), Err(UncertaintyError::Resamples(0)));
    }
}
