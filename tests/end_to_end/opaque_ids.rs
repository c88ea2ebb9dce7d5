//! What programs and servers see of a dataset: texts and hypotheses, and nothing of ids, order and originals.

use super::scene::{SCORES_ONLY, Scene, scores};

const CONFIG: &str =
    "dataset: {path: pairs.csv}\nsystems:\n  - {name: Asked, command: [sh, program.sh]}\n";

/// Sixty originals whose gold label is told by their ids (`-e`, `-n`), by their place (every second row of an original)
/// and by their parts (entailed ones have two, others one); their texts tell nothing.
fn telling() -> String {
    let mut originals = String::new();
    let mut parts = String::new();
    for number in 0..60 {
        let (word, gold, of_parts) =
            [("e", "entailment", 2), ("n", "not-entailment", 1)][number % 2];
        let id = format!("{number}-{word}");
        originals += &format!("{id},,text {number},hypothesis {number},{gold},\n");
        for part in 1..=of_parts {
            parts +=
                &format!("{id}.{part},{id},text {number},part {part} of {number},{gold},a:b\n");
        }
    }
    format!("id,origin,text,hypothesis,gold,phenomenon\n{originals}{parts}")
}

/// How many of the sixty originals a program judges right.
fn right(program: &str) -> usize {
    let config = format!("{CONFIG}{SCORES_ONLY}");
    let scene = Scene::new([
        ("pairs.csv", telling().as_bytes()),
        ("program.sh", program.as_bytes()),
        ("config.yaml", config.as_bytes()),
    ]);
    let outcome = scene.phenom(&["run", "config.yaml", "--run-systems"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let scores = scores(&scene.read("report/scores.csv"));
    let key = ["Asked", "original", "all", "", "accuracy"].map(str::to_owned);
    assert_eq!(scores[&key]["denominator"], "60");
    scores[&key]["numerator"].parse().unwrap()
}

/// Where it sees the ids and the order of the dataset, each of these programs is right on all sixty originals.
#[test]
fn a_program_that_goes_by_ids_places_or_numbers_of_parts_is_right_by_chance_alone() {
    let answer = r#"function answer(id, yes) { printf "{\"id\":\"%s\",\"label\":\"%s\"}\n", id, yes ? "entailment" : "not-entailment" }"#;
    let by_id = format!("awk -F'\"' '{answer} {{ answer($4, $4 ~ /-e/) }}'\n");
    let by_place = format!("awk -F'\"' '{answer} {{ answer($4, NR % 2) }}'\n");
    let by_parts = format!(
        "awk -F'\"' '{answer} {{ ids[NR] = $4; whole = $4; if (sub(/[.-][0-9]+$/, \"\", whole)) parts[whole]++ }} \
         END {{ for (row = 1; row <= NR; row++) answer(ids[row], parts[ids[row]] == 2) }}'\n"
    );
    for program in [by_id, by_place, by_parts] {
        // 30 expected by chance, with a standard deviation of 3.9.
        let right = right(&program);
        assert!((20..=40).contains(&right), "{right} of 60: {program}");
    }
}

/// A program that keeps what it is sent, and answers in words of its own, the last pair first.
const BACKWARDS: &str = r#"tee sent | sed -E \
  -e 's/^\{"id":"([^"]*)".*"part 1 of .*$/{"id":"\1","label":"entailment"}/' \
  -e 's/^\{"id":"([^"]*)","text".*$/{"id":"\1","label":"not-entailment"}/' | tac
"#;

#[test]
fn a_program_is_sent_the_same_bytes_whatever_a_dataset_says_besides_texts() {
    let sent = |pairs: &str| {
        let scene = Scene::new([
            ("pairs.csv", pairs.as_bytes()),
            ("program.sh", BACKWARDS.as_bytes()),
            ("config.yaml", CONFIG.as_bytes()),
        ]);
        let outcome = scene.phenom(&["predict", "config.yaml", "--run-systems"]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        (scene.read("sent"), predictions_of(&scene, "asked"))
    };
    let pairs = telling();
    let (bytes, predictions) = sent(&pairs);
    // Replies that come in another order are those of their pairs.
    for line in predictions.lines() {
        let reply: serde_json::Value = serde_json::from_str(line).unwrap();
        let is_first_part = reply["id"].as_str().unwrap().ends_with(".1");
        let expected = if is_first_part { "entailment" } else { "not-entailment" };
        assert_eq!(reply["label"], expected, "{line}");
    }
    assert_eq!(bytes.lines().count(), 150);
    assert!(!bytes.contains("-e\"") && !bytes.contains("-n"), "{bytes}");
    // Other ids, no parts, other gold labels, another order of rows.
    let mut rows: Vec<String> = pairs
        .lines()
        .skip(1)
        .enumerate()
        .map(|(row, line)| {
            let cells: Vec<&str> = line.split(',').collect();
            let gold = ["not-entailment", "entailment"][row / 75];
            format!("x{row},,{},{},{gold},a:b\n", cells[2], cells[3])
        })
        .collect();
    rows.reverse();
    let others = format!("id,origin,text,hypothesis,gold,phenomenon\n{}", rows.concat());
    assert_eq!(sent(&others).0, bytes);
}

/// The predictions of the system whose file has a name that begins so.
fn predictions_of(scene: &Scene, begins: &str) -> String {
    let files = std::fs::read_dir(scene.path().join("predictions")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let name = names.into_iter().find(|name| name.starts_with(begins)).unwrap();
    scene.read(&format!("predictions/{name}"))
}

const LABELLED: &str = "id,text,hypothesis,gold\n1,a,b,SUPPORTS\n2,a,c,REFUTES\n3,a,d,NEI\n";

/// A config with a system whose program gives each pair one answer, and the labels of the predictions.
fn labelled(labels: &str, of_system: &str, answer: &str) -> Result<Vec<String>, String> {
    let config = format!(
        "dataset: {{path: pairs.csv, labels: {labels}}}\nsystems:\n  - name: Asked\n    command: [sh, program.sh]\n{of_system}"
    );
    let program = format!(r#"sed -E 's/^\{{"id":"([^"]*)".*$/{{"id":"\1","label":"{answer}"}}/'"#);
    let scene = Scene::new([
        ("pairs.csv", LABELLED.as_bytes()),
        ("program.sh", program.as_bytes()),
        ("config.yaml", config.as_bytes()),
    ]);
    let outcome = scene.phenom(&["predict", "config.yaml", "--run-systems"]);
    if outcome.code != Some(0) {
        assert_eq!(outcome.code, Some(2), "{}", outcome.stderr);
        return Err(outcome.stderr.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    let label = |line: &str| {
        let reply: serde_json::Value = serde_json::from_str(line).unwrap();
        reply["label"].as_str().unwrap().to_owned()
    };
    Ok(predictions_of(&scene, "asked").lines().map(label).collect())
}

#[test]
fn a_program_may_answer_in_the_labels_of_the_dataset() {
    const LABELS: &str = "{SUPPORTS: entailment, REFUTES: contradiction, NEI: unknown}";
    for (answer, judgment) in [
        ("SUPPORTS", "entailment"),
        (" REFUTES ", "contradiction"),
        ("NEI", "unknown"),
        ("neutral", "unknown"),
        ("unknown", "unknown"),
        ("perhaps", ""),
        ("", ""),
    ] {
        assert_eq!(labelled(LABELS, "", answer), Ok(vec![judgment.to_owned(); 3]), "{answer}");
    }
    // Labels of its own are all that it has.
    let own = "    labels: {SUPPORTS: contradiction, no: unknown}\n";
    assert_eq!(labelled(LABELS, own, "SUPPORTS"), Ok(vec!["contradiction".to_owned(); 3]));
    assert_eq!(labelled(LABELS, own, "NEI"), Ok(vec![String::new(); 3]));
    let own = "    labels: {\"\": unknown, yes: entailment}\n";
    assert_eq!(labelled(LABELS, own, ""), Ok(vec!["unknown".to_owned(); 3]));
}

#[test]
fn a_word_for_a_judgment_that_means_something_else_in_the_dataset_is_refused() {
    let labels =
        "{SUPPORTS: entailment, REFUTES: contradiction, NEI: unknown, neutral: contradiction}";
    let said = labelled(labels, "", "neutral").unwrap_err();
    let message = "the labels of system `Asked` are ambiguous: `neutral` means contradiction in the dataset, and unknown as a prediction";
    assert!(said.contains(message), "{said}");
    assert!(
        said.contains(
            "write the labels that it predicts: `labels: {\"neutral\": contradiction, ...}`"
        ),
        "{said}"
    );
    let own = "    labels: {neutral: unknown}\n";
    assert_eq!(labelled(labels, own, "neutral"), Ok(vec!["unknown".to_owned(); 3]));
}

const TRAINING: &str = "id,text,hypothesis,gold\n\
    t1,a dog slept in the house,a dog slept,entailment\n\
    t2,a dog slept in the house,the house burnt down,not-entailment\n\
    t3,rain fell on the old town,rain fell,entailment\n\
    t4,rain fell on the old town,nobody lives in the town,not-entailment\n\
    t5,Ann sold the red car,Ann sold a car,entailment\n\
    t6,Ann sold the red car,Ben bought no bread,not-entailment\n";

/// Predictions of engines that learn nothing from the dataset, under its ids and under others.
#[test]
fn no_engine_predicts_by_ids_or_originals() {
    const LEARNERS: [&str; 5] =
        ["word-overlap", "idf-coverage", "hypothesis-only", "features", "edit-distance"];
    let with_wordnet = ["features", "edit-distance"];
    let system = |engine: &str| {
        let wordnet = if with_wordnet.contains(&engine) { ", wordnet: none" } else { "" };
        format!(
            "  - {{name: {engine}, engine: {{name: {engine}{wordnet}, learn-on: {{path: t.csv}}}}}}\n"
        )
    };
    let config = format!(
        "dataset: {{path: pairs.csv}}\nsystems:\n{}  - {{name: rules, engine: {{name: contradiction, wordnet: none}}}}\n",
        LEARNERS.map(system).concat()
    );
    let predictions = |pairs: &str| {
        let scene = Scene::new([
            ("pairs.csv", pairs.as_bytes()),
            ("t.csv", TRAINING.as_bytes()),
            ("config.yaml", config.as_bytes()),
        ]);
        let outcome = scene.phenom(&["predict", "config.yaml"]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        let names = LEARNERS.iter().chain(&["rules"]);
        let of = |name: &&str| -> Vec<String> {
            let without_id = |line: &str| line.split_once(",\"label\"").unwrap().1.to_owned();
            predictions_of(&scene, name).lines().map(without_id).collect()
        };
        names.map(of).collect::<Vec<_>>()
    };
    let pairs = telling();
    let renamed = |(row, line): (usize, &str)| {
        let cells: Vec<&str> = line.split(',').collect();
        format!("x{row},,{},{},{},a:b\n", cells[2], cells[3], cells[4])
    };
    let others: String = pairs.lines().skip(1).enumerate().map(renamed).collect();
    let others = format!("id,origin,text,hypothesis,gold,phenomenon\n{others}");
    assert_eq!(predictions(&others), predictions(&pairs));
}
