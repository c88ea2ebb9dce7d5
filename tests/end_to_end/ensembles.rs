//! Systems made of what others say, and what is learnt on the dataset itself.

use super::scene::{SCORES_ONLY, Scene, scores};

/// Originals, each with a text of its own, and every other one entailed.
fn pairs(count: usize) -> String {
    let mut pairs = "id,text,hypothesis,gold\n".to_owned();
    for number in 0..count {
        let gold = ["entailment", "not-entailment"][number % 2];
        pairs += &format!("p{number},text {number},hypothesis,{gold}\n");
    }
    pairs
}

fn scene(systems: &str, count: usize) -> Scene {
    let config = format!("dataset: {{path: pairs.csv}}\nsystems:\n{systems}{SCORES_ONLY}");
    let opposite = |line: &str| {
        let id = line.split(',').next().unwrap();
        let entailed = line.ends_with(",entailment");
        format!("{id},{}\n", if entailed { "not-entailment" } else { "entailment" })
    };
    let opposites: String = pairs(count).lines().skip(1).map(opposite).collect();
    Scene::new([
        ("pairs.csv", pairs(count).as_bytes()),
        ("opposites.csv", format!("id,label\n{opposites}").as_bytes()),
        ("config.yaml", config.as_bytes()),
    ])
}

fn accuracy(scene: &Scene, system: &str) -> f64 {
    let scores = scores(&scene.read("report/scores.csv"));
    let key = [system, "original", "all", "", "accuracy"].map(str::to_owned);
    scores[&key]["value"].parse().unwrap()
}

/// Without the pair itself, most of the others are of the other judgment.
#[test]
fn no_pair_is_answered_by_what_its_own_gold_teaches() {
    let scene = scene("  - {name: Most, engine: {name: majority, cross-validated: 20}}\n", 20);
    let outcome = scene.phenom(&["run", "config.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert_eq!(accuracy(&scene, "Most"), 0.0);
}

const STACKED: &str = "  - {name: Opposite, predictions: opposites.csv}\n  \
    - {name: Always, engine: {name: constant, judgment: entailment}}\n  \
    - {name: Together, engine: {name: stacked, of: [Opposite, Always], cross-validated: 5}}\n";

#[test]
fn many_pairs_teach_a_stack_that_a_system_predicts_the_opposite() {
    let scene = scene(STACKED, 1000);
    let outcome = scene.phenom(&["run", "config.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert_eq!((accuracy(&scene, "Opposite"), accuracy(&scene, "Together")), (0.0, 1.0));
    let outcome = scene.phenom(&["predict", "config.yaml", "Together"]);
    let said = "stacked on Opposite, Always, cross-validated in 5 parts of the dataset";
    assert!(outcome.stdout.contains(said), "{}{}", outcome.stdout, outcome.stderr);
    let file = std::fs::read_dir(scene.path().join("predictions")).unwrap().next().unwrap();
    let answers = std::fs::read_to_string(file.unwrap().path()).unwrap();
    assert!(answers.contains("Opposite: not-entailment\\nAlways: entailment"), "{answers}");
}

#[test]
fn every_ensemble_that_cannot_be_made_has_its_one_error() {
    let cases = [
        (
            STACKED.replace("[Opposite, Always]", "[Opposite]"),
            "an ensemble needs two systems or more",
        ),
        (
            STACKED.replace("[Opposite, Always]", "[Opposite, Alway]"),
            "no system has the name `Alway`",
        ),
        (
            format!(
                "{STACKED}  - {{name: Twice, engine: {{name: vote, of: [Together, Always]}}}}\n"
            ),
            "`Together` is an ensemble itself",
        ),
        (
            STACKED.replace("stacked, of", "vote, of"),
            "`cross-validated` has no effect on this engine",
        ),
        (
            "  - {name: Biased, algorithm: linguistic-biased-three-way}\n".to_owned(),
            "distinguishes unknown from contradiction, and the gold labels do not",
        ),
    ];
    for (systems, message) in cases {
        let scene = scene(&systems, 20);
        let outcome = scene.phenom(&["run", "config.yaml"]);
        assert_eq!(outcome.code, Some(2), "{systems}{}", outcome.stdout);
        let said = outcome.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(message), "{systems}{}", outcome.stderr);
    }
}
