//! The list of presets, and each as YAML.

use serde_json::Value;

use crate::end_to_end::scene::{SCORES_ONLY, Scene};

use super::diagnostics::{HANS, HANS_ANSWERS};
use super::found::{list, refused, scene, succeed, tabbed, text};

/// What presets read, in the order of the list.
const PRESETS: [(&str, &str); 29] = [
    ("snli", "pairs"),
    ("mnli", "pairs"),
    ("mnli-glue", "pairs"),
    ("chaosnli", "pairs"),
    ("anli", "pairs, predictions"),
    ("anli-annotations", "pairs, predictions"),
    ("hans", "pairs, predictions"),
    ("glue-ax", "pairs"),
    ("fracas", "pairs"),
    ("sick", "pairs"),
    ("sick-semeval", "pairs"),
    ("med", "pairs"),
    ("monli", "pairs"),
    ("breaking-nli", "pairs"),
    ("taxinli", "pairs, predictions"),
    ("wice-claims", "pairs"),
    ("wice-subclaims", "pairs, parts"),
    ("refchecker", "pairs, parts"),
    ("factbench", "pairs, parts"),
    ("factscore", "pairs, parts"),
    ("factscore-output", "parts"),
    ("refchecker-output", "parts"),
    ("ragchecker", "parts"),
    ("ragas", "parts"),
    ("veriscore", "parts"),
    ("tofueval", "pairs"),
    ("rte-run", "predictions"),
    ("edits", "predictions"),
    ("openai-evals", "predictions"),
];

#[test]
fn formats_lists_every_preset_and_prints_it() {
    let scene = Scene::new([]);
    let shown = succeed(&scene, &["formats"]);
    for (name, reads) in PRESETS {
        let line = shown.lines().find(|line| line.split(' ').next() == Some(name)).unwrap();
        let rest = line.strip_prefix(name).unwrap().trim_start();
        // More than one blank stands between columns.
        assert_eq!(rest.split("  ").next(), Some(reads), "{line}");
    }
    let listed: Value = serde_json::from_str(&succeed(&scene, &["formats", "--json"])).unwrap();
    let names = list(&listed).iter().map(|format| text(&format["name"]));
    let is_preset = |name: &&str| succeed(&scene, &["formats", name]).contains("\nabout:");
    let presets: Vec<&str> = names.filter(is_preset).collect();
    assert_eq!(presets, PRESETS.map(|(name, _)| name));
}

/// The lines under a key of a preset's YAML.
fn under(yaml: &str, key: &str) -> String {
    let lines = yaml.lines().skip_while(|line| *line != format!("{key}:")).skip(1);
    lines.take_while(|line| line.starts_with(' ')).map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_printed_preset_pasted_into_a_config_gives_the_same_scores() {
    let pairs = tabbed(HANS);
    let scene = scene([("h.txt", pairs.as_str()), ("p.txt", HANS_ANSWERS)]);
    let run = |dataset: &str, system: &str| {
        let config = format!(
            "dataset:\n  path: h.txt\n{dataset}\
             systems:\n- name: A\n  predictions: p.txt\n{system}{SCORES_ONLY}"
        );
        scene.write("c.yaml", config.as_bytes());
        succeed(&scene, &["run", "c.yaml", "--all", "--overwrite"]);
        scene.read("report/scores.csv")
    };
    let named = run("  format: hans\n", "  format: hans\n");
    let yaml = succeed(&scene, &["formats", "hans"]);
    let (dataset, system) = (under(&yaml, "pairs"), under(&yaml, "predictions"));
    assert!(dataset.contains("heuristic") && system.contains("gold_label"), "{yaml}");
    assert_eq!(run(&dataset, &system), named);
}

#[test]
fn an_unknown_format_names_the_nearest() {
    let scene = scene([("h.txt", tabbed(HANS).as_str()), ("p.txt", HANS_ANSWERS)]);
    let said = refused(&scene, &["formats", "snil"]);
    assert!(said.contains("unknown format `snil`") && said.contains("mean `snli`?"), "{said}");
    let said = refused(&scene, &["check", "h.txt", "--format", "haans"]);
    assert!(said.contains("unknown format `haans`") && said.contains("mean `hans`?"), "{said}");
    let config = b"dataset: {path: h.txt, format: hnas}\n\
        systems: [{name: A, predictions: p.txt, format: rte-rum}]\noutput: report\n";
    scene.write("c.yaml", config);
    let said = refused(&scene, &["check", "c.yaml"]);
    assert!(said.contains("mean `hans`?") && said.contains("mean `rte-run`?"), "{said}");
    // What reads only answers is no format of pairs.
    let said = refused(&scene, &["check", "h.txt", "--format", "edits"]);
    assert!(said.contains("unknown format `edits`"), "{said}");
}
