//! Correlation and Deviation Index by relevance, held to the plain ones.

use phenom_dataset::{Answer, Judgment, Judgment::*, Run};
use proptest::prelude::*;

use super::{ComparisonRow, Score, comparisons, scores};
use crate::counts::{Population, SliceKind};
use crate::evaluation::{Evaluation, Origin, Settings, StatisticsSettings};
use crate::measures::by_relevance::{
    WEIGHTED_CORRELATION_INDEX, WEIGHTED_DEVIATION_INDEX, WEIGHTED_DEVIATION_INDEX_SIGNED,
};
use crate::measures::correlation_index::CORRELATION_INDEX;
use crate::measures::deviation_index::{DEVIATION_INDEX, DEVIATION_INDEX_SIGNED};
use crate::testing::{Pair, clustered, pairs_and_answers, weighted_dataset};

/// The three by relevance, each with the plain one.
const BOTH: [[&str; 2]; 3] = [
    [WEIGHTED_CORRELATION_INDEX.key, CORRELATION_INDEX.key],
    [WEIGHTED_DEVIATION_INDEX.key, DEVIATION_INDEX.key],
    [WEIGHTED_DEVIATION_INDEX_SIGNED.key, DEVIATION_INDEX_SIGNED.key],
];

fn rows(
    pairs: &[Pair],
    weights: &[(&str, f64)],
    answers: &[Vec<Judgment>],
) -> (Vec<Score>, Vec<ComparisonRow>) {
    let dataset = weighted_dataset(pairs, weights);
    let runs: Vec<(Run, Origin)> = ["a", "b", "b"]
        .into_iter()
        .zip(answers)
        .map(|(name, answers)| {
            let answers = answers.iter().copied().map(Answer::Judged);
            (Run::from_answers(name, answers), Origin::Answers)
        })
        .collect();
    let statistics = StatisticsSettings { resamples: 200, ..StatisticsSettings::default() };
    let settings = Settings { statistics, ..Settings::default() };
    let evaluation = Evaluation::new(&dataset, &runs, &settings);
    (scores(&evaluation, false), comparisons(&evaluation))
}

#[test]
fn three_right_parts_of_weight_two_and_one_wrong_part_of_weight_one() {
    let part = |id: &str, tag: &str| Pair::of(id, &id[..1]).tags(&[tag]);
    let pairs = [
        Pair::original("o"),
        part("o.1", "a:x"),
        part("o.2", "a:y"),
        Pair::original("p").gold(Unknown),
        part("p.1", "a:x").gold(Unknown),
        part("p.2", "b:z").gold(Unknown),
    ];
    // Originals first: o right, p wrong; of the parts the last is wrong.
    let answers = vec![Entailment, Entailment, Entailment, Entailment, Unknown, Entailment];
    let (scores, _) = rows(&pairs, &[("a", 2.0), ("a:y", 0.5)], &[answers]);
    let value = |kind: SliceKind, name: &str, key| {
        let is_it =
            |row: &&Score| row.slice_kind == kind && row.slice == name && row.measure == key;
        scores.iter().find(is_it).unwrap().value.clone().unwrap()
    };
    let key = WEIGHTED_CORRELATION_INDEX.key;
    // 1/2 over (2 + 0.5 + 2) / 5.5; entailed 1 over 1; unknown 0 over 2/3.
    assert!((value(SliceKind::All, "", key) - 0.5 / (4.5 / 5.5)).abs() < 1e-12);
    assert_eq!(value(SliceKind::Category, "a", key), 0.5);
    assert_eq!(value(SliceKind::All, "", WEIGHTED_DEVIATION_INDEX_SIGNED.key), 1.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Where all parts weigh the same, whatever that is, every row says what the plain one says.
    #[test]
    fn equal_weights_are_none(
        (pairs, answers) in pairs_and_answers(),
        clusters in 1..12usize,
    ) {
        let mut turned = answers.clone();
        turned.rotate_left(1);
        let mut again = answers.clone();
        again.rotate_right(1);
        let pairs = clustered(&pairs, clusters);
        let (scores, comparisons) = rows(&pairs, &[], &[answers, turned, again]);
        // Where nothing is decomposed, nothing weighs.
        let has_parts = scores.iter().any(|row| row.population == Population::Monothematic);
        for [by_relevance, plain] in BOTH.into_iter().filter(|_| has_parts) {
            let of = |key| -> Vec<Score> {
                let here = |row: &&Score| {
                    let kinds = [SliceKind::All, SliceKind::Judgment, SliceKind::Category];
                    row.measure == key
                        && kinds.contains(&row.slice_kind)
                        && row.slice != super::NEGATIVE_PAIRS
                        && ["a", "b"].contains(&row.system.as_str())
                };
                let renamed = |row: &Score| Score { measure: "", ..row.clone() };
                scores.iter().filter(here).map(renamed).collect()
            };
            prop_assert_eq!(of(by_relevance), of(plain));
            let of = |key| -> Vec<ComparisonRow> {
                let renamed = |row: &ComparisonRow| ComparisonRow {
                    measure: &crate::measures::accuracy::ACCURACY,
                    // These depend on how many other rows there are.
                    test: row.test.clone().map(|mut test| {
                        (test.p_adjusted, test.adjusted_interval) = (test.p, None);
                        test
                    }),
                    significance: 0.0,
                    verdict: crate::scores::Verdict::CannotTell,
                    family: crate::scores::Family::Exploratory,
                    ..row.clone()
                };
                comparisons.iter().filter(|row| row.measure.key == key).map(renamed).collect()
            };
            prop_assert_eq!(of(by_relevance), of(plain));
        }
    }
}
