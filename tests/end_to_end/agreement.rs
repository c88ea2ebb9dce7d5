//! Annotators and answer keys from the command line: the figures of Voorhees 2008, every way to say what
//! annotators said, and what can be wrong with it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::scene::{Outcome, Scene, phenom_in, project, shipped_report};

pub(super) type Row = BTreeMap<String, String>;

pub(super) fn rows(csv: &str) -> Vec<Row> {
    let mut lines = csv.lines().map(cells);
    let header = lines.next().unwrap();
    let row = |cells: Vec<String>| {
        assert_eq!(cells.len(), header.len(), "{cells:?}");
        header.iter().cloned().zip(cells).collect()
    };
    lines.map(row).collect()
}

/// The cells of a line; a comma between quotes is none.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            other => cells.last_mut().unwrap().push(other),
        }
    }
    cells
}

pub(super) fn shipped(name: &str) -> Vec<Row> {
    let (report, file) = name.split_once('/').unwrap();
    rows(&std::fs::read_to_string(shipped_report(report).join(file)).unwrap())
}

/// The one row in which columns have these values.
pub(super) fn the<'a>(rows: &'a [Row], wanted: &[(&str, &str)]) -> &'a Row {
    let mut found =
        rows.iter().filter(|row| wanted.iter().all(|(name, value)| row[*name] == *value));
    let row = found.next();
    assert!(row.is_some() && found.next().is_none(), "no row or two of them: {wanted:?}");
    row.unwrap()
}

pub(super) fn number(row: &Row) -> f64 {
    assert_eq!(row["undefined_reason"], "", "{row:?}");
    row["value"].parse().unwrap()
}

fn two<'a>(rows: &'a [Row], a: &str, b: &str, task: &str, measure: &str) -> &'a Row {
    the(
        rows,
        &[("key_a", a), ("key_b", b), ("slice_kind", "all"), ("task", task), ("measure", measure)],
    )
}

const FIRST: &str = "annotator:judge-1";
const SECOND: &str = "annotator:judge-2";

/// reference/published/voorhees2008-tables: Tables 2 and 3, section 2.2.
#[test]
fn voorhees_section_2_2() {
    let rows = shipped("rte3-keys/agreement.csv");
    let share = |a, b, task| number(two(&rows, a, b, task, "agreement"));
    assert_eq!(share("official", FIRST, "two-way"), 0.90);
    assert_eq!(share("official", SECOND, "two-way"), 0.90875);
    assert_eq!(share(FIRST, SECOND, "three-way"), 0.83);
    let possible = two(&rows, "", "", "three-way", "disagreement");
    assert_eq!((possible["numerator"].as_str(), number(possible)), ("136", 0.17));
    assert_eq!(possible["denominator"], "800");
    let tau = |key| number(two(&rows, "official", key, "three-way", "kendall_tau"));
    for (key, printed, swaps) in
        [(FIRST, 0.7576, "8"), (SECOND, 0.9394, "2"), ("unknown-on-disagreement", 0.7576, "8")]
    {
        assert!((tau(key) - printed).abs() < 5e-5, "{key}: {}", tau(key));
        let swapped = two(&rows, "official", key, "three-way", "swapped_systems");
        assert_eq!((swapped["numerator"].as_str(), swapped["denominator"].as_str()), (swaps, "66"));
    }
    let changes = rows.iter().filter(|row| row["measure"] == "observed_change");
    let largest = changes.map(number).fold(0.0, f64::max);
    assert!((largest - 0.063).abs() < 5.1e-4, "{largest}");
    // sklearn.metrics.cohen_kappa_score on the pairs of Table 3 gives the kappa of the two judges;
    // the interval holds it.
    let kappa = two(&rows, FIRST, SECOND, "three-way", "kappa");
    let end = |name: &str| kappa[name].parse::<f64>().unwrap();
    assert!(end("lower") < number(kappa) && number(kappa) < end("upper"));
    assert_eq!(kappa["interval_method"], "cluster_bootstrap_bca");
    let report = std::fs::read_to_string(shipped_report("rte3-keys").join("report.txt")).unwrap();
    for ranking in [
        "official: A > B > C > D > E > F > G > H > I > J > K > L.",
        "judge-1: B > A > D > C > F > E > G > K > H > L > I > J.",
        "judge-2: A > B > C > D > E > F > G > H > K > I > J > L.",
        "unknown-on-disagreement: A > B > C > D > E > H > I > J > G > K > F > L.",
    ] {
        assert!(report.contains(ranking), "{ranking}");
    }
    assert!(report.contains("17.0 points (annotators differ on 136 of 800\n  pairs"), "{report}");
    // Table 3 has no order of the judges: 82 pairs are entailment to one and unknown to the other.
    let judgments = shipped("rte3-keys/tables/annotator-judgments.csv");
    let cell = |gold: &str, said: &str| {
        let wanted = [("labels of", "judge-1"), ("and", "judge-2"), ("label of the first", gold)];
        the(&judgments, &wanted)[&format!("label of the second: {said}")].parse::<u32>().unwrap()
    };
    let both = |a, b| cell(a, b) + cell(b, a);
    assert_eq!(both("entailment", "unknown"), 82);
    assert_eq!(both("entailment", "contradiction"), 11);
    assert_eq!(both("unknown", "contradiction"), 43);
    assert_eq!(
        ["entailment", "unknown", "contradiction"].map(|judgment| cell(judgment, judgment)),
        [381, 217, 66]
    );
}

#[test]
fn every_measure_of_every_system_under_every_key() {
    let keys = shipped("rte3-keys/keys.csv");
    let scores = shipped("rte3-keys/scores.csv");
    let measures = |rows: &[Row], key: Option<&str>| {
        let mut found: Vec<String> = rows
            .iter()
            .filter(|row| row["system"] == "A" && row["slice_kind"] == "all")
            .filter(|row| key.is_none_or(|key| row["key"] == key))
            .map(|row| format!("{} {}", row["population"], row["measure"]))
            .collect();
        found.sort();
        found
    };
    for key in ["official", FIRST, SECOND, "majority", "unanimous", "unknown-on-disagreement"] {
        assert_eq!(measures(&keys, Some(key)), measures(&scores, None), "{key}");
    }
    let of = |key, measure| {
        let wanted = [
            ("key", key),
            ("system", "A"),
            ("population", "original"),
            ("slice_kind", "all"),
            ("measure", measure),
        ];
        number(the(&keys, &wanted))
    };
    let official = [("system", "A"), ("population", "original"), ("slice_kind", "all")];
    for measure in ["accuracy", "kappa", "mutual_information", "macro_f1", "gold_entropy"] {
        let score = number(the(&scores, &[&official[..], &[("measure", measure)]].concat()));
        assert_eq!(of("official", measure), score);
    }
    // Right answers counted from the files with Python.
    assert_eq!(of(FIRST, "accuracy"), 535.0 / 800.0);
    assert_eq!(of("unknown-on-disagreement", "accuracy"), 567.0 / 800.0);
}

#[test]
fn the_commands_print_tables_and_json() {
    let said = |arguments: &[&str]| {
        let outcome = phenom_in(&project(), arguments);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        outcome.stdout
    };
    let agree = said(&["agree", "configs/rte3-keys.yaml"]);
    for part in ["Agreement of annotators", "83.0 [", "Kendall's tau-b", "0.7576", "50/800"] {
        assert!(agree.contains(part), "{part}: {agree}");
    }
    let rows: Vec<Value> =
        serde_json::from_str(&said(&["agree", "configs/rte3-keys.yaml", "--json"])).unwrap();
    assert_eq!(rows.len(), shipped("rte3-keys/agreement.csv").len());
    assert_eq!(rows[0]["value"].as_f64(), Some(0.83));
    let justify = said(&["justify", "configs/rte3-justifications.yaml"]);
    for part in ["Mean rank of the runs by understandability", "4.17", "0.4921"] {
        assert!(justify.contains(part), "{part}: {justify}");
    }
    let rows: Vec<Value> =
        serde_json::from_str(&said(&["justify", "configs/rte3-justifications.yaml", "--json"]))
            .unwrap();
    assert_eq!(rows.len(), shipped("rte3-justifications/justifications.csv").len());
    let measures = said(&["measures"]);
    assert!(measures.contains("krippendorff_alpha") && measures.contains("mean_rank"));
    assert!(said(&["measures", "kendall_tau"]).contains("Kendall 1945"));
    let check = said(&["check", "configs/rte3-keys.yaml"]);
    assert!(check.contains("800 judge-1, 800 judge-2"), "{check}");
    let check = said(&["check", "configs/rte3-justifications.yaml"]);
    assert!(check.contains("36 scores by 6 judges, of 6 runs on 1 pairs"), "{check}");
}

const SYSTEM: &str = "systems: [{name: S, predictions: a.csv}]\noutput: report\n\
                      report: {figures: [], formats: [csv]}\n";
const ANSWERS: &str = "id,label\na,entailment\nb,unknown\nc,contradiction\nd,entailment\n";
const PAIRS: &str = "id,gold\na,entailment\nb,contradiction\nc,unknown\nd,entailment\n";

pub(super) fn scene(dataset: &str, more: &[(&str, &str)]) -> Scene {
    let config = format!("dataset: {dataset}\n{SYSTEM}");
    let files = [("c.yaml", config.as_str()), ("a.csv", ANSWERS), ("pairs.csv", PAIRS)];
    let files: Vec<(&str, &[u8])> =
        files.iter().chain(more).map(|(name, text)| (*name, text.as_bytes())).collect();
    Scene::new(files)
}

pub(super) fn refused(outcome: &Outcome, message: &str) {
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
}

const LONG: &str = "{path: pairs.csv, annotations: {path: said.csv, labels: nli, \
                    columns: {id: pair, annotator: who, label: said}}}";

#[test]
fn columns_lists_counts_and_long_form_agree() {
    // Of a to d: ann E N N E, bob E C N -; alike 2 of 3.
    let long = "pair,who,said\na,ann,entailment\na,bob,entailment\nb,ann,neutral\n\
                b,bob,contradiction\nc,ann,neutral\nc,bob,neutral\nd,ann,entailment\nd,bob,\n";
    let columns = "id,gold,ann,bob\na,entailment,entailment,entailment\n\
                   b,contradiction,unknown,contradiction\nc,unknown,unknown,unknown\n\
                   d,entailment,entailment,\n";
    let lists = "{\"id\": \"a\", \"gold\": \"e\", \"l\": [\"e\", \"e\"]}\n\
                 {\"id\": \"b\", \"gold\": \"c\", \"l\": [\"n\", \"c\"]}\n\
                 {\"id\": \"c\", \"gold\": \"n\", \"l\": [\"n\", \"n\"]}\n\
                 {\"id\": \"d\", \"gold\": \"e\", \"l\": [\"e\"]}\n";
    let chaos = "{\"uid\": \"a\", \"old_label\": \"e\", \"label_counter\": {\"e\": 2}, \"example\": {\"premise\": \"p\", \"hypothesis\": \"h\"}}\n\
                 {\"uid\": \"b\", \"old_label\": \"c\", \"label_counter\": {\"n\": 1, \"c\": 1}, \"example\": {\"premise\": \"p\", \"hypothesis\": \"h\"}}\n\
                 {\"uid\": \"c\", \"old_label\": \"n\", \"label_counter\": {\"n\": 2}, \"example\": {\"premise\": \"p\", \"hypothesis\": \"h\"}}\n\
                 {\"uid\": \"d\", \"old_label\": \"e\", \"label_counter\": {\"e\": 1}, \"example\": {\"premise\": \"p\", \"hypothesis\": \"h\"}}\n";
    let cases = [
        (LONG.to_owned(), ("said.csv", long)),
        ("{path: p.csv, columns: {id: id, gold: gold, annotators: [ann, bob]}}".to_owned(), ("p.csv", columns)),
        (
            "{path: p.ndjson, labels: {e: entailment, n: unknown, c: contradiction}, \
             columns: {id: id, gold: gold, annotator-labels: l}}"
                .to_owned(),
            ("p.ndjson", lists),
        ),
        ("{path: p.jsonl, format: chaosnli}".to_owned(), ("p.jsonl", chaos)),
        (
            "{path: p.jsonl, format: ndjson, labels: {e: entailment, n: unknown, c: contradiction}, \
             columns: {id: uid, gold: old_label, annotator-counts: {entailment: label_counter.e, \
             unknown: label_counter.n, contradiction: label_counter.c}}}"
                .to_owned(),
            ("p.jsonl", chaos),
        ),
    ];
    for (dataset, file) in cases {
        let scene = scene(&dataset, &[file]);
        let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
        assert_eq!(outcome.code, Some(0), "{dataset}: {}", outcome.stderr);
        let rows = rows(&scene.read("report/agreement.csv"));
        let agreement = two(&rows, "", "", "three-way", "agreement");
        assert_eq!((agreement["numerator"].as_str(), agreement["support"].as_str()), ("2", "3"));
        // from krippendorff import alpha
        // alpha([[0, 1, 1, 0], [0, 2, 1, nan]], level_of_measurement="nominal") = 0.5454545454545454
        let alpha = number(two(&rows, "", "", "three-way", "krippendorff_alpha"));
        assert!((alpha - 0.5454545454545454).abs() < 1e-12, "{dataset}: {alpha}");
        // S answers E N C E, of which the judgments that all of two gave (E N) are one.
        let keys = self::rows(&scene.read("report/keys.csv"));
        let unanimous = the(
            &keys,
            &[
                ("key", "unanimous"),
                ("system", "S"),
                ("slice_kind", "all"),
                ("measure", "accuracy"),
            ],
        );
        assert_eq!((&*unanimous["numerator"], &*unanimous["denominator"]), ("1", "2"), "{dataset}");
        let check = scene.phenom(&["check", "c.yaml"]).stdout;
        assert!(check.contains("annotators"), "{check}");
    }
}

#[test]
fn probabilities_beside_what_annotators_said() {
    let pairs =
        "id,gold,ann,bob\na,entailment,entailment,entailment\nb,unknown,unknown,contradiction\n";
    let config = "dataset: {path: p.csv, columns: {id: id, gold: gold, annotators: [ann, bob]}}\nsystems:\n  - name: P\n    \
                  predictions: p1.csv\n    columns: {id: id, probabilities: {entailment: e, unknown: u, \
                  contradiction: c}}\n  - name: Q\n    predictions: p2.csv\n    columns: \
                  {id: id, probabilities: {entailment: e, unknown: u, contradiction: c}}\noutput: report\n\
                  report: {figures: [], formats: [csv]}\n";
    let scene = Scene::new([
        ("c.yaml", config.as_bytes()),
        ("p.csv", pairs.as_bytes()),
        ("p1.csv", b"id,e,u,c\na,.5,.25,.25\nb,.5,.25,.25\n".as_slice()),
        ("p2.csv", b"id,e,u,c\na,1,0,0\nb,.2,.8,0\n"),
    ]);
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let rows = rows(&scene.read("report/agreement.csv"));
    let of = |system, measure| {
        the(&rows, &[("system", system), ("measure", measure), ("slice_kind", "all")])
    };
    // H: 1 bit for E with .5; 2 bits for N and C with .25 each; (1 + 2) / 2.
    assert_eq!(number(of("P", "cross_entropy")), 1.5);
    // from scipy.spatial.distance import jensenshannon as js
    // (js([1,0,0], [.5,.25,.25], 2) + js([0,.5,.5], [.5,.25,.25], 2)) / 2
    let jsd = number(of("P", "jensen_shannon_distance"));
    assert!((jsd - 0.5579230452841438).abs() < 1e-12, "{jsd}");
    let infinite = &of("Q", "cross_entropy")["undefined_reason"];
    assert!(infinite.starts_with("infinite"), "{infinite}");
    assert_eq!(of("Q", "impossible_judgments")["numerator"], "1");
    assert!(
        outcome.stdout.contains("Probabilities of systems and labels of annotators"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn phenomena_on_which_people_disagree() {
    let pairs = "id,gold,category,phenomenon,ann,bob\n\
                 a,entailment,lexical,synonymy,entailment,entailment\n\
                 b,contradiction,lexical,synonymy,contradiction,contradiction\n\
                 c,unknown,syntactic,negation,unknown,contradiction\n\
                 d,entailment,syntactic,modifier,entailment,\n";
    let scene = scene(
        "{path: p.csv, columns: {id: id, gold: gold, category: category, \
         phenomenon: phenomenon, annotators: [ann, bob]}}",
        &[("p.csv", pairs)],
    );
    let outcome = scene.phenom(&["agree", "c.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("accuracy of systems on"), "{}", outcome.stdout);
    assert_eq!(scene.phenom(&["run", "c.yaml", "--all"]).code, Some(0));
    let rows = rows(&scene.read("report/agreement.csv"));
    let share = |slice| {
        let wanted =
            [("slice", slice), ("key_b", ""), ("task", "three-way"), ("measure", "agreement")];
        the(&rows, &wanted)
    };
    assert_eq!(number(share("lexical:synonymy")), 1.0);
    assert_eq!(number(share("syntactic:negation")), 0.0);
    // Bob said nothing of the one modifier.
    let alone = "there is one annotator only, so no agreement is defined";
    assert_eq!(share("syntactic:modifier")["undefined_reason"], alone);
}

#[test]
fn what_is_wrong_with_annotators() {
    // Nobody said anything.
    let none = scene("{path: pairs.csv}", &[]);
    refused(&none.phenom(&["agree", "c.yaml"]), "the dataset contains no labels of annotators");
    refused(&none.phenom(&["justify", "c.yaml"]), "this config has no justifications");
    assert_eq!(none.phenom(&["run", "c.yaml", "--all"]).code, Some(0));
    assert!(!none.path().join("report/agreement.csv").exists());
    // The same annotator twice on a pair, an unknown pair, a label without a meaning: all at once.
    let said = "pair,who,said\na,ann,neutral\na,ann,entailment\nx,ann,neutral\nb,ann,maybe\n";
    let twice = scene(LONG, &[("said.csv", said)]);
    let outcome = twice.phenom(&["agree", "c.yaml"]);
    refused(&outcome, "annotator `ann` labels pair `a` twice, first on line 2");
    refused(&outcome, "1 annotation is for no pair of the dataset: `x`");
    refused(&outcome, "label `maybe` has no meaning in the label scheme `nli`");
    // A file that is not there, a column that is not there.
    let absent = scene("{path: pairs.csv, annotations: {path: sayd.csv}}", &[("said.csv", said)]);
    refused(&absent.phenom(&["check", "c.yaml"]), "did you mean `said.csv`?");
    let column = scene("{path: pairs.csv, annotations: {path: said.csv}}", &[("said.csv", said)]);
    refused(&column.phenom(&["check", "c.yaml"]), "`id`");
    // Annotations belong to the dataset, not to a part of it.
    let part = "{originals: {path: pairs.csv, annotations: {path: said.csv}}}";
    refused(
        &scene(part, &[("said.csv", said)]).phenom(&["check", "c.yaml"]),
        "belongs to the dataset",
    );
}

#[test]
fn one_annotator_has_undefined_agreement_and_a_key() {
    let said =
        "pair,who,said\na,ann,neutral\nb,ann,contradiction\nc,ann,neutral\nd,ann,entailment\n";
    let scene = scene(LONG, &[("said.csv", said)]);
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let rows = rows(&scene.read("report/agreement.csv"));
    for measure in ["agreement", "fleiss_kappa", "krippendorff_alpha", "mean_pair_agreement"] {
        let row = two(&rows, "", "", "three-way", measure);
        assert!(row["undefined_reason"].contains("one annotator only"), "{row:?}");
        assert_eq!(row["value"], "");
    }
    // ann differs from gold on a: S, wrong on b and c by both, loses a and nothing else.
    let change = two(&rows, "", "", "three-way", "observed_change");
    assert_eq!((&*change["numerator"], &*change["denominator"]), ("1", "4"));
    assert!(outcome.stdout.contains("one annotator only"), "{}", outcome.stdout);
}
