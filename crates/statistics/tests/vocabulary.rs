//! The crate is about counts in clusters, whatever is counted: its sources have no word of the field that uses it.

#![allow(clippy::unwrap_used, reason = "a test may stop")]
#![allow(clippy::disallowed_methods, reason = "the test opens the sources of its own crate")]

use std::path::Path;

/// Beginnings of words, in lower case. "Null hypothesis" is a term of statistics.
const FOREIGN: [&str; 17] = [
    "annotat",
    "composition",
    "contradict",
    "corpus",
    "entail",
    "gold",
    "hypothes",
    "inference",
    "judg",
    "linguist",
    "monothematic",
    "neutral",
    "nli",
    "original",
    "phenomen",
    "premise",
    "rte",
];

/// The words of a line, with those of identifiers apart.
fn words(line: &str) -> impl Iterator<Item = String> {
    let without_names = line.replace("phenom_statistics", "").replace("phenom-statistics", "");
    let without_terms = without_names.to_lowercase().replace("null hypothesis", "");
    let words: Vec<String> =
        without_terms.split(|letter: char| !letter.is_alphabetic()).map(str::to_owned).collect();
    words.into_iter()
}

fn foreign_words(path: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(foreign_words(&path));
            continue;
        }
        for (number, line) in (1..).zip(std::fs::read_to_string(&path).unwrap().lines()) {
            let is_foreign =
                |word: &String| FOREIGN.iter().any(|foreign| word.starts_with(foreign));
            let file = path.display();
            found.extend(
                words(line).filter(is_foreign).map(|word| format!("{file}:{number}: {word}")),
            );
        }
    }
    found
}

#[test]
fn sources_have_no_word_of_entailment() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    assert_eq!(foreign_words(&sources), Vec::<String>::new());
    assert_eq!(
        words("the null hypothesis of GOLD_pairs").find(|word| word == "gold"),
        Some("gold".to_owned())
    );
}
