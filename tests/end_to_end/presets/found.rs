//! What phenom makes of a dataset and its systems, by a config and on the command line.

use serde_json::{Value, json};

use crate::end_to_end::scene::{SCORES_ONLY, Scene, Scores, scores};

/// What phenom makes of a dataset and its systems.
pub(super) struct Found {
    pub(super) summary: Value,
    pub(super) rows: Vec<Value>,
    pub(super) scores: Scores,
}

impl Found {
    /// Reads a config that has `dataset: {...}` and `systems: [...]`.
    pub(super) fn new(scene: &Scene, dataset: &str, systems: &str) -> Self {
        let config =
            format!("dataset: {{{dataset}}}\nsystems: [{systems}]\n{SCORES_ONLY}").into_bytes();
        scene.write("c.yaml", &config);
        let summary = check(scene, &["c.yaml"]);
        succeed(scene, &["convert", "c.yaml", "rows.ndjson", "--overwrite"]);
        let rows = scene.read("rows.ndjson");
        let rows = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
        succeed(scene, &["run", "c.yaml", "--all", "--overwrite"]);
        Self { summary, rows, scores: scores(&scene.read("report/scores.csv")) }
    }

    /// Reads a file with a preset, by a config and on the command line.
    pub(super) fn file(scene: &Scene, path: &str, format: &str, systems: &str) -> Self {
        let found = Self::new(scene, &format!("path: {path}, format: {format}"), systems);
        let mut by_config = found.summary.clone();
        by_config["systems"] = json!([]);
        assert_eq!(check(scene, &[path, "--format", format]), by_config);
        found
    }

    /// The original pairs and their judgments: `3: 1 entailment, 2 unknown`.
    pub(super) fn originals(&self) -> String {
        part(&self.summary["original"])
    }

    pub(super) fn monothematic(&self) -> String {
        part(&self.summary["monothematic"])
    }

    /// The phenomena with the numbers of their pairs, sorted.
    pub(super) fn phenomena(&self) -> Vec<String> {
        let mut phenomena = Vec::new();
        for category in list(&self.summary["categories"]) {
            for phenomenon in list(&category["phenomena"]) {
                let (category, name) = (text(&category["category"]), text(&phenomenon["name"]));
                phenomena.push(format!("{category}:{name} {}", phenomenon["pairs"]));
            }
        }
        phenomena.sort();
        phenomena
    }

    pub(super) fn attribute(&self, name: &str) -> String {
        let attributes = list(&self.summary["attributes"]);
        let attribute = attributes.iter().find(|listed| listed["attribute"] == name).unwrap();
        counts(&attribute["values"])
    }

    /// What a system answered: `1 entailment, 2 unknown`.
    pub(super) fn answers(&self, system: &str) -> String {
        let systems = list(&self.summary["systems"]);
        counts(&systems.iter().find(|listed| listed["system"] == system).unwrap()["answers"])
    }

    /// On how many pairs of how many a system is right.
    pub(super) fn right(&self, system: &str, population: &str, kind: &str, slice: &str) -> String {
        let row = &self.scores[&[system, population, kind, slice, "accuracy"].map(str::to_owned)];
        format!("{}/{}", row["numerator"], row["denominator"])
    }

    pub(super) fn right_originals(&self, system: &str) -> String {
        self.right(system, "original", "all", "")
    }

    pub(super) fn ids(&self) -> Vec<&str> {
        self.rows.iter().map(|row| text(&row["id"])).collect()
    }

    pub(super) fn texts(&self, id: &str) -> (&str, &str) {
        let row = self.rows.iter().find(|row| row["id"] == id).unwrap();
        (row["text"].as_str().unwrap_or_default(), row["hypothesis"].as_str().unwrap_or_default())
    }

    /// What each annotator said of a pair.
    pub(super) fn annotations(&self, id: &str) -> Value {
        let row = self.rows.iter().find(|row| row["id"] == id).unwrap();
        row["annotations"].as_str().map_or(json!({}), |said| serde_json::from_str(said).unwrap())
    }
}

pub(super) fn succeed(scene: &Scene, arguments: &[&str]) -> String {
    let outcome = scene.phenom(arguments);
    assert_eq!(outcome.code, Some(0), "{arguments:?}: {}", outcome.stderr);
    outcome.stdout
}

/// What phenom refuses, and why.
pub(super) fn refused(scene: &Scene, arguments: &[&str]) -> String {
    let outcome = scene.phenom(arguments);
    assert_eq!(outcome.code, Some(2), "{arguments:?}: {}", outcome.stdout);
    outcome.stderr
}

pub(super) fn check(scene: &Scene, arguments: &[&str]) -> Value {
    let arguments = [&["check"], arguments, &["--json"]].concat();
    serde_json::from_str(&succeed(scene, &arguments)).unwrap()
}

pub(super) fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

pub(super) fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

pub(super) fn counts(of: &Value) -> String {
    let counts: Vec<String> = list(of)
        .iter()
        .map(|label| format!("{} {}", label["pairs"], text(&label["name"])))
        .collect();
    counts.join(", ")
}

pub(super) fn part(part: &Value) -> String {
    let without = match &part["without_gold"] {
        none if *none == 0 => String::new(),
        some => format!(", {some} without gold"),
    };
    format!("{}: {}{without}", part["pairs"], counts(&part["judgments"]))
}

/// Raw text with its tabs.
pub(super) fn tabbed(raw: &str) -> String {
    raw.replace(r"\t", "\t")
}

pub(super) fn scene<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Scene {
    Scene::new(files.into_iter().map(|(name, content)| (name, content.as_bytes())))
}

/// A system whose answers stand in a file of `id,label`.
pub(super) const SYSTEM: &str = "{name: A, predictions: a.csv}";
