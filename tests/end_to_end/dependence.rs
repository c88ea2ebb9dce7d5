//! Originals that share a text: found, declared or denied, from the file to the report.

use super::clusters::scene;
use super::scene::Scene;

/// Eleven originals, of which the first five stand on two texts: those of `clusters.rs`, whose column `story` names the
/// texts.
const PAIRS: &str = "id,story,text,gold\n1,fox,The fox ran.,entailment\n2,fox,the fox ran,entailment\n\
                     3,fox,\"The fox, ran\",entailment\n4,crow,A crow sang.,entailment\n\
                     5,crow,A crow sang.,entailment\n6,,t6,entailment\n7,,t7,entailment\n8,,t8,entailment\n\
                     9,,t9,entailment\n10,,t10,entailment\n11,,t11,entailment\n";

const COLUMNS: &str = "id: id, text: text, gold: gold";

/// A config with some columns, and what else it says of the dataset.
fn config(columns: &str, more: &str) -> String {
    format!(
        "dataset: {{path: d.csv, columns: {{{columns}}}{more}}}\n\
         systems: [{{name: A, predictions: a.csv}}, {{name: B, predictions: b.csv}}]\n\
         statistics: {{resamples: 200}}\nreport: {{figures: [], formats: [csv]}}\noutput: report\n"
    )
}

fn said(scene: &Scene, arguments: &[&str]) -> String {
    let outcome = scene.phenom(arguments);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    outcome.stdout.split_whitespace().collect::<Vec<_>>().join(" ")
}

const FOUND: &str = "phenom found 8 clusters: of 11 original pairs 5 share a text with another, and the largest \
                     cluster has 3.";

#[test]
fn clusters_that_are_found_give_the_figures_of_a_column() {
    let found = scene(&config(COLUMNS, ""), PAIRS);
    let declared = scene(&config(&format!("{COLUMNS}, cluster: story"), ""), PAIRS);
    let by_text = scene(&config(COLUMNS, ", cluster-by: text"), PAIRS);
    let independent = scene(&config(COLUMNS, ", cluster-by: none"), PAIRS);
    let of = |scene: &Scene| said(scene, &["run", "c.yaml", "--all"]);
    let (of_found, of_declared) = (of(&found), of(&declared));
    let (of_text, of_independent) = (of(&by_text), of(&independent));
    for file in ["report/scores.csv", "report/comparisons.csv"] {
        assert_eq!(found.read(file), declared.read(file), "{file}");
        assert_eq!(found.read(file), by_text.read(file), "{file}");
        assert_ne!(found.read(file), independent.read(file), "{file}");
    }
    assert!(
        of_found.contains(FOUND) && of_found.contains("clusters: 8 by shared text"),
        "{of_found}"
    );
    assert!(of_found.contains("write `dataset: {cluster-by: text}`"), "{of_found}");
    // Of the 7 to 2 originals that speak for A and B, one cluster decides: by hand in `clusters.rs`.
    let differ =
        "Some originals share a text: without these clusters 1 of 3 primary verdicts differ.";
    assert!(of_found.contains(differ), "{of_found}");
    let table = "Primary comparisons with and without clusters of similar texts";
    assert!(of_found.contains(table), "{of_found}");
    let row = "B against always entailment accuracy on original pairs 0.0059 not tested worse yes";
    assert!(of_found.contains(row), "{of_found}");
    for other in [&of_declared, &of_text, &of_independent] {
        assert!(!other.contains(table) && !other.contains("phenom found"), "{other}");
    }
    assert!(
        of_text.contains(
            "8 clusters of original pairs that share a text, as `cluster-by: text` states"
        )
    );
    let note = "`cluster-by: none` states that original pairs are independent, but of 11 original pairs 5 share a text";
    assert!(of_independent.contains(note), "{of_independent}");
}

#[test]
fn check_proposes_the_cluster_and_succeeds() {
    let found = said(&scene(&config(COLUMNS, ""), PAIRS), &["check", "c.yaml"]);
    assert!(found.contains(&format!("Warning: {FOUND}")), "{found}");
    assert!(found.contains("8 by shared text; originals in the largest: 3"), "{found}");
    let by_text = said(&scene(&config(COLUMNS, ", cluster-by: text"), PAIRS), &["check", "c.yaml"]);
    assert!(!by_text.contains("Warning"), "{by_text}");
    let crossed = PAIRS.replace("3,fox,", "3,crow,");
    let declared = config(&format!("{COLUMNS}, cluster: story"), "");
    let crossing = said(&scene(&declared, &crossed), &["check", "c.yaml"]);
    let warning = "Warning: 3 original pairs share a text, or a near copy of one, across the clusters by `story`.";
    assert!(crossing.contains(warning), "{crossing}");
    let rows = (1..12).map(|number| format!("{number},,The fox ran.,entailment\n"));
    let one_text = format!("id,story,text,gold\n{}", rows.collect::<String>());
    let alone = said(&scene(&config(COLUMNS, ""), &one_text), &["check", "c.yaml"]);
    assert!(
        alone.contains("Warning: The data cannot support tests beyond one group of texts"),
        "{alone}"
    );
}

#[test]
fn a_new_config_declares_texts_that_rows_share() {
    let rows = (1..12).map(|number| {
        let text = number / 3;
        format!("{number},text {text},hypothesis {number},entailment\n")
    });
    let pairs = format!("id,text,hypothesis,gold\n{}", rows.collect::<String>());
    let scene = scene(&config(COLUMNS, ""), &pairs);
    let written = said(&scene, &["init", "d.csv", "a.csv", "-o", "new.yaml"]);
    assert!(written.contains("new.yaml"), "{written}");
    let new = scene.read("new.yaml");
    assert!(new.contains("11 of 11 originals share their text"), "{new}");
    assert!(new.contains("\n  cluster-by: text\n"), "{new}");
    let check = said(&scene, &["check", "new.yaml"]);
    assert!(check.contains("4 by shared text") && !check.contains("phenom found"), "{check}");
}

/// Twelve documents of two pairs each, on different texts.
#[test]
fn documents_and_hypotheses_are_proposed_and_not_used() {
    let rows = (0..24).map(|number| {
        format!("{number},{},text {number},hypothesis {},entailment\n", number / 2, number % 12)
    });
    let pairs = format!("id,doc_id,text,hypothesis,gold\n{}", rows.collect::<String>());
    let config = "dataset: {path: d.csv, columns: {id: id, text: text, gold: gold, attributes: [doc_id]}}\n\
                  systems: [{name: A, predictions: a.csv}]\n";
    let rows = (0..24).map(|number| format!("{number},entailment\n"));
    let answers = format!("id,label\n{}", rows.collect::<String>());
    let files = [("d.csv", pairs.as_str()), ("c.yaml", config), ("a.csv", &answers)];
    let scene = Scene::new(files.map(|(name, content)| (name, content.as_bytes())));
    let check = said(&scene, &["check", "d.csv"]);
    let document = "Do original pairs with one `doc_id` depend on each other (12 values on 24 original pairs)? If they \
                    do, add `cluster: doc_id` to `dataset: columns:`";
    assert!(check.contains(document), "{check}");
    let hypothesis =
        "Do original pairs with one hypothesis depend on each other (24 of 24 share theirs";
    assert!(check.contains(hypothesis), "{check}");
    assert!(!check.contains("clusters "), "{check}");
    let of_attribute = said(&scene, &["check", "c.yaml"]);
    assert_eq!(of_attribute.matches("Do original pairs").count(), 1, "{of_attribute}");
    assert!(of_attribute.contains(document), "{of_attribute}");
}

#[test]
fn contradictory_keys_are_refused() {
    let refused = |config: &str, pairs: &str, message: &str, help: &str| {
        let outcome = scene(config, pairs).phenom(&["check", "c.yaml"]);
        assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
        assert!(outcome.stderr.contains(help), "{}", outcome.stderr);
    };
    for by in ["text", "none"] {
        let by = format!(", cluster-by: {by}");
        let both = config(&format!("{COLUMNS}, cluster: story"), &by);
        let message = "either `cluster-by` or `columns: {cluster: COLUMN}` states which originals depend on each other";
        refused(&both, PAIRS, message, "c.yaml:1");
        // A column that is read by its name.
        let by_name = config(COLUMNS, &by).replace(&format!("columns: {{{COLUMNS}}}, "), "");
        let named = PAIRS.replace("story", "cluster");
        refused(&by_name, &named, "`cluster-by` and the column `cluster` both define", "c.yaml:1");
    }
    let no_texts = config("id: id, gold: gold", ", cluster-by: text");
    refused(
        &no_texts,
        PAIRS,
        "`cluster-by: text` needs texts, and no pair has one",
        "columns: {text:",
    );
    refused(&config(COLUMNS, ", cluster-by: topic"), PAIRS, "`topic`", "`text`");
}

#[test]
fn report_folders_and_count_tables_keep_clusters_that_were_found() {
    let scene = scene(&config(COLUMNS, ""), PAIRS);
    let of_system = |name: &str, other: &str| {
        let config = config(COLUMNS, "").replace("output: report", &format!("output: of-{name}"));
        config
            .replace(&format!("{{name: {other}, predictions: {}.csv}}", other.to_lowercase()), "")
            .replace("[, ", "[")
            .replace(", ]", "]")
    };
    for (name, other) in [("A", "B"), ("B", "A")] {
        scene.write("one.yaml", of_system(name, other).as_bytes());
        said(&scene, &["run", "one.yaml", "--quiet"]);
    }
    // Of eight clusters one differs by more than all others together: no p. Of eleven originals 79 / 2048, see `clusters.rs`.
    let folders = said(&scene, &["compare", "of-A", "of-B"]);
    assert!(folders.contains("-63.6 not tested"), "{folders}");
    said(&scene, &["counts", "c.yaml", "--output", "t"]);
    scene.write("t.yaml", b"counts: t/counts.parquet\nclusters: t/clusters.parquet\nreport: {figures: [], formats: [csv]}\n");
    let counts = said(&scene, &["run", "t.yaml", "--all"]);
    assert!(
        counts.contains("Resampled: 8 clusters by `cluster` instead of originals (largest: 3)."),
        "{counts}"
    );
}

/// Fifteen words of which one differs: near copies that one template makes.
#[test]
fn texts_of_one_template_are_asked_about_and_not_joined() {
    let rows = (1..12).map(|number| {
        let text = format!("on a sunny morning in the old town person{number} bought a hat");
        format!("{number},,{text} for her mother,entailment\n")
    });
    let pairs = format!("id,story,text,gold\n{}", rows.collect::<String>());
    let asked = said(&scene(&config(COLUMNS, ""), &pairs), &["check", "c.yaml"]);
    assert!(asked.contains("Near copies join 11 of them to one group"), "{asked}");
    assert!(!asked.contains("clusters "), "{asked}");
    let joined = said(&scene(&config(COLUMNS, ", cluster-by: text"), &pairs), &["check", "c.yaml"]);
    assert!(joined.contains("originals in the largest: 11"), "{joined}");
}
