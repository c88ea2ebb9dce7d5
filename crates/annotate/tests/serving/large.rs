//! A large dataset with much done on it.

use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use phenom_annotate::{Check, Event, Header, Rule, What, wording};
use phenom_dataset::Judgment;
use serde_json::json;

use crate::desk::{Desk, open_on, part};

const PAIRS: usize = 10_000;
const DECOMPOSED: usize = 3_000;
const READ: usize = 3_000;

fn text(pair: usize) -> String {
    format!("The ferry number {pair} to Olm leaves the old harbour at noon and carries no cars.")
}

fn rules(pair: usize) -> Vec<(String, String)> {
    vec![
        ("ferry".into(), "boat".into()),
        (format!("number {pair}"), "number one".into()),
        ("no cars".into(), "cars".into()),
    ]
}

/// Writes a file of steps as a journal would, without its waiting for the disk.
fn write(folder: &Path, annotator: &str, steps: Vec<What>) {
    let header = Header {
        phenom: "annotations".into(),
        version: phenom_annotate::VERSION,
        dataset: "pairs.jsonl".into(),
        dataset_sha256: "0".repeat(64),
        annotator: annotator.into(),
    };
    let mut lines = serde_json::to_string(&header).unwrap() + "\n";
    for (what, seq) in steps.into_iter().zip(2..) {
        let at = "2026-05-04T09:00:47Z".to_owned();
        lines += &Event { seq, at, by: annotator.to_owned(), what }.line();
    }
    std::fs::write(folder.join(format!("{annotator}.jsonl")), lines).unwrap();
}

fn others_at_work(folder: &Path) {
    let mut bo = Vec::new();
    let mut items = Vec::new();
    for pair in 0..DECOMPOSED {
        let (id, text) = (format!("p-{pair}"), text(pair));
        let of = wording(&text, "The boat carries cars.");
        items.push((id.clone(), of.clone()));
        let judgment = Judgment::Contradiction;
        bo.push(What::Whole { pair: id.clone(), of: of.clone(), judgment });
        for ((left, right), number) in rules(pair).into_iter().zip(1..) {
            let hypothesis = text.replace(&left, &right);
            items.push((format!("{id}.{number}"), wording(&text, &hypothesis)));
            bo.push(What::Part {
                pair: id.clone(),
                of: of.clone(),
                part: format!("{id}.{number}"),
                phenomenon: "lexical:hypernymy".into(),
                rule: Rule {
                    pattern: "x → y".into(),
                    constraint: "c".into(),
                    left_hand_side: left,
                    right_hand_side: right,
                    at: Vec::new(),
                },
                on: None,
                hypothesis,
                judgment: Judgment::Contradiction,
            });
        }
        let exceptions = [(Check::Chain, "All are judged alike.".to_owned())].into();
        bo.push(What::Done { pair: id, composed: Some(judgment), chain: false, exceptions });
    }
    write(folder, "bo", bo);
    for reader in ["cleo", "dora"] {
        let reading = |(at, (pair, of)): (usize, &(String, String))| What::Read {
            pair: pair.clone(),
            of: of.clone(),
            judgment: Some(Judgment::ALL[(at * reader.len() / 4) % 3]),
            confidence: Some(2),
            comment: String::new(),
            phenomenon: None,
        };
        write(folder, reader, items.iter().take(READ).enumerate().map(reading).collect());
    }
}

/// How long half of the attempts take at most.
fn median(mut attempt: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..15)
        .map(|_| {
            let start = Instant::now();
            attempt();
            start.elapsed()
        })
        .collect();
    times.sort();
    times[times.len() / 2]
}

#[test]
fn ten_thousand_pairs_are_answered_and_how_fast_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let mut pairs = String::new();
    for pair in 0..PAIRS {
        let record = json!({"id": format!("p-{pair}"), "text": text(pair), "hypothesis": "The boat carries cars.", "gold": "contradiction"});
        writeln!(pairs, "{record}").unwrap();
    }
    // The dataset has all three judgments.
    pairs = pairs.replacen("contradiction", "unknown", 1);
    others_at_work(folder.path());
    let begun = Instant::now();
    let session = open_on(&pairs, "00", folder.path(), "ann").unwrap();
    let opened = begun.elapsed();
    let mut desk = Desk::of(session);
    let pair = format!("p-{}", PAIRS - 1);
    desk.take(json!({"do": "whole", "pair": pair, "judgment": "contradiction"}));
    desk.take(part(&pair, "lexical:hypernymy", ("ferry", "boat"), "entailment"));
    let tried = json!({
        "pair": pair, "edit": null, "phenomenon": "lexical:hypernymy", "left_hand_side": "no cars",
        "right_hand_side": "cars", "pattern": "x", "constraint": "", "judgment": "contradiction"
    })
    .to_string();
    let key = median(|| assert_eq!(desk.browser.post("/api/try", &tried).status, 200));
    let shown = median(|| drop(desk.get(&format!("/api/pair?id={pair}"))));
    let start = median(|| drop(desk.get("/api/start")));
    let mut judgment = ["contradiction", "unknown"].into_iter().cycle();
    let step = median(|| {
        let judgment = judgment.next();
        desk.take(json!({"do": "whole", "pair": pair, "judgment": judgment}));
    });
    let undo = median(|| drop(desk.take(json!({"do": "undo"}))));
    let batch = Instant::now();
    desk.take(json!({"do": "batch"}));
    let batch = batch.elapsed();
    let mut item = 0;
    let read = median(|| {
        item += 1;
        desk.take(json!({"do": "read", "item": item, "judgment": "unknown", "confidence": 1, "comment": ""}));
        drop(desk.get("/api/blind"));
    });
    let settle = median(|| drop(desk.get("/api/settle")));
    eprintln!(
        "open {opened:?}, key {key:?}, pair {shown:?}, start {start:?}, step {step:?}, undo {undo:?}, \
         batch {batch:?}, read {read:?}, settle {settle:?}"
    );
}
