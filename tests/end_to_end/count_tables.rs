//! Intervals and comparisons from count tables and cluster tables.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::scene::Scene;

/// Systems of three runs, two and one; by name, since tables know the systems so.
const SYSTEMS: &str = "systems:
  - {name: A, runs: [a1.csv, a2.csv, a3.csv], missing: MISSING}
  - {name: B, runs: [b1.csv, b2.csv], missing: MISSING}
  - {name: C, predictions: c.csv, missing: MISSING}
";

const END: &str = "report: {tables: [], figures: [], formats: [csv]}\n";

/// Forty originals with up to four parts, in families of up to three, of two phenomena.
fn pairs() -> String {
    let mut pairs = "id,origin,cluster,gold,category,phenomenon\n".to_owned();
    for number in 0..40 {
        let gold = ["entailment", "unknown", "contradiction", ""][number % 7 % 4];
        let family =
            if number % 3 == 0 { String::new() } else { format!("family {}", number % 17) };
        let _ = writeln!(pairs, "{number},,{family},{gold},,");
        for part in 0..number % 5 {
            let gold = ["entailment", "contradiction"][(number + part) % 2];
            let phenomenon = ["x:one", "x:two", "y:three"][(number * 3 + part) % 3];
            let category = &phenomenon[..1];
            let _ = writeln!(pairs, "{number}.{part},{number},,{gold},{category},{phenomenon}");
        }
    }
    pairs
}

/// The answers of a run: right on most pairs, some missing, some abstained.
fn answers(pairs: &str, run: usize) -> String {
    let mut answers = "id,label\n".to_owned();
    for (number, line) in pairs.lines().skip(1).enumerate() {
        let cells: Vec<&str> = line.split(',').collect();
        let label = match (number * 7 + run * 5) % 13 {
            0 if run == 1 => continue,
            1 => "",
            2..=4 => "unknown",
            5 => "contradiction",
            _ if cells[3].is_empty() => "entailment",
            _ => cells[3],
        };
        let _ = writeln!(answers, "{},{label}", cells[0]);
    }
    answers
}

fn scene(missing: &str, statistics: &str) -> Scene {
    let pairs = pairs();
    let systems = SYSTEMS.replace("MISSING", missing);
    let config = format!(
        "dataset: {{path: d.csv}}\n{systems}statistics: {{{statistics}}}\n{END}output: from-data\n"
    );
    let from_tables = format!(
        "counts: t/counts.parquet\nclusters: t/clusters.parquet\nmissing: {missing}\n\
         statistics: {{{statistics}}}\n{END}output: from-tables\n"
    );
    let scene = Scene::new([
        ("data.yaml", config.as_bytes()),
        ("tables.yaml", from_tables.as_bytes()),
        ("d.csv", pairs.as_bytes()),
    ]);
    for (run, name) in ["a1", "a2", "a3", "b1", "b2", "c"].into_iter().enumerate() {
        scene.write(&format!("{name}.csv"), answers(&pairs, run).as_bytes());
    }
    ok(&scene, &["counts", "data.yaml", "--output", "t"]);
    scene
}

fn ok(scene: &Scene, arguments: &[&str]) -> String {
    let outcome = scene.phenom(arguments);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    outcome.stdout
}

fn refused(scene: &Scene, arguments: &[&str], message: &str) {
    let outcome = scene.phenom(arguments);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
}

/// The rows of a tidy file, without those of single pairs and of rankings, which tables do not know.
fn rows(scene: &Scene, file: &str) -> BTreeMap<String, u32> {
    let unknown =
        [",pair,", "the run has no confidences", "a ranking is of one", "only counts are known"];
    let mut rows = BTreeMap::new();
    for line in scene.read(file).lines() {
        if !unknown.iter().any(|text| line.contains(text)) {
            *rows.entry(line.to_owned()).or_default() += 1;
        }
    }
    rows
}

#[test]
fn runs_families_and_missing_answers_give_the_same_intervals_and_comparisons() {
    for (missing, statistics) in [
        ("wrong", "resamples: 200"),
        ("wrong", "resamples: 200, baseline: B"),
        ("skip", "resamples: 200, common-pairs: true, question: models"),
        ("skip", "resamples: 200"),
    ] {
        let scene = scene(missing, statistics);
        let said = [ok(&scene, &["run", "data.yaml"]), ok(&scene, &["run", "tables.yaml"])];
        for file in ["scores.csv", "comparisons.csv"] {
            let of = |folder: &str| rows(&scene, &format!("{folder}/{file}"));
            let (data, tables) = (of("from-data"), of("from-tables"));
            let differs = |(line, times): &(&String, &u32)| tables.get(*line) != Some(*times);
            let first = data.iter().find(differs);
            assert_eq!(first, None, "{missing}, {statistics}, {file}");
            assert_eq!(data.len(), tables.len(), "{missing}, {statistics}, {file}");
            let compared = missing == "wrong" || statistics.contains("common");
            assert!(data.len() > if compared { 30 } else { 0 }, "{}", data.len());
        }
        let uneven = said.map(|said| said.contains("they predict different pairs (`A` predicts"));
        assert_eq!(uneven, [missing == "skip" && !statistics.contains("common"); 2]);
    }
}

#[test]
fn systems_of_tables_are_compared_and_planned_for() {
    // Only trained models have a number of pairs.
    let scene = scene("wrong", "resamples: 200, question: models");
    for command in ["compare", "power"] {
        for more in [&["C", "A"][..], &["C", "A", "--alone"], &[]] {
            let of = |config| ok(&scene, &[&[command, config, "--json"], more].concat());
            assert_eq!(of("data.yaml"), of("tables.yaml"), "{command} {more:?}");
        }
        refused(&scene, &[command, "tables.yaml", "A", "D"], "there is no system `D`");
    }
    scene.write("counts.yaml", b"counts: t/counts.parquet\nmissing: wrong\n");
    refused(&scene, &["compare", "counts.yaml"], "name the cluster table as well");
}

#[test]
fn clusters_that_do_not_fit_are_refused() {
    let scene = scene("wrong", "resamples: 200");
    let run = |config: &str, message: &str| {
        scene.write("c.yaml", format!("{config}missing: wrong\noutput: r\n{END}").as_bytes());
        refused(&scene, &["run", "c.yaml", "--all"], message);
        assert!(!scene.path().join("r").exists());
    };
    let tables = "counts: t/counts.parquet\nclusters: t/clusters.parquet\n";
    run("counts: t/counts.parquet\nstatistics: {resamples: 10}\n", "needs the cluster tables");
    run("clusters: t/clusters.parquet\n", "or use it with `counts`");
    run(&format!("{tables}statistics: {{baseline: D}}\n"), "`baseline` names `D`");
    run(
        "counts: t/counts.parquet\nclusters: [t/clusters.parquet, t/clusters.parquet]\n",
        "the clusters of `A` do not add up to its counts in pairs of all slices",
    );
    let csv = |signature: &str| {
        let text = format!("slice_kind,slice,signature,clusters\nall,,{signature},3\n");
        scene.write("clusters.csv", text.as_bytes());
    };
    let from_csv = "counts: t/counts.parquet\nclusters: clusters.csv\n";
    csv("e>e;;");
    run(from_csv, "the clusters contain the predictions of 1 systems, and the counts those of 3");
    csv("e>eee|ee|e;;");
    run(from_csv, "the clusters of `A` do not add up");
    csv("e>eee|ee|q;;");
    run(from_csv, "clusters.csv:2");
}

#[test]
fn tables_in_a_report_folder_are_believed_as_far_as_the_folder_is_as_it_was_written() {
    let scene = scene("wrong", "resamples: 200");
    ok(&scene, &["run", "data.yaml"]);
    for name in ["counts.parquet", "clusters.parquet"] {
        let table = std::fs::read(scene.path().join("t").join(name)).unwrap();
        scene.write(&format!("from-data/{name}"), &table);
    }
    let config = scene.read("tables.yaml").replace("t/c", "from-data/c");
    scene.write("tables.yaml", config.as_bytes());
    ok(&scene, &["run", "tables.yaml"]);
    scene.write("from-data/scores.csv", b"");
    refused(&scene, &["run", "tables.yaml"], "`scores.csv` was changed since phenom wrote");
}
