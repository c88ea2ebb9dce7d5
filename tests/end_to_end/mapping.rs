//! Layouts of all kinds, read through a mapping in the config, and written back by `convert`.

use super::scene::{Outcome, Scene, Scores, scores};
/// Runs a config with some files and gives the scores.
pub(super) fn run(config: &str, files: &[(&str, &str)]) -> (Scores, Outcome) {
    let config = format!("{config}\nreport: {{figures: [], formats: [csv]}}\n");
    let files = files.iter().map(|(name, content)| (*name, content.as_bytes()));
    let scene = Scene::new(files.chain([("c.yaml", config.as_bytes())]));
    let outcome = scene.phenom(&["run", "c.yaml", "--all", "--output", "report"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    (scores(&scene.read("report/scores.csv")), outcome)
}

/// What is said where a config does not run.
pub(super) fn refused(config: &str, files: &[(&str, &str)]) -> String {
    let config = format!("{config}\nreport: {{figures: [], formats: [csv]}}\n");
    let files = files.iter().map(|(name, content)| (*name, content.as_bytes()));
    let scene = Scene::new(files.chain([("c.yaml", config.as_bytes())]));
    let outcome = scene.phenom(&["run", "c.yaml", "--all", "--output", "report"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    assert!(!scene.path().join("report").exists());
    outcome.stderr
}

pub(super) fn accuracy(scores: &Scores, system: &str, kind: &str, slice: &str) -> String {
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
    assert!(said.contains("the gold label is a set: `unknown`, `contradiction`"), "{said}");
    assert!(said.contains("gold-sets: exclude"), "{said}");
    let (scores, outcome) = run(&NESTED_CONFIG.replace("sets: any", "sets: exclude"), &files);
    assert_eq!(accuracy(&scores, "S", "all", ""), "1/1");
    assert!(outcome.stdout.contains("1 pairs have no gold label"), "{}", outcome.stdout);
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
        ("\"e\": 0.7", "\"e\": -0.1", "`p.e` is -0.1, expected a probability from 0 to 1"),
        (
            "\"e\": 0.7",
            "\"e\": \"NaN\"",
            "`p.e` (asked for by `columns.probabilities`) contains `NaN`",
        ),
    ] {
        let said = refused(NESTED_CONFIG, &[("d.ndjson", &NESTED.replace(from, to))]);
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn ids_are_rows_files_or_several_columns() {
    let config = "\
dataset: {path: 'part-*.tsv', columns: {id: ['@file', '@row'], gold: gold}}
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
    assert!(said.contains("`negation` contains `2`, expected 0 or 1"), "{said}");
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
    assert!(
        said.contains(
            "1 tag is for no pair of the dataset: `9`; ids of the dataset are `1`, `2`, `3`"
        ),
        "{said}"
    );
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
             {{id: id, score: score}}, threshold: {threshold}, missing: skip}}\n"
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
    columns: {id: id, score: score}
    missing: skip
    threshold: {learn-on: {dataset: {path: dev.csv}, predictions: dev.csv}}
";
    let dev = "id,gold,score\n1,not-entailment,0.1\n2,entailment,0.3\n3,entailment,0.7\n4,not-entailment,0.2\n";
    let (scores, outcome) = run(config, &[("d.csv", SCORED), ("dev.csv", dev)]);
    // Between 0.2 and 0.3 all four are right.
    let learnt = "threshold 0.25 learnt on dev.csv: correct on 4 of 4 development pairs";
    assert!(outcome.stdout.contains(learnt), "{}", outcome.stdout);
    assert_eq!(accuracy(&scores, "S", "all", ""), "1/1");
    assert!(outcome.stdout.contains("Excluded by the config: `b` (2 pairs"), "{}", outcome.stdout);
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
    let ignored = "d.xml: phenom does not read <e> (4 times) of the pairs.";
    let confidence =
        "S: 3 confidences are from 0 to 1 and 1 is not, first 1.7 for pair `2` (a.csv:3).";
    let checked = scene.phenom(&["check", "c.yaml"]).stdout;
    assert!(checked.contains(ignored) && checked.contains(confidence), "{checked}");
    assert_eq!(scene.phenom(&["run", "c.yaml", "--all"]).code, Some(0));
    let report = scene.read("report/report.json");
    assert!(report.contains(ignored) && report.contains(confidence), "{report}");
    let converted =
        scene.phenom(&["convert", "d.xml", "d.jsonl", "--labels", "rte-two-way"]).stdout;
    assert!(converted.contains(ignored), "{converted}");
}

#[test]
fn an_empty_cell_means_what_the_labels_say_of_the_empty_label() {
    let files =
        [("d.csv", "id,gold,a1\n1,e,e\n2,,\n3,c,c\n"), ("s.csv", "id,label\n1,e\n2,\n3, \n")];
    let config = |labels: &str, more: &str| {
        format!(
            "dataset: {{path: d.csv, labels: {{e: entailment, \" c \": contradiction{labels}}}}}\n\
             systems:\n  - {{name: S, predictions: s.csv{more}}}\n"
        )
    };
    // Gold of 2 is unknown, and so are the answers to 2 and 3.
    let (scores, _) = run(&config(", \"\": unknown", ""), &files);
    assert_eq!(accuracy(&scores, "S", "all", ""), "2/3");
    let (scores, _) = run(&config(", \"\": none", ""), &files);
    assert_eq!(accuracy(&scores, "S", "all", ""), "1/2");
    // Labels of the answers alone.
    let (scores, _) = run(&config("", ", labels: {e: entailment, \"\": contradiction}"), &files);
    assert_eq!(accuracy(&scores, "S", "all", ""), "2/2");
    let said = refused(&config("", ", labels: {e: entailment, \" e\": unknown}"), &files);
    assert!(said.contains("label `e` means"), "{said}");
    let annotations = config("", "").replace(
        "labels: {e",
        "annotations: {path: a.csv, labels: {e: entailment, \"\": unknown}}, labels: {e",
    );
    let with = [files[0], files[1], ("a.csv", "id,annotator,label\n1,ann,e\n")];
    let said = refused(&annotations, &with);
    assert!(said.contains("an annotator's empty label means no label"), "{said}");
}
