//! A test with the interval of all values that it does not reject, for fixed runs or for a sample of runs.

use crate::strata::{StrataMethod, strata_of, stratified_difference};
use crate::undefined::Undefined;
use crate::{
    ByRuns, Combination, Interval, Linearised, Question, RunInfluences, RunSpread, SignFlip,
    Statistic, StratifiedTest, normal,
};

/// A test whether a value is 0, for fixed runs.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Test {
    SignFlip(SignFlip),
    Student(Linearised),
    Stratified(StratifiedTest),
}

impl Test {
    fn p(&self) -> f64 {
        match self {
            Self::SignFlip(test) => test.mid_p,
            // Clusters that do not vary decide nothing.
            Self::Student(test) => test.p(0.0).unwrap_or(1.0),
            Self::Stratified(test) => test.p(),
        }
    }

    fn interval(&self, significance: f64) -> Option<Interval> {
        match self {
            Self::SignFlip(test) => test.interval(significance),
            Self::Student(test) => test.interval(significance),
            Self::Stratified(test) => Some(test.interval(significance)),
        }
    }

    fn estimate(&self) -> f64 {
        match self {
            Self::SignFlip(test) => test.difference,
            Self::Student(test) => test.estimate,
            Self::Stratified(test) => test.difference,
        }
    }

    /// Its standard error; of a stratified difference that of a normal interval.
    fn error(&self) -> f64 {
        match self {
            Self::SignFlip(test) => test.error,
            Self::Student(test) => test.error,
            Self::Stratified(test) => test.interval(0.05).width() / (2.0 * normal::quantile(0.975)),
        }
    }
}

/// How far a value may be from that over all runs that there could be: the spreads that it is made of, each with the number
/// of runs that are averaged.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct OfRuns(Vec<(RunSpread, usize)>);

impl OfRuns {
    /// That of one system, whose runs are paired.
    pub(crate) fn of_one(spread: Option<RunSpread>, runs: usize) -> Self {
        Self(spread.into_iter().map(|spread| (spread, runs)).collect())
    }

    /// That of two systems. The runs of a system with a single one are taken to vary as those of the other do.
    pub(crate) fn of_two(
        [first, second]: [Option<RunSpread>; 2],
        [of_first, of_second]: [usize; 2],
    ) -> Self {
        let own = |spread: Option<RunSpread>, runs: usize, other: Option<RunSpread>| {
            let spread = if runs == 1 { other } else { spread };
            spread.map(|spread| (spread, runs))
        };
        let both = [own(first, of_first, second), own(second, of_second, first)];
        Self(both.into_iter().flatten().collect())
    }

    fn square(&self, significance: f64) -> f64 {
        self.0.iter().map(|(spread, runs)| spread.square(*runs, significance)).sum()
    }

    fn variance(&self) -> f64 {
        self.0.iter().map(|(spread, runs)| spread.of_mean(*runs)).sum()
    }
}

/// A test of the null hypothesis that a value is 0, for fixed runs or for runs as a sample, with the interval that agrees
/// with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Tested {
    pub(crate) test: Test,
    pub(crate) of_runs: OfRuns,
    /// Up to this level of significance the test has intervals.
    pub(crate) level: f64,
}

impl Tested {
    /// Student's t test of the value of one system, from the influences of clusters on it. For [`Question::Methods`] the runs
    /// are a sample.
    #[must_use]
    pub fn of_influences(influences: &RunInfluences, question: Question) -> Self {
        let test = Test::Student(influences.linearised(Combination::Difference));
        let of_runs = match (question, &influences.spreads()[..], &influences.runs[..]) {
            (Question::Methods, [spread], [runs]) => OfRuns::of_one(*spread, *runs),
            _ => OfRuns::default(),
        };
        Self { test, of_runs, level: 1.0 }
    }

    /// The values that the test does not reject at a level of significance, up to the level that the test was made for. The
    /// squares of the distances for clusters and for runs add up. `None` if the test has no interval.
    #[must_use]
    pub fn interval(&self, significance: f64) -> Option<Interval> {
        let Interval { lower, upper } = self.test.interval(significance)?;
        let (estimate, square) = (self.test.estimate(), self.of_runs.square(significance));
        if square == 0.0 {
            return Some(Interval { lower, upper });
        }
        let reach = |distance: f64| distance.hypot(square.sqrt());
        let (lower, upper) =
            (estimate - reach(estimate - lower), estimate + reach(upper - estimate));
        Some(Interval { lower, upper })
    }

    /// Its standard error with that of the runs.
    pub(crate) fn error(&self) -> f64 {
        self.test.error().hypot(self.of_runs.variance().sqrt())
    }

    /// The two-sided p-value, in (0, 1]: the lowest level of significance at which 0 is rejected.
    #[must_use]
    pub fn p(&self) -> f64 {
        // Whatever the level: runs that do not vary add nothing at any.
        if self.of_runs.square(0.5) == 0.0 {
            return self.test.p();
        }
        let rejects = |significance: f64| {
            self.interval(significance).is_some_and(|found| !found.contains(0.0))
        };
        if rejects(self.level) {
            return lowest(0.0, self.level, rejects);
        }
        // Beyond that level nothing is decided, and the distances are those of a normal distribution.
        let (size, error) = (self.test.estimate().abs(), self.test.error());
        let rejects = |significance: f64| {
            let reach = normal::quantile(1.0 - significance / 2.0) * error;
            size > reach.hypot(self.of_runs.square(significance).sqrt())
        };
        // The interval at that level holds 0, so that p is above it.
        let above = self.level * (1.0 + 1e-12);
        lowest(self.level, 1.0, rejects).max(self.test.p()).max(above).min(1.0)
    }
}

/// The lowest level between two at which a test rejects, of which the higher one is known to.
fn lowest(mut lower: f64, mut upper: f64, rejects: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..60 {
        let middle = f64::midpoint(lower, upper);
        if rejects(middle) {
            upper = middle;
        } else {
            lower = middle;
        }
    }
    upper
}

/// The test of a [`stratified_difference`](crate::stratified_difference()) for the runs of one system, with its method. For
/// [`Question::Methods`] the runs are a sample.
///
/// # Errors
/// As [`StratifiedTest::new`]; [`Undefined::Constant`] also if the difference has no value on a run.
pub fn stratified_test(
    runs: ByRuns<'_>,
    question: Question,
) -> Result<(Tested, StrataMethod), Undefined> {
    let test = StratifiedTest::new(&runs.together())?;
    let difference: &Statistic<'_> = &|sums: &[u64]| stratified_difference(&strata_of(sums)).ok();
    let of_runs = match question {
        Question::Models => OfRuns::default(),
        Question::Methods => {
            let spread = runs.spread(difference).map_err(|_| Undefined::Constant)?;
            OfRuns::of_one(spread, runs.runs())
        }
    };
    let method = test.method;
    Ok((Tested { test: Test::Stratified(test), of_runs, level: 1.0 }, method))
}
