//! Outcomes: what is right in part, and what is right or wrong, against what is known of labels and of runs.

use phenom_dataset::{
    Answer, Dataset, Judgment, Missing, Outcome, PARTLY_RIGHT, RIGHT, Run, RunBuilder, Score, Task,
    WRONG,
};
use proptest::prelude::*;

use crate::counts::{Population, SliceKind};
use crate::evaluation::{Evaluation, Origin, Settings, StatisticsSettings};
use crate::measures::{Needs, measure};
use crate::scores::{
    self, ComparisonRow, ReadingRow, changed_pairs, comparisons, readings, scores,
};
use crate::statistics::Question;
use crate::testing::{Pair, clustered, dataset, pairs_and_answers};

/// The same pairs without gold labels.
fn without_labels(pairs: &[Pair]) -> Vec<Pair> {
    pairs.iter().map(|pair| pair.clone().gold(RIGHT)).collect()
}

/// A run of outcomes, by the rows of a dataset; `None` for a missing outcome.
fn run_of(
    dataset: &Dataset,
    system: &str,
    scores: &[Option<f64>],
    missing: Missing,
) -> (Run, Origin) {
    let mut builder = RunBuilder::new(dataset, system, missing);
    for (row, score) in scores.iter().enumerate() {
        let Some(outcome) = score.map(|score| Outcome::from_score(score).unwrap()) else {
            continue;
        };
        let score = (outcome.answer() == PARTLY_RIGHT).then_some(Score::Outcome(outcome));
        builder.add(row as u64 + 1, dataset.id(row), outcome.answer(), score);
    }
    (builder.finish().unwrap(), Origin::Answers)
}

fn settings(task: Option<Task>, question: Question) -> Settings {
    let statistics =
        StatisticsSettings { resamples: 100, question, ..StatisticsSettings::default() };
    Settings { task, statistics, ..Settings::default() }
}

/// The rows of measures that need no more than `known`, on slices of all gold labels together.
fn rows(evaluation: &Evaluation, known: Needs) -> Vec<String> {
    let is_here = |row: &&scores::Score| {
        let by_labels = [
            SliceKind::Judgment,
            SliceKind::CategoryByJudgment,
            SliceKind::PhenomenonByJudgment,
            SliceKind::Rewriting,
            SliceKind::RewritingChange,
            SliceKind::Negated,
            SliceKind::NegatedChange,
        ];
        let needs = measure(row.measure).unwrap().needs();
        needs <= known
            && !by_labels.contains(&row.slice_kind)
            && !row.system.starts_with("baseline:")
    };
    scores(evaluation, false).iter().filter(is_here).map(|row| format!("{row:.9?}")).collect()
}

/// What comparisons of systems say that does not depend on their family.
fn compared(evaluation: &Evaluation) -> Vec<String> {
    let rows = comparisons(evaluation);
    let is_here =
        |row: &&ComparisonRow| !row.is_with_constant() && row.measure.needs() == Needs::Scores;
    let said = |row: &ComparisonRow| {
        let ComparisonRow { population, slice, measure, pairs, values, .. } = row;
        let (interval, p) = (row.interval(), row.p());
        format!(
            "{population:?} {slice:?} {} {pairs} {values:.9?} {interval:.9?} {p:.9?}",
            measure.key
        )
    };
    rows.iter().filter(is_here).map(said).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A dataset with labels, and the same with right for a correct and wrong for another prediction, have the same
    /// accuracies, Correlation Indices, intervals and comparisons, of several runs, too.
    #[test]
    fn outcomes_of_a_labelled_dataset_have_its_values(
        (pairs, answers) in pairs_and_answers(),
        clusters in 1..12usize,
    ) {
        let labelled = dataset(&clustered(&pairs, clusters));
        let without = dataset(&clustered(&without_labels(&pairs), clusters));
        let mut turned = answers.clone();
        turned.rotate_left(1);
        let systems = [("a", &answers), ("b", &turned), ("c", &turned), ("c", &answers)];
        let of_labels = systems.map(|(name, answers)| {
            let answers = answers.iter().copied().map(Answer::Judged);
            (Run::from_answers(name, answers), Origin::Answers)
        });
        let of_outcomes = systems.map(|(name, answers)| {
            let is_right = answers.iter().zip(labelled.gold());
            let outcome = |(answer, gold): (&Judgment, &Option<Judgment>)| {
                Answer::Judged(if Some(*answer) == *gold { RIGHT } else { WRONG })
            };
            (Run::from_answers(name, is_right.map(outcome)), Origin::Answers)
        });
        let models = Question::Models;
        let one = Evaluation::new(&labelled, &of_labels, &settings(Some(Task::ThreeWay), models));
        let other = Evaluation::new(&without, &of_outcomes, &settings(Some(Task::Outcome), models));
        prop_assert!(!rows(&one, Needs::Scores).is_empty());
        prop_assert_eq!(rows(&one, Needs::Scores), rows(&other, Needs::Scores));
        prop_assert!(!compared(&one).is_empty());
        prop_assert_eq!(compared(&one), compared(&other));
    }

    /// If all gold labels are entailment, the composition rule holds everywhere and the strata are those of the numbers of
    /// parts: then composition has the same values, too.
    #[test]
    fn outcomes_have_the_composition_of_a_dataset_with_one_label(
        (pairs, answers) in pairs_and_answers(),
        clusters in 1..12usize,
    ) {
        let data = dataset(&clustered(&without_labels(&pairs), clusters));
        let outcome = |answer: &Judgment| match answer {
            Judgment::Entailment => RIGHT,
            _ => WRONG,
        };
        let run = |answers: Vec<Judgment>| {
            [(Run::from_answers("a", answers.into_iter().map(Answer::Judged)), Origin::Answers)]
        };
        let of_labels = run(answers.clone());
        let of_outcomes = run(answers.iter().map(outcome).collect());
        let models = Question::Models;
        let one = Evaluation::new(&data, &of_labels, &settings(Some(Task::ThreeWay), models));
        let other = Evaluation::new(&data, &of_outcomes, &settings(Some(Task::Outcome), models));
        prop_assert_eq!(rows(&one, Needs::RightOrWrong), rows(&other, Needs::RightOrWrong));
        let read = |evaluation: &Evaluation| -> Vec<String> {
            let rows = readings(evaluation, &comparisons(evaluation));
            let said = |row: &ReadingRow| {
                let ReadingRow { originals, strata, difference, interval, p, .. } = row;
                format!("{originals} {strata} {difference:.9?} {interval:.9?} {p:.9?}")
            };
            rows.iter().take(1).map(said).collect()
        };
        prop_assert_eq!(read(&one), read(&other));
    }

    /// A score of k quarters is what k right ones of four runs are: the same values, intervals and comparisons.
    #[test]
    fn scores_of_quarters_are_shares_of_four_runs(
        (pairs, _) in pairs_and_answers(),
        clusters in 1..12usize,
        seed in proptest::collection::vec(0..5u32, 64),
    ) {
        let data = dataset(&clustered(&without_labels(&pairs), clusters));
        // Each system has a score of one quarter, so that the unit is four and not all runs are alike.
        let quarters = |shift: usize| -> Vec<u32> {
            (0..data.len()).map(|row| if row == 0 { 1 } else { seed[(row + shift) % 64] }).collect()
        };
        let systems = [("a", quarters(0)), ("b", quarters(7))];
        let of_scores = systems.iter().map(|(name, quarters)| {
            let scores: Vec<Option<f64>> =
                quarters.iter().map(|score| Some(f64::from(*score) / 4.0)).collect();
            run_of(&data, name, &scores, Missing::Refuse)
        });
        let of_runs = systems.iter().flat_map(|(name, quarters)| {
            (0..4).map(|run| {
                let scores: Vec<Option<f64>> =
                    quarters.iter().map(|score| Some(f64::from(u8::from(*score > run)))).collect();
                run_of(&data, name, &scores, Missing::Refuse)
            })
        });
        let settings = settings(Some(Task::Outcome), Question::Models);
        let scored = Evaluation::new(&data, &of_scores.collect::<Vec<_>>(), &settings);
        let several = Evaluation::new(&data, &of_runs.collect::<Vec<_>>(), &settings);
        prop_assert!(scored.has_scores() && !several.has_scores());
        let values = |evaluation: &Evaluation| -> Vec<String> {
            let rows = scores(evaluation, false);
            let here = rows.iter().filter(|row| {
                row.slice_kind != SliceKind::Run && measure(row.measure).unwrap().needs() == Needs::Scores
            });
            here.map(|row| {
                let interval = row.interval.map(|found| found.interval);
                format!("{} {} {:.9?} {interval:.9?}", row.measure, row.slice, row.value)
            })
            .collect()
        };
        prop_assert_eq!(values(&scored), values(&several));
        prop_assert_eq!(compared(&scored), compared(&several));
    }
}

/// Two originals with two parts each. Scores by row (originals first): 1, 1/2 and 3/4, 1/4, 1, 0.
fn small() -> Dataset {
    dataset(&[
        Pair::original("a"),
        Pair::of("a.1", "a").tags(&["x:y"]),
        Pair::of("a.2", "a"),
        Pair::original("b"),
        Pair::of("b.1", "b").tags(&["x:y"]),
        Pair::of("b.2", "b"),
    ])
}

const SCORES: [f64; 6] = [1.0, 0.5, 0.75, 0.25, 1.0, 0.0];

fn value(rows: &[scores::Score], measure: &str, population: Population, slice: &str) -> (f64, u64) {
    let found = rows.iter().find(|row| {
        (row.measure, row.population, row.slice.as_str()) == (measure, population, slice)
            && row.slice_kind != SliceKind::Run
    });
    let found = found.unwrap();
    assert_eq!(found.proportion, None, "a mean of scores is not a share of pairs");
    (found.value.clone().unwrap(), found.support)
}

#[test]
fn accuracy_is_the_mean_score_and_ci_a_ratio_of_means() {
    let data = small();
    let run = run_of(&data, "s", &SCORES.map(Some), Missing::Refuse);
    let settings = settings(Some(Task::Outcome), Question::Models);
    let evaluation = Evaluation::new(&data, &[run], &settings);
    let rows = scores(&evaluation, false);
    // (1 + .5) / 2, (.75 + .25 + 1 + 0) / 4, and their ratio; on x:y the parts with .75 and 1.
    let [original, monothematic] = [Population::Original, Population::Monothematic];
    assert_eq!(value(&rows, "accuracy", original, ""), (0.75, 2));
    assert_eq!(value(&rows, "accuracy", monothematic, ""), (0.5, 4));
    assert_eq!(value(&rows, "accuracy", monothematic, "x:y"), (0.875, 2));
    assert_eq!(value(&rows, "correlation_index", Population::Decomposition, ""), (1.5, 6));
    assert_eq!(value(&rows, "correlation_index", Population::Decomposition, "a"), (2.0, 3));
    assert!(rows.iter().all(|row| measure(row.measure).unwrap().needs() == Needs::Scores));
}

#[test]
fn a_missing_outcome_counts_as_wrong_or_is_left_out() {
    let data = small();
    let mut scores_of = SCORES.map(Some);
    scores_of[4] = None;
    let accuracy = |missing| {
        let run = run_of(&data, "s", &scores_of, missing);
        let settings = settings(Some(Task::Outcome), Question::Models);
        let evaluation = Evaluation::new(&data, &[run], &settings);
        value(&scores(&evaluation, false), "accuracy", Population::Monothematic, "")
    };
    // Parts .75, .25 and 0 of four, or of three.
    assert_eq!(accuracy(Missing::Wrong), (0.25, 4));
    let (mean, pairs) = accuracy(Missing::Skip);
    assert!((mean - 1.0 / 3.0).abs() < 1e-12 && pairs == 3, "{mean} {pairs}");
}

#[test]
fn a_pair_changes_by_the_difference_of_its_scores() {
    let data = small();
    let (old, _) = run_of(&data, "old", &SCORES.map(Some), Missing::Refuse);
    let (new, _) =
        run_of(&data, "new", &[1.0, 0.75, 0.25, 0.25, 1.0, 1.0].map(Some), Missing::Refuse);
    let changed = changed_pairs(&data, [&[&old], &[&new]], &[], Task::Outcome);
    let shares: Vec<(usize, f64)> = changed.iter().map(|pair| (pair.row, pair.share)).collect();
    assert_eq!(shares, [(1, 0.25), (2, 0.5), (5, 1.0)]);
}
