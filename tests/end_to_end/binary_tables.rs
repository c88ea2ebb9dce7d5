//! Spreadsheets, Arrow and nested Parquet as users have them: `init` finds pairs and systems, and `run` reads them.

use super::scene::Scene;

/// The files that tools wrote, with twelve pairs and two systems: `alpha` is right on all, `beta` on four.
const EVALUATION: &[u8] = include_bytes!("binary_tables/evaluation.xlsx");
const NESTED: &[u8] = include_bytes!("binary_tables/nested.parquet");
const SAVED: &[u8] = include_bytes!("binary_tables/saved/data-00000-of-00001.arrow");
const STATE: &[u8] = include_bytes!("binary_tables/saved/state.json");

/// What `init` understands of a file, whose config runs unedited and has both systems right.
fn understood(scene: &Scene, file: &str) -> String {
    let outcome = scene.phenom(&["init", file]);
    assert_eq!(outcome.code, Some(0), "{}{}", outcome.stdout, outcome.stderr);
    let run = scene.phenom(&["run", "phenom.yaml", "-q"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let answers = scene.read("report/answers.csv");
    let right = |system: &str| {
        let of_system = answers.lines().filter(|line| line.starts_with(&format!("{system},")));
        of_system.filter(|line| line.ends_with(",1") || line.contains(",1,")).count()
    };
    assert!(right("alpha") >= right("beta"), "{answers}");
    outcome.stdout
}

#[test]
fn each_sheet_of_a_spreadsheet_is_looked_at_like_a_file() {
    let scene = Scene::new([("evaluation.xlsx", EVALUATION)]);
    let said = understood(&scene, "evaluation.xlsx");
    assert!(said.contains("12 original pairs, 2 systems (`alpha`, `beta`)"), "{said}");
    assert!(said.contains("sheet notes: not used"), "{said}");
    let config = scene.read("phenom.yaml");
    assert!(config.contains("rows: pairs\n") && config.contains("skip-rows: 2\n"), "{config}");
}

#[test]
fn structures_and_answers_in_lists_are_read_from_parquet_and_arrow() {
    let scene = Scene::new([("nested.parquet", NESTED)]);
    let said = understood(&scene, "nested.parquet");
    assert!(said.contains("12 original pairs, 2 systems (`alpha`, `beta`)"), "{said}");
    let scene =
        Scene::new([("saved/state.json", STATE), ("saved/data-00000-of-00001.arrow", SAVED)]);
    let said = understood(&scene, "saved");
    assert!(said.contains("12 original pairs, 2 systems (`alpha`, `beta`)"), "{said}");
    assert!(scene.read("phenom.yaml").contains("id: \"^id\""));
}

#[test]
fn a_damaged_file_and_a_database_are_refused_with_advice() {
    for (name, content, expected) in [
        ("a.xlsx", &EVALUATION[..3000], "not a readable spreadsheet"),
        ("a.arrow", &SAVED[..2000], "cut off"),
        ("a.db", b"SQLite format 3\0\x10\0", "sqlite3 -header -csv"),
        ("a.duckdb", b"12345678DUCK\x40\0", "COPY (SELECT * FROM TABLE)"),
    ] {
        let scene = Scene::new([(name, content)]);
        let outcome = scene.phenom(&["init", name]);
        assert_eq!(outcome.code, Some(2), "{name}");
        assert!(outcome.stderr.replace("\n", " ").contains(expected), "{}", outcome.stderr);
    }
}
