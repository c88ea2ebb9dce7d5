//! Logs of harnesses and of annotation tools, read without a config.

use std::io::{Cursor, Write};

use serde_json::{Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::scene::{Outcome, Scene};

/// Pairs of made-up texts: premise, hypothesis, gold.
const PAIRS: [(&str, &str, &str); 4] = [
    ("Ilse hid the oak.", "Ilse hid a tree.", "entailment"),
    ("Joren saw nobody at the mill.", "Joren saw Marta at the mill.", "contradiction"),
    ("Some rooms were open.", "All rooms were open.", "neutral"),
    ("Pavel praised Odile.", "Odile was praised by Pavel.", "entailment"),
];

const CHOICES: [&str; 3] = ["entailment", "neutral", "contradiction"];

fn letter(label: &str) -> &'static str {
    let place = CHOICES.iter().position(|choice| *choice == label).unwrap();
    ["A", "B", "C"][place]
}

/// A sample of inspect_ai whose answer is a letter; an empty one is a sample that failed.
fn sample(number: usize, epoch: u32, answer: &str) -> Value {
    let (premise, hypothesis, gold) = PAIRS[number];
    let phenomenon = ["hypernymy", "negation"][number % 2];
    let mut sample = json!({
        "id": format!("v{number}"), "epoch": epoch, "input": "Does it follow?", "choices": CHOICES, "target": letter(gold),
        "metadata": {"premise": premise, "hypothesis": hypothesis, "phenomenon": phenomenon},
    });
    if answer.is_empty() {
        sample["error"] = json!({"message": "the provider did not answer"});
    } else {
        let value = if answer == gold { "C" } else { "I" };
        sample["output"] = json!({"completion": format!("ANSWER: {}", letter(answer))});
        sample["scores"] = json!({"choice": {"value": value, "answer": letter(answer)}});
    }
    sample
}

/// The archive that inspect_ai writes. Those in `examples/logs` are compressed as it does it.
fn eval(model: &str, task: &str, samples: &[Value]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let mut add = |name: &str, content: &Value| {
        archive.start_file(name, SimpleFileOptions::default()).unwrap();
        archive.write_all(content.to_string().as_bytes()).unwrap();
    };
    let head = json!({"version": 2, "status": "success", "eval": {"task": task, "model": model}});
    add("_journal/start.json", &head);
    for (at, sample) in samples.iter().enumerate() {
        add(&format!("samples/{at}_epoch_{}.json", sample["epoch"]), sample);
    }
    add("header.json", &head);
    archive.finish().unwrap().into_inner()
}

fn answered(answers: [&str; 4]) -> Vec<Value> {
    answers.iter().enumerate().map(|(number, answer)| sample(number, 1, answer)).collect()
}

fn succeeded(scene: &Scene, arguments: &[&str]) -> Outcome {
    let outcome = scene.phenom(arguments);
    assert_eq!(outcome.code, Some(0), "{arguments:?}: {}{}", outcome.stderr, outcome.stdout);
    outcome
}

const RIGHT: [&str; 4] = ["entailment", "contradiction", "neutral", "entailment"];

#[test]
fn logs_of_inspect_need_no_config() {
    let worse = answered(["neutral", "contradiction", "neutral", "entailment"]);
    let scene = Scene::new([]);
    scene.write("logs/a.eval", &eval("lab/model-a", "village", &worse));
    scene.write("logs/b.eval", &eval("lab/model-b", "village", &answered(RIGHT)));
    scene.write("logs/notes.txt", b"not a log");
    for files in [&["logs/a.eval", "logs/b.eval"][..], &["logs"], &["logs/"]] {
        let outcome = succeeded(&scene, &[&["run"], files].concat());
        let said = &outcome.stdout;
        assert!(said.contains("lab/model-a") && said.contains("lab/model-b"), "{said}");
        assert!(said.contains("75.0") && said.contains("100.0"), "{said}");
        assert!(said.contains("Wrote nothing"), "{said}");
    }
    assert!(!scene.path().join("report").exists());
    succeeded(&scene, &["run", "logs", "--output", "out", "--quiet"]);
    let answers = scene.read("out/answers.csv");
    assert_eq!(answers.lines().count(), 1 + 8, "{answers}");
    // The config of `init` says the same.
    succeeded(&scene, &["init", "logs"]);
    let config = scene.read("phenom.yaml");
    assert!(config.contains("format: inspect") && config.contains("system: system"), "{config}");
    succeeded(&scene, &["run", "phenom.yaml", "--quiet"]);
    assert_eq!(scene.read("report/answers.csv"), answers);
}

#[test]
fn the_shipped_logs_say_what_readme_says() {
    let logs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/logs");
    let outcome = succeeded(&Scene::new([]), &["run", logs]);
    let (said, readme) = (outcome.stdout, include_str!("../../README.md"));
    let shown = readme.split("phenom run examples/logs/*.eval").nth(1).unwrap();
    let block = shown.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let lines: Vec<&str> = block.lines().filter(|line| !line.contains('…')).collect();
    assert!(lines.len() > 10, "{block}");
    for line in lines {
        assert!(said.lines().any(|told| told == line), "{line}\n{said}");
    }
}

#[test]
fn epochs_are_runs_and_the_ids_of_tasks_are_their_own() {
    let epochs: Vec<Value> = (1..4)
        .flat_map(|epoch| {
            (0..4).map(move |number| {
                sample(number, epoch, if epoch == 2 { "neutral" } else { RIGHT[number] })
            })
        })
        .collect();
    let scene = Scene::new([]);
    scene.write("a.eval", &eval("model-a", "village", &epochs));
    let outcome = succeeded(&scene, &["init", "a.eval"]);
    assert!(outcome.stdout.contains("`model-a` with 3 runs"), "{}", outcome.stdout);
    // The same ids in another task, on other pairs.
    let mut other = answered(RIGHT);
    for sample in &mut other {
        sample["metadata"]["premise"] =
            format!("On Monday {}", sample["metadata"]["premise"]).into();
    }
    scene.write("b.eval", &eval("model-a", "harbour", &other));
    scene.write("c.eval", &eval("model-a", "village", &answered(RIGHT)));
    let outcome = succeeded(&scene, &["init", "b.eval", "c.eval", "-o", "two.yaml"]);
    assert!(outcome.stdout.contains("8 original pairs, 1 system"), "{}", outcome.stdout);
    assert!(scene.read("two.yaml").contains("task"), "{}", scene.read("two.yaml"));
}

#[test]
fn samples_that_failed_are_counted_and_asked_about() {
    let scene = Scene::new([]);
    let failed = answered(["", "contradiction", "neutral", "entailment"]);
    scene.write("a.eval", &eval("model-a", "village", &failed));
    let outcome = scene.phenom(&["run", "a.eval"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    assert!(outcome.stderr.contains("`--missing wrong`"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("1 sample failed"), "{}", outcome.stderr);
    let outcome = succeeded(&scene, &["run", "a.eval", "--missing", "wrong"]);
    assert!(outcome.stdout.contains("75.0"), "{}", outcome.stdout);
    let outcome = scene.phenom(&["run", "c.yaml", "--missing", "wrong"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("is a config"), "{}", outcome.stderr);
}

/// A line that lm-evaluation-harness logs of a task with choices.
fn logged(number: usize, answer: &str) -> String {
    let (premise, hypothesis, gold) = PAIRS[number];
    let place = |label: &str| CHOICES.iter().position(|choice| *choice == label).unwrap();
    let requests: serde_json::Map<String, Value> = ["True", "Neither", "False"]
        .iter()
        .enumerate()
        .map(|(at, choice)| {
            (format!("gen_args_{at}"), json!({"arg_0": "?", "arg_1": format!(" {choice}")}))
        })
        .collect();
    let responses: Vec<Value> = (0..3)
        .map(|at| json!([if at == place(answer) { "-1.5" } else { "-4.0" }, "False"]))
        .collect();
    let line = json!({
        "doc_id": number, "doc": {"premise": premise, "hypothesis": hypothesis, "label": place(gold)},
        "target": place(gold).to_string(), "arguments": requests, "filtered_resps": responses, "filter": "none",
        "metrics": ["acc"], "doc_hash": format!("{number:064x}"), "acc": 1.0,
    });
    format!("{line}\n")
}

#[test]
fn the_folder_of_samples_of_lm_eval_names_the_system() {
    let log = |answers: [&str; 4]| -> String {
        answers.iter().enumerate().map(|(number, answer)| logged(number, answer)).collect()
    };
    let scene = Scene::new([]);
    scene.write("out/lab__a/samples_village_1.jsonl", log(RIGHT).as_bytes());
    scene.write("out/lab__a/results_1.json", b"{\"results\": {}}");
    let worse = log(["neutral", "neutral", "neutral", "entailment"]);
    scene.write("out/lab__b/samples_village_2.jsonl", worse.as_bytes());
    let outcome = succeeded(&scene, &["run", "out"]);
    let said = &outcome.stdout;
    assert!(said.contains("lab__a") && said.contains("lab__b"), "{said}");
    assert!(said.contains("100.0") && said.contains("50.0"), "{said}");
}

#[test]
fn answers_of_a_batch_are_matched_by_their_own_ids() {
    let pairs: String = PAIRS
        .iter()
        .enumerate()
        .map(|(number, (premise, hypothesis, gold))| {
            format!("v{number},{premise},{hypothesis},{gold}\n")
        })
        .collect();
    let pairs = format!("id,premise,hypothesis,label\n{pairs}");
    let line = |number: usize, content: &str| {
        let body = json!({"model": "m", "choices": [{"index": 0, "message": {"role": "assistant", "content": content}}]});
        let line = json!({"id": format!("r{number}"), "custom_id": format!("v{number}"),
            "response": {"status_code": 200, "body": body}, "error": null});
        format!("{line}\n")
    };
    let batch: String = (0..4)
        .rev()
        .map(|number| line(number, &format!("{{\"label\": \"{}\"}}", RIGHT[number])))
        .collect();
    let scene = Scene::new([
        ("pairs.csv", pairs.as_bytes()),
        ("batch_small_output.jsonl", batch.as_bytes()),
    ]);
    let outcome = succeeded(&scene, &["run", "pairs.csv", "batch_small_output.jsonl"]);
    assert!(outcome.stdout.contains("batch_small_output"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("100.0"), "{}", outcome.stdout);
}

#[test]
fn scores_without_labels_are_outcomes() {
    let line = |model: &str, number: usize, score: f64| {
        let line = json!({"schema_version": "0.3.0", "evaluation_id": format!("e/{model}"), "model_id": model,
            "evaluation_name": "e", "sample_id": format!("s{number}"), "interaction_type": "single_turn",
            "input": {"raw": format!("Write about {number}."), "reference": [format!("a text {number}")]},
            "output": {"raw": [format!("some text {number}")]}, "evaluation": {"score": score, "is_correct": score == 1.0}});
        format!("{line}\n")
    };
    let log = |model: &str| -> String {
        (0..12).map(|number| line(model, number, f64::from(number % 2 == 0))).collect()
    };
    let scene = Scene::new([("a.jsonl", log("a").as_bytes()), ("b.jsonl", log("b").as_bytes())]);
    succeeded(&scene, &["init", "a.jsonl", "b.jsonl"]);
    let config = scene.read("phenom.yaml");
    assert!(config.contains("task: outcome"), "{config}");
    succeeded(&scene, &["run", "phenom.yaml", "--quiet"]);
}

#[test]
fn what_people_annotated_is_gold_and_annotations() {
    let result = |label: &str| json!([{"type": "choices", "from_name": "nli", "value": {"choices": [label]}}]);
    let task = |number: usize| {
        let (premise, hypothesis, gold) = PAIRS[number];
        let mut annotations = vec![
            json!({"completed_by": 1, "ground_truth": true, "was_cancelled": false, "result": result(gold)}),
        ];
        if number < 3 {
            let said = json!({"completed_by": 2, "ground_truth": false, "was_cancelled": false, "result": result("neutral")});
            annotations.push(said);
        }
        json!({"id": number + 1, "data": {"uid": format!("u{number}"), "premise": premise, "hypothesis": hypothesis},
            "annotations": annotations, "predictions": []})
    };
    let export = Value::Array((0..4).map(task).collect()).to_string();
    let run = "uid,label\nu0,entailment\nu1,neutral\nu2,neutral\nu3,entailment\n";
    let scene = Scene::new([("export.json", export.as_bytes()), ("a.csv", run.as_bytes())]);
    let outcome = succeeded(&scene, &["init", "export.json", "a.csv"]);
    assert!(outcome.stdout.contains("4 original pairs, 1 system (`a`)"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("2 annotators"), "{}", outcome.stdout);
}

#[test]
fn a_table_may_be_piped_in() {
    let rows: String = PAIRS
        .iter()
        .zip(RIGHT)
        .map(|((premise, hypothesis, gold), answer)| {
            format!("{premise},{hypothesis},{gold},{answer}\n")
        })
        .collect();
    let scene = Scene::new([]);
    let mut phenom = super::scene::program();
    phenom.current_dir(scene.path()).args(["run", "-"]);
    let pipe = std::process::Stdio::piped;
    let mut running = phenom.stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().unwrap();
    let table = format!("premise,hypothesis,gold,prediction\n{rows}");
    running.stdin.take().unwrap().write_all(table.as_bytes()).unwrap();
    let outcome = running.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&outcome.stdout).into_owned();
    assert!(outcome.status.success(), "{}", String::from_utf8_lossy(&outcome.stderr));
    assert!(said.contains("100.0"), "{said}");
}

#[test]
fn formats_says_what_is_read_of_a_log() {
    let scene = Scene::new([]);
    let said = succeeded(&scene, &["formats", "inspect"]).stdout;
    for words in ["inspect_ai 0.3.285", "eval.model", "Not read:", "Example:"] {
        assert!(said.contains(words), "{said}");
    }
    let listed = succeeded(&scene, &["formats"]).stdout;
    for log in
        ["lm-eval", "every-eval-ever", "promptfoo", "openai-batch", "label-studio", "prodigy"]
    {
        assert!(listed.lines().any(|line| line.starts_with(log)), "{listed}");
    }
}
