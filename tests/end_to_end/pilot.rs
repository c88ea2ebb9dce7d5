//! The pilot study: its counts, and the committed report.

use super::scene::{assert_snapshot, phenom_in, project, scores, shipped_report};

/// What the published totals say: correct and all, of originals and of monothematic pairs; for
/// each first over all, then on entailment, then on contradiction.
type Counts = [(u64, u64); 6];
const JUDGMENTS: [(&str, Counts); 4] = [
    ("EDITS", [(35, 60), (25, 30), (10, 30), (133, 167), (126, 134), (7, 33)]),
    ("VENSES", [(36, 60), (15, 30), (21, 30), (89, 167), (64, 134), (25, 33)]),
    ("Word overlap", [(23, 60), (15, 30), (8, 30), (129, 167), (118, 134), (11, 33)]),
    ("Linguistic-biased", [(41, 60), (29, 30), (12, 30), (145, 167), (132, 134), (13, 33)]),
];

/// Correct among the originals with at least one phenomenon of the category.
const CATEGORIES: [(&str, u64, [u64; 4]); 5] = [
    ("lexical", 23, [11, 11, 8, 19]),
    ("lexical-syntactic", 14, [9, 6, 8, 13]),
    ("syntactic", 29, [15, 18, 10, 17]),
    ("discourse", 28, [21, 13, 14, 23]),
    ("reasoning", 40, [25, 27, 14, 28]),
];

fn pilot(file: &str) -> String {
    std::fs::read_to_string(shipped_report("rte5-pilot").join(file)).unwrap()
}

#[test]
fn the_counts_are_those_of_the_published_totals() {
    let scores = scores(&pilot("scores.csv"));
    let accuracy = |system: &str, population: &str, kind: &str, slice: &str| {
        let key = [system, population, kind, slice, "accuracy"].map(str::to_owned);
        let row = &scores[&key];
        (row["numerator"].parse().unwrap(), row["denominator"].parse().unwrap())
    };
    for (system, counts) in JUDGMENTS {
        let populations = ["original", "monothematic"].into_iter();
        let slices = [("all", ""), ("judgment", "entailment"), ("judgment", "contradiction")];
        let ours: Vec<(u64, u64)> = populations
            .flat_map(|population| {
                slices.map(|(kind, slice)| accuracy(system, population, kind, slice))
            })
            .collect();
        assert_eq!(ours, counts, "{system}");
    }
    for (category, originals, correct) in CATEGORIES {
        for ((system, _), correct) in JUDGMENTS.iter().zip(correct) {
            let ours = accuracy(system, "original", "category", category);
            assert_eq!(ours, (correct, originals), "{system} {category}");
        }
    }
}

#[test]
fn ci_and_di_are_the_ratios_of_these_counts() {
    let scores = scores(&pilot("scores.csv"));
    let value = |system: &str, kind: &str, slice: &str, measure: &str| -> f64 {
        let key = [system, "decomposition", kind, slice, measure].map(str::to_owned);
        scores[&key]["value"].parse().unwrap()
    };
    for ((system, counts), ci) in JUDGMENTS.iter().zip(["0.73", "1.13", "0.50", "0.79"]) {
        let share = |(right, all): (u64, u64)| right as f64 / all as f64;
        let index = |whole: usize| share(counts[whole]) / share(counts[whole + 3]);
        let ours = value(system, "all", "", "correlation_index");
        assert_eq!(format!("{ours:.2}"), ci);
        assert!((ours - index(0)).abs() < 1e-12);
        let deviation = value(system, "all", "", "deviation_index_signed");
        assert!((deviation - (index(1) - index(2))).abs() < 1e-12);
        assert!((value(system, "all", "", "deviation_index") - deviation.abs()).abs() < 1e-12);
    }
    // Pair 125: EDITS answers entailment everywhere; the pair is wrong, two of its parts are right.
    assert_eq!(value("EDITS", "pair", "125", "correlation_index"), 0.0);
    let pairs = scores.keys().filter(|key| key[0] == "EDITS" && key[2] == "pair").count();
    assert_eq!(pairs, 60);
}

#[test]
fn the_terminal_shows_the_four_tables() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("report");
    let arguments =
        ["run", "configs/rte5-pilot.yaml", "--all", "--output", folder.to_str().unwrap()];
    let outcome = phenom_in(&project(), &arguments);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let tables = outcome.stdout.split("Signature").next().unwrap().to_owned();
    assert_snapshot!("pilot", tables);
}

#[test]
fn every_renderers_output_parses_back() {
    let report: serde_json::Value = serde_json::from_str(&pilot("report.json")).unwrap();
    let tables = report["tables"].as_array().unwrap();
    let correlation = tables.iter().find(|table| table["key"] == "correlation").unwrap();
    assert_eq!(correlation["rows"][0]["cells"][1]["numerator"], 35);
    let csv = pilot("scores.csv");
    for line in csv.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells[5].parse::<f64>().is_err(), !cells[9].is_empty(), "{line}");
    }
    for table in report["tables"].as_array().unwrap() {
        let csv = pilot(&format!("tables/{}.csv", table["key"].as_str().unwrap()));
        assert_eq!(csv.lines().count(), table["rows"].as_array().unwrap().len() + 1);
    }
    let markdown = pilot("tables.md");
    let table: Vec<&str> = markdown.lines().filter(|line| line.starts_with("| EDITS")).collect();
    assert!(table[0].contains("58.3 (35/60)"), "{}", table[0]);
}
