//! Columns of labels beside the predictions of a system that are no predictions of another one: the same in fewer words, a
//! second choice, a foil; and other columns that predictions and gold decide together.

use std::collections::{BTreeMap, BTreeSet};

use super::answer_roles::AnswerRoles;
use super::candidates::Gold;
use super::labels::MOST_LABELS;
use super::names::Role;
use super::pairs::PairRoles;
use super::table::{Cell, Column, Table};

/// With fewer rows, columns may go together by chance.
const FEWEST_ROWS: usize = 20;

/// Columns of labels, sorted by how they go with each other.
#[derive(Debug, Default)]
pub(super) struct Alternatives<'t> {
    /// Those that hold predictions.
    pub(super) kept: Vec<&'t Column>,
    /// Those that say what another one says, in other words, and that other one.
    pub(super) repeating: Vec<(&'t Column, &'t str)>,
    /// Those that may be no predictions, with the reason.
    pub(super) unclear: Vec<(&'t Column, String)>,
}

impl<'t> Alternatives<'t> {
    /// Sorts columns of labels, beside gold.
    pub(super) fn of(columns: Vec<&'t Column>, gold: &Gold<'_>) -> Self {
        let mut found = Self::default();
        // The surest names first: what goes with them is the alternative.
        let mut by_name: Vec<&Column> = columns.clone();
        by_name.sort_by_key(|column| Role::Answer.rank(&column.name).unwrap_or(usize::MAX));
        for column in by_name {
            let is_renamed_of = |other: &&&Column| is_renamed(other, column);
            let repeated = columns.iter().find(|other| says_less(other, column));
            if let Some(repeated) = repeated.or_else(|| found.kept.iter().find(is_renamed_of)) {
                if is_called_after(&column.name, &repeated.name) {
                    found.repeating.push((column, &repeated.name));
                } else {
                    let reason = format!(
                        "contains the labels of `{}`, in other or fewer words",
                        repeated.name
                    );
                    found.unclear.push((column, reason));
                }
            } else if let Some(other) =
                found.kept.iter().find(|other| are_never_equal(other, column))
            {
                let reason = format!("never equals `{}`, as a second choice would", other.name);
                found.unclear.push((column, reason));
            } else if is_never_gold(column, gold) {
                found.unclear.push((column, "never equals the gold label".to_owned()));
            } else {
                found.kept.push(column);
            }
        }
        found.kept = columns.into_iter().filter(|column| found.kept.contains(column)).collect();
        found
    }
}

fn both<'c>(one: &'c Column, other: &'c Column) -> Vec<(&'c str, &'c str)> {
    let cells = one.cells.iter().zip(&other.cells);
    cells.filter_map(|(one, other)| Some((one.text()?, other.text()?))).collect()
}

/// The label of the second column for each label of the first, if there is one for each on enough rows, and more than one
/// in all.
fn mapping<'c>(one: &'c Column, other: &'c Column) -> Option<BTreeMap<&'c str, &'c str>> {
    let rows = both(one, other);
    let mut mapping = BTreeMap::new();
    let is_one = rows.iter().all(|(from, to)| mapping.entry(*from).or_insert(*to) == to);
    let different: BTreeSet<&&str> = mapping.values().collect();
    let same_cells = one.filled() == rows.len() && other.filled() == rows.len();
    (is_one && same_cells && rows.len() >= FEWEST_ROWS && different.len() > 1).then_some(mapping)
}

/// Whether a name is that of another column with a word more, or has no other words than those for labels and for two of
/// them.
fn is_called_after(name: &str, of: &str) -> bool {
    const WORDS: [&str; 12] = [
        "2", "2way", "binary", "class", "code", "id", "idx", "index", "label", "num", "text", "way",
    ];
    let words = |name: &str| -> Vec<String> {
        let lower = name.to_lowercase();
        let words = lower.split(|letter: char| !letter.is_alphanumeric());
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let of = words(of);
    words(name).iter().all(|word| of.contains(word) || WORDS.contains(&word.as_str()))
}

/// Whether the second column says in fewer labels what the first says.
fn says_less(one: &Column, other: &Column) -> bool {
    mapping(one, other)
        .is_some_and(|mapping| mapping.len() > mapping.values().collect::<BTreeSet<_>>().len())
}

/// Whether the second column says in words of its own what the first says.
fn is_renamed(one: &Column, other: &Column) -> bool {
    mapping(one, other).is_some_and(|mapping| {
        let own: BTreeSet<&&str> = mapping.values().collect();
        own.len() == mapping.len() && mapping.keys().all(|label| !own.contains(label))
    })
}

/// Whether two columns with the same labels differ on every row, as no two systems do.
fn are_never_equal(one: &Column, other: &Column) -> bool {
    let rows = both(one, other);
    let labels = |at: fn(&(&'_ str, &'_ str)) -> String| rows.iter().map(at).collect();
    let (own, others): (BTreeSet<String>, BTreeSet<String>) =
        (labels(|row| row.0.to_owned()), labels(|row| row.1.to_owned()));
    rows.len() >= FEWEST_ROWS
        && own.len() > 1
        && others.len() > 1
        && !own.is_disjoint(&others)
        && rows.iter().all(|(one, other)| one != other)
}

/// Whether a column with gold's labels has another one than gold on every row.
fn is_never_gold(column: &Column, gold: &Gold<'_>) -> bool {
    let rows = column.cells.iter().zip(gold.of_rows);
    let rows: Vec<(&str, &str)> =
        rows.filter_map(|(cell, gold)| Some((cell.text()?, (*gold)?))).collect();
    let labels: BTreeSet<&str> = rows.iter().map(|(_, gold)| *gold).collect();
    let own: BTreeSet<&str> = rows.iter().map(|(label, _)| *label).collect();
    rows.len() >= FEWEST_ROWS
        && own.len() > 1
        && own.iter().all(|label| labels.contains(label))
        && rows.iter().all(|(label, gold)| label != gold)
}

/// The columns of pairs that say no more than gold and the answer of a system together, as a kind of error does, each with
/// the column of the answer.
pub(super) fn made_of_answers(
    table: &Table,
    roles: &PairRoles,
    systems: &[AnswerRoles],
    read: &BTreeSet<String>,
) -> Vec<(String, String)> {
    let Some(gold) = roles.gold_column(table).filter(|_| table.rows >= FEWEST_ROWS) else {
        return Vec::new();
    };
    let labels = systems.iter().flat_map(|system| system.label.iter().chain(&system.runs));
    let labels: Vec<&Column> = labels.filter_map(|label| table.column(label)).collect();
    let is_made_of = |column: &Column, of: &[&Column]| {
        let mut made: BTreeMap<Vec<&Cell>, &Cell> = BTreeMap::new();
        (0..table.rows).all(|row| {
            let from = of.iter().map(|column| &column.cells[row]).collect();
            let cell = &column.cells[row];
            *made.entry(from).or_insert(cell) == cell
        })
    };
    let of_pairs = [&roles.text, &roles.hypothesis].into_iter().flatten().chain(&roles.id);
    let of_pairs: BTreeSet<&String> = of_pairs.collect();
    let others = table.columns.iter().filter(|column| {
        column.name != gold.name
            && !of_pairs.contains(&column.name)
            && !read.contains(&column.name)
            && column.cells.iter().any(|cell| *cell != column.cells[0])
            && column.values(MOST_KINDS).is_some()
            && !is_made_of(column, &[gold])
    });
    let made = others.filter_map(|column| {
        let of = labels.iter().find(|label| is_made_of(column, &[gold, label]))?;
        Some((column.name.clone(), of.name.clone()))
    });
    made.collect()
}

/// The most kinds of errors that gold and answers make.
const MOST_KINDS: usize = MOST_LABELS * MOST_LABELS;

#[cfg(test)]
mod tests {
    use super::super::table::column;
    use super::*;

    const LABELS: [&str; 3] = ["entailment", "neutral", "contradiction"];

    fn told(columns: &[Column], gold: &[&str]) -> [Vec<String>; 3] {
        let gold: Vec<Option<&str>> = gold.iter().copied().map(Some).collect();
        let gold = Gold { name: Some("gold"), of_rows: &gold, is_in_pairs: true };
        let found = Alternatives::of(columns.iter().collect(), &gold);
        let names = |columns: &mut dyn Iterator<Item = &Column>| {
            columns.map(|column| column.name.clone()).collect()
        };
        [
            names(&mut found.kept.into_iter()),
            names(&mut found.repeating.into_iter().map(|(column, _)| column)),
            names(&mut found.unclear.into_iter().map(|(column, _)| column)),
        ]
    }

    #[test]
    fn what_goes_with_predictions_is_no_other_system() {
        let of = |name: &str, made: &dyn Fn(usize) -> &'static str| {
            column(name, &(0..40).map(made).collect::<Vec<_>>())
        };
        let predicted = |row: usize| LABELS[(row / 2) % 3];
        let columns = [
            of("prediction_binary", &|row| if (row / 2) % 3 == 0 { "yes" } else { "no" }),
            of("prediction", &predicted),
            of("label_id", &|row| ["0", "1", "2"][(row / 2) % 3]),
            of("ours", &|row| if (row / 2) % 3 == 0 { "a" } else { "b" }),
            of("next_best", &|row| LABELS[(row / 2 + 1 + row % 2) % 3]),
            of("copy", &predicted),
            of("other", &|row| LABELS[(row / 3) % 3]),
            of("foil", &|row| LABELS[(row + 1) % 3]),
        ];
        let gold: Vec<&str> = (0..40).map(|row| LABELS[row % 3]).collect();
        let [kept, repeating, unclear] = told(&columns, &gold);
        assert_eq!(kept, ["prediction", "copy", "other"]);
        assert_eq!(repeating, ["prediction_binary", "label_id"]);
        assert_eq!(unclear, ["ours", "next_best", "foil"]);
    }
}
