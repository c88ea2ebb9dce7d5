//! Numbers at the ends of their ranges and beyond: in a config, in count tables, on the command line.

use super::scene::{Outcome, Scene, assert_snapshot};

const PAIRS: &str = "\
id,origin,gold,category,phenomenon
1,,entailment,,
2,,contradiction,,
3,,unknown,,
1.1,1,entailment,lexical,synonymy
2.1,2,contradiction,lexical,antonymy
";
const FIRST: &str =
    "id,label\n1,entailment\n2,entailment\n3,unknown\n1.1,entailment\n2.1,contradiction\n";
const SECOND: &str =
    "id,label\n1,unknown\n2,contradiction\n3,unknown\n1.1,entailment\n2.1,entailment\n";

/// An evaluation of two systems, with more lines in its config.
fn scene(more: &str) -> Scene {
    let config = format!(
        "dataset: {{path: pairs.csv}}\nsystems:\n  - {{name: A, predictions: a.csv}}\n  \
         - {{name: B, predictions: b.csv}}\noutput: report\n{more}\n"
    );
    Scene::new([
        ("c.yaml", config.as_bytes()),
        ("pairs.csv", PAIRS.as_bytes()),
        ("a.csv", FIRST.as_bytes()),
        ("b.csv", SECOND.as_bytes()),
    ])
}

/// What `run` says; `check` takes and refuses the same.
fn ran(more: &str) -> Outcome {
    let scene = scene(&format!("{more}\nreport: {{formats: [txt]}}"));
    let checked = scene.phenom(&["check", "c.yaml"]);
    let ran = scene.phenom(&["run", "c.yaml", "--quiet"]);
    assert_eq!(checked.code, ran.code, "{more}: {} {}", checked.stderr, ran.stderr);
    if ran.code != Some(0) {
        assert_eq!(checked.stderr, ran.stderr, "{more}");
        assert!(!scene.path().join("report").exists(), "{more}");
    }
    ran
}

#[test]
fn numbers_outside_their_range_are_refused_with_it() {
    for (more, message) in [
        ("statistics: {resamples: 18446744073709551615}", "between 1 and 1,000,000"),
        ("statistics: {resamples: 100000000}", "`resamples` is 100000000, and must be between"),
        ("statistics: {resamples: 0}", "`resamples` is 0, and must be between 1 and 1,000,000"),
        ("statistics: {resamples: -1}", "`resamples` is -1"),
        ("statistics: {resamples: 1.5}", "expected a whole number, found the number 1.5"),
        ("statistics: {resamples: 1e7}", "must be between 1 and 1,000,000"),
        ("statistics: {resamples: 1e400}", "`1e400` is not a finite number"),
        ("statistics: {resamples: .nan}", "`.nan` is not a finite number"),
        ("statistics: {resamples: 340282366920938463463374607431768211456}", "resamples"),
        ("statistics: {confidence-level: 0}", "must be between 0.01 and 0.9999"),
        ("statistics: {confidence-level: 1}", "must be between 0.01 and 0.9999"),
        ("statistics: {confidence-level: 95}", "for 95 % write 0.95"),
        ("statistics: {confidence-level: 1e-300}", "must be between 0.01 and 0.9999"),
        ("statistics: {confidence-level: .nan}", "`.nan` is not a finite number"),
        ("statistics: {confidence-level: -.inf}", "`-.inf` is not a finite number"),
        ("seed: -1", "`seed` is -1, and must be between 0 and 18,446,744,073,709,551,615"),
        ("seed: 18446744073709551616", "`seed` is 1.8446744073709552e+19, and must be"),
        ("seed: 0.5", "expected a whole number, found the number 0.5"),
    ] {
        let outcome = ran(more);
        assert_eq!(outcome.code, Some(2), "{more}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(message), "{more}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("c.yaml:"), "{more} has no place: {}", outcome.stderr);
    }
}

#[test]
fn all_numbers_that_are_wrong_are_told_at_once() {
    let more = "seed: -3\nstatistics: {resamples: 0, confidence-level: 95}\n\
                report: {digits: 99}\nmisspelt: 1";
    let scene = scene(more);
    let config = scene.read("c.yaml").replace("pairs.csv}", "pairs.csv, least-pairs: -2}");
    let judged = "justifications: {path: j.csv, scale: {understandability: [1, 99999], \
                  correctness: [1], correctness-from: 2000}}\n";
    scene.write("c.yaml", (config + judged).as_bytes());
    let outcome = scene.phenom(&["check", "c.yaml"]);
    assert_eq!(outcome.code, Some(2));
    assert_snapshot!("numbers_out_of_range", outcome.stderr);
}

#[test]
fn numbers_at_the_ends_of_their_ranges_are_taken() {
    for more in [
        "seed: 18446744073709551615",
        "seed: 0",
        "seed: 1e18",
        "statistics: {resamples: 1}",
        "statistics: {resamples: 1e3}",
        "statistics: {confidence-level: 0.01, resamples: 99}",
        "statistics: {confidence-level: 0.9999, resamples: 99}",
    ] {
        let outcome = ran(more);
        assert_eq!(outcome.code, Some(0), "{more}: {}", outcome.stderr);
    }
}

/// Of numbers from within their ranges, ends and what lies between by a fixed rule, none fails.
#[test]
fn no_numbers_within_their_ranges_fail_together() {
    let seeds = ["0", "1", "4294967296", "18446744073709551615"];
    let levels = ["0.01", "0.5", "0.95", "0.9999"];
    let resamples = ["1", "2", "129", "3000"];
    let digits = ["0", "3", "10"];
    let least = ["0", "2", "4294967295"];
    for turn in 0..12 {
        let [seed, level] = [seeds[turn % 4], levels[turn * 7 % 4]];
        let resamples = resamples[(turn / 3 + turn) % 4];
        let scene = scene(&format!(
            "seed: {seed}\nstatistics: {{confidence-level: {level}, resamples: {resamples}}}\n\
             report: {{digits: {}, formats: [txt, svg]}}",
            digits[turn % 3]
        ));
        let config = scene.read("c.yaml");
        let config =
            config.replace("pairs.csv}", &format!("pairs.csv, least-pairs: {}}}", least[turn % 3]));
        scene.write("c.yaml", config.as_bytes());
        let outcome = scene.phenom(&["run", "c.yaml", "--quiet"]);
        assert_eq!(outcome.code, Some(0), "{config}: {}", outcome.stderr);
    }
}

/// The schema states a least and a greatest value for every number but thresholds, bounds and what columns are
/// compared with, which may be any.
#[test]
fn the_schema_states_the_range_of_every_number() {
    let scene = Scene::new([]);
    let schema: serde_json::Value =
        serde_json::from_str(&scene.phenom(&["schema"]).stdout).unwrap();
    let mut numbers = 0;
    let mut open = Vec::new();
    look("", &schema, &mut |path, numeric| {
        numbers += 1;
        let has = |limit: &str| numeric.get(limit).is_some_and(serde_json::Value::is_number);
        if !has("minimum") || !has("maximum") {
            open.push(path.to_owned());
        }
    });
    assert!(numbers > 8, "{numbers}");
    let any = |path: &String| {
        ["Threshold", "/threshold", "bounds", "Condition", "Limits", "Values"]
            .iter()
            .any(|of| path.contains(of))
    };
    assert!(open.iter().all(any), "{open:?}");
    let statistics = &schema["$defs"]["RawStatistics"]["properties"];
    assert_eq!(statistics["resamples"]["maximum"], 1_000_000);
    assert_eq!(schema["properties"]["seed"]["maximum"], u64::MAX);
}

/// Every part of a schema whose values are numbers.
fn look(
    path: &str,
    schema: &serde_json::Value,
    visit: &mut dyn FnMut(&str, &serde_json::Map<String, serde_json::Value>),
) {
    match schema {
        serde_json::Value::Object(map) => {
            let types = match map.get("type") {
                Some(serde_json::Value::Array(types)) => types.clone(),
                one => one.into_iter().cloned().collect(),
            };
            if types.iter().any(|name| name == "integer" || name == "number") {
                visit(path, map);
            }
            for (key, value) in map {
                look(&format!("{path}/{key}"), value, visit);
            }
        }
        serde_json::Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                look(&format!("{path}/{at}"), item, visit);
            }
        }
        _ => {}
    }
}

const COUNTS: &str = "system,population,slice_kind,slice,gold,predicted,count\n";

fn counted(rows: &str) -> Outcome {
    let scene = Scene::new([
        ("c.yaml", &b"counts: counts.csv\noutput: report\nreport: {formats: [txt]}\n"[..]),
        ("counts.csv", format!("{COUNTS}{rows}").as_bytes()),
    ]);
    let checked = scene.phenom(&["check", "c.yaml"]);
    let ran = scene.phenom(&["run", "c.yaml", "--quiet"]);
    assert_eq!(checked.code, ran.code, "{} {}", checked.stderr, ran.stderr);
    assert_eq!(ran.code == Some(0), scene.path().join("report").exists());
    ran
}

#[test]
fn counts_that_no_table_can_hold_are_refused() {
    for (rows, line, found) in [
        ("A,original,all,,entailment,entailment,18446744073709551615\n", 2, "18446744073709551615"),
        ("A,original,all,,entailment,entailment,18446744073709551616\n", 2, "18446744073709551616"),
        ("A,original,all,,entailment,entailment,-1\n", 2, "-1"),
        (
            "A,original,all,,entailment,entailment,1000000000000\n\
             A,original,all,,unknown,entailment,1\n",
            3,
            "`1`",
        ),
    ] {
        let outcome = counted(rows);
        assert_eq!(outcome.code, Some(2), "{rows}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(&format!("counts.csv:{line}")), "{}", outcome.stderr);
        assert!(outcome.stderr.contains(found), "{rows}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("`count`"), "{rows}: {}", outcome.stderr);
    }
    let most = "A,original,all,,entailment,entailment,500000000000\n\
                A,original,all,,unknown,entailment,500000000000\n";
    let outcome = counted(most);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
}

#[test]
fn tables_of_huge_counts() {
    let scene = Scene::new([]);
    for (table, message) in [
        ("18446744073709551615 1; 1 2", "`18446744073709551615` is not a number of pairs"),
        ("99999999999999999999999 1; 1 2", "is not a number of pairs"),
        ("1000000000000 1; 1 2", "the counts sum to more than 1,000,000,000,000 pairs"),
        ("1 -1; 1 2", "`-1` is not a number of pairs"),
        ("1.5 1; 1 2", "`1.5` is not a number of pairs"),
    ] {
        let outcome = scene.phenom(&["table", table]);
        assert_eq!(outcome.code, Some(2), "{table}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(message), "{table}: {}", outcome.stderr);
    }
    // As many as there may be: each way of testing independence ends in time.
    for table in [
        "500000000000 0; 0 500000000000",
        "999999000000 1000; 1000 1000",
        "499999999000 1 1; 499999999000 2 0; 1 1 1",
        "1 2 499999999000; 0 1 499999999000; 1 1 1",
    ] {
        let start = std::time::Instant::now();
        let outcome = scene.phenom(&["table", table, "--json"]);
        assert_eq!(outcome.code, Some(0), "{table}: {}", outcome.stderr);
        let seconds = start.elapsed().as_secs();
        assert!(seconds < 60, "{table}: {seconds} s");
    }
}

/// A row of numbers that are no counts is no header.
#[test]
fn a_first_row_of_wrong_numbers_is_not_taken_for_a_header() {
    for first in ["99999999999999999999999,99999999999999999999999", "-5,-3", "0.5,0.5"] {
        let file = format!("{first}\n1,2\n3,4\n");
        let scene = Scene::new([("t.csv", file.as_bytes())]);
        let outcome = scene.phenom(&["table", "t.csv"]);
        assert_eq!(outcome.code, Some(2), "{first}: {}", outcome.stdout);
        assert!(outcome.stderr.contains("t.csv:1"), "{first}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("is not a number of pairs"), "{}", outcome.stderr);
    }
}

#[test]
fn flags_have_ranges() {
    let scene = scene("");
    for (arguments, message) in [
        (["power", "c.yaml", "--difference", "nan"], "from 0.0001 to 1"),
        (["power", "c.yaml", "--difference", "1e-300"], "from 0.0001 to 1"),
        (["power", "c.yaml", "--power", "1"], "from 0.01 to 0.9999"),
        (["power", "c.yaml", "--power", "inf"], "from 0.01 to 0.9999"),
        (["power", "c.yaml", "--disagreement", "0.7"], "from 0 to 0.6666"),
        (["table", "1 2; 3 4", "--seed", "18446744073709551616"], "--seed"),
        (["table", "1 2; 3 4", "--seed", "x"], "--seed"),
    ] {
        let outcome = scene.phenom(&arguments);
        assert_eq!(outcome.code, Some(2), "{arguments:?}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(message), "{arguments:?}: {}", outcome.stderr);
    }
    let outcome = scene.phenom(&["power", "c.yaml", "--difference", "0.0001", "--power", "0.9999"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
}
