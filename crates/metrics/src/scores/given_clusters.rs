//! What becomes of intervals and comparisons where the data say which originals belong together.

use std::num::NonZeroUsize;

use phenom_dataset::{Answer, Judgment, Judgment::*, Run};
use proptest::prelude::*;

use super::{ComparisonRow, comparisons, scores};
use crate::counts::Population;
use crate::evaluation::{Evaluation, Origin, Settings, StatisticsSettings};
use crate::people::agreement_rows;
use crate::seed::Seed;
use crate::testing::{Pair, clustered, dataset, pairs_and_answers, run_with_probabilities};

fn settings() -> Settings {
    let statistics = StatisticsSettings {
        resamples: 100,
        threads: NonZeroUsize::MIN,
        ..StatisticsSettings::default()
    };
    Settings { statistics, ..Settings::default() }
}

/// Eleven entailed originals. `A` is right on all but the two of the family `y`, `B` on these alone.
fn families() -> Vec<Pair> {
    let families = ["x", "x", "x", "y", "y"];
    let original = |number: usize| {
        let pair = Pair::original(&number.to_string());
        families.get(number).map_or(pair.clone(), |family| pair.cluster(family))
    };
    (0..11).map(original).collect()
}

fn evaluated(pairs: &[Pair]) -> Evaluation {
    let dataset = dataset(pairs);
    let in_y = |row: usize| row == 3 || row == 4;
    let run = |name: &str, right: &dyn Fn(usize) -> bool| {
        let answers: Vec<Judgment> =
            (0..11).map(|row| if right(row) { Entailment } else { Unknown }).collect();
        (run_with_probabilities(&dataset, name, &answers), Origin::Answers)
    };
    let runs = [run("A", &|row| !in_y(row)), run("B", &in_y)];
    Evaluation::new(&dataset, &runs, &settings())
}

fn unclustered(pairs: &[Pair]) -> Vec<Pair> {
    (0..pairs.len()).map(|number| Pair::original(&number.to_string())).collect()
}

fn compared(evaluation: &Evaluation, measure: &str) -> ComparisonRow {
    let rows = comparisons(evaluation).into_iter();
    let mut rows = rows.filter(|row| row.system_b == "B" && row.measure.key == measure);
    rows.find(|row| row.population == Population::Original && row.slice.name.is_empty()).unwrap()
}

/// Families change sides as a whole. The eight clusters differ by +3, -2 and six times +1, in all by 7. Of the
/// 2^8 assignments those with a difference beyond 7 change clusters of 0 or 1 pairs, or of 10 or 11:
/// 2 (1 + 6); those of exactly 7 change 2 pairs, the family `y` or two of six, or leave as many:
/// 2 (1 + 15), which count half. Without families there are 2^11 assignments: 2 (1 + 11) beyond, and
/// 2 * 55 of exactly 7.
#[test]
fn systems_are_exchanged_in_whole_families() {
    let pairs = families();
    let together = compared(&evaluated(&pairs), "accuracy");
    assert_eq!((together.clusters, together.pairs), (8, 11));
    assert!(!together.correct_on_same);
    // By families of 3, 2 and 1 pairs p would be 30/256; one family differs by more than all others: no p.
    assert_eq!(together.p(), None);
    let alone = compared(&evaluated(&unclustered(&pairs)), "accuracy");
    assert_eq!((alone.clusters, alone.pairs), (11, 11));
    assert!((alone.p().unwrap() - 79.0 / 2048.0).abs() < 1e-12, "{alone:?}");
    assert_eq!(together.difference(), alone.difference());
}

#[test]
fn rankings_are_exchanged_in_whole_families() {
    let pairs = families();
    assert_eq!(compared(&evaluated(&pairs), "confidence_weighted_score").clusters, 8);
    let alone = compared(&evaluated(&unclustered(&pairs)), "confidence_weighted_score");
    assert_eq!(alone.clusters, 11);
}

#[test]
fn an_interval_is_wider_where_pairs_stand_in_families() {
    let width = |pairs: &[Pair]| {
        let rows = scores(&evaluated(pairs), false);
        let row = rows.iter().find(|row| row.system == "A" && row.measure == "accuracy").unwrap();
        row.interval.unwrap().interval.width()
    };
    assert!(width(&families()) > width(&unclustered(&families())) + 0.01);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A column that gives each original a cluster of its own says nothing.
    #[test]
    fn clusters_of_one_original_change_nothing((pairs, answers) in pairs_and_answers()) {
        let own = clustered(&pairs, pairs.len());
        let rows = [&pairs, &own].map(|pairs| {
            let dataset = dataset(pairs);
            let of = |name: &str, by: usize| {
                let mut turned = answers.clone();
                turned.rotate_left(by % answers.len());
                (run_with_probabilities(&dataset, name, &turned), Origin::Answers)
            };
            let runs = [of("s", 0), of("t", 1), of("u", 2), of("u", 3)];
            let settings = settings();
            let evaluation = Evaluation::new(&dataset, &runs, &settings);
            let people = agreement_rows(&dataset, &settings.statistics, Seed(1));
            format!("{:?} {:?} {people:?}", scores(&evaluation, true), comparisons(&evaluation))
        });
        prop_assert_eq!(&rows[0], &rows[1]);
    }

    /// Clusters say how sure a figure is, and never what it is.
    #[test]
    fn clusters_change_no_value((pairs, answers) in pairs_and_answers(), clusters in 1..4usize) {
        let values = [pairs.clone(), clustered(&pairs, clusters)].map(|pairs| {
            let run = Run::from_answers("s", answers.iter().copied().map(Answer::Judged));
            let evaluation =
                Evaluation::new(&dataset(&pairs), &[(run, Origin::Answers)], &settings());
            let rows = scores(&evaluation, false).into_iter();
            rows.map(|row| (row.measure, row.slice, format!("{:?}", row.value))).collect::<Vec<_>>()
        });
        prop_assert_eq!(&values[0], &values[1]);
    }
}
