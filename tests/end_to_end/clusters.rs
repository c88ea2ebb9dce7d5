//! Originals that belong together, from the column that says so to the report.

use super::scene::{Scene, scores};

/// Eleven originals, of which the first five stand on two stories.
const PAIRS: &str = "id,story,gold\n1,fox,entailment\n2,fox,entailment\n3,fox,entailment\n\
                     4,crow,entailment\n5,crow,entailment\n6,,entailment\n7,,entailment\n\
                     8,,entailment\n9,,entailment\n10,,entailment\n11,,entailment\n";

const CONFIG: &str = "\
dataset: {path: d.csv, columns: {id: id, gold: gold, cluster: story}}
systems: [{name: A, predictions: a.csv}, {name: B, predictions: b.csv}]
statistics: {resamples: 200}
report: {figures: [], formats: [csv]}
";

/// `A` is right on all but the pairs on the crow, `B` on these alone.
pub(super) fn scene(config: &str, pairs: &str) -> Scene {
    let answers = |right: fn(usize) -> bool| {
        let label = |number| if right(number) { "entailment" } else { "unknown" };
        let rows = (1..12).map(|number| format!("{number},{}\n", label(number)));
        format!("id,label\n{}", rows.collect::<String>())
    };
    let (a, b) = (answers(|number| number != 4 && number != 5), answers(|n| n == 4 || n == 5));
    let files = [("c.yaml", config), ("d.csv", pairs), ("a.csv", &a), ("b.csv", &b)];
    Scene::new(files.map(|(name, content)| (name, content.as_bytes())))
}

fn run(scene: &Scene) -> String {
    let outcome = scene.phenom(&["run", "c.yaml", "--all", "--output", "report"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    on_one_line(&outcome.stdout)
}

fn on_one_line(said: &str) -> String {
    said.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A column of the first comparison of the two systems, which is of accuracy on all originals.
fn compared(scene: &Scene, column: &str) -> String {
    let csv = scene.read("report/comparisons.csv");
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let at = lines.next().unwrap().iter().position(|name| *name == column).unwrap();
    let row = lines.find(|row| row[..2] == ["A", "B"]).unwrap();
    assert!(row.contains(&"accuracy") && row.contains(&"original"), "{row:?}");
    row[at].to_owned()
}

/// By hand: see `scores/given_clusters.rs` of the metrics.
#[test]
fn whole_clusters_are_resampled_and_the_report_says_so() {
    let given = scene(CONFIG, PAIRS);
    let said = run(&given);
    let note = "Resampled: 8 clusters by `story` instead of originals (largest: 3).";
    assert!(said.contains(note), "{said}");
    assert!(said.contains("clusters: 8 by story"), "{said}");
    let is_near = |scene: &Scene, expected: f64| {
        let p: f64 = compared(scene, "p").parse().unwrap();
        assert!((p - expected).abs() < 1e-12, "{p} and not {expected}");
    };
    assert_eq!(compared(&given, "clusters"), "8");
    // One cluster of three pairs differs by more than all others together: no p.
    assert_eq!(compared(&given, "p"), "");
    let alone =
        scene(&CONFIG.replace(", columns: {id: id, gold: gold, cluster: story}", ""), PAIRS);
    let said = run(&alone);
    assert!(!said.contains("clusters: ") && !said.contains("Resampled"), "{said}");
    assert_eq!(compared(&alone, "clusters"), "11");
    is_near(&alone, 79.0 / 2048.0);
    let compare = given.phenom(&["compare", "c.yaml", "--all"]);
    let compare = on_one_line(&compare.stdout);
    assert!(compare.contains(note), "{compare}");
    assert!(compare.contains("over clusters (`story`) of originals with their parts"), "{compare}");
    let check = given.phenom(&["check", "c.yaml"]).stdout;
    assert!(check.contains("8 by story; originals in the largest: 3"), "{check}");
}

#[test]
fn clusters_of_one_original_change_no_figure() {
    let rows = (1..12).map(|number| format!("{number},own {number},entailment\n"));
    let own = format!("id,story,gold\n{}", rows.collect::<String>());
    let own = scene(CONFIG, &own);
    let alone =
        scene(&CONFIG.replace(", columns: {id: id, gold: gold, cluster: story}", ""), PAIRS);
    for scene in [&own, &alone] {
        run(scene);
    }
    for file in ["report/scores.csv", "report/comparisons.csv"] {
        assert_eq!(own.read(file), alone.read(file), "{file}");
    }
}

#[test]
fn a_part_in_another_cluster_and_a_single_cluster_are_refused() {
    let parts = "id,origin,cluster,gold\n1,,fox,entailment\n1.1,1,crow,entailment\n";
    let scene = Scene::new([("d.csv", parts.as_bytes())]);
    let outcome = scene.phenom(&["check", "d.csv"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    let message = "`1.1` is in cluster `crow`, and its original `1` in cluster `fox`\n--> d.csv:3";
    assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("or leave the cell empty"), "{}", outcome.stderr);
    let one = PAIRS.replace(",,", ",crow,").replace("fox", "crow");
    let outcome = self::scene(CONFIG, &one).phenom(&["compare", "c.yaml"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    let message = "there are fewer than two clusters by `story` (1)";
    assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
}

/// Two originals with a part each, of either judgment: without one of them, the other says the opposite.
#[test]
fn cross_validation_says_where_leaving_out_decides() {
    let pairs = "id,origin,gold,category,phenomenon\n1,,entailment,,\n1.1,1,entailment,a,x\n\
                 2,,contradiction,,\n2.1,2,contradiction,a,x\n";
    let config = "dataset: {path: d.csv}\nsystems: [{name: LB, algorithm: linguistic-biased, \
                  cross-validated: true}]\nreport: {figures: [], formats: [csv]}\n";
    let scene = Scene::new([("c.yaml", config.as_bytes()), ("d.csv", pairs.as_bytes())]);
    let said = run(&scene);
    let note = "`LB` changes its predictions for 2 of 4 pairs if the group of the pair";
    assert!(said.contains(note), "{said}");
    let scores = scores(&scene.read("report/scores.csv"));
    let key = ["LB", "original", "all", "", "accuracy"].map(str::to_owned);
    assert_eq!(scores[&key]["numerator"], "0");
}

#[test]
fn a_threshold_that_is_learnt_on_clusters_of_the_test_set_is_noted() {
    let config = "\
dataset: {path: d.csv}
systems:
  - name: S
    predictions: s.csv
    columns: {id: id, score: score}
    positive: entailment
    negative: unknown
    threshold: {learn-on: {dataset: {path: dev.csv}, predictions: dev-s.csv}}
report: {figures: [], formats: [csv]}
";
    let files = [
        ("c.yaml", config),
        ("d.csv", "id,cluster,gold\n1,fox,entailment\n2,crow,unknown\n"),
        ("s.csv", "id,score\n1,0.9\n2,0.1\n"),
        ("dev.csv", "id,cluster,gold\nd1,fox,entailment\nd2,cat,unknown\nd3,,unknown\n"),
        ("dev-s.csv", "id,score\nd1,0.8\nd2,0.3\nd3,0.2\n"),
    ];
    let scene = Scene::new(files.map(|(name, content)| (name, content.as_bytes())));
    let said = run(&scene);
    // Without texts, pairs cannot be compared; with them, those that are judged teach no threshold.
    scene.write(
        "d.csv",
        b"id,text,hypothesis,cluster,gold\n1,t,h,fox,entailment\n2,t,g,crow,unknown\n",
    );
    scene.write(
        "dev.csv",
        b"id,text,hypothesis,gold\nd1,t,x,entailment\nd2,t,g,unknown\nd3,t,y,unknown\n",
    );
    let outcome = scene.phenom(&["run", "c.yaml"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    let message =
        "system `S` would be evaluated on pairs that it learns from: 1 of 3 pairs of `learn-on`";
    assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    let note =
        "`S`: the clusters (`cluster`) of 1 of 3 development originals are in the test set too";
    assert!(said.contains(note), "{said}");
}
