//! Several people on one dataset: what they differ on, who takes whose place, and who decomposes besides.

use phenom_annotate::Assignment;
use phenom_annotate::session::Session;
use phenom_annotate::view::pair;
use serde_json::{Value, json};

use crate::desk::{Desk, ferry, open, open_as, part, take};

/// All pairs that wait are read; on these hypotheses another label is given than entailment.
fn read_all(desk: &mut Desk, differing: &[(&str, &str)]) {
    desk.take(json!({"do": "batch"}));
    while let Value::Object(current) = desk.get("/api/blind")["current"].clone() {
        let hypothesis = current["hypothesis"].as_str().unwrap();
        let label = differing.iter().find(|(of, _)| *of == hypothesis);
        let label = label.map_or("entailment", |(_, label)| label);
        desk.take(json!({
            "do": "read", "item": current["item"], "judgment": label, "confidence": 2, "comment": "",
            "phenomenon": "lexical:synonymy"
        }));
    }
}

fn settled(desk: &Desk) -> Vec<(String, bool)> {
    let pairs = desk.get("/api/settle")["pairs"].clone();
    let line = |pair: &Value| (pair["id"].as_str().unwrap().to_owned(), pair["settled"] == true);
    pairs.as_array().unwrap().iter().map(line).collect()
}

fn seen(session: &Session, id: &str) -> Value {
    serde_json::to_value(pair(session, id).unwrap()).unwrap()
}

const HYPOTHESES: [&str; 3] = [
    "The night boat to Olm carries cars.",
    "The night boat to Olm carries no cars.",
    "The night ferry to Olm carries cars.",
];

#[test]
fn two_people_are_enough_to_differ_and_a_later_opinion_opens_what_was_settled() {
    let folder = tempfile::tempdir().unwrap();
    let mut ann = open(folder.path(), "ann");
    ferry().into_iter().for_each(|step| take(&mut ann, step));
    drop(ann);
    let mut bo = Desk::of(open(folder.path(), "bo"));
    read_all(&mut bo, &[(HYPOTHESES[0], "contradiction"), (HYPOTHESES[2], "unknown")]);
    // The dataset says unknown of its part, and bo entailment: both are opinions.
    assert_eq!(settled(&bo), [("c-1.2".to_owned(), false), ("given-part".to_owned(), false)]);
    bo.take(json!({"do": "settle", "pair": "c-1.2", "judgment": "unknown", "drop": false, "reason": "r"}));
    assert_eq!(settled(&bo)[0], ("c-1.2".to_owned(), true));
    bo.stop();
    // A third reader who says the same as the author opens nothing; one who says something new does.
    for (reader, label, is_settled) in [("cleo", "contradiction", false), ("dora", "unknown", true)]
    {
        let folder_of = tempfile::tempdir().unwrap();
        for name in ["ann", "bo"] {
            let file = format!("{name}.jsonl");
            std::fs::copy(folder.path().join(&file), folder_of.path().join(&file)).unwrap();
        }
        let mut third = Desk::of(open(folder_of.path(), reader));
        read_all(&mut third, &[(HYPOTHESES[0], "contradiction"), (HYPOTHESES[2], label)]);
        assert_eq!(settled(&third)[0], ("c-1.2".to_owned(), is_settled), "{reader}");
        third.stop();
    }
}

#[test]
fn an_adjudicator_settles_and_does_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let mut ann = open(folder.path(), "ann");
    // The dataset says contradiction.
    ferry().into_iter().for_each(|step| take(&mut ann, step));
    take(&mut ann, json!({"do": "reopen", "pair": "c-1"}));
    take(&mut ann, json!({"do": "whole", "pair": "c-1", "judgment": "unknown"}));
    let kept =
        json!({"do": "done", "pair": "c-1", "exceptions": {"composition": "I doubt the label."}});
    take(&mut ann, kept);
    drop(ann);
    let role = Assignment { adjudicates: true, ..Assignment::default() };
    let mut cleo = Desk::of(open_as(folder.path(), "cleo", role));
    let start = cleo.get("/api/start");
    assert_eq!((&start["role"], &start["strip"]["to_read"]), (&json!("adjudicator"), &json!(0)));
    assert_eq!(start["pairs"][0]["state"], "other");
    let refused = cleo.refused(json!({"do": "whole", "pair": "e-1", "judgment": "unknown"}));
    assert!(refused.contains("You adjudicate"), "{refused}");
    assert_eq!(settled(&cleo), [("c-1".to_owned(), false)]);
    let readings = cleo.get("/api/settle?pair=c-1")["pair"]["readings"].clone();
    let who: Vec<&str> =
        readings.as_array().unwrap().iter().map(|one| one["who"].as_str().unwrap()).collect();
    assert_eq!(who, ["ann", "dataset"]);
    cleo.take(json!({"do": "settle", "pair": "c-1", "judgment": "contradiction", "drop": false, "reason": "r"}));
    assert_eq!(settled(&cleo), [("c-1".to_owned(), true)]);
}

#[test]
fn what_two_settle_differently_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let mut ann = open(folder.path(), "ann");
    ferry().into_iter().for_each(|step| take(&mut ann, step));
    let mut bo = Desk::of(open(folder.path(), "bo"));
    read_all(&mut bo, &[(HYPOTHESES[0], "contradiction"), (HYPOTHESES[2], "unknown")]);
    bo.take(json!({"do": "settle", "pair": "c-1.2", "judgment": "unknown", "drop": false, "reason": "r"}));
    bo.stop();
    // Ann does not know what bo has settled, as if both had worked apart.
    let of_bo = folder.path().join("bo.jsonl");
    let lines = std::fs::read_to_string(&of_bo).unwrap();
    let without: String = lines
        .lines()
        .filter(|line| !line.contains("settle"))
        .map(|line| format!("{line}\n"))
        .collect();
    std::fs::write(&of_bo, without).unwrap();
    drop(ann);
    let mut ann = Desk::of(open(folder.path(), "ann"));
    let step = |judgment| json!({"do": "settle", "pair": "c-1.2", "judgment": judgment, "drop": false, "reason": "r"});
    ann.take(step("contradiction"));
    assert_eq!(settled(&ann)[0], ("c-1.2".to_owned(), true));
    std::fs::write(&of_bo, lines).unwrap();
    assert_eq!(settled(&ann)[0], ("c-1.2".to_owned(), false));
    ann.take(step("unknown"));
    assert_eq!(settled(&ann)[0], ("c-1.2".to_owned(), true));
}

#[test]
fn a_pair_is_taken_over_with_its_parts() {
    let folder = tempfile::tempdir().unwrap();
    let mut ann = open(folder.path(), "ann");
    ferry().into_iter().take(3).for_each(|step| take(&mut ann, step));
    drop(ann);
    let mut bo = open(folder.path(), "bo");
    assert_eq!(seen(&bo, "c-1")["may_take"], true);
    take(&mut bo, json!({"do": "take", "pair": "c-1"}));
    let pair = seen(&bo, "c-1");
    assert_eq!((&pair["author"], &pair["whole"]), (&json!("bo"), &Value::Null));
    assert_eq!(pair["parts"][1]["hypothesis"], HYPOTHESES[2]);
    take(&mut bo, json!({"do": "whole", "pair": "c-1", "judgment": "contradiction"}));
    take(&mut bo, json!({"do": "done", "pair": "c-1", "exceptions": {}}));
    // Nothing is asked of ann, who has labelled it, and its parts, before.
    drop(bo);
    let ann = Desk::of(open(folder.path(), "ann"));
    assert_eq!(ann.get("/api/pair?id=c-1")["state"], "other");
    assert_eq!(ann.get("/api/start")["strip"]["to_read"], 2);
    let error = ann.refused(part("c-1", "lexical:hypernymy", ("night", "day"), "unknown"));
    assert!(error.contains("bo decomposes c-1"), "{error}");
    ann.stop();
    let mut bo = open(folder.path(), "bo");
    for _ in 0..2 {
        take(&mut bo, json!({"do": "undo"}));
    }
    let undo = serde_json::from_value(json!({"do": "undo"})).unwrap();
    let refused = bo.step(bo.saved() + 1, undo).unwrap_err().error;
    assert!(refused.contains("you have seen its labels"), "{refused}");
}

#[test]
fn the_second_of_two_sees_nothing_of_the_first_until_both_are_done() {
    let folder = tempfile::tempdir().unwrap();
    let twice = Assignment { overlap: 1.0, ..Assignment::default() };
    let mut ann = open_as(folder.path(), "ann", twice);
    ferry().into_iter().for_each(|step| take(&mut ann, step));
    drop(ann);
    let mut bo = Desk::of(open_as(folder.path(), "bo", twice));
    let pair = bo.get("/api/pair?id=c-1");
    assert_eq!(
        (&pair["state"], &pair["second"], &pair["author"]),
        (&json!("new"), &json!(true), &Value::Null)
    );
    // The two pairs of the dataset's own decomposition.
    assert_eq!(bo.get("/api/start")["strip"]["to_read"], 2);
    bo.take(json!({"do": "whole", "pair": "c-1", "judgment": "unknown"}));
    let told = bo.take(part("c-1", "lexical:hypernymy", ("night ferry", "vessel"), "entailment"));
    assert_eq!(told["pair"]["parts"][0]["id"], "c-1.3");
    assert!(settled(&bo).is_empty());
    // Neither figures nor the record of the pair tell what the first has done.
    assert!(!bo.get("/api/file?pair=c-1")["record"].to_string().contains("boat"));
    assert_eq!(bo.get("/api/start")["strip"]["written"], 0);
    let exceptions = json!({"chain": "c", "composition": "c"});
    bo.take(json!({"do": "done", "pair": "c-1", "exceptions": exceptions}));
    // Their labels of the original differ, and bo reads ann's parts.
    assert_eq!(settled(&bo), [("c-1".to_owned(), false)]);
    assert_eq!(bo.get("/api/start")["strip"]["to_read"], 4);
    let readings = bo.get("/api/settle?pair=c-1")["pair"]["readings"].clone();
    assert_eq!(
        (&readings[1]["who"], &readings[1]["role"]),
        (&json!("bo"), &json!("second author"))
    );
    bo.stop();
    let cleo = open_as(folder.path(), "cleo", twice);
    assert_eq!(seen(&cleo, "c-1")["state"], "other");
}

#[test]
fn parts_build_on_parts_are_unsupported_and_touch_several_places() {
    let folder = tempfile::tempdir().unwrap();
    let mut ann = open(folder.path(), "ann");
    take(&mut ann, json!({"do": "whole", "pair": "u-1", "judgment": "unknown"}));
    let of = |(left, right): (&str, &str), on: Value, at: &[usize]| {
        let mut step = part("u-1", "lexical:synonymy", (left, right), "entailment");
        step["on"] = on;
        if !at.is_empty() {
            step["rule"]["at"] = json!(at);
        }
        step
    };
    // T: A clerk said that the crates held ivory.
    take(&mut ann, of(("crates", "boxes of a clerk"), Value::Null, &[]));
    take(&mut ann, of(("clerk", "merchant"), json!("u-1.1"), &[8]));
    let pair = seen(&ann, "u-1");
    assert_eq!(pair["parts"][1]["text"], "A clerk said that the boxes of a clerk held ivory.");
    assert_eq!(
        pair["parts"][1]["hypothesis"],
        "A clerk said that the boxes of a merchant held ivory."
    );
    take(&mut ann, of(("A clerk said that … crates", "… boxes"), Value::Null, &[]));
    // Part 2 moves along when part 1 changes, and its words have another number then.
    let mut changed = of(("crates", "old boxes of a clerk"), Value::Null, &[]);
    changed["part"] = json!("u-1.1");
    take(&mut ann, changed);
    let pair = seen(&ann, "u-1");
    assert_eq!(
        pair["parts"][1]["hypothesis"],
        "A clerk said that the old boxes of a merchant held ivory."
    );
    assert_eq!(pair["parts"][1]["rule"]["at"], json!([9]));
    assert_eq!(pair["parts"][2]["hypothesis"], "The boxes held ivory.");
    let circle = serde_json::from_value(json!({
        "do": "part", "pair": "u-1", "part": "u-1.1", "on": "u-1.2", "phenomenon": "lexical:synonymy",
        "rule": {"pattern": "p", "constraint": "", "left_hand_side": "merchant", "right_hand_side": "x"}, "judgment": "unknown"
    }));
    let seq = ann.saved() + 1;
    assert!(ann.step(seq, circle.unwrap()).unwrap_err().error.contains("its own result"));
    // H: The containers held ivory. Nothing bears on it, and the pair can be closed.
    for part in ["u-1.1", "u-1.2", "u-1.3"] {
        take(&mut ann, json!({"do": "remove", "pair": "u-1", "part": part}));
    }
    take(
        &mut ann,
        json!({
            "do": "part", "pair": "u-1", "part": null, "unsupported": true, "phenomenon": "",
            "rule": {"left_hand_side": "", "right_hand_side": "The containers held ivory"}, "judgment": "unknown"
        }),
    );
    let pair = seen(&ann, "u-1");
    assert_eq!((&pair["chain"]["reaches"], &pair["checks"]), (&json!("supported"), &json!([])));
    assert_eq!(pair["parts"][0]["hypothesis"], "The containers held ivory.");
    take(&mut ann, json!({"do": "done", "pair": "u-1", "exceptions": {}}));
}

#[test]
fn notes_and_flags_are_the_annotators_own() {
    let folder = tempfile::tempdir().unwrap();
    let mut ann = open(folder.path(), "ann");
    take(&mut ann, json!({"do": "note", "pair": "e-1", "note": " ask bo ", "flag": true}));
    let pair = seen(&ann, "e-1");
    assert_eq!(
        (&pair["note"], &pair["flag"], &pair["state"]),
        (&json!("ask bo"), &json!(true), &json!("new"))
    );
    drop(ann);
    assert_eq!(seen(&open(folder.path(), "bo"), "e-1")["note"], "");
}
