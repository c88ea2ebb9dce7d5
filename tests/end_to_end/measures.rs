//! Measures from the command line: bare tables, scores without a config.

use serde_json::Value;

use super::scene::{Outcome, Scene, assert_snapshot, scores};
use super::shipped::of;

fn table(arguments: &[&str]) -> Outcome {
    Scene::new([]).phenom(&[&["table"], arguments].concat())
}

#[test]
fn a_bare_table_as_json() {
    let outcome = table(&["20 25 5; 9 18 9; 1 7 6", "--json"]);
    let values: Value = serde_json::from_str(&outcome.stdout).unwrap();
    let number = |key: &str| values[key]["value"].as_f64().unwrap();
    assert!((number("mutual_information") - 0.0836).abs() < 5e-5);
    assert!((number("kappa") - 0.1277).abs() < 5e-5);
    assert_eq!(number("accuracy"), 0.44);
    assert_eq!(number("accuracy_three_way"), 0.44);
    // Two-way: 20 right on entailment, 18 + 9 + 7 + 6 on the rest.
    assert_eq!(number("accuracy_two_way"), 0.6);
    assert_eq!(values["f1"]["value"], Value::Null);
    assert_eq!(values["precision"]["by_label"]["entailment"]["value"].as_f64(), Some(20.0 / 30.0));
    assert_eq!(values["kappa"]["undefined_reason"], Value::Null);
    let constant = table(&["3 2; 0 0", "--json"]).stdout;
    let values: Value = serde_json::from_str(&constant).unwrap();
    let reason = values["uncertainty_coefficient"]["undefined_reason"].as_str().unwrap();
    assert!(reason.starts_with("constant gold"), "{reason}");
    let empty: Value = serde_json::from_str(&table(&["0 0; 0 0", "--json"]).stdout).unwrap();
    assert_eq!(empty["accuracy"]["undefined_reason"], "no pairs");
}

#[test]
fn a_bare_table_for_humans() {
    assert_snapshot!("table", table(&["20 25 5; 9 18 9; 1 7 6"]).stdout);
}

#[test]
fn a_table_from_a_file_with_labels_and_totals() {
    let csv = "response,gold_e,gold_u,gold_c,total\nentailment,2449,929,348,3726\n\
               unknown,2172,2345,415,4932\ncontradiction,299,542,101,942\ntotal,4920,3816,864,9600\n";
    let scene = Scene::new([("t.csv", csv.as_bytes())]);
    let outcome = scene.phenom(&["table", "t.csv", "--transpose", "--json"]);
    let values: Value = serde_json::from_str(&outcome.stdout).unwrap();
    let right = &values["conditioned_accuracy"]["by_label"]["contradiction"]["value"];
    assert_eq!(right.as_f64(), Some(101.0 / 864.0));
    scene.write("t.csv", csv.replace("3726", "3727").as_bytes());
    let outcome = scene.phenom(&["table", "t.csv"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("t.csv:2: the counts sum to 3726"), "{}", outcome.stderr);
    // Above the names, the word stands for no column.
    scene.write("t.csv", b"total,e,u\ne,1,2\nu,3,4\n");
    assert_eq!(scene.phenom(&["table", "t.csv"]).code, Some(0));
}

#[test]
fn what_is_no_table() {
    for (text, message) in [
        ("x y", "`x y` is neither a file nor a table"),
        ("1 2; 3", "row 2 has 1 counts, and row 1 has 2"),
        ("1 -2; 3 4", "row 1: `-2` is not a number of pairs"),
        ("1 2.5; 3 4", "row 1: `2.5` is not a number of pairs"),
        ("1 2 3 4; 5 6 7 8", "a table of 2 rows and 4 columns"),
        ("5", "a table of 1 rows and 1 columns"),
    ] {
        let outcome = table(&[text]);
        assert_eq!(outcome.code, Some(2), "{text}: {}", outcome.stdout);
        assert!(outcome.stderr.contains(message), "{text}: {}", outcome.stderr);
    }
    let twice = table(&["1 2; 3 4", "--labels", "a,a"]);
    assert!(twice.stderr.contains("label 2 (`a`) is empty or appears twice"), "{}", twice.stderr);
}

pub(super) const PAIRS: &str = "id,gold\na,entailment\nb,contradiction\nc,unknown\nd,entailment\n";

#[test]
fn runs_are_scored_without_a_config() {
    let scene = Scene::new([
        ("gold.csv", PAIRS.as_bytes()),
        ("run.csv", b"id,label\na,entailment\nb,entailment\nc,unknown\nd,entailment\n"),
        (
            "other/run.csv",
            b"id,label,confidence\na,entailment,4\nb,unknown,3\nc,unknown,2\nd,unknown,1\n",
        ),
    ]);
    let outcome = scene.phenom(&["score", "gold.csv", "run.csv", "other/run.csv"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert_snapshot!("score", outcome.stdout);
    let outcome = scene.phenom(&["score", "gold.csv", "run.csv", "--json"]);
    let rows: Vec<Value> = serde_json::from_str(&outcome.stdout).unwrap();
    let accuracy = rows.iter().find(|row| row["measure"] == "accuracy").unwrap();
    assert_eq!(
        (accuracy["value"].as_f64(), accuracy["system"].as_str()),
        (Some(0.75), Some("run"))
    );
    let outcome = scene.phenom(&["score", "gold.csv", "run.csv", "run.csv", "run.csv"]);
    assert!(outcome.stderr.contains("appears twice"), "{}", outcome.stderr);
    let outcome = scene.phenom(&["score", "gold.csv", "run.csv", "--run-format", "edit"]);
    assert!(outcome.stderr.contains("did you mean `edits`?"), "{}", outcome.stderr);
}

#[test]
fn a_slice_without_pairs_has_its_reason() {
    let scene = Scene::new([
        ("c.yaml", b"dataset: {path: gold.csv}\nsystems: [{name: S, predictions: a.csv, missing: skip}]\noutput: report\nreport: {figures: [], formats: [csv]}\n".as_slice()),
        ("gold.csv", b"id,gold,phenomenon\na,entailment,x:y\nb,contradiction,x:z\n"),
        ("a.csv", b"id,label,confidence\na,entailment,1\n"),
    ]);
    assert_eq!(scene.phenom(&["run", "c.yaml", "--all"]).code, Some(0));
    let made = scores(&scene.read("report/scores.csv"));
    for measure in ["accuracy", "mcc", "macro_f1", "average_precision", "weighted_gold_entropy"] {
        let row = of(&made, "S", "phenomenon", "x:z", measure);
        assert_eq!(
            (row["value"].as_str(), row["undefined_reason"].as_str()),
            ("", "no pairs"),
            "{measure}"
        );
    }
}
