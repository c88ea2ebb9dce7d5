//! The commands besides `run`.

use super::scene::{Scene, assert_snapshot, phenom_in, program, project};

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
    assert_eq!(outcome.stderr.matches("does not exist").count(), 2, "{}", outcome.stderr);
    let pairs = br#"{"id": "1", "gold": "entailment", "monothematic": [{"id": "1.1", "gold": "entailment", "phenomena": ["a:b"]}]}"#;
    scene.write("pairs.jsonl", pairs);
    scene.write("my-system.csv", b"id,label\n1,entailment\n1.1,entailment\n");
    assert_eq!(scene.phenom(&["run", "phenom.yaml"]).code, Some(0));
    scene.write("phenom.yaml", b"mine");
    let outcome = scene.phenom(&["init"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("already exists"), "{}", outcome.stderr);
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
fn an_attribute_of_free_text_brings_a_warning() {
    let rows: String = (0..40).map(|n| format!("{n},entailment,comment {n},{}\n", n % 3)).collect();
    let pairs = format!("id,gold,comment,genre\n{rows}");
    let answers: String = (0..40).map(|n| format!("{n},entailment\n")).collect();
    let config = "dataset: {path: p.csv, columns: {id: id, gold: gold, attributes: [comment, genre]}}\n\
                  systems: [{name: A, predictions: a.csv}]\n";
    let scene = Scene::new([
        ("c.yaml", config.as_bytes()),
        ("p.csv", pairs.as_bytes()),
        ("a.csv", format!("id,label\n{answers}").as_bytes()),
    ]);
    let warning = "The attribute `comment` has 40 values on 40 pairs";
    let checked = scene.phenom(&["check", "c.yaml"]);
    assert_eq!(checked.code, Some(0), "{}", checked.stderr);
    assert!(checked.stdout.contains(&format!("Warning: {warning}")), "{}", checked.stdout);
    assert!(!checked.stdout.contains("`genre`"), "{}", checked.stdout);
    let json: serde_json::Value =
        serde_json::from_str(&scene.phenom(&["check", "c.yaml", "--json"]).stdout).unwrap();
    assert_eq!(json["warnings"].as_array().unwrap().len(), 1);
    let ran = scene.phenom(&["run", "c.yaml", "--all"]).stdout.replace("\n  ", " ");
    assert!(ran.contains(warning), "{ran}");
}

#[test]
fn a_run_prints_no_more_than_one_reads() {
    let header: String = (0..60).map(|n| format!(",a{n}")).collect();
    let row = |n: usize| (0..60).map(|a| format!(",v{}", n % (20 + a % 2))).collect::<String>();
    let rows: String = (0..60).map(|n| format!("{n},entailment{}\n", row(n))).collect();
    let labels = |label: &str| (0..60).map(|n| format!("{n},{label}\n")).collect::<String>();
    let names: Vec<String> = (0..60).map(|n| format!("a{n}")).collect();
    let config = format!(
        "dataset: {{path: p.csv, columns: {{id: id, gold: gold, attributes: [{}]}}}}\nsystems:\n  \
         - {{name: A, predictions: a.csv}}\n  - {{name: B, predictions: b.csv}}\n\
         statistics: {{resamples: 20}}\n",
        names.join(", ")
    );
    let scene = Scene::new([
        ("c.yaml", config.as_bytes()),
        ("p.csv", format!("id,gold{header}\n{rows}").as_bytes()),
        ("a.csv", format!("id,label\n{}", labels("entailment")).as_bytes()),
        ("b.csv", format!("id,label\n{}", labels("unknown")).as_bytes()),
    ]);
    let few = scene.phenom(&["run", "c.yaml"]);
    assert_eq!(few.code, Some(0), "{}", few.stderr);
    let said = few.stdout.lines().find(|line| line.starts_with("More: --all ("));
    let all = scene.phenom(&["run", "c.yaml", "--all"]).stdout;
    assert!(said.is_some() && few.stdout.len() < all.len(), "{}", few.stdout);
}

/// Each line of a run of the pilot study, in a pipe of so many columns.
fn pilot_in(columns: usize) -> Vec<String> {
    let output = program()
        .args(["run", "configs/rte5-pilot.yaml", "--output"])
        .arg(tempfile::tempdir().unwrap().path().join("report"))
        .env("COLUMNS", columns.to_string())
        .current_dir(project())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_run_fits_on_a_screen_and_its_lines_in_the_terminal() {
    for columns in [80, 120, 200] {
        let lines = pilot_in(columns);
        // The last line names the report folder, which has no shorter name.
        for line in &lines[..lines.len() - 1] {
            assert!(line.chars().count() <= columns, "{columns}: {line}");
        }
        assert!(lines.len() <= 72, "{} lines at {columns}", lines.len());
        assert_eq!(lines[0], "The pilot study of Cabrio & Magnini (2010), reconstructed");
        let has = |start: &str| lines.iter().any(|line| line.starts_with(start));
        assert!(has("monothematic pairs") && has("significant"), "{lines:?}");
        assert!(has("More: --all ("), "{lines:?}");
    }
}

#[test]
fn a_table_is_printed_by_its_key() {
    let scene = Scene::new([
        (
            "c.yaml",
            b"dataset: {path: p.csv}\nsystems: [{name: A, predictions: a.csv}]\noutput: r\n"
                .as_slice(),
        ),
        ("p.csv", b"id,gold\n1,entailment\n2,unknown\n"),
        ("a.csv", b"id,label\n1,entailment\n2,entailment\n"),
    ]);
    let outcome = scene.phenom(&["run", "c.yaml", "--table", "contingncy-original"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    assert!(outcome.stderr.contains("did you mean `contingency-original`?"), "{}", outcome.stderr);
    assert!(!scene.path().join("r").exists());
    let outcome = scene.phenom(&["run", "c.yaml", "--table", "contingency-original"]);
    assert!(outcome.stdout.starts_with("Gold and predicted labels"), "{}", outcome.stdout);
    assert!(!outcome.stdout.contains("by phenomenon"), "{}", outcome.stdout);
}

#[test]
fn bad_usage_ends_with_2() {
    let scene = Scene::new([]);
    assert_eq!(scene.phenom(&["rnu"]).code, Some(2));
    assert_eq!(scene.phenom(&["run"]).code, Some(2));
    assert_eq!(scene.phenom(&[]).code, Some(2));
}
