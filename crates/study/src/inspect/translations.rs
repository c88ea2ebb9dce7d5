//! Files of pairs in one language each, which count the same pairs: translations of a pair have one id.

use std::collections::BTreeSet;

use super::looked::Looked;
use super::table::{Cell, Column};

/// The codes of languages that datasets of textual entailment are translated to.
const LANGUAGES: [&str; 45] = [
    "ar", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi", "fr", "gl",
    "he", "hi", "hr", "hu", "id", "it", "ja", "jp", "ka", "ko", "lt", "nl", "no", "pl", "pt", "ro",
    "ru", "sk", "sl", "sr", "sv", "sw", "ta", "th", "tr", "uk", "ur", "vi", "zh",
];

/// Whether two files have the same columns and names that differ by a language alone.
pub(super) fn are_of_one(one: &Looked, other: &Looked) -> bool {
    one.layout.written == other.layout.written
        && one.table.names() == other.table.names()
        && languages(&[stem(one), stem(other)]).is_some()
}

/// What stands before and after the language in the names of some files; nothing if they differ by more, or if no id is in two.
pub(super) fn around_language(files: &[Looked], id: &[String]) -> Option<(String, String)> {
    let [first, second, ..] = files else { return None };
    let ids = |looked: &Looked| -> BTreeSet<String> {
        super::ids::of(&looked.table, id).into_iter().collect()
    };
    let stems: Vec<String> = files.iter().map(stem).collect();
    languages(&stems).filter(|_| !ids(first).is_disjoint(&ids(second)))
}

/// The column of the files' names, for the rows of all.
pub(super) fn column_of_files(files: &[Looked]) -> Column {
    let cells = files
        .iter()
        .flat_map(|looked| std::iter::repeat_n(Cell::Text(stem(looked)), looked.table.rows));
    Column { name: "@file".to_owned(), cells: cells.collect() }
}

/// The name of a file without its ending, as `@file` has it.
fn stem(looked: &Looked) -> String {
    let name = looked.name();
    name.rsplit_once('.').map_or(name.clone(), |(stem, _)| stem.to_owned())
}

/// What all names begin and end with, if a language stands between.
fn languages(stems: &[String]) -> Option<(String, String)> {
    let words = |stem: &str| -> Vec<(usize, usize)> {
        let mut words = Vec::new();
        let mut start = 0;
        for (at, letter) in stem.char_indices().chain([(stem.len(), '-')]) {
            if !letter.is_alphanumeric() {
                words.push((start, at));
                start = at + letter.len_utf8();
            }
        }
        words
    };
    let first = stems.first()?;
    let is_language = |word: &str| LANGUAGES.contains(&word.to_lowercase().as_str());
    words(first).into_iter().find_map(|(start, end)| {
        let (before, after) = (first.get(..start)?, first.get(end..)?);
        let between = |stem: &String| {
            stem.strip_prefix(before)
                .and_then(|rest| rest.strip_suffix(after))
                .is_some_and(is_language)
        };
        stems.iter().all(between).then(|| (before.to_owned(), after.to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_all_that_the_names_of_translations_differ_by() {
        let of = |stems: &[&str]| {
            languages(&stems.iter().map(|stem| (*stem).to_owned()).collect::<Vec<_>>())
        };
        let around = |before: &str, after: &str| Some((before.to_owned(), after.to_owned()));
        assert_eq!(of(&["xnli.dev.de", "xnli.dev.SW"]), around("xnli.dev.", ""));
        assert_eq!(of(&["de_gold", "fr_gold"]), around("", "_gold"));
        assert_eq!(of(&["xnli_a", "xnli_b"]), None);
        assert_eq!(of(&["dev_de", "test_de"]), None);
    }
}
