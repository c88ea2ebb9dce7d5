//! The report folder: whole or absent, and nothing of the user's lost.

use super::scene::Scene;

fn scene() -> Scene {
    Scene::new([
        (
            "c.yaml",
            b"dataset: {path: pairs.csv}\nsystems: [{name: A, predictions: a.csv}]\noutput: report\n"
                .as_slice(),
        ),
        ("pairs.csv", b"id,gold\n1,entailment\n2,contradiction\n"),
        ("a.csv", b"id,label\n1,entailment\n2,entailment\n"),
    ])
}

#[test]
fn a_second_run_replaces_the_first_and_leaves_other_files_alone() {
    let scene = scene();
    assert_eq!(scene.phenom(&["run", "c.yaml", "--all"]).code, Some(0));
    scene.write("report/notes-of-mine.txt", b"mine");
    scene.write("a.csv", b"id,label\n1,entailment\n2,contradiction\n");
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(scene.read("report/tables.md").contains("100.0 (2/2)"));
    assert_eq!(scene.read("report/notes-of-mine.txt"), "mine");
    let left: Vec<_> = std::fs::read_dir(scene.path().join("report"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with('.'))
        .collect();
    assert!(left.is_empty(), "left behind: {left:?}");
}

#[test]
fn a_file_of_the_users_is_not_overwritten_unasked() {
    let scene = scene();
    scene.write("report/report.md", b"my own report");
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("files that phenom did not write"), "{}", outcome.stderr);
    assert_eq!(scene.read("report/report.md"), "my own report");
    assert!(!scene.path().join("report/scores.csv").exists(), "a partial report");
    assert_eq!(scene.phenom(&["run", "c.yaml", "--all", "--overwrite"]).code, Some(0));
    assert!(scene.read("report/report.md").starts_with("# c"));
}

#[test]
fn a_table_that_was_edited_is_not_overwritten_unasked() {
    let scene = scene();
    assert_eq!(scene.phenom(&["run", "c.yaml", "--all"]).code, Some(0));
    scene.write("report/tables/systems-original.tex", b"edited for the paper");
    scene.write("a.csv", b"id,label\n1,entailment\n2,contradiction\n");
    assert_eq!(scene.phenom(&["run", "c.yaml", "--all"]).code, Some(2));
    assert_eq!(scene.read("report/tables/systems-original.tex"), "edited for the paper");
}

#[test]
fn a_table_that_is_no_longer_written_goes() {
    let scene = scene();
    assert_eq!(scene.phenom(&["run", "c.yaml", "--all"]).code, Some(0));
    assert!(scene.path().join("report/tables/conditioned-original.csv").exists());
    let config = scene.read("c.yaml") + "measures: [accuracy]\n";
    scene.write("c.yaml", config.as_bytes());
    assert_eq!(scene.phenom(&["run", "c.yaml", "--all"]).code, Some(0));
    assert!(!scene.path().join("report/tables/conditioned-original.csv").exists());
    let scores = scene.read("report/scores.csv");
    assert!(scores.lines().skip(1).all(|line| line.contains(",accuracy,")), "{scores}");
}

#[test]
fn verify_writes_nothing_and_tells_by_its_exit_code() {
    let scene = scene();
    let outcome = scene.phenom(&["run", "c.yaml", "--verify"]);
    assert_eq!(outcome.code, Some(1));
    assert!(!scene.path().join("report").exists());
    assert_eq!(scene.phenom(&["run", "c.yaml", "--all"]).code, Some(0));
    assert_eq!(scene.phenom(&["run", "c.yaml", "--verify"]).code, Some(0));
    scene.write("a.csv", b"id,label\n1,entailment\n2,contradiction\n");
    let outcome = scene.phenom(&["run", "c.yaml", "--verify", "--quiet"]);
    assert_eq!(outcome.code, Some(1));
    assert!(outcome.stderr.contains("is not up to date"), "{}", outcome.stderr);
}

#[test]
fn without_a_folder_the_tables_are_printed_and_nothing_is_written() {
    let scene = scene();
    let config = scene.read("c.yaml").replace("output: report\n", "");
    scene.write("c.yaml", config.as_bytes());
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0));
    assert!(outcome.stdout.contains("Wrote nothing"), "{}", outcome.stdout);
    assert_eq!(std::fs::read_dir(scene.path()).unwrap().count(), 3);
}

/// Names that mean something to a format.
const NASTY: &str =
    "=cmd|'/c calc'!A0 <script>alert(1)</script> \\input{x} 50% | _x_ $y$ \u{202e}\u{1b}[31m";

#[test]
fn text_from_a_dataset_is_data_in_every_format() {
    let scene = scene();
    let config = format!(
        "title: {}\ndataset: {{path: pairs.csv}}\nsystems: [{{name: {0}, predictions: a.csv}}]\noutput: report\n",
        serde_json::to_string(NASTY).unwrap()
    );
    scene.write("c.yaml", config.as_bytes());
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(!outcome.stdout.contains(['\u{1b}', '\u{202e}']), "the terminal is steered");
    assert!(!scene.read("report/report.md").contains("<script>"));
    let latex = scene.read("report/report.tex");
    assert!(!latex.contains("\\input{x}") && !latex.contains("50% "), "{latex}");
    let scores = scene.read("report/scores.csv");
    assert!(
        scores
            .lines()
            .skip(1)
            .all(|line| !line.starts_with(['=', '"']) || line.starts_with("\"'="))
    );
    let json: serde_json::Value = serde_json::from_str(&scene.read("report/report.json")).unwrap();
    assert_eq!(json["title"], NASTY);
}

#[test]
fn timings_are_those_of_the_steps_that_were_taken_and_png_is_written_where_it_is_asked_for() {
    let scene = scene();
    let outcome = scene.phenom(&["run", "c.yaml", "--quiet", "--timings"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let steps: Vec<&str> =
        outcome.stderr.lines().filter_map(|line| Some(line.split_once(" s  ")?.1)).collect();
    let expected = [
        "reading",
        "counting",
        "analyses of pairs",
        "values and intervals",
        "comparisons",
        "tables, figures and page",
        "writing",
    ];
    assert_eq!(steps, expected);
    let pictures = |ending: &str| {
        let figures = std::fs::read_dir(scene.path().join("report/figures")).unwrap();
        figures.filter(|file| file.as_ref().unwrap().path().extension().unwrap() == ending).count()
    };
    assert!(pictures("svg") > 0 && pictures("pdf") > 0);
    assert_eq!(pictures("png"), 0);
    let config = scene.read("c.yaml") + "report: {formats: [png]}\n";
    scene.write("c.yaml", config.as_bytes());
    assert_eq!(scene.phenom(&["run", "c.yaml", "--quiet"]).code, Some(0));
    assert!(pictures("png") > 0);
}
