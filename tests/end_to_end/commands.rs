//! The commands besides `run`.

use super::scene::{Scene, assert_snapshot, phenom_in, project};

#[test]
fn check_tells_what_is_in_a_config() {
    let outcome = phenom_in(&project(), &["check", "configs/rte5-pilot.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert_snapshot!("check", outcome.stdout);
}

#[test]
fn check_prints_json_too() {
    let outcome = phenom_in(&project(), &["check", "datasets/rte5-pilot/pairs.jsonl", "--json"]);
    let summary: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!(summary["original"]["pairs"], 60);
    assert_eq!(summary["monothematic"]["pairs"], 167);
    assert_eq!(summary["original"]["gold_entropy"], 1.0);
    assert_eq!(summary["pairs_per_original"]["decomposed"], 60);
}

#[test]
fn labels_on_the_command_line_are_a_scheme_or_a_mapping() {
    let scene = Scene::new([("p.csv", b"id,gold\n1,YES\n2,NO\n".as_slice())]);
    for labels in ["rte-two-way", "YES=entailment,NO=not-entailment"] {
        let outcome = scene.phenom(&["check", "p.csv", "--labels", labels]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        assert!(outcome.stdout.contains("2: 1 entailment, 1 not-entailment"), "{}", outcome.stdout);
    }
}

#[test]
fn measures_lists_and_describes() {
    let scene = Scene::new([]);
    assert_snapshot!("measures", scene.phenom(&["measures"]).stdout);
    assert_snapshot!("measure", scene.phenom(&["measures", "deviation_index"]).stdout);
    let json = scene.phenom(&["measures", "kappa", "--json"]).stdout;
    let definition: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(definition["key"], "kappa");
}

#[test]
fn init_writes_a_config_that_follows_the_schema_and_never_over_a_file() {
    let scene = Scene::new([]);
    let outcome = scene.phenom(&["init"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    // Nothing is wrong with it but that the files it names are not there.
    let outcome = scene.phenom(&["check", "phenom.yaml"]);
    assert_eq!(outcome.code, Some(2));
    assert_eq!(outcome.stderr.matches("error:").count(), 2, "{}", outcome.stderr);
    assert_eq!(outcome.stderr.matches("is not there").count(), 2, "{}", outcome.stderr);
    let pairs = br#"{"id": "1", "gold": "entailment", "monothematic": [{"id": "1.1", "gold": "entailment", "phenomena": ["a:b"]}]}"#;
    scene.write("pairs.jsonl", pairs);
    scene.write("my-system.csv", b"id,label\n1,entailment\n1.1,entailment\n");
    assert_eq!(scene.phenom(&["run", "phenom.yaml"]).code, Some(0));
    scene.write("phenom.yaml", b"mine");
    let outcome = scene.phenom(&["init"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("is there already"), "{}", outcome.stderr);
    assert_eq!(scene.read("phenom.yaml"), "mine");
}

#[test]
fn the_committed_schema_is_what_the_command_prints() {
    let printed = Scene::new([]).phenom(&["schema"]).stdout;
    let committed = std::fs::read_to_string(project().join("configs/schema.json")).unwrap();
    assert!(printed == committed, "write it again: phenom schema > configs/schema.json");
}

#[test]
fn every_shipped_config_names_the_schema_and_passes_the_check() {
    let mut checked = 0;
    for entry in std::fs::read_dir(project().join("configs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "yaml") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("# yaml-language-server: $schema=schema.json\n"), "{path:?}");
        let outcome = phenom_in(&project(), &["check", path.to_str().unwrap()]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        checked += 1;
    }
    assert!(checked > 0);
}

#[test]
fn completions_and_help_are_there() {
    let scene = Scene::new([]);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = scene.phenom(&["completions", shell]).stdout;
        assert!(script.contains("measures"), "{shell}");
    }
    for command in ["run", "check", "measures", "init", "completions"] {
        let help = scene.phenom(&[command, "--help"]).stdout;
        assert!(help.contains("Examples:"), "{command}");
    }
}

#[test]
fn bad_usage_ends_with_2() {
    let scene = Scene::new([]);
    assert_eq!(scene.phenom(&["rnu"]).code, Some(2));
    assert_eq!(scene.phenom(&["run"]).code, Some(2));
    assert_eq!(scene.phenom(&[]).code, Some(2));
}
