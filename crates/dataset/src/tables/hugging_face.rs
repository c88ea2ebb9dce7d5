//! What Hugging Face `datasets` writes into the metadata of a table: the names of the classes that numbers stand for.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use super::{arrow, parquet};
use crate::ProblemKind;
use crate::input::{Fatal, Input};

/// The key in the metadata.
const KEY: &str = "huggingface";

/// How deep columns are looked into.
const DEEPEST: usize = 8;

/// Columns by their paths, each with the names of its classes in the order of their numbers.
type Classes = BTreeMap<String, Vec<String>>;

/// The names of the classes in the columns of a Parquet file, also in structures and lists (`answers[*].label`).
///
/// # Errors
/// If the file cannot be read, or is damaged.
pub fn parquet_class_names(path: &Path) -> Result<Classes, ProblemKind> {
    named(parquet::metadata(path, KEY))
}

/// The names of the classes in the columns of an Arrow file, also in structures and lists.
///
/// # Errors
/// If the file cannot be read, or is damaged.
pub fn arrow_class_names(path: &Path) -> Result<Classes, ProblemKind> {
    named(arrow::metadata(Input::File(path.to_owned()), KEY))
}

fn named(said: Result<Option<String>, Fatal>) -> Result<Classes, ProblemKind> {
    let said = said.map_err(|(_, kind)| kind)?.unwrap_or_default();
    let said: Value = serde_json::from_str(&said).unwrap_or_default();
    let mut classes = Classes::new();
    if let Some(features) = said.pointer("/info/features") {
        add(features, "", DEEPEST, &mut classes);
    }
    Ok(classes)
}

/// Adds the classes in a feature: a single one, those of a structure by their names, those of a list.
fn add(feature: &Value, path: &str, deeper: usize, classes: &mut Classes) {
    let Some(deeper) = deeper.checked_sub(1) else { return };
    match feature {
        // A list of one feature, as older versions write it.
        Value::Array(of) => {
            of.iter().take(1).for_each(|of| add(of, &format!("{path}[*]"), deeper, classes));
        }
        Value::Object(feature) => match feature.get("_type").and_then(Value::as_str) {
            Some("ClassLabel") => {
                let names = feature.get("names").and_then(Value::as_array);
                let names = names.into_iter().flatten();
                let names = names.map(|name| name.as_str().map(str::to_owned));
                if let Some(names) =
                    names.collect::<Option<Vec<_>>>().filter(|names| !names.is_empty())
                {
                    classes.insert(path.to_owned(), names);
                }
            }
            Some("List" | "LargeList" | "Sequence") => {
                if let Some(of) = feature.get("feature") {
                    add(of, &format!("{path}[*]"), deeper, classes);
                }
            }
            Some(_) => {}
            None => {
                for (name, feature) in feature {
                    let path =
                        if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                    add(feature, &path, deeper, classes);
                }
            }
        },
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_found_in_structures_and_lists() {
        let said = r#"{"info": {"features": {
            "id": {"dtype": "string", "_type": "Value"},
            "label": {"names": ["no", "yes"], "_type": "ClassLabel"},
            "gold": {"label": {"names": ["a", "b"], "_type": "ClassLabel"}},
            "old": [{"label": {"names": ["c"], "_type": "ClassLabel"}}],
            "answers": {"feature": {"label": {"names": ["d"], "_type": "ClassLabel"}}, "_type": "List"}}}}"#;
        let classes = named(Ok(Some(said.to_owned()))).unwrap();
        let paths: Vec<&str> = classes.keys().map(String::as_str).collect();
        assert_eq!(paths, ["answers[*].label", "gold.label", "label", "old[*].label"]);
        assert_eq!(classes["label"], ["no", "yes"]);
        assert!(named(Ok(None)).unwrap().is_empty());
    }
}
