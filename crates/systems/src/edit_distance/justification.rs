//! An edit script in short, for people.

use std::fmt::Write;

use super::costs::WordRelation;
use super::model::Compared;
use super::prepared::{EditWord, Prepared};
use super::script::Edit;
use crate::text::WordClass;

/// How many edits of a kind are shown; of the others their number.
const SHOWN: usize = 12;
/// Letters of a word that are shown.
const LONGEST_WORD: usize = 40;

/// What becomes of the text, kind by kind:
/// `keep 2: it grew; substitute buys -> acquires (synonym); insert "yesterday" (adverb); delete 14; distance 0.31,
/// threshold 0.42`. Nothing of the edits where there are too many to trace.
pub(super) fn justification(
    prepared: &Prepared,
    edits: Option<&[Edit]>,
    compared: Compared,
    distance: f64,
    threshold: f64,
) -> String {
    let mut parts = match edits {
        Some(edits) => edit_parts(prepared, edits),
        None => vec!["the texts are too long for a script".to_owned()],
    };
    let kind = match compared {
        Compared::Tokens => "distance",
        Compared::Trees => "distance of trees",
    };
    parts.push(format!("{kind} {distance:.2}, threshold {threshold:.2}"));
    parts.join("; ")
}

fn edit_parts(prepared: &Prepared, edits: &[Edit]) -> Vec<String> {
    let (mut kept, mut changed, mut inserted, mut deleted) =
        (Vec::new(), Vec::new(), Vec::new(), 0);
    for edit in edits {
        match *edit {
            Edit::Substitute(text, hypothesis) => {
                let (word, into) = (&prepared.text[text], &prepared.hypothesis[hypothesis]);
                match prepared.relation(text, hypothesis) {
                    (WordRelation::Same, _) => kept.push(shown(into)),
                    (WordRelation::Rule, probability) => changed.push(format!(
                        "{} -> {} (rule, {probability})",
                        shown(word),
                        shown(into)
                    )),
                    (relation, _) => changed.push(format!(
                        "{} -> {} ({})",
                        shown(word),
                        shown(into),
                        relation.name()
                    )),
                }
            }
            Edit::Rewrite(number) => {
                let (text, hypothesis, probability) = prepared.rewritten(number);
                changed.push(format!(
                    "{} -> {} (rule, {probability})",
                    joined(text),
                    joined(hypothesis)
                ));
            }
            Edit::Insert(hypothesis) => {
                let word = &prepared.hypothesis[hypothesis];
                inserted.push(format!("\"{}\" ({})", shown(word), class_name(word.class)));
            }
            Edit::Delete(_) => deleted += 1,
        }
    }
    let mut parts = Vec::new();
    if !kept.is_empty() {
        parts.push(format!("keep {}: {}", kept.len(), first(&kept, " ")));
    }
    if !changed.is_empty() {
        parts.push(format!("substitute {}", first(&changed, ", ")));
    }
    if !inserted.is_empty() {
        parts.push(format!("insert {}", first(&inserted, ", ")));
    }
    if deleted > 0 {
        parts.push(format!("delete {deleted}"));
    }
    parts
}

fn joined(words: &[EditWord]) -> String {
    words.iter().map(shown).collect::<Vec<_>>().join(" ")
}

fn shown(word: &EditWord) -> String {
    word.normal.chars().take(LONGEST_WORD).collect()
}

/// The first of several, and how many more there are.
fn first(parts: &[String], between: &str) -> String {
    let mut shown = parts[..parts.len().min(SHOWN)].join(between);
    if let Some(more) = parts.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        // Writing to a String cannot fail.
        let _ = write!(shown, "{between}and {more} more");
    }
    shown
}

fn class_name(class: WordClass) -> &'static str {
    match class {
        WordClass::Noun => "noun",
        WordClass::ProperNoun => "proper noun",
        WordClass::Verb => "verb",
        WordClass::Adjective => "adjective",
        WordClass::Adverb => "adverb",
        WordClass::Number => "number",
        WordClass::FunctionWord => "function word",
        WordClass::Punctuation => "punctuation",
    }
}
