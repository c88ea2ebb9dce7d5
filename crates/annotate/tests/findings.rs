//! Every check of a decomposed dataset finds a planted error of its kind, and nothing in the worked originals.

#![allow(clippy::unwrap_used, clippy::unreachable, reason = "a test may stop")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

use phenom_annotate::{Finding, FindingKind, Inventory, Originals, findings};
use phenom_dataset::{
    CompositionRule, DatasetBuilder, Input, KeepTexts, LabelScheme, PairFormat, PairSource,
    read_pairs,
};
use serde_json::Value;

const WORKED: &str = include_str!("../data/worked.jsonl");

/// The paths of the worked originals' phenomena.
fn inventory() -> Inventory {
    let entry = |path: &str| serde_json::json!({"phenomenon": path, "definition": "d"});
    let mut paths: Vec<String> = Vec::new();
    for line in WORKED.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        for part in line["monothematic"].as_array().unwrap() {
            let path = part["phenomena"][0].as_str().unwrap().to_owned();
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
    }
    let entries: Vec<Value> = paths.iter().map(|path| entry(path)).collect();
    serde_json::from_value(serde_json::json!({"phenomena": entries})).unwrap()
}

fn found(lines: &str) -> Vec<Finding> {
    let source = PairSource::new(PairFormat::PhenomJsonl, LabelScheme::judgments());
    let mut builder = DatasetBuilder::new(KeepTexts::Yes);
    let input = Input::Stream(Box::new(std::io::Cursor::new(lines.to_owned().into_bytes())));
    read_pairs(&source, "pairs.jsonl", input, &mut builder);
    let dataset = builder.finish().unwrap();
    let originals = Originals::new(&dataset, "pairs.jsonl".into(), "00".into()).unwrap();
    findings(&originals, &inventory(), &CompositionRule::All).0
}

/// The worked originals with one of them changed.
fn changed(id: &str, change: impl Fn(&mut Value)) -> String {
    let lines = WORKED.lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        if line["id"] == id {
            change(&mut line);
        }
        line.to_string() + "\n"
    });
    lines.collect()
}

/// The kinds that are found, each once.
fn kinds(lines: &str) -> Vec<FindingKind> {
    let mut kinds: Vec<FindingKind> =
        found(lines).into_iter().map(|finding| finding.kind).collect();
    kinds.dedup();
    kinds
}

#[test]
fn nothing_is_found_in_the_worked_originals() {
    assert_eq!(found(WORKED), []);
}

#[test]
fn a_rule_that_makes_no_pair_is_found() {
    let rule = |side: &'static str, text: &'static str| {
        changed("c-1", |line| line["monothematic"][1]["rule"][side] = text.into())
    };
    let lines = rule("left_hand_side", "canoe");
    // Its chain cannot work either.
    assert_eq!(kinds(&lines), [FindingKind::NotInText, FindingKind::Chain]);
    assert_eq!(found(&lines)[0].what, "“canoe” is not in T");
    assert_eq!(found(&lines)[1].what, "another rule changes words of the left-hand side of c-1.2");
    let lines = changed("c-1", |line| {
        line["text"] =
            "The night ferry to Olm leaves after the ferry to Ask at 22:30 and carries no cars."
                .into();
    });
    assert_eq!(kinds(&lines)[0], FindingKind::AppliesTwice);
    let lines = rule("right_hand_side", "ferry,");
    assert_eq!(kinds(&lines)[0], FindingKind::ChangesNothing);
}

#[test]
fn a_hypothesis_that_is_not_its_rules_is_found() {
    let lines = changed("c-1", |line| {
        line["monothematic"][1]["hypothesis"] =
            "The night ship to Olm leaves at 22:30 and carries no cars.".into();
    });
    assert_eq!(kinds(&lines), [FindingKind::OtherHypothesis]);
    let lines = changed("c-1", |line| {
        let part = &mut line["monothematic"][1];
        part["rule"] = Value::Null;
        part["hypothesis"] = "the night ferry to Olm leaves at 22:30 and carries no cars".into();
    });
    assert_eq!(kinds(&lines), [FindingKind::IsText, FindingKind::WithoutRule]);
    let lines = changed("c-1", |line| {
        let parts = line["monothematic"].as_array_mut().unwrap();
        let mut again = parts[1].clone();
        again["id"] = "c-1.4".into();
        parts.push(again);
    });
    assert_eq!(kinds(&lines), [FindingKind::SameHypothesis, FindingKind::Chain]);
}

#[test]
fn a_phenomenon_outside_the_inventory_is_found_with_the_nearest() {
    let lines = changed("c-1", |line| {
        line["monothematic"][1]["phenomena"][0] = "lexical:hypernimy".into();
    });
    assert_eq!(kinds(&lines), [FindingKind::UnknownPhenomenon]);
    assert_eq!(found(&lines)[0].what, "lexical:hypernimy; did you mean lexical:hypernymy?");
}

#[test]
fn a_chain_that_misses_h_says_what_is_missing_and_needs_no_order() {
    let lines = changed("e-1", |line| {
        line["monothematic"].as_array_mut().unwrap().swap(2, 3);
    });
    assert_eq!(kinds(&lines), []);
    let lines = changed("e-1", |line| {
        line["monothematic"].as_array_mut().unwrap().pop();
    });
    assert_eq!(kinds(&lines), [FindingKind::Chain]);
    assert_eq!(found(&lines)[0].what, "missing words: purchased; extra words: bought");
}

#[test]
fn gold_that_the_parts_do_not_make_is_found_unless_it_is_marked() {
    let wrong = |line: &mut Value| line["gold"] = "unknown".into();
    assert_eq!(kinds(&changed("c-1", wrong)), [FindingKind::Composition]);
    let marked = changed("c-1", |line| {
        wrong(line);
        line["attributes"]["exception"] = "two changes cancel out".into();
    });
    assert_eq!(kinds(&marked), []);
    let needless = changed("c-1", |line| line["attributes"]["exception"] = "no".into());
    assert_eq!(kinds(&needless), [FindingKind::NoException]);
}

#[test]
fn pairs_and_texts_that_stand_twice_are_found() {
    let again = WORKED.lines().next().unwrap().replace("\"e-1", "\"e-9");
    let lines = format!("{WORKED}{again}\n");
    assert_eq!(kinds(&lines), [FindingKind::Duplicate]);
    let alike = changed("e-1", |_| ()).lines().next().unwrap().replace("\"e-1", "\"e-9");
    let alike = alike.replace("in spring", "in autumn").replace("Kestrel Trust", "Falcon Trust");
    let kinds = kinds(&format!("{WORKED}{alike}\n"));
    assert!(kinds.contains(&FindingKind::NearDuplicate), "{kinds:?}");
    assert!(kinds.contains(&FindingKind::HypothesisElsewhere), "{kinds:?}");
}

#[test]
fn what_comes_up_too_often_is_found() {
    let pair = |number: usize, text: &str| {
        let hypothesis = format!("Nothing{number} happened.");
        serde_json::json!({
            "id": format!("p{number}"), "text": text, "hypothesis": hypothesis,
            "attributes": {"topic": "Harbours"},
        })
        .to_string()
            + "\n"
    };
    let texts =
        ["One day Ada Brill slept.", "Then Ada Brill woke up.", "At noon Ada Brill ate plums."];
    let lines: String = texts.iter().enumerate().map(|(number, text)| pair(number, text)).collect();
    assert_eq!(kinds(&lines), [FindingKind::Name]);
    let texts = [
        "It was late in Olm.",
        "It was late for bread.",
        "It was late, he said.",
        "It was late again then.",
    ];
    let lines: String = texts.iter().enumerate().map(|(number, text)| pair(number, text)).collect();
    assert_eq!(kinds(&lines), [FindingKind::Frame, FindingKind::Topic]);
    assert_eq!(found(&lines)[0].what, "“it was late” in 4 clusters");
}

#[test]
fn odd_wording_is_a_remark_and_no_error() {
    let lines = changed("c-1", |line| {
        let part = &mut line["monothematic"][1];
        part["rule"]["right_hand_side"] = "boat boat".into();
        part["hypothesis"] =
            "The night boat boat to Olm leaves at 22:30 and carries no cars.".into();
        line["hypothesis"] =
            "The night boat boat to Olm leaves at half past eight in the evening.".into();
    });
    assert_eq!(kinds(&lines), [FindingKind::Wording]);
    assert!(!FindingKind::Wording.is_error() && FindingKind::NearDuplicate.is_error());
}
