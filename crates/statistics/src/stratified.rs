//! The test of a difference of two shares within strata, and its interval.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::cluster_sizes::ClusterSizes;
use crate::strata::{StrataMethod, independence_in_strata, strata_of, stratified_difference};
use crate::undefined::Undefined;
use crate::{Interval, PooledClusters, TwoByTwo, normal};

/// The test of the null hypothesis that a property is as frequent with another property as without it, within strata.
#[derive(Debug, Clone, PartialEq)]
pub struct StratifiedTest {
    /// The difference of the shares with and without the first property, from -1 to 1, by [`stratified_difference`].
    pub difference: f64,
    /// The method that gives p.
    pub method: StrataMethod,
    strata: Vec<TwoByTwo>,
    scale: Scale,
    /// The p-value of the exact test that there is no difference, of independent units.
    exact: Option<f64>,
}

/// The distribution with which the score of a difference is compared.
#[derive(Debug, Clone, PartialEq)]
enum Scale {
    /// Its variance if units are independent, and the normal distribution.
    Independent,
    /// Its variance between clusters, and Student's distribution with these degrees of freedom.
    Clusters(PooledClusters, f64),
}

impl StratifiedTest {
    /// The test for clusters that hold the four counts of each stratum, one stratum after the other (see
    /// [`strata_of`](crate::strata_of)).
    ///
    /// # Formula
    /// For a difference d of the shares in every stratum, those of the stratum are fitted to p and p - d by maximum
    /// likelihood. The score is `S = sum_s w_s (d_s - d)`, with `w_s = m n / (m + n)` for the m units of a stratum with the
    /// first property and the n without. If no cluster has two units, its variance is `sum_s w_s^2 (p (1 - p) / m +
    /// q (1 - q) / n) N / (N - 1)` of the fitted shares p and q, and it is normal: at d = 0 this is Mantel and Haenszel's
    /// chi-squared. That test and the exact one given the margins of each stratum must both reject no difference. Otherwise
    /// S is a sum of one term `u_k` for each of K clusters, and `S / sqrt(K/(K-1) sum u_k^2)` follows Student's
    /// distribution with `N^2 / (sum of squared cluster sizes) - 1` degrees of freedom.
    ///
    /// # Errors
    /// As [`independence_in_strata`]; [`Undefined::Constant`] also if fewer than ten clusters have units, or nearly all units
    /// are in a few of them.
    ///
    /// # References
    /// Mantel and Haenszel 1959; Miettinen and Nurminen 1985 (the fit, and the interval by inversion); Liang 1985; Begg
    /// 1999 (clusters).
    pub fn new(clusters: &PooledClusters) -> Result<Self, Undefined> {
        let strata = strata_of(&clusters.sums());
        let test = independence_in_strata(&strata)?;
        let difference = stratified_difference(&strata)?;
        let units = |counts: &[u32]| counts.iter().map(|count| u64::from(*count)).sum();
        let sizes = ClusterSizes::new(clusters, units);
        if sizes.largest <= 1 && clusters.times() == 1 {
            let (method, exact) = (test.method, Some(test.p));
            return Ok(Self { difference, method, strata, scale: Scale::Independent, exact });
        }
        if !sizes.are_enough() {
            return Err(Undefined::Constant);
        }
        let freedom = (sizes.effective() - 1.0).max(1.0);
        let scale = Scale::Clusters(clusters.clone(), freedom);
        let test = Self { difference, method: StrataMethod::Clustered, strata, scale, exact: None };
        // Without variance between clusters there is no test.
        test.score(0.0).map_or(Err(Undefined::Constant), |_| Ok(test))
    }

    /// The score of a difference in standard errors; `None` if it does not vary.
    fn score(&self, difference: f64) -> Option<f64> {
        let fits: Vec<Option<Fit>> =
            self.strata.iter().map(|stratum| Fit::new(*stratum, difference)).collect();
        let fitted = || {
            self.strata
                .iter()
                .zip(&fits)
                .filter_map(|(stratum, fit)| Some((stratum, fit.as_ref()?)))
        };
        let score: f64 = fitted().map(|(_, fit)| fit.weight * (fit.observed - difference)).sum();
        let variance: f64 = match &self.scale {
            Scale::Independent => fitted().map(|(_, fit)| fit.weight.powi(2) * fit.variance).sum(),
            Scale::Clusters(clusters, _) => {
                let number = clusters.clusters() as f64;
                let squares: f64 = clusters
                    .iter()
                    .map(|(counts, times)| times as f64 * change(counts, &fits).powi(2))
                    .sum();
                number / (number - 1.0) * squares
            }
        };
        // A difference of 1 leaves the fitted shares no variance, and is impossible but for data without any other.
        (variance > 0.0 || score != 0.0).then(|| score / variance.sqrt())
    }

    /// The critical number of standard errors.
    fn critical(&self, significance: f64) -> f64 {
        let p = 1.0 - significance / 2.0;
        match self.scale {
            Scale::Independent => normal::quantile(p),
            Scale::Clusters(_, freedom) => StudentsT::new(0.0, 1.0, freedom)
                .map_or(f64::INFINITY, |student| student.inverse_cdf(p)),
        }
    }

    /// The two-sided p-value, in (0, 1].
    #[must_use]
    pub fn p(&self) -> f64 {
        let p = self.score(0.0).map_or(1.0, |score| match self.scale {
            Scale::Independent => 2.0 * normal::cumulative(-score.abs()),
            Scale::Clusters(_, freedom) => StudentsT::new(0.0, 1.0, freedom)
                .map_or(1.0, |student| 2.0 * student.sf(score.abs())),
        });
        p.max(self.exact.unwrap_or(0.0)).clamp(f64::MIN_POSITIVE, 1.0)
    }

    /// The differences that the test does not reject at a level of significance, within -1 to 1.
    #[must_use]
    pub fn interval(&self, significance: f64) -> Interval {
        let critical = self.critical(significance);
        let holds =
            |difference: f64| self.score(difference).is_none_or(|score| score.abs() <= critical);
        let is_none_rejected = self.p() <= significance;
        // The end between the estimate, which holds, and a value that may not.
        let end = |limit: f64| {
            let beyond =
                if is_none_rejected && self.difference * limit < 0.0 { 0.0 } else { limit };
            if beyond != 0.0 && holds(beyond) {
                return beyond;
            }
            let (mut inner, mut outer) = (self.difference, beyond);
            for _ in 0..60 {
                let middle = f64::midpoint(inner, outer);
                if holds(middle) {
                    inner = middle;
                } else {
                    outer = middle;
                }
            }
            inner
        };
        let (lower, upper) = (end(-1.0), end(1.0));
        if is_none_rejected {
            return Interval { lower, upper };
        }
        Interval { lower: lower.min(0.0), upper: upper.max(0.0) }
    }
}

/// The shares of a stratum under a difference.
struct Fit {
    /// The fitted shares with and without the first property.
    shares: [f64; 2],
    /// How much of the score of each unit with, and of each without the first property, counts.
    of_units: [f64; 2],
    weight: f64,
    observed: f64,
    variance: f64,
}

impl Fit {
    /// Nothing if the stratum has no units with, or none without the first property.
    fn new(stratum: TwoByTwo, difference: f64) -> Option<Self> {
        let (with, without) = (stratum.second_given_first(), stratum.second_given_not_first());
        let (m, n) = (with.denominator as f64, without.denominator as f64);
        if m == 0.0 || n == 0.0 {
            return None;
        }
        let (x, y) = (with.numerator as f64, without.numerator as f64);
        let q = restricted([x, m], [y, n], difference);
        let p = q + difference;
        let all = m + n;
        Some(Self {
            shares: [p, q],
            of_units: [n / all, m / all],
            weight: m * n / all,
            observed: x / m - y / n,
            variance: (p * (1.0 - p) / m + q * (1.0 - q) / n) * all / (all - 1.0),
        })
    }
}

/// The likeliest share q of y of n if the share of x of m is q + d (Miettinen and Nurminen 1985, appendix 1).
fn restricted([x, m]: [f64; 2], [y, n]: [f64; 2], d: f64) -> f64 {
    let (all, right) = (m + n, x + y);
    let square = ((m + 2.0 * n) * d - all - right) / (3.0 * all);
    let linear = ((n * d - all - 2.0 * y) * d + right) / (3.0 * all);
    let constant = y * d * (1.0 - d) / (2.0 * all);
    let c = square.powi(3) - 1.5 * linear * square + constant;
    let b = c.signum() * (square * square - linear).max(0.0).sqrt();
    let q = if b == 0.0 {
        -square
    } else {
        let angle = (std::f64::consts::PI + (c / b.powi(3)).clamp(-1.0, 1.0).acos()) / 3.0;
        2.0 * b * angle.cos() - square
    };
    q.clamp((-d).max(0.0), (1.0 - d).min(1.0))
}

/// What a cluster adds to the score.
fn change(counts: &[u32], fits: &[Option<Fit>]) -> f64 {
    let of_stratum = |(counts, fit): (&[u32], &Option<Fit>)| {
        let Some(Fit { shares: [p, q], of_units: [with, without], .. }) = fit else { return 0.0 };
        let [both, first, second, neither] =
            [0, 1, 2, 3].map(|at| counts.get(at).copied().map_or(0.0, f64::from));
        with * (both - (both + first) * p) - without * (second - (second + neither) * q)
    };
    counts.chunks(4).zip(fits).map(of_stratum).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn single(strata: &[[u64; 4]]) -> PooledClusters {
        let width = 4 * strata.len();
        let cells = strata.iter().flatten().enumerate().map(|(at, times)| {
            let mut counts = vec![0; width];
            counts[at] = 1;
            (counts, *times)
        });
        PooledClusters::new(width, cells).unwrap()
    }

    #[test]
    fn p_and_interval_as_a_numeric_maximum_of_the_likelihood_has_them() {
        // T = [(12, 3, 5, 9), (4, 6, 8, 2), (20, 5, 11, 14)]
        // def fit(a, b, c, d, x): scipy.optimize.minimize_scalar(lambda q: -binom.logpmf(a, a + b, q + x)
        //     - binom.logpmf(c, c + d, q), bounds=(max(0, -x), min(1, 1 - x)), method="bounded").x
        // z(x) = S / sqrt(V) as in the formula; 2 * norm.sf(z(0)), brentq(z(x) - 1.96, -.9, d), brentq(z(x) + 1.96, d, .9)
        let clusters = single(&[[12, 3, 5, 9], [4, 6, 8, 2], [20, 5, 11, 14]]);
        let test = StratifiedTest::new(&clusters).unwrap();
        let close = |ours: f64, expected: f64| assert!((ours - expected).abs() < 1e-6, "{ours}");
        close(test.difference, 0.230_662_020_905_923_4);
        let normal = 2.0 * normal::cumulative(-test.score(0.0).unwrap());
        close(normal, 0.020_721_447_473_014_163);
        let interval = test.interval(0.05);
        close(interval.lower, 0.035_464_854_598_199_23);
        close(interval.upper, 0.409_330_787_216_554_4);
        // The exact test has the last word: see `independence_in_strata`.
        close(test.p(), 0.025_547_321_680_255_107);
        assert!(!test.interval(0.03).contains(0.0) && test.interval(0.024).contains(0.0));
    }

    #[test]
    fn copies_count_once_and_few_clusters_tell_nothing() {
        let large = [[260, 240, 200, 300], [200, 205, 260, 200]];
        let singles = |copies: u32| {
            let cluster = |stratum: usize, cell: usize| {
                let mut counts = [0; 8];
                counts[4 * stratum + cell] = copies;
                (counts, large[stratum][cell])
            };
            let clusters = (0..8).map(|at| cluster(at / 4, at % 4));
            StratifiedTest::new(&PooledClusters::new(8, clusters).unwrap()).unwrap()
        };
        let (alone, tripled) = (singles(1), singles(3));
        assert_eq!(tripled.method, StrataMethod::Clustered);
        assert!((tripled.p() / alone.p() - 1.0).abs() < 0.1, "{} {}", tripled.p(), alone.p());
        let (one, other) = (alone.interval(0.05), tripled.interval(0.05));
        assert!((one.lower - other.lower).abs() < 0.005 && (one.upper - other.upper).abs() < 0.005);
        let few = PooledClusters::new(4, [([2, 0, 0, 2], 3), ([0, 2, 2, 0], 3)]).unwrap();
        assert_eq!(StratifiedTest::new(&few).map(|test| test.p()), Err(Undefined::Constant));
    }

    proptest! {
        /// The interval holds 0 where, and only where, p is above the level: of independent units, and of clusters.
        #[test]
        fn interval_and_p_say_the_same(
            strata in proptest::collection::vec(proptest::array::uniform4(0u64..9), 1..4),
            gathered in any::<bool>(),
            significance in prop::sample::select(vec![0.001, 0.01, 0.05, 0.2]),
        ) {
            let clusters = single(&strata);
            let width = clusters.width();
            let clusters = if gathered {
                let copied = clusters.iter().map(|(counts, times)| {
                    let mut counts = counts.to_vec();
                    counts[0] += 1;
                    counts[width - 1] += 1;
                    (counts, times)
                });
                PooledClusters::new(width, copied).unwrap()
            } else {
                clusters
            };
            if let Ok(test) = StratifiedTest::new(&clusters) {
                let interval = test.interval(significance);
                prop_assert!(interval.contains(test.difference), "{test:?} {interval:?}");
                prop_assert_eq!(interval.contains(0.0), test.p() > significance, "{:?}", interval);
            }
        }
    }
}
