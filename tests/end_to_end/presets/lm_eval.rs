//! Logs of lm-evaluation-harness.

use serde_json::{Value, json};

use super::found::{Found, scene};

/// A line of a log, with a choice and its log-likelihood each.
fn sample(number: u32, doc: &str, target: &str, choices: &[(&str, &str)]) -> String {
    let doc: Value = serde_json::from_str(doc).unwrap();
    let arguments: serde_json::Map<String, Value> = choices
        .iter()
        .enumerate()
        .map(|(at, (choice, _))| {
            let arguments = json!({"arg_0": "A question?\nAnswer:", "arg_1": format!(" {choice}")});
            (format!("gen_args_{at}"), arguments)
        })
        .collect();
    let responses: Vec<Value> =
        choices.iter().map(|(_, likelihood)| json!([[likelihood, "False"]])).collect();
    let filtered: Vec<Value> =
        choices.iter().map(|(_, likelihood)| json!([likelihood, "False"])).collect();
    let line = json!({
        "doc_id": number, "doc": doc, "target": target, "arguments": arguments,
        "resps": responses, "filtered_resps": filtered, "filter": "none", "metrics": ["acc"],
        "doc_hash": "0".repeat(64), "prompt_hash": "1".repeat(64), "target_hash": "2".repeat(64),
        "acc": 1.0,
    });
    format!("{line}\n")
}

#[test]
fn lm_eval_mnli_answers_the_likeliest_of_true_neither_false() {
    let choices = |[entailment, neutral, contradiction]: [&'static str; 3]| {
        [("True", entailment), ("Neither", neutral), ("False", contradiction)]
    };
    let log = [
        sample(
            0,
            r#"{"premise": "The ferry leaves at \"noon\".", "hypothesis": "The ferry leaves at dusk.", "label": 2, "idx": 0}"#,
            "2",
            &choices(["-3.5", "-2.25", "-1.0"]),
        ),
        sample(
            1,
            r#"{"premise": "He sang.", "hypothesis": "He sang loudly.", "label": 1, "idx": 1}"#,
            "1",
            &choices(["-3.5", "-2.25", "-10.5"]),
        ),
        sample(
            2,
            r#"{"premise": "He sang loudly.", "hypothesis": "He sang.", "label": 0, "idx": 2}"#,
            "0",
            &choices(["-3.5", "-12.25", "-1.0"]),
        ),
    ];
    let scene = scene([("samples_mnli.jsonl", log.concat().as_str())]);
    let system = "{name: A, predictions: samples_mnli.jsonl, format: lm-eval-mnli}";
    let found = Found::file(&scene, "samples_mnli.jsonl", "lm-eval-mnli", system);
    assert_eq!(found.originals(), "3: 1 entailment, 1 unknown, 1 contradiction");
    assert_eq!(found.ids(), ["0", "1", "2"]);
    assert_eq!(found.texts("0"), ("The ferry leaves at \"noon\".", "The ferry leaves at dusk."));
    assert_eq!(found.answers("A"), "1 unknown, 2 contradiction");
    assert_eq!(found.right_originals("A"), "2/3");
}

#[test]
fn lm_eval_anli_has_words_for_targets_and_ids_of_its_own() {
    let choices = |[entailment, neutral, contradiction]: [&'static str; 3]| {
        [("True", entailment), ("Neither", neutral), ("False", contradiction)]
    };
    let log = [
        sample(
            0,
            r#"{"uid": "00000000-0000-4000-8000-000000000001", "premise": "The ferry leaves at noon.", "hypothesis": "The ferry leaves at dusk.", "label": 2, "reason": "Noon is not dusk."}"#,
            "False",
            &choices(["-3.5", "-1.0", "-2.25"]),
        ),
        sample(
            1,
            r#"{"uid": "00000000-0000-4000-8000-000000000002", "premise": "He sang.", "hypothesis": "He sang loudly.", "label": 1, "reason": ""}"#,
            "Neither",
            &choices(["-3.5", "-1.0", "-2.25"]),
        ),
        sample(
            2,
            r#"{"uid": "00000000-0000-4000-8000-000000000003", "premise": "He sang loudly.", "hypothesis": "He sang.", "label": 0, "reason": ""}"#,
            "True",
            &choices(["-0.5", "-1.0", "-2.25"]),
        ),
    ];
    let scene = scene([("samples_anli_r1.jsonl", log.concat().as_str())]);
    let system = "{name: A, predictions: samples_anli_r1.jsonl, format: lm-eval-anli}";
    let found = Found::file(&scene, "samples_anli_r1.jsonl", "lm-eval-anli", system);
    assert_eq!(found.originals(), "3: 1 entailment, 1 unknown, 1 contradiction");
    let texts = ("He sang.", "He sang loudly.");
    assert_eq!(found.texts("00000000-0000-4000-8000-000000000002"), texts);
    assert_eq!(found.answers("A"), "1 entailment, 2 unknown");
    assert_eq!(found.right_originals("A"), "2/3");
}

#[test]
fn lm_eval_rte_is_two_way() {
    let choices = |entailment, not| [("True", entailment), ("False", not)];
    let log = [
        sample(
            0,
            r#"{"sentence1": "The ferry leaves at noon.", "sentence2": "The ferry leaves at dusk.", "label": 1, "idx": 0}"#,
            "1",
            &choices("-1.0", "-2.25"),
        ),
        sample(
            1,
            r#"{"sentence1": "He sang loudly.", "sentence2": "He sang.", "label": 0, "idx": 1}"#,
            "0",
            &choices("-1.0", "-2.25"),
        ),
        sample(
            2,
            r#"{"sentence1": "He sang.", "sentence2": "He sang loudly.", "label": 1, "idx": 2}"#,
            "1",
            &choices("-9.0", "-10.5"),
        ),
    ];
    let scene = scene([("samples_rte.jsonl", log.concat().as_str())]);
    let system = "{name: A, predictions: samples_rte.jsonl, format: lm-eval-rte}";
    let found = Found::file(&scene, "samples_rte.jsonl", "lm-eval-rte", system);
    assert_eq!(found.originals(), "3: 1 entailment, 2 not-entailment");
    assert_eq!(found.texts("1"), ("He sang loudly.", "He sang."));
    assert_eq!(found.answers("A"), "3 entailment");
    assert_eq!(found.right_originals("A"), "1/3");
}

#[test]
fn lm_eval_cb_has_contradiction_before_neutral() {
    let choices = |[entailment, contradiction, neutral]: [&'static str; 3]| {
        [("True", entailment), ("False", contradiction), ("Neither", neutral)]
    };
    let log = [
        sample(
            0,
            r#"{"premise": "The ferry leaves at noon.", "hypothesis": "The ferry leaves at dusk.", "idx": 0, "label": 1}"#,
            "1",
            &choices(["-3.5", "-1.0", "-2.25"]),
        ),
        sample(
            1,
            r#"{"premise": "She said he left.", "hypothesis": "He left.", "idx": 1, "label": 2}"#,
            "2",
            &choices(["-3.5", "-2.25", "-1.0"]),
        ),
        sample(
            2,
            r#"{"premise": "She denied he left.", "hypothesis": "He left.", "idx": 2, "label": 1}"#,
            "1",
            &choices(["-0.5", "-2.25", "-1.0"]),
        ),
    ];
    let scene = scene([("samples_cb.jsonl", log.concat().as_str())]);
    let system = "{name: A, predictions: samples_cb.jsonl, format: lm-eval-cb}";
    let found = Found::file(&scene, "samples_cb.jsonl", "lm-eval-cb", system);
    assert_eq!(found.originals(), "3: 1 unknown, 2 contradiction");
    assert_eq!(found.texts("1"), ("She said he left.", "He left."));
    assert_eq!(found.answers("A"), "1 entailment, 1 unknown, 1 contradiction");
    assert_eq!(found.right_originals("A"), "2/3");
}
