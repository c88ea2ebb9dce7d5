//! How far one column of labels says the same as another in other words: a copy of gold, or a coarser one, is no system.

use std::collections::{BTreeMap, BTreeSet};

use super::labels::MOST_LABELS;
use super::table::Column;

/// How far each label of one column goes with one label of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Likeness {
    /// The rows on which both have a label.
    pub(super) rows: usize,
    /// Those of them that the best mapping of the labels of one to those of the other is right on.
    pub(super) agreeing: usize,
}

/// With fewer rows, columns may agree by chance.
const FEWEST_ROWS: usize = 20;

impl Likeness {
    /// Whether a label of one is one label of the other on every row.
    pub(super) fn is_complete(self) -> bool {
        self.rows >= FEWEST_ROWS && self.agreeing == self.rows
    }

    /// Whether it is so on nearly all rows.
    pub(super) fn is_near(self) -> bool {
        self.rows >= FEWEST_ROWS && self.agreeing * 20 >= self.rows * 19
    }
}

/// The likeness of two columns of labels, one of which may be coarser; `None` if one has a single label, or more than
/// columns of labels have.
pub(super) fn best_mapping<'a>(
    rows: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Option<Likeness> {
    let mut counts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    let mut turned: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    let mut all = 0;
    for (one, other) in rows {
        *counts.entry(one).or_default().entry(other).or_default() += 1;
        *turned.entry(other).or_default().entry(one).or_default() += 1;
        all += 1;
        if counts.len().max(turned.len()) > MOST_LABELS {
            return None;
        }
    }
    let agreeing = [mapped(&counts), mapped(&turned)].into_iter().flatten().max();
    let several = counts.len() > 1 && turned.len() > 1;
    several.then(|| Likeness { rows: all, agreeing: agreeing.unwrap_or(0) })
}

/// The rows that are right if each label goes with its most frequent one; `None` if these are all the same.
fn mapped(counts: &BTreeMap<&str, BTreeMap<&str, usize>>) -> Option<usize> {
    let best = counts.values().filter_map(|with| with.iter().max_by_key(|(_, count)| **count));
    let best: Vec<(&&str, &usize)> = best.collect();
    let different: BTreeSet<&&str> = best.iter().map(|(label, _)| *label).collect();
    (different.len() > 1).then(|| best.iter().map(|(_, count)| **count).sum())
}

/// Whether one column of labels says on every row what another says.
pub(super) fn says_the_same(one: &Column, other: &Column) -> bool {
    let rows = one.cells.iter().zip(&other.cells);
    let rows = rows.filter_map(|(one, other)| Some((one.text()?, other.text()?)));
    one.cells == other.cells || best_mapping(rows).is_some_and(Likeness::is_complete)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coarser_column_says_the_same_and_a_majority_does_not() {
        let three = |row: usize| ["e", "n", "c"][row % 3];
        let of = |made: &dyn Fn(usize) -> &'static str| {
            best_mapping((0..30).map(|row| (three(row), made(row)))).unwrap()
        };
        assert!(of(&|row| if row % 3 == 0 { "yes" } else { "no" }).is_complete());
        let one_other = of(&|row| if row == 4 { "E" } else { ["E", "N", "C"][row % 3] });
        assert!(one_other.is_near() && !one_other.is_complete());
        let majority = of(&|row| if row == 4 { "no" } else { "yes" });
        assert!(!majority.is_near());
        assert_eq!(best_mapping((0..30).map(|row| (three(row), "yes"))), None);
    }
}
