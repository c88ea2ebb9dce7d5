//! Decomposing through the server.

use std::fs;

use serde_json::{Value, json};

use crate::desk::{Desk, PAIRS, ferry, open, open_on, part};

fn tried(left: &str, right: &str) -> Value {
    json!({
        "pair": "e-1", "edit": null, "phenomenon": "lexical:synonymy", "left_hand_side": left,
        "right_hand_side": right, "pattern": "x → y", "constraint": "synonyms(x, y)"
    })
}

#[test]
fn a_pair_is_decomposed_and_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::of(open(folder.path(), "ann"));
    let start = desk.get("/api/start");
    assert_eq!(start["annotator"], "ann");
    assert_eq!(start["judgments"], json!(["entailment", "contradiction", "unknown"]));
    assert_eq!(start["plan"], json!({"lexical:synonymy": [2, 0, 1]}));
    assert_eq!(start["tags"][0]["category"], "lexical");
    let asked = json!([{"name": "lexical", "ask": "One word for another?"}]);
    assert_eq!(start["order_of_categories"], asked);
    assert_eq!(start["guidelines"], json!([{"title": "Judge first", "paragraphs": ["P"]}]));
    assert_eq!(start["notes"], json!([]));
    assert_eq!(start["pairs"][0], json!({"id": "e-1", "state": "new", "parts": 0, "author": null}));
    assert_eq!(
        start["pairs"][3],
        json!({"id": "g-1", "state": "given", "parts": 1, "author": null})
    );
    assert_eq!(start["strip"]["free"], 3);
    assert_eq!(start["seq"], 1);

    // Gold is not shown before the whole is judged.
    let pair = desk.get("/api/pair?id=e-1");
    assert_eq!((&pair["whole"], &pair["gold"]), (&Value::Null, &Value::Null));
    assert_eq!(pair["unexplained"], json!(["purchased"]));
    let told = desk.take(json!({"do": "whole", "pair": "e-1", "judgment": "entailment"}));
    assert_eq!(told["pair"]["gold"], "entailment");
    assert_eq!(
        told["pairs"],
        json!([{"id": "e-1", "state": "judged", "parts": 0, "author": "ann"}])
    );
    assert!(told["saved_at"].is_string());

    let mut asked = tried("bought", "purchased");
    asked["judgment"] = json!("entailment");
    let seen = desk.browser.post("/api/try", &asked.to_string()).json();
    assert_eq!(seen["hypothesis"], "The Kestrel Trust purchased the old cannery in spring.");
    assert_eq!(
        (&seen["spans"], &seen["hypothesis_spans"]),
        (&json!([[18, 24]]), &json!([[18, 27]]))
    );
    assert_eq!((&seen["ready"], &seen["problems"]), (&json!(true), &json!([])));
    assert_eq!(seen["then"]["composition"]["composed"], "entailment");
    assert_eq!(seen["then"]["chain"]["extra"], json!(["in", "spring"]));
    assert_eq!(seen["then"]["unexplained"], json!([]));

    let told = desk.take(part("e-1", "lexical:synonymy", ("bought", "purchased"), "entailment"));
    assert_eq!(told["pair"]["parts"][0]["id"], "e-1.1");
    assert_eq!(told["pair"]["written"]["lexical:synonymy"], json!([1, 0, 0]));
    assert!(desk.refused(json!({"do": "done", "pair": "e-1", "exceptions": {}})).contains("chain"));
    let modifier = ("cannery in spring", "cannery");
    let told = desk.take(part("e-1", "syntactic:modifier", modifier, "entailment"));
    assert_eq!(told["pair"]["chain"]["reaches"], "whole");
    let order = json!({"do": "order", "pair": "e-1", "parts": ["e-1.2", "e-1.1"]});
    let told = desk.take(order);
    assert_eq!(told["pair"]["parts"][0]["id"], "e-1.2");
    let told = desk.take(json!({"do": "done", "pair": "e-1", "exceptions": {}}));
    assert_eq!(told["pairs"][0]["state"], "done");
    assert_eq!((&told["strip"]["done"], &told["strip"]["steps"]), (&json!(1), &json!(5)));
    let plan = desk.get("/api/plan");
    assert_eq!(plan["rows"][0]["written"], json!([1, 0, 0]));
    assert_eq!(plan["categories"][0]["planned"], json!([2, 0, 1]));
    let file = desk.get("/api/file?pair=e-1");
    assert_eq!(file["lines"].as_array().unwrap().len(), 5);
    let record: Value = serde_json::from_str(file["record"].as_str().unwrap()).unwrap();
    assert_eq!(record["monothematic"][0]["rule"]["left_hand_side"], "cannery in spring");
    let before = desk.get("/api/pair?id=e-1");
    desk.stop();

    let desk = Desk::of(open(folder.path(), "ann"));
    assert_eq!(desk.get("/api/pair?id=e-1"), before);
    assert_eq!(desk.get("/api/start")["seq"], 6);
    let download = desk.browser.get("/api/download");
    assert_eq!(download.body, fs::read_to_string(folder.path().join("ann.jsonl")).unwrap());
}

#[test]
fn what_is_half_typed_is_looked_at_key_by_key() {
    let folder = tempfile::tempdir().unwrap();
    let desk = Desk::of(open(folder.path(), "ann"));
    let seen = |left: &str, right: &str| {
        desk.browser.post("/api/try", &tried(left, right).to_string()).json()
    };
    let nothing = seen("", "");
    assert_eq!((&nothing["problems"], &nothing["hypothesis"]), (&json!([]), &Value::Null));
    let begun = seen("bought", "");
    assert_eq!((&begun["spans"], &begun["problems"]), (&json!([[18, 24]]), &json!([])));
    // Without words instead, the rule deletes.
    assert_eq!(begun["hypothesis"], "The Kestrel Trust the old cannery in spring.");
    assert_eq!(begun["ready"], true);
    let gone = seen("sold", "gave");
    assert_eq!(gone["problems"][0]["text"], "“sold” is not in T.");
    let same = seen("bought", "bought ");
    assert_eq!(same["problems"][0]["text"], "H_i equals T: the rule changes nothing.");
    let mut unknown = tried("bought", "purchased");
    unknown["phenomenon"] = json!("lexical:synonimy");
    let seen = desk.browser.post("/api/try", &unknown.to_string()).json();
    assert_eq!((&seen["nearest"], &seen["ready"]), (&json!("lexical:synonymy"), &json!(false)));
    assert_eq!(fs::read_to_string(folder.path().join("ann.jsonl")).unwrap().lines().count(), 1);
}

#[test]
fn steps_that_the_checks_refuse_say_why_and_leave_no_line() {
    let folder = tempfile::tempdir().unwrap();
    let mut bo = open(folder.path(), "bo");
    ferry().into_iter().for_each(|step| crate::desk::take(&mut bo, step));
    let mut desk = Desk::of(open(folder.path(), "ann"));
    let synonymy = |sides| part("e-1", "lexical:synonymy", sides, "entailment");
    let cases = [
        (synonymy(("bought", "purchased")), "First label the original e-1"),
        (json!({"do": "whole", "pair": "e-1", "judgment": "not-entailment"}), "no label"),
        (json!({"do": "whole", "pair": "c-1", "judgment": "entailment"}), "bo decomposes c-1"),
        (
            json!({"do": "whole", "pair": "g-1", "judgment": "entailment"}),
            "The dataset contains the parts",
        ),
        (
            json!({"do": "done", "pair": "e-1", "exceptions": {"chain": "why"}}),
            "First label the original",
        ),
        (json!({"do": "reopen", "pair": "e-1"}), "e-1 is not done"),
        (json!({"do": "undo"}), "nothing to undo"),
        (json!({"do": "redo"}), "nothing to redo"),
        (
            json!({"do": "read", "item": 1, "judgment": "unknown", "confidence": 1, "comment": ""}),
            "No batch is open",
        ),
    ];
    for (step, told) in cases {
        let error = desk.refused(step);
        assert!(error.contains(told), "{error}");
    }
    desk.take(json!({"do": "whole", "pair": "e-1", "judgment": "entailment"}));
    desk.take(synonymy(("bought", "purchased")));
    let cases = [
        (synonymy(("sold", "gave")), "“sold” is not in T."),
        (synonymy(("bought … spring", "a … b … c")), "has 2 places, but"),
        (synonymy(("bought", "purchased")), "H_i equals that of part 1."),
        (part("e-1", "lexical:synonimy", ("bought", "got"), "entailment"), "not in the inventory"),
        (json!({"do": "order", "pair": "e-1", "parts": []}), "each part"),
        (
            json!({"do": "done", "pair": "e-1", "exceptions": {"chain": " "}}),
            "The chain does not reach H.",
        ),
    ];
    for (step, told) in cases {
        let error = desk.refused(step);
        assert!(error.contains(told), "{error}");
    }
    let wrong = json!({"do": "remove", "pair": "e-1", "part": "c-1.1"});
    assert_eq!(desk.post_step(desk.seq + 1, &wrong).refused(), (404, "pair".into()));
    let wrong = json!({"do": "whole", "pair": "e-9", "judgment": "entailment"});
    assert_eq!(desk.post_step(desk.seq + 1, &wrong).refused(), (404, "pair".into()));
    assert_eq!(fs::read_to_string(folder.path().join("ann.jsonl")).unwrap().lines().count(), 3);
    let told = desk.take(
        json!({"do": "done", "pair": "e-1", "exceptions": {"chain": "A second rule is missing."}}),
    );
    assert_eq!(told["pairs"][0]["state"], "exception");
    assert_eq!(told["pair"]["exceptions"]["chain"], "A second rule is missing.");
    let change = json!({"do": "whole", "pair": "e-1", "judgment": "unknown"});
    assert_eq!(desk.refused(change), "e-1 is done.");
}

#[test]
fn undo_and_redo_go_step_by_step() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::of(open(folder.path(), "ann"));
    desk.take(json!({"do": "whole", "pair": "e-1", "judgment": "entailment"}));
    desk.take(part("e-1", "lexical:synonymy", ("bought", "purchased"), "entailment"));
    let told = desk.take(json!({"do": "undo"}));
    assert_eq!(told["undone"], "part e-1.1");
    assert_eq!(told["go"], json!({"step": "decompose", "pair": "e-1", "item": null}));
    assert_eq!(told["pair"]["parts"], json!([]));
    assert_eq!(told["pairs"][0]["state"], "judged");
    let told = desk.take(json!({"do": "undo"}));
    assert_eq!((&told["undone"], &told["pair"]["whole"]), (&json!("label of e-1"), &Value::Null));
    assert_eq!(told["strip"]["free"], 3);
    let told = desk.take(json!({"do": "redo"}));
    assert_eq!(told["pair"]["whole"], "entailment");
    let told = desk.take(json!({"do": "redo"}));
    assert_eq!(told["pair"]["parts"][0]["id"], "e-1.1");
    assert_eq!(told["pair"]["written"]["lexical:synonymy"], json!([1, 0, 0]));
    // An id is not used twice, even where its part was undone.
    desk.take(json!({"do": "undo"}));
    let told = desk.take(part("e-1", "lexical:synonymy", ("bought", "got"), "entailment"));
    assert_eq!(told["pair"]["parts"][0]["id"], "e-1.2");
    assert_eq!(desk.refused(json!({"do": "redo"})), "There is nothing to redo.");
}

#[test]
fn a_dataset_that_has_changed_sets_steps_aside_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let mut ann = open(folder.path(), "ann");
    crate::desk::take(&mut ann, json!({"do": "whole", "pair": "e-1", "judgment": "entailment"}));
    drop(ann);
    let changed = PAIRS.replace("The Kestrel Trust bought", "The Falcon Trust bought");
    let desk = Desk::of(open_on(&changed, "01", folder.path(), "ann").unwrap());
    let start = desk.get("/api/start");
    let notes = start["notes"].as_array().unwrap();
    assert!(notes.iter().any(|note| note.as_str().unwrap().contains("e-1")), "{notes:?}");
    let pair = desk.get("/api/pair?id=e-1");
    assert_eq!((&pair["text_changed"], &pair["whole"]), (&json!(true), &Value::Null));
}
