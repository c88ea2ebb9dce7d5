//! What an evaluation will take is said before it begins, and kept.

use std::fmt::Write;
use std::time::Instant;

use super::scene::Scene;

const SYSTEMS: usize = 12;

/// The tidy rows alone: tables and pictures take most of a run's time.
const ROWS_ONLY: &str = "report: {tables: [], figures: [], formats: [csv]}";

/// A hundred originals with four parts each, of twenty phenomena, and what twelve systems answer.
fn scene(more: &str) -> Scene {
    const JUDGMENTS: [&str; 3] = ["entailment", "unknown", "contradiction"];
    let mut pairs = "id,origin,gold,category,phenomenon\n".to_owned();
    let mut answers = vec!["id,label\n".to_owned(); SYSTEMS];
    for number in 0..500usize {
        let gold = JUDGMENTS[number * 7 % 3];
        let _ = match number % 5 {
            0 => writeln!(pairs, "p{number},,{gold},,"),
            _ => {
                let (whole, phenomenon) = (number - number % 5, number * 11 % 20);
                writeln!(pairs, "p{number},p{whole},{gold},c{},f{phenomenon}", phenomenon % 4)
            }
        };
        for (system, answers) in answers.iter_mut().enumerate() {
            let is_wrong = number * (system + 3) % 17 < 3 + system / 2;
            let answer = JUDGMENTS[(number * 7 + usize::from(is_wrong)) % 3];
            let _ = writeln!(answers, "p{number},{answer}");
        }
    }
    let systems: String = (0..SYSTEMS)
        .map(|system| format!("  - {{name: s{system}, predictions: s{system}.csv}}\n"))
        .collect();
    let config = format!(
        "dataset: {{path: pairs.csv}}\nsystems:\n{systems}statistics: {{resamples: 50}}\n{more}\n"
    );
    let scene = Scene::new([("pairs.csv", pairs.as_bytes()), ("c.yaml", config.as_bytes())]);
    for (system, answers) in answers.iter().enumerate() {
        scene.write(&format!("s{system}.csv"), answers.as_bytes());
    }
    scene
}

/// The number before a word, without its commas.
fn number_before(said: &str, word: &str) -> usize {
    let before = said.split(&format!(" {word}")).next().unwrap();
    before.rsplit([' ', '(']).next().unwrap().replace(',', "").parse().unwrap()
}

#[test]
fn what_takes_too_much_memory_is_refused_at_once_with_what_to_leave_out() {
    let scene = scene("output: report");
    let start = Instant::now();
    let refused = scene.phenom(&["run", "c.yaml", "--memory", "1M"]);
    let took = start.elapsed();
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    let said = refused.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "of memory, and the limit is 1 MB",
        "12 systems on 21 slices have",
        "`measures: [accuracy]`",
        "or raise the limit with `--memory",
    ] {
        assert!(said.contains(part), "{part}: {}", refused.stderr);
    }
    assert!(!scene.path().join("report").exists());
    // As many rows come as were announced, or a few less.
    let scene = self::scene(&format!("output: report\n{ROWS_ONLY}"));
    let allowed = scene.phenom(&["run", "c.yaml", "--memory", "4G", "--quiet"]);
    assert_eq!(allowed.code, Some(0), "{}", allowed.stderr);
    for (file, word) in [("scores", "scores"), ("comparisons", "comparisons")] {
        let rows = scene.read(&format!("report/{file}.csv")).lines().count() - 1;
        let expected = number_before(&said, word);
        assert!(rows <= expected && expected < rows + rows / 5, "{word}: {rows} of {expected}");
    }
    // The whole run takes many times as long.
    assert!(took.as_secs_f64() < 5.0, "{took:?}");
}

#[test]
fn what_is_left_out_takes_as_much_as_promised() {
    let needed = |more: &str| {
        let refused =
            scene(&format!("output: report\n{more}")).phenom(&["run", "c.yaml", "--memory", "1M"]);
        assert_eq!(refused.code, Some(2), "{more}: {}", refused.stderr);
        let said = refused.stderr;
        (number_before(&said, "MB of memory"), said)
    };
    let lever = "measures: [accuracy]";
    let (all, said) = needed("");
    assert!(said.contains(&format!("`{lever}` (")), "{said}");
    let promised = number_before(said.split(lever).nth(1).unwrap(), "MB in all");
    let (less, _) = needed(lever);
    // What the program holds before differs a little from run to run.
    assert!(less < all && less.abs_diff(promised) <= 4, "{less} of {all}, {promised}");
}

#[test]
fn every_command_that_evaluates_keeps_to_the_memory() {
    let scene = scene("");
    for command in [
        &["compare", "c.yaml"][..],
        &["compare", "c.yaml", "s0", "s1"],
        &["power", "c.yaml"],
        &["score", "pairs.csv", "s0.csv", "s1.csv"],
    ] {
        let refused = scene.phenom(&[command, &["--memory", "1M"]].concat());
        assert_eq!(refused.code, Some(2), "{command:?}: {}", refused.stderr);
        assert!(refused.stderr.contains("the limit is 1 MB"), "{command:?}: {}", refused.stderr);
    }
    let wrong = scene.phenom(&["run", "c.yaml", "--memory", "much"]);
    assert_eq!(wrong.code, Some(2), "{}", wrong.stderr);
    assert!(wrong.stderr.contains("expected a size such as 512M or 4G"), "{}", wrong.stderr);
}

#[test]
fn a_large_share_of_the_memory_is_said_beforehand() {
    let scene = scene(ROWS_ONLY);
    let said = |memory: &str, more: &[&str]| {
        let arguments = [&["run", "c.yaml", "--memory", memory], more].concat();
        let outcome = scene.phenom(&arguments);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
        outcome.stderr
    };
    let large = said("1G", &[]);
    assert!(large.contains("12 systems on 21 slices have"), "{large}");
    assert!(large.contains("(limit: 1.0 GB)"), "{large}");
    assert!(!said("1T", &[]).contains("of memory"));
    assert_eq!(said("1G", &["--quiet"]), "");
}

#[test]
fn a_pair_of_half_a_megabyte_is_answered_by_its_first_words_and_counted() {
    let (text, hypothesis) = ("the cat sat ".repeat(44_000), "a dog ran ".repeat(100));
    let pairs = format!(
        "id,text,hypothesis,gold\n1,A cat sat.,A cat sat.,entailment\n2,{text},{hypothesis},unknown\n"
    );
    let config = "dataset: {path: pairs.csv}\nsystems:\n  \
                  - {name: A, engine: {name: edit-distance, wordnet: none}}\n  \
                  - {name: B, engine: {name: contradiction, wordnet: none}}\n";
    let scene = Scene::new([("pairs.csv", pairs.as_bytes()), ("c.yaml", config.as_bytes())]);
    let start = Instant::now();
    let predicted = scene.phenom(&["predict", "c.yaml"]);
    assert_eq!(predicted.code, Some(0), "{}", predicted.stderr);
    assert!(start.elapsed().as_secs_f64() < 10.0, "{:?}", start.elapsed());
    let said = predicted.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let note = "1 of 2 pairs are too long (first pair `2`): phenom compares the first 4096 words";
    assert_eq!(said.matches(note).count(), 2, "{}", predicted.stdout);
}
