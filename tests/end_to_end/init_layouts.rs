//! `phenom init FILE...` on layouts of claims, translations and tables of text, without editing.

use super::scene::Scene;

/// What `phenom init` and `phenom check` say of some files.
fn read(files: &[(&str, &str)]) -> String {
    let scene = Scene::new([]);
    for (name, content) in files {
        scene.write(name, content.as_bytes());
    }
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    let outcome = scene.phenom(&[&["init"], &names[..]].concat());
    let config = scene.read("phenom.yaml");
    assert_eq!(outcome.code, Some(0), "{}{}{config}", outcome.stdout, outcome.stderr);
    let checked = scene.phenom(&["check", "phenom.yaml"]);
    assert_eq!(checked.code, Some(0), "{}{config}", checked.stderr);
    let ran = scene.phenom(&["run", "phenom.yaml"]);
    assert_eq!(ran.code, Some(0), "{}{config}", ran.stderr);
    let said = checked.stdout + &outcome.stdout + &config;
    said + &scene.read("report/answers.csv")
}

/// How often a system is right in `answers.csv`.
fn right(said: &str, system: &str) -> usize {
    let header = said.lines().find(|line| line.starts_with("pair,")).unwrap_or_default();
    let at = header.split(',').position(|name| name == "right").unwrap();
    let from_end = header.split(',').count() - at;
    let of_system = said.lines().filter(|line| line.contains(&format!(",{system},1,")));
    of_system.filter(|line| line.rsplit(',').nth(from_end - 1) == Some("1")).count()
}

const CLAIMS: &str = "4: 2 entailment, 1 unknown, 1 contradiction";

#[test]
fn claims_that_several_judged_are_pairs_with_what_holds_them() {
    let objects = r#"[
      {"id": "r1", "context": "The mill was open. Ann met Ben.", "response": "The mill was open. Ann met Tom.", "claims": [
        {"claim": "The mill was open.", "labels": {"human": "Entailment", "gpt-4.1": "Entailment", "qwen": "Neutral"}},
        {"claim": "Ann met Tom.", "labels": {"human": "Contradiction", "gpt-4.1": "Contradiction", "qwen": "Neutral"}}]},
      {"id": "r2", "context": "All doors were shut by noon.", "response": "Some doors were shut. Ann shut them.", "claims": [
        {"claim": "Some doors were shut.", "labels": {"human": "Entailment", "gpt-4.1": "Neutral", "qwen": "Entailment"}},
        {"claim": "Ann shut them all.", "labels": {"human": "Neutral", "gpt-4.1": "Neutral", "qwen": "Entailment"}}]}]"#;
    let lists = r#"{"rows": [
      {"doc_id": "r1", "document": "The mill was open. Ann met Ben.", "claims": ["The mill was open.", "Ann met Tom."],
       "labels": {"gpt-4.1": ["Entailment", "Contradiction"], "human": ["Entailment", "Contradiction"], "qwen": ["Neutral", "Neutral"]}},
      {"doc_id": "r2", "document": "All doors were shut by noon.", "claims": ["Some doors were shut.", "Ann shut them all."],
       "labels": {"gpt-4.1": ["Neutral", "Neutral"], "human": ["Entailment", "Neutral"], "qwen": ["Entailment", "Entailment"]}}]}"#;
    for text in [objects, lists] {
        let said = read(&[("checked.json", text)]);
        let counted =
            said.lines().any(|line| line.starts_with("original pairs") && line.ends_with(CLAIMS));
        assert!(counted, "{said}");
        assert_eq!((right(&said, "gpt-4.1"), right(&said, "qwen")), (3, 1), "{said}");
        assert!(
            said.contains("cluster: \"^id\"") || said.contains("cluster: \"^doc_id\""),
            "{said}"
        );
    }
    let short = lists.replace("[\"Neutral\", \"Neutral\"], \"human\"", "[\"Neutral\"], \"human\"");
    let scene = Scene::new([("short.json", short.as_bytes())]);
    let outcome = scene.phenom(&["init", "short.json"]);
    assert!(outcome.code != Some(0), "{}{}", outcome.stdout, outcome.stderr);
}

#[test]
fn judgments_of_systems_in_lists_of_a_claim_are_asked_about() {
    let text = r#"[{"id": 1, "context": "The mill was open.", "claims": [
        {"claim": "It was open.", "human_label": "Entailment", "judgments": [{"checker": "a", "label": "Entailment"}, {"checker": "b", "label": "Neutral"}]},
        {"claim": "It was not open.", "human_label": "Contradiction", "judgments": [{"checker": "a", "label": "Neutral"}, {"checker": "b", "label": "Neutral"}]},
        {"claim": "It was shut.", "human_label": "Neutral", "judgments": [{"checker": "a", "label": "Contradiction"}, {"checker": "b", "label": "Neutral"}]},
        {"claim": "It was big.", "human_label": "Neutral", "judgments": [{"checker": "a", "label": "Neutral"}, {"checker": "b", "label": "Neutral"}]}]}]"#;
    let scene = Scene::new([("judged.json", text.as_bytes())]);
    let outcome = scene.phenom(&["init", "judged.json"]);
    assert_eq!(outcome.code, Some(1), "{}{}", outcome.stdout, outcome.stderr);
    assert!(
        outcome.stderr.contains("a config cannot read predictions in lists"),
        "{}",
        outcome.stderr
    );
}

const PAIRS: [(&str, &str, &str, &str); 6] = [
    ("p1", "The first mill was open.", "A mill was open.", "entailment"),
    ("p2", "The second mill was shut.", "A mill was open.", "neutral"),
    ("p3", "The third man met Ben.", "The man met Tom.", "contradiction"),
    ("p4", "Four guests met Ann.", "Some guests met Ann.", "entailment"),
    ("p5", "No guest met Ann today.", "A guest met Ann.", "contradiction"),
    ("p6", "Six barrels were full.", "A barrel was big.", "neutral"),
];

fn gold() -> String {
    let rows = PAIRS.map(|(id, text, of, gold)| format!("{id},{text},{of},{gold}\n"));
    "id,premise,hypothesis,gold\n".to_owned() + &rows.concat()
}

#[test]
fn answers_without_ids_are_known_by_their_texts_in_any_case() {
    let rows = PAIRS.map(|(_, text, of, gold)| format!("{text},{},{gold}\n", of.to_uppercase()));
    let mut rows = rows.to_vec();
    rows.reverse();
    rows[0] = rows[0].replacen(' ', "  ", 1);
    let answers = "premise,hypothesis,pred\n".to_owned() + &rows.concat();
    let said = read(&[
        ("gold.csv", &gold()),
        ("bert.csv", &answers.replace(",neutral\n", ",entailment\n")),
    ]);
    assert_eq!(right(&said, "bert"), 4, "{said}");
}

#[test]
fn a_file_for_each_language_holds_translations_of_one_pair() {
    let of = |language: &str| {
        let rows = PAIRS.map(|(id, text, of, gold)| {
            format!("{id},[{language}] {text},[{language}] {of},{gold},entailment\n")
        });
        "id,premise,hypothesis,label,bert_pred\n".to_owned() + &rows.concat()
    };
    let files = ["de", "fr", "sw"].map(|language| (format!("xnli.{language}.csv"), of(language)));
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let said = read(&files);
    assert!(said.contains("18: 6 entailment, 6 unknown, 6 contradiction"), "{said}");
    assert!(said.contains("6 by id; originals in the largest: 3"), "{said}");
    assert_eq!(right(&said, "bert_pred"), 6, "{said}");
    assert!(said.contains("language"), "{said}");
}

#[test]
fn tables_as_r_pandas_and_spreadsheets_write_them_are_read() {
    let rows = |start: &str, between: &str, quote: &str| -> String {
        let row = |(at, pair): (usize, &(&str, &str, &str, &str))| {
            let cells = [pair.0, pair.1, pair.2, pair.3, "entailment"];
            let cells = cells.map(|cell| format!("{quote}{cell}{quote}"));
            format!("{}{}\n", start.replace('N', &(at + 1).to_string()), cells.join(between))
        };
        PAIRS.iter().enumerate().map(row).collect()
    };
    let names = ["id", "premise", "hypothesis", "gold", "bert"];
    let of_r =
        names.map(|name| format!("\"{name}\"")).join(" ") + "\n" + &rows("\"N\" ", " ", "\"");
    let title =
        "Results of the test,,,,\n,,,,\n".to_owned() + &names.join(",") + "\n" + &rows("", ",", "");
    let values = PAIRS.map(|(id, text, of, gold)| {
        format!("[\"{id}\", \"{text}\", \"{of}\", \"{gold}\", \"entailment\"]")
    });
    let values = format!("[{}]", values.join(","));
    let scene = Scene::new([("values.json", values.as_bytes())]);
    let outcome =
        scene.phenom(&["init", "values.json", "--gold", "column-4", "--label", "column-5"]);
    assert_eq!(outcome.code, Some(0), "{}{}", outcome.stderr, scene.read("phenom.yaml"));
    let said = scene.phenom(&["check", "phenom.yaml"]).stdout;
    assert!(said.contains("6: 2 entailment, 2 unknown, 2 contradiction"), "{said}");
    for (name, text) in [("r.txt", &of_r), ("title.csv", &title)] {
        let said = read(&[(name, text)]);
        assert!(said.contains("6: 2 entailment, 2 unknown, 2 contradiction"), "{said}");
        assert_eq!(right(&said, "bert"), 2, "{said}");
    }
    let column = |at: usize| {
        let cells =
            PAIRS.map(|pair| format!("\"{}\": \"{}\"", pair.0, [pair.1, pair.2, pair.3][at]));
        format!("{{{}}}", cells.join(", "))
    };
    let by_columns = format!(
        "{{\"premise\": {}, \"hypothesis\": {}, \"gold\": {}}}",
        column(0),
        column(1),
        column(2)
    );
    let answers = format!("{{\"pred\": {}}}", column(2).replace("neutral", "entailment"));
    let said = read(&[("gold.json", &by_columns), ("bert.json", &answers)]);
    assert_eq!(right(&said, "bert"), 4, "{said}");
}

#[test]
fn standard_input_is_refused_with_what_to_do() {
    let scene = Scene::new([("gold.csv", gold().as_bytes())]);
    for arguments in [
        &["init", "-"][..],
        &["check", "-"],
        &["counts", "-", "--output", "x"],
        &["convert", "-", "x.csv"],
        &["score", "-", "gold.csv"],
    ] {
        let outcome = scene.phenom(arguments);
        assert_eq!(outcome.code, Some(2), "{arguments:?}: {}", outcome.stderr);
        assert!(
            outcome.stderr.contains("only `phenom run` reads standard input"),
            "{arguments:?}: {}",
            outcome.stderr
        );
    }
}
