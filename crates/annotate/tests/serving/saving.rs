//! Steps are saved once, by one tab, or not at all.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::desk::{Desk, open, part};

fn lines(folder: &Path) -> usize {
    fs::read_to_string(folder.join("ann.jsonl")).unwrap().lines().count()
}

#[test]
fn a_step_that_is_sent_again_is_saved_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::of(open(folder.path(), "ann"));
    let whole = json!({"do": "whole", "pair": "e-1", "judgment": "entailment"});
    let first = desk.post_step(2, &whole);
    let again = desk.post_step(2, &whole);
    assert_eq!((first.status, again.status), (200, 200));
    assert_eq!(again.json()["seq"], 2);
    assert_eq!(again.json()["pair"]["whole"], "entailment");
    assert_eq!(lines(folder.path()), 2);
    let other = json!({"do": "whole", "pair": "e-1", "judgment": "unknown"});
    assert_eq!(desk.post_step(2, &other).refused(), (409, "seq".into()));
    assert_eq!(desk.post_step(4, &other).refused(), (409, "seq".into()));
    assert_eq!(desk.post_step(0, &other).refused(), (409, "seq".into()));
    desk.seq = 2;
    let synonymy = part("e-1", "lexical:synonymy", ("bought", "purchased"), "entailment");
    desk.take(synonymy.clone());
    desk.take(json!({"do": "undo"}));
    for (seq, step) in [(3, synonymy), (4, json!({"do": "undo"}))] {
        assert_eq!(desk.post_step(seq, &step).status, 200);
    }
    assert_eq!(desk.post_step(4, &json!({"do": "redo"})).refused(), (409, "seq".into()));
    assert_eq!(lines(folder.path()), 4);
    desk.stop();
    // The answer was lost, and so was the program.
    let desk = Desk::of(open(folder.path(), "ann"));
    assert_eq!(desk.post_step(2, &whole).status, 200);
    assert_eq!(lines(folder.path()), 4);
}

#[test]
fn one_tab_writes() {
    let folder = tempfile::tempdir().unwrap();
    let desk = Desk::of(open(folder.path(), "ann"));
    let whole = json!({"do": "whole", "pair": "e-1", "judgment": "entailment"});
    let free = r#"{"if_free": true}"#;
    assert_eq!(desk.browser.post("/api/lease", free).refused(), (409, "lease".into()));
    let taken = desk.browser.post("/api/lease", "{}").json();
    assert_eq!(desk.post_step(2, &whole).refused(), (409, "lease".into()));
    let draft = json!({"lease": desk.lease, "draft": {"a": 1}}).to_string();
    assert_eq!(desk.browser.post("/api/draft", &draft).refused(), (409, "lease".into()));
    let beat = json!({"lease": desk.lease}).to_string();
    assert_eq!(desk.browser.post("/api/beat", &beat).refused(), (409, "lease".into()));
    let bye = json!({"lease": taken["lease"], "bye": true}).to_string();
    assert_eq!(desk.browser.post("/api/beat", &bye).json(), json!({"seq": 1}));
    let free = desk.browser.post("/api/lease", free);
    assert_eq!(free.status, 200);
    let body = json!({"lease": free.json()["lease"], "seq": 2, "step": whole}).to_string();
    assert_eq!(desk.browser.post("/api/step", &body).status, 200);
    // A step that is saved is said to be, to any tab.
    assert_eq!(desk.post_step(2, &whole).status, 200);
    assert_eq!(lines(folder.path()), 2);
}

#[test]
fn requests_of_another_form_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let desk = Desk::of(open(folder.path(), "ann"));
    let post = |path: &str, body: &str| desk.browser.post(path, body).refused();
    assert_eq!(post("/api/step", "{"), (400, "malformed".into()));
    assert_eq!(post("/api/step", "[]"), (400, "malformed".into()));
    assert_eq!(post("/api/try", r#"{"pair": "e-1"}"#), (400, "malformed".into()));
    assert_eq!(post("/api/lease", r#"{"force": true}"#), (400, "malformed".into()));
    assert_eq!(post("/api/nothing", "{}"), (404, "path".into()));
    assert_eq!(post("/api/start", "{}"), (405, "method".into()));
    let get = |path: &str| desk.browser.get(path).refused();
    assert_eq!(get("/api/step"), (405, "method".into()));
    assert_eq!(get("/api/pair"), (400, "malformed".into()));
    assert_eq!(get("/api/pair?id=e-9"), (404, "pair".into()));
    assert_eq!(get("/api/pair?id=given-part"), (404, "pair".into()));
    assert_eq!(get("/api/pair?id=%ff"), (400, "malformed".into()));
    assert_eq!(get("/api/plan?all=1"), (400, "malformed".into()));
    assert_eq!(get("/api/blind?item=x"), (400, "malformed".into()));
    assert_eq!(get("/api/blind?item=7"), (404, "pair".into()));
    assert_eq!(lines(folder.path()), 1);
}

#[test]
fn what_is_half_typed_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let desk = Desk::of(open(folder.path(), "ann"));
    assert_eq!(desk.get("/api/start")["draft"], json!(null));
    let draft = json!({"pair": "e-1", "left": "ferry 🙂"});
    let body = json!({"lease": desk.lease, "draft": draft}).to_string();
    assert_eq!(desk.browser.post("/api/draft", &body).status, 200);
    desk.stop();
    let desk = Desk::of(open(folder.path(), "ann"));
    assert_eq!(desk.get("/api/start")["draft"], draft);
}

/// The limit on the size of files stands for a full disk: both let a write come back with an error. It holds for a
/// process, so the test runs in one of its own.
#[test]
fn a_step_that_cannot_be_written_is_told_and_leaves_nothing() {
    const FOLDER: &str = "PHENOM_TEST_FULL_DISK";
    let Ok(folder) = std::env::var(FOLDER) else {
        let folder = tempfile::tempdir().unwrap();
        let test = std::env::current_exe().unwrap();
        let run = Command::new("sh")
            .args(["-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\""])
            .arg(test)
            .args(["--exact", "saving::a_step_that_cannot_be_written_is_told_and_leaves_nothing"])
            .env(FOLDER, folder.path())
            .output()
            .unwrap();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
        assert!(folder.path().join("reached").exists());
        return;
    };
    let folder = Path::new(&folder);
    let mut desk = Desk::of(open(folder, "ann"));
    let mut written = 0;
    let refused = loop {
        let judgment = ["entailment", "unknown"][written % 2];
        let whole = json!({"do": "whole", "pair": "e-1", "judgment": judgment});
        let before = fs::read(folder.join("ann.jsonl")).unwrap();
        let reply = desk.post_step(desk.seq + 1, &whole);
        if reply.status != 200 {
            assert_eq!(fs::read(folder.join("ann.jsonl")).unwrap(), before);
            // It is not there in memory either, and the next attempt fails in the same way.
            assert_eq!(desk.get("/api/start")["seq"], desk.seq);
            assert_eq!(desk.post_step(desk.seq + 1, &whole).refused(), reply.refused());
            break reply;
        }
        desk.seq += 1;
        written += 1;
        assert!(written < 1000);
    };
    assert_eq!(refused.refused(), (507, "disk".into()));
    let error = refused.json()["error"].as_str().unwrap().to_owned();
    assert!(error.starts_with("phenom cannot write ann.jsonl"), "{error}");
    let draft = json!({"lease": desk.lease, "draft": {"text": "x".repeat(9000)}}).to_string();
    assert_eq!(desk.browser.post("/api/draft", &draft).refused(), (507, "disk".into()));
    fs::write(folder.join("reached"), "").unwrap();
}
