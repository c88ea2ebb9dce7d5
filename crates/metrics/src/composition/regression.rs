//! What to fix next: which phenomena go with right wholes where their parts are solved, and where they are not.

use phenom_dataset::{Dataset, Run, Task};

use super::solved_columns::SolvedColumns;
use super::solved_regression::{
    NoRegression, RegressionIntervals, SolvedCoefficient, SolvedColumn, SolvedRegression,
};
use crate::statistics::{
    ConfidenceLevel, LogisticIntervals, NoInterval, Pattern, Resampling, logistic_intervals,
    logistic_regression,
};
use crate::undefined::Undefined;

/// The regression for the runs of one system together. Time grows with the originals that differ in what is 1,
/// and not with their number.
///
/// # Formula
/// `log-odds(whole right) = b + sum over phenomena of (p * present + s * solved)`, with the least `1/2 sum of
/// squares of all p and s + sum of log-losses over originals`; the intercept b is not penalised. Where all of the
/// parts of a phenomenon are solved, its two columns are the same, and share the effect in halves. Intervals lie
/// between quantiles of fits to resampled clusters, at the level that so many clusters ask for, from at most
/// [`SolvedRegression::MOST_RESAMPLES`].
///
/// # Errors
/// Why there is none.
///
/// # References
/// le Cessie and van Houwelingen 1992; Hesterberg 2015, section 4.5 (levels).
pub fn solved_regression(
    dataset: &Dataset,
    runs: &[&Run],
    task: Task,
    level: ConfidenceLevel,
    (intervals, resampling): (RegressionIntervals, &Resampling),
) -> Result<SolvedRegression, NoRegression> {
    let observed = SolvedColumns::new(dataset, runs, task, SolvedRegression::MOST_ORIGINALS)
        .ok_or(NoRegression::ManyOriginals)?;
    if observed.originals == 0 {
        return Err(NoRegression::NoOriginals);
    }
    let ones = observed.ones(dataset.phenomena().len());
    let varies = |key: usize| 0 < ones[key] && ones[key] < observed.originals;
    let varying: Vec<usize> = (0..ones.len()).filter(|key| varies(*key)).collect();
    if varying.len() > SolvedRegression::MOST_COLUMNS {
        return Err(NoRegression::ManyColumns(varying.len()));
    }
    let column = |key: &u32| varying.binary_search(&(*key as usize)).ok();
    let patterns = observed
        .patterns
        .iter()
        .map(|(keys, outcomes)| Pattern::new(keys.iter().filter_map(column), *outcomes));
    let patterns: Vec<Pattern> = patterns.collect();
    let fit = logistic_regression(&patterns, &vec![0.0; varying.len() + 1])?;
    if varying.is_empty() {
        return Err(NoRegression::NothingVaries);
    }
    let resamples = resampling.resamples.min(SolvedRegression::MOST_RESAMPLES);
    let resampling = Resampling { resamples, ..*resampling };
    let found = match intervals {
        RegressionIntervals::WhereQuick if work(&patterns, fit.len()) > SolvedRegression::QUICK => {
            LogisticIntervals::none(Err(NoInterval::TakesLong))
        }
        RegressionIntervals::WhereQuick | RegressionIntervals::Always => {
            logistic_intervals(&patterns, &observed.clusters, &fit, level, &resampling)?
        }
        RegressionIntervals::None => LogisticIntervals::none(Ok(Vec::new())),
    };
    let interval_of = |place: usize| found.intervals.as_ref().ok()?.get(place).copied();
    let of_pair = |key: usize| ones[key & !1] > 0;
    let coefficients = (0..ones.len()).filter(|key| of_pair(*key)).map(|key| {
        let place = varying.binary_search(&key).ok().map(|column| column + 1);
        SolvedCoefficient {
            phenomenon: dataset.phenomena()[key / 2].path().to_owned(),
            column: SolvedColumn::ALL[key % 2],
            originals: ones[key],
            coefficient: place.map(|place| fit[place]).ok_or(Undefined::NeverVaries),
            interval: place.and_then(interval_of),
        }
    });
    Ok(SolvedRegression {
        originals: observed.originals,
        intercept: fit[0],
        intercept_interval: interval_of(0),
        coefficients: coefficients.collect(),
        no_interval: found.intervals.as_ref().err().copied(),
        resamples: found.resamples,
        undefined_resamples: found.undefined,
    })
}

/// About how many multiplications a step of the fit takes.
fn work(patterns: &[Pattern], coefficients: usize) -> usize {
    let squares: usize = patterns.iter().map(|pattern| pattern.terms().len().pow(2)).sum();
    squares / 2 + coefficients.pow(3) / 6
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use phenom_dataset::Judgment::{Entailment, Unknown};
    use phenom_dataset::{Answer, DatasetBuilder, KeepTexts, PairRow, Phenomenon};
    use proptest::prelude::*;

    use super::*;
    use crate::statistics::UncertaintyError;
    use crate::testing::{Pair, clustered, dataset, pairs_and_answers};

    const LEVEL: ConfidenceLevel = ConfidenceLevel::NINETY_FIVE;

    fn of(
        dataset: &Dataset,
        runs: &[&Run],
        resampling: &Resampling,
    ) -> Result<SolvedRegression, NoRegression> {
        let intervals = (RegressionIntervals::Always, resampling);
        solved_regression(dataset, runs, Task::ThreeWay, LEVEL, intervals)
    }

    /// Entailed pairs, those in `wrong` answered wrongly.
    fn run(dataset: &Dataset, wrong: &[&str]) -> Run {
        let answers = (0..dataset.len()).map(|row| {
            let is_wrong = wrong.contains(&dataset.id(row));
            Answer::Judged(if is_wrong { Unknown } else { Entailment })
        });
        Run::from_answers("s", answers)
    }

    #[test]
    fn two_runs_as_scikit_learn_has_them() {
        // Parts of each original; one of `w` besides, which is always right.
        let originals = [
            ("a", "xy"),
            ("b", "xy"),
            ("c", "xyv"),
            ("d", "xx"),
            ("e", "y"),
            ("f", "y"),
            ("g", "z"),
        ]
        .into_iter()
        .chain([("h", "xz"), ("i", ""), ("without gold", "x"), ("part without gold", "y")]);
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        let mut add = |id: &str, origin: Option<&str>, tag: Option<char>| {
            let gold = (!id.contains("without gold") || id.ends_with('w')).then_some(Entailment);
            let tags: Vec<Phenomenon> =
                tag.iter().map(|tag| Phenomenon::parse(&format!("p:{tag}")).unwrap()).collect();
            let gold = gold.or((id == "part without gold").then_some(Entailment));
            builder.add(&PairRow { id, origin, gold, phenomena: &tags, ..PairRow::default() });
        };
        for (original, tags) in originals {
            add(original, None, None);
            for (number, tag) in (0..).zip(tags.chars().chain(['w'])) {
                add(&format!("{original}.{number}{tag}"), Some(original), Some(tag));
            }
        }
        add("without parts", None, None);
        let dataset = builder.finish().unwrap();
        // x is wrong in b, c and in one part of d, y in c and f, v in c.
        let parts = ["b.0x", "c.0x", "d.1x", "c.1y", "f.0y", "c.2v"];
        let first = run(&dataset, &[&parts[..], &["b", "c", "d", "h"]].concat());
        // x is solved.
        let second = run(&dataset, &[&parts[3..], &["e"]].concat());
        let ours = of(&dataset, &[&first, &second], &Resampling::default()).unwrap();
        // Columns: x, y and z, each present and solved, and v present.
        // X = ["1111000", "1011000", "1010001", "1000000", "0011000", "0010000", "0000110", "1100110", "0000000",
        //      "1111000", "1111000", "1110001", "1100000", "0011000", "0010000", "0000110", "1100110", "0000000"]
        // m = LogisticRegression(C=1, solver="newton-cholesky", tol=1e-12, max_iter=1000)
        // m.fit([[int(c) for c in row] for row in X], [int(c) for c in "100011101" "111101111"])
        // m.intercept_, m.coef_
        assert_eq!(ours.originals, 18);
        assert!((ours.intercept - 1.2756055063923073).abs() < 1e-9);
        let never = Err(Undefined::NeverVaries);
        let expected = [
            ("p:x", "present", 10, Ok(-0.8678286719307599)),
            ("p:x", "solved", 7, Ok(0.8104769819208778)),
            ("p:y", "present", 10, Ok(-0.020126032269507686)),
            ("p:y", "solved", 6, Ok(-0.2101176723654851)),
            ("p:w", "present", 18, never.clone()),
            ("p:w", "solved", 18, never.clone()),
            ("p:v", "present", 2, Ok(-0.25351447399296595)),
            ("p:v", "solved", 0, never),
            ("p:z", "present", 4, Ok(-0.04416155840237887)),
            ("p:z", "solved", 4, Ok(-0.04416155840237887)),
        ];
        assert_eq!(ours.coefficients.len(), expected.len());
        for (path, column, originals, coefficient) in expected {
            let one = ours
                .coefficients
                .iter()
                .find(|one| (one.phenomenon.as_str(), one.column.name()) == (path, column));
            let one = one.unwrap();
            assert_eq!(one.originals, originals, "{path} {column}");
            match (&one.coefficient, coefficient) {
                (Ok(ours), Ok(expected)) => {
                    assert!((ours - expected).abs() < 1e-9, "{path} {ours}")
                }
                (ours, expected) => assert_eq!(*ours, expected),
            }
        }
        // Nine originals, answered twice.
        assert_eq!((ours.no_interval, ours.resamples), (Some(NoInterval::FewClusters), 0));
        assert!(ours.coefficients.iter().all(|one| one.interval.is_none()));
    }

    /// So many originals with a part each, of as many phenomena in turn; each second part and each third whole
    /// is wrong.
    fn many(originals: usize, phenomena: usize) -> (Dataset, Run) {
        let pairs = (0..originals).flat_map(|number| {
            let (id, tag) = (format!("o{number}"), format!("p:{}", number / 2 % phenomena));
            let part = Pair::of(&format!("{id}.0"), &id).tags(&[&tag]);
            [Pair::original(&id), part]
        });
        let dataset = dataset(&pairs.collect::<Vec<_>>());
        let answers = (0..dataset.len()).map(|row| {
            let (original, part) = (row % originals, row >= originals);
            let wrong = if part { original % 2 == 0 } else { original % 3 == 0 };
            Answer::Judged(if wrong { Unknown } else { Entailment })
        });
        let run = Run::from_answers("s", answers);
        (dataset, run)
    }

    #[test]
    fn intervals_are_the_same_on_any_number_of_threads() {
        let (dataset, run) = many(90, 3);
        let one = Resampling { resamples: 500, ..Resampling::default() };
        let three = Resampling { threads: NonZeroUsize::new(3).unwrap(), ..one };
        let ours = of(&dataset, &[&run], &one).unwrap();
        assert_eq!(of(&dataset, &[&run], &three).unwrap(), ours);
        assert_eq!((ours.no_interval, ours.resamples, ours.undefined_resamples), (None, 500, 0));
        for one in &ours.coefficients {
            let value = *one.coefficient.as_ref().unwrap();
            assert!(one.interval.unwrap().contains(value), "{one:?}");
        }
        assert_ne!(of(&dataset, &[&run], &Resampling { seed: 1, ..one }).unwrap(), ours);
        let most = Resampling { resamples: 5_000, ..one };
        assert_eq!(
            of(&dataset, &[&run], &most).unwrap().resamples,
            SolvedRegression::MOST_RESAMPLES
        );
    }

    #[test]
    fn intervals_that_take_long_are_left_to_those_who_ask_for_them() {
        let resampling = Resampling { resamples: 20, ..Resampling::default() };
        let with = |phenomena: usize, intervals| {
            let (dataset, run) = many(400, phenomena);
            let intervals = (intervals, &resampling);
            solved_regression(&dataset, &[&run], Task::ThreeWay, LEVEL, intervals).unwrap()
        };
        // Of 20 phenomena, in a step 81 patterns of up to three ones, and the cube of 41 coefficients.
        let quick = with(20, RegressionIntervals::WhereQuick);
        assert_eq!((quick.no_interval, quick.resamples), (None, 20));
        assert!(
            quick.intercept_interval.is_some_and(|interval| interval.contains(quick.intercept))
        );
        let long = with(50, RegressionIntervals::WhereQuick);
        assert_eq!((long.no_interval, long.resamples), (Some(NoInterval::TakesLong), 0));
        assert_eq!(with(50, RegressionIntervals::Always).resamples, 20);
        let none = with(20, RegressionIntervals::None);
        assert_eq!((none.no_interval, none.resamples, none.intercept_interval), (None, 0, None));
        assert_eq!(none.intercept, quick.intercept);
    }

    #[test]
    fn what_has_no_regression() {
        let no_resamples = Resampling { resamples: 1, ..Resampling::default() };
        let fails = |dataset: &Dataset, runs: &[&Run]| of(dataset, runs, &no_resamples).err();
        let (large, answered) = many(50_001, 2);
        assert_eq!(fails(&large, &[&answered]), None);
        assert_eq!(fails(&large, &[&answered; 2]), Some(NoRegression::ManyOriginals));
        let (wide, answered) = many(402, 201);
        assert_eq!(fails(&wide, &[&answered]), Some(NoRegression::ManyColumns(402)));
        let (small, answered) = many(30, 3);
        assert_eq!(fails(&small, &[&run(&small, &[])]), Some(NoRegression::ConstantOutcome));
        assert_eq!(fails(&small, &[]), Some(NoRegression::NoOriginals));
        let none = of(&small, &[&answered], &Resampling { resamples: 0, ..no_resamples });
        assert_eq!(none.err(), Some(NoRegression::Resampling(UncertaintyError::Resamples(0))));
        let alike = dataset(&[
            Pair::original("a"),
            Pair::of("a.x", "a").tags(&["p:x"]),
            Pair::original("b"),
            Pair::of("b.x", "b").tags(&["p:x"]),
        ]);
        assert_eq!(fails(&alike, &[&run(&alike, &["b"])]), Some(NoRegression::NothingVaries));
    }

    proptest! {
        #[test]
        fn the_order_of_originals_and_phenomena_makes_no_difference(
            (pairs, answers) in pairs_and_answers(),
            clusters in 1..12usize,
        ) {
            let pairs = clustered(&pairs, clusters);
            let turned: Vec<Pair> = pairs.iter().rev().cloned().collect();
            let (one, other) = (dataset(&pairs), dataset(&turned));
            let found = |dataset: &Dataset| {
                let answer = |row: usize| Answer::Judged(answers[one.row(dataset.id(row)).unwrap()]);
                let run = Run::from_answers("s", (0..dataset.len()).map(answer));
                let resampling = Resampling { resamples: 1, ..Resampling::default() };
                of(dataset, &[&run], &resampling).map(|found| {
                    let mut rows: Vec<_> = found
                        .coefficients
                        .into_iter()
                        .map(|row| (row.phenomenon, row.column, row.originals, row.coefficient))
                        .collect();
                    rows.sort_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
                    (found.originals, found.intercept, rows)
                })
            };
            match (found(&one), found(&other)) {
                (Ok((originals, intercept, rows)), Ok(turned)) => {
                    prop_assert_eq!((originals, rows.len()), (turned.0, turned.2.len()));
                    prop_assert!((intercept - turned.1).abs() < 1e-8);
                    for (row, turned) in rows.into_iter().zip(turned.2) {
                        prop_assert_eq!((row.0, row.1, row.2), (turned.0, turned.1, turned.2));
                        match (row.3, turned.3) {
                            (Ok(one), Ok(other)) => prop_assert!((one - other).abs() < 1e-8),
                            (one, other) => prop_assert_eq!(one, other),
                        }
                    }
                }
                (one, other) => prop_assert_eq!(one.err(), other.err()),
            }
        }
    }
}
