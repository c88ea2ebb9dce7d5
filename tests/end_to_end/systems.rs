//! Systems that phenom runs itself.

use super::scene::{Outcome, SCORES_ONLY, Scene, scores};

/// Text and hypothesis share all words, half of them, or none.
const PAIRS: &str = "id,origin,text,hypothesis,gold,phenomenon\n\
    1,,the cat sat on the mat,the cat sat,entailment,\n\
    1.1,1,the cat sat on the mat,the mat,entailment,a:b\n\
    2,,a dog barked at night,a dog slept,not-entailment,\n\
    2.1,2,a dog barked at night,no bird sang,not-entailment,a:c\n\
    3,,rain fell in the north,rain fell,entailment,\n\
    4,,she sold the old house,he bought bread,not-entailment,\n";

const TRAINING: &str = "id,text,hypothesis,gold\n\
    a,one two three four,one two three,entailment\n\
    b,one two three four,one two five,not-entailment\n\
    c,one two three four,four,entailment\n\
    d,one two three four,six not,not-entailment\n";

const DATASET: &str = "dataset: {path: pairs.csv}\nsystems:\n";

fn scene(systems: &str) -> Scene {
    let config = format!("{DATASET}{systems}{SCORES_ONLY}");
    Scene::new([
        ("pairs.csv", PAIRS.as_bytes()),
        ("training.csv", TRAINING.as_bytes()),
        ("config.yaml", config.as_bytes()),
    ])
}

fn run(systems: &str, arguments: &[&str]) -> (Scene, Outcome) {
    let scene = scene(systems);
    let outcome = scene.phenom(arguments);
    (scene, outcome)
}

fn accuracy(scene: &Scene, system: &str, population: &str) -> f64 {
    let scores = scores(&scene.read("report/scores.csv"));
    let key = [system, population, "all", "", "accuracy"].map(str::to_owned);
    scores[&key]["value"].parse().unwrap()
}

const BASELINES: &str = "
  - {name: Always, engine: {name: constant, judgment: entailment}}
  - {name: Chance, engine: {name: random, seed: 3}}
  - {name: Most, engine: {name: majority, learn-on: {path: training.csv}}}
  - {name: Overlap, engine: {name: word-overlap, learn-on: {path: training.csv}}}
  - {name: Rare, engine: {name: idf-coverage, learn-on: {path: training.csv}}}
  - {name: Alone, engine: {name: hypothesis-only, cross-validated: 4}}
  - {name: Together, engine: {name: vote, of: [Always, Overlap, Rare]}}
";

#[test]
fn baselines_are_run_and_scored() {
    let (scene, outcome) = run(BASELINES, &["run", "config.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    for population in ["original", "monothematic"] {
        assert_eq!(accuracy(&scene, "Always", population), 0.5);
        assert_eq!(accuracy(&scene, "Most", population), 0.5);
        // The training pairs are told apart by a share between 2/3 and 1, and so are these.
        assert_eq!(accuracy(&scene, "Overlap", population), 1.0);
        assert_eq!(accuracy(&scene, "Rare", population), 1.0);
        assert_eq!(accuracy(&scene, "Together", population), 1.0);
    }
}

#[test]
fn the_report_says_what_an_engine_learnt_from() {
    let scene = scene(BASELINES);
    let config = scene.read("config.yaml").replace("formats: [csv]", "formats: [json]");
    scene.write("config.yaml", config.as_bytes());
    let outcome = scene.phenom(&["run", "config.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let report = scene.read("report/report.json");
    for said in [
        "word-overlap, trained on 4 pairs of training.csv",
        "hypothesis-only, cross-validated in 4 parts of the dataset",
        "random, seed 3",
        "vote of Always, Overlap, Rare",
    ] {
        assert!(report.contains(said), "{said}");
    }
}

#[test]
fn what_predict_writes_is_read_as_run_reads_the_engines() {
    let (scene, outcome) = run(BASELINES, &["run", "config.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let by_engines = scene.read("report/scores.csv");
    let outcome = scene.phenom(&["predict", "config.yaml", "-o", "answers"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let files: Vec<&str> = outcome
        .stdout
        .lines()
        .map(|line| line.split_once(": ").unwrap().1.split(" (").next().unwrap())
        .collect();
    let names = ["Always", "Chance", "Most", "Overlap", "Rare", "Alone", "Together"];
    let mut config = DATASET.to_owned();
    for (name, file) in names.iter().zip(&files) {
        config += &format!("  - {{name: {name}, predictions: {file}}}\n");
    }
    scene.write("config.yaml", (config + SCORES_ONLY).as_bytes());
    let outcome = scene.phenom(&["run", "config.yaml", "--overwrite"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert_eq!(scene.read("report/scores.csv"), by_engines);
    // Nothing is written over answers that are there.
    let outcome = scene.phenom(&["predict", "config.yaml", "-o", "answers"]);
    assert_eq!(outcome.code, Some(2));
    scene.write("config.yaml", format!("{DATASET}{BASELINES}").as_bytes());
    let outcome = scene.phenom(&["predict", "config.yaml", "Most", "-o", "answers"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("--overwrite replaces it"), "{}", outcome.stderr);
}

#[test]
fn a_model_answers_as_the_system_that_it_was_trained_for() {
    let (scene, outcome) = run(BASELINES, &["train", "config.yaml", "Rare", "-o", "rare.json"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("4 pairs of training.csv"), "{}", outcome.stdout);
    let systems = "
  - {name: Trained, engine: {name: idf-coverage, model: rare.json}}
  - {name: Learnt, engine: {name: idf-coverage, learn-on: {path: training.csv}}}
";
    scene.write("config.yaml", format!("{DATASET}{systems}").as_bytes());
    let outcome = scene.phenom(&["predict", "config.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let files: Vec<String> = std::fs::read_dir(scene.path().join("predictions"))
        .unwrap()
        .map(|entry| std::fs::read_to_string(entry.unwrap().path()).unwrap())
        .collect();
    assert_eq!(files.len(), 2);
    assert_eq!(files[0], files[1]);
    assert!(files[0].starts_with("{\"id\":\"1\",\"label\":\"entailment\""), "{}", files[0]);
}

#[test]
fn every_system_that_cannot_be_run_has_its_one_error() {
    let with_training = |engine: &str| format!("  - {{name: S, engine: {{{engine}}}}}\n");
    let cases = [
        ("  - {name: S}\n".to_owned(), "system `S` has no predictions"),
        (
            "  - {name: S, predictions: pairs.csv, engine: random}\n".to_owned(),
            "a system has either `predictions` or `engine`, not both",
        ),
        ("  - {name: S, engine: randon}\n".to_owned(), "randon"),
        ("  - {name: S, engine: random, missing: skip}\n".to_owned(), "an engine does not need it"),
        (with_training("name: constant"), "a constant system needs its `judgment`"),
        (
            with_training("name: random, judgment: unknown"),
            "`judgment` has no effect on this engine",
        ),
        (with_training("name: majority"), "`majority` has nothing to learn from"),
        (
            with_training("name: majority, cross-validated: 3, model: training.csv"),
            "an engine learns in one way",
        ),
        (with_training("name: majority, cross-validated: 1"), "2"),
        (with_training("name: majority, model: training.csv"), "training.csv is not a model"),
        (with_training("name: majority, model: none.json"), "none.json does not exist"),
        (
            with_training("name: word-overlap, learn-on: {path: pairs.csv}"),
            "system `S` would be evaluated on pairs that it learns from: 6 of 6 pairs of `learn-on` have the text and the hypothesis of an evaluated pair: `1`, `2`, `3`, `4`, `1.1`, ...",
        ),
        (
            with_training("name: word-overlap, learn-on: {path: entailed.csv}"),
            "system `S` cannot be trained: no example has the gold label not-entailment",
        ),
        (
            with_training("name: word-overlap, learn-on: {path: textless.csv}"),
            "2 of 2 pairs have no hypothesis, first pair `a`",
        ),
        (with_training("name: vote, of: [S]"), "an ensemble needs two systems or more"),
        (with_training("name: vote, of: [A, B]"), "no system has the name `A`"),
    ];
    for (systems, message) in cases {
        let scene = scene(&systems);
        scene.write(
            "entailed.csv",
            b"id,text,hypothesis,gold\na,x,y,entailment\nb,x,z,entailment\n",
        );
        scene.write("textless.csv", b"id,gold\na,entailment\nb,not-entailment\n");
        let outcome = scene.phenom(&["run", "config.yaml"]);
        assert_eq!(outcome.code, Some(2), "{systems}{}", outcome.stdout);
        let said = outcome.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(message), "{systems}{}", outcome.stderr);
        assert!(!scene.path().join("report").exists());
    }
}

#[test]
fn a_model_of_another_engine_or_of_another_version_is_refused() {
    let (scene, outcome) = run(BASELINES, &["train", "config.yaml", "Most", "-o", "most.json"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let later = scene.read("most.json").replace("\"format\": 1", "\"format\": 2");
    scene.write("later.json", later.as_bytes());
    for (engine, message) in [
        (
            "word-overlap, model: most.json",
            "system `S` is `word-overlap`, and most.json is a model of `majority`",
        ),
        ("majority, model: later.json", "this version of phenom reads models of format 1, not 2"),
    ] {
        let systems = format!("  - {{name: S, engine: {{name: {engine}}}}}\n");
        scene.write("config.yaml", format!("{DATASET}{systems}").as_bytes());
        let outcome = scene.phenom(&["run", "config.yaml"]);
        assert_eq!(outcome.code, Some(2));
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    }
}

#[test]
fn the_contradiction_aware_engine_judges_by_rules_or_by_what_it_learnt() {
    let scene = scene(
        "  - {name: Rules, engine: {name: contradiction, wordnet: none}}
  - name: Learnt
    engine: {name: contradiction, wordnet: none, learn-on: {path: texts.csv}}
",
    );
    let texts = "id,text,hypothesis,gold\n\
        a,one boy sang,a boy sang,entailment\n\
        b,two girls ran,two girls slept,not-entailment\n\
        c,three birds left,birds left,entailment\n\
        d,four men came,six women came,not-entailment\n";
    scene.write("texts.csv", texts.as_bytes());
    let outcome = scene.phenom(&["predict", "config.yaml", "-o", "answers"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let answers = |system: &str| {
        let line = outcome.stdout.lines().find(|line| line.starts_with(system)).unwrap();
        let file = line.split_once(": ").unwrap().1.split(" (").next().unwrap();
        scene.read(file)
    };
    let rules = answers("Rules");
    assert!(rules.contains("entailment: 2 of 2 content words covered"), "{rules}");
    let reason = r#"not-entailment: \"bought\" (unmatched noun)"#;
    assert!(rules.contains(reason), "{rules}");
    assert!(answers("Learnt").contains(r#""probabilities":"#));
}
