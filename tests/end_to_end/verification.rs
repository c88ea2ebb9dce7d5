//! `phenom run --verify`: a report folder against what the run would write, also where the folder holds only
//! some of the files.

use super::scene::{Outcome, Scene};

const CONFIG: &str = "dataset: {path: pairs.csv}\nsystems: [{name: A, predictions: a.csv}]\n\
                      report: {figures: [], formats: [md, csv]}\noutput: report\n";

/// A folder with a report.
fn scene() -> Scene {
    let scene = Scene::new([
        ("c.yaml", CONFIG.as_bytes()),
        ("pairs.csv", b"id,gold\n1,entailment\n2,contradiction\n"),
        ("a.csv", b"id,label\n1,entailment\n2,entailment\n"),
    ]);
    assert_eq!(scene.phenom(&["run", "c.yaml", "--all"]).code, Some(0));
    scene
}

fn verified(scene: &Scene) -> Outcome {
    scene.phenom(&["run", "c.yaml", "--verify", "--quiet"])
}

/// Keeps the manifest and the Markdown.
fn keep_what_people_look_at(scene: &Scene) {
    let report = scene.path().join("report");
    std::fs::remove_dir_all(report.join("tables")).unwrap();
    std::fs::remove_file(report.join("scores.csv")).unwrap();
}

fn refused(outcome: &Outcome, code: i32, said: &[&str]) {
    assert_eq!(outcome.code, Some(code), "{}", outcome.stderr);
    for said in said {
        assert!(outcome.stderr.contains(said), "{said}: {}", outcome.stderr);
    }
}

#[test]
fn a_file_that_is_not_there_is_checked_by_its_hash() {
    let scene = scene();
    let whole = verified(&scene);
    assert!(whole.stdout.ends_with("report is up to date\n"), "{}", whole.stdout);
    keep_what_people_look_at(&scene);
    let outcome = verified(&scene);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let said = "files are absent and have the hashes of manifest.json\n";
    assert!(outcome.stdout.ends_with(said), "{}", outcome.stdout);
    // An answer changes: every file that shows it differs, there or not.
    scene.write("a.csv", b"id,label\n1,entailment\n2,contradiction\n");
    let outcome = verified(&scene);
    refused(&outcome, 1, &["is not up to date", "`scores.csv`", "`report.md`"]);
    assert!(!scene.path().join("report/scores.csv").exists());
}

#[test]
fn a_file_that_is_there_is_checked_by_its_bytes() {
    let scene = scene();
    scene.write("report/report.md", b"edited");
    refused(&verified(&scene), 1, &["1 of ", " files differ (`report.md`)", "--differing DIR"]);
}

#[test]
fn a_file_that_neither_folder_nor_manifest_has_differs() {
    let scene = scene();
    let manifest = scene.read("report/manifest.json");
    let lines = manifest.lines().filter(|line| !line.contains("\"scores.csv\""));
    let without = lines.collect::<Vec<_>>().join("\n").replace(",\n  }", "\n  }");
    scene.write("report/manifest.json", without.as_bytes());
    assert_eq!(verified(&scene).code, Some(1));
    std::fs::remove_file(scene.path().join("report/scores.csv")).unwrap();
    refused(&verified(&scene), 1, &["(`manifest.json`, `scores.csv`)"]);
}

#[test]
fn a_file_that_is_no_longer_written_is_named() {
    let scene = scene();
    keep_what_people_look_at(&scene);
    scene.write("c.yaml", CONFIG.replace("[md, csv]", "[md]").as_bytes());
    refused(&verified(&scene), 1, &["more (`tables/"]);
}

#[test]
fn a_folder_without_a_manifest_holds_no_report() {
    let scene = scene();
    std::fs::remove_file(scene.path().join("report/manifest.json")).unwrap();
    refused(
        &verified(&scene),
        1,
        &["report contains no report: it has no manifest.json of phenom"],
    );
}

#[test]
fn a_file_of_the_report_that_the_manifest_does_not_list_is_named() {
    let scene = scene();
    scene.write("report/README.md", b"mine");
    scene.write("report/tables/notes.txt", b"mine");
    assert_eq!(verified(&scene).code, Some(0));
    scene.write("report/tables/extra.csv", b"mine");
    let said = ["report has files that its manifest.json does not list (`tables/extra.csv`)"];
    refused(&verified(&scene), 1, &said);
    scene.write("report/report.md", b"edited");
    let said = [" files differ (`report.md`); 1 not in manifest.json (`tables/extra.csv`)"];
    refused(&verified(&scene), 1, &said);
}

#[test]
fn a_run_completes_the_folder() {
    let scene = scene();
    keep_what_people_look_at(&scene);
    assert_eq!(scene.phenom(&["run", "c.yaml", "--all"]).code, Some(0));
    let outcome = verified(&scene);
    assert!(outcome.stdout.ends_with("report is up to date\n"), "{}", outcome.stdout);
}

#[test]
fn the_new_files_that_differ_are_written_for_comparison() {
    let scene = scene();
    keep_what_people_look_at(&scene);
    let before = scene.read("report/report.md");
    let arguments = ["run", "c.yaml", "--verify", "--quiet", "--differing", "new"];
    assert_eq!(scene.phenom(&arguments).code, Some(0));
    assert!(!scene.path().join("new").exists(), "nothing differs");
    scene.write("a.csv", b"id,label\n1,entailment\n2,contradiction\n");
    refused(&scene.phenom(&arguments), 1, &["files differ", "; the new ones are in new"]);
    assert!(scene.read("new/tables.md").contains("100.0 (2/2)"));
    assert!(scene.read("new/scores.csv").contains(",accuracy,1"));
    assert!(scene.path().join("new/tables/systems-original.csv").exists());
    // Nothing is lost: neither the report nor what the folder holds already.
    assert_eq!(scene.read("report/report.md"), before);
    scene.write("new/report.md", b"mine");
    refused(&scene.phenom(&arguments), 2, &["the folder new is not empty"]);
    assert_eq!(scene.read("new/report.md"), "mine");
    let into_the_report = ["run", "c.yaml", "--verify", "--differing", "report"];
    refused(&scene.phenom(&into_the_report), 2, &["the folder report is not empty"]);
    let alone = ["run", "c.yaml", "--differing", "other"];
    refused(&scene.phenom(&alone), 2, &["--verify"]);
}
