//! Programs and servers that are asked.

use super::scene::{SCORES_ONLY, Scene};

const PAIRS: &str = "id,origin,text,hypothesis,gold,phenomenon\n\
    1,,the cat sat on the mat,the cat sat,entailment,\n\
    1.1,1,the cat sat on the mat,the mat,entailment,a:b\n\
    2,,a dog barked at night,a dog slept,not-entailment,\n\
    2.1,2,a dog barked at night,no bird sang,not-entailment,a:c\n\
    2.2,2,a dog barked at night,a dog barked,entailment,a:b\n\
    3,,rain fell in the north,rain fell,entailment,\n";

/// Says that everything is entailed but that no bird sang, and leaves a line in `started`.
const PROGRAM: &str = r#"echo started >> started
sed -E -e 's/^\{"id":"([^"]*)".*"no bird sang"\}$/{"id":"\1","label":"not-entailment","justification":"no bird"}/' \
  -e 's/^\{"id":"([^"]*)","text".*$/{"id":"\1","label":"entailment"}/'
"#;

fn scene(systems: &str) -> Scene {
    let config = format!("dataset: {{path: pairs.csv}}\nsystems:\n{systems}{SCORES_ONLY}");
    Scene::new([
        ("pairs.csv", PAIRS.as_bytes()),
        ("program.sh", PROGRAM.as_bytes()),
        ("config.yaml", config.as_bytes()),
    ])
}

const ASKED: &str = "  - {name: Asked, command: [sh, program.sh]}\n";

fn starts(scene: &Scene) -> usize {
    std::fs::read_to_string(scene.path().join("started")).map_or(0, |text| text.lines().count())
}

#[test]
fn no_program_is_started_unless_that_is_allowed() {
    let scene = scene(ASKED);
    for arguments in [
        &["run", "config.yaml"][..],
        &["run", "config.yaml", "--verify"],
        &["check", "config.yaml"],
        &["predict", "config.yaml"],
        &["counts", "config.yaml", "-o", "counts"],
    ] {
        let outcome = scene.phenom(arguments);
        assert_eq!(outcome.code, Some(2), "{arguments:?}: {}", outcome.stdout);
        assert!(
            outcome.stderr.contains("system `Asked` has no stored predictions for 6 pairs"),
            "{arguments:?}: {}",
            outcome.stderr
        );
        assert!(outcome.stderr.contains("--run-systems"), "{}", outcome.stderr);
    }
    let outcome = scene.phenom(&["predict", "config.yaml", "--dry-run"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    for said in [
        "Asked: 6 pairs, 0 of them stored; 6 to query\n",
        "  program    \"sh\"\n",
        "\"program.sh\"\n",
    ] {
        assert!(outcome.stdout.contains(said), "{}", outcome.stdout);
    }
    assert_eq!(starts(&scene), 0);
    assert!(!scene.path().join(".phenom-answers").exists());
}

#[test]
fn what_was_answered_is_asked_again_only_where_something_changed() {
    let scene = scene(ASKED);
    let run = |more: &[&str]| {
        let outcome = scene.phenom(&[&["run", "config.yaml", "--overwrite"][..], more].concat());
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        (scene.read("report/scores.csv"), starts(&scene), outcome.stderr)
    };
    let (scores, started, said) = run(&["--run-systems"]);
    assert_eq!(started, 1);
    assert!(said.contains("phenom would query system \"Asked\" about 6 pairs"), "{said}");
    assert!(said.contains("system \"Asked\" runs a program\n  program    \"sh\"\n"), "{said}");
    // Stored answers need no consent.
    assert_eq!(run(&[]), (scores.clone(), 1, String::new()));
    let fresh = ["predict", "config.yaml", "--fresh", "--run-systems"];
    assert_eq!(scene.phenom(&fresh).code, Some(0));
    assert_eq!(starts(&scene), 2);
    scene.write("program.sh", format!("# changed\n{PROGRAM}").as_bytes());
    assert_eq!(run(&["--run-systems"]).1, 3);
    let config = scene.read("config.yaml").replace("program.sh]", "program.sh], version: \"2\"");
    scene.write("config.yaml", config.as_bytes());
    assert_eq!(run(&["--run-systems"]).1, 4);
    assert_eq!(run(&[]), (scores, 4, String::new()));
}

#[test]
fn the_signature_says_when_stored_answers_were_given() {
    let labels = "labels: {entailment: entailment, not-entailment: not-entailment}";
    let scene = scene(&ASKED.replace("]}", &format!("], {labels}}}")));
    let config = scene.read("config.yaml").replace("formats: [csv]", "formats: [md]");
    scene.write("config.yaml", config.as_bytes());
    let outcome = scene.phenom(&["run", "config.yaml", "--run-systems"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("system `Asked`: 6 predicted now, 0 before"));
    let store = scene.path().join(".phenom-answers");
    let is_file = |path: &std::path::PathBuf| path.extension().is_some_and(|it| it == "jsonl");
    let files = std::fs::read_dir(store).unwrap().map(|entry| entry.unwrap().path());
    let path = files.into_iter().find(is_file).unwrap();
    let lines = std::fs::read_to_string(&path).unwrap();
    // Two old answers without a date, one of May, three of June.
    let dated = lines.lines().enumerate().map(|(at, line)| {
        let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
        match at {
            0 | 1 => drop(line.as_object_mut().unwrap().remove("at")),
            2 => line["at"] = "2026-05-04T09:00:47Z".into(),
            _ => line["at"] = "2026-06-01T23:59:59Z".into(),
        }
        format!("{line}\n")
    });
    let dated: String = dated.collect();
    std::fs::write(&path, &dated).unwrap();
    let run = || {
        let outcome = scene.phenom(&["run", "config.yaml", "--overwrite"]);
        assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""));
        scene.read("report/report.md")
    };
    let said = "command sh program.sh; 6 stored predictions, made from 2026-05-04 to 2026-06-01 (UTC), 2 of unknown date";
    let report = run();
    assert!(report.contains(said), "{report}");
    assert_eq!(run(), report, "no clock decides what a run writes");
    // One is asked anew: what is new is stored first, and said by its date.
    let without = dated.split_inclusive('\n').skip(1).collect::<String>();
    std::fs::write(&path, &without).unwrap();
    let outcome = scene.phenom(&["run", "config.yaml", "--overwrite", "--run-systems"]);
    assert!(outcome.stderr.contains("1 predicted now, 5 before"), "{}", outcome.stderr);
    let report = scene.read("report/report.md");
    assert!(report.contains("6 stored predictions, made from 2026-05-04 to 20"), "{report}");
    assert!(report.contains("(UTC), 1 of unknown date"), "{report}");
    assert_eq!(run(), report);
    // Stored answers are checked like fresh ones.
    for (from, to, message) in [
        (
            "\"judgment\":\"entailment\"",
            "\"judgment\":\"unknown\"",
            "which is not one of the system's labels",
        ),
        (
            "\"judgment\":",
            "\"confidence\":\"x\",\"judgment\":",
            ":1: this is not a stored prediction",
        ),
        (
            "\"judgment\":",
            "\"probabilities\":[[\"entailment\",5]],\"judgment\":",
            "numbers from 0 to 1 that sum to 1",
        ),
    ] {
        std::fs::write(&path, dated.replacen(from, to, 1)).unwrap();
        let outcome = scene.phenom(&["run", "config.yaml", "--overwrite"]);
        assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
        let said = outcome.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(message), "{message}: {said}");
    }
}

#[test]
fn by_parts_an_original_is_answered_as_its_parts_are_composed() {
    let scene = scene("  - {name: Asked, command: [sh, program.sh], by: parts}\n");
    let outcome = scene.phenom(&["predict", "config.yaml", "--run-systems"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let said = "(6 predictions, 1 of them abstentions; command sh program.sh, by parts; 3 stored predictions, made on 2";
    assert!(outcome.stdout.contains(said), "{}", outcome.stdout);
    let file = std::fs::read_dir(scene.path().join("predictions")).unwrap().next().unwrap();
    let answers = std::fs::read_to_string(file.unwrap().path()).unwrap();
    let label = |id: &str| {
        let line = answers.lines().find(|line| line.starts_with(&format!("{{\"id\":\"{id}\",")));
        let answer: serde_json::Value = serde_json::from_str(line.unwrap()).unwrap();
        answer["label"].as_str().unwrap().to_owned()
    };
    assert_eq!(label("1"), "entailment");
    assert_eq!(label("2"), "not-entailment");
    assert_eq!(label("3"), "");
    assert_eq!(label("2.1"), "not-entailment");
    assert!(answers.contains("2.1: not-entailment (no bird)\\n2.2: entailment"), "{answers}");
}

#[test]
fn what_a_program_answered_before_it_died_is_kept() {
    let scene = scene(ASKED);
    // Two answers, and then an end; the second time it goes on.
    scene.write(
        "program.sh",
        b"yes() { sed -E 's/^\\{\"id\":\"([^\"]*)\".*$/{\"id\":\"\\1\",\"label\":\"entailment\"}/'; }\n\
          if [ -e died ]; then yes; else touch died; head -n 2 | yes; echo out of memory >&2; exit 3; fi\n",
    );
    let outcome = scene.phenom(&["predict", "config.yaml", "--run-systems"]);
    assert_eq!(outcome.code, Some(2), "{}", outcome.stdout);
    // Pairs are named as the dataset names them.
    let left = "4 of 6 pairs have no prediction: `";
    let own_ids =
        outcome.stderr.split_once(left).map(|(_, rest)| rest.lines().next().unwrap_or_default());
    let own_ids = own_ids.unwrap_or_default().replace('`', "");
    let own_ids = own_ids.split(" standard").next().unwrap_or_default();
    assert!(own_ids.split(", ").all(|id| PAIRS.contains(&format!("\n{id},"))), "{own_ids}");
    for said in [
        "ended with 2 of 6 pairs predicted",
        "out of memory",
        "the next run queries the other pairs",
    ] {
        assert!(outcome.stderr.contains(said), "{said}: {}", outcome.stderr);
    }
    assert!(!scene.path().join("predictions").exists());
    let outcome = scene.phenom(&["predict", "config.yaml", "--dry-run"]);
    assert!(outcome.stdout.contains("6 pairs, 2 of them stored; 4 to query"), "{}", outcome.stdout);
    let outcome = scene.phenom(&["predict", "config.yaml", "--run-systems"]);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("about 4 pairs"), "{}", outcome.stderr);
}

#[test]
fn every_system_that_cannot_be_asked_has_its_one_error() {
    let endpoint = |more: &str| format!("  - {{name: S, endpoint: {{{more}}}}}\n");
    let cases = [
        ("  - {name: S, command: []}\n".to_owned(), "the command has no program"),
        (
            "  - {name: S, command: [no-such-program-anywhere]}\n".to_owned(),
            "no-such-program-anywhere",
        ),
        (
            "  - {name: S, command: [sh], missing: skip}\n".to_owned(),
            "a program or server does not need it",
        ),
        (
            "  - {name: S, engine: random, version: a}\n".to_owned(),
            "`version` is for a `command` or an `endpoint`",
        ),
        (
            "  - {name: S, command: [sh], predictions: pairs.csv}\n".to_owned(),
            "a system has either `predictions` or `command`, not both",
        ),
        (endpoint("url: \"ftp://host/v1\", model: m"), "http"),
        (endpoint("url: \"http://127.0.0.1:1/v1\", model: m, temperature: 3"), "2"),
        (
            endpoint("url: \"http://127.0.0.1:1/v1\", model: m, key-variable: PHENOM_NO_SUCH_KEY"),
            "the environment variable PHENOM_NO_SUCH_KEY is not set",
        ),
        (
            endpoint("url: \"http://127.0.0.1:1/v1\", model: m, retries: 0"),
            "system `S` ended with 0 of 6 pairs predicted",
        ),
    ];
    for (systems, message) in cases {
        let scene = scene(&systems);
        let outcome = scene.phenom(&["run", "config.yaml", "--run-systems"]);
        assert_eq!(outcome.code, Some(2), "{systems}{}", outcome.stdout);
        let said = outcome.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(message), "{systems}{}", outcome.stderr);
        assert!(!scene.path().join("report").exists());
    }
}
