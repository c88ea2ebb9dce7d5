//! Conversion and count tables: nothing is lost, the same scores come out, and damage is refused.

use serde_json::json;

use super::mapping::accuracy;
use super::scene::{Scene, Scores, scores};

const EVERYTHING: &str = r#"{"id":"a","cluster":"story 7","text":" T \"quoted\", é\nsecond line ","hypothesis":"H","gold":"entailment","also_gold":["unknown"],"annotations":{"ann":"entailment","bob":"contradiction"},"weight":0.5,"task":"QA","attributes":{"length":"short"},"monothematic":[{"id":"a.1","hypothesis":"H1","gold":"contradiction","weight":2.0,"phenomena":["lexical:synonymy","x:y:z"],"rule":{"pattern":"x => y","left_hand_side":"new"}},{"id":"a.2","text":"other","weight":1.0}]}
{"id":"b","weight":1.0,"phenomena":["lexical:synonymy"]}
"#;

#[test]
fn conversion_loses_nothing_on_the_way_and_back() {
    let scene = Scene::new([("all.jsonl", EVERYTHING.as_bytes())]);
    let convert = |from: &str, to: &str| {
        let outcome = scene.phenom(&["convert", from, to]);
        assert_eq!(outcome.code, Some(0), "{from} to {to}: {}", outcome.stderr);
    };
    convert("all.jsonl", "same.jsonl");
    assert_eq!(scene.read("same.jsonl"), EVERYTHING);
    for ending in ["csv", "ndjson", "parquet"] {
        let between = format!("between.{ending}");
        let back = format!("back-from-{ending}.jsonl");
        convert("all.jsonl", &between);
        convert(&between, &back);
        assert_eq!(scene.read(&back), EVERYTHING, "{ending}");
    }
    // TSV holds no line ends, and says so.
    let outcome = scene.phenom(&["convert", "all.jsonl", "between.tsv"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("a tab or a line end"), "{}", outcome.stderr);
    assert!(!scene.path().join("between.tsv").exists());
    scene.write("plain.jsonl", EVERYTHING.replace("\\nsecond line", "").as_bytes());
    convert("plain.jsonl", "between.tsv");
    convert("between.tsv", "back.jsonl");
    assert_eq!(scene.read("back.jsonl"), scene.read("plain.jsonl"));
    let outcome = scene.phenom(&["convert", "all.jsonl", "back.jsonl"]);
    assert_eq!(outcome.code, Some(2), "never overwrites a file");
}

#[test]
fn flat_rows_refuse_phenomena_that_hold_what_separates_them() {
    for separator in [";", "\u{1f}"] {
        let pair = json!({"id": "1", "gold": "unknown", "phenomena": [format!("a:b{separator}c")]});
        let scene = Scene::new([("d.jsonl", pair.to_string().as_bytes())]);
        let outcome = scene.phenom(&["convert", "d.jsonl", "d.csv"]);
        assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
        let message = "which separates phenomena in flat rows";
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
        assert!(!scene.path().join("d.csv").exists());
    }
}

#[test]
fn rte_xml_is_written_back_for_what_it_can_hold() {
    let pairs = "{\"id\":\"1\",\"text\":\"A & B <c>\\n\\\"d\\\"\",\"hypothesis\":\"H\",\"gold\":\"unknown\",\"task\":\"QA\",\"attributes\":{\"length\":\"short\"}}\n\
                 {\"id\":\"2\",\"text\":\"T\",\"hypothesis\":\"H\",\"gold\":\"entailment\"}\n";
    let scene = Scene::new([("a.jsonl", pairs.as_bytes()), ("all.jsonl", EVERYTHING.as_bytes())]);
    assert_eq!(scene.phenom(&["convert", "a.jsonl", "a.xml"]).code, Some(0));
    let back = ["convert", "a.xml", "b.jsonl", "--labels", "rte-three-way"];
    assert_eq!(scene.phenom(&back).code, Some(0));
    assert_eq!(scene.read("b.jsonl"), pairs);
    let clustered = pairs.replace("\"id\":\"2\",", "\"id\":\"2\",\"cluster\":\"story\",");
    scene.write("clustered.jsonl", clustered.as_bytes());
    let outcome = scene.phenom(&["convert", "clustered.jsonl", "clustered.xml"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("RTE XML cannot contain clusters"), "{}", outcome.stderr);
    let outcome = scene.phenom(&["convert", "all.jsonl", "all.xml"]);
    assert_eq!(outcome.code, Some(2));
    assert!(
        outcome.stderr.contains("RTE XML cannot contain monothematic pairs"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn counts_lead_to_the_same_scores_and_add_up() {
    let config = "dataset: {path: d.csv}\nsystems: [{name: S, predictions: a.csv, missing: wrong}]\nstatistics: {intervals: false}\n";
    let pairs = "id,origin,gold,category,phenomenon\n1,,entailment,,\n1.1,1,unknown,a,x\n2,,unknown,,\n2.1,2,unknown,a,y\n";
    let answers = "id,label\n1,entailment\n1.1,unknown\n2.1,\n";
    let scene = Scene::new([
        ("c.yaml", config.as_bytes()),
        ("d.csv", pairs.as_bytes()),
        ("a.csv", answers.as_bytes()),
        ("counts.yaml", b"counts: counts/counts.parquet\nmissing: wrong\noutput: from-counts\n"),
        ("twice.yaml", b"counts: [counts/counts.parquet, counts/counts.parquet]\nmissing: wrong\noutput: twice\n"),
    ]);
    let ok = |arguments: &[&str]| {
        let outcome = scene.phenom(arguments);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    };
    ok(&["run", "c.yaml", "--all", "--output", "report"]);
    ok(&["counts", "c.yaml", "--output", "counts"]);
    ok(&["run", "counts.yaml"]);
    ok(&["run", "twice.yaml"]);
    let [whole, counted, twice] = ["report", "from-counts", "twice"]
        .map(|folder| scores(&scene.read(&format!("{folder}/scores.csv"))));
    // Counts know no pairs and no order of them, nor which parts go with which whole.
    let from_counts = |scores: Scores| -> Scores {
        let of_pairs = [
            "average_precision",
            "confidence_weighted_score",
            "weighted_",
            "tied_",
            "answers_to_change",
            "best_cutoff_",
            "cutoff_",
            "compos",
            "direct_minus_composed",
            "expected_composition",
            "expected_whole_right",
            "solved_",
            "stratified_solved_",
            "whole_right_",
        ];
        let known = |key: &[String; 5]| {
            key[2] != "pair"
                && key[4] != "shrunken_accuracy"
                && !of_pairs.iter().any(|measure| key[4].starts_with(measure))
        };
        scores.into_iter().filter(|(key, _)| known(key)).collect()
    };
    assert_eq!(from_counts(whole), from_counts(counted));
    assert_eq!(accuracy(&twice, "S", "all", ""), "2/4");
    let outcome = scene.phenom(&["counts", "c.yaml", "--output", "counts"]);
    assert_eq!(outcome.code, Some(2), "written over tables");
    scene.write("counts.yaml", b"counts: counts/counts.parquet\n");
    let outcome = scene.phenom(&["run", "counts.yaml"]);
    assert!(outcome.stderr.contains("`S` has no prediction for 1 pairs"), "{}", outcome.stderr);
    let query = scene.phenom(&["counts", "--sql"]).stdout;
    assert!(query.to_lowercase().contains("group by"), "{query}");
}

#[test]
fn a_damaged_count_table_is_refused() {
    let scene = Scene::new([
        (
            "c.yaml",
            b"dataset: {path: d.csv}\nsystems: [{name: S, predictions: a.csv}]\n".as_slice(),
        ),
        ("d.csv", b"id,gold\n1,entailment\n2,unknown\n"),
        ("a.csv", b"id,label\n1,entailment\n2,entailment\n"),
        ("counts.yaml", b"counts: counts/counts.parquet\n"),
        ("sql.yaml", b"counts: sql.csv\n"),
    ]);
    assert_eq!(scene.phenom(&["counts", "c.yaml", "--output", "counts"]).code, Some(0));
    assert_eq!(scene.phenom(&["check", "counts.yaml"]).code, Some(0));
    let path = scene.path().join("counts/counts.parquet");
    let mut bytes = std::fs::read(&path).unwrap();
    // Another judgment of the same length, in the page of the column and wherever else it stands.
    let at = bytes.windows(10).position(|window| window == b"entailment").unwrap();
    bytes[at] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let outcome = scene.phenom(&["check", "counts.yaml"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    let header = "system,population,slice_kind,slice,gold,predicted,count\n";
    let sql = |slice: u64| {
        format!(
            "{header}S,original,all,,entailment,entailment,2\nS,original,task,QA,entailment,entailment,{slice}\n"
        )
    };
    scene.write("sql.csv", sql(2).as_bytes());
    assert_eq!(scene.phenom(&["check", "sql.yaml"]).code, Some(0));
    scene.write("sql.csv", sql(3).as_bytes());
    let outcome = scene.phenom(&["check", "sql.yaml"]);
    assert_eq!(outcome.code, Some(2));
    let said = "in the counts of `S`, original pairs of task `QA` count more than all pairs";
    assert!(outcome.stderr.contains(said), "{}", outcome.stderr);
}
