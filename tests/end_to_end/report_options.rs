//! `report:` in a config: tables, figures, formats, numbers, names, order.

use super::page::plain;
use super::scene::{Scene, compiles, project};

/// A scene of two systems on tagged, decomposed pairs, with a `report:`.
pub(super) fn with_report(report: &str) -> Scene {
    let line = |id: usize, gold: &str, parts: [(&str, &str); 2]| {
        let parts: Vec<_> = parts
            .iter()
            .enumerate()
            .map(|(at, (gold, tag))| {
                serde_json::json!({"id": format!("{id}-{at}"), "gold": gold, "phenomena": [tag]})
            })
            .collect();
        let line = serde_json::json!({"id": format!("{id}"), "gold": gold, "monothematic": parts});
        format!("{line}\n")
    };
    let (e, c) = ("entailment", "contradiction");
    let pairs = [
        line(1, e, [(e, "lexical:synonymy"), (e, "syntactic:apposition")]),
        line(2, c, [(c, "lexical:negation"), (e, "syntactic:apposition")]),
        line(3, e, [(e, "lexical:synonymy"), (e, "syntactic:apposition")]),
    ];
    let ids = ["1", "1-0", "1-1", "2", "2-0", "2-1", "3", "3-0", "3-1"];
    let gold = [e, e, e, c, c, e, e, e, e];
    let rows = |label: &dyn Fn(usize) -> &'static str| {
        let rows = ids.iter().enumerate().map(|(at, id)| format!("{id},{}\n", label(at)));
        format!("id,label\n{}", rows.collect::<String>())
    };
    let config = format!(
        "dataset: {{path: pairs.jsonl, labels: judgments}}\nsystems:\n- {{name: weak, predictions: \
         weak.csv}}\n- {{name: able, predictions: able.csv}}\nreport:\n{report}\noutput: report\n"
    );
    Scene::new([
        ("c.yaml", config.as_bytes()),
        ("pairs.jsonl", pairs.concat().as_bytes()),
        ("weak.csv", rows(&|_| c).as_bytes()),
        ("able.csv", rows(&|at| gold[at]).as_bytes()),
    ])
}

fn ran(report: &str) -> Scene {
    let scene = with_report(report);
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    scene
}

fn files(scene: &Scene, folder: &str) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(scene.path().join(folder)) else { return Vec::new() };
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

#[test]
fn tables_figures_and_formats_are_those_asked_for() {
    let scene = ran(
        "  tables: [systems-original, contingency]\n  figures: [information]\n  formats: [tex, svg]",
    );
    assert_eq!(
        files(&scene, "report/tables"),
        ["contingency-monothematic.tex", "contingency-original.tex", "systems-original.tex"]
    );
    assert_eq!(
        files(&scene, "report/figures"),
        ["information-monothematic.svg", "information-original.svg"]
    );
    assert_eq!(
        files(&scene, "report"),
        [
            "answers.csv",
            "claims.json",
            "comparisons.csv",
            "figures",
            "how_to_report.tex",
            "manifest.json",
            "readings.csv",
            "report.tex",
            "report_settings.json",
            "scores.csv",
            "tables"
        ]
    );
    let scene = ran("  figures: []\n  formats: [md, html]");
    assert!(
        files(&scene, "report/figures").is_empty() && files(&scene, "report/tables").is_empty()
    );
    assert!(!scene.read("report/report.html").contains("<figure"));
}

#[test]
fn tidy_rows_are_json_only_where_asked_for() {
    let json = |scene: &Scene| {
        let names = files(scene, "report").into_iter();
        let names = names.filter(|name| {
            name.ends_with(".json")
                && !["manifest.json", "report_settings.json"].contains(&name.as_str())
        });
        names.collect::<Vec<_>>()
    };
    assert_eq!(json(&ran("  figures: []")), ["claims.json", "report.json"]);
    let scene = ran("  figures: []\n  formats: [md]\n  tidy-json: true");
    let expected = [
        "claims.json",
        "comparisons.json",
        "gains.json",
        "readings.json",
        "scores.json",
        "sizes.json",
    ];
    assert_eq!(json(&scene), expected);
    let rows: Vec<serde_json::Value> =
        serde_json::from_str(&scene.read("report/scores.json")).unwrap();
    let csv = scene.read("report/scores.csv");
    assert_eq!(rows.len() + 1, csv.lines().count());
    for (line, object) in csv.lines().skip(1).zip(&rows) {
        let value: Option<f64> = line.split(',').nth(5).and_then(|cell| cell.parse().ok());
        assert_eq!(value, object["value"].as_f64(), "{line}");
        let undefined = object["undefined_reason"].is_string();
        assert_eq!(undefined, object["value"].is_null(), "{line}");
    }
}

#[test]
fn files_for_readers_have_a_thousand_rows_of_a_table() {
    let category = |n: usize| if n < 700 { "c" } else { "d" };
    let pairs: String =
        (0..1_100).map(|n| format!("{n},entailment,{},p{n}.\n", category(n))).collect();
    let answers: String = (0..1_100).map(|n| format!("{n},entailment\n")).collect();
    let config = "dataset: {path: p.csv}\noutput: report\nmeasures: [accuracy]\nstatistics: {intervals: false}\n\
                  systems: [{name: A, predictions: a.csv}]\n\
                  report: {tables: [phenomena], figures: [], formats: [csv, json, md, tex, txt, html]}\n";
    let scene = Scene::new([
        ("p.csv", format!("id,gold,category,phenomenon\n{pairs}").as_bytes()),
        ("a.csv", format!("id,label\n{answers}").as_bytes()),
        ("c.yaml", config.as_bytes()),
    ]);
    let outcome = scene.phenom(&["run", "c.yaml", "--quiet"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    // Of two categories the first 499, of which one has 400 with its total, and the total of all.
    let said = "901 of 1103 rows, the first of each group. CSV and JSON: all.";
    let has = |text: &str, row: &str| text.contains(&format!("p{row}."));
    for name in ["tables.md", "report.tex", "report.txt"] {
        let file = scene.read(&format!("report/{name}"));
        let told = file.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(said) && file.contains("TOTAL"), "{name}");
        assert!(has(&file, "498") && !has(&file, "499") && has(&file, "1099"), "{name}");
    }
    let page = scene.read("report/report.html");
    assert!(page.contains(said) && page.contains("scores.csv</code> has 100 more."));
    for name in ["report.json", "tables/phenomena.csv"] {
        let file = scene.read(&format!("report/{name}"));
        assert!(has(&file, "500") && !file.contains(said), "{name}");
    }
    let printed = scene.phenom(&["run", "c.yaml", "--table", "phenomena"]).stdout;
    assert!(has(&printed, "500") && !printed.contains(said));
}

#[test]
fn every_phenomenon_adds_the_same_number_of_rows() {
    let names = ["scores.csv", "comparisons.csv", "tables/phenomena.csv", "tables/shrunken.csv"];
    let lines = |phenomena: usize| {
        let rows = |row: &dyn Fn(usize) -> String| (0..2 * phenomena).map(row).collect::<String>();
        let pairs = rows(&|n| format!("{n},entailment,lexical,p{}\n", n / 2));
        let mut files = vec![
            ("p.csv".to_owned(), format!("id,gold,category,phenomenon\n{pairs}")),
            (
                "c.yaml".to_owned(),
                "dataset: {path: p.csv}\noutput: report\nstatistics: {resamples: 20}\nsystems: [{name: \
                 A, predictions: a.csv}, {name: B, predictions: b.csv}]\nreport: {figures: [], formats: [csv]}\n"
                    .to_owned(),
            ),
        ];
        for (name, wrong) in [("a.csv", 2), ("b.csv", 3)] {
            let label =
                |n: usize| if n.is_multiple_of(wrong) { "contradiction" } else { "entailment" };
            let answers = rows(&|n| format!("{n},{}\n", label(n)));
            files.push((name.to_owned(), format!("id,label\n{answers}")));
        }
        let scene = Scene::new(files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())));
        let outcome = scene.phenom(&["run", "c.yaml", "--quiet"]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        names.map(|name| scene.read(&format!("report/{name}")).lines().count())
    };
    let (few, more, most) = (lines(20), lines(40), lines(60));
    for (at, name) in names.iter().enumerate() {
        assert!(more[at] > few[at], "{name}");
        assert_eq!(more[at] - few[at], most[at] - more[at], "{name}");
    }
}

#[test]
fn digits_and_fractions_stand_in_every_format() {
    // Pictures are drawn from the SVG.
    let formats = "  formats: [txt, md, tex, html, csv, svg]";
    let scene = ran(&format!("  digits: 2\n  shares: fraction\n{formats}"));
    for file in ["report.txt", "tables.md", "report.tex", "report.html"] {
        let text = scene.read(&format!("report/{file}"));
        assert!(text.replace("&#x2f;", "/").contains("0.33 (1/3)"), "{file}");
        assert!(!text.contains("in percent"), "{file}");
        // In the page it may be a place in a figure.
        assert!(file == "report.html" || !text.contains("33.3"), "{file}");
    }
    let figure = scene.read("report/figures/conditioned-original.svg");
    assert!(figure.contains(">0.33<") && !figure.contains("(%)"), "{figure}");
    let page = scene.read("report/report.html");
    assert!(page.contains("&quot;able&quot; 1.00"), "{page}");
    // What is computed further is not rounded.
    assert!(scene.read("report/scores.csv").contains("0.3333333333333333"));
    assert!(scene.read("report/tables/systems-original.csv").contains("0.3333333333333333"));
    let latex = ran("  digits: 0\n  figures: []\n  formats: [tex]")
        .read("report/tables/systems-original.tex");
    assert!(latex.contains("\\pnOver{33}{{[}6, 80]}"), "{latex}");
}

#[test]
fn names_are_shown_in_every_format_and_the_scores_keep_those_of_the_data() {
    let scene = ran(
        "  names:\n    systems: {able: Able One}\n    phenomena: {lexical: Words, 'lexical:synonymy': same sense}\n  \
         formats: [txt, md, tex, html, json, csv, svg]",
    );
    for file in ["report.txt", "tables.md", "report.tex", "report.html", "report.json"] {
        let text = scene.read(&format!("report/{file}"));
        // Links to pairs go by the names of the data, so that they lead there whatever is shown.
        let pieces = text.split("href=\"").enumerate();
        let text: String = pieces
            .map(|(at, piece)| if at == 0 { piece } else { piece.split_once('"').unwrap().1 })
            .collect();
        // What they find is shown under the names wanted.
        let text = text.replace(r#""lexical:synonymy":"same sense""#, "");
        assert!(text.contains("Able One") && text.contains("Words"), "{file}");
        assert!(text.contains("same sense") && !text.contains("synonymy"), "{file}");
    }
    let map = scene.read("report/figures/phenomena.svg");
    assert!(map.contains("Able One") && map.contains(">same sense<") && map.contains(">Words<"));
    let scores = scene.read("report/scores.csv");
    assert!(scores.contains("\nable,") && scores.contains(",lexical:synonymy,"));
    assert!(!scores.contains("Able One"));
}

/// The first column of a table without its repetitions.
fn first_column(scene: &Scene, table: &str, column: usize) -> Vec<String> {
    let csv = scene.read(&format!("report/tables/{table}.csv"));
    let mut cells: Vec<String> =
        csv.lines().skip(1).map(|line| line.split(',').nth(column).unwrap().to_owned()).collect();
    cells.dedup();
    cells
}

#[test]
fn rows_stand_in_the_order_asked_for() {
    let ordered = |order: &str| ran(&format!("  order: {order}\n  figures: []\n  formats: [csv]"));
    let systems = |order: &str| {
        let scene = ordered(order);
        (
            first_column(&scene, "systems-original", 0)[..2].to_vec(),
            first_column(&scene, "phenomena", 0),
        )
    };
    assert_eq!(systems("data").0, ["weak", "able"]);
    let (by_name, phenomena) = systems("name");
    assert_eq!(by_name, ["able", "weak"]);
    assert_eq!(phenomena, ["lexical", "syntactic", "all"]);
    // Of the weak system's answers a third is right on lexical pairs, none on syntactic ones.
    let (by_accuracy, phenomena) = systems("accuracy");
    assert_eq!(by_accuracy, ["able", "weak"]);
    assert_eq!(phenomena, ["lexical", "syntactic", "all"]);
    let scene = ordered("support");
    let phenomena = first_column(&scene, "phenomena", 1);
    assert_eq!(phenomena[..2], ["synonymy", "negation"], "two pairs, one pair");
    assert_eq!(systems("support").0, ["weak", "able"]);
}

#[test]
fn standalone_tables_are_documents() {
    let scene =
        ran("  standalone: true\n  tables: [systems, phenomena]\n  figures: []\n  formats: [tex]");
    let table = scene.read("report/tables/systems-original.tex");
    assert!(table.starts_with("\\documentclass") && table.contains("\\end{document}"));
    compiles(&scene.path().join("report"));
    let scene = with_report("  figures: []\n  formats: [tex]");
    assert_eq!(scene.phenom(&["run", "c.yaml", "--all", "--standalone"]).code, Some(0));
    assert!(scene.read("report/tables/systems-original.tex").starts_with("\\documentclass"));
}

/// A TeX that is installed only in part is no reason to fail, and what it lacks is told.
#[test]
#[cfg(unix)]
fn the_check_of_latex_says_what_is_missing() {
    use std::os::unix::fs::PermissionsExt;

    let scene = Scene::new([
        ("bin/pdflatex", b"#!/bin/sh\nexit 1\n".as_slice()),
        ("bin/kpsewhich", b"#!/bin/sh\ntest \"$1\" != booktabs.sty\n"),
    ]);
    for program in ["bin/pdflatex", "bin/kpsewhich"] {
        let all = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(scene.path().join(program), all).unwrap();
    }
    let path = format!("{}/bin:{}", scene.path().display(), std::env::var("PATH").unwrap());
    let check = || {
        let mut check = std::process::Command::new(project().join("tests/latex/check.sh"));
        check.arg(scene.path()).env("PATH", &path).env_remove("PHENOM_NEED_LATEX");
        check
    };
    let skipped = check().output().unwrap();
    assert_eq!(skipped.status.code(), Some(0));
    let said = "skipped: TeX is not installed in whole, these are missing: booktabs.sty\n";
    assert_eq!(String::from_utf8(skipped.stdout).unwrap(), said);
    let needed = check().env("PHENOM_NEED_LATEX", "1").output().unwrap();
    assert_eq!(needed.status.code(), Some(1));
}

#[test]
fn what_a_report_cannot_be_is_told_with_the_nearest_name() {
    let cases = [
        ("  tables: [phenomna]", "unknown table `phenomna`", "did you mean `phenomena`?"),
        ("  tables: [systems-orignal]", "no table `systems-orignal`", "`systems-original`?"),
        ("  figures: [diferences]", "unknown figure `diferences`", "did you mean `differences`?"),
        ("  formats: [pdff]", "`pdff`", "did you mean `pdf`?"),
        ("  order: acuracy", "`acuracy`", "did you mean `accuracy`?"),
        ("  differences: bets", "`bets`", "did you mean `best`?"),
        ("  differences: baseline", "no baseline to draw", "`statistics: {baseline: NAME}`"),
        ("  shares: percents", "`percents`", "did you mean `percent`?"),
        ("  digits: 11", "11", "10"),
        ("  names: {systems: {abel: X}}", "there is no system `abel`", "did you mean `able`?"),
        (
            "  names: {phenomena: {'lexical:synonmy': X}}",
            "`lexical:synonmy`",
            "did you mean `lexical:synonymy`?",
        ),
        ("  names: {systems: {able: X, weak: X}}", "would both have the name `X`", "`weak`"),
        ("  names: {systems: {able: weak}}", "would have the name `weak`", ""),
        ("  names: {systems: {able: ' '}}", "empty", ""),
        ("  digit: 2", "unknown key `digit`", "did you mean `digits`?"),
    ];
    for (report, message, help) in cases {
        let scene = with_report(report);
        for command in [&["run", "c.yaml", "--all"][..], &["check", "c.yaml"]] {
            // Which tables there are for parts of the data is known when they are made.
            if command[0] == "check" && report.contains("systems-orignal") {
                continue;
            }
            let outcome = scene.phenom(command);
            assert_eq!(outcome.code, Some(2), "{report}");
            assert!(outcome.stderr.contains(message), "{report}: {}", outcome.stderr);
            assert!(outcome.stderr.contains(help), "{report}: {}", outcome.stderr);
            assert!(!scene.path().join("report").exists(), "{report}");
        }
    }
}

#[test]
fn a_kind_of_table_without_data_is_a_note() {
    let scene = plain();
    let config = scene.read("c.yaml") + "report: {tables: [phenomena, systems], formats: [md]}\n";
    scene.write("c.yaml", config.as_bytes());
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(
        scene.read("report/report.md").contains("The data has no values for the tables phenomena.")
    );
}
