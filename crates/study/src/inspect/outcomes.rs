//! Columns that say whether an answer was right: neither phenomena nor attributes of pairs.

use phenom_dataset::{Answer, Outcome, RIGHT};

use super::labels::MOST_LABELS;
use super::looked::Looked;
use super::names::bare;
use super::table::{Column, Table};
use super::usual_words::usual;

/// Whether a column is called as outcomes are.
pub(super) fn is_outcome_name(name: &str) -> bool {
    let bare = bare(name);
    usual("outcome").contains(&bare.as_str())
        || ["correct", "passed", "outcome", "iscorrect", "exactmatch"]
            .iter()
            .any(|word| bare.ends_with(word) || bare.starts_with(word))
}

/// The columns of a file that are called as outcomes are and hold some.
pub(super) fn columns(looked: &Looked) -> Vec<String> {
    let holds = |column: &&Column| {
        let name = bare(&column.name);
        let says_wrong =
            ["error", "wrong", "fail", "incorrect"].iter().any(|word| name.contains(word));
        !says_wrong
            && (is_outcome_name(&column.name)
                || ["score", "reward", "grade"].contains(&bare(&column.name).as_str())
                || column.texts().all(says_outcome))
            && column.texts().any(|text| Some(text) != column.texts().next())
            && column.texts().all(is_outcome_value)
    };
    looked.table.columns.iter().filter(holds).map(|column| column.name.clone()).collect()
}

/// Asks whether columns are outcomes; of rows for each system one of them can be, of others each is that of a system.
pub(super) fn question(columns: &[String], is_long: bool, why: &str) -> Option<String> {
    let first = columns.first()?;
    let named = |columns: &[String]| {
        let options: Vec<String> =
            columns.iter().map(|column| format!("--outcome {}", quoted(column))).collect();
        options.join(" ")
    };
    let options = if is_long { named(&columns[..1]) } else { named(columns) };
    Some(format!("whether `{first}` states how far predictions are correct: {why}: `{options}`"))
}

/// A name as a shell takes it for one word.
pub(super) fn quoted(name: &str) -> String {
    match name.chars().all(|letter| letter.is_alphanumeric() || "_-.".contains(letter)) {
        true => name.to_owned(),
        false => format!("'{}'", name.replace('\'', "'\\''")),
    }
}

/// Whether a word is one for an outcome and nothing else.
fn says_outcome(word: &str) -> bool {
    ["pass", "fail", "passed", "failed", "right", "wrong"].contains(&word.to_lowercase().as_str())
}

/// Whether the reader takes a value for an outcome.
fn is_outcome_value(value: &str) -> bool {
    Outcome::parse(value).is_ok()
}

/// Whether a value says right or wrong.
pub(super) fn truth(value: &str) -> Option<bool> {
    match Outcome::parse(value).ok()?.0.answer() {
        Answer::Judged(judgment) => Some(judgment == RIGHT),
        _ => None,
    }
}

/// Whether a column says of each row whether an answer was right: it is called so, or it holds whether two other columns
/// are equal.
pub(super) fn is_outcome(column: &Column, table: &Table) -> bool {
    let Some(values) = column.values(MOST_LABELS).filter(|values| !values.is_empty()) else {
        return false;
    };
    if values.keys().any(|value| truth(value).is_none()) {
        let numbers = column.numbers();
        return is_outcome_name(&column.name)
            && numbers
                .is_some_and(|numbers| numbers.iter().all(|number| (0.0..=1.0).contains(number)));
    }
    if is_outcome_name(&column.name) {
        return true;
    }
    let labels: Vec<&Column> = table
        .columns
        .iter()
        .filter(|other| other.name != column.name && other.is_text())
        .filter(|other| other.values(MOST_LABELS).is_some_and(|values| values.len() > 1))
        .collect();
    let says = |one: &Column, other: &Column| {
        (0..table.rows).all(|row| {
            column.cells[row].text().and_then(truth) == Some(one.cells[row] == other.cells[row])
        })
    };
    let mut places = labels.iter().enumerate();
    values.len() > 1
        && places.any(|(at, one)| labels[at + 1..].iter().any(|other| says(one, other)))
}
