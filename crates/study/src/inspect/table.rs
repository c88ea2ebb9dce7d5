//! A file as a table: columns with the cells of the rows that were looked at.

use std::collections::{BTreeMap, BTreeSet};

pub(super) use phenom_dataset::SampledCell as Cell;
use phenom_dataset::{SampledTable, list_members};

/// Up to so many rows of a file are looked at.
pub(super) const MOST_ROWS: usize = 20_000;

/// Up to so many columns of a file are looked at.
pub(super) const MOST_COLUMNS: usize = 1_000;

/// How the columns of a file without a header are called: this, and their number.
pub(super) const UNNAMED: &str = "column-";

/// The rows of a file that are looked at: those that it begins with, or all rows of a sample of its pairs.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Table {
    pub(super) columns: Vec<Column>,
    /// What stands in lists of objects, `list[*].key`: a list in each cell.
    pub(super) nested: Vec<Column>,
    pub(super) rows: usize,
    /// Whether these are all of them.
    pub(super) whole: bool,
    /// Whether these are the rows of a sample of the pairs.
    pub(super) sampled: bool,
}

/// One column.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) cells: Vec<Cell>,
}

impl From<SampledTable> for Table {
    fn from(sampled: SampledTable) -> Self {
        let SampledTable { columns, rows, whole, .. } = sampled;
        let columns = columns.into_iter().map(|(name, cells)| Column { name, cells });
        let (nested, mut columns): (Vec<Column>, Vec<Column>) = columns
            .partition(|column| column.name.contains("[*]") && !column.name.starts_with('^'));
        // A list of what holds the rows is one of the rows if it has a member for most.
        columns.retain(|column| !column.name.contains("[*]") || column.filled() * 2 > rows);
        let of_rows: BTreeSet<String> = columns
            .iter()
            .filter(|column| column.name.contains("[*]") && !column.is_prose())
            .filter_map(|column| Some(column.name.split_once("[*]")?.0.to_owned()))
            .collect();
        columns.retain(|column| !of_rows.contains(&column.name));
        Self { columns, nested, rows, whole, sampled: false }
    }
}

impl Table {
    pub(super) fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    pub(super) fn names(&self) -> Vec<&str> {
        self.columns.iter().map(|column| column.name.as_str()).collect()
    }
}

impl Column {
    /// The texts that are there.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.cells.iter().filter_map(Cell::text)
    }

    pub(super) fn filled(&self) -> usize {
        self.cells.iter().filter(|cell| **cell != Cell::Empty).count()
    }

    /// Whether every cell holds a text.
    pub(super) fn is_text(&self) -> bool {
        !self.cells.is_empty() && self.cells.iter().all(|cell| cell.text().is_some())
    }

    /// Whether every cell that is not empty holds a text.
    pub(super) fn holds_texts(&self) -> bool {
        self.cells.iter().all(|cell| matches!(cell, Cell::Empty | Cell::Text(_)))
    }

    /// Whether every cell holds a text that no other one holds.
    pub(super) fn is_unique(&self) -> bool {
        let mut seen = BTreeSet::new();
        self.is_text() && self.texts().all(|text| seen.insert(text))
    }

    /// The different texts with how often each stands there; nothing where there are more than `most`.
    pub(super) fn values(&self, most: usize) -> Option<BTreeMap<&str, usize>> {
        let mut values = BTreeMap::new();
        for text in self.texts() {
            *values.entry(text).or_insert(0) += 1;
            if values.len() > most {
                return None;
            }
        }
        Some(values)
    }

    /// The numbers, where nothing but numbers stands there.
    pub(super) fn numbers(&self) -> Option<Vec<f64>> {
        if !self.holds_texts() {
            return None;
        }
        let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
        let numbers: Option<Vec<f64>> = self.texts().map(number).collect();
        numbers.filter(|numbers| !numbers.is_empty())
    }

    /// Whether it holds numbers with a comma in the place of the point, `0,83`, and nothing else but numbers.
    pub(super) fn has_decimal_commas(&self) -> bool {
        let comma = |text: &str| {
            let digits =
                |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            text.trim_start_matches('-')
                .split_once(',')
                .is_some_and(|(a, b)| digits(a) && digits(b))
        };
        self.holds_texts()
            && self.texts().any(comma)
            && self.texts().all(|text| comma(text) || text.parse::<f64>().is_ok())
    }

    /// Whether it holds texts of several words, or lists of texts.
    pub(super) fn is_prose(&self) -> bool {
        let texts = self.texts().take(1_000);
        let (count, words) = texts.fold((0, 0), |(count, words), text| {
            (count + 1, words + usize::from(text.contains(' ')))
        });
        self.holds_lists() || (self.holds_texts() && words * 2 > count)
    }

    /// How long its texts are in the mean, in letters.
    pub(super) fn mean_length(&self) -> usize {
        let (mut letters, mut count) = (0, 0);
        for text in self.texts().take(1_000) {
            letters += text.chars().count();
            count += 1;
        }
        letters / count.max(1)
    }

    /// The lists in its cells, in JSON or in brackets as programs write them down, where nothing else stands there;
    /// an empty list where a cell is empty.
    pub(super) fn lists(&self) -> Option<Vec<Vec<String>>> {
        let list = |cell: &Cell| match cell {
            Cell::Empty => Some(Vec::new()),
            Cell::List(members) => Some(members.clone()),
            Cell::Text(text) => list_members(text),
            Cell::Nested => None,
        };
        let lists: Option<Vec<Vec<String>>> = self.cells.iter().map(list).collect();
        lists.filter(|lists| lists.iter().any(|members| !members.is_empty()))
    }

    /// Whether its lists are JSON's own, not texts that look like lists.
    pub(super) fn holds_lists(&self) -> bool {
        self.cells.iter().any(|cell| matches!(cell, Cell::List(_)))
    }
}

/// A column for tests: `-` is an empty cell.
#[cfg(test)]
pub(super) fn column(name: &str, cells: &[&str]) -> Column {
    let cell = |text: &&str| match *text {
        "-" => Cell::Empty,
        text => Cell::Text(text.to_owned()),
    };
    Column { name: name.to_owned(), cells: cells.iter().map(cell).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_says_what_it_holds() {
        let ids = column("id", &["1", "2", "3"]);
        assert!(ids.is_unique());
        assert_eq!(ids.numbers(), Some(vec![1.0, 2.0, 3.0]));
        assert!(column("x", &["0,83", "1", "-0,2"]).has_decimal_commas());
        assert!(!column("x", &["1", "2"]).has_decimal_commas());
        assert!(!column("x", &["0,83", "a,b"]).has_decimal_commas());
        let gaps = column("x", &["a", "-", "a"]);
        assert!(!gaps.is_unique() && !gaps.is_text() && gaps.holds_texts());
        assert_eq!(gaps.values(5), Some(BTreeMap::from([("a", 2)])));
        assert_eq!(gaps.values(0), None);
        let lists = column("tags", &["['a', 'b']", "[]", "-"]);
        assert_eq!(lists.lists().unwrap(), [vec!["a".to_owned(), "b".to_owned()], vec![], vec![]]);
        assert_eq!(gaps.lists(), None);
        let as_programs_write = column("tags", &["['a' 'b']", "('a',)", "{'b', 'a'}", "set()"]);
        assert_eq!(as_programs_write.lists().unwrap()[..2], [vec!["a", "b"], vec!["a"]]);
    }
}
