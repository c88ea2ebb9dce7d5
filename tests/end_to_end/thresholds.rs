//! Thresholds of scores that are learnt: for accuracy or balanced accuracy, on other pairs or by cross-validation.

use super::mapping::{refused, run};
use super::scene::Scene;

fn config(threshold: &str) -> String {
    format!(
        "dataset: {{path: d.csv}}\nsystems:\n  - name: S\n    predictions: s.csv\n    \
         columns: {{id: id, score: score}}\n    threshold: {{{threshold}}}\n"
    )
}

const DEVELOPMENT: &str = "learn-on: {dataset: {path: dev.csv}, predictions: dev.csv}";

#[test]
fn a_threshold_is_learnt_for_balanced_accuracy() {
    let files = [
        ("d.csv", "id,gold\na,entailment\nb,not-entailment\n"),
        ("s.csv", "id,score\na,0.44\nb,0.3\n"),
        (
            "dev.csv",
            "id,gold,score\n1,entailment,0.1\n2,not-entailment,0.2\n3,entailment,0.3\n\
             4,not-entailment,0.4\n5,entailment,0.5\n6,entailment,0.6\n",
        ),
    ];
    // As in the test of the threshold itself.
    for (more, learnt) in [
        ("", "threshold 0.1 learnt on dev.csv: correct on 4 of 6 development pairs"),
        (", for: accuracy", "threshold 0.1 learnt on dev.csv: correct on 4 of 6 development pairs"),
        (
            ", for: balanced-accuracy",
            "threshold 0.45 learnt on dev.csv for balanced accuracy: correct on 4 of 6 development pairs",
        ),
    ] {
        let (_, outcome) = run(&config(&format!("{DEVELOPMENT}{more}")), &files);
        let said = outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(learnt), "{learnt}: {said}");
    }
}

/// Whether each of the pairs is answered *entailment*.
fn entailed(golds: &[bool]) -> Vec<bool> {
    let label = |gold: &bool| if *gold { "entailment" } else { "not-entailment" };
    let rows = golds.iter().enumerate().map(|(row, gold)| format!("p{row},{}\n", label(gold)));
    let pairs = format!("id,gold\n{}", rows.collect::<String>());
    let rows = (0..golds.len()).map(|row| format!("p{row},0.{}\n", 7 * row % golds.len() + 10));
    let scores = format!("id,score\n{}", rows.collect::<String>());
    let config = config("cross-validated: 3, for: balanced-accuracy")
        + "output: report\nreport: {tables: [], figures: [], formats: [csv]}\n";
    let scene = Scene::new([
        ("c.yaml", config.as_bytes()),
        ("d.csv", pairs.as_bytes()),
        ("s.csv", scores.as_bytes()),
    ]);
    let outcome = scene.phenom(&["run", "c.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let answers = scene.read("report/answers.csv");
    answers.lines().skip(1).map(|line| line.contains(",0,entailment,")).collect()
}

#[test]
fn no_cross_validated_answer_depends_on_the_gold_label_of_its_pair() {
    let golds: Vec<bool> = (0..12).map(|row| 7 * row % 12 > 4 || row == 3).collect();
    let before = entailed(&golds);
    assert!(before.contains(&true) && before.contains(&false), "{before:?}");
    let mut others_moved = false;
    for row in 0..golds.len() {
        let mut flipped = golds.clone();
        flipped[row] = !flipped[row];
        let after = entailed(&flipped);
        assert_eq!(after[row], before[row], "pair {row}");
        others_moved |= after != before;
    }
    assert!(others_moved, "thresholds are learnt from gold");
}

#[test]
fn what_a_threshold_cannot_be_learnt_from_is_told() {
    let files = [
        ("d.csv", "id,cluster,gold\na,x,entailment\nb,x,not-entailment\n"),
        ("s.csv", "id,score\na,0.44\nb,0.3\n"),
    ];
    for (threshold, message) in [
        (
            "for: balanced-accuracy",
            "phenom learns a threshold from pairs, and the config names none",
        ),
        (
            "cross-validated: 2, learn-on: {dataset: {path: d.csv}, predictions: s.csv}",
            "either `learn-on` or `cross-validated`, not both",
        ),
        ("cross-validated: 2", "system `S` has no other pairs to learn a threshold from"),
        ("cross-validated: 1", "2"),
        ("cross-validated: 2, for: f1", "balanced-accuracy"),
    ] {
        let said = refused(&config(threshold), &files);
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(message), "{threshold}: {said}");
    }
}
