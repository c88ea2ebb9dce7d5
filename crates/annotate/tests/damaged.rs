//! A file of steps in which one value was changed to another of its type: it is refused, or the value may be so.

#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop")]

use std::collections::BTreeMap;
use std::path::Path;

use phenom_annotate::{
    Aside, Check, Journal, Originals, Rule, What, Work, apply, read_steps, wording,
};
use phenom_dataset::{
    DatasetBuilder, Input, Judgment, KeepTexts, LabelScheme, PairFormat, PairSource, read_pairs,
};
use serde_json::{Value, json};

const PAIRS: &str = concat!(
    r#"{"id": "c-1", "text": "The night ferry to Olm leaves at 22:30.", "hypothesis": "The night boat to Olm leaves at ten.", "gold": "contradiction"}"#,
    "\n",
    r#"{"id": "u-1", "text": "The crates held ivory.", "hypothesis": "The containers held ivory.", "gold": "unknown"}"#,
    "\n",
);

fn originals() -> Originals {
    let source = PairSource::new(PairFormat::PhenomJsonl, LabelScheme::judgments());
    let mut builder = DatasetBuilder::new(KeepTexts::Yes);
    let input = Input::Stream(Box::new(std::io::Cursor::new(PAIRS.to_owned().into_bytes())));
    read_pairs(&source, "pairs.jsonl", input, &mut builder);
    let dataset = builder.finish().unwrap();
    Originals::new(&dataset, "pairs.jsonl".to_owned(), "ab".repeat(32)).unwrap()
}

/// Every kind of step, as a session writes them.
fn steps(originals: &Originals) -> Vec<What> {
    let ferry = originals.original("c-1").unwrap();
    let part = |id: &str, left: &str, right: &str, judgment| {
        let rule = Rule {
            pattern: "x → y".into(),
            constraint: "hypernym(x, y)".into(),
            left_hand_side: left.into(),
            right_hand_side: right.into(),
            at: Vec::new(),
        };
        What::Part {
            pair: "c-1".into(),
            of: ferry.wording.clone(),
            part: id.into(),
            phenomenon: "lexical:hypernymy".into(),
            hypothesis: apply(&ferry.text, &rule).unwrap().hypothesis,
            rule,
            on: None,
            judgment,
        }
    };
    let crates = originals.original("u-1").unwrap().wording.clone();
    let done = |exception: Option<&str>| What::Done {
        pair: "c-1".into(),
        composed: Some(Judgment::Contradiction),
        chain: exception.is_none(),
        exceptions: exception.map(|reason| (Check::Chain, reason.to_owned())).into_iter().collect(),
    };
    let read = |judgment, comment: &str| What::Read {
        pair: "u-1".into(),
        of: crates.clone(),
        judgment,
        confidence: judgment.map(|_| 2),
        comment: comment.into(),
        phenomenon: None,
    };
    let readings = BTreeMap::from([("bo".to_owned(), None), ("dataset".to_owned(), None)]);
    vec![
        What::Whole {
            pair: "c-1".into(),
            of: ferry.wording.clone(),
            judgment: Judgment::Contradiction,
        },
        part("c-1.1", "ferry", "boat", Judgment::Entailment),
        part("c-1.2", "22:30", "ten", Judgment::Contradiction),
        What::Order { pair: "c-1".into(), parts: vec!["c-1.2".into(), "c-1.1".into()] },
        done(None),
        What::Reopen { pair: "c-1".into() },
        What::Remove { pair: "c-1".into(), part: "c-1.1".into() },
        What::Undo { of: 8 },
        What::Undo { of: 9 },
        What::Undo { of: 8 },
        done(Some("told in a dream")),
        What::Batch { pairs: vec!["u-1".into()] },
        read(None, "it is unclear"),
        read(Some(Judgment::Unknown), ""),
        What::Settle {
            pair: "u-1".into(),
            of: crates.clone(),
            judgment: Some(Judgment::Unknown),
            drop: false,
            reason: "nobody says what is in them".into(),
            readings,
            over: BTreeMap::new(),
        },
    ]
}

/// What a value may be changed to.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::String(text) => {
            let texts = ["", " ", "x", "c-1", "u-1", "c-1.1", "c-1.9", "entailment", "é", "\u{7}"];
            let hash = wording("another", "pair");
            let more = [format!("{text}x"), text.chars().skip(1).collect(), hash, "f".repeat(64)];
            let times = ["2026-13-01T00:00:00Z", "9999999-01-01T00:00:00Z", "yesterday"];
            let all = texts.into_iter().chain(times).map(str::to_owned).chain(more);
            all.map(Value::from).collect()
        }
        Value::Number(_) => [0, 1, 2, 3, 4, 7, 12, 99].into_iter().map(Value::from).collect(),
        Value::Bool(is) => vec![json!(!is)],
        Value::Array(list) => {
            let twice: Vec<Value> = list.iter().chain(list).cloned().collect();
            vec![json!([]), json!(["x"]), json!(["c-1.9"]), json!([""]), twice.into()]
        }
        Value::Object(_) => vec![json!({}), json!({"x": null}), json!({"": "unknown"})],
        Value::Null => vec![json!("entailment"), json!("x"), json!(1), json!(9)],
    }
}

/// Why a changed value is no damage that could be told: it is another thing that an annotator can do, or it is set
/// aside and said.
fn may_be(kind: &str, field: &str, old: &Value, new: &Value) -> bool {
    let text = new.as_str().unwrap_or_default();
    let says_something = !text.trim().is_empty();
    let judgment = ["entailment", "unknown", "contradiction"].contains(&text);
    match (kind, field) {
        // Free words.
        (_, "comment") => says_something || old == "",
        (_, "reason" | "phenomenon") => says_something,
        (_, "pattern" | "constraint") => !text.contains('\u{7}'),
        ("done", "chain") => old == &json!(false),
        // Another judgment.
        (_, "judgment") => judgment,
        ("done", "composed") => judgment,
        ("read", "confidence") => {
            new.is_null() || new.as_u64().is_some_and(|sure| (1..=3).contains(&sure))
        }
        // The reading of an older wording; the pair was read twice.
        ("read", "of") => text == wording("another", "pair"),
        // The record of what was read, which decides nothing.
        ("settle", "readings") => new == &json!({}) || new == &json!({"x": null}),
        // Parts that an order does not name stay behind.
        ("order", "parts") => new == &json!([]),
        // Any name of a pair that is no more.
        ("batch", "pairs") => true,
        // The name of the file, which the user may change.
        ("header", "dataset") => says_something,
        // Another dataset, which is said.
        ("header", "dataset_sha256") => text == "f".repeat(64),
        _ => false,
    }
}

enum Outcome {
    Refused,
    /// How many judgments are said to be set aside.
    Taken(usize),
}

fn outcome(folder: &Path, lines: &[Value], originals: &Originals) -> Outcome {
    let path = folder.join("ann.jsonl");
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    std::fs::write(&path, text.join("\n") + "\n").unwrap();
    let Ok(steps) = read_steps(&path) else { return Outcome::Refused };
    match Work::new(vec![steps], originals, None) {
        Err(_) => Outcome::Refused,
        Ok(work) => Outcome::Taken(work.changed().len() + work.set_aside(originals).len()),
    }
}

#[test]
fn a_value_that_was_changed_is_refused_or_may_be_so() {
    let (folder, originals) = (tempfile::tempdir().unwrap(), originals());
    let hash = originals.sha256.clone();
    let (mut journal, _) = Journal::open(
        &phenom_files::Start::of_user(folder.path()).unwrap(),
        "ann",
        "pairs.jsonl",
        &hash,
    )
    .unwrap();
    for what in steps(&originals) {
        journal.add(what).unwrap();
    }
    let text = std::fs::read_to_string(journal.path()).unwrap();
    drop(journal);
    let good: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(matches!(outcome(folder.path(), &good, &originals), Outcome::Taken(0)));
    let (mut refused, mut aside, mut missed) = (0, 0, Vec::new());
    for (at, line) in good.iter().enumerate() {
        let kind = line["do"].as_str().unwrap_or("header").to_owned();
        let fields = line.as_object().unwrap();
        let rule = fields.get("rule").and_then(Value::as_object).into_iter().flatten();
        let places = fields.iter().map(|(key, value)| (format!("/{key}"), value));
        let places = places.chain(rule.map(|(key, value)| (format!("/rule/{key}"), value)));
        for (place, old) in places {
            let field = place.rsplit('/').next().unwrap();
            let mut tried = others(old);
            // Of a value that is missing serde makes nothing, if it may.
            tried.push(Value::Null);
            for new in tried.into_iter().filter(|new| new != old) {
                let mut bad = good.clone();
                *bad[at].pointer_mut(&place).unwrap() = new.clone();
                match outcome(folder.path(), &bad, &originals) {
                    Outcome::Refused => refused += 1,
                    Outcome::Taken(1..) => aside += 1,
                    Outcome::Taken(0) => {
                        if !may_be(&kind, field, old, &new) {
                            missed.push(format!("{kind} {place}: {old} was changed to {new}"));
                        }
                    }
                }
            }
            // Cut out.
            if place.matches('/').count() == 1 {
                let mut bad = good.clone();
                bad[at].as_object_mut().unwrap().remove(field);
                let is_refused =
                    matches!(outcome(folder.path(), &bad, &originals), Outcome::Refused);
                assert!(is_refused, "{kind} {place} was cut out");
            }
        }
    }
    assert_eq!(missed, [""; 0]);
    assert!(refused > 900 && aside > 4, "{refused} refused, {aside} set aside");
}

#[test]
fn readings_that_do_not_count_are_set_aside_with_the_reason() {
    let (folder, originals) = (tempfile::tempdir().unwrap(), originals());
    let hash = originals.sha256.clone();
    let read = |pair: &str, of: &str| What::Read {
        pair: pair.into(),
        of: of.into(),
        judgment: Some(Judgment::Unknown),
        confidence: Some(1),
        comment: String::new(),
        phenomenon: None,
    };
    let of = |annotator: &str, steps: Vec<What>| {
        let opened = Journal::open(
            &phenom_files::Start::of_user(folder.path()).unwrap(),
            annotator,
            "pairs.jsonl",
            &hash,
        );
        let (mut journal, _) = opened.unwrap();
        for what in steps {
            journal.add(what).unwrap();
        }
        read_steps(journal.path()).unwrap()
    };
    let old = wording("an older", "pair");
    let now = originals.original("u-1").unwrap().wording.clone();
    let mut author = steps(&originals);
    author.truncate(5);
    let (boat, crates) = (originals.original("c-1").unwrap().wording.clone(), "u-1");
    author.push(read("c-1", &boat));
    let reader = vec![
        read(crates, &old),
        read("c-1.1", &old),
        read("c-1.7", &old),
        read("x", &old),
        // Read again since.
        read(crates, &now),
        read("c-1", &old),
        What::Undo { of: 7 },
    ];
    let work = Work::new(vec![of("ann", author), of("bo", reader)], &originals, None).unwrap();
    let found = work.set_aside(&originals);
    let found: Vec<_> =
        found.iter().map(|it| (it.reason, it.pair.as_str(), it.by.as_str())).collect();
    let expected = [
        (Aside::Changed, "c-1.1", "bo"),
        (Aside::Gone, "c-1.7", "bo"),
        (Aside::Gone, "x", "bo"),
        (Aside::Own, "c-1", "ann"),
    ];
    assert_eq!(found, expected);
}
