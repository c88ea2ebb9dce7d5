//! The logs of OpenAI evals.

use serde_json::{Value, json};

use super::found::{Found, scene};

const PAIRS: &str = "id,gold\n1,entailment\n2,unknown\n3,contradiction\n";

// The layout is that of evals/record.py of openai/evals: the specification first, the final report wherever it was
// written, and both without `sample_id` and `type`.
#[test]
fn the_matches_of_openai_evals_have_what_was_picked() {
    let event = |number: usize, sample: &str, kind: &str, data: Value| {
        json!({
            "run_id": "231101010101ABC", "event_id": number, "sample_id": sample, "type": kind, "data": data,
            "created_by": "", "created_at": "2023-11-01 01:01:01.000000+00:00",
        })
    };
    let matched = |number: usize, sample: &str, expected: &str, picked: Option<&str>| {
        let data = json!({
            "correct": picked == Some(expected), "expected": expected, "picked": picked, "sampled": "It follows.",
            "options": ["entailment", "unknown", "contradiction"],
        });
        event(number, sample, "match", data)
    };
    let lines = [
        json!({"spec": {"completion_fns": ["m"], "eval_name": "nli.dev.v0", "base_eval": "nli", "split": "dev"}}),
        event(
            0,
            "nli.dev.1",
            "sampling",
            json!({"prompt": "Does it follow?", "sampled": ["entailment"]}),
        ),
        matched(1, "nli.dev.1", "entailment", Some("entailment")),
        matched(2, "nli.dev.2", "unknown", None),
        matched(3, "nli.dev.3", "contradiction", Some("unknown")),
        json!({"final_report": {"accuracy": 0.333}}),
    ];
    let log: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let scene = scene([("pairs.csv", PAIRS), ("log.jsonl", log.as_str())]);
    let ids = "ids: {match: \"^nli[.]dev[.]\", write: \"\"}";
    let system = format!("{{name: A, predictions: log.jsonl, format: openai-evals, {ids}}}");
    let found = Found::new(&scene, "path: pairs.csv", &system);
    assert_eq!(found.answers("A"), "1 entailment, 1 unknown, 1 abstained");
    assert_eq!(found.right_originals("A"), "1/3");
    // A column that no row has leaves nothing out unseen.
    for condition in ["{typ: match}", "{typ: {not: sampling}}"] {
        let system = format!(
            "{{name: A, predictions: log.jsonl, format: openai-evals, where: {condition}, {ids}}}"
        );
        scene.write(
            "d.yaml",
            format!("dataset: {{path: pairs.csv}}\nsystems: [{system}]\n").as_bytes(),
        );
        let outcome = scene.phenom(&["check", "d.yaml"]);
        assert_eq!(outcome.code, Some(2));
        let said = "no row has a value in `typ` (asked for by `where`)";
        assert!(outcome.stderr.contains(said), "{}", outcome.stderr);
    }
}
