//! Intervals and tests of measures of rankings, from the influences of clusters.

use crate::measures::Measure;
use crate::no_interval::NoInterval;
use crate::rankings::RankedClusters;
use crate::statistics::{
    Combination, Comparison, ConfidenceLevel, Interval, OfRun, Question, RunInfluences,
};

/// The interval of a measure of the rankings of a system.
///
/// # Errors
/// [`NoInterval::FewClusters`], and [`NoInterval::Constant`] if no cluster changes the figure.
pub(super) fn interval(
    measure: &Measure,
    clusters: &RankedClusters,
    question: Question,
    level: ConfidenceLevel,
) -> Result<Interval, NoInterval> {
    let Some(Ok(runs)) = clusters.of(measure) else { return Err(NoInterval::Constant) };
    let systems: [&[OfRun]; 1] = [runs];
    let influences = RunInfluences::of_systems(&systems, clusters.sizes())?;
    let figure = influences.linearised(Combination::Difference);
    let bounds = clusters.bounds(measure);
    let interval = figure.within(bounds, level)?;
    let spread = influences.spreads().into_iter().flatten().next();
    Ok(match spread.filter(|_| question == Question::Methods) {
        Some(spread) => {
            let widened = spread.widened(interval, figure.estimate, level.significance());
            widened.within(bounds[0], bounds[1])
        }
        None => interval,
    })
}

/// Compares two systems that rank the same pairs; nothing if they do not, a measure has no value, or there are
/// too few clusters.
pub(super) fn compare(
    measure: &Measure,
    [first, second]: [&RankedClusters; 2],
    question: Question,
) -> Option<Comparison> {
    let (Ok(one), Ok(other)) = (first.of(measure)?, second.of(measure)?) else { return None };
    if !first.are_of_same_pairs(second) {
        return None;
    }
    let systems: [&[OfRun]; 2] = [one, other];
    let influences = RunInfluences::of_systems(&systems, first.sizes()).ok()?;
    Comparison::of_influences(&influences, question, first.clusters()).ok()
}

#[cfg(test)]
mod tests {
    use phenom_dataset::{Answer, Dataset, Judgment, Missing, Run, RunBuilder, Score, ScoreKind};
    use proptest::prelude::*;

    use crate::counts::{Population, SliceKind};
    use crate::evaluation::{Evaluation, Origin, Settings};
    use crate::measures::average_precision::AVERAGE_PRECISION;
    use crate::measures::confidence_weighted_score::CONFIDENCE_WEIGHTED_SCORE;
    use crate::measures::{Measure, Wanted};
    use crate::no_interval::NoInterval;
    use crate::scores::{ComparisonRow, Score as Row, comparisons, scores};
    use crate::statistics::Interval;
    use crate::testing::{Pair, dataset};

    /// A pair: its cluster, whether gold is entailment, and of each run whether it answers so and how sure it is.
    type Answered = (usize, bool, Vec<(bool, u8)>);

    fn judgment(entailed: bool) -> Judgment {
        if entailed { Judgment::Entailment } else { Judgment::Unknown }
    }

    fn data(pairs: &[Answered]) -> Dataset {
        let pair = |(number, (cluster, gold, _)): (usize, &Answered)| {
            let original = Pair::original(&number.to_string()).gold(judgment(*gold));
            original.cluster(&cluster.to_string())
        };
        dataset(&pairs.iter().enumerate().map(pair).collect::<Vec<_>>())
    }

    /// The runs of some pairs, by the names of their systems and their numbers.
    fn evaluated(pairs: &[Answered], runs: &[(&str, usize)]) -> Evaluation {
        let dataset = data(pairs);
        let run = |&(name, number): &(&str, usize)| -> (Run, Origin) {
            let mut builder = RunBuilder::new(&dataset, name, Missing::Refuse);
            builder.start_file("answers");
            builder.ranked_by(ScoreKind::Confidence);
            for (row, (_, _, answers)) in pairs.iter().enumerate() {
                let (entailed, confidence) = answers[number];
                let score = Some(Score::One(f64::from(confidence) / 255.0));
                let answer = Answer::Judged(judgment(entailed));
                builder.add(row as u64 + 1, dataset.id(row), answer, score);
            }
            (builder.finish().unwrap(), Origin::Answers)
        };
        let runs: Vec<(Run, Origin)> = runs.iter().map(run).collect();
        let wanted = Wanted::named(MEASURES.map(|measure| measure.key));
        Evaluation::new(&dataset, &runs, &Settings { wanted, ..Settings::default() })
    }

    const MEASURES: [Measure; 2] = [AVERAGE_PRECISION, CONFIDENCE_WEIGHTED_SCORE];

    fn score<'r>(rows: &'r [Row], system: &str, measure: &Measure) -> &'r Row {
        let found = rows.iter().find(|row| {
            row.system == system
                && row.population == Population::Original
                && row.slice_kind == SliceKind::All
                && row.measure == measure.key
        });
        found.unwrap()
    }

    fn compared<'r>(rows: &'r [ComparisonRow], measure: &Measure) -> &'r ComparisonRow {
        rows.iter().find(|row| row.measure.key == measure.key).unwrap()
    }

    /// Twelve pairs, some of which share a cluster; two systems.
    fn twelve() -> Vec<Answered> {
        let golds = [1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1];
        let first = [240, 200, 190, 180, 170, 150, 130, 120, 100, 90, 60, 30];
        let second = [30, 150, 200, 240, 60, 120, 170, 180, 90, 130, 190, 100];
        let clusters = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 0];
        (0..12)
            .map(|at| (clusters[at], golds[at] == 1, vec![(true, first[at]), (true, second[at])]))
            .collect()
    }

    fn close(ours: f64, expected: f64) {
        assert!((ours - expected).abs() < 1e-7, "{ours} {expected}");
    }

    fn close_interval(ours: Interval, expected: [f64; 2]) {
        close(ours.lower, expected[0]);
        close(ours.upper, expected[1]);
    }

    #[test]
    fn as_numpy_and_scipy_have_them() {
        // import numpy as np, scipy.stats as st (the slopes are numerical derivatives)
        // golds = np.array([1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1])
        // first = np.array([240, 200, 190, 180, 170, 150, 130, 120, 100, 90, 60, 30])
        // second = np.array([30, 150, 200, 240, 60, 120, 170, 180, 90, 130, 190, 100])
        // clusters = np.array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 0])
        // def value(score, w, ap):
        //     o = np.argsort(-score); y, w = golds[o], w[o]
        //     p = np.cumsum(w * y) / np.cumsum(w); w = w * y if ap else w
        //     return (w * p).sum() / w.sum()
        // def slopes(score, ap):
        //     h = 1e-6; e = np.eye(10)[clusters].T
        //     return np.array([value(score, 1 + h * k, ap) - value(score, 1 - h * k, ap) for k in e]) / 2 / h
        // def t(u):
        //     m = 12**2 / (np.bincount(clusters)**2).sum(); k = 10 * (u**4).sum() / (u**2).sum()**2
        //     df = max(1, min(m - 1, 20 / (k - 1))); return (10 / 9 * (u**2).sum())**.5, df
        // for ap in (True, False):
        //     v, u = value(first, np.ones(12), ap), slopes(first, ap); e, df = t(u); x = 2 * v - 1
        //     ends = (np.tanh(np.arctanh(x) + np.array([-1, 1]) * st.t.ppf(.975, df) * 2 * e / (1 - x * x)) + 1) / 2
        //     d = v - value(second, np.ones(12), ap); e, df2 = t(u - slopes(second, ap))
        //     print((v, list(ends), 2 * st.t.sf(abs(d) / e, df2), [d - st.t.ppf(.975, df2) * e, d + st.t.ppf(.975, df2) * e]), df, df2)
        let evaluation = evaluated(&twelve(), &[("A", 0), ("B", 1)]);
        let (rows, compared_rows) = (scores(&evaluation, false), comparisons(&evaluation));
        let expected = [
            (
                0.722_902_494_331_065_6,
                [0.337_225_970_347_902_8, 0.930_441_472_947_903_2],
                0.352_911_486_412_646_2,
                [-0.162_499_889_757_135_3, 0.405_357_032_614_277_75],
            ),
            (
                0.656_036_556_036_556,
                [0.235_386_092_433_023_89, 0.921_976_247_064_994_8],
                0.395_168_374_712_724_4,
                [-0.200_173_182_360_184_17, 0.455_728_737_915_739_7],
            ),
        ];
        for (measure, (value, ends, p, difference)) in MEASURES.iter().zip(expected) {
            let row = score(&rows, "A", measure);
            close(*row.value.as_ref().unwrap(), value);
            close_interval(row.interval.unwrap().interval, ends);
            let row = compared(&compared_rows, measure);
            close(row.p().unwrap(), p);
            close_interval(row.interval().unwrap(), difference);
            assert_eq!((row.method(), row.clusters), ("influence_t", 10));
        }
    }

    #[test]
    fn fewer_than_ten_clusters_have_no_interval() {
        let mut pairs = twelve();
        for (cluster, ..) in &mut pairs {
            *cluster = (*cluster).min(8);
        }
        let evaluation = evaluated(&pairs, &[("A", 0), ("B", 1)]);
        let (rows, compared_rows) = (scores(&evaluation, false), comparisons(&evaluation));
        for measure in &MEASURES {
            let row = score(&rows, "A", measure);
            assert!(row.value.is_ok());
            assert_eq!((row.interval, row.no_interval), (None, Some(NoInterval::FewClusters)));
            let row = compared(&compared_rows, measure);
            assert!(row.difference().is_ok());
            assert_eq!((row.p(), row.interval()), (None, None));
        }
    }

    #[test]
    fn several_runs_have_the_mean_of_their_values() {
        let evaluation = evaluated(&twelve(), &[("A", 0), ("A", 1), ("B", 0)]);
        let rows = scores(&evaluation, false);
        for measure in &MEASURES {
            let alone = evaluated(&twelve(), &[("A", 0), ("B", 1)]);
            let alone = scores(&alone, false);
            let [first, second] =
                ["A", "B"].map(|system| score(&alone, system, measure).value.clone().unwrap());
            let mean = f64::midpoint(first, second);
            close(score(&rows, "A", measure).value.clone().unwrap(), mean);
            let of_runs: Vec<(&str, f64)> = rows
                .iter()
                .filter(|row| row.slice_kind == SliceKind::Run && row.measure == measure.key)
                .map(|row| (row.slice.as_str(), row.value.clone().unwrap()))
                .collect();
            let spread = (first - second).abs() / 2f64.sqrt();
            let expected = [
                ("1", first),
                ("2", second),
                ("mean", mean),
                ("mean-on-these-pairs", mean),
                ("standard-deviation", spread),
            ];
            assert_eq!(of_runs.len(), expected.len());
            for ((slice, value), (name, expected)) in of_runs.into_iter().zip(expected) {
                assert_eq!(slice, name);
                close(value, expected);
            }
        }
    }

    fn pairs(runs: usize) -> impl Strategy<Value = Vec<Answered>> {
        let answer = (any::<bool>(), prop_oneof![any::<u8>(), 0u8..3]);
        let pair = (0usize..30, any::<bool>(), proptest::collection::vec(answer, runs));
        proptest::collection::vec(pair, 20..60)
    }

    /// What comparisons and intervals say of two systems.
    type Said = (Vec<Option<Interval>>, Vec<(Option<f64>, Option<Interval>)>);

    fn said(evaluation: &Evaluation) -> Said {
        let (rows, compared_rows) = (scores(evaluation, false), comparisons(evaluation));
        let interval = |row: &Row| row.interval.map(|interval| interval.interval);
        let of_systems = MEASURES
            .iter()
            .flat_map(|measure| ["A", "B"].map(|system| interval(score(&rows, system, measure))));
        let of_pair = MEASURES.iter().map(|measure| {
            let row = compared(&compared_rows, measure);
            (row.p(), row.interval())
        });
        (of_systems.collect(), of_pair.collect())
    }

    fn same(one: &Said, other: &Said) -> Result<(), TestCaseError> {
        let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
        let alike = |one: &Option<Interval>, other: &Option<Interval>| match (one, other) {
            (Some(one), Some(other)) => {
                near(one.lower, other.lower) && near(one.upper, other.upper)
            }
            (one, other) => one == other,
        };
        for (one, other) in one.0.iter().zip(&other.0) {
            prop_assert!(alike(one, other), "{one:?} {other:?}");
        }
        for ((p, one), (other_p, other)) in one.1.iter().zip(&other.1) {
            let alike_p = p.zip(*other_p).map_or(p == other_p, |(p, other)| near(p, other));
            prop_assert!(alike_p && alike(one, other), "{p:?} {other_p:?} {one:?} {other:?}");
        }
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn ten_identical_runs_tell_what_one_tells(pairs in pairs(2)) {
            let one = evaluated(&pairs, &[("A", 0), ("B", 1)]);
            let ten = [[("A", 0)].repeat(10), [("B", 1)].repeat(10)].concat();
            same(&said(&one), &said(&evaluated(&pairs, &ten)))?;
        }

        #[test]
        fn rows_in_another_order_change_nothing(pairs in pairs(4), turned in 1usize..20) {
            let runs = [("A", 0), ("A", 1), ("B", 2), ("B", 3)];
            let mut other = pairs.clone();
            other.rotate_left(turned);
            same(&said(&evaluated(&pairs, &runs)), &said(&evaluated(&other, &runs)))?;
        }

        #[test]
        fn exchanged_systems_have_the_same_p_and_the_mirrored_interval(pairs in pairs(2)) {
            let (_, one) = said(&evaluated(&pairs, &[("A", 0), ("B", 1)]));
            let (_, other) = said(&evaluated(&pairs, &[("A", 1), ("B", 0)]));
            for ((p, one), (other_p, other)) in one.into_iter().zip(other) {
                prop_assert_eq!(p, other_p);
                let mirrored = other.map(|Interval { lower, upper }| Interval {
                    lower: -upper,
                    upper: -lower,
                });
                prop_assert_eq!(one, mirrored);
            }
        }

        /// The interval holds 0 if, and only if, p is above the level.
        #[test]
        fn the_interval_says_what_p_says(pairs in pairs(4)) {
            let (_, of_pair) = said(&evaluated(&pairs, &[("A", 0), ("A", 1), ("B", 2), ("B", 3)]));
            for (p, interval) in of_pair {
                if let (Some(p), Some(interval)) = (p, interval) {
                    prop_assert!((p - 0.05).abs() < 1e-9 || interval.contains(0.0) == (p > 0.05));
                }
            }
        }

        #[test]
        fn twice_the_clusters_narrow_the_interval(pairs in pairs(2)) {
            let again = pairs.iter().map(|(cluster, gold, answers)| {
                (cluster + 100, *gold, answers.clone())
            });
            let doubled: Vec<Answered> = pairs.iter().cloned().chain(again).collect();
            let runs = [("A", 0), ("B", 1)];
            let (one, _) = said(&evaluated(&pairs, &runs));
            let (other, _) = said(&evaluated(&doubled, &runs));
            for (one, other) in one.into_iter().zip(other) {
                if let (Some(one), Some(other)) = (one, other) {
                    prop_assert!(other.width() < one.width(), "{one:?} {other:?}");
                }
            }
        }
    }
}
