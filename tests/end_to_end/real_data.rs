//! Data that others made, which is not part of the project: the tests run where the environment
//! variable PHENOM_REAL_DATA names a folder that holds it, and say so where it does not.

use std::io::Write;
use std::path::PathBuf;

use super::scene::{Scene, project, scores};

/// The folder of the real data; without it a line on standard error, past the test runner.
fn real_data(test: &str) -> Option<PathBuf> {
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
        let outcome = scene.phenom(&["run", "c.yaml"]);
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
    let outcome = scene.phenom(&["run", "c.yaml"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("differ from the dataset's on 1 pairs"), "{}", outcome.stderr);
}
