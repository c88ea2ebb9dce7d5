//! Presets: named mappings for the layouts of well-known datasets, runs and logs. Each is nothing but
//! YAML that a user could write; a config that names one starts from it and may change any of it.

use std::sync::LazyLock;

use serde_json::{Map, Value};

/// Names of presets, each with its YAML.
macro_rules! files {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../presets/", $name, ".yaml")))),*] };
}

/// Name and YAML of each, in the order of `phenom formats`.
const FILES: &[(&str, &str)] = files! {
    "snli" "mnli" "mnli-glue" "chaosnli" "anli" "anli-annotations" "hans" "glue-ax" "fracas"
    "sick" "sick-semeval" "med" "monli" "breaking-nli" "taxinli" "wice-claims" "wice-subclaims"
    "refchecker" "factbench" "factscore" "factscore-output" "refchecker-output" "ragchecker"
    "ragas" "veriscore" "tofueval" "rte-run" "edits" "openai-evals"
};

/// A preset.
#[derive(Debug)]
pub struct Preset {
    /// As a config names it.
    pub name: &'static str,
    /// Its YAML, as `phenom formats NAME` prints it.
    pub yaml: &'static str,
    /// What it is for.
    pub about: String,
    /// How it reads pairs, if it does.
    pub pairs: Option<Map<String, Value>>,
    /// How it reads answers, if it does.
    pub predictions: Option<Map<String, Value>>,
    /// How it reads parts that a system made, if it does.
    pub parts: Option<Map<String, Value>>,
}

/// Whether a config is being read for pairs, for answers, or for parts that a system made.
#[derive(Debug, Clone, Copy)]
pub(super) enum Side {
    Pairs,
    Predictions,
    Parts,
}

impl Preset {
    fn side(&self, side: Side) -> Option<&Map<String, Value>> {
        match side {
            Side::Pairs => self.pairs.as_ref(),
            Side::Predictions => self.predictions.as_ref(),
            Side::Parts => self.parts.as_ref(),
        }
    }
}

/// All presets.
pub fn presets() -> &'static [Preset] {
    static PRESETS: LazyLock<Vec<Preset>> =
        LazyLock::new(|| FILES.iter().filter_map(|(name, yaml)| parse(name, yaml)).collect());
    &PRESETS
}

/// The names of the presets for one side.
pub(super) fn names(side: Side) -> Vec<&'static str> {
    presets()
        .iter()
        .filter(|preset| preset.side(side).is_some())
        .map(|preset| preset.name)
        .collect()
}

fn parse(name: &'static str, yaml: &'static str) -> Option<Preset> {
    let mut values = super::document::parse_values(yaml)?;
    let values = values.as_object_mut()?;
    let mut side = |key: &str| match values.remove(key) {
        Some(Value::Object(mapping)) => Some(mapping),
        _ => None,
    };
    let (pairs, predictions, parts) = (side("pairs"), side("predictions"), side("parts"));
    let about = values.get("about")?.as_str()?.to_owned();
    Some(Preset { name, yaml, about, pairs, predictions, parts })
}

/// Puts presets in the place of their names, all through a config.
pub(super) fn apply(values: &mut Value) {
    if let Some(dataset) = values.get_mut("dataset") {
        apply_to_pairs(dataset);
    }
    for system in values.get_mut("systems").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(learn) = system.pointer_mut("/threshold/learn-on/dataset") {
            apply_to_pairs(learn);
        }
        if let Some(learn) = system.pointer_mut("/engine/learn-on") {
            apply_to_pairs(learn);
        }
        apply_to_system(system);
    }
}

/// Puts a preset in the place of its name in a description of a system.
pub(super) fn apply_to_system(system: &mut Value) {
    if let Some(parts) = system.get_mut("parts") {
        overlay(parts, Side::Parts);
    }
    overlay(system, Side::Predictions);
}

/// Puts a preset in the place of its name in a description of pairs.
pub(super) fn apply_to_pairs(pairs: &mut Value) {
    for part in ["originals", "monothematic"] {
        if let Some(part) = pairs.get_mut(part) {
            overlay(part, Side::Pairs);
        }
    }
    overlay(pairs, Side::Pairs);
}

fn overlay(said: &mut Value, side: Side) {
    let Some(mapping) = said.as_object_mut() else { return };
    let Some(named) = mapping.get("format").and_then(Value::as_str) else { return };
    // Presets are parsed only where one is named.
    if FILES.iter().all(|(name, _)| *name != named) {
        return;
    }
    let preset = presets().iter().find(|preset| preset.name == named);
    let Some(preset) = preset.and_then(|preset| preset.side(side)) else { return };
    mapping.remove("format");
    for (key, value) in preset {
        match (key.as_str(), mapping.get_mut(key)) {
            (_, None) => {
                mapping.insert(key.clone(), value.clone());
            }
            ("columns" | "phenomena", Some(Value::Object(own))) => {
                for (key, value) in value.as_object().into_iter().flatten() {
                    own.entry(key.clone()).or_insert_with(|| value.clone());
                }
            }
            (_, Some(_)) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_read() {
        assert_eq!(presets().len(), FILES.len());
        assert!(presets().iter().all(|preset| {
            [&preset.pairs, &preset.predictions, &preset.parts].into_iter().any(Option::is_some)
        }));
    }

    #[test]
    fn what_the_user_says_goes_before_the_preset() {
        let mut pairs = serde_json::json!({
            "path": "x.jsonl", "format": "snli", "columns": {"id": "captionID"}
        });
        apply_to_pairs(&mut pairs);
        assert_eq!(pairs["format"], "ndjson");
        assert_eq!(pairs["columns"]["id"], "captionID");
        assert_eq!(pairs["columns"]["gold"], "gold_label");
    }
}
