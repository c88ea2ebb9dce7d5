//! Which columns of labels hold predictions, and which are a copy of gold: by their names, and by how far they go with gold.

use std::collections::BTreeSet;

use super::against::Against;
use super::labels::{initial_of, supposed};
use super::likeness::{Likeness, best_mapping};
use super::linguistic;
use super::names::{
    Over, Role, bare, is_annotator, is_answer, letters, names_a_system, says_gold_alone,
    speaks_of_gold,
};
use super::outcomes::is_outcome_name;
use super::table::Column;
use super::usual_words::usual;

/// What a column of labels is beside gold.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Standing {
    /// It holds what a system predicts.
    Predictions,
    /// It says what gold says.
    Copy,
    /// It may hold predictions; why that is not known.
    Unclear(String),
}

/// Gold beside a column of labels.
pub(super) struct Gold<'a> {
    /// The name of the pairs' column of gold.
    pub(super) name: Option<&'a str>,
    /// The gold label of each row.
    pub(super) of_rows: &'a [Option<&'a str>],
    /// Whether the column is in the file of the pairs.
    pub(super) is_in_pairs: bool,
}

/// Columns of labels, sorted by what they are.
#[derive(Debug, Default)]
pub(super) struct SortedLabels<'t> {
    pub(super) predictions: Vec<&'t Column>,
    pub(super) copies: Vec<&'t Column>,
    pub(super) unclear: Vec<(&'t Column, String)>,
}

impl<'t> SortedLabels<'t> {
    /// Sorts the columns that hold answers by their labels or their names, and finds others that may.
    pub(super) fn of(
        labels: &[&'t Column],
        others: impl Iterator<Item = &'t Column>,
        gold: &Gold<'_>,
        against: &Against<'_>,
    ) -> Self {
        let mut sorted = Self::default();
        let is_alone = labels.len() == 1 && !gold.is_in_pairs;
        for column in others {
            // A system may answer the same to all, but in the file of the pairs little else than its name says that it is one.
            if gold.is_in_pairs && says_one_thing(column) {
                continue;
            }
            let standing = if labels.iter().any(|label| label.name == column.name) {
                match Standing::of(column, gold) {
                    // A file of answers with a single column of labels holds them there.
                    Standing::Unclear(_) if is_alone && !goes_with(column, gold) => {
                        Standing::Predictions
                    }
                    standing => standing,
                }
            } else if gold.is_in_pairs || labels.is_empty() {
                let Some(standing) = candidate(column, gold, against) else { continue };
                standing
            } else {
                continue;
            };
            match standing {
                Standing::Predictions => sorted.predictions.push(column),
                Standing::Copy => sorted.copies.push(column),
                Standing::Unclear(reason) => sorted.unclear.push((column, reason)),
            }
        }
        if let ([], [(column, _)], false) =
            (sorted.predictions.as_slice(), sorted.unclear.as_slice(), gold.is_in_pairs)
            && !goes_with(column, gold)
        {
            sorted.predictions.push(column);
            sorted.unclear.clear();
        }
        sorted
    }
}

/// Whether a column holds at most one text beside marks such as `-`, and has no name of predictions.
fn says_one_thing(column: &Column) -> bool {
    let is_mark = |text: &&str| !text.chars().any(char::is_alphanumeric);
    let texts: BTreeSet<&str> = column.texts().filter(|text| !is_mark(text)).collect();
    texts.len() < 2 && !is_answer(&column.name) && !names_a_system(&column.name)
}

/// Whether a column says the same as gold on every row.
fn goes_with(column: &Column, gold: &Gold<'_>) -> bool {
    likeness(column, gold).is_some_and(Likeness::is_complete)
}

fn likeness(column: &Column, gold: &Gold<'_>) -> Option<Likeness> {
    let rows = gold.of_rows.iter().zip(&column.cells);
    best_mapping(rows.filter_map(|(gold, cell)| Some(((*gold)?, cell.text()?))))
}

impl Standing {
    /// What a column of labels is that would be taken for predictions by its labels or by its name.
    fn of(column: &Column, gold: &Gold<'_>) -> Self {
        let name = column.name.as_str();
        if bare(name).contains("pred") {
            return Self::Predictions;
        }
        let of_gold = speaks_of_gold(name, gold.name);
        match likeness(column, gold) {
            Some(found) if found.is_complete() && of_gold => Self::Copy,
            Some(found) if found.is_complete() => {
                Self::Unclear(format!("equals the gold label on all {} rows", found.rows))
            }
            Some(found) if found.is_near() && of_gold => Self::Unclear(format!(
                "matches the gold label on {} of {} rows",
                found.agreeing, found.rows
            )),
            // In a file of answers `label` may be the answer; beside gold in that of the pairs it is a question.
            _ if of_gold && (gold.is_in_pairs || Role::Answer.rank(name).is_none()) => {
                Self::Unclear("has a name for gold labels".to_owned())
            }
            _ => Self::Predictions,
        }
    }
}

/// What a column is beside gold whose labels and whose name are not those of predictions; `None` if it holds none.
fn candidate(column: &Column, gold: &Gold<'_>, against: &Against<'_>) -> Option<Standing> {
    let name = column.name.as_str();
    if says_gold_alone(name) || is_something_else(name) || !like_gold(column, against) {
        return None;
    }
    match Standing::of(column, gold) {
        Standing::Predictions if !is_answer(name) && !names_a_system(name) => {
            Some(Standing::Unclear("contains values like those of gold labels".to_owned()))
        }
        standing => Some(standing),
    }
}

/// Whether a column is called as flags, counts, outcomes, or what rows differ by are.
fn is_something_else(name: &str) -> bool {
    let lower = name.to_lowercase();
    let mut words = lower.split(|letter: char| !letter.is_alphanumeric());
    words.any(|word| usual("something-else").contains(&word))
        || is_outcome_name(name)
        || is_annotator(name)
        || Role::Id.rank(name).is_some()
        || linguistic::is_word(&bare(name))
        || [Over::Systems, Over::Runs, Over::Annotators].iter().any(|over| over.names(name))
}

/// Whether most of the cells of a column are gold labels, in whatever form, and more than one of these is there.
fn like_gold(column: &Column, against: &Against<'_>) -> bool {
    let golds: BTreeSet<&str> = against.gold.values().map(String::as_str).collect();
    let forms: BTreeSet<String> = golds.iter().map(|label| form(label)).collect();
    let two_way = golds.len() == 2;
    let as_gold = |text: &str| {
        let judgment = supposed(text).filter(|meaning| *meaning != "none");
        forms.contains(&form(text))
            || golds.iter().any(|label| initial_of(label, text))
            || judgment.is_some_and(|_| two_way || !is_yes_or_no(text))
    };
    let (mut filled, mut found, mut different) = (0, 0, BTreeSet::new());
    for text in column.texts() {
        filled += 1;
        if as_gold(text) {
            found += 1;
            different.insert(form(text));
        }
    }
    column.holds_texts()
        && !golds.is_empty()
        && different.len() > 1
        && found * 5 >= filled * 3
        && filled * 2 >= column.cells.len()
}

/// A label without its case and what is no letter or digit; a whole number without its fraction.
fn form(label: &str) -> String {
    match label.trim().parse::<f64>() {
        Ok(number) if number.fract() == 0.0 => format!("{number:.0}"),
        _ => letters(label),
    }
}

fn is_yes_or_no(text: &str) -> bool {
    ["yes", "no", "true", "false"].contains(&text.trim().to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::super::table::column;
    use super::*;

    #[test]
    fn what_says_the_same_as_gold_is_no_system() {
        let gold: Vec<&str> =
            (0..40).map(|row| ["entailment", "neutral", "contradiction"][row % 3]).collect();
        let cells: Vec<Option<&str>> = gold.iter().copied().map(Some).collect();
        let of = |name: &str, made: &dyn Fn(usize) -> &'static str| {
            let values: Vec<&str> = (0..40).map(made).collect();
            Standing::of(
                &column(name, &values),
                &Gold { name: Some("gold"), of_rows: &cells, is_in_pairs: true },
            )
        };
        let copy = |row: usize| ["E", "N", "C"][row % 3];
        let coarse = |row: usize| if row.is_multiple_of(3) { "yes" } else { "no" };
        let near = |row: usize| if row == 7 { "E" } else { copy(row) };
        assert_eq!(of("label_text", &copy), Standing::Copy);
        assert_eq!(of("gold_binary", &coarse), Standing::Copy);
        assert!(matches!(of("bert", &copy), Standing::Unclear(_)));
        assert!(matches!(of("corrected_label", &near), Standing::Unclear(_)));
        assert_eq!(of("bert", &near), Standing::Predictions);
        assert_eq!(of("bert_pred", &copy), Standing::Predictions);
    }
}
