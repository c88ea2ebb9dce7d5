//! `judged`: people read some pairs, judges labelled all, and people correct judges.

use serde_json::{Value, json};

use super::annotator::Annotator;
use super::scene::{Outcome, Scene};

const CLUSTERS: usize = 60;
const LABELS: [&str; 3] = ["entailment", "unknown", "contradiction"];

/// Pairs in clusters of two, with gold by people on every third cluster, two judges, and three systems in columns of their
/// own files. The second judge says what system B says.
fn scene(people: &str) -> Scene {
    let mut pairs = String::from("id,cluster,text,hypothesis,phenomena,human,chance,good,biased\n");
    let mut answers = [String::from("id,label\n"), String::from("id,label\n")];
    for cluster in 0..CLUSTERS {
        for member in 0..2 {
            let number = 2 * cluster + member;
            let gold = number % 3;
            let off = |every: usize| LABELS[(gold + usize::from(number % every == 0)) % 3];
            let (a, b) = (off(4), off(5));
            let human = if cluster % 3 == 0 { LABELS[gold] } else { "" };
            let tag = ["lexical:synonymy", "syntactic:negation", "reasoning:quantity"][number % 3];
            pairs += &format!(
                "p{number},c{cluster},Text {number}.,Hypothesis {number}.,{tag},{human},0.3333,{},{b}\n",
                off(7)
            );
            answers[0] += &format!("p{number},{a}\n");
            answers[1] += &format!("p{number},{b}\n");
        }
    }
    let scene = Scene::new([
        ("p.csv", pairs.as_bytes()),
        ("a.csv", answers[0].as_bytes()),
        ("b.csv", answers[1].as_bytes()),
    ]);
    scene.write("c.yaml", config(people, "{name: biased, labels: biased}").as_bytes());
    scene
}

fn config(people: &str, second: &str) -> String {
    format!(
        "dataset:\n  path: p.csv\n  columns: {{id: id, cluster: cluster, text: text, hypothesis: hypothesis, phenomenon: phenomena, \
         gold: none}}\n  judged:\n    people: {{{people}}}\n    judges:\n      - {{name: good, labels: good}}\n      - {second}\n\
         systems:\n  - {{name: A, predictions: a.csv}}\n  - {{name: B, predictions: b.csv}}\noutput: report\n"
    )
}

fn ran(scene: &Scene, arguments: &[&str]) -> Outcome {
    let outcome = scene.phenom(arguments);
    assert_eq!(outcome.code, Some(0), "{arguments:?}: {}", outcome.stderr);
    outcome
}

/// The cells of a file by the names of its columns.
fn rows(scene: &Scene, file: &str) -> Vec<std::collections::BTreeMap<String, String>> {
    let text = scene.read(file);
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

type Row = std::collections::BTreeMap<String, String>;

const RANDOM: &str = "labels: human, chosen: random";

#[test]
fn people_correct_judges_and_the_report_says_what_it_rests_on() {
    let scene = scene(RANDOM);
    let said = ran(&scene, &["run", "c.yaml"]).stdout;
    assert!(
        said.contains("120 pairs, 40 of them read by people, three-way labels, 2 systems"),
        "{said}"
    );
    assert!(said.contains("\"good\" and \"biased\" labelled 120 pairs."), "{said}");
    assert!(!said.contains("no gold label"), "{said}");
    let judged = rows(&scene, "report/judged.csv");
    let of = |system: &str, labels_of: &str, judge: &str| -> f64 {
        let is_it = |row: &&std::collections::BTreeMap<String, String>| {
            (row["system"].as_str(), row["labels_of"].as_str(), row["judge"].as_str())
                == (system, labels_of, judge)
                && row["slice_kind"] == "all"
                && row["measure"] == "accuracy"
        };
        judged.iter().find(is_it).unwrap()["value"].parse().unwrap()
    };
    assert_eq!(of("B", "judge", "biased"), 1.0);
    // B is right on four of five.
    assert!((of("B", "corrected", "") - 0.8).abs() < 0.1, "{}", of("B", "corrected", ""));
    let comparisons = rows(&scene, "report/comparisons.csv");
    let methods: Vec<&str> = comparisons.iter().map(|row| row["method"].as_str()).collect();
    assert!(methods.iter().all(|method| ["prediction_powered_t", "people_t"].contains(method)));
    let scores = rows(&scene, "report/scores.csv");
    let of_a = scores.iter().find(|row| {
        (row["system"].as_str(), row["slice_kind"].as_str(), row["measure"].as_str())
            == ("A", "all", "accuracy")
    });
    let value: f64 = of_a.unwrap()["value"].parse().unwrap();
    assert!((value - of("A", "corrected", "")).abs() < 1e-12);
    assert_eq!(ran(&scene, &["run", "c.yaml", "--verify"]).code, Some(0));
}

#[test]
fn pairs_chosen_within_strata_weigh_by_what_was_read_of_each() {
    // People read every pair of one phenomenon, half of those of another, and a third of the last.
    let scene = scene(RANDOM);
    let mut lines = scene.read("p.csv").lines().map(str::to_owned).collect::<Vec<_>>();
    for (number, line) in lines.iter_mut().skip(1).enumerate() {
        let mut fields: Vec<&str> = line.split(',').collect();
        if number % 3 == 1 || number % 6 == 2 {
            fields[5] = LABELS[number % 3];
        }
        *line = fields.join(",");
    }
    scene.write("p.csv", lines.join("\n").as_bytes());
    let people = "labels: human, chosen: strata, strata: phenomena";
    let config = config(people, "{name: biased, labels: biased}");
    let config = config.replace("phenomenon: phenomena, ", "");
    scene.write("c.yaml", config.as_bytes());
    let said = ran(&scene, &["run", "c.yaml"]).stdout;
    assert!(said.contains("chosen at random within strata"), "{said}");
    let judged = rows(&scene, "report/judged.csv");
    let of_people = judged.iter().find(|row| {
        (row["system"].as_str(), row["labels_of"].as_str()) == ("A", "people")
            && row["slice_kind"] == "all"
            && row["measure"] == "accuracy"
    });
    // By people A is correct on 10 of 20, 30 of 40 and 10 of 20 pairs of three strata of 40; unweighted, that is 0.625.
    let value: f64 = of_people.unwrap()["value"].parse().unwrap();
    assert!((value - (0.5 + 0.75 + 0.5) / 3.0).abs() < 1e-12, "{value}");
    let refused = scene.phenom(&["run", "c.yaml", "--verify"]);
    assert_eq!(refused.code, Some(0), "{}", refused.stderr);
}

/// The table of pairs, with one column changed by the number of the pair and what is there.
fn change_column(scene: &Scene, column: usize, changed: impl Fn(usize, &str) -> String) {
    let text = scene.read("p.csv");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for (number, line) in lines.iter_mut().skip(1).enumerate() {
        let mut fields: Vec<String> = line.split(',').map(str::to_owned).collect();
        fields[column] = changed(number, &fields[column]);
        *line = fields.join(",");
    }
    scene.write("p.csv", lines.join("\n").as_bytes());
}

/// Labels of people on three of ten pairs of every kind.
fn three_of_ten(number: usize, _: &str) -> String {
    let is_read = number * 7 % 10 < 3;
    if is_read { LABELS[number % 3].to_owned() } else { String::new() }
}

#[test]
fn pairs_that_chance_would_hardly_choose_are_warned_of() {
    // People read pairs of two gold labels and phenomena alone.
    let scene = scene(RANDOM);
    let outcome = ran(&scene, &["run", "c.yaml", "--table", "judges"]);
    let of_run = "Warning: the pairs that people read differ significantly from the others in phenomena (adjusted p < .001)";
    assert!(outcome.stderr.contains(of_run), "{}", outcome.stderr);
    let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(line(&outcome.stdout).contains(of_run), "{}", outcome.stdout);
    change_column(&scene, 5, three_of_ten);
    let outcome = ran(&scene, &["run", "c.yaml", "--table", "judges"]);
    assert!(!outcome.stderr.contains("Warning"), "{}", outcome.stderr);
    let found = "The pairs that people read do not differ significantly from the others in labels of judges, phenomena or \
                 agreement of systems with judges (6 tests, adjusted p";
    assert!(line(&outcome.stdout).contains(found), "{}", outcome.stdout);
}

#[test]
fn pairs_that_people_declined_are_warned_of() {
    let probability = "labels: human, chosen: probability, probability: chance";
    let declined = scene(probability);
    change_column(&declined, 5, three_of_ten);
    change_column(&declined, 6, |_, _| "0.3".to_owned());
    let outcome = ran(&declined, &["run", "c.yaml", "--table", "judged"]);
    assert!(!outcome.stderr.contains("another number"), "{}", outcome.stderr);
    // 60 of 120 pairs are to be expected, with a standard deviation of 5.5, and 36 are read.
    change_column(&declined, 6, |_, _| "0.5".to_owned());
    let outcome = ran(&declined, &["run", "c.yaml", "--table", "judged"]);
    let found = "the stated probabilities let expect another number of labels: 36, expected 60.0, in all original pairs";
    assert!(outcome.stderr.contains(found), "{}", outcome.stderr);
    assert!(outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ").contains(found));

    let scene = scene("labels: human, chosen: all-of");
    let outcome = ran(&scene, &["run", "c.yaml", "--table", "judged"]);
    assert!(!outcome.stderr.contains("only in part"), "{}", outcome.stderr);
    change_column(&scene, 5, |number, label| if number == 7 { "" } else { label }.to_owned());
    let outcome = ran(&scene, &["run", "c.yaml", "--table", "judged"]);
    let found = "people read 1 of 20 clusters only in part (unread pairs: 1)";
    assert!(outcome.stderr.contains(found), "{}", outcome.stderr);
}

#[test]
fn what_was_chosen_nobody_knows_how_corrects_nothing() {
    let scene = scene("labels: human, chosen: unknown");
    let said = ran(&scene, &["run", "c.yaml"]).stdout;
    assert!(said.contains("chosen in an unknown way"), "{said}");
    let judged = rows(&scene, "report/judged.csv");
    let corrected: Vec<_> = judged.iter().filter(|row| row["labels_of"] == "corrected").collect();
    assert!(corrected.iter().all(|row| row["value"].is_empty()));
    assert!(judged.iter().any(|row| row["labels_of"] == "judge" && row["value"].starts_with('1')));
    let refused = scene.phenom(&["label", "c.yaml", "--next", "10", "--output", "l.csv"]);
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    assert!(!scene.path().join("l.csv").exists());
}

#[test]
fn pairs_that_were_chosen_by_their_labels_correct_shares_of_labels_alone() {
    let scene = scene("labels: human, chosen: by-label");
    change_column(&scene, 5, three_of_ten);
    let outcome = ran(&scene, &["run", "c.yaml", "--table", "judged"]);
    let line = outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let found = "Shares of gold labels on all pairs by \"good\", assuming a judge that errs alike";
    assert!(line.contains(found), "{line}");
    let mut shares: Vec<_> = rows(&scene, "report/judges.csv");
    // Agreement is known for each gold label alone.
    let is_of_label = |row: &Row| row["slice_kind"] == "judgment" && row["p"].is_empty();
    assert!(shares.iter().all(is_of_label));
    shares.retain(|row| row["figure"] == "share");
    assert_eq!(shares.len(), 6);
    let values = shares[..3].iter().map(|row| row["value"].parse::<f64>().unwrap());
    assert!((values.clone().sum::<f64>() - 1.0).abs() < 1e-9);
    // Each gold label is that of 40 of the 120 pairs.
    assert!(
        values.clone().all(|share| (share - 1.0 / 3.0).abs() < 0.1),
        "{:?}",
        values.collect::<Vec<_>>()
    );
    let judged = rows(&scene, "report/judged.csv");
    let corrected: Vec<_> = judged.iter().filter(|row| row["labels_of"] == "corrected").collect();
    let reason = "chosen by their labels";
    assert!(corrected.iter().all(|row| row["value"].is_empty()));
    assert!(corrected.iter().any(|row| row["undefined_reason"].contains(reason)));
    assert!(!scene.path().join("report/comparisons.csv").exists());
    // People gave four pairs the label of a third.
    change_column(&scene, 5, |number, label| {
        if number % 3 == 0 && number > 30 { "" } else { label }.to_owned()
    });
    let outcome = ran(&scene, &["run", "c.yaml", "--table", "judged"]);
    let line = outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(line.contains("are undefined: people gave some gold label"), "{line}");
    let refused = scene.phenom(&["label", "c.yaml", "--next", "10", "--output", "l.csv"]);
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
}

#[test]
fn a_judge_that_is_a_system_says_nothing_of_itself() {
    let scene = scene(RANDOM);
    let config = config(RANDOM, "{name: biased, labels: biased, also: B}");
    scene.write("c.yaml", config.as_bytes());
    let said = ran(&scene, &["run", "c.yaml", "--table", "judged"]).stdout;
    assert!(said.contains("biased is also the system B"), "{said}");
    let judged = rows(&scene, "report/judged.csv");
    let by_itself = |row: &&std::collections::BTreeMap<String, String>| {
        row["judge"] == "biased" && row["system"] == "B"
    };
    assert!(judged.iter().filter(by_itself).all(|row| row["value"].is_empty()));
}

#[test]
fn pairs_to_label_come_back_with_their_probabilities() {
    let scene = scene(RANDOM);
    let forecast = ran(&scene, &["label", "c.yaml"]).stdout;
    assert!(forecast.contains("Intervals with more labels of people"), "{forecast}");
    let of_two = ran(&scene, &["label", "c.yaml", "A", "B", "--for", "difference"]).stdout;
    assert!(of_two.contains("A - B"), "{of_two}");
    let of_phenomena = ran(&scene, &["label", "c.yaml", "--for", "phenomena"]).stdout;
    let words = of_phenomena.split_whitespace().collect::<Vec<_>>().join(" ");
    // People read numbers that are 0 or 1 modulo 6, and phenomena are numbers modulo 3.
    assert!(words.contains("lexical:synonymy 40 20"), "{of_phenomena}");
    let drawn = ran(&scene, &["label", "c.yaml", "--next", "20", "--output", "l.csv"]).stdout;
    assert!(drawn.contains("The first 20 rows of l.csv have"), "{drawn}");
    assert!(drawn.contains("phenom annotate l.csv --annotator NAME --open"), "{drawn}");
    assert!(drawn.contains("work: l.annotations"), "{drawn}");
    let text = scene.read("l.csv");
    assert!(!text.contains("good") && !text.contains("biased"), "{text}");
    let all = rows(&scene, "l.csv");
    assert_eq!(all.len(), 120);
    assert!(all[..20].iter().all(|row| row["label"].is_empty()));
    assert!(all[20..60].iter().all(|row| !row["label"].is_empty()));
    let chances = all.iter().map(|row| row["probability"].parse::<f64>().unwrap());
    assert!(chances.clone().all(|chance| chance > 1.0 / 3.0 && chance <= 1.0));
    // A file is never overwritten unasked.
    assert_eq!(
        scene.phenom(&["label", "c.yaml", "--next", "20", "--output", "l.csv"]).code,
        Some(2)
    );
    // People fill in the labels, and the file goes into the config.
    let mut filled = String::from("id,label,probability\n");
    for (at, row) in all.iter().enumerate() {
        let number: usize = row["id"][1..].parse().unwrap();
        let label = if at < 20 { LABELS[number % 3] } else { &row["label"] };
        filled += &format!("{},{label},{}\n", row["id"], row["probability"]);
    }
    scene.write("filled.csv", filled.as_bytes());
    let people = "labels: {path: filled.csv, labels: judgments}, chosen: probability, probability: probability";
    scene.write("d.yaml", config(people, "{name: biased, labels: biased}").as_bytes());
    let said = ran(&scene, &["run", "d.yaml", "--output", "second"]).stdout;
    assert!(
        said.contains("people read 60 of 120 pairs, chosen with stated probabilities"),
        "{said}"
    );
    let again = ran(&scene, &["label", "d.yaml", "--next", "10", "--output", "m.csv"]).stdout;
    assert!(again.contains("The first 10 rows"), "{again}");
}

const WORK: &str = "labels: {path: l.csv, labels: judgments}, work: l.annotations, chosen: probability, probability: \
                    probability";

/// Draws pairs, which bo labels in `phenom annotate`, but for the last of them.
fn labelled(count: usize, left: usize) -> (Scene, Annotator) {
    let scene = scene(RANDOM);
    let count = count.to_string();
    ran(&scene, &["label", "c.yaml", "--next", &count, "--output", "l.csv"]);
    let bo = Annotator::new(&scene, "l.csv", "bo", &[json!({"do": "batch"})]);
    read_all(&bo, left, |number| LABELS[number % 3]);
    scene.write("d.yaml", config(WORK, "{name: biased, labels: biased}").as_bytes());
    (scene, bo)
}

/// Labels all pairs of the open batch but for the last ones, each by the number in its text.
fn read_all(annotator: &Annotator, left: usize, label: impl Fn(usize) -> &'static str) {
    let items = annotator.get("blind")["batch"].as_array().unwrap().len() - left;
    for item in 1..=items {
        let current = annotator.get(&format!("blind?item={item}"))["current"].clone();
        let text = current["text"].as_str().unwrap();
        let number = text["Text ".len()..text.len() - 1].parse().unwrap();
        let label = label(number);
        annotator.take(
            &json!({"do": "read", "item": item, "judgment": label, "confidence": 3, "comment": ""}),
        );
    }
}

#[test]
fn pairs_that_were_drawn_are_labelled_blind() {
    let (scene, bo) = labelled(6, 1);
    let start = bo.get("start");
    assert_eq!(start["dataset"]["pairs"], 6);
    assert_eq!(start["pairs"], json!([]));
    assert_eq!((&start["strip"]["read"], &start["strip"]["to_read"]), (&json!(5), &json!(1)));
    assert!(start["labels_config"].as_str().unwrap().contains("work: l.annotations"), "{start}");
    let blind = bo.get("blind");
    let known: Vec<&String> = blind["current"].as_object().unwrap().keys().collect();
    for key in known {
        let keys = [
            "comment",
            "confidence",
            "flag",
            "has_reading",
            "hypothesis",
            "item",
            "judgment",
            "note",
            "phenomenon",
            "sentences",
            "text",
            "words",
        ];
        assert!(keys.contains(&key.as_str()), "{key}");
    }
    assert_eq!(blind["current"]["judgment"], Value::Null);
    let [read, unread] = [0, 5].map(|row| rows(&scene, "l.csv")[row]["id"].clone());
    for path in ["pair", "file"] {
        let name = if path == "pair" { "id" } else { "pair" };
        for id in [&read, &unread] {
            let told = bo.get(&format!("{path}?{name}={id}"));
            assert_eq!(told.get("gold"), None);
            assert_eq!(told.get("record").unwrap_or(&Value::Null), &Value::Null);
        }
    }
    let refused = scene.phenom(&["annotate", "l.csv", "--annotator", "cleo", "--plan", "c.yaml"]);
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
}

#[test]
fn pairs_of_two_way_data_have_two_labels_to_choose_from() {
    let drawn = "id,text,hypothesis,label,probability,choose_from\n\
                 a,\"T, one.\",H one.,,0.5,\"entailment, not-entailment\"\nb,T two.,H two.,not-entailment,0.5,\n";
    let scene = Scene::new([("l.csv", drawn.as_bytes())]);
    let start = Annotator::new(&scene, "l.csv", "bo", &[]).get("start");
    assert_eq!(start["judgments"], json!(["entailment", "not-entailment"]));
    assert_eq!(start["dataset"]["pairs"], 1);
}

#[test]
fn labels_of_phenom_annotate_come_back_and_further_waves_keep_them() {
    let (scene, bo) = labelled(6, 1);
    let said = ran(&scene, &["run", "d.yaml"]).stdout;
    assert!(said.contains("People have not labelled 1 of 6 pairs drawn for them"), "{said}");
    assert!(said.contains("people read 45 of 120 pairs"), "{said}");
    // The pair without a label is to be read in the next wave, too.
    let drawn = ran(&scene, &["label", "d.yaml", "--next", "4", "--output", "m.csv"]).stdout;
    let wave = rows(&scene, "m.csv");
    let to_read = wave.iter().take_while(|row| row["label"].is_empty()).count();
    assert!(drawn.contains(&format!("The first {to_read} rows of m.csv have")), "{drawn}");
    let is_drawn = |row: &&std::collections::BTreeMap<String, String>| {
        row["choose_from"] == "entailment, contradiction, unknown"
            || row["choose_from"] == "entailment, unknown, contradiction"
    };
    assert_eq!(wave.iter().filter(is_drawn).count(), to_read + 5);
    let labels = wave.iter().filter(|row| !row["label"].is_empty()).count();
    assert_eq!(labels, 45);
    let chance = |file: &str, id: &str| -> f64 {
        let rows = rows(&scene, file);
        rows.iter().find(|row| row["id"] == id).unwrap()["probability"].parse().unwrap()
    };
    assert!(
        wave.iter().all(|row| chance("m.csv", &row["id"]) > chance("l.csv", &row["id"]) - 1e-12)
    );
    read_last(&bo);
    let said = ran(&scene, &["run", "d.yaml", "--output", "second"]).stdout;
    assert!(said.contains("people read 46 of 120 pairs"), "{said}");
    assert!(!said.contains("have not labelled"), "{said}");
    assert_eq!(ran(&scene, &["run", "d.yaml", "--output", "second", "--verify"]).code, Some(0));
}

fn read_last(annotator: &Annotator) {
    let item = annotator.get("blind")["current"]["item"].clone();
    annotator.take(
        &json!({"do": "read", "item": item, "judgment": "unknown", "confidence": 1, "comment": ""}),
    );
}

#[test]
fn what_two_people_label_differently_is_adjudicated_before_it_counts() {
    let (scene, bo) = labelled(6, 0);
    let cleo = Annotator::new(&scene, "l.csv", "cleo", &[json!({"do": "batch"})]);
    let odd = rows(&scene, "l.csv")[0]["id"].clone();
    let number: usize = odd[1..].parse().unwrap();
    read_all(&cleo, 0, |of| LABELS[(of + usize::from(of == number)) % 3]);
    let refused = scene.phenom(&["run", "d.yaml"]);
    assert_eq!(refused.code, Some(2), "{}", refused.stdout);
    let message = format!("people who labelled these pairs disagree: {odd}");
    assert!(refused.stderr.contains(&message), "{}", refused.stderr);
    assert!(
        refused.stderr.contains("phenom annotate l.csv --annotator NAME"),
        "{}",
        refused.stderr
    );
    drop(bo);
    let bo = Annotator::new(&scene, "l.csv", "bo", &[]);
    bo.take(
        &json!({"do": "settle", "pair": odd, "judgment": "unknown", "drop": false, "reason": "R."}),
    );
    ran(&scene, &["run", "d.yaml"]);
    // A label in the file that differs from it is no better.
    let other = if number % 3 == 1 { "entailment" } else { LABELS[number % 3] };
    let line = format!("{odd},Text {number}.,Hypothesis {number}.,");
    let file = scene.read("l.csv").replace(&line, &format!("{line}{other}"));
    scene.write("l.csv", file.as_bytes());
    let refused = scene.phenom(&["run", "d.yaml"]);
    assert!(
        refused.stderr.contains("differently here and in `phenom annotate`"),
        "{}",
        refused.stderr
    );
}

#[test]
fn agreement_begins_with_that_of_judges_with_people() {
    let scene = scene(RANDOM);
    let title = "Agreement of judges with people";
    let said = ran(&scene, &["agree", "c.yaml"]).stdout;
    assert!(said.contains(title), "{said}");
    let reported = ran(&scene, &["run", "c.yaml", "--table", "judges"]).stdout;
    let of_judges = |said: &str| -> Vec<String> {
        let table = &said[said.find(title).unwrap()..];
        table.lines().skip(1).take(6).map(str::to_owned).collect()
    };
    assert_eq!(of_judges(&said), of_judges(&reported));
    let config = scene.read("c.yaml");
    let (dataset, _) = config.split_once("systems:").unwrap();
    scene.write("alone.yaml", dataset.as_bytes());
    let alone = ran(&scene, &["agree", "alone.yaml"]).stdout;
    assert_eq!(of_judges(&alone), of_judges(&said));
}

#[test]
fn commands_that_judged_gold_has_no_use_for_say_what_has() {
    let scene = scene(RANDOM);
    for (arguments, help) in [
        (vec!["counts", "c.yaml", "--output", "x"], "phenom run"),
        (vec!["power", "c.yaml"], "phenom label"),
    ] {
        let refused = scene.phenom(&arguments);
        assert_eq!(refused.code, Some(2), "{arguments:?}");
        assert!(refused.stderr.contains(help), "{}", refused.stderr);
    }
    let plain = "dataset: {path: p.csv, columns: {id: id, gold: good}}\nsystems: [{name: A, predictions: a.csv}]\n";
    scene.write("plain.yaml", plain.as_bytes());
    let refused = scene.phenom(&["label", "plain.yaml"]);
    assert!(refused.stderr.contains("no judged gold"), "{}", refused.stderr);
}
