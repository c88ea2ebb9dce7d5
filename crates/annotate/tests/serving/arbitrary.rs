//! Whatever is sent, the session answers, and its file holds steps alone.

use phenom_annotate::read_steps;
use phenom_annotate::request::{Step, TryRequest, parse};
use phenom_annotate::view::{attempt, pair};
use proptest::prelude::*;
use serde_json::json;

use crate::desk::{open_on, take};

/// Letters that take one, two and four bytes, that combine, change their length with their case, or end a line.
const TEXT: &str = "The “naïve” İstanbul 👩‍🚀 flew — twice, twice!\u{301} ẞ\u{200b} end";

fn words() -> impl Strategy<Value = String> {
    let letters: Vec<char> = TEXT.chars().collect();
    let length = letters.len();
    let piece = (0..length, 0..length).prop_map(move |(start, end)| {
        letters[start.min(end)..start.max(end)].iter().collect::<String>()
    });
    prop_oneof![piece, "\\PC{0,6}", Just(String::new()), Just("twice".to_owned())]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_rule_that_is_typed_ends_the_program(
        rules in prop::collection::vec((words(), words(), words()), 1..4),
        judged in 0..3usize,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let record = json!({"id": "x", "text": TEXT, "hypothesis": "The naive Istanbul flew.", "gold": "unknown"});
        let mut session = open_on(&record.to_string(), "00", folder.path(), "ann").unwrap();
        let judgment = ["entailment", "contradiction", "unknown"][judged];
        let whole = json!({"do": "whole", "pair": "x", "judgment": judgment});
        take(&mut session, whole);
        for (left, right, pattern) in rules {
            let tried = json!({
                "pair": "x", "edit": null, "phenomenon": "lexical:synonymy", "left_hand_side": left,
                "right_hand_side": right, "pattern": pattern, "constraint": pattern
            });
            let seen = attempt(&session, serde_json::from_value::<TryRequest>(tried).unwrap()).unwrap();
            let part = json!({
                "do": "part", "pair": "x", "part": null, "phenomenon": "lexical:synonymy",
                "rule": {"pattern": pattern, "constraint": "c", "left_hand_side": left, "right_hand_side": right},
                "judgment": judgment
            });
            let step: Step = serde_json::from_value(part).unwrap();
            let taken = session.step(session.saved() + 1, step);
            // What the page may add is what the server takes.
            let seen = serde_json::to_value(seen).unwrap();
            prop_assert_eq!(seen["ready"] == true, taken.is_ok(), "{:?} and {}", taken, seen);
        }
        let seen = serde_json::to_value(pair(&session, "x").unwrap()).unwrap();
        let units: Vec<u16> = TEXT.encode_utf16().collect();
        for part in seen["parts"].as_array().unwrap() {
            let [start, end] = [0, 1].map(|at| part["spans"][0][at].as_u64().unwrap() as usize);
            let left = String::from_utf16(&units[start..end]).unwrap();
            prop_assert_eq!(part["rule"]["left_hand_side"].as_str().unwrap().trim(), left);
        }
        let steps = read_steps(&folder.path().join("ann.jsonl")).unwrap();
        prop_assert_eq!(steps.events.len() as u64 + 1, session.saved());
        drop(session);
        let again = open_on(&record.to_string(), "00", folder.path(), "ann").unwrap();
        prop_assert_eq!(serde_json::to_value(pair(&again, "x").unwrap()).unwrap(), seen);
    }

    #[test]
    fn no_bytes_end_the_reading_of_a_request(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse::<Step>(&bytes);
    }
}
