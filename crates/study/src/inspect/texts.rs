//! The columns of text and hypothesis.

use std::collections::BTreeSet;

use super::names::{Role, bare, is_of_holder, path_and_key};
use super::table::{Column, Table};

/// The most words of a name in the mean: longer ones are texts.
const MOST_WORDS: f64 = 4.0;

/// The columns of text and hypothesis: by their names, or the first two of long texts.
pub(super) fn texts(table: &Table) -> (Option<String>, Option<String>) {
    if table.columns.iter().any(|column| is_of_holder(&column.name)) {
        return of_claims(table);
    }
    let text = named(table, Role::Text, &Column::is_prose);
    let mut hypothesis = named(table, Role::Hypothesis, &Column::is_prose);
    // What answers a question is the hypothesis, if it is there.
    let asks = |name: &String| ["question", "query"].contains(&bare(name).as_str());
    let is_other = |column: &&Column| {
        column.is_prose() && [&text, &hypothesis].iter().all(|of| of.as_ref() != Some(&column.name))
    };
    if hypothesis.as_ref().is_some_and(asks) && table.columns.iter().any(|column| is_other(&column))
    {
        hypothesis = None;
    }
    if text.is_some() && hypothesis.is_none() {
        return (text.clone(), only_prose(table, text.as_ref()));
    }
    if hypothesis.is_some() {
        return (text, hypothesis);
    }
    let long: Vec<&Column> =
        table.columns.iter().filter(|column| column.mean_length() > 25).collect();
    // Under one key of JSON, beside others with the same keys, they are one text in several languages.
    let are_one = |one: &Column, other: &Column| {
        let (path, key) = path_and_key(&one.name);
        let is_beside =
            |(other_path, other_key): (&str, &str)| other_key == key && other_path != path;
        path == path_and_key(&other.name).0
            && long.iter().any(|column| is_beside(path_and_key(&column.name)))
    };
    match long.as_slice() {
        [text, hypothesis, ..] if are_one(text, hypothesis) => (None, None),
        [text, hypothesis, ..] => (Some(text.name.clone()), Some(hypothesis.name.clone())),
        _ => (None, None),
    }
}

/// The text of what holds the rows, and the claim that each row is.
fn of_claims(table: &Table) -> (Option<String>, Option<String>) {
    let (above, own): (Vec<&Column>, Vec<&Column>) =
        table.columns.iter().partition(|column| column.name.starts_with('^'));
    let named = |columns: &[&Column], role: Role| {
        let prose = columns.iter().copied().filter(|column| column.is_prose());
        role.best(prose).map(|(_, column)| column.name.clone())
    };
    let itself = || own.iter().find(|column| column.name == ".").map(|column| column.name.clone());
    let first_prose =
        || own.iter().find(|column| column.is_prose()).map(|column| column.name.clone());
    let hypothesis = named(&own, Role::Hypothesis)
        .or_else(itself)
        .or_else(|| named(&own, Role::Text))
        .or_else(first_prose);
    let of_own = || named(&own, Role::Text).filter(|name| Some(name) != hypothesis.as_ref());
    // What a system wrote, and what it was asked, is not what its claims are held against.
    let is_written = |column: &Column| {
        let bare = bare(&column.name);
        let words = ["answer", "generat", "output", "question", "response", "summar"];
        Role::Hypothesis.rank(&column.name).is_some()
            || words.iter().any(|word| bare.contains(word))
    };
    let longest = || {
        let prose = above.iter().filter(|column| {
            is_of_holder(&column.name) && column.is_prose() && !is_written(column)
        });
        prose.max_by_key(|column| column.mean_length()).map(|column| column.name.clone())
    };
    (named(&above, Role::Text).or_else(of_own).or_else(longest), hypothesis)
}

/// The only other column of texts, different on most rows, beside that of texts.
fn only_prose(table: &Table, text: Option<&String>) -> Option<String> {
    let is_other = |column: &&Column| {
        let different: BTreeSet<&str> = column.texts().collect();
        Some(&column.name) != text
            && column.is_text()
            && mean_words(column) > 2.0
            && different.len() * 2 > table.rows
    };
    let mut prose = table.columns.iter().filter(is_other);
    let only = prose.next()?;
    prose.next().is_none().then(|| only.name.clone())
}

/// The column with the most usual name for a role.
pub(super) fn named(table: &Table, role: Role, fits: &dyn Fn(&Column) -> bool) -> Option<String> {
    let is_fit = |column: &&Column| fits(column) && !bare(&column.name).is_empty();
    role.best(table.columns.iter().filter(is_fit)).map(|(_, column)| column.name.clone())
}

/// Whether a column holds sentences rather than names.
pub(super) fn holds_sentences(column: &Column) -> bool {
    mean_words(column) > MOST_WORDS
}

/// How many words its texts have in the mean.
fn mean_words(column: &Column) -> f64 {
    let (texts, words) = column.texts().take(1_000).fold((0_usize, 0), |(texts, words), text| {
        (texts + 1, words + text.split_whitespace().count())
    });
    words as f64 / texts.max(1) as f64
}
