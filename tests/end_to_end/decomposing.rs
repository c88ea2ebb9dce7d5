//! Pairs decomposed: the checks of a decomposed dataset, and the work of annotators as a dataset.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;

use serde_json::{Value, json};

use super::annotator::Annotator;
use super::scene::{Outcome, SCORES_ONLY, Scene, phenom_in, project};

/// The six worked originals.
const WORKED: &str = include_str!("../../crates/annotate/data/worked.jsonl");

/// The same without parts.
fn undecomposed() -> String {
    let lines = WORKED.lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        line.as_object_mut().unwrap().remove("monothematic");
        line.to_string() + "\n"
    });
    lines.collect()
}

/// The same with all hypotheses of parts taken out, which rules make again.
fn without_hypotheses() -> String {
    let lines = WORKED.lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        for part in line["monothematic"].as_array_mut().unwrap() {
            part.as_object_mut().unwrap().remove("hypothesis");
        }
        line.to_string() + "\n"
    });
    lines.collect()
}

fn scene(pairs: &str) -> Scene {
    Scene::new([("pairs.jsonl", pairs.as_bytes())])
}

/// What `phenom annotate` says where it does not start.
fn does_not_start(scene: &Scene, annotator: &str) -> Outcome {
    let outcome = scene.phenom(&["annotate", "pairs.jsonl", "--annotator", annotator]);
    assert_eq!(outcome.code, Some(2), "{annotator}: {}", outcome.stdout);
    outcome
}

#[test]
fn the_worked_originals_pass_and_a_planted_error_is_a_failed_check() {
    let scene = scene(WORKED);
    let outcome = scene.phenom(&["decompose", "pairs.jsonl"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let said = "24 monothematic pairs of 6 originals: phenom checked 24 rules and 6 chains.";
    assert!(outcome.stdout.contains(said), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("No check fails."), "{}", outcome.stdout);
    scene.write("pairs.jsonl", WORKED.replace("\"ferry\"", "\"canoe\"").as_bytes());
    let outcome = scene.phenom(&["decompose", "pairs.jsonl"]);
    assert_eq!(outcome.code, Some(1));
    assert!(outcome.stdout.contains("“canoe” is not in T"), "{}", outcome.stdout);
    assert!(outcome.stderr.contains("checks fail"), "{}", outcome.stderr);
}

#[test]
fn strict_fails_for_a_remark_and_six_originals_are_too_few_for_a_leak() {
    let scene = scene(WORKED);
    let outcome = scene.phenom(&["decompose", "pairs.jsonl", "--strict"]);
    assert_eq!(outcome.code, Some(1));
    assert!(outcome.stderr.contains("remarks: 1"), "{}", outcome.stderr);
    assert!(!outcome.stderr.contains("baselines above"), "{}", outcome.stderr);
}

#[test]
fn rules_make_the_hypotheses_that_are_missing() {
    let scene = scene(&without_hypotheses());
    let outcome = scene.phenom(&["decompose", "pairs.jsonl", "--write", "made.jsonl"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    for (made, worked) in scene.read("made.jsonl").lines().zip(WORKED.lines()) {
        let made: Value = serde_json::from_str(made).unwrap();
        let worked: Value = serde_json::from_str(worked).unwrap();
        let hypotheses = |line: &Value| -> Vec<Value> {
            let parts = line["monothematic"].as_array().unwrap();
            parts.iter().map(|part| part["hypothesis"].clone()).collect()
        };
        assert_eq!(hypotheses(&made), hypotheses(&worked));
    }
    let again = scene.phenom(&["decompose", "pairs.jsonl", "--write", "made.jsonl"]);
    assert_eq!(again.code, Some(2), "{}", again.stdout);
}

#[test]
fn a_report_has_the_tables_and_all_findings() {
    let scene = scene(&WORKED.replace("\"ferry\"", "\"canoe\""));
    scene.write("plan.yaml", b"lexical:synonymy: {entailment: 3, contradiction: 1}\n");
    let arguments = ["decompose", "pairs.jsonl", "--plan", "plan.yaml", "--output", "checks"];
    let outcome = scene.phenom(&arguments);
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    assert!(
        outcome.stdout.contains("phenomena differ from the plan")
            || outcome.stdout.contains("These differ from the plan: lexical:synonymy"),
        "{}",
        outcome.stdout
    );
    let found = scene.read("checks/findings.csv");
    assert!(found.contains("rule does not apply,c-1.2,“canoe” is not in T"), "{found}");
    for file in
        ["report.html", "report.tex", "tables/balance.csv", "tables/texts.csv", "manifest.json"]
    {
        assert!(scene.path().join("checks").join(file).is_file(), "{file}");
    }
    let json: Value = serde_json::from_str(&scene.read("checks/decomposition.json")).unwrap();
    assert_eq!(json["findings"][0]["finding"], "not-in-text");
    assert_eq!(json["monothematic"], 24);
    let printed = scene.phenom(&["decompose", "pairs.jsonl", "--plan", "plan.yaml", "--json"]);
    assert_eq!(serde_json::from_str::<Value>(&printed.stdout).unwrap(), json);
}

#[test]
fn bad_inventories_and_plans_have_one_clear_error() {
    let scene = scene(WORKED);
    for (text, flag, said) in [
        ("phenomena: []", "--inventory", "the inventory has no phenomena"),
        (
            "phenomena:\n  - {phenomenon: 'a:', definition: d}",
            "--inventory",
            "`a:` is not the path",
        ),
        ("phenomena:\n  - {phenomenon: a:b}", "--inventory", "missing field"),
        ("lexical:synonymy: {entailed: 3}", "--plan", "unknown variant"),
        ("lexical:synonymy: [3]", "--plan", "plan.yaml"),
        ("lexical:synonimy: {entailment: 3}", "--plan", "did you mean `lexical:synonymy`?"),
        ("lexical:synonymy: {not-entailment: 3}", "--plan", "with the label not-entailment"),
        ("{}", "--plan", "the plan requires no pairs"),
    ] {
        scene.write("plan.yaml", text.as_bytes());
        let outcome = scene.phenom(&["decompose", "pairs.jsonl", flag, "plan.yaml"]);
        assert_eq!(outcome.code, Some(2), "{text}: {}", outcome.stdout);
        assert!(outcome.stderr.contains(said), "{text}: {}", outcome.stderr);
    }
    let outcome = scene.phenom(&["decompose", "pairs.jsonl", "--work", "nowhere"]);
    assert_eq!(outcome.code, Some(2));
    assert!(
        outcome.stderr.contains("nowhere is not a folder with the actions"),
        "{}",
        outcome.stderr
    );
}

/// The steps that decompose the third worked original.
fn ferry() -> Vec<Value> {
    let original: Value = serde_json::from_str(WORKED.lines().nth(2).unwrap()).unwrap();
    let part = |part: &Value| {
        json!({
            "do": "part", "pair": "c-1", "part": null, "phenomenon": part["phenomena"][0], "rule": part["rule"],
            "judgment": part["gold"],
        })
    };
    let whole = json!({"do": "whole", "pair": "c-1", "judgment": original["gold"]});
    let parts = original["monothematic"].as_array().unwrap().iter().map(part);
    let done = json!({"do": "done", "pair": "c-1", "exceptions": {}});
    std::iter::once(whole).chain(parts).chain([done]).collect()
}

#[test]
fn the_work_of_annotators_is_a_dataset_that_runs() {
    let scene = scene(&undecomposed());
    drop(Annotator::new(&scene, "pairs.jsonl", "ann", &ferry()));
    for name in ["bo", "cleo"] {
        // The same judgment of everything: the readers agree with each other and not with the author.
        let reader = Annotator::new(&scene, "pairs.jsonl", name, &[json!({"do": "batch"})]);
        let blind = reader.get("blind");
        let items = blind["batch"].as_array().unwrap();
        assert_eq!(items.len(), 4, "{blind}");
        for item in items {
            reader.take(&json!({
                "do": "read", "item": item["item"], "judgment": "contradiction", "confidence": 3, "comment": ""
            }));
        }
    }
    let config = format!(
        "dataset: {{path: pairs.jsonl, work: pairs.annotations, roles: true}}\n\
         systems:\n  - {{name: Constant, engine: {{name: constant, judgment: entailment}}}}\n{SCORES_ONLY}"
    );
    scene.write("config.yaml", config.as_bytes());
    nothing_open_passes(&scene, &config);
    let settle = |pair: &str| {
        json!({
            "do": "settle", "pair": pair, "judgment": "entailment", "drop": false, "reason": "both misread it"
        })
    };
    let settled = ["c-1.1", "c-1.2"].map(settle);
    drop(Annotator::new(&scene, "pairs.jsonl", "ann", &settled));
    let outcome = scene.phenom(&["run", "config.yaml", "--quiet"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let outcome = scene.phenom(&["agree", "config.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("reader-1"), "{}", outcome.stdout);
    scene.write("config.yaml", config.replace(", roles: true", "").as_bytes());
    let outcome = scene.phenom(&["convert", "config.yaml", "folded.jsonl"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let folded = scene.read("folded.jsonl");
    let line = folded.lines().find(|line| line.contains("\"c-1\"")).unwrap();
    let line: Value = serde_json::from_str(line).unwrap();
    assert_eq!(line["monothematic"].as_array().unwrap().len(), 3);
    assert_eq!(line["monothematic"][1]["rule"]["right_hand_side"], "boat");
    assert_eq!(line["annotations"]["bo"], "contradiction");
    let outcome = scene.phenom(&["decompose", "pairs.jsonl", "--work", "pairs.annotations"]);
    assert!(outcome.stdout.contains("3 rules and 1 chains"), "{}", outcome.stdout);
    // What was read of a part whose hypothesis has another wording does not count any more.
    let all = scene.read("pairs.annotations/bo.jsonl");
    let of =
        all.lines().find(|line| line.contains("\"c-1.2\"") && line.contains("\"read\"")).unwrap();
    let of: Value = serde_json::from_str(of).unwrap();
    let older = all.replace(of["of"].as_str().unwrap(), &"0".repeat(32));
    scene.write("pairs.annotations/bo.jsonl", older.as_bytes());
    let outcome = scene.phenom(&["agree", "config.yaml"]);
    let said = outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let note =
        "phenom set 1 label aside, because the text or hypothesis has changed since: c-1.2 (of bo)";
    assert!(said.contains(note), "{said}");
    // A step that was damaged is refused with its line.
    for (from, to, message) in [
        ("\"do\":\"read\"", "\"do\":\"undo\",\"of\":1", "`of` appears twice"),
        (&*"0".repeat(32), "00", "`of` is"),
        ("\"at\":\"2", "\"at\":\"x2", "`at` is"),
    ] {
        assert!(older.contains(from), "{from}");
        scene.write("pairs.annotations/bo.jsonl", older.replacen(from, to, 1).as_bytes());
        let outcome = scene.phenom(&["agree", "config.yaml"]);
        assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
        let told = outcome.stderr.contains("bo.jsonl:") && outcome.stderr.contains(message);
        assert!(told, "{message}: {}", outcome.stderr);
    }
}

/// Two of three say contradiction of two parts that the author takes for entailed: nothing is evaluated on them unless the
/// config lets the majority decide.
fn nothing_open_passes(scene: &Scene, config: &str) {
    let decompose = ["decompose", "pairs.jsonl", "--work", "pairs.annotations"];
    let outcome = scene.phenom(&decompose);
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    for said in ["c-1.1", "c-1.2", "ann: entailment, bo: contradiction, cleo: contradiction"] {
        assert!(outcome.stdout.contains(said), "{said}: {}", outcome.stdout);
    }
    for command in ["run", "check"] {
        let outcome = scene.phenom(&[command, "config.yaml"]);
        assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
        assert!(outcome.stderr.contains("annotators differ on 2 pairs"), "{}", outcome.stderr);
    }
    assert_eq!(scene.phenom(&["agree", "config.yaml"]).code, Some(0));
    let majority = config.replace("roles: true", "settle: majority");
    scene.write("majority.yaml", majority.as_bytes());
    let outcome = scene.phenom(&["run", "majority.yaml", "--quiet", "--output", "majority"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
}

#[test]
fn files_of_annotators_that_are_wrong_start_nothing_and_stay_as_they_are() {
    let scene = scene(&undecomposed());
    drop(Annotator::new(&scene, "pairs.jsonl", "ann", &ferry()));
    let good = scene.read("pairs.annotations/ann.jsonl");
    let edited = good.replacen("lexical:hypernymy", "lexical:hypernimy", 1);
    scene.write("pairs.annotations/ann.jsonl", edited.as_bytes());
    let outcome = does_not_start(&scene, "ann");
    assert!(outcome.stderr.contains("did you mean `lexical:hypernymy`?"), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("ann.jsonl:4"), "{}", outcome.stderr);
    assert_eq!(scene.read("pairs.annotations/ann.jsonl"), edited);
    // Another dataset.
    scene.write("pairs.annotations/ann.jsonl", good.as_bytes());
    scene.write(
        "pairs.jsonl",
        undecomposed().replace("-1\"", "-9\"").replace("-2\"", "-8\"").as_bytes(),
    );
    let outcome = does_not_start(&scene, "ann");
    assert!(outcome.stderr.contains("none of these pairs is in"), "{}", outcome.stderr);
    // A text that was changed sets its steps aside.
    scene.write("pairs.jsonl", undecomposed().replace("night ferry", "early ferry").as_bytes());
    let start = Annotator::new(&scene, "pairs.jsonl", "ann", &[]).get("start");
    assert_ne!(start["notes"], json!([]), "{start}");
    for name in ["../x", "a b", ""] {
        does_not_start(&scene, name);
    }
}

#[test]
fn pairs_without_texts_cannot_be_annotated() {
    let scene = scene("{\"id\": \"a\", \"text\": \"T.\"}\n");
    let outcome = does_not_start(&scene, "ann");
    assert!(
        outcome.stderr.contains("pair `a` has no text, or no hypothesis"),
        "{}",
        outcome.stderr
    );
    assert!(!scene.path().join("pairs.annotations").exists());
}

#[test]
fn a_copy_of_an_annotators_file_does_not_count_twice() {
    let scene = scene(&undecomposed());
    drop(Annotator::new(&scene, "pairs.jsonl", "ann", &ferry()));
    let good = scene.read("pairs.annotations/ann.jsonl");
    scene.write("pairs.annotations/zoe.jsonl", good.as_bytes());
    let outcome = scene.phenom(&["decompose", "pairs.jsonl", "--work", "pairs.annotations"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    assert!(
        outcome.stderr.contains("contains the actions of `ann`, and has another name"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn what_is_not_decomposed_does_not_pass_as_fine() {
    let scene = scene(&undecomposed());
    let outcome = scene.phenom(&["decompose", "pairs.jsonl"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("No original is decomposed yet."), "{}", outcome.stdout);
    let outcome = scene.phenom(&["decompose", "pairs.jsonl", "--strict"]);
    assert_eq!(outcome.code, Some(1), "{}", outcome.stdout);
    // A plan that is not kept.
    scene.write("pairs.jsonl", WORKED.as_bytes());
    scene.write("plan.yaml", b"lexical:synonymy: {entailment: 4}\n");
    let outcome = scene.phenom(&["decompose", "pairs.jsonl", "--plan", "plan.yaml", "--strict"]);
    assert!(outcome.stderr.contains("fewer pairs than the plan requires"), "{}", outcome.stderr);
}

#[test]
fn the_reason_for_an_exception_is_no_slice() {
    let attributes =
        r#""attributes": {"exception": "two changes cancel out", "topic": "ships"}, "text""#;
    let scene = scene(&WORKED.replacen("\"text\"", attributes, 1));
    let config = format!(
        "dataset: {{path: pairs.jsonl}}\n\
         systems:\n  - {{name: Constant, engine: {{name: constant, judgment: entailment}}}}\n{SCORES_ONLY}"
    );
    scene.write("config.yaml", config.as_bytes());
    let outcome = scene.phenom(&["run", "config.yaml", "--quiet"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let scores = scene.read("report/scores.csv");
    assert!(scores.contains("attribute:topic"), "{scores}");
    assert!(!scores.contains("attribute:exception"), "{scores}");
}

#[test]
fn a_config_names_the_folder_that_annotators_begin() {
    let scene = scene(&undecomposed());
    let config = format!(
        "dataset: {{path: pairs.jsonl, work: steps}}\n\
         systems: [{{name: a, engine: {{name: constant, judgment: entailment}}}}]\n{SCORES_ONLY}"
    );
    scene.write("config.yaml", config.as_bytes());
    let outcome = scene.phenom(&["run", "config.yaml"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    assert!(
        outcome.stderr.contains("steps is not a folder with the actions"),
        "{}",
        outcome.stderr
    );
    drop(Annotator::new(&scene, "config.yaml", "ann", &ferry()));
    let outcome = scene.phenom(&["run", "config.yaml", "--quiet"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
}

#[test]
fn roles_need_work() {
    let scene = scene(WORKED);
    let config = format!(
        "dataset: {{path: pairs.jsonl, roles: true}}\nsystems: [{{name: a, predictions: a.csv}}]\n{SCORES_ONLY}"
    );
    scene.write("config.yaml", config.as_bytes());
    let outcome = scene.phenom(&["check", "config.yaml"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("there is no `work`"), "{}", outcome.stderr);
}

const OURS: &str = "datasets/monothematic-en";

#[test]
fn no_check_fails_on_the_monothematic_dataset() {
    let (pairs, plan) = (format!("{OURS}/pairs.jsonl"), format!("{OURS}/plan.yaml"));
    let arguments = ["decompose", &pairs, "--plan", &plan, "--wordnet", "none", "--json"];
    let outcome = phenom_in(&project(), &arguments);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let json: Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!(json["findings"], Value::Array(Vec::new()));
    for (key, number) in [("originals", 243), ("monothematic", 648), ("chains", 243)] {
        assert_eq!(json[key], number, "{key}");
    }
    // Between 12 and 24 originals are not what the composition rule gives.
    assert_eq!(json["exceptions"], 15);
    for line in json["balance"].as_array().unwrap() {
        assert_eq!(line["written"], line["planned"], "{line}");
        let written = |judgment: &str| line["written"][judgment].as_u64().unwrap();
        assert_eq!(written("entailment"), written("contradiction") + written("unknown"), "{line}");
    }
    // Phenomena, hypotheses and common words do not give the labels away. What does, `meaning.rs` tests.
    for leak in json["leaks"].as_array().unwrap() {
        let is_other = ["linguistic", "hypothesis-only", "word-overlap"]
            .iter()
            .all(|name| !leak.as_str().unwrap().starts_with(name));
        assert!(is_other, "{leak}");
    }
}

#[test]
fn a_family_of_the_monothematic_dataset_is_one_text_in_one_part_of_the_split() {
    let text = std::fs::read_to_string(project().join(OURS).join("pairs.jsonl")).unwrap();
    let mut families: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
    let mut gold: BTreeMap<String, usize> = BTreeMap::new();
    let mut last = (String::new(), String::new());
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let said = |value: &Value| value.as_str().unwrap().to_owned();
        let ids = (said(&line["cluster"]), said(&line["id"]));
        assert!(last < ids, "lines are sorted by opaque ids, so that their order tells nothing");
        last = ids;
        let split = said(&line["attributes"]["split"]);
        families.entry(said(&line["cluster"])).or_default().insert((said(&line["text"]), split));
        *gold.entry(said(&line["gold"])).or_default() += 1;
    }
    assert_eq!(families.len(), 81);
    assert!(families.values().all(|texts| texts.len() == 1));
    assert!(gold.values().all(|&number| number == 81), "{gold:?}");
}

/// The answers that are shipped are those that the engines give.
#[test]
fn the_engines_answer_as_the_shipped_predictions_say() {
    if !Path::new("/usr/share/wordnet/index.noun").exists() {
        println!("skipped: WordNet is not installed (Debian's package wordnet-base)");
        return;
    }
    let answers = tempfile::tempdir().unwrap();
    let output = answers.path().to_str().unwrap();
    // The trained edit distance takes minutes; the others stand for how files are made.
    let systems = ["features", "contradiction", "contradiction-by-parts", "contradiction-here"];
    let config = "datasets/monothematic-en/engines.yaml";
    let arguments: Vec<&str> =
        ["predict", config].into_iter().chain(systems).chain(["--output", output]).collect();
    let outcome = phenom_in(&project(), &arguments);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    for system in systems {
        let shipped = project().join(OURS).join(format!("predictions/{system}.ndjson.gz"));
        let mut text = String::new();
        flate2::read::GzDecoder::new(std::fs::File::open(shipped).unwrap())
            .read_to_string(&mut text)
            .unwrap();
        let made =
            std::fs::read_to_string(answers.path().join(format!("{system}.ndjson"))).unwrap();
        assert!(made == text, "{system} answers otherwise than its shipped file says");
    }
}
