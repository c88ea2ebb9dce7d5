//! `task: outcome`: systems of which it is known how far each prediction is right, on pairs without gold labels.

use super::scene::{Outcome, Scene};

const ORIGINALS: usize = 40;

/// Originals with two parts each. The `answer` is no label of textual entailment.
fn pairs() -> String {
    let mut lines = String::from("id,origin,gold,phenomena\n");
    for number in 0..ORIGINALS {
        lines += &format!("o{number},,Paris,\n");
        lines += &format!("o{number}-0,o{number},Rome,lexical:synonymy\n");
        lines += &format!("o{number}-1,o{number},,syntactic:negation\n");
    }
    lines
}

/// The ids of all pairs.
fn ids() -> impl Iterator<Item = String> {
    (0..ORIGINALS).flat_map(|number| ["", "-0", "-1"].map(|part| format!("o{number}{part}")))
}

/// Outcomes of all pairs, each of which is in `words` at a place that a fixed mixture of pair and seed gives.
fn outcomes(words: &[&str], seed: usize) -> String {
    let line = |(at, id): (usize, String)| {
        let word = words[(at * 7919 + seed * 104_729 + at * at * 31) % 1009 % words.len()];
        format!("{id},{word}\n")
    };
    format!("id,outcome\n{}", ids().enumerate().map(line).collect::<String>())
}

const CONFIG: &str = "task: outcome\ndataset: {path: d.csv}\nsystems:\n  - {name: A, predictions: a.csv}\n  \
                      - {name: B, predictions: b.csv}\n  - {name: C, runs: [c0.csv, c1.csv, c2.csv]}\n\
                      statistics: {resamples: 200}\noutput: report\n";

/// Three systems, one of them of three runs, whose outcomes are such words.
fn scene(words: [&[&str]; 3]) -> Scene {
    let scene = Scene::new([("c.yaml", CONFIG.as_bytes()), ("d.csv", pairs().as_bytes())]);
    scene.write("a.csv", outcomes(words[0], 1).as_bytes());
    scene.write("b.csv", outcomes(words[1], 2).as_bytes());
    for run in 0..3 {
        scene.write(&format!("c{run}.csv"), outcomes(words[2], 3 + run).as_bytes());
    }
    scene
}

fn right_or_wrong() -> Scene {
    scene([
        &["C", "C", "C", "I"],
        &["pass", "FAIL"],
        &["1", "true", "right", "Yes", "0", "correct", "incorrect"],
    ])
}

fn in_part() -> Scene {
    scene([&["1", "0.75", "0.5"], &["0", "0.25", "1"], &["0.9", "0.1", "correct", "wrong"]])
}

fn ran(scene: &Scene, arguments: &[&str]) -> Outcome {
    let outcome = scene.phenom(arguments);
    assert_eq!(outcome.code, Some(0), "{arguments:?} {}", outcome.stderr);
    outcome
}

/// The words for labels, which no output of outcomes may have.
const LABELS: [&str; 6] =
    ["entailment", "contradiction", "not-entailment", "Paris", "three-way", "two-way"];

/// A row of the tidy scores of a system on all pairs: its value and its support.
fn score(scene: &Scene, measure: &str, population: &str, system: &str) -> (f64, u64) {
    let scores = scene.read("report/scores.csv");
    let mut rows = csv::Reader::from_reader(scores.as_bytes());
    let header = rows.headers().unwrap().clone();
    let at = |name: &str| header.iter().position(|column| column == name).unwrap();
    let row = rows.records().map(Result::unwrap).find(|row| {
        [
            ("measure", measure),
            ("population", population),
            ("system", system),
            ("slice_kind", "all"),
        ]
        .iter()
        .all(|(column, value)| row[at(column)] == **value)
    });
    let row = row.unwrap();
    (row[at("value")].parse().unwrap(), row[at("support")].parse().unwrap())
}

/// The mean of the numbers that outcomes stand for, on originals and on parts.
fn means(scene: &Scene, file: &str) -> [f64; 2] {
    let text = scene.read(file);
    let numbers = |is_part: bool| -> Vec<f64> {
        let rows = text.lines().skip(1).filter_map(|line| line.split_once(','));
        let rows = rows.filter(|(id, _)| id.contains('-') == is_part);
        rows.map(|(_, word)| match word {
            "C" | "pass" | "true" | "right" | "Yes" | "correct" => 1.0,
            "I" | "FAIL" | "incorrect" | "wrong" => 0.0,
            number => number.parse().unwrap(),
        })
        .collect()
    };
    [numbers(false), numbers(true)].map(|all| all.iter().sum::<f64>() / all.len() as f64)
}

#[test]
fn accuracy_is_the_mean_outcome_and_ci_a_ratio_of_means() {
    for scene in [right_or_wrong(), in_part()] {
        ran(&scene, &["run", "c.yaml"]);
        for (system, file) in [("A", "a.csv"), ("B", "b.csv")] {
            let [originals, parts] = means(&scene, file);
            let expected = [
                ("accuracy", "original", originals, 40),
                ("accuracy", "monothematic", parts, 80),
                ("correlation_index", "decomposition", originals / parts, 120),
            ];
            for (measure, population, mean, pairs) in expected {
                let (value, support) = score(&scene, measure, population, system);
                assert!((value - mean).abs() < 1e-9, "{system} {measure} {value} {mean}");
                assert_eq!(support, pairs, "{system} {measure}");
            }
        }
        let of_runs = ["c0.csv", "c1.csv", "c2.csv"].map(|file| means(&scene, file)[0]);
        let (value, _) = score(&scene, "accuracy", "original", "C");
        assert!((value - of_runs.iter().sum::<f64>() / 3.0).abs() < 1e-9);
    }
}

#[test]
fn logs_of_harnesses_are_read_by_their_paths() {
    let scene = right_or_wrong();
    let samples: Vec<String> = ids()
        .map(|id| format!("{{\"id\": \"{id}\", \"scores\": {{\"match\": {{\"value\": \"C\"}}}}}}"))
        .collect();
    scene.write("log.json", format!("{{\"samples\": [{}]}}", samples.join(",")).as_bytes());
    let harness = |value: &str| -> String {
        ids().map(|id| format!("{{\"doc_id\": \"{id}\", \"acc\": {value}}}\n")).collect()
    };
    scene.write("one.jsonl", harness("1.0").as_bytes());
    scene.write("two.jsonl", harness("false").as_bytes());
    let config = "task: outcome\ndataset: {path: d.csv}\nsystems:\n  - {name: Inspect, predictions: log.json, format: json, \
                  rows: samples, columns: {id: id, outcome: scores.match.value}}\n  - {name: Harness, runs: [one.jsonl, \
                  two.jsonl], columns: {id: doc_id, outcome: acc}}\nstatistics: {resamples: 200}\noutput: report\n";
    scene.write("c.yaml", config.as_bytes());
    ran(&scene, &["run", "c.yaml"]);
    assert_eq!(score(&scene, "accuracy", "original", "Inspect"), (1.0, 40));
    // Two runs, of which all or none are right.
    assert_eq!(score(&scene, "accuracy", "original", "Harness"), (0.5, 80));
}

#[test]
fn gold_labels_of_any_format_are_not_read() {
    let jsonl = "{\"id\": \"a\", \"gold\": \"Paris\", \"monothematic\": [{\"id\": \"a.1\", \"gold\": \"Rome\"}]}\n";
    let rows = "[{\"id\": \"a\", \"gold\": \"Paris\", \"claims\": [{\"id\": \"a.1\", \"gold\": \"Rome\"}]}]";
    let xml = "<entailment-corpus><pair id=\"a\" entailment=\"Paris\"><t>T</t><h>H</h></pair></entailment-corpus>";
    let csv = "id,origin,answer\na,,Paris\na.1,a,Rome\n";
    for (name, text, more, parts) in [
        ("d.jsonl", jsonl, "", 1),
        ("d.json", rows, ", parts: {list: claims}", 1),
        ("d.xml", xml, ", format: rte-xml", 0),
        ("d.csv", csv, "", 1),
        ("d.csv", csv, ", columns: {id: id, origin: origin, gold: none}", 1),
    ] {
        let config = format!(
            "task: outcome\ndataset: {{path: {name}{more}}}\nsystems: [{{name: A, predictions: a.csv}}]\n"
        );
        let outcomes = if parts == 1 { "id,outcome\na,1\na.1,0.5\n" } else { "id,outcome\na,1\n" };
        let scene = Scene::new([
            ("c.yaml", config.as_bytes()),
            (name, text.as_bytes()),
            ("a.csv", outcomes.as_bytes()),
        ]);
        let said = ran(&scene, &["check", "c.yaml"]).stdout;
        assert!(said.contains("original pairs") && !said.contains("without gold"), "{name} {said}");
        let expected = if parts == 1 { "1 right, 1 partly right" } else { "1 right" };
        assert!(said.contains(expected), "{name} {said}");
    }
}

#[test]
fn no_output_has_a_word_for_labels() {
    for scene in [right_or_wrong(), in_part()] {
        let mut texts = ran(&scene, &["check", "c.yaml"]).stdout;
        for arguments in [
            &["run", "c.yaml"][..],
            &["compare", "c.yaml"],
            &["compare", "c.yaml", "A", "B", "--all"],
            &["compare", "c.yaml", "A", "C", "--fail-on", "worse", "--margin", "60"],
        ] {
            texts += &ran(&scene, arguments).stdout;
        }
        texts += &scene.read("report/report.md");
        texts += &scene.read("report/tables.md");
        assert!(!texts.contains("gold"), "{:?}", texts.lines().find(|line| line.contains("gold")));
        let constant = texts.lines().find(|line| line.contains("constant"));
        assert_eq!(constant, None);
        for file in ["answers.csv", "scores.csv", "comparisons.csv", "report.tex", "report.txt"] {
            let text = scene.read(&format!("report/{file}"));
            // Columns have the same names whatever the task is, and a citation the title of phenom.
            let lines =
                text.lines().skip(1).filter(|line| !line.contains("textual entailment systems"));
            texts.extend(lines.map(|line| format!("{line}\n")));
        }
        for label in LABELS {
            let found = texts.lines().find(|line| line.contains(label));
            assert_eq!(found, None, "{label}");
        }
    }
}

#[test]
fn a_threshold_makes_scores_right_or_wrong_and_composition_has_a_value() {
    let scene = in_part();
    ran(&scene, &["run", "c.yaml"]);
    assert!(!scene.read("report/scores.csv").contains("solved_difference"));
    let with = ["a.csv", "b.csv", "c2.csv]"].iter().fold(CONFIG.to_owned(), |config, end| {
        config.replace(&format!("{end}}}"), &format!("{end}, threshold: 0.5}}"))
    });
    scene.write("c.yaml", with.as_bytes());
    ran(&scene, &["run", "c.yaml"]);
    // A has 1, .75 and .5 only.
    assert_eq!(score(&scene, "accuracy", "original", "A"), (1.0, 40));
    let solved = scene.read("report/scores.csv");
    assert!(solved.contains("solved_difference"));
    let above = with.replace("threshold: 0.5", "threshold: 0.5, above: true");
    scene.write("c.yaml", above.as_bytes());
    ran(&scene, &["run", "c.yaml"]);
    let [high, _] = means(&scene, "a.csv");
    let (value, _) = score(&scene, "accuracy", "original", "A");
    assert!(value < 1.0 && value < high, "{value} {high}");
}

#[test]
fn missing_outcomes_follow_the_config_and_are_counted() {
    let scene = right_or_wrong();
    let fewer: String =
        outcomes(&["C"], 1).lines().take(61).map(|line| format!("{line}\n")).collect();
    // An empty cell is no outcome either.
    scene.write("a.csv", fewer.replace("o0-1,C", "o0-1,").as_bytes());
    let said = scene.phenom(&["run", "c.yaml"]);
    assert_eq!(said.code, Some(2));
    assert!(said.stderr.contains("61 of 120"), "{}", said.stderr);
    for (missing, value, note) in [
        ("wrong", 0.5, "The others count as wrong."),
        ("skip", 1.0, "The others are excluded from its scores."),
    ] {
        let config = CONFIG.replace("a.csv}", &format!("a.csv, missing: {missing}}}"));
        scene.write("c.yaml", config.as_bytes());
        let shown = ran(&scene, &["run", "c.yaml"]);
        assert_eq!(score(&scene, "accuracy", "original", "A").0, value);
        assert!(scene.read("report/report.md").contains(note), "{}", shown.stdout);
    }
}

#[test]
fn what_needs_labels_says_so() {
    let scene = right_or_wrong();
    let said = |config: &str| {
        scene.write("c.yaml", config.as_bytes());
        let outcome = scene.phenom(&["check", "c.yaml"]);
        assert_eq!(outcome.code, Some(2), "{config} {}", outcome.stdout);
        outcome.stderr
    };
    for measure in [
        "f1",
        "kappa",
        "mutual_information",
        "accuracy_two_way",
        "deviation_index",
        "composed_accuracy",
    ] {
        let expected = format!("`{measure}` needs labels, and `task: outcome` has none");
        let found = said(&format!("{CONFIG}measures: [accuracy, {measure}]\n"));
        assert!(found.contains(&expected), "{found}");
    }
    for (more, expected) in [
        ("composition: any\n", "`composition` is about labels, and `task: outcome` has none"),
        ("rank-by: kappa\n", "`rank-by` is about labels, and `task: outcome` has none"),
    ] {
        let found = said(&format!("{CONFIG}{more}"));
        assert!(found.contains(expected), "{found}");
    }
    for (from, to, expected) in [
        ("path: d.csv", "path: d.csv, labels: nli", "`labels` is about labels"),
        ("path: d.csv", "path: d.csv, columns: {id: id, gold: gold}", "`gold` is about labels"),
        ("predictions: a.csv", "engine: word-overlap", "`engine` predicts labels"),
        (
            "predictions: a.csv",
            "predictions: a.csv, columns: {id: id, label: outcome}",
            "name the column of the outcomes",
        ),
        (
            "predictions: a.csv",
            "predictions: a.csv, columns: {id: id}",
            "the column of the outcomes is missing",
        ),
        (
            "predictions: a.csv",
            "predictions: a.csv, threshold: 2",
            "the threshold of an outcome is not from 0 to 1",
        ),
        ("predictions: a.csv", "predictions: a.csv, above: true", "`above` is for a `threshold`"),
        ("task: outcome\n", "counts: x.parquet\ntask: outcome\n", "`counts` contains labels"),
    ] {
        let found = said(&CONFIG.replace(from, to));
        assert!(found.contains(expected), "{expected}: {found}");
    }
    let found =
        said(&CONFIG.replace("task: outcome", "task: two-way").replace(
            "predictions: a.csv",
            "predictions: a.csv, columns: {id: id, outcome: outcome}",
        ));
    assert!(found.contains("`outcome` is for `task: outcome`"), "{found}");
    scene.write("c.yaml", CONFIG.as_bytes());
    let decomposed = scene.phenom(&["decompose", "c.yaml"]);
    assert_eq!(decomposed.code, Some(2));
    assert!(decomposed.stderr.contains("a decomposition has gold labels"), "{}", decomposed.stderr);
    let score = scene.phenom(&["score", "d.csv", "a.csv", "--task", "outcome"]);
    assert_eq!(score.code, Some(2));
    assert!(score.stderr.contains("`phenom score` needs them"), "{}", score.stderr);
    let counts = scene.phenom(&["counts", "c.yaml", "--output", "counts"]);
    assert_eq!(counts.code, Some(2));
    assert!(
        counts.stderr.contains("count tables contain labels, and `task: outcome` has none"),
        "{}",
        counts.stderr
    );
}

#[test]
fn other_words_and_numbers_are_refused_with_the_list_of_words() {
    let scene = right_or_wrong();
    scene.write("a.csv", outcomes(&["C", "maybe", "1.5"], 1).as_bytes());
    let said = scene.phenom(&["run", "c.yaml"]);
    assert_eq!(said.code, Some(2));
    for expected in [
        "`maybe` is not an outcome",
        "`1.5` is not an outcome",
        "a number from 0 to 1",
        "correct/incorrect",
    ] {
        assert!(said.stderr.contains(expected), "{expected}: {}", said.stderr);
    }
}

#[test]
fn measures_of_right_or_wrong_outcomes_say_that_they_need_them() {
    let scene = in_part();
    scene.write("c.yaml", format!("{CONFIG}measures: [accuracy, solved_difference]\n").as_bytes());
    let said = scene.phenom(&["run", "c.yaml"]);
    assert_eq!(said.code, Some(2));
    let expected = "`solved_difference` needs outcomes that are correct or wrong, and some are scores between 0 and 1";
    assert!(
        said.stderr.contains(expected) && said.stderr.contains("threshold: 0.5"),
        "{}",
        said.stderr
    );
}
