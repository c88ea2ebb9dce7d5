//! `phenom check --leakage`: whether predictions depend on the gold labels of the pairs that they are for.

use super::scene::{SCORES_ONLY, Scene};

/// Twelve originals, of which two have one text, each with a part.
fn pairs() -> String {
    let mut pairs = "id,origin,text,hypothesis,gold,phenomenon\n".to_owned();
    for number in 0..12 {
        let gold = ["entailment", "not-entailment"][number / 2 % 2];
        let text = format!("text {}", number.max(1));
        let word = ["red", "blue", "green"][number % 3];
        pairs += &format!("p{number},,{text},a {word} hypothesis,{gold},\n");
        pairs += &format!("p{number}.1,p{number},{text},a {word} part,{gold},lexical:{word}\n");
    }
    pairs
}

const PROGRAM: &str = r#"echo started >> started
sed -E 's/^\{"id":"([^"]*)","text".*$/{"id":"\1","label":"entailment"}/'
"#;

/// Answers with the gold labels in the file that it is given.
const READS_GOLD: &str = r#"awk 'NR == FNR { split($0, cells, ","); gold[cells[3] "|" cells[4]] = cells[5]; next }
  { split($0, sent, "\""); printf "{\"id\":\"%s\",\"label\":\"%s\"}\n", sent[4], gold[sent[8] "|" sent[12]] }' "$1" -
"#;

fn scene(systems: &str) -> Scene {
    let config = format!("dataset: {{path: pairs.csv}}\nsystems:\n{systems}{SCORES_ONLY}");
    Scene::new([
        ("pairs.csv", pairs().as_bytes()),
        ("program.sh", PROGRAM.as_bytes()),
        ("reads-gold.sh", READS_GOLD.as_bytes()),
        ("config.yaml", config.as_bytes()),
    ])
}

const LEARNERS: &str = "  - {name: Alone, engine: {name: hypothesis-only, cross-validated: 4}}\n  \
    - {name: Overlap, engine: {name: word-overlap, cross-validated: 3}, by: parts}\n  \
    - {name: Biased, algorithm: linguistic-biased, cross-validated: true}\n  \
    - {name: All, algorithm: linguistic-biased}\n  \
    - {name: Yes, engine: {name: constant, judgment: entailment}}\n  \
    - {name: Together, engine: {name: stacked, of: [Alone, Overlap, Biased, Yes], cross-validated: 4}}\n  \
    - {name: Most, engine: {name: vote, of: [Alone, Overlap, Biased]}}\n";

#[test]
fn no_prediction_of_learners_moves_with_the_gold_labels_of_its_group() {
    let scene = scene(LEARNERS);
    let outcome = scene.phenom(&["check", "config.yaml", "--leakage"]);
    assert_eq!(outcome.code, Some(0), "{}{}", outcome.stdout, outcome.stderr);
    for said in [
        "config.yaml: no leak found. No prediction changes with the gold labels of its group.\n",
        "phenom flipped the gold labels of 11 of 11 groups, one group at a time.",
        "\nAlone: none of 24 predictions changes\n",
        "\nOverlap: none of 24 predictions changes\n",
        "\nBiased: none of 24 predictions changes\n",
        "\nAll: reads gold labels by design, as reports state\n",
        "\nYes: learns nothing from this dataset\n",
        "\nTogether: none of 24 predictions changes\n",
        "\nMost: none of 24 predictions changes\n",
    ] {
        assert!(outcome.stdout.contains(said), "{said}{}", outcome.stdout);
    }
    let outcome = scene.phenom(&["check", "config.yaml", "--leakage", "--groups", "3", "--json"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let found: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!((&found["flipped"], &found["groups"]), (&3.into(), &11.into()));
    assert_eq!(found["systems"][0]["finding"], "predicted-again");
    assert_eq!(found["systems"][0]["predictions"], 0);
}

#[test]
fn a_program_is_sent_no_gold_labels_and_may_not_be_given_them() {
    let clean = scene("  - {name: Asked, command: [sh, program.sh]}\n");
    let outcome = clean.phenom(&["check", "config.yaml", "--leakage"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("Asked: receives opaque ids, texts and hypotheses."));
    assert!(!clean.path().join("started").exists());
    let leaking = scene("  - {name: Knows, command: [sh, reads-gold.sh, pairs.csv]}\n");
    let outcome = leaking.phenom(&["run", "config.yaml", "--run-systems"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let outcome = leaking.phenom(&["check", "config.yaml", "--leakage"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(1), ""));
    assert!(outcome.stdout.contains("leak found in 1 of 1 systems"), "{}", outcome.stdout);
    let said = "Knows: LEAK POSSIBLE: its command names `pairs.csv`";
    assert!(outcome.stdout.contains(said), "{}", outcome.stdout);
}

/// A stack needs the predictions of its member, which is asked with consent alone.
#[test]
fn a_program_that_a_stack_needs_is_asked_if_that_is_allowed() {
    let scene = scene(
        "  - {name: Asked, command: [sh, program.sh]}\n  \
         - {name: Alone, engine: {name: hypothesis-only, cross-validated: 4}}\n  \
         - {name: Both, engine: {name: stacked, of: [Asked, Alone], cross-validated: 4}}\n",
    );
    let outcome = scene.phenom(&["check", "config.yaml", "--leakage"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    assert!(outcome.stderr.contains("--run-systems"), "{}", outcome.stderr);
    let outcome = scene.phenom(&["check", "config.yaml", "--leakage", "--run-systems"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(outcome.stdout.contains("Both: none of 24 predictions changes"), "{}", outcome.stdout);
}

#[test]
fn every_leakage_check_that_cannot_be_made_has_its_one_error() {
    let scene = scene(LEARNERS);
    for (arguments, message) in [
        (&["check", "pairs.csv", "--leakage"][..], "--leakage needs a config"),
        (&["check", "config.yaml", "--groups", "3"], "--leakage"),
        (&["check", "config.yaml", "--leakage", "--groups", "0"], "0"),
        (&["check", "config.yaml", "--leakage", "--labels", "nli"], "--labels is for a dataset"),
    ] {
        let outcome = scene.phenom(arguments);
        assert_eq!(outcome.code, Some(2), "{arguments:?}{}", outcome.stdout);
        assert!(outcome.stderr.contains(message), "{arguments:?}{}", outcome.stderr);
    }
}

/// Of two parts, one is predicted and the other one learnt from: nothing is left for a member that learns, too.
#[test]
fn a_stack_of_learners_needs_three_parts() {
    let scene = scene(
        "  - {name: Alone, engine: {name: hypothesis-only, cross-validated: 4}}\n  \
         - {name: Yes, engine: {name: constant, judgment: entailment}}\n  \
         - {name: Both, engine: {name: stacked, of: [Alone, Yes], cross-validated: 2}}\n",
    );
    let outcome = scene.phenom(&["run", "config.yaml"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    let said = outcome.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    let message = "system `Both` learns from `Alone`, which learns from the dataset itself: that needs three parts";
    assert!(said.contains(message), "{said}");
}

/// The same pairs in another order of rows are dealt to the same parts, and predicted in the same way.
#[test]
fn no_prediction_depends_on_the_order_of_rows() {
    let scene = scene(LEARNERS);
    let predictions = || {
        let systems = ["Alone", "Overlap", "Together", "Most"];
        let arguments = [&["predict", "config.yaml", "--overwrite"][..], &systems].concat();
        let outcome = scene.phenom(&arguments);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        let mut lines: Vec<String> = Vec::new();
        for file in std::fs::read_dir(scene.path().join("predictions")).unwrap() {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            lines.extend(text.lines().map(|line| format!("{} {line}", path.display())));
        }
        assert_eq!(lines.len(), 4 * 24);
        lines.sort_unstable();
        lines
    };
    let before = predictions();
    let text = pairs();
    let mut rows: Vec<&str> = text.lines().collect();
    rows[1..].reverse();
    scene.write("pairs.csv", (rows.join("\n") + "\n").as_bytes());
    assert_eq!(predictions(), before);
}

/// A system that looks at no text predicts pairs that have none.
#[test]
fn baselines_that_read_no_text_need_none() {
    let systems = "  - {name: Yes, engine: {name: constant, judgment: entailment}}\n  \
        - {name: Chance, engine: random}\n  \
        - {name: Most, engine: {name: majority, cross-validated: 4}}\n";
    let scene = scene(systems);
    scene.write("pairs.csv", pairs().replace("a red hypothesis", "").as_bytes());
    let outcome = scene.phenom(&["run", "config.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let gold_alone: String = pairs()
        .lines()
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            format!("{},{},{},{}\n", cells[0], cells[1], cells[4], cells[5])
        })
        .collect();
    scene.write("pairs.csv", gold_alone.as_bytes());
    let outcome = scene.phenom(&["run", "config.yaml", "--overwrite"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    scene.write(
        "config.yaml",
        scene.read("config.yaml").replace("majority", "hypothesis-only").as_bytes(),
    );
    let outcome = scene.phenom(&["run", "config.yaml", "--overwrite"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    assert!(outcome.stderr.contains("24 of 24 pairs have no hypothesis"), "{}", outcome.stderr);
}
