//! Runs on RTE, and the output of EDITS.

use super::found::{Found, refused, scene};

const RTE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<entailment-corpus>
  <pair id="1" entailment="YES" task="IE">
    <t>The ferry left at noon.</t>
    <h>The ferry left.</h>
  </pair>
  <pair id="2" entailment="NO" task="IE">
    <t>The ferry left at noon.</t>
    <h>The ferry left at dusk.</h>
  </pair>
  <pair id="3" entailment="NO" task="QA">
    <t>The inn is old.</t>
    <h>The inn is shut.</h>
  </pair>
</entailment-corpus>
"#;

const RTE_PAIRS: &str = "path: rte.xml, labels: rte-two-way";

#[test]
fn rte_run_reads_ranked_runs_and_those_with_scores() {
    let scene = scene([
        ("rte.xml", RTE),
        ("ranked.txt", "ranked: yes\n3 YES\n1 YES\n2 NO\n"),
        ("unranked.txt", "ranked: no\n1\tENTAILMENT\n2\tCONTRADICTION\n3\tUNKNOWN\n"),
        ("scored.txt", "1 FALSE 0.91\n2 FALSE  0.55\n3 TRUE 0.5\n"),
        ("two-way.txt", "1 YES\n2 NO\n3 NO_ENTAILMENT\n"),
        ("pilot.txt", "ranked: no\n1 YES\n2 NO\n3 UNKNOWN\n"),
    ]);
    let system = |name: &str| format!("{{name: {name}, predictions: {name}.txt, format: rte-run}}");
    let systems = ["ranked", "unranked", "scored", "two-way"].map(system).join(", ");
    let found = Found::new(&scene, RTE_PAIRS, &systems);
    assert_eq!(found.originals(), "3: 1 entailment, 2 not-entailment");
    assert_eq!(found.answers("ranked"), "2 entailment, 1 not-entailment");
    assert_eq!(found.answers("unranked"), "1 entailment, 1 unknown, 1 contradiction");
    assert_eq!(found.answers("scored"), "1 entailment, 2 not-entailment");
    let right = ["ranked", "unranked", "scored", "two-way"].map(|run| found.right_originals(run));
    assert_eq!(right, ["2/3", "3/3", "1/3", "3/3"]);
    // In the three-way pilot NO is a contradiction, which `labels` says.
    let labels = "labels: {\"YES\": entailment, \"NO\": contradiction, UNKNOWN: unknown}";
    let pilot = format!("{{name: pilot, predictions: pilot.txt, format: rte-run, {labels}}}");
    let found = Found::new(&scene, RTE_PAIRS, &pilot);
    assert_eq!(found.answers("pilot"), "1 entailment, 1 unknown, 1 contradiction");
}

#[test]
fn rte_run_reads_the_label_of_two_words() {
    let scene = scene([
        ("rte.xml", RTE),
        ("ranked.txt", "ranked: yes\n1 ENTAILMENT\n2 NO ENTAILMENT\n3 NO ENTAILMENT\n"),
        ("scored.txt", "3 ENTAILMENT 0.5\n1 NO ENTAILMENT 0.25\n2 NO ENTAILMENT 0.125\n"),
    ]);
    let system = |name: &str| format!("{{name: {name}, predictions: {name}.txt, format: rte-run}}");
    let found = Found::new(&scene, RTE_PAIRS, &["ranked", "scored"].map(system).join(", "));
    assert_eq!(found.answers("ranked"), "1 entailment, 2 not-entailment");
    assert_eq!(["ranked", "scored"].map(|run| found.right_originals(run)), ["3/3", "1/3"]);
}

#[test]
fn edits_has_no_header_and_its_gold_is_compared() {
    let answers = "3\tNONENTAILMENT\tEntailment\t0.25\n1\tENTAILMENT\tEntailment\t0.125\n\
                   2\tNONENTAILMENT\tNonEntailment\t0.5\n";
    let scene = scene([("rte.xml", RTE), ("edits.txt", answers)]);
    let system = "{name: EDITS, predictions: edits.txt, format: edits}";
    let found = Found::new(&scene, RTE_PAIRS, system);
    assert_eq!(found.answers("EDITS"), "2 entailment, 1 not-entailment");
    assert_eq!(found.right_originals("EDITS"), "2/3");
    scene.write("edits.txt", answers.replace("1\tENTAILMENT", "1\tNONENTAILMENT").as_bytes());
    let said = refused(&scene, &["check", "c.yaml"]);
    assert!(said.contains("edits.txt") && said.contains("gold"), "{said}");
}
