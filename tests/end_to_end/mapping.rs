//! Layouts of all kinds, read through a mapping in the config, and written back by `convert`.

use serde_json::json;

use super::scene::{Outcome, Scene, Scores, scores};

/// Runs a config with some files and gives the scores.
fn run(config: &str, files: &[(&str, &str)]) -> (Scores, Outcome) {
    let files = files.iter().map(|(name, content)| (*name, content.as_bytes()));
    let scene = Scene::new(files.chain([("c.yaml", config.as_bytes())]));
    let outcome = scene.phenom(&["run", "c.yaml", "--output", "report"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    (scores(&scene.read("report/scores.csv")), outcome)
}

/// What is said where a config does not run.
fn refused(config: &str, files: &[(&str, &str)]) -> String {
    let files = files.iter().map(|(name, content)| (*name, content.as_bytes()));
    let scene = Scene::new(files.chain([("c.yaml", config.as_bytes())]));
    let outcome = scene.phenom(&["run", "c.yaml", "--output", "report"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    assert!(!scene.path().join("report").exists());
    outcome.stderr
}

fn accuracy(scores: &Scores, system: &str, kind: &str, slice: &str) -> String {
    let key = [system, "original", kind, slice, "accuracy"].map(str::to_owned);
    let row = &scores[&key];
    format!("{}/{}", row["numerator"], row["denominator"])
}

const NESTED: &str = r#"{"doc": {"id": 7, "gold": ["entailment"]}, "tags": ["a:x", "b:y"], "votes": ["entailment", "neutral"], "p": {"e": 0.7, "n": 0.2, "c": 0.1}}
{"doc": {"id": 8, "gold": ["neutral", "contradiction"]}, "tags": [], "votes": [], "p": {"e": 0.2, "n": 0.2, "c": 0.6}}
"#;

const NESTED_CONFIG: &str = "\
dataset:
  path: d.ndjson
  labels: nli
  columns: {id: doc.id, gold: doc.gold, annotator-labels: votes}
  phenomena: {columns: tags}
  gold-sets: any
systems:
  - name: S
    predictions: d.ndjson
    columns:
      id: doc.id
      probabilities: {entailment: p.e, unknown: p.n, contradiction: p.c}
";

#[test]
fn json_paths_lists_and_probabilities() {
    let (scores, _) = run(NESTED_CONFIG, &[("d.ndjson", NESTED)]);
    // 7: entailment; 8: contradiction, which is one of its two gold judgments.
    assert_eq!(accuracy(&scores, "S", "all", ""), "2/2");
    assert_eq!(accuracy(&scores, "S", "phenomenon", "b:y"), "1/1");
}

#[test]
fn a_gold_that_is_a_set_is_refused_taken_or_excluded() {
    let files = [("d.ndjson", NESTED)];
    let said = refused(&NESTED_CONFIG.replace("  gold-sets: any\n", ""), &files);
    assert!(said.contains("the gold judgment is a set: `unknown`, `contradiction`"), "{said}");
    assert!(said.contains("gold-sets: exclude"), "{said}");
    let (scores, outcome) = run(&NESTED_CONFIG.replace("sets: any", "sets: exclude"), &files);
    assert_eq!(accuracy(&scores, "S", "all", ""), "1/1");
    assert!(outcome.stdout.contains("1 pairs have no gold judgment"), "{}", outcome.stdout);
}

#[test]
fn a_path_that_is_absent_in_some_rows_names_them_and_the_nearest_key() {
    let broken = NESTED.replace("\"votes\": []", "\"vots\": []");
    let said = refused(NESTED_CONFIG, &[("d.ndjson", &broken)]);
    assert!(said.contains("d.ndjson:2"), "{said}");
    assert!(said.contains("did you mean `vots`?"), "{said}");
}

#[test]
fn probabilities_that_are_none_are_refused() {
    for (from, to, message) in [
        ("\"e\": 0.7", "\"e\": 0.9", "the probabilities sum to 1.2"),
        ("\"e\": 0.7", "\"e\": -0.1", "`p.e` is -0.1, a probability from 0 to 1 is needed"),
        ("\"e\": 0.7", "\"e\": \"NaN\"", "`p.e` holds `NaN`"),
    ] {
        let said = refused(NESTED_CONFIG, &[("d.ndjson", &NESTED.replace(from, to))]);
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn ids_are_rows_files_or_several_columns() {
    let config = "\
dataset: {path: 'part-*.tsv', columns: {id: ['@file', '@row']}}
systems:
  - {name: Rows, predictions: answers.csv, columns: {id: [file, row], label: says}}
";
    let (scores, _) = run(
        config,
        &[
            ("part-1.tsv", "gold\tx\nentailment\t\"\nunknown\t1\n"),
            ("part-2.tsv", "gold\tx\nentailment\t2\n"),
            (
                "answers.csv",
                "file,row,says\npart-1,2,unknown\npart-2,1,unknown\npart-1,1,entailment\n",
            ),
        ],
    );
    assert_eq!(accuracy(&scores, "Rows", "all", ""), "2/3");
}

#[test]
fn a_number_in_one_file_is_the_same_id_as_a_text_in_another() {
    let config = "\
dataset: {path: d.ndjson}
systems: [{name: S, predictions: a.csv}]
";
    let pairs = "{\"id\": 1, \"gold\": \"entailment\"}\n{\"id\": \"2\", \"gold\": \"unknown\"}\n";
    let files = [("d.ndjson", pairs), ("a.csv", "id,label\n1,entailment\n2,unknown\n")];
    assert_eq!(accuracy(&run(config, &files).0, "S", "all", ""), "2/2");
}

const ONE_HOT: &str = "id,gold,negation,number\n1,entailment,1,0\n2,unknown,2,1\n3,unknown,0,0\n";
const ONE_HOT_CONFIG: &str = "\
dataset:
  path: d.csv
  phenomena:
    one-hot: {negation: 'logic:negation', number: 'reasoning:number'}
    any-nonzero: true
systems: [{name: S, predictions: a.csv}]
";
const ALL_UNKNOWN: (&str, &str) = ("a.csv", "id,label\n1,unknown\n2,unknown\n3,unknown\n");

#[test]
fn one_hot_columns_hold_0_or_1_unless_the_user_says_more() {
    let (scores, _) = run(ONE_HOT_CONFIG, &[("d.csv", ONE_HOT), ALL_UNKNOWN]);
    assert_eq!(accuracy(&scores, "S", "phenomenon", "logic:negation"), "1/2");
    let strict = ONE_HOT_CONFIG.replace("    any-nonzero: true\n", "");
    let said = refused(&strict, &[("d.csv", ONE_HOT), ALL_UNKNOWN]);
    assert!(said.contains("`negation` holds `2`, 0 or 1 is needed"), "{said}");
    assert!(said.contains("d.csv:3"), "{said}");
}

#[test]
fn rare_phenomena_are_gathered_and_tags_renamed() {
    let config = "\
dataset:
  path: d.csv
  least-pairs: 2
  phenomena:
    columns: tags
    list-separator: '; '
    path-separator: '-'
    rename: {Neg: 'logic:negation', Junk: ''}
systems: [{name: S, predictions: a.csv}]
";
    let pairs =
        "id,gold,tags\n1,unknown,Neg; lex-a-b\n2,unknown,Neg; Junk\n3,entailment,lex-c; lex-d\n";
    let (scores, _) = run(config, &[("d.csv", pairs), ALL_UNKNOWN]);
    assert_eq!(accuracy(&scores, "S", "phenomenon", "logic:negation"), "2/2");
    assert_eq!(accuracy(&scores, "S", "phenomenon", "lex:other"), "1/2");
    let kinds = scores.keys().filter(|key| key[2] == "phenomenon" && key[4] == "accuracy");
    let kinds: std::collections::BTreeSet<&String> = kinds.map(|key| &key[3]).collect();
    assert_eq!(kinds.len(), 2, "{kinds:?}");
}

#[test]
fn tags_may_stand_in_a_file_of_their_own() {
    let config = "\
dataset:
  path: d.csv
  phenomena: {file: {path: tags.tsv, columns: {id: pair, phenomenon: tag}}}
systems: [{name: S, predictions: a.csv}]
";
    let pairs = ("d.csv", "id,gold\n1,unknown\n2,entailment\n3,unknown\n");
    let tags = "pair\ttag\n1\ta:x\n2\ta:x\n2\ta:y\n";
    let (scores, _) = run(config, &[pairs, ("tags.tsv", tags), ALL_UNKNOWN]);
    assert_eq!(accuracy(&scores, "S", "phenomenon", "a:x"), "1/2");
    assert_eq!(accuracy(&scores, "S", "phenomenon", "a:y"), "0/1");
    let unknown = [pairs, ("tags.tsv", "pair\ttag\n9\ta:x\n"), ALL_UNKNOWN];
    let said = refused(config, &unknown);
    assert!(said.contains("a tag for `9`, but there is no such pair"), "{said}");
}

const SCORED: &str = "\
id,origin,gold,score
a,,entailment,0.6
b,,not-entailment,0.5
a.1,a,entailment,0.4
b.1,b,not-entailment,
";

#[test]
fn a_score_becomes_a_judgment_by_a_threshold() {
    let config = |threshold: &str| {
        format!(
            "dataset: {{path: d.csv}}\nsystems:\n  - {{name: S, predictions: d.csv, columns: \
             {{score: score}}, threshold: {threshold}, missing: skip}}\n"
        )
    };
    let files = [("d.csv", SCORED)];
    let all = |threshold: &str| accuracy(&run(&config(threshold), &files).0, "S", "all", "");
    assert_eq!(all("0.5"), "1/2");
    assert_eq!(all("0.5, above: true"), "2/2");
    let (scores, outcome) = run(&config("{original: 0.55, monothematic: 0.4}"), &files);
    assert_eq!(accuracy(&scores, "S", "all", ""), "2/2");
    assert!(outcome.stdout.contains("100.0 (1/1)"), "{}", outcome.stdout);
    assert!(outcome.stdout.contains("1 of 2 monothematic pairs"), "{}", outcome.stdout);
    let without = config("0").replace(", threshold: 0", "");
    assert!(refused(&without, &files).contains("a score needs a threshold"));
}

#[test]
fn a_threshold_is_learnt_on_a_development_set() {
    let config = "\
dataset: {path: d.csv, exclude: [b]}
systems:
  - name: S
    predictions: d.csv
    columns: {score: score}
    missing: skip
    threshold: {learn-on: {dataset: {path: dev.csv}, predictions: dev.csv}}
";
    let dev = "id,gold,score\n1,not-entailment,0.1\n2,entailment,0.3\n3,entailment,0.7\n4,not-entailment,0.2\n";
    let (scores, outcome) = run(config, &[("d.csv", SCORED), ("dev.csv", dev)]);
    // Between 0.2 and 0.3 all four are right.
    let learnt = "threshold 0.25 learnt on dev.csv: 4 of 4 development pairs right";
    assert!(outcome.stdout.contains(learnt), "{}", outcome.stdout);
    assert_eq!(accuracy(&scores, "S", "all", ""), "1/1");
    assert!(
        outcome.stdout.contains("Left out, as the config says: `b` (2 pairs"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn a_column_missing_in_one_of_several_files_names_that_file() {
    let config = "\
dataset: {path: parts, format: csv}
systems: [{name: S, predictions: a.csv}]
";
    let files = [
        ("parts/1.csv", "id,gold\n1,unknown\n"),
        ("parts/2.csv", "id,glod\n2,unknown\n"),
        ALL_UNKNOWN,
    ];
    let said = refused(config, &files);
    assert!(said.contains("parts/2.csv:1") && said.contains("did you mean `glod`?"), "{said}");
}

#[test]
fn stray_quotes_in_csv_are_told_and_tsv_has_none() {
    let config = "dataset: {path: d.csv}\nsystems: [{name: S, predictions: a.csv}]\n";
    let open = "id,gold,text\n1,unknown,\"so it began\n2,unknown,b\n3,unknown,c\n";
    let said = refused(config, &[("d.csv", open), ALL_UNKNOWN]);
    assert!(said.contains("the quote that opens here is never closed"), "{said}");
    assert!(said.contains("d.csv:2"), "{said}");
    let raw = config.replace("d.csv}", "d.csv, quoting: false}");
    assert_eq!(accuracy(&run(&raw, &[("d.csv", open), ALL_UNKNOWN]).0, "S", "all", ""), "3/3");
    let tsv = open.replace(',', "\t");
    let config = config.replace("d.csv", "d.tsv");
    assert_eq!(accuracy(&run(&config, &[("d.tsv", &tsv), ALL_UNKNOWN]).0, "S", "all", ""), "3/3");
}

const EVERYTHING: &str = r#"{"id":"a","text":" T \"quoted\", é\nsecond line ","hypothesis":"H","gold":"entailment","also_gold":["unknown"],"annotations":{"ann":"entailment","bob":"contradiction"},"weight":0.5,"task":"QA","attributes":{"length":"short"},"monothematic":[{"id":"a.1","hypothesis":"H1","gold":"contradiction","weight":2.0,"phenomena":["lexical:synonymy","x:y:z"],"rule":{"pattern":"x => y","left_hand_side":"new"}},{"id":"a.2","text":"other","weight":1.0}]}
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
    assert_eq!(outcome.code, Some(2), "written over a file");
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
    let outcome = scene.phenom(&["convert", "all.jsonl", "all.xml"]);
    assert_eq!(outcome.code, Some(2));
    assert!(
        outcome.stderr.contains("RTE XML cannot hold monothematic pairs"),
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
    ok(&["run", "c.yaml", "--output", "report"]);
    ok(&["counts", "c.yaml", "--output", "counts"]);
    ok(&["run", "counts.yaml"]);
    ok(&["run", "twice.yaml"]);
    let [whole, counted, twice] = ["report", "from-counts", "twice"]
        .map(|folder| scores(&scene.read(&format!("{folder}/scores.csv"))));
    // Counts know no pairs and no order of them.
    let from_counts = |scores: Scores| -> Scores {
        let of_pairs = ["average_precision", "confidence_weighted_score", "weighted_"];
        let known = |key: &[String; 5]| {
            key[2] != "pair"
                && key[4] != "shrunken_accuracy"
                && !of_pairs.iter().any(|it| key[4].starts_with(it))
        };
        scores.into_iter().filter(|(key, _)| known(key)).collect()
    };
    assert_eq!(from_counts(whole), from_counts(counted));
    assert_eq!(accuracy(&twice, "S", "all", ""), "2/4");
    let outcome = scene.phenom(&["counts", "c.yaml", "--output", "counts"]);
    assert_eq!(outcome.code, Some(2), "written over tables");
    scene.write("counts.yaml", b"counts: counts/counts.parquet\n");
    let outcome = scene.phenom(&["run", "counts.yaml"]);
    assert!(outcome.stderr.contains("`S` has no answer for 1 pairs"), "{}", outcome.stderr);
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
    let at = bytes.windows(10).position(|it| it == b"entailment").unwrap();
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

#[test]
fn what_is_allowed_and_may_be_a_slip_is_noted() {
    let pair =
        |id| format!("<pair id=\"{id}\" entailment=\"YES\"><t>T</t><h>H</h><e>E</e></pair>\n");
    let pairs = format!("<c>\n{}{}{}{}</c>", pair(1), pair(2), pair(3), pair(4));
    let config = "dataset: {path: d.xml, labels: rte-two-way}\nsystems: [{name: S, predictions: a.csv}]\n\
                  statistics: {intervals: false}\noutput: report\n";
    let answers =
        "id,label,confidence\n1,entailment,0.3\n2,entailment,1.7\n3,entailment,1\n4,entailment,0\n";
    let scene = Scene::new([
        ("c.yaml", config.as_bytes()),
        ("d.xml", pairs.as_bytes()),
        ("a.csv", answers.as_bytes()),
    ]);
    let ignored = "d.xml: nothing reads <e> (4 times) in the pairs.";
    let confidence =
        "S: 3 confidences are from 0 to 1 and 1 is not, first 1.7 for pair `2` (a.csv:3).";
    let checked = scene.phenom(&["check", "c.yaml"]).stdout;
    assert!(checked.contains(ignored) && checked.contains(confidence), "{checked}");
    assert_eq!(scene.phenom(&["run", "c.yaml"]).code, Some(0));
    let report = scene.read("report/report.json");
    assert!(report.contains(ignored) && report.contains(confidence), "{report}");
    let converted =
        scene.phenom(&["convert", "d.xml", "d.jsonl", "--labels", "rte-two-way"]).stdout;
    assert!(converted.contains(ignored), "{converted}");
}
