//! Lists in the rows of JSON whose members have labels of their own: the parts of the pair that the row is.

use std::collections::BTreeSet;

use super::answer_lists::of_systems;
use super::draft::Draft;
use super::labels::{MOST_LABELS, Meanings};
use super::names::{Role, bare, path_and_key, speaks_of_gold};
use super::table::{Cell, Column, Table};

/// A list of parts in each row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Parts {
    pub(super) list: String,
    pub(super) hypothesis: Option<String>,
    pub(super) gold: String,
    /// The column that holds the labels, where they are a list beside the list.
    pub(super) beside: Option<String>,
    pub(super) labels: BTreeSet<String>,
    /// How many parts each row has.
    pub(super) counts: Vec<usize>,
}

impl Parts {
    /// The parts in the rows of a table; nothing where no list has labels.
    pub(super) fn of(table: &Table) -> Option<Self> {
        in_objects(table).or_else(|| side_by_side(table))
    }

    /// Says them in a config.
    pub(super) fn say(&self, draft: &mut Draft) {
        let mut columns = Draft::default();
        if let Some(hypothesis) = &self.hypothesis {
            columns.set("hypothesis", hypothesis.as_str());
        }
        columns.set("gold", self.gold.as_str());
        let mut parts = Draft::default();
        parts.set("list", self.list.as_str());
        parts.mapping("columns", columns);
        if self.counts.contains(&0) {
            parts.comment("Rows without parts remain pairs; `skip` leaves them out.");
            parts.set("without", "keep");
        }
        let all: usize = self.counts.iter().sum();
        draft.comment(format!(
            "The members of `{}` are monothematic pairs of their row: {all} in total.",
            self.list
        ));
        draft.mapping("parts", parts);
    }
}

/// A list of objects with a label each.
fn in_objects(table: &Table) -> Option<Parts> {
    let labels = table.nested.iter().filter_map(|column| {
        let (list, key) = column.name.split_once("[*].")?;
        // Objects in the members of a list may hold anything, if they are not called as labels are.
        let path = path_and_key(key).0;
        if !path.is_empty() && !speaks_of_gold(path, None) {
            return None;
        }
        let labels = labels(column).filter(|_| !of_systems(table, list))?;
        let sure = Meanings::of(&labels.iter().map(String::as_str).collect())
            .is_some_and(|of| of.is_sure());
        let rank = Role::Gold.rank(key).filter(|_| !key.contains("[*]"));
        (sure || rank.is_some()).then_some((rank.unwrap_or(usize::MAX), list, key, labels, column))
    });
    let (_, list, key, labels, column) = labels.min_by_key(|(rank, ..)| *rank)?;
    let of_list = table.nested.iter().filter_map(|other| {
        let (of, key) = other.name.split_once("[*].")?;
        (of == list && other.name != column.name && is_prose(other)).then_some(key)
    });
    let rank =
        |key: &&str| Role::Hypothesis.rank(key).or(Role::Text.rank(key)).unwrap_or(usize::MAX);
    Some(Parts {
        list: list.to_owned(),
        hypothesis: of_list.min_by_key(rank).map(str::to_owned),
        gold: key.to_owned(),
        beside: None,
        labels,
        counts: counts(column),
    })
}

/// A list of texts, and one of as many labels.
fn side_by_side(table: &Table) -> Option<Parts> {
    let rank = |column: &Column| {
        let name = bare(&column.name);
        let one = name.strip_suffix('s').unwrap_or(&name);
        let words = ["label", "gold", "judgment", "judgement"];
        let called = words.iter().any(|word| name.contains(word));
        Role::Gold.rank(one).or(called.then_some(usize::MAX))
    };
    let mut named: Vec<(usize, &Column)> =
        table.columns.iter().filter_map(|column| Some((rank(column)?, column))).collect();
    named.sort_by_key(|(rank, _)| *rank);
    named.into_iter().find_map(|(_, column)| {
        let labels = labels(column).filter(|_| column.holds_lists())?;
        let counts = counts(column);
        let texts = table.columns.iter().find(|texts| {
            texts.name != column.name
                && texts.holds_lists()
                && is_prose(texts)
                && self::counts(texts) == counts
        })?;
        Some(Parts {
            list: texts.name.clone(),
            hypothesis: Some(".".to_owned()),
            gold: format!("{}[*]", column.name),
            beside: Some(column.name.clone()),
            labels,
            counts,
        })
    })
}

/// The members of the lists in a column.
fn members(column: &Column) -> impl Iterator<Item = &str> {
    let lists = column.cells.iter().filter_map(|cell| match cell {
        Cell::List(members) => Some(members),
        Cell::Empty | Cell::Text(_) | Cell::Nested => None,
    });
    lists.flatten().map(String::as_str)
}

/// The different members, where they are few and stand again and again.
fn labels(column: &Column) -> Option<BTreeSet<String>> {
    let labels: BTreeSet<String> =
        members(column).filter(|label| !label.is_empty()).map(str::to_owned).collect();
    let count = members(column).count();
    // What a few members of a list have alone is no label of each.
    let filled = members(column).filter(|label| !label.is_empty()).count();
    (filled * 2 >= count && (1..=MOST_LABELS).contains(&labels.len()) && count > labels.len())
        .then_some(labels)
}

fn counts(column: &Column) -> Vec<usize> {
    let count = |cell: &Cell| match cell {
        Cell::List(members) => members.len(),
        Cell::Empty | Cell::Text(_) | Cell::Nested => 0,
    };
    column.cells.iter().map(count).collect()
}

fn is_prose(column: &Column) -> bool {
    let (count, words) = members(column)
        .take(1_000)
        .fold((0, 0), |(count, words), text| (count + 1, words + usize::from(text.contains(' '))));
    words * 2 > count
}
