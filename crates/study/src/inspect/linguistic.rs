//! Words for linguistic phenomena, by which a column of them is known whatever it is called.

use super::labels::supposed;
use super::lists;
use super::names::bare;
use super::table::Column;

/// How words for linguistic phenomena begin, or what is in them, without case and blanks.
const STEMS: [&str; 58] = [
    "abbreviat",
    "acronym",
    "adjectiv",
    "adverb",
    "alternation",
    "anaphor",
    "antonym",
    "apposit",
    "argument",
    "aspect",
    "causal",
    "causativ",
    "clefts",
    "commonsense",
    "comparati",
    "conditional",
    "conjunct",
    "coordinat",
    "coref",
    "counterfact",
    "dative",
    "definit",
    "demonym",
    "disjunct",
    "ellips",
    "entity",
    "existential",
    "factiv",
    "genitive",
    "hedg",
    "homonym",
    "hypernym",
    "hyponym",
    "idiom",
    "implicat",
    "intersect",
    "lexical",
    "location",
    "meronym",
    "metaphor",
    "modal",
    "modifier",
    "monoton",
    "negat",
    "nominali",
    "numer",
    "paraphras",
    "passiv",
    "polysem",
    "presuppos",
    "quantif",
    "quantit",
    "reasoning",
    "relativeclause",
    "spatial",
    "synonym",
    "syntact",
    "tempor",
];

/// Whether most of the tags in a column, and more than one of them, are words for linguistic phenomena.
pub(super) fn speaks_of_phenomena(column: &Column) -> bool {
    let tags: Vec<String> = match column.lists() {
        Some(lists) => lists.into_iter().flatten().collect(),
        None if !column.holds_texts() || column.mean_length() > LONGEST => return false,
        None => {
            let separator = lists::separator(column);
            let cut = |text: &str| -> Vec<String> {
                match separator {
                    Some(separator) => text.split(separator).map(str::to_owned).collect(),
                    None => vec![text.to_owned()],
                }
            };
            column.texts().flat_map(cut).collect()
        }
    };
    let mut different: Vec<String> = tags.iter().map(|tag| bare_tag(tag)).collect();
    different.sort();
    different.dedup();
    different.retain(|tag| !tag.is_empty());
    let known = different.iter().filter(|tag| is_word(tag)).count();
    known > 1
        && known * 2 >= different.len()
        && different.len() * 2 <= tags.len()
        && !different.iter().any(|tag| supposed(tag).is_some())
}

/// Whether a text in a column is a word for a linguistic phenomenon.
pub(super) fn has_a_word(column: &Column) -> bool {
    column.texts().any(|text| is_word(&bare_tag(text)))
}

/// Whether a word without its case and blanks is one for a linguistic phenomenon.
pub(super) fn is_word(word: &str) -> bool {
    STEMS.iter().any(|stem| word.contains(stem))
}

/// Tags are a few words.
const LONGEST: usize = 60;

/// A tag without its case and what is no letter: all of it, for a path its category too.
fn bare_tag(tag: &str) -> String {
    bare(&tag.replace('.', " "))
}

#[cfg(test)]
mod tests {
    use super::super::table::column;
    use super::*;

    #[test]
    fn a_column_of_phenomena_is_known_by_its_values() {
        let tags = [
            "negation;modality",
            "negation",
            "quantification",
            "negation",
            "modality",
            "quantification",
        ];
        assert!(speaks_of_phenomena(&column("what", &tags)));
        let genres = ["fiction", "travel", "fiction", "travel", "fiction", "travel"];
        assert!(!speaks_of_phenomena(&column("what", &genres)));
    }
}
