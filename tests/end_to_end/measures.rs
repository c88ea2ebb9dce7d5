//! The measures of Bergmair 2009 and Voorhees 2008 from the command line: shipped reports, bare tables,
//! scores without a config, rankings of every kind, and what can be wrong with them.

use serde_json::Value;

use super::scene::{Outcome, Scene, assert_snapshot, phenom_in, project, scores};

fn value(scores: &super::scene::Scores, system: &str, measure: &str) -> f64 {
    of(scores, system, "all", "", measure)["value"].parse().unwrap()
}

fn of<'a>(
    scores: &'a super::scene::Scores,
    system: &str,
    kind: &str,
    slice: &str,
    measure: &str,
) -> &'a std::collections::BTreeMap<String, String> {
    &scores[&[system, "original", kind, slice, measure].map(str::to_owned)]
}

fn shipped(name: &str) -> super::scene::Scores {
    let path = project().join(format!("reports/{name}/scores.csv"));
    scores(&std::fs::read_to_string(path).unwrap())
}

#[test]
fn every_shipped_report_is_what_its_config_writes() {
    for config in std::fs::read_dir(project().join("configs")).unwrap() {
        let path = config.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "yaml") {
            let config = path.to_str().unwrap();
            let outcome = phenom_in(&project(), &["run", config, "--verify", "--quiet"]);
            assert_eq!(outcome.code, Some(0), "{config}: {}", outcome.stderr);
        }
    }
}

/// reference/published/bergmair2009-values.csv holds what the paper prints.
#[test]
fn bergmair_figure_2() {
    let scores = shipped("bergmair2009");
    let near = |system: &str, measure: &str, printed: f64| {
        let ours = value(&scores, system, measure);
        assert!((ours - printed).abs() < 5.1e-5, "{system} {measure}: {ours}");
    };
    for (measure, well_informed, degraded) in [
        ("gold_entropy", 1.4277, 1.4277),
        ("conditional_entropy", 1.3441, 1.3703),
        // The paper's 0.0262 is the loss.
        ("mutual_information", 0.0836, 0.0574),
        ("kappa", 0.1277, 0.1434),
        ("accuracy_three_way", 0.44, 0.51),
    ] {
        near("well-informed", measure, well_informed);
        near("degraded", measure, degraded);
    }
    let given = |system: &str, answer: &str| {
        of(&scores, system, "judgment", answer, "entropy_given_answer")["value"]
            .parse::<f64>()
            .unwrap()
    };
    for (answer, printed) in
        [("entailment", 1.0746), ("unknown", 1.4277), ("contradiction", 1.5395)]
    {
        assert!((given("well-informed", answer) - printed).abs() < 5.1e-5);
    }
    assert!((given("degraded", "entailment") - 1.3280).abs() < 5.1e-5);
    let unknown = of(&scores, "degraded", "judgment", "unknown", "entropy_given_answer");
    assert_eq!(unknown["undefined_reason"], "the answer is never given");
    let report =
        std::fs::read_to_string(project().join("reports/bergmair2009/report.txt")).unwrap();
    let marked: Vec<&str> =
        report.lines().filter(|line| line.ends_with("accuracy and kappa rise")).collect();
    assert_eq!(marked.len(), 1, "{marked:?}");
    assert!(marked[0].contains("unknown to entailment"), "{marked:?}");
    assert!(report.contains("that is the loss"), "{report}");
    assert!(report.contains("orders 1 of 1 pairs of systems otherwise"), "{report}");
}

#[test]
fn trivial_answers_on_the_label_distribution_of_rte_4() {
    let scores = shipped("bergmair2009-rte4");
    let is = |system: &str, measure: &str, expected: f64| {
        let ours = value(&scores, system, measure);
        assert!((ours - expected).abs() < 1e-12, "{system} {measure}: {ours}");
    };
    for (system, baseline, expected) in [
        ("S entailment", "baseline:entailment", 0.5),
        ("S unknown", "baseline:unknown", 0.35),
        ("S contradiction", "baseline:contradiction", 0.15),
    ] {
        is(system, "accuracy", expected);
        is(baseline, "accuracy", expected);
        is(system, "mean_conditioned_accuracy", 1.0 / 3.0);
        is(baseline, "mean_conditioned_accuracy", 1.0 / 3.0);
        is(system, "kappa", 0.0);
        is(system, "mutual_information", 0.0);
    }
    is("baseline:gold-distribution", "accuracy", 0.395);
    is("baseline:uniform", "accuracy", 1.0 / 3.0);
}

#[test]
fn voorhees_table_1_and_figure_1() {
    let scores = shipped("rte3-runs");
    let share = |judgment: &str| {
        let row = of(&scores, "pooled", "judgment", judgment, "conditioned_accuracy");
        format!("{}/{}", row["numerator"], row["denominator"])
    };
    assert_eq!(share("entailment"), "2449/4920");
    assert_eq!(share("unknown"), "2345/3816");
    assert_eq!(share("contradiction"), "101/864");
    // from sklearn.metrics import cohen_kappa_score, mutual_info_score on the pairs of Table 1:
    // cohen_kappa_score(gold, answer, sample_weight=count), mutual_info_score(...) / log(2)
    assert!((value(&scores, "pooled", "kappa") - 0.1665448812481457).abs() < 1e-12);
    assert!((value(&scores, "pooled", "mutual_information") - 0.04906331578910806).abs() < 1e-12);
    let best = value(&scores, "baseline:entailment", "accuracy");
    assert_eq!(best, 0.5125);
    let beat: Vec<&str> = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"]
        .into_iter()
        .filter(|run| value(&scores, run, "accuracy") > best)
        .collect();
    assert_eq!(beat, ["A", "B", "C", "D"]);
    let report = std::fs::read_to_string(project().join("reports/rte3-runs/report.md")).unwrap();
    assert!(report.contains("4 of 12 systems beat the best baseline"), "{report}");
}

fn table(arguments: &[&str]) -> Outcome {
    Scene::new([]).phenom(&[&["table"], arguments].concat())
}

#[test]
fn a_bare_table_as_json() {
    let outcome = table(&["20 25 5; 9 18 9; 1 7 6", "--json"]);
    let values: Value = serde_json::from_str(&outcome.stdout).unwrap();
    let number = |key: &str| values[key]["value"].as_f64().unwrap();
    assert!((number("mutual_information") - 0.0836).abs() < 5e-5);
    assert!((number("kappa") - 0.1277).abs() < 5e-5);
    assert_eq!(number("accuracy"), 0.44);
    assert_eq!(number("accuracy_three_way"), 0.44);
    // Two-way: 20 right on entailment, 18 + 9 + 7 + 6 on the rest.
    assert_eq!(number("accuracy_two_way"), 0.6);
    assert_eq!(values["f1"]["value"], Value::Null);
    assert_eq!(values["precision"]["by_label"]["entailment"]["value"].as_f64(), Some(20.0 / 30.0));
    assert_eq!(values["kappa"]["undefined_reason"], Value::Null);
    let constant = table(&["3 2; 0 0", "--json"]).stdout;
    let values: Value = serde_json::from_str(&constant).unwrap();
    let reason = values["uncertainty_coefficient"]["undefined_reason"].as_str().unwrap();
    assert!(reason.starts_with("constant gold"), "{reason}");
    let empty: Value = serde_json::from_str(&table(&["0 0; 0 0", "--json"]).stdout).unwrap();
    assert_eq!(empty["accuracy"]["undefined_reason"], "no pairs");
}

#[test]
fn a_bare_table_for_humans() {
    assert_snapshot!("table", table(&["20 25 5; 9 18 9; 1 7 6"]).stdout);
}

#[test]
fn a_table_from_a_file_with_labels_and_totals() {
    let csv = "response,gold_e,gold_u,gold_c,total\nentailment,2449,929,348,3726\n\
               unknown,2172,2345,415,4932\ncontradiction,299,542,101,942\ntotal,4920,3816,864,9600\n";
    let scene = Scene::new([("t.csv", csv.as_bytes())]);
    let outcome = scene.phenom(&["table", "t.csv", "--transpose", "--json"]);
    let values: Value = serde_json::from_str(&outcome.stdout).unwrap();
    let right = &values["conditioned_accuracy"]["by_label"]["contradiction"]["value"];
    assert_eq!(right.as_f64(), Some(101.0 / 864.0));
    scene.write("t.csv", csv.replace("3726", "3727").as_bytes());
    let outcome = scene.phenom(&["table", "t.csv"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("t.csv:2: the counts sum to 3726"), "{}", outcome.stderr);
    // Above the names, the word stands for no column.
    scene.write("t.csv", b"total,e,u\ne,1,2\nu,3,4\n");
    assert_eq!(scene.phenom(&["table", "t.csv"]).code, Some(0));
}

#[test]
fn what_is_no_table() {
    for (text, message) in [
        ("x y", "`x y` is neither a file nor a table"),
        ("1 2; 3", "row 2 has 1 counts, and row 1 has 2"),
        ("1 -2; 3 4", "row 1: `-2` is not a number of pairs"),
        ("1 2.5; 3 4", "row 1: `2.5` is not a number of pairs"),
        ("1 2 3 4; 5 6 7 8", "a table of 2 rows and 4 columns"),
        ("5", "a table of 1 rows and 1 columns"),
    ] {
        let outcome = table(&[text]);
        assert_eq!(outcome.code, Some(2), "{text}: {}", outcome.stdout);
        assert!(outcome.stderr.contains(message), "{text}: {}", outcome.stderr);
    }
    let twice = table(&["1 2; 3 4", "--labels", "a,a"]);
    assert!(twice.stderr.contains("label 2 (`a`) is empty or named twice"), "{}", twice.stderr);
}

const PAIRS: &str = "id,gold\na,entailment\nb,contradiction\nc,unknown\nd,entailment\n";

#[test]
fn runs_are_scored_without_a_config() {
    let scene = Scene::new([
        ("gold.csv", PAIRS.as_bytes()),
        ("run.csv", b"id,label\na,entailment\nb,entailment\nc,unknown\nd,entailment\n"),
        (
            "other/run.csv",
            b"id,label,confidence\na,entailment,4\nb,unknown,3\nc,unknown,2\nd,unknown,1\n",
        ),
    ]);
    let outcome = scene.phenom(&["score", "gold.csv", "run.csv", "other/run.csv"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert_snapshot!("score", outcome.stdout);
    let outcome = scene.phenom(&["score", "gold.csv", "run.csv", "--json"]);
    let rows: Vec<Value> = serde_json::from_str(&outcome.stdout).unwrap();
    let accuracy = rows.iter().find(|row| row["measure"] == "accuracy").unwrap();
    assert_eq!(
        (accuracy["value"].as_f64(), accuracy["system"].as_str()),
        (Some(0.75), Some("run"))
    );
    let outcome = scene.phenom(&["score", "gold.csv", "run.csv", "run.csv", "run.csv"]);
    assert!(outcome.stderr.contains("named twice"), "{}", outcome.stderr);
    let outcome = scene.phenom(&["score", "gold.csv", "run.csv", "--run-format", "edit"]);
    assert!(outcome.stderr.contains("did you mean `edits`?"), "{}", outcome.stderr);
}

/// A config of one system with some columns, on four pairs.
fn ranked(columns: &str, more: &str, answers: &str) -> (Scene, Outcome) {
    let config = format!(
        "dataset: {{path: gold.csv}}\nsystems:\n  - name: S\n    predictions: a.csv\n    \
         columns: {columns}\n{more}\noutput: report\n"
    );
    let scene = Scene::new([
        ("c.yaml", config.as_bytes()),
        ("gold.csv", PAIRS.as_bytes()),
        ("a.csv", answers.as_bytes()),
    ]);
    let outcome = scene.phenom(&["run", "c.yaml"]);
    (scene, outcome)
}

#[test]
fn every_kind_of_ranking() {
    // In each, the entailment ranking is a, b, d, c: AP = (1/1 + 2/3) / 2.
    let expected = (1.0 + 2.0 / 3.0) / 2.0;
    let label = "id,label\na,entailment\nb,entailment\nd,unknown\nc,unknown\n";
    let cases = [
        ("{}", "    ranking: entailment", label.to_owned(), false),
        (
            "{rank: r}",
            "    ranking: entailment",
            "id,label,r\nc,unknown,4\na,entailment,1\nd,unknown,3\nb,entailment,2\n".to_owned(),
            false,
        ),
        (
            "{entailment-score: s}",
            "",
            "id,label,s\nc,unknown,0.1\na,entailment,0.9\nd,unknown,0.3\nb,entailment,0.5\n"
                .to_owned(),
            false,
        ),
        (
            "{confidence: s}",
            "",
            "id,label,s\nc,unknown,8\na,entailment,9\nd,unknown,3\nb,entailment,5\n".to_owned(),
            true,
        ),
        (
            "{probabilities: {entailment: e, unknown: u, contradiction: c}}",
            "",
            "id,e,u,c\na,.8,.1,.1\nb,.6,.2,.2\nc,.1,.8,.1\nd,.3,.5,.2\n".to_owned(),
            true,
        ),
    ];
    for (columns, more, answers, by_confidence) in cases {
        let (scene, outcome) = ranked(columns, more, &answers);
        assert_eq!(outcome.code, Some(0), "{columns}: {}", outcome.stderr);
        let scores = scores(&scene.read("report/scores.csv"));
        let ours = value(&scores, "S", "average_precision");
        assert!((ours - expected).abs() < 1e-12, "{columns}: {ours}");
        let cws = of(&scores, "S", "all", "", "confidence_weighted_score");
        if by_confidence {
            // a, c, b, d by confidence, and a, c, b, d by probability (a and c tied at .8): right,
            // right, wrong, wrong.
            let value = cws["value"].parse::<f64>().unwrap();
            assert!((value - (1.0 + 1.0 + 2.0 / 3.0 + 0.5) / 4.0).abs() < 1e-12, "{columns}");
        } else {
            assert!(cws["undefined_reason"].contains("by entailment only"), "{cws:?}");
        }
        let absent = ["S", "original", "all", "", "average_precision_proceedings"];
        assert!(!scores.contains_key(&absent.map(str::to_owned)), "it is off");
        assert!(outcome.stdout.contains("entailment ranking"), "{}", outcome.stdout);
    }
    let (scene, _) = ranked(
        "{confidence: s}",
        "measures: [average_precision, average_precision_proceedings, weighted_mutual_information]",
        "id,label,s\nc,unknown,8\na,entailment,9\nd,unknown,3\nb,entailment,5\n",
    );
    let scores = scores(&scene.read("report/scores.csv"));
    let mean = (1.0 + 0.5 + 2.0 / 3.0 + 0.5) / 4.0;
    assert!((value(&scores, "S", "average_precision_proceedings") - mean).abs() < 1e-12);
    // a, c, b, d weigh .4, .3, .2, .1: gold e, u, c, e; answers e, u, e, u.
    // H(G) = H(.5, .3, .2), H(L) = H(.6, .4), joint H(.4, .3, .2, .1).
    let entropy = |shares: &[f64]| -> f64 { shares.iter().map(|it| -it * it.log2()).sum() };
    let information =
        entropy(&[0.5, 0.3, 0.2]) + entropy(&[0.6, 0.4]) - entropy(&[0.4, 0.3, 0.2, 0.1]);
    let ours = value(&scores, "S", "weighted_mutual_information");
    assert!((ours - information).abs() < 1e-12, "{ours} {information}");
}

#[test]
fn weights_of_the_dataset() {
    let scene = Scene::new([
        ("c.yaml", b"dataset: {path: gold.csv}\nsystems: [{name: S, predictions: a.csv}]\noutput: report\n".as_slice()),
        ("gold.csv", b"id,gold,weight\na,entailment,1\nb,contradiction,0\nc,unknown,3\n"),
        ("a.csv", b"id,label\na,entailment\nb,entailment\nc,unknown\n"),
    ]);
    assert_eq!(scene.phenom(&["run", "c.yaml"]).code, Some(0));
    let made = scores(&scene.read("report/scores.csv"));
    // Weights .25 and .75, answers right: I = H(G) = H(.25).
    let entropy = -(0.25f64 * 0.25f64.log2() + 0.75 * 0.75f64.log2());
    for measure in ["weighted_mutual_information", "weighted_gold_entropy"] {
        assert!((value(&made, "S", measure) - entropy).abs() < 1e-12);
    }
    assert!(scene.read("report/report.txt").contains("weighted by the dataset"));
    for (gold, message) in [
        ("id,gold,weight\na,entailment,-1\nb,contradiction,0\nc,unknown,3\n", "`weight` is -1"),
        ("id,gold,weight\na,entailment,0\nb,contradiction,0\nc,unknown,0\n", "every weight is 0"),
    ] {
        scene.write("gold.csv", gold.as_bytes());
        let outcome = scene.phenom(&["run", "c.yaml"]);
        assert_eq!(outcome.code, Some(2));
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    }
}

#[test]
fn what_can_be_wrong_with_a_ranking() {
    let good = "id,label,s\na,entailment,1\nb,entailment,2\nc,unknown,3\nd,unknown,4\n";
    let probabilities = "{probabilities: {entailment: e, not-entailment: n}}";
    let cases: [(&str, &str, &str, &str); 12] = [
        (
            "{confidence: s}",
            "",
            &good.replace(",3", ",NaN"),
            "confidence `NaN` is not a finite number",
        ),
        (
            "{confidence: s}",
            "",
            &good.replace(",3", ",inf"),
            "confidence `inf` is not a finite number",
        ),
        (
            "{rank: s}",
            "    ranking: entailment",
            &good.replace(",3", ",2"),
            "rank 2 is used twice, for `b` and for `c`",
        ),
        (
            "{rank: s}",
            "    ranking: entailment",
            &good.replace(",3", ",0"),
            "a rank, a whole number from 1, is needed",
        ),
        ("{rank: s}", "", good, "a `rank` needs to be told which ranking it is in"),
        (
            "{rank: s, confidence: s}",
            "    ranking: entailment",
            good,
            "a run is ranked by one of these",
        ),
        (
            "{confidence: s}",
            "    ranking: entailment",
            good,
            "the column `confidence` ranks this run already",
        ),
        (
            probabilities,
            "",
            "id,e,n\na,-.1,1.1\nb,.5,.5\nc,.5,.5\nd,.5,.5\n",
            "`e` is -0.1, a probability",
        ),
        (
            probabilities,
            "",
            "id,e,n\na,NaN,1\nb,.5,.5\nc,.5,.5\nd,.5,.5\n",
            "`e` holds `NaN`, a finite number",
        ),
        (
            probabilities,
            "",
            "id,e,n\na,.5,.6\nb,.5,.5\nc,.5,.5\nd,.5,.5\n",
            "the probabilities sum to 1.1, not to 1 (within 0.001)",
        ),
        (
            "{}",
            "measures: [accuracy, average_precision]",
            good,
            "`average_precision` cannot be had for `S`: the run has no confidences",
        ),
        ("{}", "rank-by: gold_entropy", good, "`gold_entropy` does not say which system is better"),
    ];
    for (columns, more, answers, message) in cases {
        let (scene, outcome) = ranked(columns, more, answers);
        assert_eq!(outcome.code, Some(2), "{message}: {}", outcome.stdout);
        assert!(outcome.stderr.contains(message), "{message}: {}", outcome.stderr);
        assert!(!scene.path().join("report").exists(), "{message}: something was written");
    }
    let two_way = good.replace("unknown", "not-entailment");
    let (_, outcome) = ranked("{}", "measures: [accuracy_three_way]", &two_way);
    assert_eq!(outcome.code, Some(2));
    let message = "`accuracy_three_way` is a three-way measure, and `S` answers two-way";
    assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    let (_, outcome) = ranked("{}", "weighting: given", good);
    assert!(outcome.stderr.contains("the dataset gives no weights"), "{}", outcome.stderr);
}

#[test]
fn a_slice_without_pairs_has_its_reason() {
    let scene = Scene::new([
        ("c.yaml", b"dataset: {path: gold.csv}\nsystems: [{name: S, predictions: a.csv, missing: skip}]\noutput: report\n".as_slice()),
        ("gold.csv", b"id,gold,phenomenon\na,entailment,x:y\nb,contradiction,x:z\n"),
        ("a.csv", b"id,label,confidence\na,entailment,1\n"),
    ]);
    assert_eq!(scene.phenom(&["run", "c.yaml"]).code, Some(0));
    let made = scores(&scene.read("report/scores.csv"));
    for measure in ["accuracy", "mcc", "macro_f1", "average_precision", "weighted_gold_entropy"] {
        let row = of(&made, "S", "phenomenon", "x:z", measure);
        assert_eq!(
            (row["value"].as_str(), row["undefined_reason"].as_str()),
            ("", "no pairs"),
            "{measure}"
        );
    }
}
