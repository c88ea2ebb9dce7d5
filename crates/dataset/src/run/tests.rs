use super::*;
use crate::{
    AnswerColumns, Dataset, DatasetBuilder, Input, Judgment, KeepTexts, LabelScheme, PairRow,
    PredictionColumns, PredictionSource, RankingKind, Score, ScoreKind, TableFormat, TableOptions,
    read_predictions,
};

fn dataset() -> Dataset {
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    for id in ["a", "b", "c"] {
        builder.add(&PairRow { id, gold: Some(Judgment::Entailment), ..PairRow::default() });
    }
    builder.finish().unwrap()
}

const YES: Answer = Answer::Judged(Judgment::Entailment);

#[test]
fn outcomes_are_kept_in_units_and_a_rounded_score_is_noted() {
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    builder.expect_outcomes();
    for id in ["a", "b", "c", "d"] {
        builder.add(&PairRow { id, ..PairRow::default() });
    }
    let dataset = builder.finish().unwrap();
    assert_eq!(dataset.gold(), [Some(RIGHT); 4]);
    let columns = PredictionColumns {
        answer: AnswerColumns::Outcome { column: None, role: "outcome", threshold: None },
        ..PredictionColumns::default()
    };
    let source = PredictionSource {
        format: TableFormat::Csv,
        options: TableOptions::default(),
        labels: LabelScheme::judgments(),
        columns,
    };
    let mut builder = RunBuilder::new(&dataset, "s", Missing::Wrong);
    let csv = "id,outcome\na,C\nb,0.5\nc,0.1234\nd,\n";
    let input = Input::Stream(Box::new(csv.as_bytes()));
    read_predictions(&source, "s.csv", input, &mut builder);
    let run = builder.finish().unwrap();
    // 25,200, a half of it, 0.1234 * 25,200 = 3,109.68, and no outcome.
    assert_eq!([0, 1, 2, 3].map(|row| run.outcome_units(row)), [25_200, 12_600, 3_110, 0]);
    assert_eq!((run.answer(1), run.answer(3)), (PARTLY_RIGHT, Answer::Missing));
    assert_eq!(run.notes(), ["s: 1 score is rounded, by 0.00002 at most."]);
}

#[test]
fn answers_to_parts_are_left_out_where_the_dataset_has_originals_alone() {
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    let gold = Some(Judgment::Entailment);
    for (id, origin) in [("a", None), ("a.1", Some("a")), ("b", None)] {
        builder.add(&PairRow { id, origin, gold, ..PairRow::default() });
    }
    let originals = builder.finish().unwrap().of_originals();
    let mut builder = RunBuilder::new(&originals, "s", Missing::Refuse);
    for id in ["a.1", "b", "a"] {
        builder.add(2, id, YES, None);
    }
    assert_eq!(builder.finish().unwrap().codes(), [YES.code(); 2]);
}

#[test]
fn a_missing_answer_is_an_error_unless_the_user_says_what_it_means() {
    let dataset = dataset();
    let build = |missing| {
        let mut builder = RunBuilder::new(&dataset, "EDITS", missing);
        builder.start_file("edits.csv");
        builder.add(2, "b", YES, None);
        builder.finish()
    };
    let problems = build(Missing::Refuse).unwrap_err();
    assert_eq!(
        problems.to_string(),
        "edits.csv: 2 of 3 pairs have no prediction, the first: `a`, `c`"
    );
    let run = build(Missing::Wrong).unwrap();
    assert_eq!((run.answer(0), run.answer(1)), (Answer::Missing, YES));
}

#[test]
fn an_answer_for_no_known_pair_and_a_second_answer_are_refused() {
    let dataset = dataset();
    let mut builder = RunBuilder::new(&dataset, "EDITS", Missing::Skip);
    builder.start_file("one.csv");
    builder.add(2, "a", YES, None);
    builder.add(3, "z", YES, None);
    builder.start_file("two.csv");
    builder.add(9, "a", YES, None);
    let problems = builder.finish().unwrap_err();
    assert_eq!(
        problems.to_string(),
        "one.csv:3: 1 prediction is for no pair of the dataset: `z`; ids of the dataset are `a`, `b`, `c`\n\
         two.csv:9: pair `a` has two predictions, first in one.csv:2"
    );
}

#[test]
fn confidences_are_there_for_all_answers_or_for_none() {
    let dataset = dataset();
    let mut builder = RunBuilder::new(&dataset, "EDITS", Missing::Refuse);
    builder.ranked_by(ScoreKind::Confidence);
    builder.add(1, "a", YES, Some(Score::One(0.5)));
    builder.add(2, "b", YES, None);
    builder.add(3, "c", Answer::Abstained, None);
    let problems = builder.finish().unwrap_err();
    assert_eq!(
        problems.kept()[0].kind.to_string(),
        "predictions with a confidence: 1, without: 1, the first of these: `b`"
    );
}

#[test]
fn one_confidence_that_is_out_of_range_is_noted_and_another_scale_is_not() {
    let dataset = {
        let mut builder = DatasetBuilder::new(KeepTexts::No);
        for id in ["a", "b", "c", "d", "e"] {
            builder.add(&PairRow { id, ..PairRow::default() });
        }
        builder.finish().unwrap()
    };
    let notes = |kind, confidences: [f64; 5]| {
        let mut builder = RunBuilder::new(&dataset, "EDITS", Missing::Refuse);
        builder.start_file("a.csv");
        builder.ranked_by(kind);
        // Not in the order of the pairs: the first is that of the file.
        for (line, (id, value)) in
            ["e", "d", "c", "b", "a"].into_iter().zip(confidences).enumerate()
        {
            builder.add(line as u64 + 2, id, YES, Some(Score::One(value)));
        }
        builder.finish().unwrap().notes().to_vec()
    };
    assert_eq!(
        notes(ScoreKind::Confidence, [0.0, 1.0, 0.3, 1.7, 0.5]),
        [
            "EDITS: 4 confidences are from 0 to 1 and 1 is not, first 1.7 for pair `b` (a.csv:5). phenom ranks them unchanged. Check that they are on one scale."
        ]
    );
    let none: [String; 0] = [];
    assert_eq!(notes(ScoreKind::Confidence, [0.0, 1.0, 0.3, 0.7, 0.5]), none);
    assert_eq!(notes(ScoreKind::Confidence, [0.2, 1.0, 0.3, 1.7, -2.0]), none);
    assert_eq!(notes(ScoreKind::EntailmentScore, [0.0, 1.0, 0.3, 1.7, 0.5]), none);
}

#[test]
fn a_rank_is_used_once() {
    let dataset = dataset();
    let mut builder = RunBuilder::new(&dataset, "EDITS", Missing::Refuse);
    builder.ranked_by(ScoreKind::Rank(RankingKind::Entailment));
    for (line, (id, rank)) in [("b", 1.0), ("a", 2.0), ("c", 1.0)].into_iter().enumerate() {
        builder.add(line as u64 + 2, id, YES, Some(Score::One(rank)));
    }
    let problems = builder.finish().unwrap_err();
    assert_eq!(problems.to_string(), ":4: rank 1 is used twice, for `b` and for `c`");
}

#[test]
fn the_order_of_the_rows_is_a_ranking() {
    let dataset = dataset();
    let mut builder = RunBuilder::new(&dataset, "EDITS", Missing::Refuse);
    builder.ranked_by(ScoreKind::Order(RankingKind::Entailment));
    for (line, id) in [(2, "b"), (3, "c"), (4, "a")] {
        builder.add(line, id, YES, None);
    }
    let run = builder.finish().unwrap();
    let scores = run.scores().unwrap();
    let ranks: Vec<_> = (0..3).map(|row| scores.value(row)).collect();
    assert_eq!(ranks, [Some(3.0), Some(1.0), Some(2.0)]);
}

#[test]
fn justifications_are_kept_where_they_are_wanted_and_nowhere_else() {
    let dataset = dataset();
    let build = |wanted: bool| {
        let mut builder = RunBuilder::new(&dataset, "LLM", Missing::Wrong);
        if wanted {
            builder.keep_justifications();
        }
        builder.start_file("llm.jsonl");
        for (line, id, why) in [(1, "a", "It says so."), (2, "b", "  ")] {
            builder.justified(id, why);
            builder.add(line, id, YES, None);
        }
        builder.justified("z", "Of no pair.");
        builder.finish().unwrap()
    };
    let kept = build(true);
    let justifications: Vec<_> = (0..3).map(|row| kept.justification(row)).collect();
    assert_eq!(
        (kept.is_justified(), justifications),
        (true, vec![Some("It says so."), None, None])
    );
    let dropped = build(false);
    assert_eq!((dropped.is_justified(), dropped.justification(0)), (false, None));
}
