//! `judged` with `task: outcome`: judges scored all predictions, people some, and people correct judges.

use std::collections::BTreeMap;

use super::scene::Scene;

const PAIRS: usize = 120;

/// What is true of the prediction of a system, and what the judges "good" and "lenient" say of it.
fn outcomes(system: usize, pair: usize) -> [bool; 3] {
    let right = !pair.is_multiple_of([4, 5][system]);
    [right, right != (pair % 11 == system), right || pair % 3 == system]
}

fn is_read(pair: usize) -> bool {
    (pair / 2).is_multiple_of(3)
}

fn word(right: bool) -> &'static str {
    if right { "pass" } else { "fail" }
}

fn topic(pair: usize) -> &'static str {
    ["lexical:a", "lexical:b"][pair / 2 % 2]
}

fn pairs() -> String {
    let rows = (0..PAIRS).map(|pair| format!("p{pair},c{},{}\n", pair / 2, topic(pair)));
    format!("id,cluster,topic\n{}", rows.collect::<String>())
}

/// The predictions of a system, scored by people in part and by judges.
fn predictions(system: usize) -> String {
    let mut text = String::from("id,human,good,lenient\n");
    for pair in 0..PAIRS {
        let [human, good, lenient] = outcomes(system, pair).map(word);
        let human = if is_read(pair) { human } else { "" };
        text += &format!("p{pair},{human},{good},{lenient}\n");
    }
    text
}

const JUDGED: &str = "  judged:\n    people: {labels: human, chosen: random}\n    judges:\n      - {name: good, labels: good}\n      \
                      - {name: lenient, labels: lenient}\n";

fn config(judged: &str, systems: &str) -> String {
    format!(
        "task: outcome\ndataset:\n  path: p.csv\n  columns: {{id: id, cluster: cluster, phenomenon: topic}}\n{judged}systems:\n\
         {systems}output: report\n"
    )
}

const SYSTEMS: &str = "  - {name: A, predictions: a.csv}\n  - {name: B, predictions: b.csv}\n";

fn scene() -> Scene {
    let scene = Scene::new([
        ("p.csv", pairs().as_bytes()),
        ("a.csv", predictions(0).as_bytes()),
        ("b.csv", predictions(1).as_bytes()),
    ]);
    scene.write("c.yaml", config(JUDGED, SYSTEMS).as_bytes());
    scene
}

type Row = BTreeMap<String, String>;

fn rows(scene: &Scene, file: &str) -> Vec<Row> {
    let text = scene.read(file);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

fn ran(scene: &Scene, arguments: &[&str]) -> String {
    let outcome = scene.phenom(arguments);
    assert_eq!(outcome.code, Some(0), "{arguments:?}: {}", outcome.stderr);
    outcome.stdout
}

/// A value of all pairs, and its standard error.
fn of(rows: &[Row], [system, labels_of, judge]: [&str; 3]) -> [f64; 2] {
    let found = rows.iter().find(|row| {
        let named = [&row["system"], &row["labels_of"], &row["judge"]].map(String::as_str);
        named == [system, labels_of, judge]
            && row["slice_kind"] == "all"
            && row["measure"] == "accuracy"
    });
    ["value", "standard_error"].map(|key| found.unwrap()[key].parse().unwrap_or(f64::NAN))
}

#[test]
fn people_correct_the_scores_of_judges() {
    let scene = scene();
    let said = ran(&scene, &["run", "c.yaml"]);
    assert!(said.contains("120 pairs, 40 of them read by people"), "{said}");
    let judged = rows(&scene, "report/judged.csv");
    // People read pairs 0, 1, 6, 7, ...: A is wrong on every fourth pair, and on 10 of these 40.
    assert_eq!(of(&judged, ["A", "people", ""])[0], 0.75);
    let by = |system: usize, which: usize| {
        let right = (0..PAIRS).filter(|pair| outcomes(system, *pair)[which]).count();
        right as f64 / PAIRS as f64
    };
    for (system, name) in ["A", "B"].into_iter().enumerate() {
        assert!((of(&judged, [name, "judge", "good"])[0] - by(system, 1)).abs() < 1e-12);
        assert!((of(&judged, [name, "judge", "lenient"])[0] - by(system, 2)).abs() < 1e-12);
        assert!((of(&judged, [name, "corrected", ""])[0] - by(system, 0)).abs() < 0.06);
    }
    let scores = rows(&scene, "report/scores.csv");
    let of_a = scores.iter().find(|row| {
        let named = [&row["system"], &row["slice_kind"], &row["measure"]].map(String::as_str);
        named == ["A", "all", "accuracy"]
    });
    let value: f64 = of_a.unwrap()["value"].parse().unwrap();
    assert!((value - of(&judged, ["A", "corrected", ""])[0]).abs() < 1e-12);
    let methods = rows(&scene, "report/comparisons.csv");
    assert!(!methods.is_empty());
    assert!(
        methods.iter().all(|row| ["prediction_powered_t", "people_t"].contains(&&*row["method"]))
    );
    ran(&scene, &["run", "c.yaml", "--verify"]);
}

/// Judges of one system say the same as labels do: with labels, `good` says of A's prediction what it says here.
#[test]
fn one_system_has_the_figures_that_labels_give() {
    let scene = scene();
    scene.write("one.yaml", config(JUDGED, "  - {name: A, predictions: a.csv}\n").as_bytes());
    ran(&scene, &["run", "one.yaml", "--output", "one"]);
    let mut pairs = String::from("id,cluster,topic,text,hypothesis,human,good,lenient\n");
    let mut answers = String::from("id,label\n");
    let label = |right: bool| if right { "entailment" } else { "not-entailment" };
    for pair in 0..PAIRS {
        let [human, good, lenient] = outcomes(0, pair).map(label);
        let human = if is_read(pair) { human } else { "" };
        let topic = topic(pair);
        pairs +=
            &format!("p{pair},c{},{topic},T{pair}.,H{pair}.,{human},{good},{lenient}\n", pair / 2);
        answers += &format!("p{pair},entailment\n");
    }
    scene.write("l.csv", pairs.as_bytes());
    scene.write("e.csv", answers.as_bytes());
    let labelled = format!(
        "task: two-way\ndataset:\n  path: l.csv\n  columns: {{id: id, cluster: cluster, phenomenon: topic, text: text, hypothesis: \
         hypothesis, gold: none}}\n{JUDGED}systems:\n  - {{name: A, predictions: e.csv}}\noutput: labelled\n"
    );
    scene.write("labelled.yaml", labelled.as_bytes());
    ran(&scene, &["run", "labelled.yaml"]);
    let (outcomes, labels) = (rows(&scene, "one/judged.csv"), rows(&scene, "labelled/judged.csv"));
    for who in [["A", "people", ""], ["A", "corrected", ""], ["A", "judge", "good"]] {
        let (one, other) = (of(&outcomes, who), of(&labels, who));
        assert!((one[0] - other[0]).abs() < 1e-12, "{who:?}: {one:?}, {other:?}");
        assert!(who[1] == "judge" || (one[1] - other[1]).abs() < 1e-12, "{who:?}");
    }
}

#[test]
fn what_people_scored_for_some_systems_alone_is_left_out_and_told() {
    let scene = scene();
    scene.write("b.csv", predictions(1).replacen("p1,pass", "p1,", 1).as_bytes());
    let outcome = scene.phenom(&["run", "c.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let said = format!("{}{}", outcome.stdout, outcome.stderr);
    assert!(said.contains("39 of them read by people"), "{said}");
    let report = scene.read("report/report.md");
    assert!(report.contains("people scored 1 of its predictions on pairs"), "{report}");
}

#[test]
fn a_pair_without_any_score_is_an_error_and_one_without_some_is_counted() {
    let scene = scene();
    let whole = predictions(1);
    let half: Vec<&str> = whole.lines().take(61).collect();
    scene.write("b.csv", half.join("\n").as_bytes());
    let refused = scene.phenom(&["run", "c.yaml"]);
    assert_eq!(refused.code, Some(2), "{}", refused.stdout);
    assert!(
        refused.stderr.contains("system `B` for 60 of 120 pairs, such as `p60`"),
        "{}",
        refused.stderr
    );
    // The judge "good" does not score p2 of either system.
    for (system, file) in ["a.csv", "b.csv"].into_iter().enumerate() {
        let lines = predictions(system);
        let lines = lines.lines().map(|line| {
            let mut fields: Vec<&str> = line.split(',').collect();
            if fields[0] == "p2" {
                fields[2] = "";
            }
            fields.join(",") + "\n"
        });
        scene.write(file, lines.collect::<String>().as_bytes());
    }
    let said = ran(&scene, &["run", "c.yaml"]);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("(\"good\" all but 1)"), "{said}");
    let judged = rows(&scene, "report/judged.csv");
    let right = (0..PAIRS).filter(|pair| *pair != 2 && outcomes(0, *pair)[1]).count();
    let by_good = of(&judged, ["A", "judge", "good"])[0];
    assert!((by_good - right as f64 / 119.0).abs() < 1e-12, "{by_good}");
}

#[test]
fn a_judge_that_is_a_system_does_not_correct_itself_and_its_own_scores_are_shown() {
    let scene = scene();
    let also = JUDGED.replace("labels: good}", "labels: good, also: A}");
    scene.write("c.yaml", config(&also, SYSTEMS).as_bytes());
    ran(&scene, &["run", "c.yaml"]);
    let rows = rows(&scene, "report/judges.csv");
    let overrates = rows.iter().find(|row| {
        (row["judge"].as_str(), row["system"].as_str(), row["figure"].as_str())
            == ("good", "A", "overrates")
    });
    let read = (0..PAIRS).filter(|pair| is_read(*pair));
    let less = |pair: usize| {
        let [human, good, _] = outcomes(0, pair).map(|right| f64::from(u8::from(right)));
        good - human
    };
    let mean = read.map(less).sum::<f64>() / 40.0;
    let value: f64 = overrates.unwrap()["value"].parse().unwrap();
    assert!((value - mean).abs() < 1e-12, "{value} and not {mean}");
}

#[test]
fn what_does_not_go_with_judged_outcomes_is_refused() {
    let scene = scene();
    let whole = predictions(0);
    let lacks = whole.lines().map(|line| {
        let mut fields: Vec<&str> = line.split(',').collect();
        fields[3] = if line.starts_with("id") { "lenient" } else { "" };
        fields.join(",") + "\n"
    });
    scene.write("a.csv", lacks.collect::<String>().as_bytes());
    let of_file = JUDGED.replace("labels: human", "labels: human.csv");
    let also = SYSTEMS.replace("a.csv}", "a.csv, columns: {id: id, outcome: human}}");
    let missing = SYSTEMS.replace("a.csv}", "a.csv, missing: wrong}");
    let nowhere = JUDGED.replace("labels: good}", "labels: nowhere}");
    for (config, said) in [
        (config(&nowhere, SYSTEMS), "no column `nowhere` (asked for by `judged.judges`)"),
        (config(JUDGED, SYSTEMS), "judge `lenient` scores no prediction of system `A`"),
        (config(&of_file, SYSTEMS), "`labels` names a column of the predictions"),
        (config(JUDGED, &also), "the outcomes are those by people, in the column `human`"),
        (config(JUDGED, &missing), "leave it out"),
    ] {
        scene.write("d.yaml", config.as_bytes());
        let refused = scene.phenom(&["run", "d.yaml"]);
        assert_eq!(refused.code, Some(2), "{said}: {}", refused.stdout);
        assert!(refused.stderr.contains(said), "{}", refused.stderr);
    }
}
