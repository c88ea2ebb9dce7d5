//! Where the phenomena of pairs stand: a column of tags, of lists of tags, or columns of zeros and ones.

use std::collections::{BTreeMap, BTreeSet};

use super::linguistic;
use super::lists;
use super::names::{Over, Role, bare};
use super::outcomes::is_outcome;
use super::table::{Cell, Column, Table};
use super::usual_words::usual;

/// The columns of phenomena that were found.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Phenomena {
    /// A column of categories beside a column of phenomena, one each in a cell.
    pub(super) category: Option<(String, String)>,
    pub(super) tags: Vec<TagColumn>,
    /// Columns of zeros and ones, with the phenomenon that each stands for.
    pub(super) one_hot: Vec<(String, String)>,
    /// A column of zeros and ones with another number in it.
    pub(super) stray: Option<(String, String)>,
}

/// A column of tags.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TagColumn {
    pub(super) name: String,
    pub(super) shape: Shape,
    /// The tags with how many rows have each, in the order of their names.
    pub(super) tags: BTreeMap<String, usize>,
}

/// How many tags a cell has, and how they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    One,
    /// As Python, JSON and numpy print lists.
    Bracketed,
    /// In a list of JSON.
    List,
    Separated(&'static str),
}

/// A column has at most so many different tags, and at most half as many as it has tags.
const MOST_TAGS: usize = 500;

/// Names of columns that hold kinds of anything: of phenomena only if a value is a word for one.
const OF_ANY_KIND: [&str; 4] = ["cat", "category", "tag", "type"];

impl Phenomena {
    /// The phenomena among some columns of a table; in the one that the user named, if any.
    pub(super) fn of(
        table: &Table,
        columns: &[&str],
        numeric_gold: bool,
        named: Option<&str>,
    ) -> Self {
        if let Some(column) = named.and_then(|named| table.column(named)) {
            let tags = tag_column(column, true).into_iter().collect();
            return Self { tags, ..Self::default() };
        }
        // What is the same everywhere, or says whether an answer was right, is no phenomenon of a pair.
        let may_be = |column: &&Column| {
            column.cells.iter().any(|cell| *cell != column.cells[0])
                && !is_outcome(column, table)
                && !Over::Runs.names(&column.name)
                && !Over::Systems.names(&column.name)
                && !holds_versions(column)
        };
        let columns: Vec<&Column> =
            columns.iter().filter_map(|name| table.column(name)).filter(may_be).collect();
        let mut found = Self::default();
        let named = |role: Role| {
            let of_role =
                columns.iter().filter_map(|column| Some((role.rank(&column.name)?, *column)));
            of_role.min_by_key(|(rank, _)| *rank).map(|(_, column)| column)
        };
        let is_one = |column: &&Column| {
            tag_column(column, true).is_some_and(|tags| tags.shape == Shape::One)
        };
        if let (Some(category), Some(phenomenon)) =
            (named(Role::Category).filter(is_one), named(Role::Phenomenon).filter(is_one))
        {
            found.category = Some((category.name.clone(), phenomenon.name.clone()));
        } else {
            let is_named = |column: &Column| {
                let by_name = [Role::Phenomenon, Role::Category]
                    .iter()
                    .any(|role| role.rank(&column.name).is_some());
                let is_other_kind = OF_ANY_KIND.contains(&bare(&column.name).as_str())
                    && is_one(&column)
                    && !linguistic::has_a_word(column);
                (by_name && !is_other_kind)
                    || linguistic::is_name(&column.name)
                    || linguistic::speaks_of_phenomena(column)
            };
            found.tags =
                columns.iter().filter_map(|column| tag_column(column, is_named(column))).collect();
            found.find_category(table);
        }
        // Beside gold in numbers, zeros and ones may be predictions.
        let may_be_one_hot =
            |column: &&&Column| !numeric_gold || linguistic::is_word(&bare(&column.name));
        let one_hot: Vec<&Column> = columns.iter().filter(may_be_one_hot).copied().collect();
        found.find_one_hot(&one_hot);
        found
    }

    /// Whether a single tag looks like a list with something between its members, which is refused unless the config
    /// says that it is none.
    pub(super) fn has_tags_like_lists(&self) -> bool {
        let one = self.tags.iter().filter(|column| column.shape == Shape::One);
        let mut tags = one.flat_map(|column| column.tags.keys());
        let in_brackets = |tag: &String| tag.starts_with(['[', '(', '{']);
        tags.clone().any(|tag| tag.contains([',', ';', '|'])) && !tags.any(in_brackets)
    }

    /// Reads tags from a column as well; nothing changes if it has none.
    pub(super) fn add(&mut self, column: &Column) {
        self.tags.extend(tag_column(column, true));
    }

    /// Takes none from some columns.
    pub(super) fn forget(&mut self, columns: &[String]) {
        let is_kept =
            |both: &(String, String)| !columns.contains(&both.0) && !columns.contains(&both.1);
        self.category = self.category.take().filter(is_kept);
        self.one_hot.retain(|(column, _)| !columns.contains(column));
        self.tags.retain(|tags| !columns.contains(&tags.name));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.category.is_none() && self.tags.is_empty() && self.one_hot.is_empty()
    }

    /// The columns that are read.
    pub(super) fn columns(&self) -> Vec<&str> {
        let tags = self.tags.iter().map(|tags| &tags.name);
        let category =
            self.category.iter().flat_map(|(category, phenomenon)| [category, phenomenon]);
        let one_hot = self.one_hot.iter().map(|(column, _)| column);
        tags.chain(category).chain(one_hot).map(String::as_str).collect()
    }

    /// Of two columns of tags one may be the category of the other: each tag stands beside one of its tags only.
    fn find_category(&mut self, table: &Table) {
        let one: Vec<&TagColumn> =
            self.tags.iter().filter(|tags| tags.shape == Shape::One).collect();
        let [a, b] = one.as_slice() else { return };
        let (coarse, fine) = if a.tags.len() < b.tags.len() { (a, b) } else { (b, a) };
        let cells = table.column(&coarse.name).zip(table.column(&fine.name));
        let Some((coarse_cells, fine_cells)) = cells.filter(|(a, b)| a.is_text() && b.is_text())
        else {
            return;
        };
        let mut above: BTreeMap<&Cell, &Cell> = BTreeMap::new();
        let mut rows = coarse_cells.cells.iter().zip(&fine_cells.cells);
        let is_above = rows.all(|(coarse, fine)| *above.entry(fine).or_insert(coarse) == coarse);
        if is_above && coarse.tags.len() < fine.tags.len() {
            self.category = Some((coarse.name.clone(), fine.name.clone()));
            let both = self.category.clone();
            self.tags.retain(|tags| both.iter().all(|(a, b)| *a != tags.name && *b != tags.name));
        }
    }

    fn find_one_hot(&mut self, columns: &[&Column]) {
        let mut found: Vec<&Column> = Vec::new();
        for column in columns {
            let Some(values) = column.values(4) else { continue };
            if is_marked(column, &values) {
                found.push(column);
                continue;
            }
            let set = |value: &&str| matches!(*value, "0" | "1" | "0.0" | "1.0");
            let strays: usize =
                values.iter().filter(|(value, _)| !set(value)).map(|(_, count)| count).sum();
            let numbers = values.keys().all(|value| value.parse::<f64>().is_ok());
            if !column.is_text()
                || !numbers
                || !values.keys().any(set)
                || strays * 100 > column.cells.len()
            {
                continue;
            }
            if let Some(stray) = values.keys().find(|value| !set(value)) {
                self.stray.get_or_insert_with(|| (column.name.clone(), (*stray).to_owned()));
            }
            found.push(column);
        }
        // One such column alone may be anything.
        if found.len() > 1 {
            let names: Vec<&str> = found.iter().map(|column| column.name.as_str()).collect();
            self.one_hot = paths(&names);
        } else {
            self.stray = None;
        }
    }
}

/// Whether a column that is called as a phenomenon is true or false, yes or no, or has a mark in some cells: a name alone
/// does not do, nor do such values.
fn is_marked(column: &Column, values: &BTreeMap<&str, usize>) -> bool {
    let is =
        |words: &[&str]| values.keys().all(|value| words.contains(&value.to_lowercase().as_str()));
    let is_called = || linguistic::is_word(&bare(&column.name));
    let has_gaps = column.filled() < column.cells.len();
    let is_marked = is(&["true", "false"])
        || is(&["yes", "no", "y", "n"])
        || is(&["x", "-"])
        || is(&["+", "-"]);
    column.holds_texts() && is_marked && (values.len() > 1 || has_gaps) && is_called()
}

/// Whether the values of a column say which version of a pair a row is, as those of contrast sets do, or which part of a
/// dataset it is in: no phenomena.
fn holds_versions(column: &Column) -> bool {
    let says = |value: &&str| {
        let bare = bare(value);
        usual("version").iter().any(|word| {
            bare.strip_prefix(word).is_some_and(|rest| {
                ["", "s", "ed", "ation", "ive", "set", "ing"].contains(&rest)
                    || rest.chars().all(|letter| letter.is_ascii_digit())
            })
        })
    };
    column.values(MOST_VERSIONS).is_some_and(|values| !values.is_empty() && values.keys().all(says))
}

/// The most versions of a pair.
const MOST_VERSIONS: usize = 8;

/// The phenomenon that each column of zeros and ones stands for: the part of the name that several columns share is
/// the category, at its beginning or at its end.
fn paths(names: &[&str]) -> Vec<(String, String)> {
    let part = |name: &&str, end: bool| {
        let cut = if end { name.rsplit_once('_') } else { name.split_once('_') };
        cut.map(
            |(a, b)| if end { (b.to_owned(), a.to_owned()) } else { (a.to_owned(), b.to_owned()) },
        )
    };
    let shared = |end: bool| {
        let cut: Option<Vec<(String, String)>> = names.iter().map(|name| part(name, end)).collect();
        cut.filter(|cut| {
            cut.iter().map(|(category, _)| category).collect::<BTreeSet<_>>().len() * 2 <= cut.len()
        })
    };
    let fallback = || names.iter().map(|name| (CATEGORY.to_owned(), (*name).to_owned())).collect();
    let cut = shared(false).or_else(|| shared(true)).unwrap_or_else(fallback);
    let clean = |text: &str| text.replace(':', "-").trim().to_owned();
    let path = |(category, name): (String, String)| {
        let (category, name) = (clean(&category), clean(&name));
        let or = |text: String| if text.is_empty() { CATEGORY.to_owned() } else { text };
        format!("{}:{}", or(category), or(name))
    };
    names.iter().map(|name| (*name).to_owned()).zip(cut.into_iter().map(path)).collect()
}

/// The category of phenomena that name none.
pub(super) const CATEGORY: &str = "phenomenon";

/// A cell that is a list of tags, if a column may contain them although neither its name nor its values say so.
pub(super) fn example_of_lists(column: &Column) -> Option<&str> {
    let tags = tag_column(column, true)?;
    let few = tags.tags.len() * 2 <= tags.tags.values().sum();
    lists::example_of_tags(column).filter(|_| few)
}

/// Whether a column with one tag a cell has the name of one with kinds of anything, which may be phenomena.
pub(super) fn is_of_any_kind(name: &str) -> bool {
    let lower = name.to_lowercase();
    lower.split(|letter: char| !letter.is_alphanumeric()).any(|word| OF_ANY_KIND.contains(&word))
}

/// The tags in a column: by its name, or because its cells are lists.
fn tag_column(column: &Column, is_named: bool) -> Option<TagColumn> {
    let (shape, rows) = match column.lists() {
        Some(lists) => (if column.holds_lists() { Shape::List } else { Shape::Bracketed }, lists),
        None if !column.holds_texts() || column.filled() == 0 => return None,
        None => match lists::separator(column).filter(|separator| is_named || *separator == "|") {
            Some(separator) => {
                let cut =
                    |text: &str| text.split(separator).map(|tag| tag.trim().to_owned()).collect();
                (Shape::Separated(separator), column.texts().map(cut).collect())
            }
            None if is_named => {
                (Shape::One, column.texts().map(|text| vec![text.to_owned()]).collect())
            }
            None => return None,
        },
    };
    let mut tags: BTreeMap<String, usize> = BTreeMap::new();
    let mut count = 0;
    for tag in rows.into_iter().flatten().filter(|tag| !tag.is_empty()) {
        count += 1;
        *tags.entry(tag).or_insert(0) += 1;
    }
    let is_number = |tag: &String| tag.split_whitespace().all(|word| word.parse::<f64>().is_ok());
    let is_label = |tag: &String| super::labels::supposed(tag).is_some();
    let few = is_named || tags.len() * 2 <= count;
    let are_tags = few
        && !tags.is_empty()
        && tags.len() <= MOST_TAGS
        && tags.keys().all(|tag| tag.chars().count() <= 100)
        && !tags.keys().all(is_number)
        && !tags.keys().all(is_label)
        && !bare(&column.name).ends_with("id");
    are_tags.then(|| TagColumn { name: column.name.clone(), shape, tags })
}

#[cfg(test)]
mod tests {
    use super::super::table::column;
    use super::*;

    fn of(columns: Vec<Column>) -> Phenomena {
        let rows = columns[0].cells.len();
        let table = Table { columns, rows, whole: true, ..Table::default() };
        Phenomena::of(&table, &table.names(), false, None)
    }

    #[test]
    fn tags_stand_alone_in_lists_and_beside_categories() {
        let lists = of(vec![column(
            "x",
            &["['negation', 'modality']", "['negation']", "[]", "['modality']"],
        )]);
        assert_eq!(lists.tags[0].shape, Shape::Bracketed);
        assert_eq!(
            lists.tags[0].tags,
            BTreeMap::from([("modality".into(), 2), ("negation".into(), 2)])
        );
        let cut = of(vec![column("tags", &["a; b", "a", "-"])]);
        assert_eq!(cut.tags[0].shape, Shape::Separated("; "));
        assert!(!cut.has_tags_like_lists());
        let words = ["world, common", "a", "b", "c", "d"];
        assert!(of(vec![column("tags", &words)]).has_tags_like_lists());
        let mixed = of(vec![column("tags", &["['a', 'b']", "a"])]);
        assert_eq!((mixed.tags[0].shape, mixed.has_tags_like_lists()), (Shape::One, false));
        let both = of(vec![column("category", &["l", "s"]), column("phenomenon", &["a", "b"])]);
        assert_eq!(both.category, Some(("category".into(), "phenomenon".into())));
        assert!(
            of(vec![column("text", &["a", "b"]), column("numbers", &["[1, 2]", "[1, 2]"])])
                .is_empty()
        );
    }

    #[test]
    fn columns_of_zeros_and_ones_stand_for_phenomena() {
        let mut ones = vec!["0"; 150];
        ones[3] = "1";
        let mut stray = ones.clone();
        stray[7] = "2";
        let found = of(vec![column("lexical_logic", &ones), column("negation_logic", &stray)]);
        let expected = [("lexical_logic", "logic:lexical"), ("negation_logic", "logic:negation")];
        assert_eq!(found.one_hot, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
        assert_eq!(found.stray, Some(("negation_logic".into(), "2".into())));
        let found = of(vec![column("neg", &ones), column("a:b", &ones)]);
        assert_eq!(found.one_hot[1], ("a:b".to_owned(), "phenomenon:a-b".to_owned()));
        assert!(of(vec![column("neg", &ones)]).is_empty());
        // Beside gold in numbers they may be predictions, but for their names.
        let beside = |names: [&str; 2]| {
            let columns = names.map(|name| column(name, &ones)).to_vec();
            let table = Table { rows: ones.len(), columns, whole: true, ..Table::default() };
            Phenomena::of(&table, &names, true, None).one_hot.len()
        };
        assert_eq!((beside(["negation", "quantifier"]), beside(["bert", "gpt"])), (2, 0));
    }

    #[test]
    fn types_and_categories_are_phenomena_only_if_their_values_are() {
        let of_values = |name: &str, values: [&str; 2]| {
            let cells: Vec<&str> = (0..40).map(|row| values[row % 2]).collect();
            !of(vec![column(name, &cells)]).is_empty()
        };
        assert!(of_values("type", ["negation", "other"]));
        assert!(!of_values("type", ["single", "comparison"]));
        assert!(of_values("phenomenon", ["single", "comparison"]));
    }
}
