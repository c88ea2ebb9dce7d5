//! Logs of evaluation harnesses: inspect_ai, promptfoo and OpenAI evals.

use std::io::{Cursor, Write};

use serde_json::{Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::found::{Found, scene};

const PAIRS: &str = "id,gold\n1,entailment\n2,unknown\n3,contradiction\n";

fn sample(id: u32, answer: &str, value: &str) -> Value {
    json!({
        "id": id, "epoch": 1, "input": "Does it follow?", "choices": ["entailment", "unknown"], "target": "A",
        "messages": [{"role": "user", "content": "Does it follow?"}],
        "output": {"model": "m", "choices": [], "completion": format!("ANSWER: {answer}")},
        "scores": {"choice": {"value": value, "answer": answer, "explanation": null}}, "metadata": {},
    })
}

/// The archive that inspect_ai writes.
fn eval(samples: &[Value]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let mut add = |name: &str, content: &Value| {
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
        archive.write_all(serde_json::to_string_pretty(content).unwrap().as_bytes()).unwrap();
    };
    add("_journal/start.json", &json!({"version": 2}));
    for sample in samples {
        add(&format!("samples/{}_epoch_1.json", sample["id"]), sample);
    }
    add("header.json", &json!({"version": 2, "status": "success"}));
    archive.finish().unwrap().into_inner()
}

#[test]
fn the_samples_of_inspect_have_the_answer_of_their_scorer() {
    let samples = [sample(1, "A", "C"), sample(2, "A", "I"), sample(3, "C", "C")];
    let log = json!({
        "version": 2, "status": "success", "eval": {"task": "nli", "dataset": {"samples": 3}},
        "results": {"scores": []}, "stats": {}, "samples": samples,
    });
    let log = serde_json::to_string_pretty(&log).unwrap();
    let scene = scene([("pairs.csv", PAIRS), ("log.json", log.as_str())]);
    scene.write("log.eval", &eval(&samples));
    for log in ["log.json", "log.eval"] {
        let system = format!(
            "{{name: A, predictions: {log}, format: inspect, \
             labels: {{A: entailment, B: unknown, C: contradiction}}}}"
        );
        let found = Found::new(&scene, "path: pairs.csv", &system);
        assert_eq!(found.answers("A"), "2 entailment, 1 contradiction", "{log}");
        assert_eq!(found.right_originals("A"), "2/3", "{log}");
    }
}

#[test]
fn the_results_of_promptfoo_have_the_output_and_the_variables_of_a_test() {
    let result = |id: &str, output: &str| {
        json!({
            "promptIdx": 0, "testIdx": 0, "testCase": {"vars": {"id": id}, "assert": []}, "vars": {"id": id, "text": "T"},
            "response": {"output": output, "cached": false}, "success": true, "score": 1, "latencyMs": 12.5,
        })
    };
    let log = json!({
        "evalId": "eval-1", "config": {"prompts": ["p"]},
        "results": {
            "version": 3, "stats": {"successes": 3}, "prompts": [{"raw": "p"}],
            "results": [result("1", "entailment"), result("2", "unknown"), result("3", " contradiction\n")],
        },
    });
    let log = serde_json::to_string(&log).unwrap();
    let scene = scene([("pairs.csv", PAIRS), ("out.json", log.as_str())]);
    let system = "{name: A, predictions: out.json, format: promptfoo}";
    let found = Found::new(&scene, "path: pairs.csv", system);
    assert_eq!(found.right_originals("A"), "3/3");
}

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
