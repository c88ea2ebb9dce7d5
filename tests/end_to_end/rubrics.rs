//! Answers that are judged by criteria with points: from a config to a report.

use super::scene::Scene;

/// Five answers with three criteria each, which give 3, 2 and 1 of 6 points. At 70 % an answer passes with 5 or 6 points,
/// and gold of each answer is what gold of its criteria makes.
const ANSWERS: &str = "\
id,origin,points,verdict,skill
a,,1,pass,
a.1,a,3,pass,facts
a.2,a,2,pass,facts
a.3,a,1,fail,style
b,,1,fail,
b.1,b,3,fail,facts
b.2,b,2,pass,facts
b.3,b,1,pass,style
c,,1,fail,
c.1,c,3,pass,facts
c.2,c,2,fail,facts
c.3,c,1,pass,style
d,,1,pass,
d.1,d,3,pass,facts
d.2,d,2,pass,facts
d.3,d,1,pass,style
e,,1,pass,
e.1,e,3,pass,facts
e.2,e,2,pass,facts
e.3,e,1,pass,style
";

/// What a judge says of answers and criteria. By its criteria `a` has 5 points and passes, `b` 3 and fails, and `c` 5 and
/// passes. `d` has 4 or 6, by a criterion without a label. `e` has 5 or 6 and passes.
const JUDGE: &str = "\
id,label
a,pass
a.1,pass
a.2,pass
a.3,fail
b,pass
b.1,fail
b.2,pass
b.3,pass
c,fail
c.1,pass
c.2,pass
c.3,fail
d,fail
d.1,pass
d.2,
d.3,pass
e,fail
e.1,pass
e.2,pass
e.3,
";

const CONFIG: &str = "\
dataset:
  path: rubric.csv
  columns: {id: id, origin: origin, gold: verdict, weight: points, category: skill, phenomenon: skill}
  labels: {pass: entailment, fail: not-entailment}
systems:
  - {name: J, predictions: judge.csv, labels: {pass: entailment, fail: not-entailment, '': none}}
composition: {weighted: {pass-at: 0.7}}
output: report
report: {figures: [], formats: [csv, txt]}
";

fn scene(config: &str) -> Scene {
    Scene::new([
        ("c.yaml", config.as_bytes()),
        ("rubric.csv", ANSWERS.as_bytes()),
        ("judge.csv", JUDGE.as_bytes()),
    ])
}

/// The values of scores.csv by measure, of all originals with their parts.
fn composed(scene: &Scene, measure: &str) -> Option<String> {
    let scores = scene.read("report/scores.csv");
    let start = format!("J,decomposition,all,,{measure},");
    let value = scores.lines().find_map(|line| line.strip_prefix(&start))?;
    value.split(',').next().map(str::to_owned)
}

/// The words of the report, whatever the lines.
fn words(scene: &Scene) -> String {
    let report = scene.read("report/report.txt");
    report.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn run(config: &str) -> Scene {
    let scene = scene(config);
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    scene
}

#[test]
fn criteria_decide_by_their_points() {
    let scene = run(CONFIG);
    // By their criteria `a`, `b` and `e` are right; directly `a` and `c` are.
    assert_eq!(composed(&scene, "composed_accuracy").as_deref(), Some("0.6"));
    let difference: f64 = composed(&scene, "direct_minus_composed").unwrap().parse().unwrap();
    assert!((difference - (0.4 - 0.6)).abs() < 1e-12, "{difference}");
    let said = words(&scene);
    for sentence in [
        "an original is entailed if its entailed parts have at least 70 % of the weight.",
        "The weights of the dataset are used by the composition rule and by the weighted measures.",
    ] {
        assert!(said.contains(sentence), "{sentence}\n{said}");
    }
    let settings = scene.read("report/report_settings.json");
    let settings: serde_json::Value = serde_json::from_str(&settings).unwrap();
    let rule = serde_json::json!({"weighted": {"pass-at": 0.7}});
    assert_eq!(settings["composition"], rule);
    // A config may have what the settings say.
    let again = run(&CONFIG.replace("{weighted: {pass-at: 0.7}}", &rule.to_string()));
    assert_eq!(composed(&again, "composed_accuracy").as_deref(), Some("0.6"));
    assert!(!scene.path().join("report/gold_check.csv").exists());
    let checked = scene.phenom(&["check", "c.yaml"]).stdout;
    assert!(checked.contains("5 of 5 equal to the label composed from the parts"), "{checked}");
}

#[test]
fn without_weights_the_number_of_criteria_decides() {
    let scene = run(&CONFIG.replace(", weight: points", ""));
    let fraction = CONFIG
        .replace(", weight: points", "")
        .replace("{weighted: {pass-at: 0.7}}", "{fraction: 0.7}");
    let of_number = run(&fraction);
    for measure in ["composed_accuracy", "direct_minus_composed", "composition_kappa"] {
        assert_eq!(composed(&scene, measure), composed(&of_number, measure), "{measure}");
    }
    let said = words(&scene);
    let note =
        "The dataset has no weights, and the composition rule gives each part a weight of 1.";
    assert!(said.contains(note), "{said}");
}

#[test]
fn answers_may_have_the_verdict_of_their_criteria() {
    let scene = scene(&CONFIG.replace("path: rubric.csv", "path: rubric.csv\n  gold: composed"));
    let pairs = scene.read("rubric.csv");
    let pairs = pairs.replace("a,,1,pass,", "a,,1,,").replace("b,,1,fail,", "b,,1,,");
    scene.write("rubric.csv", pairs.as_bytes());
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    // As with verdicts of their own.
    let scores = scene.read("report/scores.csv");
    assert!(scores.contains("J,original,all,,accuracy,0.4,"), "{scores}");
}

#[test]
fn shares_and_tables_that_do_not_fit_are_refused() {
    for (rule, message, place) in [
        ("{weighted: {pass-at: 0}}", "`pass-at` is a share of the weight", "c.yaml:7:35"),
        ("{weighted: {pass-at: 1.2}}", "`pass-at` is a share of the weight", "c.yaml:7:35"),
        ("{weighted: {pass-at: high}}", "pass-at", "c.yaml:7:"),
        ("{weighted: {pass: 0.7}}", "pass", "c.yaml:7:"),
        ("{weighted: {}}", "pass-at", "c.yaml:7:"),
        ("{weighted: 0.7}", "weighted", "c.yaml:7:"),
        ("{weighted: {pass-at: 0.7}, fraction: 0.7}", "composition", "c.yaml:7:"),
    ] {
        let outcome = scene(&CONFIG.replace("{weighted: {pass-at: 0.7}}", rule));
        let outcome = outcome.phenom(&["check", "c.yaml"]);
        assert_eq!(outcome.code, Some(2), "{rule}");
        let said = outcome.stderr;
        assert!(said.contains(message) && said.contains(place), "{rule}\n{said}");
    }
    let scene = scene(CONFIG);
    let counted = scene.phenom(&["counts", "c.yaml", "--output", "t"]);
    assert_eq!(counted.code, Some(0), "{}", counted.stderr);
    let tables = "counts: t/counts.parquet\nclusters: t/clusters.parquet\n\
                  composition: {weighted: {pass-at: 0.7}}\noutput: r\n";
    scene.write("t.yaml", tables.as_bytes());
    let refused = scene.phenom(&["run", "t.yaml"]);
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("needs the weights of the parts"), "{}", refused.stderr);
}
