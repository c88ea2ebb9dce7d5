//! Agreement of two annotators on the decomposition of the same originals, from files written by hand.

use serde_json::{Value, json};

use super::agreement::{number, rows, the};
use super::scene::{SCORES_ONLY, Scene};

const PAIRS: &str = r#"{"id": "e-1", "text": "The night ferry to Olm carries no cars today.", "hypothesis": "The night boat to Olm carries no vehicles."}
{"id": "c-1", "text": "Mara sold the old mill to a bank.", "hypothesis": "Mara kept the building, and a fire destroyed it."}
{"id": "u-1", "text": "A clerk counted the crates.", "hypothesis": "A clerk counted the boxes."}
"#;

// hashlib.sha256(len(text).to_bytes(8, 'little') + text + hypothesis).hexdigest()[:32]
const E_1: &str = "98dd81e44f940afc162709aa96addda5";
const C_1: &str = "4fcc871e9e37bd6ac6fbfa0033201c22";
const U_1: &str = "abc7238b676f1810cc97d9476b2e8d23";

fn of(pair: &str) -> &'static str {
    match pair {
        "e-1" => E_1,
        "c-1" => C_1,
        _ => U_1,
    }
}

/// The file of an annotator.
fn file(name: &str, steps: &[Value]) -> String {
    let head = json!({
        "phenom": "annotations", "version": 1, "dataset": "pairs.jsonl", "dataset_sha256": "0".repeat(64),
        "annotator": name,
    });
    let mut lines = format!("{head}\n");
    // Ann begins before Bo.
    let hour = if name == "ann" { "09" } else { "10" };
    for (seq, step) in (2..).zip(steps) {
        let mut step = step.clone();
        step["seq"] = seq.into();
        step["at"] = format!("2026-05-04T{hour}:00:{seq:02}Z").into();
        step["by"] = name.into();
        lines += &format!("{step}\n");
    }
    lines
}

fn whole(pair: &str, judgment: &str) -> Value {
    json!({"do": "whole", "pair": pair, "of": of(pair), "judgment": judgment})
}

fn part(id: &str, phenomenon: &str, sides: [&str; 2], hypothesis: &str, judgment: &str) -> Value {
    let (pair, _) = id.rsplit_once('.').unwrap();
    let [left, right] = sides;
    let rule = json!({
        "pattern": "x → y", "constraint": "", "left_hand_side": left, "right_hand_side": right,
    });
    json!({
        "do": "part", "pair": pair, "of": of(pair), "part": id, "phenomenon": phenomenon, "rule": rule,
        "hypothesis": hypothesis, "judgment": judgment,
    })
}

fn done(pair: &str) -> Value {
    json!({
        "do": "done", "pair": pair, "composed": null, "chain": false,
        "exceptions": {"composition": "a test", "chain": "a test"},
    })
}

fn read(pair: &str, of: &str, judgment: &str, phenomenon: &str) -> Value {
    json!({
        "do": "read", "pair": pair, "of": of, "judgment": judgment, "confidence": 3, "comment": "",
        "phenomenon": phenomenon,
    })
}

const HYPERNYMY: &str = "lexical:hypernymy";
const ANTONYMY: &str = "lexical:antonymy";
const UNSUPPORTED: &str = "unsupported:statement";

fn ann() -> Vec<Value> {
    let no_cars = "The night ferry to Olm carries no cars.";
    vec![
        whole("e-1", "entailment"),
        part(
            "e-1.1",
            HYPERNYMY,
            ["ferry", "boat"],
            "The night boat to Olm carries no cars today.",
            "entailment",
        ),
        part(
            "e-1.2",
            HYPERNYMY,
            ["cars", "vehicles"],
            "The night ferry to Olm carries no vehicles today.",
            "unknown",
        ),
        part("e-1.3", "syntactic:modifier", ["cars today", "cars"], no_cars, "entailment"),
        done("e-1"),
        whole("c-1", "contradiction"),
        part(
            "c-1.1",
            ANTONYMY,
            ["sold", "kept"],
            "Mara kept the old mill to a bank.",
            "contradiction",
        ),
        part("c-1.2", UNSUPPORTED, ["", "a fire destroyed it"], "A fire destroyed it.", "unknown"),
        part(
            "c-1.3",
            HYPERNYMY,
            ["the old mill", "the building"],
            "Mara sold the building to a bank.",
            "entailment",
        ),
        done("c-1"),
        whole("u-1", "unknown"),
        part("u-1.1", HYPERNYMY, ["crates", "boxes"], "A clerk counted the boxes.", "entailment"),
        done("u-1"),
    ]
}

fn bo() -> Vec<Value> {
    let mut on_result = part(
        "c-1.13",
        HYPERNYMY,
        ["old mill", "building"],
        "Mara kept the building.",
        "entailment",
    );
    on_result["on"] = json!({"part": "c-1.11", "text": "Mara kept the old mill."});
    vec![
        whole("e-1", "entailment"),
        part(
            "e-1.11",
            "lexical:synonymy",
            ["night ferry", "night boat"],
            "The night boat to Olm carries no cars today.",
            "entailment",
        ),
        part(
            "e-1.12",
            HYPERNYMY,
            ["cars", "vehicles"],
            "The night ferry to Olm carries no vehicles today.",
            "contradiction",
        ),
        done("e-1"),
        whole("c-1", "unknown"),
        part(
            "c-1.11",
            ANTONYMY,
            ["sold … to a bank", "kept … "],
            "Mara kept the old mill.",
            "contradiction",
        ),
        on_result,
        part("c-1.12", UNSUPPORTED, ["", "fire destroyed it"], "A fire destroyed it.", "unknown"),
        done("c-1"),
        // Begun and not finished: this one does not count.
        whole("u-1", "unknown"),
        part("u-1.11", ANTONYMY, ["clerk", "spy"], "A spy counted the crates.", "unknown"),
    ]
}

fn cleo() -> Vec<Value> {
    vec![
        read("e-1.1", "05509bc3de3bce9aa3d573fefa2f7228", "entailment", HYPERNYMY),
        read("e-1.2", "a01e5b77c0f5aba5250d0e8edc566a45", "contradiction", HYPERNYMY),
        read("c-1.1", "e42fdcc64fcc5016f675b0b9e7c0d1cc", "contradiction", HYPERNYMY),
        read("c-1.3", "d0d651a49c29c5db52181295841890a8", "unknown", ANTONYMY),
    ]
}

fn scene(files: &[(&str, Vec<Value>)]) -> Scene {
    let config = format!(
        "dataset: {{path: pairs.jsonl, work: pairs.annotations}}\n\
         systems:\n  - {{name: Constant, engine: {{name: constant, judgment: entailment}}}}\n{SCORES_ONLY}"
    );
    let scene = Scene::new([("pairs.jsonl", PAIRS.as_bytes()), ("config.yaml", config.as_bytes())]);
    std::fs::create_dir_all(scene.path().join("pairs.annotations")).unwrap();
    for (name, steps) in files {
        scene.write(&format!("pairs.annotations/{name}.jsonl"), file(name, steps).as_bytes());
    }
    scene
}

// Changed words of e-1: ann {ferry, cars, today}, bo {night, ferry, cars}, of 9: both 2, one alone 1 each, none 5. Of
// c-1: ann {sold, the, old, mill} and of H {a, fire, destroyed, it}, bo {sold, to, a, bank, old, mill} and {fire,
// destroyed, it}, of 8 and 4: both 6, ann alone 2, bo alone 3, none 1. Together 8, 3, 4 and 6 of 21:
// kappa = (14/21 - 222/441) / (1 - 222/441) = 72/219.
// Partners: ferry and night ferry, cars and cars (one word in all, and cars today two), sold, old mill, the fire: 5 of 6
// parts and 5. Phenomena: hypernymy-synonymy, and four equal ones; ann 3 hypernymy, 1 antonymy, 1 unsupported, bo 2, 1, 1:
// kappa = (4/5 - 8/25) / (1 - 8/25) = 12/17. All categories are equal. Labels: ann E U C E U, bo E C C E U: 12/17.
// Readings of ann's parts by cleo: author H H A H, reader H H H A: kappa = (2/4 - 10/16) / (1 - 10/16) = -1/3.
#[test]
fn two_decompositions_agree_as_computed_by_hand_while_differences_are_unsettled() {
    let scene = scene(&[("ann", ann()), ("bo", bo()), ("cleo", cleo())]);
    let outcome = scene.phenom(&["agree", "config.yaml", "--json"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let all: Vec<Value> = serde_json::from_str(&outcome.stdout).unwrap();
    let the = |key: &str, measure: &str| {
        let is_wanted = |row: &&Value| row["key_a"] == key && row["measure"] == measure;
        all.iter().find(is_wanted).unwrap().clone()
    };
    for (key, measure, value, support) in [
        ("", "decomposed_twice", 2.0 / 3.0, 3),
        ("", "place_kappa", 72.0 / 219.0, 21),
        ("", "place_f1", 10.0 / 11.0, 11),
        ("", "phenomenon_kappa", 12.0 / 17.0, 5),
        ("", "category_kappa", 1.0, 5),
        ("", "part_label_agreement", 4.0 / 5.0, 5),
        ("", "part_label_kappa", 12.0 / 17.0, 5),
        ("author", "decomposed_twice", 2.0 / 3.0, 3),
        ("author", "phenomenon_kappa", -1.0 / 3.0, 4),
    ] {
        let row = the(key, measure);
        assert!((row["value"].as_f64().unwrap() - value).abs() < 1e-12, "{measure}: {row}");
        assert_eq!(row["support"], support, "{measure}");
    }
    // Author and reader name lexical phenomena alone.
    assert_eq!(
        the("author", "category_kappa")["undefined_reason"],
        "all labels are the same, so chance alone always agrees"
    );
    assert_eq!(the("", "place_kappa")["interval_method"], "cluster_bootstrap_bca");
    let outcome = scene.phenom(&["agree", "config.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let said = outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in [
        "The kappa of two annotators on changed words is 0.33 (95 % interval [",
        "], n = 21 words in 2 originals).",
        "The kappa of authors and readers on phenomena is -0.33 (",
        "Agreement on the decomposition",
    ] {
        assert!(said.contains(sentence), "{sentence}: {}", outcome.stdout);
    }
}

#[test]
fn a_report_has_the_rows_and_the_sentences() {
    let mut of_bo = bo();
    // As Ann labels the original: a report needs gold labels.
    of_bo.iter_mut().for_each(|step| {
        if step["do"] == "whole" && step["pair"] == "c-1" {
            step["judgment"] = "contradiction".into();
        }
    });
    let scene = scene(&[("ann", ann()), ("bo", of_bo)]);
    let config = scene.read("config.yaml").replace("formats: [csv]", "formats: [csv, md]");
    scene.write("config.yaml", config.as_bytes());
    let outcome = scene.phenom(&["run", "config.yaml", "--quiet"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let all = rows(&scene.read("report/agreement.csv"));
    let kappa = number(the(&all, &[("key_a", ""), ("measure", "place_kappa")]));
    assert!((kappa - 72.0 / 219.0).abs() < 1e-12, "{kappa}");
    let sentence = "The kappa of two annotators on changed words is 0.33";
    assert!(scene.read("report/tables.md").contains(sentence));
}

#[test]
fn nothing_is_said_of_originals_that_one_person_decomposed_and_of_those_that_are_taken_over() {
    let silent = |scene: &Scene| {
        let outcome = scene.phenom(&["agree", "config.yaml"]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        assert!(!outcome.stdout.contains("on the decomposition"), "{}", outcome.stdout);
        let json = scene.phenom(&["agree", "config.yaml", "--json"]).stdout;
        assert!(!json.contains("place_kappa"), "{json}");
    };
    silent(&scene(&[("ann", ann())]));
    let take = |pair: &str| json!({"do": "take", "pair": pair, "of": of(pair), "from": "ann", "parts": []});
    let mut of_bo = vec![take("e-1"), take("c-1")];
    of_bo.extend(bo());
    silent(&scene(&[("ann", ann()), ("bo", of_bo)]));
}
