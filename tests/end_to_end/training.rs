//! Engines that are trained: models, rules and parses.

use super::scene::{Outcome, SCORES_ONLY, Scene, scores};

/// A text of which the words of the hypothesis stand in their order, whether it entails it or not: only the heads tell
/// who did what.
struct Sentence {
    animal: &'static str,
    other: &'static str,
    did: &'static str,
    entailed: bool,
}

impl Sentence {
    fn text(&self) -> String {
        let Self { animal, other, did, entailed } = self;
        match entailed {
            true => format!("the {animal} that saw the {other} {did}"),
            false => format!("the {animal} barked and the {other} {did}"),
        }
    }

    fn hypothesis(&self) -> String {
        format!("the {} {}", self.animal, self.did)
    }

    fn heads(&self) -> [usize; 7] {
        // the - animal - that - saw - the - other - did; the - animal - barked - and - the - other - did
        if self.entailed { [2, 7, 4, 2, 6, 4, 0] } else { [2, 3, 0, 7, 6, 7, 3] }
    }
}

const DID: [&str; 6] = ["slept", "ran", "ate", "sang", "left", "fell"];

/// Pairs of a few animals, half of them entailed.
fn sentences(animals: [&'static str; 3]) -> Vec<Sentence> {
    let of = |number: usize| Sentence {
        animal: animals[number % 3],
        other: animals[(number + 1) % 3],
        did: DID[number / 2],
        entailed: number.is_multiple_of(2),
    };
    (0..12).map(of).collect()
}

fn csv(sentences: &[Sentence]) -> String {
    let mut csv = "id,text,hypothesis,gold\n".to_owned();
    for (number, sentence) in sentences.iter().enumerate() {
        let gold = if sentence.entailed { "entailment" } else { "not-entailment" };
        let (text, hypothesis) = (sentence.text(), sentence.hypothesis());
        csv += &format!("{},{text},{hypothesis},{gold}\n", number + 1);
    }
    csv
}

fn parse(pair: usize, side: &str, words: &str, heads: &[usize]) -> String {
    let words = words.split(' ').zip(heads).enumerate().map(|(place, (word, head))| {
        format!("{}\t{word}\t_\t_\t_\t_\t{head}\t_\t_\t_\n", place + 1)
    });
    format!("# pair_id = {pair}\n# side = {side}\n{}\n", words.collect::<String>())
}

fn conllu(sentences: &[Sentence]) -> String {
    let of = |(number, sentence): (usize, &Sentence)| {
        let text = parse(number + 1, "text", &sentence.text(), &sentence.heads());
        text + &parse(number + 1, "hypothesis", &sentence.hypothesis(), &[2, 3, 0])
    };
    sentences.iter().enumerate().map(of).collect()
}

/// Pairs to learn from and others to judge, with the same ids, and systems.
fn scene(systems: &str) -> Scene {
    let (learnt, judged) = (sentences(["cat", "dog", "cow"]), sentences(["fox", "hen", "pig"]));
    let config = format!("dataset: {{path: pairs.csv}}\nsystems:\n{systems}{SCORES_ONLY}");
    Scene::new([
        ("training.csv", csv(&learnt).as_bytes()),
        ("training.conllu", conllu(&learnt).as_bytes()),
        ("pairs.csv", csv(&judged).as_bytes()),
        ("pairs.conllu", conllu(&judged).as_bytes()),
        ("config.yaml", config.as_bytes()),
    ])
}

fn system(name: &str, engine: &str) -> String {
    format!("  - {{name: {name}, engine: {{wordnet: none, {engine}}}}}\n")
}

fn succeeds(scene: &Scene, arguments: &[&str]) -> Outcome {
    let outcome = scene.phenom(arguments);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    // Progress is for terminals.
    assert_eq!(outcome.stderr, "");
    outcome
}

fn accuracy(scene: &Scene, system: &str) -> f64 {
    let scores = scores(&scene.read("report/scores.csv"));
    let key = [system, "original", "all", "", "accuracy"].map(str::to_owned);
    scores[&key]["value"].parse().unwrap()
}

/// The answers in the file that `phenom predict` says it wrote for the only system.
fn predicted(scene: &Scene) -> String {
    let outcome = succeeds(scene, &["predict", "config.yaml", "--overwrite"]);
    let file = outcome.stdout.split_once(": ").unwrap().1.split(" (").next().unwrap().to_owned();
    scene.read(&file)
}

#[test]
fn a_trained_model_answers_as_what_it_was_learnt_from() {
    for engine in ["features", "edit-distance"] {
        let learn = format!("name: {engine}, learn-on: {{path: training.csv}}");
        let scene = scene(&system("S", &learn));
        let learnt = predicted(&scene);
        assert_eq!(learnt.lines().count(), 12);
        let outcome = succeeds(&scene, &["train", "config.yaml", "S", "-o", "s.json"]);
        assert!(outcome.stdout.contains("trained on 12 pairs of training.csv"));
        let model = scene.read("s.json");
        assert!(model.contains(&format!("\"engine\": \"{engine}\"")));
        for once in ["\"format\": 1", "\"trained-on\": \"12 pairs of training.csv\""] {
            assert_eq!(model.matches(once).count(), 1, "{once}");
        }
        let from_model = system("S", &format!("name: {engine}, model: s.json"));
        scene.write(
            "config.yaml",
            format!("dataset: {{path: pairs.csv}}\nsystems:\n{from_model}").as_bytes(),
        );
        assert_eq!(predicted(&scene), learnt, "{engine}");
        // The same bytes when it is trained again.
        let trained = format!("dataset: {{path: pairs.csv}}\nsystems:\n{}", system("S", &learn));
        scene.write("config.yaml", trained.as_bytes());
        succeeds(&scene, &["train", "config.yaml", "S", "-o", "again.json"]);
        assert_eq!(scene.read("again.json"), model);
        let other = if engine == "features" { "edit-distance" } else { "features" };
        let wrong = [
            (format!("name: {other}, model: s.json"), format!("s.json is a model of `{engine}`")),
            (
                format!("name: {engine}, model: later.json"),
                "this version of phenom reads models of format 1, not 2".to_owned(),
            ),
        ];
        scene.write("later.json", model.replace("\"format\": 1", "\"format\": 2").as_bytes());
        for (engine, message) in wrong {
            let config =
                format!("dataset: {{path: pairs.csv}}\nsystems:\n{}", system("S", &engine));
            scene.write("config.yaml", config.as_bytes());
            let outcome = scene.phenom(&["predict", "config.yaml", "-o", "other"]);
            assert_eq!(outcome.code, Some(2));
            assert!(outcome.stderr.contains(&message), "{}", outcome.stderr);
            assert!(!scene.path().join("other").exists());
        }
    }
}

#[test]
fn parts_are_answered_by_what_was_learnt_on_the_others() {
    // Each pair has words of its own, so that nothing can be known of it but that most of the others have the other
    // judgment: whoever learns from the others alone is always wrong.
    let mut csv = "id,text,hypothesis,gold\n".to_owned();
    for number in 0..8 {
        let gold = if number % 2 == 0 { "entailment" } else { "not-entailment" };
        csv += &format!("{number},t{number},h{number},{gold}\n");
    }
    let scene = scene("  - {name: Alone, engine: {name: hypothesis-only, cross-validated: 8}}\n");
    scene.write("pairs.csv", csv.as_bytes());
    succeeds(&scene, &["run", "config.yaml", "--quiet"]);
    assert_eq!(accuracy(&scene, "Alone"), 0.0);
}

#[test]
fn a_rule_changes_an_answer() {
    let mut csv = "id,text,hypothesis,gold\n".to_owned();
    for (number, did) in DID.iter().enumerate() {
        csv += &format!("{number}a,the dog {did},the dog {did},entailment\n");
        csv += &format!("{number}b,the dog {did},the dog barked,not-entailment\n");
    }
    let learn = "name: edit-distance, learn-on: {path: learnt.csv}";
    let systems = system("Without", learn) + &system("With", &format!("{learn}, rules: rules.tsv"));
    let scene = scene(&systems);
    scene.write("learnt.csv", csv.as_bytes());
    scene.write(
        "pairs.csv",
        b"id,text,hypothesis,gold\n1,the firm purchased,the firm acquired,entailment\n\
          2,the firm purchased,the firm vanished,not-entailment\n",
    );
    scene.write("rules.tsv", b"# made by hand\npurchase\tacquire\t1\n");
    let config = scene.read("config.yaml").replace("formats: [csv]", "formats: [csv, json]");
    scene.write("config.yaml", config.as_bytes());
    succeeds(&scene, &["run", "config.yaml", "--quiet"]);
    assert_eq!((accuracy(&scene, "Without"), accuracy(&scene, "With")), (0.5, 1.0));
    // sha256sum rules.tsv
    let report: serde_json::Value =
        serde_json::from_str(&scene.read("report/report.json")).unwrap();
    let files = report["signature"]["systems"][1]["files"].to_string();
    assert!(files.contains("\"path\":\"rules.tsv\""), "{files}");
    assert!(
        files.contains("2d42920f5459d3648d2169d177cae62689d6dbce8cea0fd4d5ae28105767918c"),
        "{files}"
    );
    scene.write("rules.tsv", b"buy\tacquire\t2\n");
    let outcome = scene.phenom(&["check", "config.yaml"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("rules.tsv:1: `2` is not a probability"), "{}", outcome.stderr);
}

const WITH_TREES: &str = "name: edit-distance, learn-on: {path: training.csv, trees: training.conllu}, trees: pairs.conllu";

#[test]
fn trees_change_answers() {
    let systems = system("Words", "name: edit-distance, learn-on: {path: training.csv}")
        + &system("Trees", WITH_TREES)
        + &system("Unparsed", &WITH_TREES.replace(", trees: pairs.conllu", ""));
    let scene = scene(&systems);
    let config = scene.read("config.yaml").replace("formats: [csv]", "formats: [csv, json]");
    scene.write("config.yaml", config.as_bytes());
    let outcome = succeeds(&scene, &["run", "config.yaml"]);
    // All words of all hypotheses stand in their texts, in their order: by words nothing is told apart.
    for (system, expected) in [("Words", 0.5), ("Trees", 1.0), ("Unparsed", 0.5)] {
        assert_eq!(accuracy(&scene, system), expected, "{system}");
    }
    let said = outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let note = "`Unparsed`: 12 of 12 pairs have no parse (first pair `1`); phenom compares them as sequences of words";
    assert!(said.contains(note), "{}", outcome.stdout);
    assert!(!said.contains("`Trees`: "), "{}", outcome.stdout);
    let report = scene.read("report/report.json");
    assert!(report.contains("trained on 12 pairs of training.csv, 12 of them with parses"));
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let files = &report["signature"]["systems"][1]["files"];
    let paths: Vec<&str> =
        files.as_array().unwrap().iter().map(|file| file["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["training.csv", "training.conllu", "pairs.conllu"]);
}

#[test]
fn trees_serve_cross_validation_and_trained_models() {
    let cross_validated = "name: edit-distance, cross-validated: 3, trees: pairs.conllu";
    let scene = scene(&(system("Parts", cross_validated) + &system("S", WITH_TREES)));
    let outcome = succeeds(&scene, &["train", "config.yaml", "S", "-o", "s.json"]);
    assert!(outcome.stdout.contains("12 of them with parses"), "{}", outcome.stdout);
    let config = scene.read("config.yaml");
    let from_model = "name: edit-distance, model: s.json, trees: pairs.conllu";
    scene.write("config.yaml", config.replace(WITH_TREES, from_model).as_bytes());
    succeeds(&scene, &["run", "config.yaml", "--quiet"]);
    assert_eq!((accuracy(&scene, "Parts"), accuracy(&scene, "S")), (1.0, 1.0));
    // Pairs that are left out may be parsed, and pairs may be without a parse.
    let some: String = scene.read("pairs.conllu").split_inclusive("\n\n").skip(2).collect();
    scene.write("pairs.conllu", some.as_bytes());
    let config = scene.read("config.yaml").replace("pairs.csv}", "pairs.csv, exclude: [\"12\"]}");
    scene.write("config.yaml", config.as_bytes());
    let outcome = succeeds(&scene, &["predict", "config.yaml", "S"]);
    assert!(
        outcome.stdout.contains("; 1 of 11 pairs have no parse (first pair `1`)"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn every_parse_that_cannot_be_used_has_its_one_error() {
    let judged = conllu(&sentences(["fox", "hen", "pig"]));
    let first_line = "1\tthe\t_\t_\t_\t_\t2\t";
    let cases: [(String, &str); 8] = [
        (
            judged.replacen("fox", "dog", 1),
            "pairs.conllu:3: the parse of the text of pair `1` differs from its text: it continues with \
             `dogthatsawthehenslept`, but the text has `foxthatsawthehenslept`",
        ),
        (
            judged.clone() + &parse(99, "text", "a", &[0]),
            "pairs.conllu:195: the parse is for pair `99`, and no pair has that id",
        ),
        (
            judged.replacen(first_line, "1\tthe\t_\t_\t_\t_\t1\t", 1),
            "pairs.conllu:3: the heads of word 1 form a cycle: 1 -> 1",
        ),
        (
            judged.replacen(first_line, "1\tthe\t_\t_\t_\t_\t0\t", 1),
            "pairs.conllu:9: words 1 and 7 are both roots",
        ),
        (judged.replacen("# side = text\n", "", 1), "(missing: `side`)"),
        (
            judged.split_inclusive("\n\n").skip(1).collect(),
            "pairs.conllu:3: pair `1` has a parse of its hypothesis, but none of its text",
        ),
        ("no parse\n".to_owned(), "pairs.conllu:1: 1 column, but a word of CoNLL-U has ten"),
        (judged.replacen("_\t_\t_\n", "_\n", 1), "pairs.conllu:3: 8 columns, but"),
    ];
    let scene = scene(&system("S", WITH_TREES));
    let refused = |message: &str| {
        for command in ["check", "run", "predict"] {
            let outcome = scene.phenom(&[command, "config.yaml"]);
            assert_eq!(outcome.code, Some(2), "{message}: {}", outcome.stdout);
            let said = outcome.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(said.contains(message), "{message}: {}", outcome.stderr);
            assert_eq!(outcome.stderr.matches("error: ").count(), 1, "{}", outcome.stderr);
        }
        assert!(!scene.path().join("report").exists());
    };
    for (parses, message) in cases {
        scene.write("pairs.conllu", parses.as_bytes());
        refused(message);
    }
    scene.write("pairs.conllu", b"# pair_id = 1\n# caf\xe9\n");
    refused("pairs.conllu:2: the line is not UTF-8; save the file as UTF-8");
    scene.write("pairs.conllu", judged.as_bytes());
    let of_training = scene.read("training.conllu").replacen("cat", "rat", 1);
    scene.write("training.conllu", of_training.as_bytes());
    refused("training.conllu:3: the parse of the text of pair `1` differs from its text");
    let config = scene.read("config.yaml");
    for (engine, message) in [
        (WITH_TREES.replace("pairs.conllu", "none.conllu"), "none.conllu does not exist"),
        (WITH_TREES.replace(", trees: training.conllu", ""), "has no threshold for trees"),
        ("name: edit-distance, trees: pairs.conllu".to_owned(), "was trained without parses"),
        (
            "name: features, cross-validated: 3, trees: pairs.conllu".to_owned(),
            "`trees` has no effect on this engine",
        ),
        (
            "name: features, learn-on: {path: training.csv, trees: training.conllu}".to_owned(),
            "write `trees` under the `learn-on` of an engine that compares trees",
        ),
    ] {
        scene.write("config.yaml", config.replace(WITH_TREES, &engine).as_bytes());
        refused(message);
    }
    let config = config.replace("{path: pairs.csv}", "{path: pairs.csv, trees: pairs.conllu}");
    scene.write("config.yaml", config.as_bytes());
    refused(
        "write `trees` under the `learn-on` of an engine that compares trees, and the trees of the dataset under its `engine`",
    );
}

#[test]
fn parses_for_a_model_that_knows_none_are_refused() {
    let scene = scene(&system("S", "name: edit-distance, learn-on: {path: training.csv}"));
    succeeds(&scene, &["train", "config.yaml", "S", "-o", "s.json"]);
    let engine = system("S", "name: edit-distance, model: s.json, trees: pairs.conllu");
    scene.write(
        "config.yaml",
        format!("dataset: {{path: pairs.csv}}\nsystems:\n{engine}").as_bytes(),
    );
    let outcome = scene.phenom(&["predict", "config.yaml"]);
    assert_eq!(outcome.code, Some(2));
    let said = outcome.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("was trained without parses and has no threshold for trees"), "{said}");
}
