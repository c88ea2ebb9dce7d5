//! `judged`: people read some pairs, judges labelled all, and people correct judges.

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
    assert!(!outcome.stderr.contains("fewer pairs"), "{}", outcome.stderr);
    // 60 of 120 pairs are to be expected, with a standard deviation of 5.5, and 36 are read.
    change_column(&declined, 6, |_, _| "0.5".to_owned());
    let outcome = ran(&declined, &["run", "c.yaml", "--table", "judged"]);
    let found = "people read fewer pairs than the stated probabilities let expect: 36 of 60.0 in all original pairs";
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
    let shares: Vec<_> = rows(&scene, "report/judges.csv");
    assert_eq!(shares.len(), 6);
    assert!(shares.iter().all(|row| row["figure"] == "share" && row["p"].is_empty()));
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
    let comparisons = rows(&scene, "report/comparisons.csv");
    assert!(comparisons.iter().all(|row| row["p"].is_empty()));
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
    let drawn = ran(&scene, &["label", "c.yaml", "--next", "20", "--output", "l.csv"]).stdout;
    assert!(drawn.contains("The first 20 rows of l.csv have"), "{drawn}");
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
