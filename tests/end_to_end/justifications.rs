//! Judges' scores of justifications from the command line, and what can be wrong with them.

use serde_json::Value;

use super::agreement::{number, refused, scene, shipped, the};
use super::scene::Scene;

#[test]
fn pair_75() {
    let rows = shipped("rte3-justifications/justifications.csv");
    let mean = |aspect, run| {
        number(the(&rows, &[("aspect", aspect), ("run", run), ("measure", "mean_score")]))
    };
    // The sums of the six scores of Figure 2; an unassigned correctness is 0.
    for (run, understandability, correctness) in
        [("A", 25, 19), ("B", 25, 16), ("C", 16, 11), ("D", 22, 13), ("F", 22, 13), ("H", 15, 5)]
    {
        let near = |ours: f64, sum: i32| (ours - f64::from(sum) / 6.0).abs() < 1e-12;
        assert!(near(mean("understandability", run), understandability), "{run}");
        assert!(near(mean("correctness", run), correctness), "{run}");
    }
    // Judge 6: understandability 3 3 2 2 2 1, correctness 2 2 and four times none.
    let rank = |aspect, run| {
        let wanted = [("aspect", aspect), ("run", run), ("judge_a", "6"), ("measure", "mean_rank")];
        number(the(&rows, &wanted))
    };
    let ranks = |aspect| ["A", "B", "C", "D", "F", "H"].map(|run| rank(aspect, run));
    assert_eq!(ranks("understandability"), [1.5, 1.5, 4.0, 4.0, 4.0, 6.0]);
    assert_eq!(ranks("correctness"), [1.5, 1.5, 4.5, 4.5, 4.5, 4.5]);
    let unassigned = the(
        &rows,
        &[("aspect", "correctness"), ("run", "C"), ("measure", "score_share"), ("score", "")],
    );
    assert_eq!((unassigned["numerator"].as_str(), unassigned["denominator"].as_str()), ("3", "6"));
    // With scipy: friedmanchisquare of the judges' scores of the six runs / (6 * 5).
    let w = the(&rows, &[("aspect", "understandability"), ("measure", "kendall_w")]);
    assert!((number(w) - 0.4921104536489151).abs() < 1e-12);
}

const SCORES: &str = "run,pair,judge,understandability,correctness\nA,1,x,4,3\nB,1,x,2,\n";

#[test]
fn what_is_wrong_with_justifications() {
    let config = "justifications: {path: s.csv}\noutput: report\n";
    for (row, message) in [
        ("A,1,y,6,3", "6"),
        ("A,1,y,4,0", "0"),
        ("A,1,y,2,3", "correctness 3 for a justification of understandability 2"),
        ("A,1,y,4,", "no correctness for a justification of understandability 4"),
        ("A,1,x,4,4", "x"),
        (",1,y,4,4", "`run` is empty"),
    ] {
        let text = format!("{SCORES}{row}\n");
        let scene = Scene::new([("c.yaml", config.as_bytes()), ("s.csv", text.as_bytes())]);
        for command in ["justify", "run", "check"] {
            let outcome = scene.phenom(&[command, "c.yaml"]);
            refused(&outcome, message);
            assert!(outcome.stderr.contains("s.csv:4"), "{}", outcome.stderr);
            assert!(!scene.path().join("report").exists());
        }
    }
    let scene = Scene::new([("c.yaml", config.as_bytes()), ("s.csv", SCORES.as_bytes())]);
    refused(&scene.phenom(&["agree", "c.yaml"]), "this config has no dataset");
    refused(&scene.phenom(&["compare", "c.yaml"]), "no systems, only justifications");
    refused(&scene.phenom(&["counts", "c.yaml", "--output", "n"]), "no systems to count");
    refused(&scene.phenom(&["convert", "c.yaml", "x.csv"]), "no pairs to convert");
    let of_pairs = "justifications: {path: s.csv}\nrelevance: frequency\n";
    scene.write("c.yaml", of_pairs.as_bytes());
    refused(
        &scene.phenom(&["check", "c.yaml"]),
        "leave `relevance` out, or add systems; it is about systems",
    );
    scene.write(
        "c.yaml",
        b"justifications: {path: s.csv, scale: {correctness: [5, 1]}}\ntask: two-way\n",
    );
    let outcome = scene.phenom(&["justify", "c.yaml"]);
    refused(&outcome, "there is no scale from 5 to 1");
    refused(&outcome, "leave `task` out, or add systems; it is about systems");
}

#[test]
fn scales_and_columns_of_justifications_are_the_users() {
    let config = "justifications:\n  path: s.tsv\n  columns: {run: system, pair: pair, judge: who, \
                  understandability: clear, correctness: good}\n  scale: {understandability: [0, 2], \
                  correctness: [0, 10], correctness-from: 1}\n";
    let scores = "system\tpair\twho\tclear\tgood\nA\t1\tx\t2\t10\nB\t1\tx\t0\t\nA\t1\ty\t1\t4\n";
    let scene = Scene::new([("c.yaml", config.as_bytes()), ("s.tsv", scores.as_bytes())]);
    let outcome = scene.phenom(&["justify", "c.yaml", "--json"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let rows: Vec<Value> = serde_json::from_str(&outcome.stdout).unwrap();
    let mean = rows.iter().find(|row| row["aspect"] == "correctness" && row["run"] == "A").unwrap();
    assert_eq!(mean["value"].as_f64(), Some(7.0));
    // y scored A alone, so y ranks nothing and there is no second judge.
    let rank = rows.iter().find(|row| row["measure"] == "mean_rank" && row["judge_a"] == "y");
    assert_eq!(rank.unwrap()["undefined_reason"], "the judge scored every run on no pair");
    let w = rows.iter().find(|row| row["measure"] == "kendall_w").unwrap();
    assert!(w["undefined_reason"].as_str().unwrap().starts_with("there is one annotator only"));
    // Beside systems they are a part of the report.
    let both = scene_with_justifications();
    let outcome = both.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("Mean rank of the runs"), "{}", outcome.stdout);
    assert!(both.path().join("report/justifications.csv").exists());
    assert!(both.path().join("report/scores.csv").exists());
}

fn scene_with_justifications() -> Scene {
    let dataset = "{path: pairs.csv}\njustifications: {path: s.csv}";
    scene(dataset, &[("s.csv", SCORES)])
}
