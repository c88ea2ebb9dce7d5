//! A dataset, annotators who have worked on it, and a server for one of them.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread::JoinHandle;

use phenom_annotate::request::Step;
use phenom_annotate::session::{Opening, Session};
use phenom_annotate::view::Guideline;
use phenom_annotate::{Assignment, Inventory, Originals, Plan, Refused};
use phenom_dataset::{
    CompositionRule, Dataset, DatasetBuilder, Input, KeepTexts, LabelScheme, PairFormat,
    PairSource, read_pairs,
};
use serde_json::{Value, json};

use crate::client::{Browser, Reply};

/// Two originals to decompose, one on another text, and one whose part the dataset has.
pub(crate) const PAIRS: &str = concat!(
    r#"{"id": "e-1", "text": "The Kestrel Trust bought the old cannery in spring.", "hypothesis": "The Kestrel Trust purchased the old cannery.", "gold": "entailment"}"#,
    "\n",
    r#"{"id": "c-1", "text": "The night ferry to Olm carries no cars.", "hypothesis": "The night boat to Olm carries cars.", "gold": "contradiction"}"#,
    "\n",
    r#"{"id": "u-1", "text": "A clerk said that the crates held ivory.", "hypothesis": "The containers held ivory.", "gold": "unknown"}"#,
    "\n",
    r#"{"id": "g-1", "text": "A heron slept on the barge.", "hypothesis": "A bird slept.", "gold": "entailment", "monothematic": [{"id": "given-part", "hypothesis": "A bird slept on the barge.", "gold": "unknown", "phenomena": ["lexical:hypernymy"]}]}"#,
    "\n",
);

pub(crate) fn dataset(text: &str) -> Dataset {
    let source = PairSource::new(PairFormat::PhenomJsonl, LabelScheme::judgments());
    let mut builder = DatasetBuilder::new(KeepTexts::Yes);
    let input = Input::Stream(Box::new(std::io::Cursor::new(text.to_owned().into_bytes())));
    read_pairs(&source, "pairs.jsonl", input, &mut builder);
    builder.finish().unwrap()
}

fn inventory() -> Inventory {
    let entry = |phenomenon: &str, pattern: &str, constraint: &str| json!({"phenomenon": phenomenon, "definition": "d", "pattern": pattern, "constraint": constraint});
    let inventory = json!({
        "categories": [{"name": "lexical", "ask": "One word for another?"}],
        "phenomena": [
            entry("lexical:synonymy", "x → y", "synonyms(x, y)"),
            entry("lexical:hypernymy", "x → y", "hypernym(x, y)"),
            entry("syntactic:modifier", "x m → x", "subsective(m)"),
            entry("syntactic:negation", "NEG P → P", "negated(P)"),
        ]
    });
    serde_json::from_value(inventory).unwrap()
}

pub(crate) fn open_on(
    pairs: &str,
    sha256: &str,
    folder: &Path,
    annotator: &str,
) -> Result<Session, Vec<Refused>> {
    session(pairs, sha256, (folder, annotator), false, Assignment::default())
}

/// On the pairs of [`PAIRS`], with some assignment.
pub(crate) fn open_as(folder: &Path, annotator: &str, assignment: Assignment) -> Session {
    session(PAIRS, "00", (folder, annotator), false, assignment).unwrap()
}

/// Pairs that are labelled and not decomposed.
pub(crate) fn open_to_label(pairs: &str, folder: &Path, annotator: &str) -> Session {
    session(pairs, "00", (folder, annotator), true, Assignment::default()).unwrap()
}

fn session(
    pairs: &str,
    sha256: &str,
    (folder, annotator): (&Path, &str),
    label_only: bool,
    assignment: Assignment,
) -> Result<Session, Vec<Refused>> {
    let dataset = dataset(pairs);
    let mut originals =
        Originals::new(&dataset, "pairs.jsonl".to_owned(), format!("{sha256:0<64}")).unwrap();
    originals.label_only = label_only;
    let plan = json!({"lexical:synonymy": {"entailment": 2, "unknown": 1}});
    let plan: Plan = serde_json::from_value(plan).unwrap();
    Session::open(Opening {
        dataset,
        originals,
        folder: phenom_files::Start::of_user(folder).unwrap(),
        annotator: annotator.to_owned(),
        inventory: inventory(),
        guidelines: vec![Guideline { title: "Judge first".into(), paragraphs: vec!["P".into()] }],
        plan: Some(plan),
        composition: CompositionRule::All,
        assignment,
    })
}

pub(crate) fn open(folder: &Path, annotator: &str) -> Session {
    open_on(PAIRS, "00", folder, annotator).unwrap()
}

/// Takes a step without a server.
pub(crate) fn take(session: &mut Session, step: Value) {
    let read: Step = serde_json::from_value(step.clone()).unwrap();
    let seq = session.saved() + 1;
    session.step(seq, read).unwrap_or_else(|refusal| panic!("{step}: {refusal}"));
}

pub(crate) fn part(
    pair: &str,
    phenomenon: &str,
    (left, right): (&str, &str),
    judgment: &str,
) -> Value {
    json!({
        "do": "part", "pair": pair, "part": null, "phenomenon": phenomenon,
        "rule": {"pattern": "PATTERN-OF-AUTHOR", "constraint": "CONSTRAINT-OF-AUTHOR", "left_hand_side": left, "right_hand_side": right},
        "judgment": judgment
    })
}

/// The steps that decompose the ferry.
pub(crate) fn ferry() -> Vec<Value> {
    vec![
        json!({"do": "whole", "pair": "c-1", "judgment": "contradiction"}),
        part("c-1", "lexical:hypernymy", ("ferry", "boat"), "entailment"),
        part("c-1", "syntactic:negation", ("no cars", "cars"), "contradiction"),
        json!({"do": "done", "pair": "c-1", "exceptions": {}}),
    ]
}

/// A server at work.
pub(crate) struct Desk {
    pub(crate) browser: Browser,
    pub(crate) lease: String,
    pub(crate) seq: u64,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Desk {
    /// Serves a session, and takes the lease.
    pub(crate) fn of(session: Session) -> Desk {
        let seq = session.saved();
        let stop = Arc::new(AtomicBool::new(false));
        let (tell, told) = channel();
        let until = Arc::clone(&stop);
        let thread = std::thread::spawn(move || {
            let announce = |listening: &_| tell.send(Browser::new(listening)).unwrap();
            phenom_annotate::api::serve(session, None, &until, announce).unwrap();
        });
        let browser = told.recv().unwrap();
        let lease = browser.post("/api/lease", "{}").json()["lease"].as_str().unwrap().to_owned();
        Desk { browser, lease, seq, stop, thread: Some(thread) }
    }

    pub(crate) fn get(&self, path: &str) -> Value {
        let reply = self.browser.get(path);
        assert_eq!(reply.status, 200, "{path}: {}", reply.body);
        reply.json()
    }

    /// Posts a step under a number.
    pub(crate) fn post_step(&self, seq: u64, step: &Value) -> Reply {
        let body = json!({"lease": self.lease, "seq": seq, "step": step});
        self.browser.post("/api/step", &body.to_string())
    }

    /// Takes a step that is saved.
    pub(crate) fn take(&mut self, step: Value) -> Value {
        let reply = self.post_step(self.seq + 1, &step);
        assert_eq!(reply.status, 200, "{step}: {}", reply.body);
        let told = reply.json();
        self.seq += 1;
        assert_eq!(told["seq"], self.seq);
        told
    }

    /// The sentence with which a step is refused.
    pub(crate) fn refused(&self, step: Value) -> String {
        let reply = self.post_step(self.seq + 1, &step);
        assert_eq!(reply.refused(), (422, "step".to_owned()), "{step}: {}", reply.body);
        reply.json()["error"].as_str().unwrap().to_owned()
    }

    /// Ends the server; the file is free for the next one.
    pub(crate) fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
