//! The comparison of two systems by one statistic.

use crate::distances::difference_of_distances;
use crate::influence::value;
use crate::prediction_powered::Corrected;
use crate::question::Question;
use crate::sign_flip::sign_flip_of_blocks;
use crate::tested::{OfRuns, Test, Tested};
use crate::{
    ByRuns, Combination, ConfidenceLevel, Interval, Linearised, Resampling, RunInfluences,
    SideBySide, SignFlip, Statistic, UncertaintyError, least_discordant, linearised, normal, share,
    sign_flip_of_shares,
};

/// The statistic by which two systems are compared.
#[derive(Clone, Copy)]
pub enum ComparedBy<'m> {
    /// The share of right units. Each run has two counts: the right units and all units.
    Share,
    /// A statistic of the counts of one system.
    Measure(&'m Statistic<'m>),
    /// A statistic for which exchanging the systems in some clusters can give counts that neither system resembles, so
    /// that any observed difference looks small or large next to them. Student's t must reject, too.
    Cautious(&'m Statistic<'m>),
    /// The distance of a statistic from a value, which is the second field.
    Distance(&'m Statistic<'m>, f64),
}

/// The comparison of two systems on the same clusters by one statistic: an estimate, a test and an interval.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The statistic of each system; of [`ComparedBy::Distance`], the distances.
    pub values: [f64; 2],
    /// The value of the first system minus that of the second.
    pub difference: f64,
    /// The question that the tests answer: [`Question::Models`] if both systems have one run.
    pub question: Question,
    /// The number of clusters.
    pub clusters: u64,
    /// The key of the method that finds p.
    pub method: &'static str,
    /// The tests of a difference. All of them must reject.
    differences: Vec<Tested>,
    /// For distances: the tests whether the two values add up to twice the value from which distances are taken.
    sums: Vec<Tested>,
}

/// Compares two systems on the same clusters. The null hypothesis is that both have the same value.
///
/// - A statistic is tested by the studentised [`sign_flip`](crate::sign_flip()) test and its mid-p; a share of the same units by the exact
///   distribution of that test.
/// - Of a distance from a value c, the first system is nearer if `(f(B) - f(A)) (f(A) + f(B) - 2c) > 0`, that is, if
///   difference and sum have the same sign. Both must be significant, the sum by Student's t (an intersection-union
///   test). So two values at the same distance on either side of c do not differ.
/// - [`Question::Methods`] is answered if a system has several runs. A significant value must then be farther from 0 by as
///   much as runs vary ([`RunSpread::square`](crate::RunSpread::square)). The squares of both distances add up, each with
///   the quantile of its own degrees of freedom, which holds for all variances. A single run is taken to vary as the runs
///   of the other system do.
///
/// p is the highest p of these tests, and the interval is the hull of their intervals: it holds 0 if and only if p is
/// above the level. The result keeps as much of the distributions as intervals at `level` and at higher levels need.
///
/// # Errors
/// As [`sign_flip`](crate::sign_flip()).
///
/// # References
/// Banerjee 1960; Berger 1982 (intersection-union tests); Gail and Simon 1985 (the sign of two differences).
pub fn compare(
    sides: &SideBySide<'_>,
    by: ComparedBy<'_>,
    question: Question,
    level: ConfidenceLevel,
    resampling: &Resampling,
) -> Result<Comparison, UncertaintyError> {
    let halves = sides.halves();
    let measure: &Statistic<'_> = match by {
        ComparedBy::Share => &share,
        ComparedBy::Measure(measure)
        | ComparedBy::Cautious(measure)
        | ComparedBy::Distance(measure, _) => measure,
    };
    let from = if let ComparedBy::Distance(_, from) = by { Some(from) } else { None };
    let sums = halves.sums();
    let (first, second) = sums.split_at(halves.width() / 2);
    let of_measure = [value(measure, first)?, value(measure, second)?];
    let values = of_measure.map(|value| from.map_or(value, |from| (value - from).abs()));
    let flipped = match by {
        ComparedBy::Share => sign_flip_of_shares(halves, level, resampling)?,
        _ => sign_flip_of_blocks(halves, measure, level, resampling)?,
    };
    let method = flipped.method();
    let question = question.answered(sides.runs());
    let of_runs = match question {
        Question::Methods => OfRuns::of_two(sides.spreads(measure)?, sides.runs()),
        Question::Models => OfRuns::default(),
    };
    let tested =
        |test: Test| Tested { test, of_runs: of_runs.clone(), level: level.significance() };
    let student = |combination, from: f64| {
        let test = linearised(sides, measure, combination)?;
        let estimate = test.estimate - 2.0 * from;
        Ok::<_, UncertaintyError>(tested(Test::Student(Linearised { estimate, ..test })))
    };
    let mut differences = vec![tested(Test::SignFlip(flipped))];
    if matches!(by, ComparedBy::Cautious(_)) {
        differences.push(student(Combination::Difference, 0.0)?);
    }
    let of_sum = from.map(|from| student(Combination::Sum, from)).transpose()?;
    Ok(Comparison {
        method,
        values,
        difference: values[0] - values[1],
        question,
        clusters: sides.clusters().clusters(),
        differences,
        sums: of_sum.into_iter().collect(),
    })
}

/// Compares two shares of the same units of one system, which predicts the outcome of each unit in two ways. The counts of
/// each run are the units right in the first way, all units, the units right in the second way, and all units.
///
/// # Errors
/// As [`compare`].
pub fn compare_two_ways(
    runs: ByRuns<'_>,
    question: Question,
    level: ConfidenceLevel,
    resampling: &Resampling,
) -> Result<Comparison, UncertaintyError> {
    let together = runs.together();
    let sums = together.sums();
    let difference = |sums: &[u64]| Some(share(sums)? - share(&sums[2..])?);
    let question = question.answered([runs.runs()]);
    let of_runs = match question {
        Question::Methods => OfRuns::of_one(runs.spread(&difference)?, runs.runs()),
        Question::Models => OfRuns::default(),
    };
    let flipped = sign_flip_of_shares(&together, level, resampling)?;
    Ok(Comparison {
        method: flipped.method(),
        values: [value(&share, &sums)?, value(&share, &sums[2..])?],
        difference: value(&difference, &sums)?,
        question,
        clusters: together.clusters(),
        differences: vec![Tested {
            test: Test::SignFlip(flipped),
            of_runs,
            level: level.significance(),
        }],
        sums: Vec::new(),
    })
}

impl Comparison {
    /// The comparison of two systems by the influences of clusters on their values, with Student's t. `clusters` is the
    /// number of clusters to state.
    ///
    /// # Errors
    /// [`UncertaintyError::NotPaired`] if the influences are not those of two systems.
    pub fn of_influences(
        influences: &RunInfluences,
        question: Question,
        clusters: u64,
    ) -> Result<Self, UncertaintyError> {
        let [first, second] = influences.values[..] else {
            return Err(UncertaintyError::NotPaired(influences.values.len()));
        };
        let test = Test::Student(influences.linearised(Combination::Difference));
        let question = question.answered(influences.runs.iter().copied());
        let of_runs = match (question, &influences.spreads()[..], &influences.runs[..]) {
            (Question::Methods, [one, other], [of_one, of_other]) => {
                OfRuns::of_two([*one, *other], [*of_one, *of_other])
            }
            _ => OfRuns::default(),
        };
        Ok(Self {
            values: [first, second],
            difference: first - second,
            question,
            clusters,
            method: "influence_t",
            differences: vec![Tested { test, of_runs, level: 1.0 }],
            sums: Vec::new(),
        })
    }

    /// The comparison of two systems by a corrected difference, with Student's t; of distances, by their corrected sum, too.
    /// `clusters` is the number of clusters to state, and `method` says what is corrected.
    #[must_use]
    pub fn of_corrected(
        method: &'static str,
        values: [f64; 2],
        difference: Corrected,
        sum: Option<Corrected>,
        clusters: u64,
    ) -> Self {
        let tested = |of: Corrected| {
            let Corrected { value: estimate, floored_error: error, freedom, .. } = of;
            let test = Test::Student(Linearised { estimate, error, freedom });
            Tested { test, of_runs: OfRuns::default(), level: 1.0 }
        };
        Self {
            values,
            difference: values[0] - values[1],
            question: Question::Models,
            clusters,
            method,
            differences: vec![tested(difference)],
            sums: sum.into_iter().map(tested).collect(),
        }
    }

    /// The two-sided p-value, in (0, 1]: the highest of the tests that must reject. 1 if the values are equal.
    #[must_use]
    pub fn p(&self) -> f64 {
        // Nothing is less extreme than no difference.
        if self.difference.abs() < 1e-12 {
            return 1.0;
        }
        self.tests().map(Tested::p).fold(f64::MIN_POSITIVE, f64::max)
    }

    /// The number of assignments that were drawn for p; `None` if p depends on no draw.
    #[must_use]
    pub fn drawn(&self) -> Option<usize> {
        self.flipped().and_then(|flipped| flipped.drawn)
    }

    /// Whether the effective number of clusters on which the systems differ is high enough for any significant result at
    /// this level. With fewer clusters, or if a few of them decide the result, the test rejects too often.
    #[must_use]
    pub fn has_enough_clusters(&self, level: ConfidenceLevel) -> bool {
        // But for rounding.
        let least = least_discordant(level) as f64 - 1e-9;
        self.flipped().is_none_or(|flipped| flipped.effective >= least)
    }

    /// The differences that the tests together do not reject at a level of significance, at most the one that
    /// [`compare`] was called with. `None` if one of the tests has no interval.
    #[must_use]
    pub fn interval(&self, significance: f64) -> Option<Interval> {
        let hull = |tests: &[Tested]| {
            let intervals: Option<Vec<Interval>> =
                tests.iter().map(|test| test.interval(significance)).collect();
            intervals?.into_iter().reduce(|one, other| Interval {
                lower: one.lower.min(other.lower),
                upper: one.upper.max(other.upper),
            })
        };
        let difference = hull(&self.differences)?;
        if self.sums.is_empty() {
            return Some(difference);
        }
        Some(difference_of_distances(difference, hull(&self.sums)?))
    }

    /// The smallest true difference, in the unit of the statistic, that would be significant with a probability of `power`
    /// on clusters like these. `None` if no difference could be significant.
    #[must_use]
    pub fn detectable(&self, significance: f64, power: f64) -> Option<f64> {
        let mut detectable: f64 = 0.0;
        for test in self.tests() {
            let reach = test.interval(significance)?.width() / 2.0;
            detectable = detectable.max(reach + normal::quantile(power).max(0.0) * test.error());
        }
        (detectable > 0.0).then_some(detectable)
    }

    fn tests(&self) -> impl Iterator<Item = &Tested> {
        self.differences.iter().chain(&self.sums)
    }

    fn flipped(&self) -> Option<&SignFlip> {
        self.differences.iter().find_map(|tested| match &tested.test {
            Test::SignFlip(flipped) => Some(flipped),
            Test::Student(_) | Test::Stratified(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::PooledClusters;
    use crate::testing::{accuracy, correlation, mutual_information};
    use crate::undefined::Undefined;

    const LEVEL: ConfidenceLevel = ConfidenceLevel::NINETY_FIVE;

    fn compared(
        clusters: &PooledClusters,
        runs: [usize; 2],
        by: ComparedBy<'_>,
        question: Question,
    ) -> Result<Comparison, UncertaintyError> {
        let sides = SideBySide::new(clusters, runs)?;
        compare(&sides, by, question, LEVEL, &Resampling::default())
    }

    #[test]
    fn the_pilot_studys_size_of_difference() {
        // 90 units: the first system alone is right on 30 of them, the second alone on 12.
        let clusters = [([1, 1, 0, 1], 30), ([0, 1, 1, 1], 12), ([1, 1, 1, 1], 48)];
        let clusters = PooledClusters::new(4, clusters).unwrap();
        let ours = compared(&clusters, [1, 1], ComparedBy::Share, Question::Methods).unwrap();
        assert_eq!(
            (ours.clusters, ours.drawn(), ours.has_enough_clusters(LEVEL)),
            (90, None, true)
        );
        assert_eq!(ours.question, Question::Models);
        assert!((ours.difference - 0.2).abs() < 1e-12);
        // scipy.stats.binom.cdf(12, 42, .5) * 2 - scipy.stats.binom.pmf(12, 42, .5)
        assert!((ours.p() - 0.005_401_572_654_591_29).abs() < 1e-9, "{}", ours.p());
        let interval = ours.interval(0.05).unwrap();
        // 0.2 +- 1.96 * sqrt((42/90 - 0.04) / 90), roughly.
        assert!((interval.lower - 0.065).abs() < 0.02 && (interval.upper - 0.335).abs() < 0.02);
        // (1.96 + 0.84) * sqrt((42/90 - 0.04) / 90), roughly.
        assert!((ours.detectable(0.05, 0.8).unwrap() - 0.193).abs() < 0.02);
    }

    /// A system that is right on most units and one that is wrong on most have about the same mutual information.
    #[test]
    fn information_in_opposite_directions_is_no_difference() {
        // True yes with outcome yes, no; true no with outcome yes, no; of the first and of the second system.
        let clusters = [
            ([1, 0, 0, 0, 0, 1, 0, 0], 22),
            ([0, 1, 0, 0, 1, 0, 0, 0], 8),
            ([0, 0, 0, 1, 0, 0, 1, 0], 21),
            ([0, 0, 1, 0, 0, 0, 0, 1], 8),
            ([0, 0, 1, 0, 0, 0, 1, 0], 2),
        ];
        let clusters = PooledClusters::new(8, clusters).unwrap();
        let information = |sums: &[u64]| Some(mutual_information(sums));
        let by = |by| compared(&clusters, [1, 1], by, Question::Models).unwrap();
        let (alone, cautious) =
            (by(ComparedBy::Measure(&information)), by(ComparedBy::Cautious(&information)));
        assert!(alone.p() < 0.05, "exchanging alone sees one: {}", alone.p());
        assert!(cautious.p() > 0.15, "{}", cautious.p());
        assert!(cautious.interval(0.05).unwrap().contains(0.0));
    }

    #[test]
    fn a_measure_without_value_is_no_comparison() {
        let clusters = PooledClusters::new(8, [([1, 1, 0, 1, 1, 1, 1, 1], 5)]).unwrap();
        let ours = compared(&clusters, [1, 1], ComparedBy::Measure(&correlation), Question::Models);
        assert_eq!(ours, Err(UncertaintyError::Undefined(Undefined::NoValue)));
    }

    /// More than a thousand different clusters, which are gathered into blocks.
    #[test]
    fn which_system_comes_first_makes_no_difference() {
        let cluster = |number: u32| {
            let of = |by: u32| [number % by % 2, 1, number % by, by];
            ([of(37), of(41)].concat(), 1)
        };
        let clusters = PooledClusters::new(8, (0..4000).map(cluster)).unwrap();
        let exchanged = clusters.project(8, |counts| [&counts[4..], &counts[..4]].concat());
        let of = |clusters: &PooledClusters| {
            let by = ComparedBy::Measure(&correlation);
            compared(clusters, [1, 1], by, Question::Models).unwrap()
        };
        let (one, other) = (of(&clusters), of(&exchanged.unwrap()));
        assert!(clusters.distinct() > 1000 && one.drawn().is_some());
        assert_eq!((one.p(), one.difference), (other.p(), -other.difference));
    }

    /// CI of 0.8 and of 1.2, each surely not 1 and surely not the other.
    fn either_side() -> PooledClusters {
        let counts = |right: [u32; 2]| [right[0], 10, right[1], 10];
        let cluster = |[first, second]: [[u32; 2]; 2]| [counts(first), counts(second)].concat();
        let clusters = [
            (cluster([[4, 5], [6, 5]]), 40),
            (cluster([[5, 6], [6, 5]]), 40),
            (cluster([[3, 4], [6, 5]]), 40),
            (cluster([[4, 5], [5, 4]]), 40),
            (cluster([[4, 5], [7, 6]]), 40),
        ];
        PooledClusters::new(8, clusters).unwrap()
    }

    #[test]
    fn two_systems_on_either_side_of_one_are_as_near_to_it() {
        let clusters = either_side();
        let of = |by| compared(&clusters, [1, 1], by, Question::Models).unwrap();
        let equal = of(ComparedBy::Measure(&correlation));
        let near = of(ComparedBy::Distance(&correlation, 1.0));
        assert!(equal.p() < 0.001 && equal.values[0] < 0.81 && equal.values[1] > 1.19);
        assert!(near.p() > 0.3, "{near:?}");
        assert!(near.interval(0.05).unwrap().contains(0.0));
        // From 0.9 on, the first is nearer.
        let nearer = of(ComparedBy::Distance(&correlation, 0.9));
        assert!(nearer.p() < 0.001 && nearer.difference < 0.0, "{nearer:?}");
        assert!(nearer.interval(0.05).unwrap().upper < 0.0);
    }

    /// Twenty units: three perfect runs, and two runs with one wrong outcome between them.
    #[test]
    fn unequal_numbers_of_runs_are_no_difference() {
        let right = [[1, 1]; 5].concat();
        let mut one_wrong = right.clone();
        one_wrong[6] = 0;
        let clusters = PooledClusters::new(10, [(right, 19), (one_wrong, 1)]).unwrap();
        let ours = compared(&clusters, [3, 2], ComparedBy::Share, Question::Models).unwrap();
        assert!(!ours.has_enough_clusters(LEVEL));
        assert!(ours.p() >= 0.5 && (ours.difference - 0.025).abs() < 1e-12);
        let methods = compared(&clusters, [3, 2], ComparedBy::Share, Question::Methods).unwrap();
        assert!(methods.p() >= ours.p() && methods.question == Question::Methods);
    }

    proptest! {
        /// The interval holds 0 where, and only where, p is above the level.
        #[test]
        fn interval_and_p_say_the_same(
            cells in proptest::collection::vec((0u32..3, 0u32..3, 0u32..3, 0u32..3, 1u64..9), 3..9)
        ) {
            let clusters = cells.iter().map(|(a, b, c, d, times)| {
                ([*a, 2, *b, 2, *c, 2, *d, 2], *times)
            });
            let clusters = PooledClusters::new(8, clusters).unwrap();
            let bys = [
                ComparedBy::Measure(&correlation),
                ComparedBy::Cautious(&correlation),
                ComparedBy::Distance(&correlation, 1.0),
                ComparedBy::Measure(&accuracy),
            ];
            for by in bys {
                let resampling = Resampling { resamples: 300, ..Resampling::default() };
                let sides = SideBySide::new(&clusters, [1, 1]).unwrap();
                let Ok(ours) = compare(&sides, by, Question::Models, LEVEL, &resampling) else {
                    continue;
                };
                for significance in [0.001, 0.01, 0.05] {
                    if let Some(interval) = ours.interval(significance) {
                        let holds = interval.contains(0.0);
                        prop_assert_eq!(holds, ours.p() > significance, "{:?}", ours);
                    }
                }
            }
        }
    }
}
