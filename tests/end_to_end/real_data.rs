//! Data that others made, which is not part of the project: the tests run where the environment
//! variable PHENOM_REAL_DATA names a folder that holds it, and say so where it does not.

use std::io::Write;
use std::path::PathBuf;

use super::scene::{Scene, project, scores};

/// The folder of the real data; without it a line on standard error, past the test runner.
pub(super) fn real_data(test: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("PHENOM_REAL_DATA").map(|named| project().join(named));
    let folder = folder.filter(|folder| folder.join("rte").is_dir());
    if folder.is_none() {
        let _ = writeln!(std::io::stderr(), "skipped: {test} (PHENOM_REAL_DATA names no folder)");
    }
    folder.map(|folder| folder.canonicalize().unwrap())
}

#[test]
fn every_rte_file_is_read_or_gives_its_one_clear_error() {
    let Some(data) = real_data("every_rte_file") else { return };
    let scene = Scene::new([]);
    let cases: [(&str, &str, Result<&str, &str>); 14] = [
        ("rte/RTE1_dev.xml", "rte-two-way", Ok("567: 283 entailment, 284 not-entailment")),
        ("rte/RTE1_dev_original.xml", "rte-1", Ok("567: 283 entailment, 284 not-entailment")),
        ("rte/RTE1_test.xml", "rte-two-way", Ok("800: 400 entailment, 400 not-entailment")),
        ("rte/RTE2_dev.xml", "rte-two-way", Ok("800: 400 entailment, 400 not-entailment")),
        ("rte/RTE2_test.xml", "rte-two-way", Ok("800: 400 entailment, 400 not-entailment")),
        ("rte/RTE3_dev.xml", "rte-two-way", Ok("800: 412 entailment, 388 not-entailment")),
        ("rte/RTE3_test.xml", "rte-two-way", Ok("800: 410 entailment, 390 not-entailment")),
        (
            "rte/RTE3-DE-test-set-GS.xml",
            "rte-two-way",
            Ok("800: 409 entailment, 391 not-entailment"),
        ),
        ("rte/RTE3-ITA-test-set-GS.xml", "rte-two-way", Err("RTE3-ITA-test-set-GS.xml:2150")),
        ("rte/RTE4_test.xml", "rte-two-way", Ok("1000: 500 entailment, 500 not-entailment")),
        (
            "rte/RTE5_dev.xml",
            "rte-three-way",
            Ok("600: 300 entailment, 210 unknown, 90 contradiction"),
        ),
        (
            "rte/RTE5_test.xml",
            "rte-three-way",
            Ok("600: 300 entailment, 210 unknown, 90 contradiction"),
        ),
        ("e-rte3-it/TEST.xml", "rte-3-three-way", Ok("800: 388 entailment")),
        ("e-rte3-it/DEV.xml", "rte-3-three-way", Err("DEV.xml:1")),
    ];
    for (file, labels, expected) in cases {
        let path = data.join(file);
        let outcome = scene.phenom(&["check", path.to_str().unwrap(), "--labels", labels]);
        match expected {
            Ok(summary) => {
                assert_eq!(outcome.code, Some(0), "{file}: {}", outcome.stderr);
                assert!(outcome.stdout.contains(summary), "{file}: {}", outcome.stdout);
            }
            Err(place) => {
                assert_eq!(outcome.code, Some(2), "{file}");
                assert_eq!(outcome.stderr.matches("error:").count(), 1, "{}", outcome.stderr);
                assert!(outcome.stderr.contains(place), "{}", outcome.stderr);
            }
        }
    }
    let rte5 = data.join("rte/RTE5_test.xml");
    let outcome = scene.phenom(&["check", rte5.to_str().unwrap(), "--labels", "rte-three-way"]);
    assert!(outcome.stdout.contains("1.4406 bits"), "{}", outcome.stdout);
}

#[test]
fn the_output_of_edits_gives_the_engines_own_figures() {
    let Some(data) = real_data("the_output_of_edits") else { return };
    // From the `_Eval.xml` beside each output: right, and the table entailed/not by yes/no.
    let cases = [
        ("EN.xml_Result.txt", "rte/RTE3_test.xml", [317, 93, 208, 182]),
        ("EN.xml_Wordnet_Result.txt", "rte/RTE3_test.xml", [335, 75, 220, 170]),
        ("DE.xml_Result.txt", "rte/RTE3-DE-test-set-GS.xml", [303, 106, 218, 173]),
    ];
    for (output, gold, [yes_yes, yes_no, no_yes, no_no]) in cases {
        let config = format!(
            "dataset: {{path: {0}/{gold}, labels: rte-two-way}}\n\
             systems:\n  - name: EDITS\n    predictions: {0}/edits-rte3/EditDistanceEDA_{output}\n    \
             format: edits\noutput: report\n",
            data.display()
        );
        let scene = Scene::new([("c.yaml", config.as_bytes())]);
        let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        let scores = scores(&scene.read("report/scores.csv"));
        let key = ["EDITS", "original", "all", "", "accuracy"].map(str::to_owned);
        assert_eq!(scores[&key]["numerator"], (yes_yes + no_no).to_string());
        assert_eq!(scores[&key]["denominator"], "800");
        let table = scene.read("report/tables/contingency-original.csv");
        let rows: Vec<&str> = table.lines().collect();
        assert_eq!(rows[1], format!("EDITS,entailment,{yes_yes},{yes_no},{}", yes_yes + yes_no));
        assert_eq!(rows[2], format!("EDITS,not-entailment,{no_yes},{no_no},{}", no_yes + no_no));
    }
}

#[test]
fn the_answers_to_another_test_set_are_noticed() {
    let Some(data) = real_data("the_answers_to_another_test_set") else { return };
    let config = format!(
        "dataset: {{path: {0}/rte/RTE3_test.xml, labels: rte-two-way}}\n\
         systems:\n  - name: EDITS\n    predictions: {0}/edits-rte3/EditDistanceEDA_DE.xml_Result.txt\n    \
         format: edits\n",
        data.display()
    );
    let scene = Scene::new([("c.yaml", config.as_bytes())]);
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("differ from the dataset's on 1 pairs"), "{}", outcome.stderr);
}

#[test]
fn taxinli_gives_the_accuracies_of_its_three_systems() {
    let Some(data) = real_data("taxinli") else { return };
    let file = data.join("taxinli/taxinli10k_MNLIDev.tsv");
    let file = file.display();
    let config = format!(
        "dataset: {{path: {file}, format: taxinli}}\nsystems:\n\
         - {{name: BoW, predictions: {file}, format: taxinli, columns: {{label: bag_of_words}}}}\n\
         - {{name: BERT, predictions: {file}, format: taxinli, columns: {{label: aloxatel/bert-base-mnli}}}}\n\
         - {{name: ESIM, predictions: {file}, format: taxinli, columns: {{label: esim}}}}\n\
         output: report\n"
    );
    let scene = Scene::new([("c.yaml", config.as_bytes())]);
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(2));
    let stray = "`syntactic_linguistic` contains `2`, expected 0 or 1";
    assert!(outcome.stderr.contains(stray), "{}", outcome.stderr);
    let accepted = "format: taxinli, phenomena: {any-nonzero: true}}\nsystems";
    let config = config.replace("format: taxinli}\nsystems", accepted);
    scene.write("c.yaml", config.as_bytes());
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let scores = scores(&scene.read("report/scores.csv"));
    let accuracy = |system: &str, kind: &str, slice: &str| {
        let key = [system, "original", kind, slice, "accuracy"].map(str::to_owned);
        let row = &scores[&key];
        format!("{:.4} of {}", row["value"].parse::<f64>().unwrap(), row["support"])
    };
    for (system, all, negation) in
        [("BoW", "0.5159", "0.5575"), ("BERT", "0.8145", "0.9001"), ("ESIM", "0.7214", "0.8510")]
    {
        assert_eq!(accuracy(system, "all", ""), format!("{all} of 7727"));
        let here = accuracy(system, "phenomenon", "logic:negation");
        assert_eq!(here, format!("{negation} of 1121"));
    }
}

#[test]
fn wice_gives_the_published_ci_on_its_complete_families() {
    let Some(data) = real_data("wice") else { return };
    let file = data.join("wice/wice_claim_subclaim_preds.tsv");
    let file = file.display();
    let system = |name: &str, column: &str, original: f64, monothematic: f64| {
        format!(
            "- {{name: {name}, predictions: {file}, columns: {{id: id, score: 'score:{column}'}}, above: true, \
             threshold: {{original: {original}, monothematic: {monothematic}}}, missing: skip}}\n"
        )
    };
    let config = format!(
        "dataset:\n  path: {file}\n  columns: {{id: id, origin: parent_id, gold: gold}}\n  exclude: [test02816]\n  \
         labels: {{supported: entailment, partially_supported: not-entailment, not_supported: \
         not-entailment}}\nsystems:\n{}{}{}{}output: report\n",
        system("T5", "t5-3b-anli", 0.335, 0.3),
        system("T5-WiCE", "t5-3b-anli-wice", 0.54, 0.35),
        system("GPT-3.5", "gpt-3.5-turbo-0613", 0.25, 0.5),
        system("GPT-4", "gpt-4-0613", 0.5, 0.5),
    );
    let scene = Scene::new([("c.yaml", config.as_bytes())]);
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let uncovered = "GPT-3.5 has predictions for 99 of 99 original and 30 of 99 monothematic pairs";
    assert!(outcome.stdout.contains(uncovered), "{}", outcome.stdout);
    let scores = scores(&scene.read("report/scores.csv"));
    for (system, expected) in
        [("T5", "0.8364"), ("T5-WiCE", "1.0161"), ("GPT-3.5", "0.5279"), ("GPT-4", "0.9124")]
    {
        let key = [system, "decomposition", "all", "", "correlation_index"].map(str::to_owned);
        let value: f64 = scores[&key]["value"].parse().unwrap();
        assert_eq!(format!("{value:.4}"), expected, "{system}");
    }
}

/// Of the 326 responses 311 are what their claims give, and 15 are false with a claim of which nothing is known
/// and no false one. A system whose wholes are the conjunction of its own parts carries over; of one whose wholes
/// do not look at its parts, that is not said.
#[test]
fn factbench_tells_composing_from_answering_wholes_alone() {
    let Some(data) = real_data("factbench") else { return };
    let (mut pairs, mut composing, mut alone) =
        (String::new(), "id,label\n".to_owned(), "id,label\n".to_owned());
    let label = |is_true: bool| if is_true { "entailment" } else { "not-entailment" };
    // Numbers that look drawn, the same every time.
    let mut state = 1u64;
    let mut chance = |of: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % 100 < of
    };
    let text = std::fs::read_to_string(data.join("factbench/Factbench.jsonl")).unwrap();
    let mut number = 0;
    for line in text.lines() {
        let response: serde_json::Value = serde_json::from_str(line).unwrap();
        let (Some(gold), Some(claims)) =
            (response["response_label"].as_bool(), response["claims"].as_array())
        else {
            continue;
        };
        if claims.is_empty() {
            continue;
        }
        number += 1;
        pairs += &format!("r{number},,{}\n", label(gold));
        let mut all = true;
        for (part, claim) in response["claim_labels"].as_array().unwrap().iter().enumerate() {
            let claim = match claim.to_string().trim_matches('"') {
                "true" => Some(true),
                "false" => Some(false),
                _ => None,
            };
            pairs += &format!("r{number}.{part},r{number},{}\n", claim.map_or("", label));
            let of = |right: bool| claim.unwrap_or(true) == right;
            let answer = of(chance(85));
            all &= answer;
            composing += &format!("r{number}.{part},{}\n", label(answer));
            alone += &format!("r{number}.{part},{}\n", label(of(chance(85))));
        }
        composing += &format!("r{number},{}\n", label(all));
        alone += &format!("r{number},{}\n", label(gold == chance(72)));
    }
    let config = "dataset: {path: d.csv}\nsystems: [{name: Composing, predictions: a.csv}, {name: Alone, \
                  predictions: b.csv}]\noutput: report\nreport: {tables: [], figures: [], formats: [csv]}\n";
    let pairs = format!("id,origin,gold\n{pairs}");
    let files = [("c.yaml", config), ("d.csv", &pairs), ("a.csv", &composing), ("b.csv", &alone)];
    let scene = Scene::new(files.map(|(name, content)| (name, content.as_bytes())));
    let check = scene.phenom(&["check", "c.yaml"]).stdout;
    assert!(check.contains("311 of 326 equal to the label composed from the parts"), "{check}");
    assert!(
        check.contains("undecided: 15")
            && check.contains("gold labels and composed labels never differ"),
        "{check}"
    );
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let readings = scene.read("report/readings.csv");
    assert!(readings.contains("Composing,carrying_over,carries_over,"), "{readings}");
    assert!(readings.contains("Alone,carrying_over,cannot_tell,"), "{readings}");
}

/// The JSON values of a file: one, or one a line.
fn json(path: &std::path::Path) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(path).unwrap();
    match serde_json::from_str(&text) {
        Ok(serde_json::Value::Array(members)) => members,
        _ => text.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
    }
}

/// All values of the JSON files of a folder, in the order of their names.
fn json_of_folder(folder: &std::path::Path) -> Vec<serde_json::Value> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files.iter().flat_map(|file| json(file)).collect()
}

/// How often each label stands in a list, as `phenom check --json` lists judgments.
fn counted<'j>(
    labels: impl Iterator<Item = &'j serde_json::Value>,
    meanings: &[(serde_json::Value, &str)],
) -> Vec<(String, u64)> {
    let labels: Vec<&serde_json::Value> = labels.collect();
    let count = |label| labels.iter().filter(|found| **found == label).count() as u64;
    meanings.iter().map(|(label, name)| ((*name).to_owned(), count(label))).collect()
}

/// What `phenom check` says of a dataset read by a preset: originals, and judgments of the parts.
fn summary(path: &std::path::Path, preset: &str) -> (serde_json::Value, Vec<(String, u64)>) {
    let config = format!(
        "dataset: {{path: {}, format: {preset}}}\nsystems: [{{name: LB, algorithm: linguistic-biased}}]\n",
        path.display()
    );
    let scene = Scene::new([("c.yaml", config.as_bytes())]);
    let outcome = scene.phenom(&["check", "c.yaml", "--json"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let summary: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    let judgments = summary["monothematic"]["judgments"].as_array().unwrap().iter();
    let judgments = judgments.map(|count| {
        (count["name"].as_str().unwrap().to_owned(), count["pairs"].as_u64().unwrap())
    });
    let judgments = judgments.collect();
    (summary, judgments)
}

#[test]
fn refchecker_has_responses_with_claims() {
    let Some(data) = real_data("refchecker") else { return };
    let folder = data.join("refchecker");
    let (found, judgments) = summary(&folder, "refchecker");
    let responses = json_of_folder(&folder);
    let lists =
        responses.iter().map(|response| response["claude2_response_kg"].as_array().unwrap());
    let lists: Vec<_> = lists.filter(|claims| !claims.is_empty()).collect();
    let claims = lists.iter().flat_map(|claims| claims.iter().map(|claim| &claim["human_label"]));
    let meanings =
        [("Entailment", "entailment"), ("Neutral", "unknown"), ("Contradiction", "contradiction")];
    let meanings = meanings.map(|(label, name)| (label.into(), name));
    assert_eq!(judgments, counted(claims, &meanings));
    assert_eq!((found["original"]["pairs"].as_u64(), lists.len()), (Some(1_905), 1_905));
    assert_eq!(
        judgments.iter().map(|(_, count)| count).collect::<Vec<_>>(),
        [&7_176, &2_622, &935]
    );
}

#[test]
fn factbench_has_parallel_lists_of_claims_and_labels() {
    let Some(data) = real_data("factbench") else { return };
    let file = data.join("factbench/Factbench.jsonl");
    let (found, judgments) = summary(&file, "factbench");
    let responses = json(&file);
    let decomposed: Vec<_> = responses
        .iter()
        .filter(|response| response["claims"].as_array().is_some_and(|claims| !claims.is_empty()))
        .collect();
    let claims =
        decomposed.iter().flat_map(|response| response["claim_labels"].as_array().unwrap());
    let meanings = [(true.into(), "entailment"), (false.into(), "contradiction")];
    assert_eq!(judgments, counted(claims, &meanings));
    assert_eq!(judgments.iter().map(|(_, count)| count).sum::<u64>(), 1_396);
    let labels = decomposed.iter().map(|response| &response["response_label"]);
    let wholes: u64 = counted(labels, &meanings).iter().map(|(_, count)| count).sum();
    let without = found["original"]["without_gold"].as_u64().unwrap();
    assert_eq!((wholes, found["original"]["pairs"].as_u64().unwrap() - without), (326, 326));
}

#[test]
fn factscore_has_sentences_with_facts_of_three_generators() {
    let Some(data) = real_data("factscore") else { return };
    let folder = data.join("factscore");
    let (found, judgments) = summary(&folder, "factscore");
    let biographies = json_of_folder(&folder);
    let sentences =
        biographies.iter().flat_map(|biography| biography["annotations"].as_array()).flatten();
    let facts = sentences.filter_map(|sentence| sentence["human-atomic-facts"].as_array());
    let facts: Vec<_> = facts.filter(|facts| !facts.is_empty()).collect();
    let labels = facts.iter().flat_map(|facts| facts.iter().map(|fact| &fact["label"]));
    let meanings = [("S".into(), "entailment"), ("NS".into(), "not-entailment")];
    assert_eq!(judgments, counted(labels, &meanings));
    assert_eq!((found["original"]["pairs"].as_u64(), facts.len()), (Some(3_754), 3_754));
    assert_eq!(found["monothematic"]["pairs"].as_u64(), Some(16_040));
}

#[test]
fn tofueval_has_summaries_as_wholes_of_their_sentences() {
    let Some(data) = real_data("tofueval") else { return };
    let folder = data.join("tofueval");
    let (found, judgments) = summary(&folder, "tofueval");
    let (mut labels, mut wholes) = (Vec::new(), std::collections::HashSet::new());
    for file in std::fs::read_dir(&folder).unwrap() {
        let mut rows = csv::Reader::from_path(file.unwrap().path()).unwrap();
        for row in rows.deserialize() {
            let mut row: std::collections::HashMap<String, String> = row.unwrap();
            labels.push(serde_json::Value::from(row.remove("sent_label").unwrap()));
            let whole = ["doc_id", "annotation_id", "topic", "model_name"];
            wholes.insert(whole.map(|column| row.remove(column).unwrap()));
        }
    }
    let meanings = [("yes".into(), "entailment"), ("no".into(), "not-entailment")];
    assert_eq!(judgments, counted(labels.iter(), &meanings));
    assert_eq!((found["monothematic"]["pairs"].as_u64(), labels.len()), (Some(4_947), 4_947));
    assert_eq!(found["original"]["pairs"].as_u64(), Some(wholes.len() as u64));
    let errors = found["categories"][0]["phenomena"].as_array().unwrap();
    assert_eq!(errors.len(), 7, "{errors:?}");
}
