//! Answers that are sets of judgments, against gold that is a set.

use super::mapping::{accuracy, refused, run};
use super::scene::{SCORES_ONLY, Scene, Scores, scores};

const PAIRS: &str = "id,gold,tag\n\
    a,entailment|neutral,x:y\nb,neutral,x:y\nc,contradiction,x:y\n\
    d,entailment|neutral|contradiction,x:z\ne,entailment|contradiction,x:z\nf,entailment,x:z\n";

/// The last is an abstention.
const SEPARATED: &str = "id,answer\na,neutral|entailment\nb,entailment|unknown\nc,contradiction\n\
                         d,neutral|contradiction\ne,entailment\nf,\n";

const LISTS: &str = r#"{"id": "a", "label": ["entailment"]}
{"id": "b", "label": "neutral"}
{"id": "c", "label": "['neutral', 'contradiction']"}
{"id": "d", "label": ["contradiction", "entailment", "neutral"]}
{"id": "e", "label": ["entailment", "contradiction", "entailment"]}
{"id": "f", "label": "entailment"}
"#;

const CONFIG: &str = r#"
dataset:
  path: pairs.csv
  labels: nli
  columns: {id: id, gold: gold, gold-separator: "|", phenomenon: tag}
  gold-sets: any
systems:
  - {name: A, predictions: a.csv, columns: {id: id, label: answer, label-separator: "|"}}
  - {name: B, predictions: b.ndjson}
"#;

const FILES: [(&str, &str); 3] = [("pairs.csv", PAIRS), ("a.csv", SEPARATED), ("b.ndjson", LISTS)];

fn values(scores: &Scores, system: &str, slice: [&str; 2], measure: &str) -> String {
    let key = [system, "original", slice[0], slice[1], measure].map(str::to_owned);
    let value: f64 = scores[&key]["value"].parse().unwrap();
    format!("{value:.6}")
}

const ALL: [&str; 2] = ["all", ""];
const OF_Y: [&str; 2] = ["phenomenon", "x:y"];

// With gold and answers as indicators of (entailment, neutral, contradiction):
//   sklearn.metrics.accuracy_score(gold, answers)
//   sklearn.metrics.f1_score(gold, answers, average='samples', zero_division=0)
// and two-way as indicators of (entailment, neutral or contradiction).
#[test]
fn sets_in_both_layouts_have_the_figures_of_scikit_learn() {
    let (scores, outcome) = run(CONFIG, &FILES);
    for (system, slice, exact, f1) in [
        ("A", ALL, "0.333333", "0.688889"),
        ("A", OF_Y, "0.666667", "0.888889"),
        ("B", ALL, "0.666667", "0.888889"),
        ("B", OF_Y, "0.333333", "0.777778"),
    ] {
        assert_eq!(values(&scores, system, slice, "exact_match"), exact, "{system} {slice:?}");
        assert_eq!(values(&scores, system, slice, "set_f1"), f1, "{system} {slice:?}");
    }
    // Right are c and e of A, and a, b and f of B: one judgment, which gold holds.
    assert_eq!(accuracy(&scores, "A", "all", ""), "2/6");
    assert_eq!(accuracy(&scores, "B", "all", ""), "3/6");
    assert!(
        outcome.stdout.contains("A: 3 predictions are sets of several labels"),
        "{}",
        outcome.stdout
    );
    assert!(outcome.stdout.contains("set F1"), "{}", outcome.stdout);
    let (two_way, _) = run(&format!("{CONFIG}task: two-way\n"), &FILES);
    for (system, exact, f1) in [("A", "0.333333", "0.666667"), ("B", "0.833333", "0.944444")] {
        assert_eq!(values(&two_way, system, ALL, "exact_match"), exact, "{system}");
        assert_eq!(values(&two_way, system, ALL, "set_f1"), f1, "{system}");
    }
    // Neutral and contradiction are one two-way judgment: c of B and d of A are right, too.
    assert_eq!(accuracy(&two_way, "A", "all", ""), "3/6");
    assert_eq!(accuracy(&two_way, "B", "all", ""), "4/6");
}

#[test]
fn single_judgments_have_no_measures_of_sets_unless_they_are_named() {
    let files = [
        ("pairs.csv", "id,gold,tag\na,entailment,x:y\nb,neutral,x:y\n"),
        ("a.csv", "id,answer\na,entailment\nb,entailment\n"),
        ("b.ndjson", "{\"id\": \"a\", \"label\": [\"neutral\"]}\n{\"id\": \"b\", \"label\": []}\n"),
    ];
    let (scores, _) = run(CONFIG, &files);
    assert!(scores.keys().all(|[.., measure]| measure != "exact_match" && measure != "set_f1"));
    let (named, _) = run(&format!("{CONFIG}measures: [accuracy, exact_match, set_f1]\n"), &files);
    for system in ["A", "B"] {
        let of = |measure| values(&named, system, ALL, measure);
        assert_eq!([of("exact_match"), of("set_f1")], [of("accuracy"), of("accuracy")]);
    }
}

#[test]
fn count_tables_keep_sets_and_say_what_they_do_not_keep() {
    let config = format!("{CONFIG}{SCORES_ONLY}");
    let files = FILES.map(|(name, content)| (name, content.as_bytes()));
    let scene = Scene::new(files.into_iter().chain([("c.yaml", config.as_bytes())]));
    assert_eq!(scene.phenom(&["counts", "c.yaml", "--output", "counts"]).code, Some(0));
    let tables = format!(
        "counts: counts/counts.parquet\nclusters: counts/clusters.parquet\n\
         measures: [accuracy, accuracy_two_way, set_f1]\n{SCORES_ONLY}"
    );
    scene.write("t.yaml", tables.as_bytes());
    assert_eq!(scene.phenom(&["run", "c.yaml", "--output", "pairs"]).code, Some(0));
    assert_eq!(scene.phenom(&["run", "t.yaml", "--output", "tables"]).code, Some(0));
    let [pairs, tables] =
        ["pairs", "tables"].map(|of| scores(&scene.read(&format!("{of}/scores.csv"))));
    for system in ["A", "B"] {
        for measure in ["accuracy", "accuracy_two_way"] {
            let of = |scores| values(scores, system, ALL, measure);
            assert_eq!(of(&tables), of(&pairs), "{system} {measure}");
        }
        let row = &tables[&[system, "original", "all", "", "set_f1"].map(str::to_owned)];
        assert!(row["undefined_reason"].contains("do not keep gold sets"), "{row:?}");
    }
}

#[test]
fn what_is_wrong_with_a_set_is_told_with_its_line_and_remedy() {
    let with = |answers: &'static str| {
        refused(CONFIG, &[("pairs.csv", PAIRS), ("a.csv", answers), ("b.ndjson", LISTS)])
    };
    let said = with("id,answer\na,entailment|perhaps\n");
    assert!(said.contains("label `perhaps` has no meaning") && said.contains("a.csv:2"), "{said}");
    let said = with("id,answer\na,entailment\nb,entailment;neutral\n");
    assert!(
        said.contains("`entailment;neutral` is several labels with `;` between them"),
        "{said}"
    );
    assert!(said.contains("label-separator: \";\"") && said.contains("a.csv:3"), "{said}");
    let said = with("id,answer\na,not-entailment|neutral\n");
    assert!(said.contains("`not-entailment` means unknown or contradiction"), "{said}");
    let separator = CONFIG
        .replace("label: answer, label-separator: \"|\"", "label: answer, label-separator: \"\"");
    let said = refused(&separator, &FILES);
    assert!(said.contains("a separator of labels cannot be empty"), "{said}");
    let score =
        CONFIG.replace("label: answer,", "score: answer,").replace("}}", "}, threshold: 1}");
    let said = refused(&score, &FILES);
    assert!(said.contains("`label-separator` is for a `label`"), "{said}");
}
