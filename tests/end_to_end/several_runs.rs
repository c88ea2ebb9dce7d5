//! Systems with several runs: a pair is one pair in every text, and every text names the question that was asked.

use serde_json::Value;

use super::scene::{Outcome, Scene};

const ORIGINALS: usize = 40;

/// Originals with two parts each, of which one in three is a contradiction.
fn pairs() -> Vec<(String, String, &'static str, &'static str)> {
    let gold =
        |number: usize| if number.is_multiple_of(3) { "contradiction" } else { "entailment" };
    let original = |number| (format!("o{number}"), String::new(), gold(number), "");
    let parts = |number: usize| {
        let of = format!("o{number}");
        let part = |at, gold, tag| (format!("o{number}-{at}"), of.clone(), gold, tag);
        [part(0, gold(number), "lexical:synonymy"), part(1, "entailment", "syntactic:negation")]
    };
    (0..ORIGINALS).map(original).chain((0..ORIGINALS).flat_map(parts)).collect()
}

/// Answers of which about one in `wrong` is wrong; every run has other wrong ones.
fn answers(wrong: usize, run: usize) -> String {
    let answer = |(at, (id, _, gold, _)): (usize, (String, String, &'static str, &str))| {
        // A fixed mixture of the place and the run.
        let is_wrong = ((at * 7919 + run * 104_729 + at * at * 31) % 1009).is_multiple_of(wrong);
        let other = if gold == "entailment" { "contradiction" } else { "entailment" };
        format!("{id},{}\n", if is_wrong { other } else { gold })
    };
    format!("id,label\n{}", pairs().into_iter().enumerate().map(answer).collect::<String>())
}

fn scene(config: &str) -> Scene {
    let lines: String = pairs()
        .into_iter()
        .map(|(id, origin, gold, tag)| format!("{id},{origin},{gold},{tag}\n"))
        .collect();
    let scene = Scene::new([
        ("c.yaml", config.as_bytes()),
        ("d.csv", format!("id,origin,gold,phenomena\n{lines}").as_bytes()),
    ]);
    for run in 0..5 {
        scene.write(&format!("a{run}.csv"), answers(9, run).as_bytes());
        scene.write(&format!("b{run}.csv"), answers(3, run).as_bytes());
    }
    scene
}

fn of_runs(system: &str, runs: &[usize]) -> String {
    let lower = system.to_lowercase();
    let files: Vec<String> = runs.iter().map(|run| format!("{lower}{run}.csv")).collect();
    match files.as_slice() {
        [one] => format!("  - {{name: {system}, predictions: {one}}}\n"),
        several => format!("  - {{name: {system}, runs: [{}]}}\n", several.join(", ")),
    }
}

fn config(a: &[usize], b: &[usize], question: &str) -> String {
    format!(
        "dataset: {{path: d.csv}}\nsystems:\n{}{}statistics: {{resamples: 200{question}}}\noutput: report\n\
         report: {{figures: [], formats: [md, csv]}}\n",
        of_runs("A", a),
        of_runs("B", b)
    )
}

fn ran(scene: &Scene) -> String {
    let outcome = scene.phenom(&["run", "c.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    format!("{}\n{}", outcome.stdout, scene.read("report/tables.md"))
}

/// The numbers behind each `/` and each ` of `, which are the pairs that others are counted of.
fn denominators(text: &str) -> Vec<u64> {
    let behind = ["/", " of "].iter().flat_map(|sign| text.split(sign).skip(1));
    behind
        .filter_map(|rest| {
            let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
            rest[..end].parse().ok()
        })
        .collect()
}

#[test]
fn no_text_counts_a_pair_once_for_each_run() {
    let five = [0, 1, 2, 3, 4];
    let scene = scene(&config(&five, &five, ""));
    let mut texts = ran(&scene);
    for arguments in [
        &["compare", "c.yaml"][..],
        &["compare", "c.yaml", "A", "B"],
        &["compare", "c.yaml", "A", "B", "--all"],
        &["compare", "c.yaml", "A", "B", "--fail-on", "worse"],
        &["compare", "c.yaml", "A", "B", "--fail-on", "worse", "--margin", "5"],
    ] {
        texts += &scene.phenom(arguments).stdout;
    }
    let counted = denominators(&texts);
    assert!(counted.len() > 100, "{}", counted.len());
    // Originals and their parts.
    let pairs = 3 * ORIGINALS as u64;
    assert!(counted.iter().all(|count| *count <= pairs), "{counted:?}");
}

/// A count of five runs that predict the same labels is that of one run, so that all lines but those on runs are equal.
/// The paragraph for papers has counts for single runs and shares for several.
#[test]
fn texts_on_copies_of_a_run_are_those_of_the_run() {
    let models = ", question: models";
    let one = ran(&scene(&config(&[0], &[0], models)));
    let copies = ran(&scene(&config(&[0; 5], &[0; 5], models)));
    let copied: Vec<&str> = copies.lines().collect();
    let is_on_runs = |line: &&str| {
        let starts = ["Written to", "We evaluate ", "More: "];
        starts.iter().any(|start| line.starts_with(start)) || line.contains("sha256")
    };
    // What several runs add is at the end of a note.
    let differing: Vec<&str> = one
        .lines()
        .filter(|line| !is_on_runs(line) && !copied.iter().any(|copy| copy.starts_with(line)))
        .collect();
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

fn gate(a: &[usize], b: &[usize], question: &str, more: &[&str]) -> Outcome {
    let arguments = [&["compare", "c.yaml", "A", "B", "--fail-on", "worse"], more].concat();
    scene(&config(a, b, question)).phenom(&arguments)
}

#[test]
fn a_gate_begins_with_the_question_of_its_test() {
    let three = &[0, 1, 2][..];
    let (methods, models) = (", question: methods", ", question: models");
    let single = "Compares two models: each system has one run.";
    // B is the new system.
    let of_methods = "Compares methods (runs of B: 3, of A: 3): pairs and runs are samples.";
    let of_models =
        "Compares trained models (runs of B: 1, of A: 3): pairs are a sample, runs are not.";
    let all = [
        (&[0][..], &[0][..], "", single, "models"),
        (&[0], &[0], methods, single, "models"),
        (three, three, "", of_methods, "methods"),
        (three, &[0], "", of_models, "models"),
        (three, &[0], models, of_models, "models"),
    ];
    for (a, b, question, expected, name) in all {
        for margin in [&[][..], &["--margin", "50"]] {
            let outcome = gate(a, b, question, margin);
            let text = outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
            let at = text.find("Compares").unwrap_or_else(|| panic!("{text}"));
            assert!(text[at..].starts_with(expected), "{text}");
            // It is the second paragraph.
            let before = outcome.stdout.split("\n\n").nth(1).unwrap();
            assert!(before.starts_with("Compares"), "{}", outcome.stdout);
            let json = gate(a, b, question, &[margin, &["--json"]].concat());
            let said: Value = serde_json::from_str(&json.stdout).unwrap();
            assert_eq!(said["question"], name);
            let in_words = said["question_in_words"].as_str().unwrap();
            assert!(in_words.starts_with(expected), "{said}");
            // What changes the question, if a system has runs.
            assert_eq!(in_words.contains("question: m"), expected != single, "{said}");
            let runs = serde_json::json!({"old": a.len(), "new": b.len()});
            assert_eq!(said["runs"], runs, "{said}");
            assert_eq!(json.code, outcome.code, "{}", json.stderr);
        }
    }
    // One run cannot show how a method varies.
    let refused = gate(three, &[0], methods, &[]);
    assert_eq!(refused.code, Some(2), "{}", refused.stdout);
    assert!(refused.stderr.contains("\"B\" has one run"), "{}", refused.stderr);
}

#[test]
fn a_gate_of_two_folders_begins_with_its_question_too() {
    let of = |a: &[usize], output: &str| {
        format!(
            "dataset: {{path: d.csv}}\nsystems:\n{}measures: [accuracy]\nstatistics: {{intervals: false, compare: \
             none}}\noutput: {output}\nreport: {{tables: [], figures: [], formats: [csv]}}\n",
            of_runs("A", a)
        )
    };
    let scene = scene(&of(&[0, 1, 2], "old"));
    assert_eq!(scene.phenom(&["run", "c.yaml"]).code, Some(0));
    scene.write("c.yaml", of(&[3], "new").as_bytes());
    assert_eq!(scene.phenom(&["run", "c.yaml"]).code, Some(0));
    let outcome = scene.phenom(&["compare", "old", "new", "--fail-on", "worse"]);
    let second = outcome.stdout.split("\n\n").nth(1).unwrap();
    let models = "Compares trained models (runs of A (new): 1, of A (old): 3)";
    assert!(second.starts_with(models), "{second}");
    let other = scene.phenom(&["compare", "new", "new", "--fail-on", "worse"]);
    assert_eq!(other.code, Some(2), "{}", other.stdout);
}

#[test]
fn reports_name_the_question_of_tests_and_intervals() {
    let said = |question: &str| ran(&scene(&config(&[0, 1, 2], &[0, 1, 2], question)));
    let (methods, models) = (said(""), said(", question: models"));
    for words in ["the test asks whether the methods differ", "its interval is that of the method"]
    {
        assert!(methods.contains(words) && !models.contains(words), "{words}");
    }
    for words in ["whether the trained models differ", "its interval is that of these runs"] {
        assert!(models.contains(words) && !methods.contains(words), "{words}");
    }
}

#[test]
fn the_choice_of_the_highest_system_is_noted_once_in_each_output() {
    let note = "The interval of the highest of 2 systems is not corrected";
    let in_method = "uncorrected for selecting the highest of 2 systems";
    let scene = scene(&config(&[0], &[0], ""));
    let outcome = scene.phenom(&["run", "c.yaml"]);
    let terminal = outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(terminal.matches(note).count(), 1, "{terminal}");
    for file in ["report/report.md", "report/tables.md"] {
        let report = scene.read(file);
        let (tables, paragraph) = report.split_once("## How to report this").unwrap();
        assert_eq!((tables.matches(note).count(), paragraph.matches(in_method).count()), (1, 1));
    }
}
