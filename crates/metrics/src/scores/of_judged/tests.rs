//! Whole evaluations on judged gold.

use phenom_dataset::{
    Answer, Chosen, Dataset, DatasetBuilder, Judge, JudgedGold, Judgment, KeepTexts, PairRow, Run,
};
use proptest::prelude::*;

use super::*;
use crate::evaluation::{Origin, Settings};
use crate::judged::JUDGED_MEASURES;
use crate::measures::{MEASURES, Wanted};
use crate::scores::{JudgeRow, OfJudge, Verdict, comparisons, judge_rows, judged_rows, scores};

const LABELS: [Judgment; 3] = [Judgment::Entailment, Judgment::Unknown, Judgment::Contradiction];

/// A pair: gold by people, if they read it, and by the judge, and whether systems A and B say what the judge says.
type Drawn = (usize, bool, usize, usize, usize);

fn made(drawn: &[Drawn], chosen: Chosen) -> (Dataset, Vec<(Run, Origin)>) {
    made_with_texts(drawn, chosen, |_| None)
}

/// The same with the text of each pair by its number; the hypothesis is that number.
fn made_with_texts(
    drawn: &[Drawn],
    chosen: Chosen,
    text: impl Fn(usize) -> Option<String>,
) -> (Dataset, Vec<(Run, Origin)>) {
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    let judge = Judge { name: "judge".to_owned(), also: None };
    builder.expect_judged_gold(JudgedGold::new(chosen, true, vec![judge]));
    for (number, (gold, read, judged, ..)) in drawn.iter().enumerate() {
        let (id, text) = (number.to_string(), text(number));
        builder.add(&PairRow {
            id: &id,
            text: text.as_deref(),
            hypothesis: text.as_ref().map(|_| id.as_str()),
            gold: read.then_some(LABELS[*gold]),
            annotations: &[("judge", LABELS[*judged])],
            ..PairRow::default()
        });
    }
    let run = |name: &str, answer: fn(&Drawn) -> usize| {
        let answers = drawn.iter().map(|pair| Answer::Judged(LABELS[answer(pair)]));
        (Run::from_answers(name, answers), Origin::Answers)
    };
    let runs = vec![run("A", |pair| pair.3), run("B", |pair| pair.4)];
    (builder.finish().unwrap(), runs)
}

fn evaluated(drawn: &[Drawn], chosen: Chosen) -> Evaluation {
    let (dataset, runs) = made(drawn, chosen);
    Evaluation::new(&dataset, &runs, &Settings::default())
}

/// So many pairs: people read every third, the judge errs on every fifth, A follows the judge and B gold.
fn usual(pairs: usize) -> Vec<Drawn> {
    (0..pairs)
        .map(|number| {
            let gold = number % 3;
            let judged = if number % 5 == 0 { (gold + 1) % 3 } else { gold };
            (gold, number / 3 % 3 == 0, judged, judged, gold)
        })
        .collect()
}

fn value(rows: &[Score], system: &str, measure: &str) -> Value {
    let is_it = |row: &&Score| {
        row.system == system && row.measure == measure && row.slice_kind == SliceKind::All
    };
    rows.iter().find(is_it).unwrap().value.clone()
}

#[test]
fn a_system_that_follows_the_judge_is_corrected() {
    let evaluation = evaluated(&usual(300), Chosen::Random);
    let rows = scores(&evaluation, false);
    // The judge says that A is always right; it is on four fifths, by people and so in all.
    let corrected = value(&rows, "A", "accuracy").unwrap();
    assert!((corrected - 0.8).abs() < 0.05, "{corrected}");
    let row = &judged_rows(&evaluation)[0];
    assert_eq!((row.system.as_str(), row.judges[0].1), ("A", Some(1.0)));
    assert_eq!((row.rests_on.pairs, row.rests_on.labels), (300, 102));
    assert_eq!(value(&rows, "B", "accuracy"), Ok(1.0));
}

#[test]
fn agreement_by_length_is_that_on_longer_pairs_minus_that_on_others() {
    let usual = usual(300);
    let length = |text: &dyn Fn(usize) -> Option<String>| {
        let (dataset, runs) = made_with_texts(&usual, Chosen::Random, text);
        let rows = judge_rows(&Evaluation::new(&dataset, &runs, &Settings::default()));
        rows.into_iter().find(|row| row.figure == OfJudge::Length)
    };
    // The judge errs on every fifth pair, which is long, as are two more of ten. Of the 102 read pairs 20 or 21 are such.
    let is_long = |number: usize| number.is_multiple_of(5) || number % 10 < 3;
    let words = |number: usize| if is_long(number) { "many words in it" } else { "few" };
    let row = length(&|number| Some(format!("{number} {}", words(number)))).unwrap();
    let read: Vec<usize> = (0..300).filter(|number| usual[*number].1).collect();
    let long: Vec<&usize> = read.iter().filter(|number| is_long(**number)).collect();
    let right = long.iter().filter(|number| !number.is_multiple_of(5)).count();
    let expected = right as f64 / long.len() as f64 - 1.0;
    assert!((row.value.clone().unwrap() - expected).abs() < 1e-12, "{row:?} {expected}");
    assert!(row.p_adjusted.unwrap() < 0.001 && row.labels == 102, "{row:?}");
    assert!(row.interval.unwrap().upper < 0.0);
    // Lengths that have nothing to do with errors.
    let row = length(&|number| Some(format!("{number} ").repeat(1 + number % 7))).unwrap();
    assert!(row.p_adjusted.unwrap() > 0.05, "{row:?}");
    // All pairs have one length, or no text.
    let row = length(&|number| Some(number.to_string())).unwrap();
    assert_eq!((row.value, row.p), (Err(Undefined::NoneRead), None));
    assert_eq!(length(&|_| None), None);
}

#[test]
fn only_measures_that_people_can_correct_have_rows() {
    let rows = scores(&evaluated(&usual(90), Chosen::Random), false);
    let carried = |row: &Score| JUDGED_MEASURES.iter().any(|measure| measure.key == row.measure);
    assert!(rows.iter().all(carried));
    assert!(MEASURES.len() > JUDGED_MEASURES.len());
    let all = Wanted::default();
    assert!(JUDGED_MEASURES.iter().all(|measure| all.has(measure)));
}

#[test]
fn nothing_is_corrected_by_pairs_that_were_chosen_nobody_knows_how() {
    let evaluation = evaluated(&usual(90), Chosen::Unknown);
    let rows = scores(&evaluation, false);
    assert!(rows.iter().all(|row| row.value == Err(Undefined::ChosenUnknown)), "{rows:?}");
    assert!(comparisons(&evaluation).iter().all(|row| row.p().is_none()));
    assert!(judge_rows(&evaluation).is_empty());
    let naive = &judged_rows(&evaluation)[0];
    assert_eq!(naive.measure, ACCURACY.key);
    assert_eq!(naive.judges[0].1, Some(1.0));
}

#[test]
fn a_favoured_system_is_found_and_the_other_is_not() {
    let rows = judge_rows(&evaluated(&usual(300), Chosen::Random));
    let of = |system: &str| {
        let is_it = |row: &&JudgeRow| {
            row.figure == OfJudge::Favours && row.system.as_deref() == Some(system)
        };
        rows.iter().find(is_it).unwrap()
    };
    assert!(of("A").value.clone().unwrap() > 0.3 && of("A").p_adjusted.unwrap() < 0.001);
    assert!(of("B").value.clone().unwrap() < -0.3);
}

#[test]
fn a_judge_that_is_a_system_says_nothing_of_itself() {
    let (dataset, runs) = made(&usual(90), Chosen::Random);
    let mut evaluation = Evaluation::new(&dataset, &runs, &Settings::default());
    if let Some(judged) = &mut evaluation.judged {
        judged.judges[0].also = Some(0);
    }
    let rows = judged_rows(&evaluation);
    assert!(rows.iter().filter(|row| row.system == "A").all(|row| row.judges[0].1.is_none()));
    assert!(rows.iter().any(|row| row.system == "B" && row.judges[0].1.is_some()));
}

fn drawn() -> impl Strategy<Value = Vec<Drawn>> {
    let pair = (0..3usize, proptest::bool::weighted(0.4), 0..3usize, 0..3usize, 0..3usize);
    proptest::collection::vec(pair, 30..90)
}

proptest! {
    /// One weight serves all systems and one all labels, so that printed values add up.
    #[test]
    fn corrected_values_subtract_and_add_up(pairs in drawn()) {
        let evaluation = evaluated(&pairs, Chosen::Random);
        let judged = evaluation.judged.as_ref().unwrap();
        let of = |who| {
            let at = (Population::Original, 0);
            judged.formula(&ACCURACY, who, at, &Judgment::ALL, By::Corrected)
        };
        let (Ok(a), Ok(b)) = (of(Who::System(0)), of(Who::System(1))) else { return Ok(()) };
        let (first, second) = (a.value, b.value);
        prop_assert!((a.less(b).value - (first - second)).abs() < 1e-12);
        // Accuracy by judgment, each weighted by its share, is accuracy, but for the two weights of a judge; the shares
        // add up to 1.
        let constants: Result<Vec<f64>, _> =
            (0..3).map(|judgment| of(Who::Constant(judgment)).map(|of| of.value)).collect();
        let sum: f64 = constants.unwrap().iter().sum();
        prop_assert!((sum - 1.0).abs() < 1e-12, "{}", sum);
    }

    /// Where people read all pairs, judges say nothing: values are those of gold.
    #[test]
    fn with_all_pairs_read_gold_decides(pairs in drawn()) {
        let all: Vec<Drawn> = pairs.iter().map(|pair| (pair.0, true, pair.2, pair.3, pair.4)).collect();
        let rows = scores(&evaluated(&all, Chosen::Random), false);
        let right = all.iter().filter(|pair| pair.0 == pair.3).count();
        let accuracy = value(&rows, "A", "accuracy").unwrap();
        prop_assert!((accuracy - right as f64 / all.len() as f64).abs() < 1e-12);
    }

    /// A verdict and its interval say the same.
    #[test]
    fn verdicts_are_those_of_their_intervals(pairs in drawn()) {
        for row in comparisons(&evaluated(&pairs, Chosen::Random)) {
            if let (Some(interval), true) = (row.adjusted_interval(), row.method().ends_with("_t")) {
                prop_assert_eq!(interval.contains(0.0), row.verdict == Verdict::CannotTell, "{:?}", row);
            }
        }
    }
}
