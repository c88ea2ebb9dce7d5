//! Whoever reads blind cannot tell two worlds apart in which the pairs are the same and the judgments on them are not.

use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::desk::{Desk, PAIRS, open_on, part, take};

/// What bo and the dataset find, and what the reader is not to know.
#[derive(Clone, Copy)]
struct World {
    whole: &'static str,
    parts: [&'static str; 2],
    given: &'static str,
    cleo: &'static str,
}

const ONE: World = World {
    whole: "contradiction",
    parts: ["entailment", "contradiction"],
    given: "unknown",
    cleo: "unknown",
};

const OTHER: World = World {
    whole: "unknown",
    parts: ["unknown", "unknown"],
    given: "entailment",
    cleo: "contradiction",
};

fn pairs(world: World) -> String {
    let given = |gold: &str| {
        format!(r#""hypothesis": "A bird slept on the barge.", "gold": "{gold}", "phenomena""#)
    };
    assert!(PAIRS.contains(&given("unknown")));
    PAIRS.replace(&given("unknown"), &given(world.given))
}

/// A step of an annotator without a server.
fn takes(folder: &Path, world: World, annotator: &str, steps: &[Value]) {
    let mut session = open_on(&pairs(world), "00", folder, annotator).unwrap();
    steps.iter().for_each(|step| take(&mut session, step.clone()));
}

/// Everything that is answered to ann, in its order; what differs by time and chance is left out.
struct Reader {
    desk: Desk,
    heard: Vec<String>,
}

impl Reader {
    fn hear(&mut self, path: &str, mut told: Value) {
        told["saved_at"] = Value::Null;
        told["strip"]["saved_at"] = Value::Null;
        // The own file is in another folder, and each of its lines has its time.
        told["file"] = Value::Null;
        told["path"] = Value::Null;
        let lines = told["lines"].as_array().into_iter().flatten();
        let lines: Vec<Value> = lines
            .map(|line| {
                let mut line: Value = serde_json::from_str(line.as_str().unwrap()).unwrap();
                line["at"] = Value::Null;
                line
            })
            .collect();
        told["lines"] = json!(lines);
        self.heard.push(format!("{path} {told}"));
    }

    fn look_around(&mut self) {
        for path in [
            "/api/start",
            "/api/plan",
            "/api/pair?id=e-1",
            "/api/pair?id=c-1",
            "/api/pair?id=g-1",
            "/api/blind",
            "/api/blind?item=1",
            "/api/settle",
            "/api/settle?pair=u-1",
            "/api/settle?pair=c-1.1",
            "/api/file?pair=e-1",
            "/api/file?pair=c-1",
            "/api/file?pair=g-1",
        ] {
            let told = self.desk.browser.get(path).json();
            self.hear(path, told);
        }
    }

    fn takes(&mut self, step: Value) {
        let told = self.desk.take(step);
        self.hear("step", told);
        self.look_around();
    }
}

/// All that ann hears in a world up to the last pair of the batch, and what bo's own plan says.
fn heard_in(world: World) -> (Vec<String>, Value, Reader, TempDir) {
    let held = tempfile::tempdir().unwrap();
    let folder = held.path().join("pairs.annotations");
    let mut reader = Reader {
        desk: Desk::of(open_on(&pairs(world), "00", &folder, "ann").unwrap()),
        heard: Vec::new(),
    };
    // The totals before.
    reader.look_around();
    let whole = json!({"do": "whole", "pair": "c-1", "judgment": world.whole});
    let hypernymy = part("c-1", "lexical:hypernymy", ("ferry", "boat"), world.parts[0]);
    let negation = part("c-1", "syntactic:negation", ("no cars", "cars"), world.parts[1]);
    // One step at a time, as somebody at work beside the reader takes them.
    for step in [
        whole,
        hypernymy,
        negation,
        json!({"do": "done", "pair": "c-1", "exceptions": {"chain": "Kept all the same.", "composition": "Kept all the same."}}),
    ] {
        takes(&folder, world, "bo", &[step]);
        reader.look_around();
    }
    let read = |item: usize, judgment: &str| json!({"do": "read", "item": item, "judgment": judgment, "confidence": 2, "comment": "c"});
    takes(&folder, world, "cleo", &[json!({"do": "batch"})]);
    for item in 1..=5 {
        takes(&folder, world, "cleo", &[read(item, world.cleo)]);
    }
    reader.takes(json!({"do": "batch"}));
    for item in 1..=4 {
        reader.takes(read(item, "entailment"));
    }
    // Own work goes on beside the batch, and tells nothing of it.
    reader.takes(json!({"do": "whole", "pair": "e-1", "judgment": "entailment"}));
    reader.takes(part("e-1", "lexical:synonymy", ("bought", "purchased"), "entailment"));
    let bo = Desk::of(open_on(&pairs(world), "00", &folder, "bo").unwrap());
    (std::mem::take(&mut reader.heard), bo.get("/api/plan"), reader, held)
}

#[test]
fn no_answer_to_a_reader_depends_on_a_judgment_that_is_to_be_given_blind() {
    let [(one, bo_in_one, mut reader, _held), (other, bo_in_other, ..)] =
        [ONE, OTHER].map(heard_in);
    assert_eq!(one.len(), other.len());
    for (one, other) in one.iter().zip(&other) {
        assert_eq!(one, other);
    }
    // The author's plan is what would have told: it differs between the worlds.
    assert_ne!(bo_in_one, bo_in_other);
    let plans: Vec<&String> = one.iter().filter(|told| told.starts_with("/api/plan")).collect();
    assert!(plans[0].contains("rows") && !plans[0].contains("hidden"), "{}", plans[0]);
    let hidden = plans.iter().filter(|told| told.contains(r#""hidden":true"#)).count();
    assert_eq!(hidden, 7, "while the batch is open");

    // When the batch is closed, its parts are counted.
    let counted = |plan: &Value, tag: &str| {
        let row = plan["rows"].as_array().unwrap().iter().find(|row| row["tag"] == tag).unwrap();
        row["written"].clone()
    };
    reader.takes(
        json!({"do": "read", "item": 5, "judgment": "unknown", "confidence": 2, "comment": ""}),
    );
    let plan = reader.desk.get("/api/plan");
    assert_eq!(counted(&plan, "syntactic:negation"), json!([0, 1, 0]));
    assert_eq!(counted(&plan, "lexical:hypernymy"), json!([1, 0, 1]));
    assert_eq!(counted(&plan, "lexical:synonymy"), json!([1, 0, 0]));
    let strip = reader.desk.get("/api/start")["strip"].clone();
    assert_eq!(strip["written"], 4);
    assert!(reader.desk.get("/api/pair?id=e-1")["written"].is_object());
}
