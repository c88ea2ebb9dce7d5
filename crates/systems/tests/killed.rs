//! A process that is killed in the middle of 10,000 pairs, and one that goes on.

#![allow(clippy::unwrap_used, reason = "a test may stop")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use phenom_dataset::Judgment;
use phenom_systems::{Engine, Probabilities, Reply, Store, TextPair, Use, answer_all};

const PAIRS: usize = 10_000;
const SETTINGS: &[u8] = b"of the killed";
/// The variable that tells a process of its own its folder.
const FOLDER: &str = "PHENOM_TEST_KILLED";

/// Answers with numbers of many digits that depend on the pair.
struct Slow;

impl Engine for Slow {
    fn reply(&self, pair: &TextPair<'_>) -> Reply {
        sleep(Duration::from_micros(20));
        let number = pair
            .text
            .bytes()
            .fold(7_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)));
        let entailed = f64::from(number) / f64::from(u32::MAX);
        let probabilities =
            [(Judgment::Entailment, entailed), (Judgment::NotEntailment, 1.0 - entailed)];
        Reply::likeliest(Probabilities(probabilities.to_vec())).because(pair.hypothesis.to_owned())
    }
}

/// Answers all pairs with a store in a folder, and writes the replies in the order of the pairs.
fn answer(folder: &Path) {
    let texts: Vec<[String; 3]> = (0..PAIRS)
        .map(|number| {
            [number.to_string(), format!("Text {number}."), format!("Hypothesis {number}.")]
        })
        .collect();
    let pairs: Vec<TextPair<'_>> =
        texts.iter().map(|[id, text, hypothesis]| TextPair { id, text, hypothesis }).collect();
    let mut store = Store::open(folder, SETTINGS, Use::Stored).unwrap();
    let all = answer_all(&Slow, &pairs, Some(&mut store), &mut |_| ());
    all.ended.unwrap();
    fs::write(folder.join("replies.json"), serde_json::to_vec(&all.replies).unwrap()).unwrap();
}

#[test]
#[ignore = "run by the test that kills it"]
fn in_a_process_of_its_own() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        answer(Path::new(&folder));
    }
}

fn process(folder: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "in_a_process_of_its_own", "--ignored"])
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// The lines of a store without the times at which they were written.
fn without_times(stored: &[u8]) -> Vec<serde_json::Value> {
    let lines = std::str::from_utf8(stored).unwrap().lines();
    let line = |line| {
        let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(line.as_object_mut().unwrap().remove("at").is_some(), "{line}");
        line
    };
    lines.map(line).collect()
}

#[test]
fn what_a_killed_process_answered_is_not_asked_again_and_nothing_differs() {
    let whole = tempfile::tempdir().unwrap();
    assert!(process(whole.path()).wait().unwrap().success());
    let expected = fs::read(whole.path().join("replies.json")).unwrap();
    let stored = fs::read(Store::path(whole.path(), SETTINGS)).unwrap();

    let folder = tempfile::tempdir().unwrap();
    let path = Store::path(folder.path(), SETTINGS);
    let mut killed = process(folder.path());
    let started = Instant::now();
    // Until it has answered some, and long before it has answered all.
    while fs::metadata(&path).map_or(0, |file| file.len()) < stored.len() as u64 / 4 {
        assert!(started.elapsed() < Duration::from_secs(60), "it answers nothing");
        sleep(Duration::from_millis(1));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    let kept = fs::read(&path).unwrap();
    assert!(kept.len() < stored.len(), "it was done before it was killed");

    assert!(process(folder.path()).wait().unwrap().success());
    assert_eq!(fs::read(folder.path().join("replies.json")).unwrap(), expected);
    // In the order in which they were asked, each once.
    assert_eq!(without_times(&fs::read(&path).unwrap()), without_times(&stored));
}
