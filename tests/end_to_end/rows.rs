//! Which rows, columns and ids of files are read, as the config says it.

use super::mapping::{accuracy, refused, run};
use super::scene::Scene;

const PAIRS: &str = "\
id,origin,gold,genre,length,source,phenomenon
1,,entailment,fiction,3,web,x
2,,unknown,fiction,9,book,y
3,,contradiction,news,4,web,z
2.1,2,entailment,fiction,5,book,y
3.1,3,entailment,fiction,5,book,y
";

const ANSWERS: &str = "id,label,confidence\n1,entailment,1\n2,entailment,1\n3,unknown,1\n\
                       2.1,entailment,1\n3.1,entailment,1\n";

fn config(pairs: &str, system: &str) -> String {
    format!(
        "dataset: {{path: d.csv{pairs}}}\nsystems: [{{name: S, predictions: a.csv{system}}}]\n\
         statistics: {{intervals: false}}\n"
    )
}

const FILES: [(&str, &str); 2] = [("d.csv", PAIRS), ("a.csv", ANSWERS)];

/// The right answers on original pairs, where the pairs are read as this says.
fn of_pairs(pairs: &str) -> String {
    accuracy(&run(&config(pairs, ""), &FILES).0, "S", "all", "")
}

#[test]
fn once_columns_are_named_no_other_is_read() {
    // `origin` makes 2.1 and 3.1 monothematic, and tags stand in `phenomenon`, by their names alone.
    let (by_name, _) = run(&config("", ""), &FILES);
    assert_eq!(accuracy(&by_name, "S", "all", ""), "1/3");
    assert!(by_name.keys().any(|key| key[2] == "category"));
    let (named, _) = run(&config(", columns: {id: id, gold: gold}", ""), &FILES);
    assert_eq!(accuracy(&named, "S", "all", ""), "3/5");
    assert!(named.keys().all(|key| key[2] != "category"));
    // A confidence that is not named ranks nothing.
    let answered = |system: &str| {
        let system = [", columns: {id: id, label: label", system, "}"].concat();
        let (scores, _) = run(&config("", &system), &FILES);
        let key = ["S", "original", "all", "", "average_precision"].map(str::to_owned);
        scores[&key]["value"].is_empty()
    };
    assert!(
        answered("") && answered(", confidence: none") && !answered(", confidence: confidence")
    );
}

#[test]
fn columns_that_are_needed_are_asked_for_with_the_key() {
    let said = refused(&config(", columns: {attributes: [genre]}", ""), &FILES);
    let message = "`columns` does not name `id` and `gold`: once `columns` is set, phenom reads no column by its usual name";
    assert!(said.contains(message) && said.contains("`id: id, gold: gold`"), "{said}");
    let said = refused(&config("", ", columns: {label: label}"), &FILES);
    assert!(said.contains("`columns` does not name `id`"), "{said}");
    let said = refused(&config(", columns: {id: id, gold: glod, task: jenre}", ""), &FILES);
    let missing = "there is no column `jenre` (asked for by `columns.task`) and no column `glod` (asked for by \
                   `columns.gold`); the columns are `id`, ";
    assert!(said.contains(missing), "{said}");
    let said =
        refused(&config(", phenomena: {columns: {lexical: source, news: genre}}", ""), &FILES);
    let turned = "there is one `source`: swap the two in `phenomena.columns`";
    assert!(said.contains(turned), "{said}");
    assert!(
        said.contains("write `columns: {source: lexical, genre: news}` under `phenomena`"),
        "{said}"
    );
}

#[test]
fn a_use_that_a_preset_makes_of_a_column_is_switched_off() {
    let pairs = "pairID\tsentence1\tsentence2\tgold_label\theuristic\tsubcase\ttemplate\n1\ta\tb\tentailment\tx\ty\tz\n";
    let config = "dataset: {path: d.tsv, format: hans, columns: {category: none, phenomenon: none}}\n\
                  systems: [{name: S, predictions: a.csv}]\n";
    let (scores, _) = run(config, &[("d.tsv", pairs), ("a.csv", "id,label\n1,entailment\n")]);
    assert_eq!(accuracy(&scores, "S", "all", ""), "1/1");
    assert!(scores.keys().all(|key| key[2] != "phenomenon"));
}

#[test]
fn pairs_are_a_subset_by_values_lists_ranges_and_negation() {
    assert_eq!(of_pairs(", where: {genre: fiction}"), "1/2");
    assert_eq!(of_pairs(", where: {genre: [fiction, news]}"), "1/3");
    assert_eq!(of_pairs(", where: {length: {from: 3, below: 9}}"), "1/2");
    assert_eq!(of_pairs(", where: {source: {not: web}}"), "0/1");
    assert_eq!(of_pairs(", where: {source: web, length: 3.0}"), "1/1");
    let (_, outcome) = run(&config(", where: {genre: fiction}", ""), &FILES);
    // 3 is left out by its genre, and 3.1 with it.
    for note in ["2 pairs are excluded, as `where`", "S: 2 predictions are for excluded pairs."] {
        assert!(outcome.stdout.contains(note), "{note}: {}", outcome.stdout);
    }
    let said = refused(&config(", where: {genre: poetry}", ""), &FILES);
    assert!(said.contains("no row meets `where`: it excludes all 5"), "{said}");
    let said = refused(&config(", where: {genre: {from: 3}}", ""), &FILES);
    assert!(
        said.contains("`genre` (asked for by `where`) contains `fiction`, expected a number"),
        "{said}"
    );
    let said = refused(&config(", where: {length: {from: 9, below: 3}}", ""), &FILES);
    assert!(said.contains("no number is at least 9 and below 3"), "{said}");
    let said = refused(&config(", where: {gender: fiction}", ""), &FILES);
    assert!(said.contains("there is no column `gender` (asked for by `where`)"), "{said}");
}

#[test]
fn json_values_of_any_kind_are_compared() {
    let pairs = "{\"id\": 1, \"gold\": \"entailment\", \"n\": 3.5, \"ok\": true, \"in\": [\"a\", \"b\"]}\n\
                 {\"id\": 2, \"gold\": \"unknown\", \"n\": 1, \"ok\": false, \"in\": []}\n";
    let answers = ("a.csv", "id,label\n1,entailment\n2,entailment\n");
    for (keep, right) in [
        ("n: 3.5", "1/1"),
        ("n: {below: 2}", "0/1"),
        ("ok: true", "1/1"),
        ("in: b", "1/1"),
        ("in: {not: [b, c]}", "0/1"),
    ] {
        let config = config(&format!(", where: {{{keep}}}"), "").replace("d.csv", "d.ndjson");
        let (scores, _) = run(&config, &[("d.ndjson", pairs), answers]);
        // The answer for the pair that is left out is not looked at.
        assert_eq!(accuracy(&scores, "S", "all", ""), right, "{keep}");
    }
}

#[test]
fn answers_are_a_subset_of_the_rows() {
    let answers: String = ["A", "B"]
        .iter()
        .flat_map(|model| ANSWERS.lines().skip(1).map(move |row| format!("{model},{row}\n")))
        .collect();
    let answers = format!("model,id,label,confidence\n{answers}");
    let files = [("d.csv", PAIRS), ("a.csv", answers.as_str())];
    let (scores, outcome) = run(&config("", ", where: {model: B}"), &files);
    assert_eq!(accuracy(&scores, "S", "all", ""), "1/3");
    assert!(
        outcome.stdout.contains("S: 5 rows are not read, as `where` states."),
        "{}",
        outcome.stdout
    );
    let said = refused(&config("", ", where: {model: C}"), &files);
    assert!(said.contains("no row meets `where`: it excludes all 10"), "{said}");
}

#[test]
fn answers_and_tags_for_no_pair_are_ignored_where_the_config_says_so() {
    let few = PAIRS.lines().take(3).map(|line| format!("{line}\n")).collect::<String>();
    let tags = "id,phenomenon\n1,a:b\n3,a:b\n";
    let files = [("d.csv", few.as_str()), ("a.csv", ANSWERS), ("t.csv", tags)];
    let said = refused(&config("", ""), &files);
    let message = "3 predictions are for no pair of the dataset: `3`, `2.1`, `3.1`; ids of the dataset are `1`, `2`";
    assert!(said.contains(message) && said.contains("`extra: ignore`"), "{said}");
    let tagged = ", phenomena: {file: {path: t.csv, extra: ignore}}";
    let (scores, outcome) = run(&config(tagged, ", extra: ignore"), &files);
    assert_eq!(accuracy(&scores, "S", "phenomenon", "a:b"), "1/1");
    let notes = [
        "S: 3 predictions are for no pair of the dataset, and ignored, as `extra` states.",
        "t.csv: 1 tag is for no pair of the dataset, and not read, as `extra: ignore` states.",
    ];
    let said = outcome.stdout.replace("\n  ", " ");
    assert!(notes.iter().all(|note| said.contains(note)), "{said}");
    // Where no answer is for a pair, it is the run of something else.
    let other = "id,label\nx,entailment\n";
    let said = refused(
        &config("", ", extra: ignore, missing: wrong"),
        &[("d.csv", few.as_str()), ("a.csv", other)],
    );
    assert!(said.contains("1 prediction is for no pair of the dataset: `x`"), "{said}");
}

#[test]
fn pairs_are_excluded_by_patterns() {
    assert_eq!(of_pairs(", exclude: ['3*']"), "1/2");
    assert_eq!(of_pairs(", exclude: [{match: '^[23]$'}]"), "1/1");
    assert_eq!(of_pairs(", exclude: ['1', {match: '3'}]"), "0/1");
    let (_, outcome) = run(&config(", exclude: ['3*']", ""), &FILES);
    assert!(outcome.stdout.contains("Excluded by the config: `3*` (2 pairs"), "{}", outcome.stdout);
    let said = refused(&config(", exclude: ['9*']", ""), &FILES);
    assert!(said.contains("`exclude` names `9*`, but there is no such original pair"), "{said}");
    let said = refused(&config(", exclude: [{match: '(9'}]", ""), &FILES);
    assert!(said.contains("`(9` is not a regular expression"), "{said}");
}

#[test]
fn ids_are_rewritten_and_a_simple_rewriting_is_proposed() {
    let pairs = "id,gold\n001,entailment\n002,unknown\n";
    let answers = "id,label\n1,entailment\n2,unknown\n";
    let files = [("d.csv", pairs), ("a.csv", answers)];
    let said = refused(&config("", ""), &files);
    assert!(said.contains("ids of the dataset are `001`, `002`"), "{said}");
    let lines = r#"ids: {match: "^0+(\\d)", write: "$1"}"#;
    assert!(said.contains(&format!("write `{lines}` under the pairs")), "{said}");
    let mended = run(&config(&format!(", {lines}"), ""), &files).0;
    assert_eq!(accuracy(&mended, "S", "all", ""), "2/2");
    // The other way round, of floats, of cases and of prefixes.
    for answers in
        ["p1,entailment\np2,unknown", "P1,entailment\nP2,unknown", "p1.0,entailment\np2.0,unknown"]
    {
        let pairs = ("d.csv", "id,gold\np1,entailment\np2,unknown\n");
        let answers = format!("id,label\n{answers}\n");
        let files = [pairs, ("a.csv", answers.as_str())];
        let system = if answers.contains("P1") {
            ", ids: {case: lower}"
        } else if answers.contains(".0") {
            r#", ids: {match: "\\.0$", write: ""}"#
        } else {
            ""
        };
        if !system.is_empty() {
            let said = refused(&config("", ""), &files);
            assert!(said.contains(&format!("write `{}` under the system", &system[2..])), "{said}");
        }
        assert_eq!(accuracy(&run(&config("", system), &files).0, "S", "all", ""), "2/2");
    }
    let equal = config(", ids: {match: '[0-9]+$', write: x}", "");
    let said = refused(&equal, &files);
    assert!(said.contains("the ids `001` and `002` both become `x`"), "{said}");
    let said = refused(&config(", ids: {match: '[0-9'}", ""), &files);
    assert!(said.contains("a step has `match` and `write`, or a `case`"), "{said}");
}

#[test]
fn origins_and_tags_are_rewritten_like_ids() {
    let pairs = "id,origin,gold\ndev-1,,entailment\ndev-1a,dev-1,entailment\n";
    let answers = "id,label\n1,entailment\n1a,entailment\n";
    let tags = "id,phenomenon\nDEV-1a,x:y\n";
    let tagged = ", ids: {match: '^dev-', write: ''}, phenomena: {file: {path: t.csv, ids: [{case: lower}, \
                  {match: '^dev-', write: ''}]}}";
    let files = [("d.csv", pairs), ("a.csv", answers), ("t.csv", tags)];
    let (scores, _) = run(&config(tagged, ""), &files);
    let key = ["S", "monothematic", "phenomenon", "x:y", "accuracy"].map(str::to_owned);
    assert_eq!(scores[&key]["denominator"], "1");
}

#[test]
fn attributes_come_from_the_name_of_the_file_and_from_within_cells() {
    let config = "dataset:\n  path: 'part-*.csv'\n  derive:\n    '@file': '-(?<split>[a-z]+)$'\n    \
                  id: '^(?<letter>[a-z])'\nsystems: [{name: S, predictions: a.csv}]\n";
    let files = [
        ("part-dev.csv", "id,gold\na1,entailment\nb2,unknown\n"),
        ("part-test.csv", "id,gold\na3,entailment\n4,entailment\n"),
        ("a.csv", "id,label\na1,entailment\nb2,entailment\na3,entailment\n4,unknown\n"),
    ];
    let (scores, _) = run(config, &files);
    assert_eq!(accuracy(&scores, "S", "attribute:split", "dev"), "1/2");
    assert_eq!(accuracy(&scores, "S", "attribute:letter", "a"), "2/2");
    let said = refused(&config.replace("^(?<letter>", "^(?<letter>X"), &files);
    let message = "`^(?<letter>X[a-z])` matches no value of `id`, the first of which is `a1`";
    assert!(said.contains(message), "{said}");
    let said = refused(&config.replace("(?<split>", "("), &files);
    assert!(said.contains("the expression has no named group"), "{said}");
}

#[test]
fn gold_is_made_of_a_number() {
    let pairs = ("d.csv", "id,score\na,4.5\nb,3.2\nc,1\nd,\n");
    let answers = ("a.csv", "id,label\na,entailment\nb,unknown\nc,entailment\nd,entailment\n");
    let bounds = ", columns: {id: id, gold: score}, gold-bounds: {bounds: [2, 4], judgments: [contradiction, \
                  neutral, entailment]}";
    let (scores, outcome) = run(&config(bounds, ""), &[pairs, answers]);
    assert_eq!(accuracy(&scores, "S", "all", ""), "2/3");
    assert!(outcome.stdout.contains("1 pairs have no gold label"), "{}", outcome.stdout);
    let said = refused(&config(&bounds.replace("[2, 4]", "[4, 2]"), ""), &[pairs, answers]);
    assert!(said.contains("bounds must be finite numbers in ascending order"), "{said}");
    let broken = ("d.csv", "id,score\na,high\n");
    let said = refused(&config(bounds, ""), &[broken, answers]);
    assert!(said.contains("`score` (asked for by `columns.gold`) contains `high`"), "{said}");
}

#[test]
fn a_pair_on_several_rows_gathers_its_tags_where_that_is_asked_for() {
    let pairs = "id,gold,phenomenon\n1,entailment,a:x\n1,entailment,a:y\n2,unknown,negation\n";
    let answers = ("a.csv", "id,label\n1,entailment\n2,entailment\n");
    let said = refused(&config("", ""), &[("d.csv", pairs), answers]);
    assert!(said.contains("id `1` appears twice, first on line 2"), "{said}");
    let gathers = config(", repeated: gather-tags", "");
    let (scores, outcome) = run(&gathers, &[("d.csv", pairs), answers]);
    assert_eq!(accuracy(&scores, "S", "all", ""), "1/2");
    assert_eq!(accuracy(&scores, "S", "phenomenon", "a:x"), "1/1");
    assert_eq!(accuracy(&scores, "S", "phenomenon", "a:y"), "1/1");
    // A tag without a category stands in a common one.
    assert_eq!(accuracy(&scores, "S", "phenomenon", "phenomenon:negation"), "0/1");
    assert!(outcome.stdout.contains("1 row is for pairs in earlier rows"), "{}", outcome.stdout);
    let other = pairs.replace("1,entailment,a:y", "1,unknown,a:y");
    let said = refused(&gathers, &[("d.csv", &other), answers]);
    assert!(said.contains("pair `1` has rows that differ in more than their phenomena"), "{said}");
}

#[test]
fn systems_have_the_labels_of_the_pairs_and_neutral_is_unknown() {
    let pairs = ("d.csv", "id,gold\n1,YES\n2,NO\n");
    let answers = ("a.csv", "id,label\n1,YES\n2,not-entailment\n");
    let (scores, _) = run(&config(", labels: rte-two-way", ""), &[pairs, answers]);
    assert_eq!(accuracy(&scores, "S", "all", ""), "2/2");
    let (pairs, probabilities) =
        (("d.csv", "id,gold\n1,entailment\n2,unknown\n"), ("a.csv", "id,e,n\n1,1,0\n2,0,1\n"));
    let columns = ", columns: {id: id, probabilities: {entailment: e, neutral: n}}";
    let (scores, _) = run(&config("", columns), &[pairs, probabilities]);
    assert_eq!(accuracy(&scores, "S", "all", ""), "2/2");
    let twice = columns.replace("neutral: n", "neutral: n, unknown: n");
    let said = refused(&config("", &twice), &[pairs, probabilities]);
    assert!(said.contains("`neutral` and `unknown` are the same label"), "{said}");
}

#[test]
fn an_abstention_counts_as_the_judgment_that_the_config_names() {
    let pairs = ("d.csv", "id,gold\n1,entailment\n2,unknown\n");
    let answers = ("a.csv", "id,label\n1,entailment\n2,\n");
    assert_eq!(accuracy(&run(&config("", ""), &[pairs, answers]).0, "S", "all", ""), "1/2");
    let (scores, outcome) = run(&config("", ", abstained: neutral"), &[pairs, answers]);
    assert_eq!(accuracy(&scores, "S", "all", ""), "2/2");
    let note = "S: 1 abstention counts as unknown, as `abstained` states.";
    assert!(outcome.stdout.contains(note), "{}", outcome.stdout);
}

#[test]
fn one_cause_gives_one_error() {
    // A bad attribute, and tags and monothematic pairs that refer to the pairs that were not read.
    let tags = "id,phenomenon\n1,a:b\n2,a:b\n";
    let broken = ", columns: {id: id, gold: gold, origin: origin, attributes: [gendre]}, exclude: ['1'], \
                  phenomena: {file: {path: t.csv}}";
    let said = refused(&config(broken, ""), &[FILES[0], FILES[1], ("t.csv", tags)]);
    assert_eq!(said.matches("error:").count(), 1, "{said}");
    assert!(said.contains("did you mean `genre`?"), "{said}");
    // The same column is missing in all files of a pattern.
    let config = "dataset: {path: 'p*.csv'}\nsystems: [{name: S, predictions: a.csv}]\n";
    let part = "id,label\n1,entailment\n";
    let files = [("p1.csv", part), ("p2.csv", part), ("p3.csv", part), ("a.csv", ANSWERS)];
    let said = refused(config, &files);
    assert_eq!(said.matches("error:").count(), 1, "{said}");
    assert!(said.contains("(3 files: this one, ") && said.contains("p3.csv"), "{said}");
}

#[test]
fn annotations_alone_say_how_far_people_agree() {
    let said = "item,worker,answer\na,ann,entailment\na,bob,entailment\nb,ann,neutral\nb,bob,contradiction\n\
                c,ann,neutral\nc,bob,neutral\nd,bob,entailment\n";
    let config = "dataset:\n  annotations:\n    path: said.csv\n    labels: nli\n    columns: {id: item, \
                  annotator: worker, label: answer}\n";
    let scene = Scene::new([("c.yaml", config.as_bytes()), ("said.csv", said.as_bytes())]);
    let outcome = scene.phenom(&["agree", "c.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let rows: serde_json::Value =
        serde_json::from_str(&scene.phenom(&["agree", "c.yaml", "--json"]).stdout).unwrap();
    let alpha = rows.as_array().unwrap().iter().find(|row| {
        row["measure"] == "krippendorff_alpha" && row["task"] == "three-way" && row["slice"] == ""
    });
    // from krippendorff import alpha
    // alpha([[0, 1, 1, nan], [0, 2, 1, 0]], level_of_measurement="nominal") = 0.5454545454545454
    let value = alpha.unwrap()["value"].as_f64().unwrap();
    assert!((value - 0.545_454_545_454_545_4).abs() < 1e-12, "{value}");
    assert!(!outcome.stdout.contains("official  "), "{}", outcome.stdout);
    let checked = scene.phenom(&["check", "c.yaml"]);
    assert_eq!(checked.code, Some(0), "{}", checked.stderr);
    assert!(checked.stdout.contains("annotators"), "{}", checked.stdout);
    let ran = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("`phenom agree CONFIG` needs no systems"), "{}", ran.stderr);
}

#[test]
fn a_file_without_answers_is_allowed_where_missing_answers_are_wrong() {
    for empty in ["id,label\n", ""] {
        let files = [("d.csv", PAIRS), ("a.csv", empty)];
        let said = refused(&config("", ""), &files);
        assert!(said.contains("the file"), "{said}");
        let (scores, outcome) = run(&config("", ", missing: wrong"), &files);
        assert_eq!(accuracy(&scores, "S", "all", ""), "0/3");
        assert!(outcome.stdout.contains("a.csv contains no prediction."), "{}", outcome.stdout);
    }
}

/// What `phenom check` says of pairs in a file that are read as this says.
fn checked(file: &str, content: &str, said: &str) -> (Option<i32>, String) {
    let scene = Scene::new([(file, content.as_bytes())]);
    let config = format!(
        "dataset: {{path: {file}, {said}}}\nsystems: [{{name: L, algorithm: linguistic-biased}}]\n"
    );
    scene.write("c.yaml", config.as_bytes());
    let outcome = scene.phenom(&["check", "c.yaml"]);
    (outcome.code, outcome.stdout + &outcome.stderr)
}

#[test]
fn rows_that_are_left_out_need_no_other_columns() {
    let rows = "{\"version\": 1}\n{\"kind\": \"pair\", \"id\": 1, \"gold\": \"entailment\"}\n\
                {\"kind\": \"note\", \"id\": {}, \"gold\": []}\n\
                {\"kind\": \"pair\", \"id\": 2, \"gold\": \"unknown\"}\n{\"kind\": \"end\", \"id\": 3}\n";
    let (code, said) = checked("d.ndjson", rows, "where: {kind: pair}");
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("2: 1 entailment, 1 unknown"), "{said}");
    // Of the rows that are left out, one has an id.
    assert!(said.contains("1 pair is excluded"), "{said}");
    let list = format!("[{}]", rows.trim_end().replace('\n', ","));
    let (code, said) = checked("d.json", &list, "where: {kind: pair}");
    assert_eq!(code, Some(0), "{said}");
    // What is read must be whole.
    let (code, said) = checked("d.ndjson", rows, "where: {kind: [pair, end]}");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("d.ndjson:5") && said.contains("no column `gold`"), "{said}");
    let (code, said) = checked("d.ndjson", rows, "where: {kin: {not: note}}");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("no row has a value in `kin` (asked for by `where`)"), "{said}");
}

#[test]
fn a_part_before_its_original_is_left_out_with_it() {
    let rows = "id,origin,gold,split\n1.1,1,entailment,dev\n2.1,2,unknown,dev\n2.2,2,unknown,dev\n1,,entailment,dev\n\
                2,,unknown,test\n";
    let columns = "columns: {id: id, origin: origin, gold: gold}";
    let (code, said) = checked("d.csv", rows, &format!("where: {{split: dev}}, {columns}"));
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("3 pairs are excluded"), "{said}");
    assert!(said.contains("1.00 (1 to 1), 1 originals decomposed"), "{said}");
    // An original that is nowhere is told as before.
    let (code, said) =
        checked("d.csv", &rows.replace("2,,", "3,,"), &format!("where: {{split: dev}}, {columns}"));
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("names the original `2`, but there is no such pair"), "{said}");
}

#[test]
fn a_pair_is_left_out_where_none_of_its_rows_is_kept() {
    let rows = "id,origin,gold,tag,sure\n1,,entailment,a,no\n1,,entailment,b,yes\n1.1,1,entailment,a,yes\n\
                2,,unknown,a,no\n2,,unknown,b,no\n3,,unknown,c,yes\n";
    let said = "where: {sure: \"yes\"}, repeated: gather-tags, columns: {id: id, origin: origin, gold: gold}, \
                phenomena: {columns: tag, category: x}";
    let (code, said) = checked("d.csv", rows, said);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("1 pair is excluded"), "{said}");
    assert!(said.contains("2: 1 entailment, 1 unknown"), "{said}");
    assert!(said.contains("1 originals decomposed"), "{said}");
}

#[test]
fn ids_that_are_not_rewritten_are_told_with_the_key() {
    let (code, said) = checked("d.csv", PAIRS, "ids: {match: \"^dev-\", write: \"\"}");
    assert_eq!(code, Some(2), "{said}");
    let message = "`ids` changes no id: `^dev-` fits none, the first of which is `1`";
    assert!(said.contains(message), "{said}");
    let system = ", ids: [{match: a, write: b}, {match: c, write: d}]";
    let said = refused(&config("", system), &FILES);
    assert!(said.contains("a.csv") && said.contains("`a` and `c` fit none"), "{said}");
    // Letters whose case is right already are no slip.
    assert_eq!(checked("d.csv", PAIRS, "ids: {case: lower}").0, Some(0));
    // Of two files, one may have other ids.
    let scene = Scene::new([
        ("a.csv", b"id,gold\ndev-1,entailment\n".as_slice()),
        ("b.csv", b"id,gold\n2,unknown\n"),
    ]);
    let ids = "ids: {match: \"^dev-\", write: \"\"}";
    let config = format!(
        "dataset: {{path: [a.csv, b.csv], {ids}}}\nsystems: [{{name: L, algorithm: linguistic-biased}}]\n"
    );
    scene.write("c.yaml", config.as_bytes());
    let outcome = scene.phenom(&["check", "c.yaml"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
}

#[test]
fn what_the_data_refuse_is_told_with_the_line_of_the_config() {
    let (code, said) = checked("d.csv", PAIRS, "bins: {\n  lenght: {quantiles: 2}}");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("c.yaml:2") && said.contains("`bins` names `lenght`"), "{said}");
    let (_, said) = checked(
        "d.csv",
        PAIRS,
        "columns: {id: id, gold: gold, attributes: [genre]},\n bins: {\n genre: {quantiles: 2}}",
    );
    assert!(said.contains("c.yaml:3") && said.contains("which is not a number"), "{said}");
    let (_, said) = checked("d.csv", PAIRS, "least-pairs: 1,\n\n  exclude: [\"9\"]");
    assert!(said.contains("c.yaml:3") && said.contains("no such original pair"), "{said}");
    let scene = Scene::new(FILES.map(|(name, content)| (name, content.as_bytes())));
    let text = config("", "") + "seed: 1\nrelevance:\n  nowhere: 2\n";
    scene.write("c.yaml", text.as_bytes());
    let outcome = scene.phenom(&["check", "c.yaml"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    assert!(outcome.stderr.contains("c.yaml:5"), "{}", outcome.stderr);
}
