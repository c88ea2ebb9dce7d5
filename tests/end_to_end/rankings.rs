//! Rankings of every kind from the command line, and what can be wrong with them.

use super::measures::PAIRS;
use super::scene::{Outcome, Scene, scores};
use super::shipped::{of, value};

/// A config of one system with some columns, on four pairs.
fn ranked(columns: &str, more: &str, answers: &str) -> (Scene, Outcome) {
    let inner = columns.trim_start_matches('{').trim_end_matches('}');
    let made_of_numbers = ["probabilities", "score:", "log-likelihoods"];
    let label = match made_of_numbers.iter().any(|key| inner.starts_with(key)) {
        true => "",
        false => "label: label, ",
    };
    let columns = match inner {
        "" => String::new(),
        _ => format!("columns: {{id: id, {label}{}", columns.trim_start_matches('{')),
    };
    let config = format!(
        "dataset: {{path: gold.csv}}\nsystems:\n  - name: S\n    predictions: a.csv\n    \
         {columns}\n{more}\noutput: report\nreport: {{figures: [], formats: [csv]}}\n"
    );
    let scene = Scene::new([
        ("c.yaml", config.as_bytes()),
        ("gold.csv", PAIRS.as_bytes()),
        ("a.csv", answers.as_bytes()),
    ]);
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
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
    let entropy =
        |shares: &[f64]| -> f64 { shares.iter().map(|share| -share * share.log2()).sum() };
    let information =
        entropy(&[0.5, 0.3, 0.2]) + entropy(&[0.6, 0.4]) - entropy(&[0.4, 0.3, 0.2, 0.1]);
    let ours = value(&scores, "S", "weighted_mutual_information");
    assert!((ours - information).abs() < 1e-12, "{ours} {information}");
}

#[test]
fn weights_of_the_dataset() {
    let scene = Scene::new([
        ("c.yaml", b"dataset: {path: gold.csv}\nsystems: [{name: S, predictions: a.csv}]\noutput: report\nreport: {figures: [], formats: [txt]}\n".as_slice()),
        ("gold.csv", b"id,gold,weight\na,entailment,1\nb,contradiction,0\nc,unknown,3\n"),
        ("a.csv", b"id,label\na,entailment\nb,entailment\nc,unknown\n"),
    ]);
    assert_eq!(scene.phenom(&["run", "c.yaml", "--all"]).code, Some(0));
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
        let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
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
            "expected a rank, a whole number from 1,",
        ),
        (
            "{rank: s}",
            "",
            good,
            "a `rank` needs `ranking`, which states what the ranking orders by",
        ),
        (
            "{rank: s, confidence: s}",
            "    ranking: entailment",
            good,
            "a run has one ranking: use only one of these",
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
            "`e` is -0.1, expected a probability from 0 to 1",
        ),
        (
            probabilities,
            "",
            "id,e,n\na,NaN,1\nb,.5,.5\nc,.5,.5\nd,.5,.5\n",
            "`e` (asked for by `columns.probabilities`) contains `NaN`, expected a finite number",
        ),
        (
            probabilities,
            "",
            "id,e,n\na,.5,.6\nb,.5,.5\nc,.5,.5\nd,.5,.5\n",
            "the probabilities sum to 1.1, not to 1 (within 0.01)",
        ),
        (
            "{}",
            "measures: [accuracy, average_precision]",
            good,
            "`average_precision` is not available for `S`: the run has no confidences",
        ),
        (
            "{}",
            "rank-by: gold_entropy",
            good,
            "`gold_entropy` does not show which system is better",
        ),
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
    let message = "`accuracy_three_way` needs three-way labels, and `S` predicts two-way";
    assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    let (_, outcome) = ranked("{}", "weighting: given", good);
    assert!(outcome.stderr.contains("the dataset contains no weights"), "{}", outcome.stderr);
}

#[test]
fn measures_of_probabilities_have_rows_and_columns_where_they_are_named_by_any_name() {
    let (scene, outcome) = ranked(
        "{probabilities: {entailment: e, unknown: u, contradiction: c}}",
        "measures: [AUC, Brier, ece, BAcc, average_precision]\nrank-by: balanced-accuracy",
        "id,e,u,c\na,.8,.1,.1\nb,.6,.2,.2\nc,.1,.8,.1\nd,.3,.5,.2\n",
    );
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let scores = scores(&scene.read("report/scores.csv"));
    // Gold e, c, u, e. sklearn.metrics.roc_auc_score([1, 0, 0, 1], [.8, .6, .1, .3])
    assert!((value(&scores, "S", "auroc") - 0.75).abs() < 1e-12);
    // sklearn.metrics.brier_score_loss(list("ecue"), [[.1, .8, .1], [.2, .6, .2], [.1, .1, .8], [.2, .3, .5]], labels=list("ceu"))
    assert!((value(&scores, "S", "brier_score") - 0.485).abs() < 1e-12);
    // Bins of .5 (wrong), .6 (wrong) and .8 (two right ones): (.5 + .6 + 2 * .2) / 4.
    assert!((value(&scores, "S", "expected_calibration_error") - 0.375).abs() < 1e-12);
    // sklearn.metrics.balanced_accuracy_score(list("ecue"), list("eeuu"))
    assert!((value(&scores, "S", "mean_conditioned_accuracy") - 0.5).abs() < 1e-12);
    for column in ["AUROC", "Brier score", "ECE"] {
        assert!(outcome.stdout.contains(column), "{column}: {}", outcome.stdout);
    }
}
