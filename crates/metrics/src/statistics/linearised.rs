//! A combination of one measure of two systems, its standard error and Student's t.
//!
//! There are two questions to ask of systems with several runs. *Do these trained models differ?* Then
//! the pairs are a sample and the runs are what they are. *Do these methods differ?* Then the runs are a
//! sample, too: of all the runs that other seeds would give.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::influence::{Moments, gradient};
use super::{Interval, SideBySide, Statistic, UncertaintyError};
use crate::undefined::Undefined;

/// What is made of the two values of a measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Combination {
    /// The first less the second.
    Difference,
    /// Both together.
    Sum,
}

impl Combination {
    fn sign(self) -> f64 {
        match self {
            Self::Difference => -1.0,
            Self::Sum => 1.0,
        }
    }
}

/// An estimate with its standard error, for Student's t.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Linearised {
    /// The combination of both values.
    pub estimate: f64,
    /// Its standard error.
    pub error: f64,
    /// The degrees of freedom of the standard error.
    pub freedom: f64,
}

impl Linearised {
    /// The two-sided p-value of a true value; nothing where the clusters do not vary.
    #[must_use]
    pub(crate) fn p(&self, value: f64) -> Option<f64> {
        let student = self.student()?;
        let size = (self.estimate - value).abs() / self.error;
        Some((2.0 * student.cdf(-size)).clamp(f64::MIN_POSITIVE, 1.0))
    }

    /// The values that are not rejected at a level of significance; nothing where the clusters do not
    /// vary.
    #[must_use]
    pub(crate) fn interval(&self, significance: f64) -> Option<Interval> {
        let reach = self.student()?.inverse_cdf(1.0 - significance / 2.0) * self.error;
        let (lower, upper) = (self.estimate - reach, self.estimate + reach);
        reach.is_finite().then_some(Interval { lower, upper })
    }

    fn student(&self) -> Option<StudentsT> {
        // From a million degrees on it is the normal distribution to six digits.
        let freedom = self.freedom.min(1e6);
        StudentsT::new(0.0, 1.0, freedom).ok().filter(|_| self.error > 0.0)
    }
}

/// The combination of a measure of two systems for the question whether *these models* differ: clusters
/// are a sample, runs are not. The measure of a system is that of the counts of its runs together.
///
/// # Formula
/// With the influence `u = grad f(A) a + s grad f(B) b` of each of n clusters (s is 1 for the sum and -1
/// for the difference, gradients by differences of one count), `SE^2 = n/(n-1) sum (u - mean u)^2`, with
/// n - 1 degrees of freedom.
///
/// # Errors
/// [`UncertaintyError::FewClusters`], and [`UncertaintyError::Undefined`] where the measure of a system
/// has no value.
pub(crate) fn of_models(
    sides: &SideBySide<'_>,
    measure: &Statistic<'_>,
    combination: Combination,
) -> Result<Linearised, UncertaintyError> {
    let sample = Sample::new(sides, measure, combination)?;
    let freedom = sample.clusters - 1.0;
    Ok(Linearised { estimate: sample.estimate, error: sample.of_pairs.sqrt(), freedom })
}

/// The same for the question whether *these methods* differ: clusters and runs are samples. Nothing can
/// be said where a system has one run.
///
/// # Formula
/// With k runs of a system, the variance s² of the measure between them, and e² what chance in the pairs
/// alone contributes to it, which the pairs' own variance holds already,
/// `SE^2 = s1²/k1 + s2²/k2 + max(0, SE_models^2 - e1²/k1 - e2²/k2)`. Its degrees of freedom are those of
/// Satterthwaite: `SE^4 / (s1^4/k1²/(k1-1) + s2^4/k2²/(k2-1) + (last term)²/(n-1))`. These are the
/// variance and degrees of freedom by which readers (here runs) and cases (here clusters) are both taken
/// for samples in studies of diagnostic readers.
///
/// # Errors
/// As [`of_models`]; [`UncertaintyError::FewRuns`] where a system has one run.
///
/// # References
/// Obuchowski and Rockette 1995; Hillis 2007 (degrees of freedom).
pub(crate) fn of_methods(
    sides: &SideBySide<'_>,
    measure: &Statistic<'_>,
    combination: Combination,
) -> Result<Linearised, UncertaintyError> {
    if let Some(few) = sides.runs().into_iter().find(|runs| *runs < 2) {
        return Err(UncertaintyError::FewRuns(few));
    }
    let sample = Sample::new(sides, measure, combination)?;
    let between = sample.between_runs(sides, measure)?;
    let of_pairs = (sample.of_pairs - sample.of_single_runs[0] - sample.of_single_runs[1]).max(0.0);
    let variance = between[0] + between[1] + of_pairs;
    let share = |part: f64, freedom: f64| part * part / freedom;
    let runs = sides.runs().map(|runs| runs as f64);
    let inverse = share(between[0], runs[0] - 1.0)
        + share(between[1], runs[1] - 1.0)
        + share(of_pairs, sample.clusters - 1.0);
    let freedom = variance * variance / inverse;
    Ok(Linearised { estimate: sample.estimate, error: variance.sqrt(), freedom })
}

/// What the clusters say of the variance.
struct Sample {
    estimate: f64,
    clusters: f64,
    /// The variance of the estimate from the sampling of clusters.
    of_pairs: f64,
    /// What of it would be gone if each system had no end of runs: of each system, the variance of single
    /// runs about their mean, from the sampling of clusters, by the number of runs.
    of_single_runs: [f64; 2],
}

impl Sample {
    fn new(
        sides: &SideBySide<'_>,
        measure: &Statistic<'_>,
        combination: Combination,
    ) -> Result<Self, UncertaintyError> {
        let clusters = sides.clusters();
        clusters.enough()?;
        let halves = sides.halves().sums();
        let (width, runs, weights) = (sides.width(), sides.runs(), sides.weights());
        let (first, second) = halves.split_at(width);
        let values = [measure(first)?, measure(second)?];
        let gradients = [(first, values[0]), (second, values[1])].map(|(sums, value)| {
            let mut slopes = Vec::new();
            gradient(measure, &mut sums.to_vec(), 0..sums.len(), value, &mut slopes);
            slopes
        });
        let dot = |system: usize, counts: &[u32]| -> f64 {
            let slopes = gradients[system].iter();
            slopes.zip(counts).map(|(slope, &count)| slope * f64::from(count)).sum()
        };
        let signs = [1.0, combination.sign()];
        let mut pairs = Moments::default();
        let mut single: Vec<Moments> = vec![Moments::default(); runs[0] + runs[1]];
        for (counts, times) in clusters.iter() {
            // Of each run, as if it were all that its system has.
            let of_runs: Vec<f64> = counts
                .chunks_exact(width)
                .enumerate()
                .map(|(run, counts)| {
                    let system = usize::from(run >= runs[0]);
                    dot(system, counts) * (weights[system] as f64) * runs[system] as f64
                })
                .collect();
            let (of_first, of_second) = of_runs.split_at(runs[0]);
            let means = [of_first, of_second]
                .map(|of_system| of_system.iter().sum::<f64>() / of_system.len() as f64);
            pairs.add(signs[0] * means[0] + signs[1] * means[1], times as f64);
            for (run, influence) in of_runs.iter().enumerate() {
                single[run].add(influence - means[usize::from(run >= runs[0])], times as f64);
            }
        }
        let count = clusters.clusters() as f64;
        // That of the sum over so many clusters.
        let variance = |moments: &Moments| count / (count - 1.0) * moments.centred(count);
        let of_single = |single: &[Moments]| {
            let runs = single.len() as f64;
            let sum: f64 = single.iter().map(variance).sum();
            if runs > 1.0 { sum / (runs - 1.0) / runs } else { 0.0 }
        };
        let (of_first, of_second) = single.split_at(runs[0]);
        Ok(Self {
            estimate: signs[0] * values[0] + signs[1] * values[1],
            clusters: count,
            of_pairs: variance(&pairs),
            of_single_runs: [of_single(of_first), of_single(of_second)],
        })
    }

    /// Of each system, the variance of its runs by their number.
    fn between_runs(
        &self,
        sides: &SideBySide<'_>,
        measure: &Statistic<'_>,
    ) -> Result<[f64; 2], Undefined> {
        let sums = sides.clusters().sums();
        let values: Vec<f64> =
            sums.chunks_exact(sides.width()).map(measure).collect::<Result<_, _>>()?;
        let (first, second) = values.split_at(sides.runs()[0]);
        Ok([first, second].map(|values| {
            let runs = values.len() as f64;
            let mean = values.iter().sum::<f64>() / runs;
            let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
            squares / (runs - 1.0) / runs
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::PooledClusters;
    use crate::statistics::testing::accuracy;

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
        let ours = of_models(&sides, &accuracy, Combination::Difference).unwrap();
        close(ours.p(0.0).unwrap(), 0.191_054_298_096_569_32);
        let interval = ours.interval(0.05).unwrap();
        close(interval.lower, -0.144_934_081_750_497_82);
        close(interval.upper, 0.644_934_081_750_497_8);
        assert_eq!(
            of_methods(&sides, &accuracy, Combination::Difference),
            Err(UncertaintyError::FewRuns(1))
        );
    }

    /// Three runs against two on ten pairs.
    fn runs() -> PooledClusters {
        let first = [
            [1, 1, 1, 1, 0, 1, 1, 0, 1, 1],
            [1, 1, 1, 0, 0, 1, 1, 1, 1, 1],
            [0, 1, 1, 1, 0, 0, 1, 0, 1, 0],
        ];
        let second = [[0, 1, 1, 0, 1, 0, 1, 0, 1, 0], [0, 1, 0, 0, 1, 0, 1, 0, 0, 0]];
        let cluster = |pair: usize| {
            let counts: Vec<u32> =
                first.iter().chain(&second).flat_map(|run| [run[pair], 1]).collect();
            (counts, 1)
        };
        PooledClusters::new(10, (0..10).map(cluster)).unwrap()
    }

    #[test]
    fn runs_are_a_sample_too() {
        // a, b = numpy.array(first), numpy.array(second); n = 10; d = a.mean(0) - b.mean(0)
        // def single(x): e = x - x.mean(0); return sum(y.var(ddof=1) for y in e) / n / (len(x) - 1) / len(x)
        // s = [x.mean(1).var(ddof=1) / len(x) for x in (a, b)]; models = d.var(ddof=1) / n
        // c = max(0, models - single(a) - single(b)); v = sum(s) + c
        // df = v**2 / (s[0]**2 / 2 + s[1]**2 / 1 + c**2 / (n - 1))
        // d.mean(), models**.5, v**.5, df, 2 * scipy.stats.t.sf(d.mean() / v**.5, df)
        let clusters = runs();
        let sides = SideBySide::new(&clusters, [3, 2]).unwrap();
        let models = of_models(&sides, &accuracy, Combination::Difference).unwrap();
        let methods = of_methods(&sides, &accuracy, Combination::Difference).unwrap();
        close(models.estimate, 0.3);
        close(models.error, 0.166_295_883_856_619_61);
        close(methods.error, 0.195_315_509_236_077_18);
        close(methods.freedom, 7.799_142_332_040_024);
        close(models.p(0.0).unwrap(), 0.104_723_195_944_699_2);
        close(methods.p(0.0).unwrap(), 0.164_059_421_434_236_85);
        let sum = of_models(&sides, &accuracy, Combination::Sum).unwrap();
        close(sum.estimate, 1.1);
        close(sum.error, 0.191_162_783_712_058_4);
    }

    #[test]
    fn clusters_that_do_not_vary_decide_nothing() {
        let clusters = PooledClusters::new(4, [([1, 1, 0, 1], 9)]).unwrap();
        let sides = SideBySide::new(&clusters, [1, 1]).unwrap();
        let ours = of_models(&sides, &accuracy, Combination::Difference).unwrap();
        assert_eq!((ours.p(0.0), ours.interval(0.05)), (None, None));
    }
}
