//! The tidy rows on originals of the pilot study, beside a plain computation over its files.

use std::collections::{BTreeMap, BTreeSet};

use super::scene::{phenom_in, project, shipped_report};

/// An original: whether it is entailed; its parts, each with its id, whether it is entailed, and its phenomenon.
struct Original {
    id: String,
    entailed: bool,
    parts: Vec<(String, bool, String)>,
}

fn originals() -> Vec<Original> {
    let path = project().join("datasets/rte5-pilot/pairs.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let text_of = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let is_entailed = |value: &serde_json::Value| value["gold"] == "entailment";
    let original = |line: &str| {
        let pair: serde_json::Value = serde_json::from_str(line).unwrap();
        let parts = pair["monothematic"].as_array().unwrap().iter().map(|part| {
            let phenomena = part["phenomena"].as_array().unwrap();
            assert_eq!(phenomena.len(), 1);
            (text_of(&part["id"]), is_entailed(part), text_of(&phenomena[0]))
        });
        let parts = parts.collect();
        Original { id: text_of(&pair["id"]), entailed: is_entailed(&pair), parts }
    };
    text.lines().map(original).collect()
}

/// By id, whether EDITS answers entailment.
fn answers() -> BTreeMap<String, bool> {
    let path = project().join("datasets/rte5-pilot/predictions/edits.csv");
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().skip(1).map(|line| line.split_once(',').unwrap());
    lines.map(|(id, label)| (id.to_owned(), label == "entailment")).collect()
}

/// The rows of a tidy file of the pilot study, cell by cell.
fn rows(file: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(shipped_report("rte5-pilot").join(file)).unwrap();
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn accuracy_by_size_is_that_of_a_plain_count() {
    let (originals, answers) = (originals(), answers());
    let mut seen = 0;
    for row in rows("sizes.csv").iter().filter(|row| row[0] == "EDITS") {
        let [from, to] = [2, 3].map(|at| row[at].parse::<usize>().unwrap());
        let size = |original: &Original| match row[1].as_str() {
            "parts" => original.parts.len(),
            _ => original.parts.iter().map(|part| &part.2).collect::<BTreeSet<_>>().len(),
        };
        let of_band: Vec<&Original> =
            originals.iter().filter(|original| (from..=to).contains(&size(original))).collect();
        let right = |original: &&&Original| match row[4].as_str() {
            "direct" => answers[&original.id] == original.entailed,
            // Two-way, an original is entailed if all of its parts are.
            "composed" => original.parts.iter().all(|part| answers[&part.0]) == original.entailed,
            _ => original.parts.iter().all(|part| answers[&part.0] == part.1),
        };
        let counted = [of_band.iter().filter(right).count(), of_band.len()];
        assert_eq!([6, 7].map(|at| row[at].parse::<usize>().unwrap()), counted, "{row:?}");
        seen += usize::from(row[1] == "parts" && row[4] == "direct") * of_band.len();
    }
    assert_eq!(seen, 60);
}

#[test]
fn what_no_table_and_no_figure_shows_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let config = std::fs::read_to_string(project().join("configs/rte5-pilot.yaml")).unwrap();
    let datasets = project().join("datasets");
    let config = config.replace("../datasets", datasets.to_str().unwrap());
    let written = |tables: &str, figures: &str, formats: &str| {
        let report = format!("  tables: {tables}\n  figures: {figures}\n  formats: {formats}\n");
        let (before, _) = config.split_once("  formats:").unwrap();
        let text = format!("{before}{report}output: out\n");
        std::fs::write(folder.path().join("c.yaml"), text).unwrap();
        let _ = std::fs::remove_dir_all(folder.path().join("out"));
        let outcome = phenom_in(folder.path(), &["run", "c.yaml", "--quiet"]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        let names = ["sizes.csv", "gains.csv"];
        names.map(|name| folder.path().join("out").join(name).exists())
    };
    assert_eq!(written("[systems]", "[]", "[csv]"), [false; 2]);
    assert_eq!(written("[sizes]", "[gains]", "[csv]"), [true, false]);
    assert_eq!(written("[systems]", "[gains-2]", "[svg]"), [false, true]);
}
