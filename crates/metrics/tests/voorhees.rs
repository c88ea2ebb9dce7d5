//! The shipped data made from Voorhees (2008) give the figures that the paper prints.

#![allow(clippy::unwrap_used, reason = "a test may stop")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

use std::fs::File;
use std::path::Path;

use phenom_dataset::{
    Answer, AnswerColumns, Dataset, DatasetBuilder, Input, JustificationBuilder,
    JustificationColumns, JustificationSource, KeepTexts, LabelScheme, Missing, PairFormat,
    PairSource, PredictionColumns, PredictionSource, RatingRules, Run, RunBuilder, TableFormat,
    TableOptions, Task, read_justifications, read_pairs, read_predictions,
};
use phenom_metrics::people::{
    AnnotationCounts, AnswerKey, Aspect, answer_keys, judge_ranks, kendall_tau, key_gold,
    run_scores, swapped,
};
use phenom_metrics::{ContingencyTable, Proportion};

const RUNS: &str = "ABCDEFGHIJKL";
const FIRST: AnswerKey = AnswerKey::Annotator(0);
const SECOND: AnswerKey = AnswerKey::Annotator(1);

fn open(path: &str) -> Input {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets").join(path);
    Input::Stream(Box::new(File::open(path).unwrap()))
}

fn dataset() -> Dataset {
    let source = PairSource::new(PairFormat::PhenomJsonl, LabelScheme::judgments());
    let mut builder = DatasetBuilder::new(KeepTexts::No);
    read_pairs(&source, "pairs.jsonl", open("rte3-keys/pairs.jsonl"), &mut builder);
    builder.finish().unwrap()
}

fn runs(dataset: &Dataset) -> Vec<Run> {
    let source = PredictionSource {
        format: TableFormat::Csv,
        options: TableOptions::default(),
        labels: LabelScheme::judgments(),
        columns: PredictionColumns { answer: AnswerColumns::default(), ..Default::default() },
    };
    let read = |run: char| {
        let mut builder = RunBuilder::new(dataset, &run.to_string(), Missing::Refuse);
        let file = format!("rte3-keys/predictions/{run}.csv");
        read_predictions(&source, &file, open(&file), &mut builder);
        builder.finish().unwrap()
    };
    RUNS.chars().map(read).collect()
}

fn cells(table: &ContingencyTable) -> Vec<Vec<u64>> {
    let labels = 0..table.labels();
    labels
        .clone()
        .map(|row| labels.clone().map(|column| table.count(row, column)).collect())
        .collect()
}

/// Right answers of each run under a key.
fn right(dataset: &Dataset, runs: &[Run], key: AnswerKey) -> Vec<u64> {
    let gold = key_gold(dataset, key).gold;
    let right = |run: &Run| {
        let right =
            |(row, gold): &(usize, &Option<_>)| gold.map(Answer::Judged) == Some(run.answer(*row));
        gold.iter().enumerate().filter(right).count() as u64
    };
    runs.iter().map(right).collect()
}

#[test]
fn tables_2_and_3() {
    let dataset = dataset();
    let counts = AnnotationCounts::of(&dataset, 0..dataset.len());
    let share = |numerator| Proportion { numerator, denominator: 800 };
    // Table 2: rows the two-way key; the judges' unknown and contradiction together.
    for (judge, table, agreement) in
        [(0, [[378, 27 + 5], [48, 242 + 100]], 720), (1, [[383, 23 + 4], [46, 267 + 77]], 727)]
    {
        let found = counts.official_table(judge, Task::TwoWay).unwrap();
        assert_eq!(cells(&found), table);
        assert_eq!(found.correct(), share(agreement));
    }
    // The judges' unknown and contradiction on what is no entailment by the two-way key.
    let three_way = |judge| cells(&counts.official_table(judge, Task::ThreeWay).unwrap());
    for (judge, entailed, not) in
        [(0, [378, 27, 5], [48, 242, 100]), (1, [383, 23, 4], [46, 267, 77])]
    {
        let table = three_way(judge);
        assert_eq!(table[0], entailed);
        assert_eq!([0, 1, 2].map(|label| table[1][label] + table[2][label]), not);
    }
    // Table 3, in which the order of the judges does not matter.
    let labels = counts.labels(Task::ThreeWay).unwrap();
    let mut vectors: Vec<(&[u32], u64)> = labels.vectors().collect();
    vectors.reverse();
    let table_3: [(&[u32], u64); 6] = [
        (&[2, 0, 0], 381),
        (&[1, 1, 0], 82),
        (&[1, 0, 1], 11),
        (&[0, 2, 0], 217),
        (&[0, 1, 1], 43),
        (&[0, 0, 2], 66),
    ];
    assert_eq!(vectors, table_3);
    assert_eq!(labels.agreement(), Ok(share(664)));
    assert_eq!(counts.agreement(0, 1, Task::ThreeWay), Ok(share(664)));
    assert_eq!(labels.disagreement(), share(136));
}

#[test]
fn the_keys_and_their_judgments() {
    let dataset = dataset();
    let keys = answer_keys(&dataset);
    let names: Vec<String> = keys.iter().map(|key| key.name(&dataset)).collect();
    assert_eq!(
        names,
        [
            "official",
            "annotator:judge-1",
            "annotator:judge-2",
            "majority",
            "unanimous",
            "unknown-on-disagreement"
        ]
    );
    let judgments: Vec<_> = keys.iter().map(|key| key_gold(&dataset, *key).judgments).collect();
    assert_eq!(judgments[0], [410, 318, 72, 0]);
    assert_eq!(judgments[1], [426, 269, 105, 0]);
    assert_eq!(judgments[2], [429, 290, 81, 0]);
    assert_eq!(judgments[4], [381, 217, 66, 0]);
    assert_eq!(judgments[5], [360, 376, 64, 0]);
    // With two annotators, what is not unanimous is a tie.
    let majority = key_gold(&dataset, AnswerKey::Majority);
    assert_eq!((majority.judgments, majority.ties), ([381, 217, 66, 0], 136));
    assert_eq!(key_gold(&dataset, AnswerKey::Unanimous).disagreements, 136);
}

#[test]
fn table_1_figure_1_and_the_rankings() {
    let dataset = dataset();
    let runs = runs(&dataset);
    let mut table_1 = [[0; 3]; 3];
    for (row, gold) in dataset.gold().iter().enumerate() {
        for run in &runs {
            table_1[usize::from(run.codes()[row])][usize::from(gold.unwrap().code())] += 1;
        }
    }
    assert_eq!(table_1, [[2449, 929, 348], [2172, 2345, 415], [299, 542, 101]]);
    let official = right(&dataset, &runs, AnswerKey::Official);
    let figure_1 = [731, 713, 591, 569, 494, 471, 454, 451, 436, 425, 419, 365]
        .map(|thousandths| f64::from(thousandths) / 1e3);
    for (right, printed) in official.iter().zip(figure_1) {
        assert!((*right as f64 / 800.0 - printed).abs() <= 0.0005 + 1e-12, "{right}");
    }

    let printed = [
        (AnswerKey::Official, "ABCDEFGHIJKL", 1.0),
        (FIRST, "BADCFEGKHLIJ", 0.7576),
        (SECOND, "ABCDEFGHKIJL", 0.9394),
        (AnswerKey::UnknownOnDisagreement, "ABCDEHIJGKFL", 0.7576),
    ];
    for (key, ranking, tau) in printed {
        let right = right(&dataset, &runs, key);
        let mut ranked: Vec<(u64, char)> = right.iter().copied().zip(RUNS.chars()).collect();
        ranked.sort_by_key(|(right, _)| std::cmp::Reverse(*right));
        assert_eq!(ranked.iter().map(|(_, run)| *run).collect::<String>(), ranking);
        let scores = official.iter().zip(&right).map(|(a, b)| (*a as f64, *b as f64));
        let scores: Vec<(f64, f64)> = scores.collect();
        assert!((kendall_tau(&scores).unwrap() - tau).abs() < 5e-5);
        // tau = 1 - 2 swaps / 66 without ties.
        assert_eq!(swapped(&scores).len(), ((1.0 - tau) * 33.0).round() as usize);
    }

    // The largest change that a choice of annotator makes: .063.
    let of_keys = [AnswerKey::Official, FIRST, SECOND].map(|key| right(&dataset, &runs, key));
    let change = |run: usize| {
        let of_run = of_keys.each_ref().map(|right| right[run]);
        of_run.iter().max().unwrap() - of_run.iter().min().unwrap()
    };
    assert_eq!((0..runs.len()).map(change).max(), Some(50));
}

#[test]
fn pair_75() {
    let source = JustificationSource {
        format: TableFormat::Csv,
        options: TableOptions::default(),
        columns: JustificationColumns::default(),
    };
    let mut builder = JustificationBuilder::new(RatingRules::default());
    let file = "rte3-justifications/scores.csv";
    read_justifications(&source, file, open(file), &mut builder);
    let read = builder.finish().unwrap();
    assert_eq!(read.runs().collect::<String>(), "ABCDFH");
    let means = |aspect| -> Vec<f64> {
        run_scores(&read, aspect).iter().map(|run| run.mean.clone().unwrap() * 6.0).collect()
    };
    // The sums of the six judges' scores, which Figure 2 prints.
    assert_eq!(means(Aspect::Understandability), [25.0, 25.0, 16.0, 22.0, 22.0, 15.0]);
    assert_eq!(means(Aspect::Correctness), [19.0, 16.0, 11.0, 13.0, 13.0, 5.0]);
    // Judge 6, understandability 3 3 2 2 2 1, correctness 2 2 - - - -.
    let of_judge = |aspect| judge_ranks(&read, aspect)[5].mean_ranks.clone().unwrap();
    assert_eq!(of_judge(Aspect::Understandability), [1.5, 1.5, 4.0, 4.0, 4.0, 6.0]);
    assert_eq!(of_judge(Aspect::Correctness), [1.5, 1.5, 4.5, 4.5, 4.5, 4.5]);
}
