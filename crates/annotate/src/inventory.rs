//! The phenomena that annotators choose from, with what they read about each.

use std::collections::{BTreeMap, HashSet};

use phenom_dataset::{Judgment, Phenomenon, nearest};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The phenomena of a decomposition, in the order in which they are shown.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inventory {
    /// The categories, in the order in which they are asked: the first that fits is taken.
    #[serde(default)]
    pub categories: Vec<Category>,
    /// What a part can be tagged with: at least one entry, no path twice.
    pub phenomena: Vec<Entry>,
}

/// Something that annotators are to read before they begin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guideline {
    /// What it is about.
    pub title: String,
    /// What it says.
    pub paragraphs: Vec<String>,
}

/// A category with the question that leads to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Category {
    /// Its name, the first part of the path of its phenomena.
    pub name: String,
    /// What to ask.
    pub ask: String,
}

/// A phenomenon with its definition, the form of its rules and examples.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Entry {
    /// Its path, `lexical:synonymy`.
    pub phenomenon: String,
    /// What it is.
    pub definition: String,
    /// When to choose it.
    #[serde(default)]
    pub choose_when: String,
    /// What it is easily taken for.
    #[serde(default)]
    pub nearest: Vec<Neighbour>,
    /// The form of its rules, `x → y`.
    #[serde(default)]
    pub pattern: String,
    /// What has to hold between the two sides, `synonyms(x, y)`.
    #[serde(default)]
    pub constraint: String,
    /// What holds instead if the label is not entailment, `opposite(x, y)`.
    #[serde(default)]
    pub constraints: BTreeMap<Judgment, String>,
    /// How contradiction and unknown come about.
    #[serde(default)]
    pub misapplied: String,
    /// The text of the examples; brackets mark the left-hand side.
    #[serde(default)]
    pub text: String,
    /// Hypotheses that rules of this phenomenon make.
    #[serde(default)]
    pub examples: Vec<Example>,
    /// What else to know.
    pub note: Option<String>,
}

impl Entry {
    /// The constraint to propose for a label: that of a rule that holds, unless the label says that it does not.
    #[must_use]
    pub fn constraint_for(&self, judgment: Option<Judgment>) -> &str {
        match judgment {
            None | Some(Judgment::Entailment) => &self.constraint,
            Some(judgment) => self.constraints.get(&judgment).map_or("", String::as_str),
        }
    }
}

/// A phenomenon that another is easily taken for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Neighbour {
    /// The path of another entry of the inventory, `lexical:synonymy`.
    pub phenomenon: String,
    /// How to tell them apart.
    pub why: String,
}

/// A hypothesis and its judgment; brackets mark the right-hand side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// What the text says of the hypothesis.
    pub judgment: Judgment,
    /// A text of its own, in the place of the entry's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The text with the words in brackets replaced.
    pub hypothesis: String,
}

/// What can be wrong with an inventory.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InventoryError {
    /// It has no phenomenon.
    #[error("the inventory has no phenomena")]
    Empty,
    /// A path that is none.
    #[error("`{0}` is not the path of a phenomenon: write it as CATEGORY:PHENOMENON")]
    NoPath(String),
    /// A phenomenon that stands in it twice.
    #[error("the inventory contains `{0}` twice")]
    Twice(String),
    /// A neighbour that is not in it.
    #[error("`{of}` names the neighbour `{phenomenon}`, which is missing from the inventory")]
    UnknownNeighbour {
        /// The phenomenon that names it.
        of: String,
        /// The path that is not in the inventory.
        phenomenon: String,
    },
    /// An example that is not its text with the bracketed words replaced.
    #[error(
        "an example of `{of}` differs from its text with the words in brackets replaced: {hypothesis}"
    )]
    Example {
        /// The path of the entry that has the example.
        of: String,
        /// The hypothesis of the example.
        hypothesis: String,
    },
}

impl Inventory {
    /// Says what is wrong with an inventory.
    ///
    /// # Errors
    /// See [`InventoryError`].
    pub fn check(&self) -> Result<(), InventoryError> {
        if self.phenomena.is_empty() {
            return Err(InventoryError::Empty);
        }
        let mut known = HashSet::new();
        for entry in &self.phenomena {
            let path = &entry.phenomenon;
            if Phenomenon::parse(path).is_err() {
                return Err(InventoryError::NoPath(path.clone()));
            }
            if !known.insert(path.as_str()) {
                return Err(InventoryError::Twice(path.clone()));
            }
        }
        for entry in &self.phenomena {
            let of = || entry.phenomenon.clone();
            for Neighbour { phenomenon, .. } in &entry.nearest {
                if !known.contains(phenomenon.as_str()) {
                    let phenomenon = phenomenon.clone();
                    return Err(InventoryError::UnknownNeighbour { of: of(), phenomenon });
                }
            }
            for example in &entry.examples {
                let text = example.text.as_ref().unwrap_or(&entry.text);
                if !replaces(text, &example.hypothesis) {
                    let hypothesis = example.hypothesis.clone();
                    return Err(InventoryError::Example { of: of(), hypothesis });
                }
            }
        }
        Ok(())
    }

    /// The entry of a phenomenon.
    #[must_use]
    pub fn entry(&self, phenomenon: &str) -> Option<&Entry> {
        self.phenomena.iter().find(|entry| entry.phenomenon == phenomenon)
    }

    /// The phenomenon that somebody may have meant: the nearest path, or the only one with this name or with the
    /// nearest name.
    #[must_use]
    pub fn nearest(&self, phenomenon: &str) -> Option<String> {
        let paths = || self.phenomena.iter().map(|entry| entry.phenomenon.as_str());
        let name = |path: &'_ str| path.rsplit(':').next().unwrap_or(path).to_owned();
        if let Some(path) = nearest(phenomenon, paths()) {
            return Some(path);
        }
        let names: Vec<String> = paths().map(name).collect();
        let wanted = name(phenomenon);
        let meant = nearest(&wanted, names.iter().map(String::as_str)).unwrap_or(wanted);
        let mut fitting = paths().filter(|path| name(path) == meant);
        let found = fitting.next()?;
        fitting.next().is_none().then(|| found.to_owned())
    }
}

/// Whether a hypothesis is the text with the words in brackets replaced.
fn replaces(text: &str, hypothesis: &str) -> bool {
    let around = |marked: &str| {
        let (before, rest) = marked.split_once('[')?;
        let (inner, after) = rest.split_once(']')?;
        Some((before.to_owned(), inner.to_owned(), after.to_owned()))
    };
    match (around(text), around(hypothesis)) {
        (Some((before, left, after)), Some((same_before, right, same_after))) => {
            before == same_before && after == same_after && left != right
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(phenomenon: &str) -> Entry {
        Entry {
            phenomenon: phenomenon.to_owned(),
            definition: "d".to_owned(),
            choose_when: String::new(),
            nearest: Vec::new(),
            pattern: String::new(),
            constraint: String::new(),
            constraints: BTreeMap::new(),
            misapplied: String::new(),
            text: "A [heron] slept.".to_owned(),
            examples: Vec::new(),
            note: None,
        }
    }

    fn inventory(paths: &[&str]) -> Inventory {
        let phenomena = paths.iter().map(|path| entry(path)).collect();
        Inventory { categories: Vec::new(), phenomena }
    }

    #[test]
    fn what_is_wrong_with_an_inventory_is_told() {
        assert_eq!(inventory(&[]).check(), Err(InventoryError::Empty));
        assert_eq!(
            inventory(&["lexical:"]).check(),
            Err(InventoryError::NoPath("lexical:".into()))
        );
        assert_eq!(inventory(&["a:b", "a:b"]).check(), Err(InventoryError::Twice("a:b".into())));
        let mut wrong = inventory(&["a:b"]);
        wrong.phenomena[0].nearest =
            vec![Neighbour { phenomenon: "a:c".into(), why: String::new() }];
        assert!(matches!(wrong.check(), Err(InventoryError::UnknownNeighbour { .. })));
        let example = |hypothesis: &str| Example {
            judgment: Judgment::Entailment,
            text: None,
            hypothesis: hypothesis.to_owned(),
        };
        let mut right = inventory(&["a:b"]);
        right.phenomena[0].examples = vec![example("A [bird] slept.")];
        assert_eq!(right.check(), Ok(()));
        for other in ["A [bird] sleeps.", "A bird slept.", "A [heron] slept."] {
            right.phenomena[0].examples = vec![example(other)];
            assert!(matches!(right.check(), Err(InventoryError::Example { .. })), "{other}");
        }
    }

    #[test]
    fn the_nearest_phenomenon_is_found_by_its_path_or_by_its_name() {
        let known =
            inventory(&["lexical:synonymy", "syntactic:apposition", "discourse:apposition"]);
        assert_eq!(known.nearest("lexical:synonimy").as_deref(), Some("lexical:synonymy"));
        assert_eq!(known.nearest("synonymy").as_deref(), Some("lexical:synonymy"));
        // There are two of them.
        assert_eq!(known.nearest("apposition"), None);
        assert_eq!(known.nearest("ellipsis"), None);
    }
}
