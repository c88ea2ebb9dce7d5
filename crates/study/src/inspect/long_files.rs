//! Files that are longer than what is looked at. Their first rows may be those of one system or of one label alone, so that all
//! rows of a sample of the pairs are looked at instead if they show something that the first rows do not.

use std::collections::BTreeSet;
use std::path::Path;

use phenom_dataset::SampleBounds;

use super::labels::MOST_LABELS;
use super::layout::{BOUNDS, Layout, Written};
use super::names::{Role, bare};
use super::table::{Cell, Column, Table};
use super::texts::texts;

/// The rows of a file to be looked at, of which the first are known.
pub(super) fn telling(path: &Path, layout: &Layout, first: Table) -> Table {
    // Of these formats a table is not what the reader of tables makes.
    let own = matches!(layout.written, Written::RteXml | Written::PhenomJsonl);
    let together = pair(&first);
    if first.whole || own || together.is_empty() {
        return first;
    }
    let bounds = SampleBounds { together, ..BOUNDS };
    match layout.read(path, &bounds) {
        Ok(read) => {
            let sampled = Table { sampled: true, ..read.into() };
            if sampled.rows > 0 && is_news(&first, &sampled, &bounds.together) {
                sampled
            } else {
                first
            }
        }
        // The check says what is wrong with the rest of the file.
        Err(_) => first,
    }
}

/// The columns by which all rows of a pair are known, as far as the first rows tell: its texts, or else its id.
fn pair(table: &Table) -> Vec<String> {
    if let (Some(text), Some(hypothesis)) = texts(table) {
        return vec![text, hypothesis];
    }
    let is_named = |column: &&Column| column.is_text() && !bare(&column.name).is_empty();
    let surest = Role::Id.best(table.columns.iter().filter(is_named));
    surest.map(|(_, column)| column.name.clone()).into_iter().collect()
}

/// Whether a sample has columns, or values of columns with few values, that the first rows do not have, or more rows for a
/// pair.
fn is_news(first: &Table, sampled: &Table, pair: &[String]) -> bool {
    let is_new = |column: &Column| {
        let Some(known) = first.column(&column.name) else { return true };
        let values = known.values(MOST_LABELS);
        values.is_some_and(|values| column.texts().any(|text| !values.contains_key(text)))
    };
    sampled.columns.iter().any(is_new)
        || rows_of_a_pair(sampled, pair) > MORE_ROWS * rows_of_a_pair(first, pair)
}

/// A sample has more rows for a pair than the first rows if it is by this factor, as far as chance goes.
const MORE_ROWS: f64 = 1.2;

/// How many rows there are for a pair in the mean.
fn rows_of_a_pair(table: &Table, pair: &[String]) -> f64 {
    let columns: Vec<&Column> = pair.iter().filter_map(|name| table.column(name)).collect();
    let key = |row| columns.iter().map(|column| &column.cells[row]).collect();
    let pairs: BTreeSet<Vec<&Cell>> = (0..table.rows).map(key).collect();
    table.rows as f64 / pairs.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::inspect::looked::looked;

    fn rows(systems: &[&str], gold: impl Fn(usize) -> &'static str) -> Table {
        let mut text = "premise,hypothesis,gold,model,prediction\n".to_owned();
        for system in systems {
            for pair in 0..21_000 {
                let gold = gold(pair);
                text += &format!("The man {pair}.,A man {pair}.,{gold},{system},neutral\n");
            }
        }
        looked(&text, "csv").unwrap().table
    }

    fn values<'t>(table: &'t Table, name: &str) -> BTreeMap<&'t str, usize> {
        table.column(name).unwrap().values(9).unwrap()
    }

    #[test]
    fn all_rows_of_a_pair_are_seen_in_a_file_that_is_sorted_by_system() {
        let even = |pair: usize| if pair.is_multiple_of(2) { "entailment" } else { "neutral" };
        let table = rows(&["a", "b"], even);
        let systems = values(&table, "model");
        assert!(table.sampled && systems.len() == 2 && systems["a"] == systems["b"], "{systems:?}");
        assert_eq!(rows_of_a_pair(&table, &pair(&table)), 2.0);
    }

    #[test]
    fn labels_that_come_late_are_seen_and_the_first_rows_do_if_nothing_does() {
        let late = rows(&["a"], |pair| if pair < 20_500 { "entailment" } else { "neutral" });
        assert!(late.sampled && values(&late, "gold").len() == 2);
        let even =
            rows(&["a"], |pair| if pair.is_multiple_of(2) { "entailment" } else { "neutral" });
        assert_eq!((even.sampled, even.rows, even.whole), (false, 20_000, false));
    }
}
