//! What is said of systems whose originals and parts are planted.

use std::num::NonZeroUsize;

use phenom_dataset::Judgment::{Entailment, Unknown};
use phenom_dataset::{Answer, Dataset, Run};

use super::*;
use crate::evaluation::{Settings, StatisticsSettings};
use crate::measures::Wanted;
use crate::scores::comparisons;
use crate::testing::{Pair, dataset};

const KEYS: [&str; 2] = ["accuracy", "stratified_solved_difference"];

/// Originals of two parts, two thirds of which have a part that is not entailed; for a share of them (in eighths) gold
/// breaks the rule.
fn originals(breaking: usize) -> Dataset {
    let mut pairs = Vec::new();
    for number in 0..240 {
        let id = format!("o{number}");
        let gold = |is_entailed: bool| if is_entailed { Entailment } else { Unknown };
        let breaks = number % 8 < breaking;
        pairs.push(Pair::original(&id).gold(gold(breaks != (number % 3 == 2))));
        for part in 0..2 {
            pairs.push(Pair::of(&format!("{id}.{part}"), &id).gold(gold(number % 3 != part)));
        }
    }
    dataset(&pairs)
}

/// Whether something happens to a pair or an original, in about one of `one_in`, for each seed by itself.
fn happens(seed: u64, number: usize, one_in: u64) -> bool {
    let mut mixed = (number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (seed << 32);
    for _ in 0..2 {
        mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    }
    (mixed >> 33).is_multiple_of(one_in)
}

fn turned(gold: Judgment) -> Judgment {
    if gold == Entailment { Unknown } else { Entailment }
}

/// Wrong on one of eight parts; on originals by the rule, or by itself on one of four.
fn system(dataset: &Dataset, name: &str, seed: u64, composes: bool) -> Run {
    let gold = |row: usize| dataset.gold()[row].unwrap();
    let part = |row: usize| if happens(seed, row, 8) { turned(gold(row)) } else { gold(row) };
    let answers = (0..dataset.len()).map(|row| {
        let mut parts = dataset.monothematic_of(row).map(part);
        Answer::Judged(match (row < dataset.originals().len(), composes) {
            (false, _) => part(row),
            (true, false) if happens(seed, row, 4) => turned(gold(row)),
            (true, false) => gold(row),
            (true, true) if parts.all(|part| part == Entailment) => Entailment,
            (true, true) => Unknown,
        })
    });
    Run::from_answers(name, answers)
}

fn read(dataset: &Dataset, runs: Vec<Run>, keys: &[&str]) -> Vec<ReadingRow> {
    let runs: Vec<(Run, Origin)> = runs.into_iter().map(|run| (run, Origin::Answers)).collect();
    let statistics = StatisticsSettings { threads: NonZeroUsize::MIN, ..Default::default() };
    let wanted = Wanted::named(keys.iter().copied());
    let settings = Settings { statistics, wanted, ..Settings::default() };
    let evaluation = Evaluation::new(dataset, &runs, &settings);
    readings(&evaluation, &comparisons(&evaluation))
}

fn of_first(rows: &[ReadingRow]) -> (Reading, Option<FailedControl>) {
    (rows[0].reading, rows[0].control)
}

#[test]
fn carrying_over_needs_every_control() {
    let dataset = originals(0);
    let composing = || system(&dataset, "A", 1, true);
    let others = || [system(&dataset, "B", 2, false), system(&dataset, "C", 3, false)];
    let all = || [composing()].into_iter().chain(others()).collect::<Vec<_>>();
    let rows = read(&dataset, all(), &KEYS);
    assert_eq!(of_first(&rows), (Reading::CarriesOver, None), "{rows:?}");
    assert_eq!((rows[1].reading, rows[1].others), (Reading::OwnPartsPredict, 2));
    // B and C do not compose.
    assert!(rows[3..].iter().all(|row| row.reading != Reading::CarriesOver), "{rows:?}");
    let (reading, control) = of_first(&read(&dataset, vec![composing()], &KEYS));
    let weaker = Reading::RightWithRightParts;
    assert_eq!((reading, control), (weaker, Some(FailedControl::NoOthers)));
    let found = of_first(&read(&dataset, all(), &KEYS[1..]));
    assert_eq!(found, (weaker, Some(FailedControl::NotCompared)));
    // Another system with the same parts is no control, and one with nearly the same is one.
    let copy = |but_for: usize| {
        let of_row = |row: usize| match (composing().answer(row), row == but_for) {
            (Answer::Judged(label), true) => Answer::Judged(turned(label)),
            (answer, _) => answer,
        };
        Run::from_answers("B", (0..dataset.len()).map(of_row).collect::<Vec<_>>())
    };
    let rows = read(&dataset, vec![composing(), copy(0)], &KEYS);
    assert_eq!(of_first(&rows), (weaker, Some(FailedControl::NoOthers)));
    let rows = read(&dataset, vec![composing(), copy(dataset.len() - 1)], &KEYS);
    assert_eq!(of_first(&rows), (weaker, Some(FailedControl::Others)), "{rows:?}");
}

#[test]
fn one_coin_for_an_original_and_its_parts_does_not_carry_over() {
    let dataset = originals(0);
    let coin = (0..dataset.len()).map(|row| {
        let gold = dataset.gold()[row].unwrap();
        let is_wrong = happens(7, dataset.original_of(row), 8);
        Answer::Judged(if is_wrong { turned(gold) } else { gold })
    });
    let coin = Run::from_answers("A", coin);
    let rows = read(&dataset, vec![coin, system(&dataset, "B", 2, false)], &KEYS);
    let expected = (Reading::RightWithRightParts, Some(FailedControl::MixedParts));
    assert_eq!(of_first(&rows), expected, "{rows:?}");
    assert_eq!(rows[0].difference, Ok(1.0));
}

#[test]
fn gold_that_breaks_the_rule_says_nothing_of_systems() {
    let runs = |dataset: &Dataset| {
        let perfect = dataset.gold().iter().map(|gold| Answer::Judged(gold.unwrap()));
        let perfect = Run::from_answers("A", perfect.collect::<Vec<_>>());
        vec![perfect, system(dataset, "B", 2, false)]
    };
    let often = originals(2);
    assert_eq!(read(&often, runs(&often), &KEYS), []);
    let never = originals(0);
    assert!(!read(&never, runs(&never), &KEYS).is_empty());
}
