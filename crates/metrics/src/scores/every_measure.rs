//! Rules that every measure of the list keeps, and every figure of every measure.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroUsize;

use phenom_dataset::{Answer, Dataset, Judgment, Judgment::*, Run};
use proptest::prelude::*;

use super::{ComparisonRow, Score, comparisons, scores};
use crate::counts::{ContingencyTable, SliceKind, tables};
use crate::evaluation::{Evaluation, Origin, Settings, StatisticsSettings};
use crate::measures::{Comparison, Computation, IntervalFrom, MEASURES, Measure, Wanted};
use crate::people;
use crate::seed::Seed;
use crate::statistics::Interval;
use crate::testing::{
    Pair, clustered, dataset, pairs_and_answers, run_with_probabilities, weighted_dataset,
};

fn every_measure() -> impl Iterator<Item = &'static Measure> {
    MEASURES.iter().chain(people::MEASURES).copied()
}

#[test]
fn each_says_what_it_is_and_is_computed() {
    for measure in every_measure() {
        let Measure { key, name, definition, formula, range, undefined, source, .. } = *measure;
        let texts = [key, name, definition, formula, range, undefined, source];
        assert!(texts.iter().all(|text| !text.is_empty()), "{key}");
        let is_of_people = matches!(measure.computation, Computation::People);
        assert_eq!(is_of_people, people::MEASURES.contains(&measure), "{key}");
    }
}

#[test]
fn each_has_an_interval_or_says_why_not() {
    for measure in every_measure() {
        match measure.interval {
            IntervalFrom::None(reason) => assert!(reason.len() > 10, "{}", measure.key),
            IntervalFrom::Resamples | IntervalFrom::Divergence(_) => {}
            IntervalFrom::Influences => {
                assert!(measure.has_influences(), "{}", measure.key);
            }
            IntervalFrom::Share => {
                let is_share = matches!(
                    measure.computation,
                    Computation::RightAnswers
                        | Computation::RightWholes
                        | Computation::Share(..)
                        | Computation::ShareOfAnswer(_)
                        | Computation::Composition(_)
                        | Computation::Sets(_)
                );
                assert!(is_share, "{}", measure.key);
            }
            IntervalFrom::DifferenceOfShares(_)
            | IntervalFrom::OddsRatio
            | IntervalFrom::SolvedDivergence(_) => {
                let of_composition = matches!(measure.computation, Computation::Composition(_));
                assert!(of_composition, "{}", measure.key);
            }
            IntervalFrom::Jackknife([lowest, highest]) => assert!(lowest < highest),
            IntervalFrom::WholeOverParts | IntervalFrom::PositiveLessNegative => {
                let of_both = matches!(
                    measure.computation,
                    Computation::WholeAndParts(_) | Computation::ByRelevance(_)
                );
                assert!(of_both, "{}", measure.key);
            }
            IntervalFrom::Fit => {
                assert!(matches!(measure.computation, Computation::Fit(_)), "{}", measure.key);
            }
            // What is taken from another measure must be found there.
            IntervalFrom::SizeOf(other)
            | IntervalFrom::DistanceFromOneOf(other)
            | IntervalFrom::SameAs(other) => {
                assert!(MEASURES.contains(&other), "{}", measure.key);
                let own = matches!(
                    other.interval,
                    IntervalFrom::Divergence(_)
                        | IntervalFrom::WholeOverParts
                        | IntervalFrom::PositiveLessNegative
                );
                assert!(own, "{}", measure.key);
            }
        }
    }
}

#[test]
fn each_has_a_comparison_or_says_why_not() {
    for measure in every_measure() {
        if let Comparison::None(reason) = measure.comparison {
            assert!(reason.len() > 10, "{}", measure.key);
        }
    }
}

fn settings(wanted: Wanted) -> Settings {
    let statistics = StatisticsSettings {
        resamples: 200,
        threads: NonZeroUsize::MIN,
        ..StatisticsSettings::default()
    };
    Settings { wanted, statistics, ..Settings::default() }
}

/// Thirty originals with two parts each, of all three judgments, and two systems of some mistakes.
fn small_evaluation(wanted: Wanted) -> Evaluation {
    let judgments = [Entailment, Unknown, Contradiction];
    let mut pairs = Vec::new();
    let mut answers = [Vec::new(), Vec::new()];
    for number in 0..30 {
        let id = format!("o{number}");
        pairs.push(Pair::original(&id).gold(judgments[number % 3]));
    }
    for number in 0..60 {
        let (whole, tag) = (number / 2, ["a:x", "a:y", "b:x"][number % 3]);
        let pair = Pair::of(&format!("o{whole}.{number}"), &format!("o{whole}"));
        // One part has the gold judgment of the whole, and the other one that leaves it to the first.
        let gold = if number % 2 == 0 { whole % 3 } else { whole % 3 / 2 };
        pairs.push(pair.gold(judgments[gold]).tags(&[tag]));
    }
    let dataset = weighted_dataset(&pairs, &[("a", 2.5)]);
    for (system, answers) in answers.iter_mut().enumerate() {
        for row in 0..dataset.len() {
            let gold = dataset.gold()[row].unwrap();
            let wrong = row * (5 + system) % 7 < 2 + system;
            let turned = (usize::from(gold.code()) + 1 + row % 2) % 3;
            answers.push(if wrong { judgments[turned] } else { gold });
        }
    }
    let runs = [("a", &answers[0]), ("b", &answers[1])]
        .map(|(name, answers)| (run_with_probabilities(&dataset, name, answers), Origin::Answers));
    Evaluation::new(&dataset, &runs, &settings(wanted))
}

#[test]
fn what_can_be_compared_is_compared_where_it_is_named_and_nothing_else_is() {
    for measure in MEASURES {
        let evaluation = small_evaluation(Wanted::named([measure.key]));
        let rows = comparisons(&evaluation);
        let can = !matches!(measure.comparison, Comparison::None(_));
        assert_eq!(!rows.is_empty(), can, "{}", measure.key);
        assert!(rows.iter().all(|row| row.measure.key == measure.key), "{}", measure.key);
        let tested = rows.iter().any(|row| row.p().is_some() && row.interval().is_some());
        assert_eq!(tested, can, "{}", measure.key);
    }
}

#[test]
fn each_wanted_measure_alone_has_rows_and_the_interval_that_it_says() {
    for measure in MEASURES {
        let evaluation = small_evaluation(Wanted::named([measure.key]));
        let rows = scores(&evaluation, true);
        assert!(rows.iter().any(|row| row.value.is_ok()), "{}", measure.key);
        assert!(rows.iter().all(|row| row.measure == measure.key), "{}", measure.key);
        let with_interval = rows.iter().any(|row| row.interval.is_some());
        let says = !matches!(measure.interval, IntervalFrom::None(_));
        assert_eq!(with_interval, says, "{}", measure.key);
    }
}

/// The first number of a score that is none.
fn odd_score(row: &Score) -> Option<String> {
    let ends = row.interval.map(|found| [found.interval.lower, found.interval.upper]);
    let mut numbers = row.value.iter().copied().chain(ends.into_iter().flatten());
    numbers.any(|number| !number.is_finite()).then(|| format!("{row:?}"))
}

/// The same of a comparison.
fn odd_comparison(row: &ComparisonRow) -> Option<String> {
    let ends = row.interval().map(|interval| [interval.lower, interval.upper]);
    let mut numbers = (row.values.iter().flatten().copied())
        .chain(row.difference().ok())
        .chain(ends.into_iter().flatten())
        .chain(row.p())
        .chain(row.p_adjusted())
        .chain(row.design_effect);
    numbers.any(|number| !number.is_finite()).then(|| format!("{row:?}"))
}

fn wanted_all() -> Wanted {
    Wanted::named(MEASURES.iter().map(|measure| measure.key))
}

/// The first row of any figure of some runs that holds a number which is none.
fn odd_row(dataset: &Dataset, runs: &[(Run, Origin)]) -> Option<String> {
    let evaluation = Evaluation::new(dataset, runs, &settings(wanted_all()));
    let compared = comparisons(&evaluation);
    let scored = scores(&evaluation, true);
    scored.iter().find_map(odd_score).or_else(|| compared.iter().find_map(odd_comparison))
}

/// How answers are bent before they are scored.
#[derive(Debug, Clone, Copy)]
enum Bent {
    AsDrawn,
    EveryPartWrong,
    AllAlike,
    AllRight,
}

fn bent(dataset: &Dataset, answers: &[Judgment], how: Bent) -> Vec<Judgment> {
    let one = |(row, answer): (usize, &Judgment)| {
        let gold = dataset.gold()[row].unwrap_or(Entailment);
        let wrong = if gold == Entailment { Contradiction } else { Entailment };
        match how {
            Bent::EveryPartWrong if dataset.monothematic().contains(&row) => wrong,
            Bent::EveryPartWrong | Bent::AllRight => gold,
            Bent::AllAlike => Unknown,
            Bent::AsDrawn => *answer,
        }
    };
    answers.iter().enumerate().map(one).collect()
}

fn both(first: Run, second: Run) -> [(Run, Origin); 2] {
    [(first, Origin::Answers), (second, Origin::Answers)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_figure_is_other_than_a_finite_number_or_a_reason(
        (pairs, answers) in pairs_and_answers(),
        how in proptest::sample::select(vec![
            Bent::AsDrawn, Bent::EveryPartWrong, Bent::AllAlike, Bent::AllRight,
        ]),
        constant_gold in any::<bool>(),
    ) {
        let pairs: Vec<Pair> = pairs
            .into_iter()
            .map(|pair| if constant_gold { pair.gold(Contradiction) } else { pair })
            .collect();
        let dataset = dataset(&pairs);
        let mut turned = answers.clone();
        turned.rotate_left(1);
        let answers = bent(&dataset, &answers, how);
        let run = |name, answers: &[Judgment]| run_with_probabilities(&dataset, name, answers);
        let two_systems = both(run("a", &answers), run("b", &turned));
        prop_assert_eq!(odd_row(&dataset, &two_systems), None);
        let two_runs = both(run("a", &answers), run("a", &turned));
        prop_assert_eq!(odd_row(&dataset, &two_runs), None);
        let equal_runs = both(run("a", &answers), run("a", &answers));
        prop_assert_eq!(odd_row(&dataset, &equal_runs), None);
        let missing = Run::from_answers("none", answers.iter().map(|_| Answer::Missing));
        prop_assert_eq!(odd_row(&dataset, &both(missing, run("b", &turned))), None);
    }

    /// Ten copies of a run give what the run gives: runs that answer alike tell no more than one.
    #[test]
    fn copies_of_a_run_change_no_figure(
        (pairs, answers) in pairs_and_answers(),
        clusters in 1..12usize,
    ) {
        let dataset = dataset(&clustered(&pairs, clusters));
        let mut turned = answers.clone();
        turned.rotate_left(1);
        let run = |name, answers: &[Judgment]| {
            (run_with_probabilities(&dataset, name, answers), Origin::Answers)
        };
        let of = |copies: usize| {
            let mut runs: Vec<(Run, Origin)> = (0..copies).map(|_| run("a", &answers)).collect();
            runs.push(run("b", &turned));
            figures(&dataset, &runs)
        };
        prop_assert_eq!(other_figure(&of(1), &of(10)), None);
    }

    /// Which system comes first changes no figure of the systems, no p and no size of a difference.
    #[test]
    fn the_order_of_systems_changes_no_figure((pairs, answers) in pairs_and_answers()) {
        let dataset = dataset(&pairs);
        let mut turned = answers.clone();
        turned.rotate_left(1);
        let run = |name, answers: &[Judgment]| {
            (run_with_probabilities(&dataset, name, answers), Origin::Answers)
        };
        let one = figures(&dataset, &[run("a", &answers), run("b", &turned)]);
        let other = figures(&dataset, &[run("b", &turned), run("a", &answers)]);
        prop_assert_eq!(other_figure(&one, &other), None);
    }

    #[test]
    fn no_figure_of_a_bare_table_is_other_than_a_finite_number_or_a_reason(table in tables()) {
        prop_assert_eq!(odd_of_table(&table), None);
    }
}

/// Every figure with its interval, and every p with the sizes of its difference and interval, by what they are of.
fn figures(dataset: &Dataset, runs: &[(Run, Origin)]) -> BTreeMap<String, Vec<f64>> {
    let evaluation = Evaluation::new(dataset, runs, &settings(wanted_all()));
    let mut figures = BTreeMap::new();
    // Rows on single runs are there only if there are several; what is drawn of a baseline is of no run.
    for row in scores(&evaluation, false) {
        if row.slice_kind == SliceKind::Run {
            continue;
        }
        let ends = row.interval.map(|found| [found.interval.lower, found.interval.upper]);
        let key = format!(
            "{} {:?} {:?} {} {}",
            row.system, row.population, row.slice_kind, row.slice, row.measure
        );
        figures.insert(key, row.value.into_iter().chain(ends.into_iter().flatten()).collect());
    }
    for row in comparisons(&evaluation) {
        let mut systems = [row.system_a.as_str(), row.system_b.as_str()];
        systems.sort_unstable();
        let key = format!(
            "{systems:?} {:?} {:?} {} {}",
            row.population, row.slice.kind, row.slice.name, row.measure.key
        );
        let width = row.adjusted_interval().map(Interval::width);
        let size = row.difference().ok().map(f64::abs);
        figures.insert(key, [row.p(), size, width].into_iter().flatten().collect());
    }
    figures
}

/// The first figure that is not the same but for rounding.
fn other_figure(
    one: &BTreeMap<String, Vec<f64>>,
    other: &BTreeMap<String, Vec<f64>>,
) -> Option<String> {
    let keys: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    keys.into_iter().find_map(|key| {
        let (one, other) = (one.get(key)?, other.get(key)?);
        let near = |(one, other): (&f64, &f64)| (one - other).abs() < 1e-9 * one.abs().max(1.0);
        let same = one.len() == other.len() && one.iter().zip(other).all(near);
        (!same).then(|| format!("{key}: {one:?} {other:?}"))
    })
}

fn odd_of_table(table: &ContingencyTable) -> Option<(&'static str, f64)> {
    MEASURES.iter().find_map(|measure| {
        let of_labels = (0..table.labels()).filter_map(|label| measure.of_label(table, label));
        let mut figures = measure.of_table(table, Seed(1)).into_iter().chain(of_labels);
        let odd =
            figures.find_map(|figure| figure.value.ok().filter(|value| !value.is_finite()))?;
        Some((measure.key, odd))
    })
}

#[test]
fn extreme_bare_tables_have_finite_figures_too() {
    for rows in [
        [[0, 0], [0, 0]],
        [[5, 0], [0, 0]],
        [[0, 5], [0, 0]],
        [[0, 5], [7, 0]],
        [[1, 0], [0, 1]],
        [[1_000_000_000, 1], [0, 1_000_000_000]],
    ] {
        let table = ContingencyTable::from_rows(&rows.map(|row| row.to_vec())).unwrap();
        assert_eq!(odd_of_table(&table), None, "{rows:?}");
    }
}
