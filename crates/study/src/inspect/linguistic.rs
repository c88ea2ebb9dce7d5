//! Words for linguistic phenomena, by which a column of them is known whatever it is called.

use super::labels::supposed;
use super::lists;
use super::names::{bare, path_and_key};
use super::table::Column;
use super::usual_words::usual;

/// Short forms of such words. As a name of a column each of them may be anything.
const SHORT_FORMS: [&str; 9] =
    ["ant", "conj", "disj", "hyper", "hypo", "lex", "neg", "quant", "syn"];

/// Whether most of the tags in a column, and more than one of them, are words for linguistic phenomena, or short for one.
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
    let known = different.iter().filter(|tag| is_tag(tag)).count();
    known > 1
        && known * 2 >= different.len()
        && different.len() * 2 <= tags.len()
        && !different.iter().any(|tag| supposed(tag).is_some())
}

/// Whether a text in a column is a word for a linguistic phenomenon.
pub(super) fn has_a_word(column: &Column) -> bool {
    column.texts().any(|text| is_tag(&bare_tag(text)))
}

/// Whether a tag is a word for a linguistic phenomenon, or short for one.
fn is_tag(tag: &str) -> bool {
    is_word(tag) || SHORT_FORMS.contains(&tag)
}

/// Whether the name of a column speaks of linguistic phenomena: `ling_cat`, `linguistic-type`, `phenomena_2`.
pub(super) fn is_name(name: &str) -> bool {
    let lower = path_and_key(name).1.to_lowercase();
    lower.split(|letter: char| !letter.is_alphanumeric()).any(|word| {
        word == "ling" || ["linguist", "phenomen"].iter().any(|stem| word.starts_with(stem))
    })
}

/// Whether a word without its case and blanks is one for a linguistic phenomenon.
pub(super) fn is_word(word: &str) -> bool {
    usual("linguistic").iter().any(|stem| word.contains(stem))
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
        let short = ["Neg", "Quant", "Neg; Quant", "Coref", "Lex; Neg", "Lex"];
        assert!(speaks_of_phenomena(&column("what", &short)));
        let sentiments = ["neg", "pos", "neg", "pos"];
        assert!(!speaks_of_phenomena(&column("what", &sentiments)));
    }

    #[test]
    fn a_name_may_speak_of_phenomena() {
        assert!(
            ["ling_cat", "meta.linguistic-type", "Phenomena 2"].iter().all(|name| is_name(name))
        );
        assert!(!["lingua", "sibling", "category"].iter().any(|name| is_name(name)));
    }
}
