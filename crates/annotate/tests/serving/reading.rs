//! Reading blind and settling through the server.

use serde_json::{Value, json};

use crate::desk::{Desk, ferry, open, open_to_label, part, take};

/// All that the server has said to a page.
struct Page {
    desk: Desk,
    said: Vec<String>,
}

impl Page {
    fn get(&mut self, path: &str) -> Value {
        let reply = self.desk.browser.get(path);
        self.said.push(format!("{path}: {} {}", reply.head.replace("\r\n", " "), reply.body));
        reply.json()
    }

    fn take(&mut self, step: Value) -> Value {
        let told = self.desk.take(step);
        self.said.push(told.to_string());
        told
    }

    fn refused(&mut self, step: &Value) {
        let reply = self.desk.post_step(self.desk.seq + 1, step);
        assert_ne!(reply.status, 200, "{step}");
        self.said.push(reply.body);
    }

    /// Everything that can be asked.
    fn look_around(&mut self) {
        for path in [
            "/api/start",
            "/api/pair?id=c-1",
            "/api/pair?id=c-1.1",
            "/api/pair?id=g-1",
            "/api/pair?id=given-part",
            "/api/blind",
            "/api/blind?item=1",
            "/api/blind?item=2",
            "/api/blind?item=99",
            "/api/settle",
            "/api/settle?pair=c-1.1",
            "/api/settle?pair=c-1",
            "/api/plan",
            "/api/file?pair=c-1",
            "/api/file?pair=c-1.2",
            "/api/file?pair=g-1",
            "/api/file?pair=u-1",
            "/api/download",
        ] {
            let reply = self.desk.browser.get(path);
            let (place, asked) = path.rsplit_once('=').unwrap_or((path, "-"));
            // What is asked for is named in the refusal; one for which there is nothing is refused alike.
            if let Some((pair, number)) = asked.split_once('.') {
                let nothing = format!("{pair}.{number}9");
                let other = self.desk.browser.get(&path.replace(asked, &nothing));
                assert_eq!(reply.body, other.body.replace(&nothing, asked));
            }
            let told = match reply.status {
                200 => reply.body,
                _ => reply.body.replace(asked, "ASKED"),
            };
            self.said.push(format!("{place}: {} {told}", reply.head.replace("\r\n", " ")));
        }
        let tried = json!({
            "pair": "c-1", "edit": null, "phenomenon": "lexical:hypernymy", "left_hand_side": "ferry",
            "right_hand_side": "boat", "pattern": "", "constraint": ""
        });
        let mut edited = tried.clone();
        edited["edit"] = json!("c-1.1");
        for tried in [tried, edited] {
            let reply = self.desk.browser.post("/api/try", &tried.to_string());
            assert_ne!(reply.status, 200);
            self.said.push(reply.body);
        }
        for step in [
            json!({"do": "remove", "pair": "c-1", "part": "c-1.1"}),
            json!({"do": "reopen", "pair": "c-1"}),
        ] {
            self.refused(&step);
        }
        let settle = |pair| json!({"do": "settle", "pair": pair, "judgment": "unknown", "drop": false, "reason": "r"});
        let [there, nowhere] = ["c-1.1", "c-1.9"]
            .map(|pair| self.desk.post_step(self.desk.seq + 1, &settle(pair)).body);
        assert_eq!(there.replace("c-1.1", ""), nowhere.replace("c-1.9", ""));
    }
}

/// bo decomposes the ferry; cleo reads one of its parts and says something else.
fn others_at_work(folder: &std::path::Path) {
    let mut bo = open(folder, "bo");
    ferry().into_iter().for_each(|step| take(&mut bo, step));
    drop(bo);
    let mut cleo = open(folder, "cleo");
    take(&mut cleo, json!({"do": "batch"}));
    for item in 1..=5 {
        let comment = "COMMENT-OF-CLEO";
        take(
            &mut cleo,
            json!({"do": "read", "item": item, "judgment": "unknown", "confidence": 2, "comment": comment}),
        );
    }
}

/// Two pairs without gold labels.
const TO_LABEL: &str = "{\"id\": \"one\", \"text\": \"A heron slept.\", \"hypothesis\": \"A bird slept.\"}\n\
                        {\"id\": \"two\", \"text\": \"A clerk left.\", \"hypothesis\": \"A clerk slept.\"}\n";

#[test]
fn pairs_to_label_are_read_and_not_decomposed() {
    let folder = tempfile::tempdir().unwrap();
    let read = |item, judgment| json!({"do": "read", "item": item, "judgment": judgment, "confidence": 3, "comment": ""});
    let mut page =
        Page { desk: Desk::of(open_to_label(TO_LABEL, folder.path(), "bo")), said: Vec::new() };
    assert_eq!(page.get("/api/start")["pairs"], json!([]));
    page.refused(&json!({"do": "whole", "pair": "one", "judgment": "unknown"}));
    page.take(json!({"do": "batch"}));
    for item in [1, 2] {
        page.take(read(item, "entailment"));
    }
    assert_eq!(page.get("/api/blind")["left"], 0);
    drop(page);
    // Another reader hears nothing of these labels before the end of the batch, and then adjudicates.
    let mut page =
        Page { desk: Desk::of(open_to_label(TO_LABEL, folder.path(), "cleo")), said: Vec::new() };
    page.take(json!({"do": "batch"}));
    for path in
        ["/api/start", "/api/blind", "/api/settle", "/api/pair?id=one", "/api/file?pair=one"]
    {
        page.get(path);
    }
    page.take(read(1, "unknown"));
    let said = page.said.join("\n");
    let judgments = said.matches("entailment").count();
    assert_eq!(
        (judgments, said.matches("\"bo\"").count()),
        (said.matches("judgments\":[\"entailment").count(), 0)
    );
    page.take(read(2, "entailment"));
    let settle = page.get("/api/settle");
    assert_eq!(settle["left"], 1);
    let id = settle["pairs"][0]["id"].clone();
    let pair = page.get(&format!("/api/settle?pair={}", id.as_str().unwrap()));
    assert_eq!(pair["pair"]["follows"]["unknown"][0], "The label of the pair is unknown.");
}

#[test]
fn nothing_of_an_unread_pair_reaches_its_reader() {
    let folder = tempfile::tempdir().unwrap();
    others_at_work(folder.path());
    let mut page = Page { desk: Desk::of(open(folder.path(), "ann")), said: Vec::new() };
    page.look_around();
    assert_eq!(page.get("/api/blind")["left"], 5);
    page.take(json!({"do": "batch"}));
    page.look_around();
    let blind = page.get("/api/blind");
    assert_eq!(blind["batch"].as_array().unwrap().len(), 5);
    assert_eq!(blind["left"], 0);
    let mut known: Vec<&String> = blind["current"].as_object().unwrap().keys().collect();
    known.sort();
    let keys = [
        "comment",
        "confidence",
        "flag",
        "has_reading",
        "hypothesis",
        "item",
        "judgment",
        "note",
        "phenomenon",
        "sentences",
        "text",
        "words",
    ];
    assert_eq!(known, keys);
    assert_eq!(blind["current"]["judgment"], Value::Null);
    for item in 1..=4 {
        page.take(
            json!({"do": "read", "item": item, "judgment": "entailment", "confidence": 3, "comment": ""}),
        );
        page.look_around();
    }
    let told = page.take(json!({"do": "undo"}));
    assert_eq!(told["undone"], "label of pair 4 of the batch");
    assert_eq!(told["go"], json!({"step": "judge", "pair": null, "item": 4}));
    page.take(json!({"do": "redo"}));
    // A reading of the open batch can be changed.
    let changed =
        json!({"do": "read", "item": 2, "judgment": "unknown", "confidence": 1, "comment": ""});
    page.take(changed);
    page.look_around();
    let strip = page.get("/api/start")["strip"].clone();
    assert_eq!(strip["agreement"], json!({"hidden": true}));
    assert_eq!((&strip["read"], &strip["to_read"]), (&json!(4), &json!(1)));
    let said = page.said.join("\n");
    for secret in [
        "c-1.1",
        "c-1.2",
        "given-part",
        "OF-AUTHOR",
        "COMMENT-OF-CLEO",
        "cleo",
        "\"gold\":\"",
        "\"whole\":\"",
        "negation",
        "\"drop\"",
    ] {
        // The inventory, the plan and the counts name each phenomenon; nothing beside a pair does.
        let told: Vec<&str> = said
            .lines()
            .filter(|line| {
                secret != "negation"
                    || !line.starts_with("/api/start") && !line.starts_with("/api/plan")
            })
            .filter(|line| line.contains(secret))
            .collect();
        assert!(told.is_empty(), "{secret}: {told:?}");
    }

    // The batch is closed by its last pair; then all of it is told, and none of it changed.
    page.take(
        json!({"do": "read", "item": 5, "judgment": "entailment", "confidence": 3, "comment": ""}),
    );
    let blind = page.get("/api/blind");
    assert_eq!(
        (&blind["batch"], &blind["closed"], &blind["current"]),
        (&json!([]), &json!(1), &Value::Null)
    );
    let agreement = &blind["just_closed"]["agreement"];
    assert_eq!(agreement["between"], json!(["ann", "cleo"]));
    assert_eq!((&agreement["pairs"], &agreement["families"]), (&json!(5), &json!(2)));
    page.refused(&json!({"do": "undo"}));
    page.refused(
        &json!({"do": "read", "item": 1, "judgment": "unknown", "confidence": 1, "comment": ""}),
    );
    page.refused(&json!({"do": "batch"}));
    let settle = page.get("/api/settle?pair=c-1.1");
    assert_eq!(settle["pair"]["phenomenon"], "lexical:hypernymy");
    assert!(page.get("/api/file?pair=c-1")["record"].is_string());
    assert_eq!(page.desk.browser.get("/api/download").status, 200);
}

#[test]
fn a_pair_on_which_people_differ_is_settled() {
    let folder = tempfile::tempdir().unwrap();
    let mut ann = open(folder.path(), "ann");
    let whole = json!({"do": "whole", "pair": "c-1", "judgment": "contradiction"});
    take(&mut ann, whole);
    take(&mut ann, part("c-1", "lexical:hypernymy", ("ferry", "boat"), "entailment"));
    take(&mut ann, part("c-1", "syntactic:negation", ("no cars", "cars"), "contradiction"));
    take(&mut ann, json!({"do": "done", "pair": "c-1", "exceptions": {}}));
    let mut desk = Desk::of(ann);
    assert_eq!(desk.get("/api/settle"), json!({"pairs": [], "left": 0, "pair": null}));
    // bo finds everything as the author does, cleo finds everything unknown.
    for (reader, found) in [("bo", None), ("cleo", Some("unknown"))] {
        let mut session = open(folder.path(), reader);
        take(&mut session, json!({"do": "batch"}));
        drop(session);
        let mut reading = Desk::of(open(folder.path(), reader));
        for item in 1..=5 {
            let current = reading.get(&format!("/api/blind?item={item}"))["current"].clone();
            let as_author = match current["hypothesis"].as_str().unwrap() {
                "The night ferry to Olm carries cars." => "contradiction",
                "The night boat to Olm carries cars." => "contradiction",
                _ => "entailment",
            };
            let judgment = found.unwrap_or(as_author);
            let comment = format!("said {reader}");
            reading.take(
                json!({"do": "read", "item": item, "judgment": judgment, "confidence": 2, "comment": comment}),
            );
        }
    }
    let settle = desk.get("/api/settle?pair=c-1.1");
    assert_eq!(settle["left"], 5, "{settle}");
    let ids: Vec<&str> = settle["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| pair["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["c-1", "c-1.1", "c-1.2", "g-1", "given-part"]);
    let pair = &settle["pair"];
    assert_eq!((&pair["own"], &pair["original"]), (&json!(true), &json!("c-1")));
    assert_eq!(
        (&pair["spans"], &pair["hypothesis_spans"]),
        (&json!([[10, 15]]), &json!([[10, 14]]))
    );
    let readings = pair["readings"].as_array().unwrap();
    let roles: Vec<&str> =
        readings.iter().map(|reading| reading["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["author", "reader", "reader"]);
    assert_eq!(readings[2]["comment"], "said cleo");
    let follows = &pair["follows"];
    assert_eq!(
        follows["entailment"][0],
        "The parts of c-1 compose to contradiction, which equals the label of the original."
    );
    assert_eq!(
        follows["unknown"][1],
        "lexical:hypernymy then has entailment 0, contradiction 0, unknown 2: more negatives than entailments."
    );
    assert_eq!(
        follows["drop"][0],
        "The part leaves the dataset. The parts of c-1 compose to contradiction, which equals the label of the original."
    );
    // The two readers have read the same five pairs; sklearn.metrics.cohen_kappa_score(list("CECEE"), list("UUUUU")) = 0.
    let agreement = desk.get("/api/start")["strip"]["agreement"].clone();
    assert_eq!(agreement["between"], json!(["bo", "cleo"]));
    assert_eq!((&agreement["value"], &agreement["pairs"]), (&json!(0.0), &json!(5)));

    let settled = |reason: &str| json!({"do": "settle", "pair": "c-1.1", "judgment": "unknown", "drop": false, "reason": reason});
    assert_eq!(desk.refused(settled(" ")), "Give the reason in one sentence.");
    let both = json!({"do": "settle", "pair": "c-1.1", "judgment": "unknown", "drop": true, "reason": "r"});
    assert_eq!(desk.refused(both), "Choose a label, or drop the pair.");
    let told = desk.take(settled("A ferry may be no boat."));
    assert_eq!((&told["strip"]["settled"], &told["strip"]["to_settle"]), (&json!(1), &json!(4)));
    assert_eq!(told["strip"]["agreement"], agreement);
    let settle = desk.get("/api/settle?pair=c-1.1");
    assert_eq!(settle["pair"]["settled"]["reason"], "A ferry may be no boat.");
    let drop = json!({"do": "settle", "pair": "c-1.2", "judgment": null, "drop": true, "reason": "Broken."});
    let told = desk.take(drop);
    assert_eq!(told["strip"]["written"], 2);
    let told = desk.take(json!({"do": "undo"}));
    assert_eq!(
        (&told["undone"], &told["strip"]["written"]),
        (&json!("settling of c-1.2"), &json!(3))
    );
}

#[test]
fn what_others_do_meanwhile_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::of(open(folder.path(), "ann"));
    assert_eq!(desk.get("/api/start")["pairs"][1]["state"], "new");
    let mut bo = open(folder.path(), "bo");
    for step in ferry() {
        take(&mut bo, step);
    }
    let told = desk.take(json!({"do": "whole", "pair": "e-1", "judgment": "entailment"}));
    let lines = json!([
        {"id": "e-1", "state": "judged", "parts": 0, "author": "ann"},
        {"id": "c-1", "state": "other", "parts": 2, "author": "bo"}
    ]);
    assert_eq!(told["pairs"], lines);
    assert_eq!(told["strip"]["to_read"], 5);
    let pair = desk.get("/api/pair?id=c-1");
    let mut keys: Vec<&String> = pair.as_object().unwrap().keys().collect();
    keys.sort();
    assert_eq!(
        keys,
        [
            "author",
            "concerned",
            "flag",
            "hypothesis",
            "id",
            "may_take",
            "note",
            "second",
            "sentences",
            "state",
            "text",
            "words"
        ]
    );
    // A file that somebody breaks leaves what was known of it.
    let path = folder.path().join("bo.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("\"seq\":3", "\"seq\":9")).unwrap();
    let start = desk.get("/api/start");
    assert_eq!(start["pairs"][1]["state"], "other");
    let notes = start["notes"].to_string();
    assert!(notes.contains("bo.jsonl:3"), "{notes}");
}

#[test]
fn a_batch_is_open_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    others_at_work(folder.path());
    let mut desk = Desk::of(open(folder.path(), "ann"));
    desk.take(json!({"do": "batch"}));
    desk.take(json!({"do": "read", "item": 2, "judgment": null, "confidence": null, "comment": "Broken."}));
    let silent =
        json!({"do": "read", "item": 1, "judgment": null, "confidence": null, "comment": ""});
    assert_eq!(desk.refused(silent), "State in a comment why you cannot label the pair.");
    let before = desk.get("/api/blind");
    let read: Vec<bool> =
        before["batch"].as_array().unwrap().iter().map(|line| line["read"] == true).collect();
    assert_eq!(read, [false, true, false, false, false]);
    desk.stop();
    let desk = Desk::of(open(folder.path(), "ann"));
    assert_eq!(desk.get("/api/blind"), before);
    let second = desk.get("/api/blind?item=2")["current"].clone();
    assert_eq!((&second["has_reading"], &second["comment"]), (&json!(true), &json!("Broken.")));
}
