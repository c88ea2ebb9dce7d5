//! The gate of `phenom compare`: what passes, what does not, and what is said.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::scene::{Outcome, Scene, phenom_in, program, project};

const OTHERS: [&str; 4] = ["numeral", "modality", "apposition", "@org/team"];

/// 500 pairs, of which the first 100 are on negation. A pair is right in the runs whose letter is in its word: `o` the
/// old one, `n` the new one.
fn right(at: usize) -> &'static str {
    match at {
        // 80 to 33 of 100.
        0..30 => "on",
        30..80 => "o",
        80..83 => "n",
        83..100 => "",
        // As many are won as lost, on two phenomena.
        _ if [0, 21].contains(&(at % 40)) => "o",
        _ if [1, 20].contains(&(at % 40)) => "n",
        _ if at % 5 == 2 => "",
        _ => "on",
    }
}

const CONFIG: &str = "dataset: {path: d.csv}
systems: [{name: base, predictions: base.csv}, {name: tuned, predictions: tuned.csv}]
output: report
report: {tables: [], figures: [], formats: [csv]}
";

fn of_one(system: &str) -> String {
    format!(
        "dataset: {{path: d.csv}}\nsystems: [{{name: {system}, predictions: {system}.csv}}]\noutput: \
         of-{system}\nmeasures: [accuracy]\nstatistics: {{intervals: false, compare: none}}\nreport: {{tables: [], \
         figures: [], formats: [csv]}}\n"
    )
}

fn scene() -> Scene {
    let tag = |at: usize| if at < 100 { "negation" } else { OTHERS[at % OTHERS.len()] };
    let pairs: String = (0..500).map(|at| format!("p{at},entailment,{}\n", tag(at))).collect();
    let answers = |letter: char| {
        let answer = |at| if right(at).contains(letter) { "entailment" } else { "unknown" };
        let rows: String = (0..500).map(|at| format!("p{at},{}\n", answer(at))).collect();
        format!("id,label\n{rows}")
    };
    let files = [
        ("c.yaml", CONFIG.to_owned()),
        ("base.yaml", of_one("base")),
        ("tuned.yaml", of_one("tuned")),
        ("d.csv", format!("id,gold,phenomena\n{pairs}")),
        ("base.csv", answers('o')),
        ("tuned.csv", answers('n')),
    ];
    Scene::new(files.each_ref().map(|(name, content)| (*name, content.as_bytes())))
}

fn gate(scene: &Scene, inputs: &[&str], more: &[&str]) -> Outcome {
    scene.phenom(&[&["compare"], inputs, &["--fail-on", "worse"], more].concat())
}

const OLD_NEW: [&str; 3] = ["c.yaml", "base", "tuned"];

#[test]
fn a_planted_drop_on_negation_fails_and_is_named() {
    let scene = scene();
    let outcome = gate(&scene, &OLD_NEW, &[]);
    assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
    let lines: Vec<&str> = outcome.stdout.lines().collect();
    assert!(
        lines[0].starts_with("failed: tuned is worse than base on negation, 80 → 33 of 100 pairs"),
        "{}",
        lines[0]
    );
    assert!(outcome.stderr.is_empty(), "the reason stands first: {}", outcome.stderr);
    let ids = "  negation: p30 p31 p32 p33 p34 p35 … (--pairs)";
    assert!(lines.contains(&ids), "{}", outcome.stdout);
    assert!(lines.contains(&"  negation: p80 p81 p82"), "{}", outcome.stdout);
    // The other way round it is no drop, and so it is beside the phenomena on which nothing happens.
    assert_eq!(gate(&scene, &["c.yaml", "tuned", "base"], &[]).code, Some(0));
    let other = gate(&scene, &OLD_NEW, &["--phenomenon", "numeral"]);
    // 500 pairs with a drop on negation: all pairs are worse, too.
    assert!(
        other.stdout.starts_with("failed: tuned is worse than base on all pairs"),
        "{}",
        other.stdout
    );
}

#[test]
fn json_says_all_of_it() {
    let scene = scene();
    let outcome = gate(&scene, &OLD_NEW, &["--format", "json"]);
    assert_eq!(outcome.code, Some(1));
    let reason = "error: failed: tuned is worse than base on negation, 80 → 33 of 100 pairs";
    assert!(outcome.stderr.starts_with(reason), "{}", outcome.stderr);
    assert_eq!(outcome.stderr.trim_end().lines().count(), 1);
    let said: Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!((&said["outcome"], &said["exit_code"]), (&"failed".into(), &1.into()));
    assert_eq!((&said["old"], &said["new"]), (&"base".into(), &"tuned".into()));
    let rows = said["rows"].as_array().unwrap();
    // All pairs and five phenomena.
    assert_eq!(rows.len(), 6);
    let negation = rows.iter().find(|row| row["slice"] == "phenomenon:negation").unwrap();
    assert_eq!((&negation["verdict"], &negation["fails"]), (&"worse".into(), &true.into()));
    // scipy.stats: 2 * binom.cdf(3, 53, .5) - binom.pmf(3, 53, .5), times 4 by Holm: on two phenomena nothing differs.
    let p = negation["p_adjusted"].as_f64().unwrap();
    assert!((p / (4.0 * 2.918_776_331_739_534_5e-12) - 1.0).abs() < 1e-6, "{p}");
    let broken = said["broken"].as_array().unwrap();
    assert_eq!((broken.len(), said["mended"].as_array().unwrap().len()), (70, 23));
    assert_eq!(broken[0]["phenomena"][0], "phenomenon:negation");
    let passed = gate(&scene, &["c.yaml", "tuned", "base"], &["--json"]);
    let said: Value = serde_json::from_str(&passed.stdout).unwrap();
    assert_eq!(said["outcome"], "passed");
    assert!(
        said["warning"].as_str().unwrap().contains("no significant difference on 4 phenomena"),
        "{said}"
    );
}

#[test]
fn with_a_margin_evidence_is_required() {
    let scene = scene();
    // The same answers: a drop is not seen, and 100 pairs exclude none by 1 point, as 500 do.
    let only = ["--phenomenon", "modality"];
    scene.write("tuned.csv", scene.read("base.csv").as_bytes());
    let cannot = gate(&scene, &OLD_NEW, &[&only[..], &["--margin", "1"]].concat());
    assert_eq!(cannot.code, Some(1), "{}", cannot.stdout);
    assert!(
        cannot.stdout.starts_with("undecided: on modality tuned may be up to "),
        "{}",
        cannot.stdout
    );
    assert!(cannot.stdout.contains("and the margin is 1.0 points"), "{}", cannot.stdout);
    let passed = gate(&scene, &OLD_NEW, &["--no-phenomena", "--margin", "1"]);
    assert_eq!(passed.code, Some(0), "{}", passed.stdout);
    assert!(
        passed.stdout.starts_with(
            "passed: a drop from base to tuned by more than 1.0 points is excluded on all pairs\n"
        ),
        "{}",
        passed.stdout
    );
    // Without a margin nothing is told, which passes with a warning.
    let warned = gate(&scene, &OLD_NEW, &[]);
    assert_eq!(warned.code, Some(0));
    assert!(
        warned.stdout.contains("warning: no significant difference on all pairs and 5 phenomena"),
        "{}",
        warned.stdout
    );
}

#[test]
fn a_comment_fits_and_calls_nobody() {
    let scene = scene();
    let long = |at: usize| format!("p{at}{}", "_x".repeat(400));
    let pairs: String =
        (0..500).map(|at| format!("{},entailment,{}\n", long(at), OTHERS[3])).collect();
    let answers = |answer: &str| -> String {
        (0..500).map(|at| format!("{},{answer}\n", long(at))).collect()
    };
    scene.write("d.csv", format!("id,gold,phenomena\n{pairs}").as_bytes());
    scene.write("base.csv", format!("id,label\n{}", answers("entailment")).as_bytes());
    scene.write("tuned.csv", format!("id,label\n{}", answers("unknown")).as_bytes());
    let outcome = gate(&scene, &OLD_NEW, &["--format", "md"]);
    assert_eq!(outcome.code, Some(1));
    let characters = outcome.stdout.chars().count();
    assert!((50_000..=65_536).contains(&characters), "{characters}");
    assert!(outcome.stdout.starts_with("### ❌ phenom: tuned is worse than base on "));
    assert!(outcome.stdout.contains("Not all pairs fit here."));
    assert_eq!(
        outcome.stdout.matches("<details>").count(),
        outcome.stdout.matches("</details>").count()
    );
    assert_eq!(outcome.stdout.matches("<code>").count(), outcome.stdout.matches("</code>").count());
    assert!(outcome.stdout.contains("</sub>"), "the method stands at the end");
    assert!(!outcome.stdout.contains("@org"), "nobody is called");
}

#[test]
fn two_report_folders_say_what_the_config_says() {
    let scene = scene();
    for config in ["base.yaml", "tuned.yaml"] {
        assert_eq!(scene.phenom(&["run", config, "--quiet"]).code, Some(0));
    }
    let folders = ["of-base", "of-tuned"];
    for more in [&[][..], &["--format", "md"], &["--json"], &["--margin", "3", "--pairs"]] {
        let (config, files) = (gate(&scene, &OLD_NEW, more), gate(&scene, &folders, more));
        assert_eq!((config.code, config.stdout), (files.code, files.stdout), "{more:?}");
    }
    let of = |inputs: &[&str]| scene.phenom(&[&["compare"], inputs].concat()).stdout;
    assert_eq!(of(&OLD_NEW), of(&folders));
}

#[test]
fn what_can_be_wrong_with_two_folders() {
    let scene = scene();
    for config in ["base.yaml", "tuned.yaml", "c.yaml"] {
        assert_eq!(scene.phenom(&["run", config, "--quiet"]).code, Some(0));
    }
    let refused = |inputs: &[&str], more: &[&str], message: &str| {
        let outcome = gate(&scene, inputs, more);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{}", outcome.stderr);
        let said = outcome.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(message), "{message}: {said}");
    };
    let folders = ["of-base", "of-tuned"];
    refused(&["of-base", "d.csv"], &[], "d.csv is not a report folder");
    scene.write("empty/x", b"");
    refused(&["of-base", "empty"], &[], "empty has no answers.csv");
    refused(&["of-base", "of-base"], &[], "of-base is both the old and the new folder");
    refused(&["of-base", "report"], &[], "contains several systems");
    refused(
        &["of-base", "report"],
        &["--system", "tuned"],
        "of-base/answers.csv has no system `tuned`",
    );
    refused(&folders, &["--alone"], "leave --alone out; it is for a config");
    refused(&folders, &["--phenomenon", "negatoin"], "did you mean `negation`?");
    let written = scene.read("of-tuned/answers.csv");
    let with = |from: &str, to: &str, message: &str| {
        assert!(written.contains(from), "{from}");
        write_with_manifest(&scene, "of-tuned", &written.replacen(from, to, 1));
        refused(&folders, &[], message);
    };
    let row = "p0,original,p0,p0,phenomenon:negation,entailment,tuned,1,0,entailment,1,,\n";
    with(row, "", "the folders contain different pairs: 1 only in of-base/answers.csv (p0)");
    with(",right,", ",wrong,", "there is no column `right`");
    with(row, &row.replace(",1,,", ",0,,"), "`right` of pair `p0` does not follow from its gold");
    with(row, &row.replace("entailment,tuned", "unknown,tuned"), "a different gold label");
    with(row, &row.replace("entailment,1", "yes,1"), "answers.csv:2");
    with(row, &row.repeat(2), "a second time");
    with(row, &row.replace(",1,0,", ",99999999,0,"), "`run` is 99999999");
    with(row, "p0,original\n", "answers.csv:2");
    with(
        row,
        &row.replace(",negation", ",").replace("phenomenon:negation", "a::b"),
        "set of phenomena",
    );
    write_with_manifest(&scene, "of-tuned", "");
    refused(&folders, &[], "answers.csv");
    // Pairs of one folder alone are left out where that is asked for, and said.
    write_with_manifest(&scene, "of-tuned", &written.replacen(row, "", 1));
    let common = gate(&scene, &folders, &["--common-pairs"]);
    assert_eq!(common.code, Some(1), "{}", common.stderr);
    assert!(common.stdout.contains("phenom leaves them out."), "{}", common.stdout);
    assert!(common.stdout.contains("79 → 32 of 99 pairs"), "{}", common.stdout);
}

/// Writes another answers.csv and its hash into the manifest, which nothing can find.
fn write_with_manifest(scene: &Scene, folder: &str, answers: &str) {
    let path = format!("{folder}/manifest.json");
    let mut manifest: Value = serde_json::from_str(&scene.read(&path)).unwrap();
    let hash: String = Sha256::digest(answers).iter().map(|byte| format!("{byte:02x}")).collect();
    manifest["files"]["answers.csv"] = hash.into();
    scene.write(&path, manifest.to_string().as_bytes());
    scene.write(&format!("{folder}/answers.csv"), answers.as_bytes());
}

#[test]
fn a_folder_is_held_to_its_manifest_before_it_is_believed() {
    let scene = scene();
    for config in ["base.yaml", "tuned.yaml"] {
        assert_eq!(scene.phenom(&["run", config, "--quiet"]).code, Some(0));
    }
    let folders = ["of-base", "of-tuned"];
    let answers = scene.read("of-tuned/answers.csv");
    assert_eq!(gate(&scene, &folders, &[]).code, Some(1), "tuned is worse");
    let refused = |message: &str| {
        let outcome = gate(&scene, &folders, &[]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{}", outcome.stderr);
        let said = outcome.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(message), "{message}: {said}");
    };
    // Answer and `right` of the pairs that broke, edited so that they agree.
    let mended = answers.replace(",unknown,0,", ",entailment,1,");
    assert_ne!(mended, answers);
    scene.write("of-tuned/answers.csv", mended.as_bytes());
    refused(
        "of-tuned has changed since phenom wrote it: `answers.csv` was changed since phenom wrote",
    );
    scene.write("of-tuned/answers.csv", answers.as_bytes());
    let scores = scene.read("of-tuned/scores.csv");
    scene.write("of-tuned/scores.csv", b"");
    refused("`scores.csv` was changed");
    // Some files are not kept, and some are the user's.
    std::fs::remove_file(scene.path().join("of-tuned/scores.csv")).unwrap();
    scene.write("of-tuned/README.md", b"mine");
    scene.write("of-tuned/tables/notes.txt", b"mine");
    scene.write("of-tuned/figures/.gitignore", b"*.pdf");
    assert_eq!(gate(&scene, &folders, &[]).code, Some(1));
    for extra in ["tables/negation.csv", "figures/negation.svg", "appendix/x.tex", "report.txt"] {
        scene.write(&format!("of-tuned/{extra}"), b"");
        refused(&format!("`{extra}` is not in manifest.json"));
        std::fs::remove_file(scene.path().join("of-tuned").join(extra)).unwrap();
    }
    let manifest = scene.read("of-tuned/manifest.json");
    for none in ["", "{", "{}", "[]", r#"{"name": "another program's"}"#] {
        scene.write("of-tuned/manifest.json", none.as_bytes());
        refused("of-tuned has no manifest.json of phenom");
    }
    std::fs::remove_file(scene.path().join("of-tuned/manifest.json")).unwrap();
    refused("of-tuned has no manifest.json of phenom");
    // What stands outside of the folder is none of its files.
    scene.write("of-tuned/manifest.json", manifest.replace("scores.csv", "../c.yaml").as_bytes());
    assert_eq!(gate(&scene, &folders, &[]).code, Some(1));
    let unlisted = manifest.replace("\"answers.csv\"", "\"scores.json\"");
    scene.write("of-tuned/manifest.json", unlisted.as_bytes());
    refused("`answers.csv` is not in manifest.json");
    scene.write("of-tuned/manifest.json", manifest.as_bytes());
    scene.write("of-tuned/scores.csv", scores.as_bytes());
    assert_eq!(gate(&scene, &folders, &[]).code, Some(1));
}

#[test]
fn what_is_out_of_place() {
    let scene = scene();
    for (arguments, message) in [
        (&["compare", "c.yaml", "--fail-on", "worse"][..], "--fail-on needs two systems"),
        (&["compare", "c.yaml", "--pairs"], "--pairs needs two systems"),
        (
            &["compare", "c.yaml", "base", "tuned", "--system", "base"],
            "--system is for two report folders",
        ),
        (&["compare", "c.yaml", "base", "tuned", "--margin", "2"], "--fail-on"),
        (
            &["compare", "c.yaml", "base", "tuned", "--fail-on", "worse", "--margin", "-1"],
            "from 0 to 100",
        ),
        (
            &["compare", "c.yaml", "base", "tuned", "--fail-on", "worse", "--margin", "101"],
            "from 0 to 100",
        ),
        (&["compare", "c.yaml", "base", "tuned", "--fail-on", "better"], "worse"),
        (&["compare", "a", "b", "c", "d"], "d"),
    ] {
        let outcome = scene.phenom(arguments);
        assert_eq!(outcome.code, Some(2), "{arguments:?}");
        assert!(outcome.stderr.contains(message), "{arguments:?}: {}", outcome.stderr);
    }
}

#[test]
fn the_short_form_fits_the_terminal() {
    let pilot = |columns: &str, more: &[&str]| {
        let arguments = [&["compare", "configs/rte5-pilot.yaml"], more].concat();
        program().args(arguments).current_dir(project()).env("COLUMNS", columns).output().unwrap()
    };
    for columns in ["80", "120", "200"] {
        for more in [&[][..], &["VENSES", "EDITS"], &["VENSES", "EDITS", "--fail-on", "worse"]] {
            let said = String::from_utf8(pilot(columns, more).stdout).unwrap();
            let width: usize = columns.parse().unwrap();
            let longest = said.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(longest <= width, "{longest} in {columns}: {said}");
            assert!(said.lines().count() <= 60, "{more:?} in {columns}: {said}");
        }
    }
    let said =
        phenom_in(&project(), &["compare", "configs/rte5-pilot.yaml", "VENSES", "EDITS"]).stdout;
    let first =
        "\"EDITS\" (new) against \"VENSES\" (old): 60 original pairs, 167 monothematic pairs";
    assert_eq!(said.lines().next(), Some(first));
    let more = "\"EDITS\" is more accurate than \"VENSES\" on parts (79.6 % against 53.3 %, n = 167, adjusted p < .001).";
    let on_one_line = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(on_one_line.contains(more), "{said}");
    // By a count over the files of answers.
    assert!(
        said.contains("20 original pairs are newly wrong.")
            && said.contains("19 original pairs are newly correct.")
    );
}
