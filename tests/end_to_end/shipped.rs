//! The shipped reports: what the committed folders hold, and the figures of Bergmair 2009 and Voorhees 2008.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::scene::{SHIPPED, Scores, phenom_in, project, scores, shipped_report};

pub(super) fn value(scores: &Scores, system: &str, measure: &str) -> f64 {
    of(scores, system, "all", "", measure)["value"].parse().unwrap()
}

pub(super) fn of<'a>(
    scores: &'a Scores,
    system: &str,
    kind: &str,
    slice: &str,
    measure: &str,
) -> &'a std::collections::BTreeMap<String, String> {
    &scores[&[system, "original", kind, slice, measure].map(str::to_owned)]
}

fn shipped(name: &str) -> Scores {
    scores(&std::fs::read_to_string(shipped_report(name).join("scores.csv")).unwrap())
}

#[test]
fn every_shipped_report_is_what_its_config_writes() {
    let configs = std::fs::read_dir(project().join("configs")).unwrap();
    let configs = configs.map(|config| config.unwrap().path());
    let configs = configs.filter(|path| path.extension().unwrap() == "yaml");
    let mut names: Vec<_> = configs.map(|path| path.file_stem().unwrap().to_owned()).collect();
    names.sort();
    assert_eq!(names, SHIPPED.each_ref().map(|(name, _)| *name), "every config has its report");
    let mut written = BTreeMap::new();
    for (name, _) in &SHIPPED {
        let folder = shipped_report(name);
        for path in files_under(&folder) {
            let file = path.strip_prefix(&folder).unwrap().to_str().unwrap().replace('\\', "/");
            let hash = Sha256::digest(std::fs::read(&path).unwrap());
            let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
            written.insert(format!("{name}/{file}"), hash);
        }
    }
    let hashes = std::fs::read_to_string(project().join("reports/hashes.txt")).unwrap();
    let expected: BTreeMap<String, String> = hashes
        .lines()
        .map(|line| line.split_once("  ").unwrap())
        .map(|(hash, file)| (file.to_owned(), hash.to_owned()))
        .collect();
    let files: BTreeSet<&String> = written.keys().chain(expected.keys()).collect();
    let differing: Vec<&String> =
        files.into_iter().filter(|file| written.get(*file) != expected.get(*file)).collect();
    let renew = "if the change is meant, run reports/renew.sh and commit what it writes";
    assert!(differing.is_empty(), "not as in reports/hashes.txt: {differing:?}; {renew}");
    for file in committed() {
        let (name, path) = file.split_once('/').unwrap();
        let read = |path: &Path| std::fs::read(path).ok();
        let ours = read(&shipped_report(name).join(path));
        let theirs = read(&project().join("reports").join(&file));
        assert!(ours.is_some() && ours == theirs, "reports/{file} differs; {renew}");
    }
    // As a user does it.
    let folder = shipped_report("bergmair2009");
    let output = folder.to_str().unwrap();
    let verify = ["run", "configs/bergmair2009.yaml", "--verify", "--quiet", "--output", output];
    let outcome = phenom_in(&project(), &verify);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
}

/// The files of reports that the repository keeps, by `reports/.gitignore`.
fn committed() -> Vec<String> {
    let ignored = std::fs::read_to_string(project().join("reports/.gitignore")).unwrap();
    let kept = ignored.lines().filter_map(|line| line.strip_prefix("!/"));
    let kept = kept.filter(|path| !path.ends_with('/'));
    let of_path = |path: &str| match path.strip_prefix("*/") {
        Some(path) => SHIPPED.iter().map(|(name, _)| format!("{name}/{path}")).collect(),
        None => vec![path.to_owned()],
    };
    kept.flat_map(of_path).collect()
}

#[test]
fn the_repository_keeps_of_reports_what_people_read_there() {
    let read = |path: PathBuf| std::fs::read_to_string(path).unwrap();
    let docs = std::fs::read_dir(project().join("docs")).unwrap();
    let docs = docs.map(|page| page.unwrap().path());
    let pages = docs.filter(|page| page.extension().is_some_and(|ending| ending == "md"));
    let pages: String = pages.chain([project().join("README.md")]).map(read).collect();
    let shown: BTreeSet<&str> = pages
        .split("reports/")
        .filter_map(|rest| Some(&rest[..rest.find(".svg)")? + 4]))
        .filter(|file| !file.contains(char::is_whitespace))
        .collect();
    let kept = committed();
    let figures = kept.iter().map(String::as_str).filter(|file| file.ends_with(".svg"));
    assert_eq!(figures.collect::<BTreeSet<_>>(), shown);
    for file in kept.iter().filter(|file| file.ends_with(".md")) {
        let lines = read(project().join("reports").join(file)).lines().count();
        assert!(lines <= 700, "{file} has {lines} lines");
    }
}

/// Every file under a folder.
fn files_under(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files_under(&path) } else { vec![path] }).collect()
}

/// reference/published/bergmair2009-values.csv holds what the paper prints.
#[test]
fn bergmair_figure_2() {
    let scores = shipped("bergmair2009");
    let near = |system: &str, measure: &str, printed: f64| {
        let ours = value(&scores, system, measure);
        assert!((ours - printed).abs() < 5.1e-5, "{system} {measure}: {ours}");
    };
    for (measure, well_informed, degraded) in [
        ("gold_entropy", 1.4277, 1.4277),
        ("conditional_entropy", 1.3441, 1.3703),
        // The paper's 0.0262 is the loss.
        ("mutual_information", 0.0836, 0.0574),
        ("kappa", 0.1277, 0.1434),
        ("accuracy_three_way", 0.44, 0.51),
    ] {
        near("well-informed", measure, well_informed);
        near("degraded", measure, degraded);
    }
    let given = |system: &str, answer: &str| {
        of(&scores, system, "judgment", answer, "entropy_given_answer")["value"]
            .parse::<f64>()
            .unwrap()
    };
    for (answer, printed) in
        [("entailment", 1.0746), ("unknown", 1.4277), ("contradiction", 1.5395)]
    {
        assert!((given("well-informed", answer) - printed).abs() < 5.1e-5);
    }
    assert!((given("degraded", "entailment") - 1.3280).abs() < 5.1e-5);
    let unknown = of(&scores, "degraded", "judgment", "unknown", "entropy_given_answer");
    assert_eq!(unknown["undefined_reason"], "the label is never predicted");
    let report =
        std::fs::read_to_string(shipped_report("bergmair2009").join("report.txt")).unwrap();
    let marked: Vec<&str> =
        report.lines().filter(|line| line.ends_with("accuracy and kappa rise")).collect();
    assert_eq!(marked.len(), 1, "{marked:?}");
    assert!(marked[0].contains("unknown to entailment"), "{marked:?}");
    assert!(report.contains("that is the loss"), "{report}");
    assert!(report.contains("orders 1 of 1 pairs of systems otherwise"), "{report}");
}

#[test]
fn trivial_answers_on_the_label_distribution_of_rte_4() {
    let scores = shipped("bergmair2009-rte4");
    let is = |system: &str, measure: &str, expected: f64| {
        let ours = value(&scores, system, measure);
        assert!((ours - expected).abs() < 1e-12, "{system} {measure}: {ours}");
    };
    for (system, baseline, expected) in [
        ("S entailment", "baseline:entailment", 0.5),
        ("S unknown", "baseline:unknown", 0.35),
        ("S contradiction", "baseline:contradiction", 0.15),
    ] {
        is(system, "accuracy", expected);
        is(baseline, "accuracy", expected);
        is(system, "mean_conditioned_accuracy", 1.0 / 3.0);
        is(baseline, "mean_conditioned_accuracy", 1.0 / 3.0);
        is(system, "kappa", 0.0);
        is(system, "mutual_information", 0.0);
    }
    is("baseline:gold-distribution", "accuracy", 0.395);
    is("baseline:uniform", "accuracy", 1.0 / 3.0);
}

#[test]
fn voorhees_table_1_and_figure_1() {
    let scores = shipped("rte3-runs");
    let share = |judgment: &str| {
        let row = of(&scores, "pooled", "judgment", judgment, "conditioned_accuracy");
        format!("{}/{}", row["numerator"], row["denominator"])
    };
    assert_eq!(share("entailment"), "2449/4920");
    assert_eq!(share("unknown"), "2345/3816");
    assert_eq!(share("contradiction"), "101/864");
    // from sklearn.metrics import cohen_kappa_score, mutual_info_score on the pairs of Table 1:
    // cohen_kappa_score(gold, answer, sample_weight=count), mutual_info_score(...) / log(2)
    assert!((value(&scores, "pooled", "kappa") - 0.1665448812481457).abs() < 1e-12);
    assert!((value(&scores, "pooled", "mutual_information") - 0.04906331578910806).abs() < 1e-12);
    let best = value(&scores, "baseline:entailment", "accuracy");
    assert_eq!(best, 0.5125);
    let beat: Vec<&str> = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"]
        .into_iter()
        .filter(|run| value(&scores, run, "accuracy") > best)
        .collect();
    assert_eq!(beat, ["A", "B", "C", "D"]);
    let report = std::fs::read_to_string(shipped_report("rte3-runs").join("tables.md")).unwrap();
    assert!(
        report.contains("\"A\" and \"B\" beat always \"entailment\" on pairs (51.2 %)"),
        "{report}"
    );
}
