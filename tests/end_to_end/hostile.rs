//! Names that would climb out of the report folder, run in LaTeX or a page, or steer a terminal.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::scene::{Scene, keep_for_latex};

/// Names of attributes, values, systems, phenomena, categories, tasks and pairs, titles and notes.
const NAMES: [&str; 33] = [
    "x/../../../../results",
    "x}\\input{secret.txt}\\immediate\\write18{id}",
    "x}\\input{secret.txt}\\immediate\\write18{touch pwned}",
    "../../x",
    "/etc/passwd",
    "C:\\x",
    "..",
    "-rf",
    "nul\u{0}byte",
    "\u{1b}[31mred\u{1b}]0;title\u{7}",
    "\u{9b}2J\u{7f}\u{8}\u{b}",
    "\"><script>alert(1)</script>",
    "' onload='alert(1)",
    "${x}",
    "$(touch pwned)",
    "`touch pwned`",
    "\\write18{touch pwned}",
    "^^5cinput{secret.txt}",
    "%0a%2e%2e%2f",
    "=cmd|'/c calc'!A0",
    "]]>",
    "\u{202e}gpj.exe\u{2066}",
    "Case",
    "case",
    "CASE",
    "词汇",
    "con",
    "a:b",
    "a-b",
    "{{ 1 }}",
    "a\r\nb\tc",
    "#~&",
    "\u{2028}\u{fffe}",
];

/// A name as long as a text.
fn long() -> String {
    "long".repeat(2_500)
}

/// A config in `base/run` whose every name is hostile, with files around its folder that are not to be
/// touched, and a file that LaTeX is not to read.
fn hostile() -> Scene {
    let scene = Scene::new([]);
    for place in ["results.csv", "base/results.csv", "base/run/results.csv", "base/run/x.csv"] {
        scene.write(place, b"mine");
    }
    let long = long();
    let names: Vec<&str> = std::iter::once(long.as_str()).chain(NAMES).collect();
    let golds = ["entailment", "contradiction", "unknown"];
    let mut pairs = String::new();
    let mut answers = vec![String::new(); 4];
    for (at, name) in names.iter().enumerate() {
        let gold = golds[at % 3];
        let tag: String = name.replace(':', ";").chars().take(1_000).collect();
        let other = NAMES[at % NAMES.len()];
        let part = |id: String, phenomenon: String| {
            serde_json::json!({
                "id": id, "text": name, "hypothesis": name, "gold": gold,
                "phenomena": [phenomenon], "rule": {"pattern": name},
            })
        };
        let ids = [(*name).to_owned(), format!("{name} 1"), format!("{name} 2")];
        let line = serde_json::json!({
            "id": name, "text": name, "hypothesis": name, "gold": gold, "task": other,
            "attributes": {(*name): other, other: other},
            "monothematic": [
                part(ids[1].clone(), format!("lexical:{tag}")),
                part(ids[2].clone(), format!("{tag}:synonymy")),
            ],
        });
        pairs += &format!("{line}\n");
        for (number, id) in ids.iter().enumerate() {
            for (system, answers) in answers.iter_mut().enumerate() {
                let label = golds[(at + number * at * system) % 3];
                *answers += &format!("{}\n", serde_json::json!({"id": id, "label": label}));
            }
        }
    }
    scene.write("base/run/pairs.jsonl", pairs.as_bytes());
    let (some, others) = NAMES[3..].split_at(15);
    let systems = [NAMES[0].to_owned(), NAMES[1].to_owned(), some.join(" "), others.join(" ")];
    let systems: Vec<_> = systems
        .iter()
        .zip(&answers)
        .enumerate()
        .map(|(at, (name, answers))| {
            scene.write(&format!("base/run/{at}.ndjson"), answers.as_bytes());
            serde_json::json!({"name": name, "predictions": format!("{at}.ndjson")})
        })
        .collect();
    let config = serde_json::json!({
        "title": NAMES.join(" "),
        "notes": NAMES.to_vec(),
        "dataset": {"path": "pairs.jsonl", "labels": "judgments"},
        "systems": systems,
        "statistics": {"resamples": 20, "baseline": NAMES[0]},
        "measures": ["accuracy", "correlation_index", "mutual_information"],
        "output": "report",
    });
    // YAML takes few characters as they are.
    let escaped = config.to_string().chars().fold(String::new(), |text, letter| match letter {
        ' '..='~' => text + &letter.to_string(),
        letter => text + &format!("\\u{:04x}", u32::from(letter)),
    });
    scene.write("base/run/c.yaml", escaped.as_bytes());
    scene
}

/// Every file under a folder with its content.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files.extend(tree(&path)),
            false => drop(files.insert(path.clone(), std::fs::read(path).unwrap())),
        }
    }
    files
}

#[test]
fn hostile_names_stay_in_the_folder_and_mean_nothing_in_any_format() {
    let scene = hostile();
    let before = tree(scene.path());
    let run = scene.path().join("base/run");
    let outcome = super::scene::phenom_in(&run, &["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(!outcome.stdout.contains(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}']));
    let folder = run.join("report");
    let (inside, outside): (BTreeMap<_, _>, BTreeMap<_, _>) =
        tree(scene.path()).into_iter().partition(|(path, _)| path.starts_with(&folder));
    assert!(outside == before, "something outside the report folder changed");

    // The files are those of the manifest, their names are plain, and every table has its own.
    let manifest: serde_json::Value =
        serde_json::from_slice(&inside[&folder.join("manifest.json")]).unwrap();
    let listed = manifest["files"].as_object().unwrap();
    assert_eq!(listed.len() + 1, inside.len());
    for file in listed.keys() {
        assert!(inside.contains_key(&folder.join(file)), "{file}");
        let Some((_, name)) = file.split_once('/') else { continue };
        let (name, _) = name.split_once('.').unwrap();
        let plain =
            |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        assert!(name.len() <= 60 && name.chars().all(plain), "{file}");
    }
    let json: serde_json::Value =
        serde_json::from_slice(&inside[&folder.join("report.json")]).unwrap();
    assert_eq!(json["title"], NAMES.join(" "));
    let tables = json["tables"].as_array().unwrap();
    let keys: BTreeSet<&str> = tables.iter().map(|table| table["key"].as_str().unwrap()).collect();
    assert_eq!(keys.len(), tables.len());
    let of_table = |file: &&String| {
        ["tables/", "appendix/"].iter().any(|folder| file.starts_with(folder))
            && file.ends_with(".tex")
    };
    assert_eq!(tables.len(), listed.keys().filter(of_table).count());
    let of_attributes = keys.iter().filter(|key| key.starts_with("comparisons-attribute-"));
    assert_eq!(of_attributes.count(), NAMES.len() + 1);

    for (path, bytes) in &inside {
        match path.extension().unwrap().to_str().unwrap() {
            "png" | "pdf" => continue,
            "svg" => {
                let svg = std::str::from_utf8(bytes).unwrap();
                roxmltree::Document::parse(svg).unwrap();
            }
            _ => {}
        }
        let text = std::str::from_utf8(bytes).unwrap();
        let steers = |letter: char| {
            letter.is_control() && !matches!(letter, '\n' | '\t')
                || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        assert_eq!(text.find(steers).map(|at| &text[..at]), None, "{}", path.display());
    }
    let text = |name: &str| String::from_utf8_lossy(&inside[&folder.join(name)]).into_owned();
    let page = text("report.html");
    assert_eq!(
        page.matches("<script").count(),
        3,
        "the page's own script, its measures and its pairs"
    );
    let latex = text("report.tex");
    assert!(!latex.contains("\\input") && !latex.contains("\\write18") && !latex.contains("^^"));

    // For a real TeX and a real browser, and for whoever wants to look at it.
    keep_for_latex(&folder, "hostile");
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile.html");
    std::fs::write(kept, page).unwrap();
}

/// Two pairs with some attributes, two systems, and a report of some tables.
fn with_attributes(attributes: &[&str], tables: &str) -> Scene {
    let attributes: BTreeMap<&str, &str> = attributes.iter().map(|name| (*name, "value")).collect();
    let line = |id: &str, gold: &str| {
        serde_json::json!({"id": id, "gold": gold, "attributes": attributes}).to_string() + "\n"
    };
    let pairs = line("1", "entailment") + &line("2", "contradiction");
    let config = format!(
        "dataset: {{path: pairs.jsonl, labels: judgments}}\nsystems:\n- {{name: A, predictions: a.csv}}\n- \
         {{name: B, predictions: b.csv}}\nstatistics: {{resamples: 20}}\noutput: report\n{tables}"
    );
    Scene::new([
        ("c.yaml", config.as_bytes()),
        ("pairs.jsonl", pairs.as_bytes()),
        ("a.csv", b"id,label\n1,entailment\n2,entailment\n"),
        ("b.csv", b"id,label\n1,entailment\n2,contradiction\n"),
    ])
}

#[test]
fn a_table_is_asked_for_by_its_key_or_by_the_name_it_was_made_of() {
    let attribute = "x/../../../../results";
    let key = "comparisons-attribute-x-results-2e9f4b09";
    for name in [key.to_owned(), format!("comparisons-attribute-{attribute}")] {
        let tables = format!("report: {{tables: ['{name}'], figures: [], formats: [csv]}}\n");
        let scene = with_attributes(&[attribute, "genre"], &tables);
        let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        let tables = std::fs::read_dir(scene.path().join("report/tables")).unwrap();
        let tables: Vec<_> = tables.map(|table| table.unwrap().file_name()).collect();
        assert_eq!(tables, [format!("{key}.csv").as_str()]);
    }
}

#[test]
fn two_names_that_somebody_made_alike_do_not_share_a_table() {
    // The SHA-256 of the two tables' names begin with the same eight digits.
    let scene = with_attributes(&["a@@^#b", "a^|+^b"], "");
    let outcome = scene.phenom(&["run", "c.yaml", "--all"]);
    assert_eq!(outcome.code, Some(2));
    let said = "would both be the table `comparisons-attribute-a-b-e8e0e986`";
    assert!(outcome.stderr.contains(said), "{}", outcome.stderr);
    assert!(!scene.path().join("report").exists());
}
