//! The page and the figures.

use super::report_options::with_report;
use super::scene::{Scene, keep_for_latex};
/// Texts that break what takes them for anything but text.
const HOSTILE: [&str; 6] = [
    "<script>alert(1)</script> \"'&]]>",
    "{{ 1 }} {% include 'x' %} ${x} </title>",
    "\\input{/etc/passwd} 50% of $a_b^c$ #~{}& |pipe|",
    "\u{202e}gnp\u{7}\u{1b}[31m \u{5e9}\u{5dc}\u{5d5}\u{5dd} \u{1f600}",
    "=cmd|'/c calc'!A0",
    "-- [x](javascript:alert(1)) ![](x) <!-- `code` * _ \\",
];

/// Decomposed pairs with hostile texts, and two systems with hostile names.
fn hostile() -> Scene {
    let scene = Scene::new([]);
    let mut pairs = String::new();
    let (mut first, mut second) = ("id,label\n".to_owned(), "id,label\n".to_owned());
    let long = "long".repeat(1 << 18);
    for original in 0..12 {
        let text = match original {
            11 => long.as_str(),
            _ => HOSTILE[original % HOSTILE.len()],
        };
        let gold = if original % 2 == 0 { "entailment" } else { "contradiction" };
        let part = |number: usize| {
            serde_json::json!({
                "id": format!("{original}-{number}"), "text": text, "hypothesis": text, "gold": gold,
                "phenomena": [format!("lexical:{}", HOSTILE[number].replace(':', ";"))],
            })
        };
        let line = serde_json::json!({
            "id": format!("{original}"), "text": text, "hypothesis": HOSTILE[0], "gold": gold,
            "monothematic": [part(0), part(2), part(3)],
        });
        pairs += &format!("{line}\n");
        for id in [
            format!("{original}"),
            format!("{original}-0"),
            format!("{original}-2"),
            format!("{original}-3"),
        ] {
            first += &format!("{id},{gold}\n");
            second += &format!("{id},entailment\n");
        }
    }
    scene.write("pairs.jsonl", pairs.as_bytes());
    scene.write("first.csv", first.as_bytes());
    scene.write("second.csv", second.as_bytes());
    let config = serde_json::json!({
        "title": HOSTILE[2], "notes": [HOSTILE[0], HOSTILE[5]],
        "dataset": {"path": "pairs.jsonl", "labels": "judgments"},
        "systems": [
            {"name": HOSTILE[0], "predictions": "first.csv"},
            {"name": HOSTILE[2], "predictions": "second.csv"},
        ],
        "output": "report",
    });
    scene.write("c.yaml", config.to_string().as_bytes());
    scene
}

#[test]
fn hostile_texts_are_texts_in_every_format_and_twice_the_same() {
    let scene = hostile();
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(!outcome.stdout.contains(['\u{1b}', '\u{7}', '\u{202e}']), "the terminal is steered");
    let page = scene.read("report/report.html");
    assert_eq!(
        page.matches("<script").count(),
        3,
        "the page's own script, its measures and its pairs"
    );
    assert!(page.len() < 5_000_000, "a text of a megabyte is cut: {}", page.len());
    assert!(page.contains("texts are longer than"), "and that is said");
    let markdown = scene.read("report/report.md") + &scene.read("report/tables.md");
    assert!(!markdown.contains("<script") && !markdown.contains("<!--"));
    assert!(!markdown.contains("[x](javascript"), "a link");
    let tables = markdown.lines().filter(|line| line.starts_with('|'));
    assert!(tables.clone().count() > 10 && tables.into_iter().all(|line| line.ends_with('|')));
    for figure in std::fs::read_dir(scene.path().join("report/figures")).unwrap() {
        let path = figure.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        let begins: &[u8] = match path.extension().unwrap().to_str().unwrap() {
            "svg" => b"<svg",
            "png" => b"\x89PNG",
            _ => b"%PDF",
        };
        assert!(bytes.starts_with(begins), "{}", path.display());
        if begins == b"<svg" {
            assert!(!String::from_utf8(bytes).unwrap().contains("<script"), "{}", path.display());
        }
    }
    // A second run draws the same bytes.
    assert_eq!(scene.phenom(&["run", "c.yaml", "--verify"]).code, Some(0));
    keep_for_latex(&scene.path().join("report"), "texts");
}

/// Pairs that are neither decomposed nor tagged, and one system.
pub(super) fn plain() -> Scene {
    Scene::new([
        (
            "c.yaml",
            b"dataset: {path: pairs.csv}\nsystems: [{name: A, predictions: a.csv}]\noutput: report\n"
                .as_slice(),
        ),
        ("pairs.csv", b"id,gold\n1,entailment\n2,contradiction\n"),
        ("a.csv", b"id,label\n1,entailment\n2,entailment\n"),
    ])
}

#[test]
fn a_figure_without_data_is_a_sentence() {
    let scene = plain();
    assert_eq!(scene.phenom(&["run", "c.yaml", "--all"]).code, Some(0));
    for file in ["report/report.html", "report/tables.md", "report/report.tex"] {
        let text = scene.read(file);
        assert!(text.contains("No pair is tagged with a phenomenon."), "{file}");
        assert!(text.contains("so no pair has a Correlation Index."), "{file}");
    }
    assert!(!scene.path().join("report/figures/phenomena.svg").exists());
    assert!(scene.path().join("report/figures/contingency-original.pdf").exists());
}

#[test]
fn too_many_pairs_are_left_out_with_a_sentence() {
    let scene = plain();
    let rows = |label: &str| {
        let rows = (0..200_001).map(|id| format!("{id},{label}\n"));
        rows.collect::<String>()
    };
    scene.write("pairs.csv", format!("id,gold\n{}", rows("entailment")).as_bytes());
    scene.write("a.csv", format!("id,label\n{}", rows("entailment")).as_bytes());
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let page = scene.read("report/report.html");
    assert!(page.contains("The pairs themselves are not shown here: there are 200001"));
    assert!(page.len() < 1_000_000, "{}", page.len());
}

#[cfg(target_os = "linux")]
#[test]
fn the_page_is_opened() {
    use std::os::unix::fs::PermissionsExt;
    let scene = with_report("  formats: [html]");
    let opener = "#!/bin/sh\nprintf '%s' \"$1\" >opened\n";
    scene.write("bin/xdg-open", opener.as_bytes());
    let bin = scene.path().join("bin");
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(bin.join("xdg-open"), executable).unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let run = |path: &str| {
        super::scene::program()
            .args(["run", "c.yaml", "--open", "--quiet"])
            .current_dir(scene.path())
            .env("PATH", path)
            .output()
            .unwrap()
    };
    let output = run(&path);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(scene.read("opened").ends_with("report/report.html"));
    let output = run("/nowhere");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("cannot open the page") && said.contains("report.html"), "{said}");
}

#[test]
fn without_a_page_there_is_nothing_to_open() {
    let scene = with_report("  formats: [md]");
    let outcome = scene.phenom(&["run", "c.yaml", "--all", "--open"]);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.stderr.contains("has no page to open"), "{}", outcome.stderr);
    assert!(!scene.path().join("report").exists());
}
