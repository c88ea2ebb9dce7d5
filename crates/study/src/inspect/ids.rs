//! By what the rows of a table are known, and how the rows of two tables are matched.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::names::Role;
use super::table::{Cell, Column, Table, UNNAMED};

/// How many columns an id is joined of at the most.
const MOST_JOINED: usize = 5;

/// An id is shorter than a text.
const LONGEST_ID: usize = 60;

/// The columns that tell the rows of a table apart: one, or several that are joined; nothing where none do.
pub(super) fn columns(table: &Table) -> Option<Vec<String>> {
    if table.column(INDEX).is_some() {
        return Some(of_claims(table));
    }
    let short =
        |name: &&str| table.column(name).is_some_and(|column| column.mean_length() <= LONGEST_ID);
    let mut names = table.names();
    names.retain(short);
    // Numbers with a fraction are scores, unless they are called ids: parts are often 1.1, 1.2.
    names.retain(|name| {
        let numbers =
            table.column(name).and_then(super::table::Column::numbers).unwrap_or_default();
        Role::Id.rank(name).is_some() || numbers.iter().all(|number| number.fract() == 0.0)
    });
    let unique = |name: &str| table.column(name).is_some_and(super::table::Column::is_unique);
    let mut ranked: Vec<(usize, &str)> =
        names.iter().filter_map(|name| Some((Role::Id.rank(name)?, *name))).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    if let Some((_, name)) = ranked.iter().find(|(_, name)| unique(name)) {
        return Some(vec![(*name).to_owned()]);
    }
    let called = |name: &&&str| super::names::bare(name).ends_with("id");
    if let Some(name) = names.iter().filter(called).find(|name| unique(name)) {
        return Some(vec![(*name).to_owned()]);
    }
    if let Some(name) = names.first().filter(|name| {
        unique(name) && (name.starts_with(UNNAMED) || super::texts::texts(table) == (None, None))
    }) {
        return Some(vec![(*name).to_owned()]);
    }
    // An id that repeats is that of something above the pair, or of a pair with several rows.
    if repeated(table).is_some() {
        return None;
    }
    // Labels, systems and tags are no part of an id, though they may tell rows apart beside a text.
    names.retain(|name| is_called_id(name));
    joined(table, &names)
}

/// The number of a row in the list that holds it.
pub(super) const INDEX: &str = "@index";

/// The id of rows in lists within what holds them: one of their own, that of what holds them with their number, or the number of
/// the row.
fn of_claims(table: &Table) -> Vec<String> {
    let own = table.columns.iter().filter(|column| {
        !column.name.starts_with(['^', '@']) && is_called_id(&column.name) && column.is_unique()
    });
    let own = own.min_by_key(|column| Role::Id.rank(&column.name).unwrap_or(usize::MAX));
    if let Some(own) = own {
        return vec![own.name.clone()];
    }
    let with_number = |name: String| {
        let both = vec![name, INDEX.to_owned()];
        let ids = of(table, &both);
        let different: BTreeSet<&String> = ids.iter().collect();
        (different.len() == table.rows).then_some(both)
    };
    of_holder(table).and_then(with_number).unwrap_or_else(|| vec!["@row".to_owned()])
}

/// The column with the id of what holds the rows.
pub(super) fn of_holder(table: &Table) -> Option<String> {
    let above = table.columns.iter().filter(|column| {
        super::names::is_of_holder(&column.name)
            && is_called_id(&column.name)
            && column.is_text()
            && column.mean_length() <= LONGEST_ID
    });
    let usual = |column: &&Column| Role::Id.rank(&column.name).unwrap_or(usize::MAX);
    above.min_by_key(usual).map(|column| column.name.clone())
}

/// The id of what holds the rows as their cluster, if no two of these have the same text: of texts in common the readers know
/// better.
pub(super) fn cluster_of_claims(table: &Table, text: Option<&String>) -> Option<String> {
    let holder = table.column(&of_holder(table)?)?;
    let text = table.column(text?)?;
    let mut of_text: BTreeMap<&Cell, &Cell> = BTreeMap::new();
    let mut rows = text.cells.iter().zip(&holder.cells);
    let is_one = rows.all(|(text, holder)| *of_text.entry(text).or_insert(holder) == holder);
    (is_one && !holder.is_unique()).then(|| holder.name.clone())
}

/// Whether a name is one of a part of an id: an id, a number, a document.
fn is_called_id(name: &str) -> bool {
    let bare = super::names::bare(name);
    Role::Id.rank(name).is_some_and(|_| !bare.is_empty())
        || super::documents::is_document(name)
        || ["id", "number", "idx", "index", "key", "num"].iter().any(|end| bare.ends_with(end))
}

/// The column that is surely called an id.
pub(super) fn sure(table: &Table) -> Option<&Column> {
    let (rank, column) = Role::Id.best(table.columns.iter().filter(|column| column.is_text()))?;
    (rank < SURE_NAMES).then_some(column)
}

/// That column if several rows have the same id.
fn repeated(table: &Table) -> Option<&Column> {
    sure(table).filter(|column| !column.is_unique())
}

/// The columns of text and hypothesis as an id, if they tell all rows apart.
pub(super) fn by_texts(table: &Table) -> Option<Vec<String>> {
    let (text, hypothesis) = super::texts::texts(table);
    let both = vec![text?, hypothesis?];
    let ids = of(table, &both);
    let different: BTreeSet<&String> = ids.iter().collect();
    (ids.len() == table.rows && different.len() == ids.len()).then_some(both)
}

/// The column whose values name what several pairs are translations of, if the pairs are called by something else: with a
/// language it tells all rows apart, and most of its values have several.
pub(super) fn above_pairs(table: &Table, id: &[String]) -> Option<String> {
    let languages = languages(table)?;
    let above = table.columns.iter().filter_map(|column| {
        let is_other =
            column.name != languages.name && (id.len() > 1 || !id.contains(&column.name));
        if !is_other || !column.is_text() || column.mean_length() > LONGEST_ID {
            return None;
        }
        let rows = column.texts().zip(languages.texts());
        let different: BTreeSet<(&str, &str)> = rows.collect();
        let values: BTreeSet<&str> = column.texts().collect();
        let is_above = different.len() == table.rows && values.len() * 2 <= table.rows;
        is_above.then_some((Role::Id.rank(&column.name).is_none(), column.name.clone()))
    });
    above.min().map(|(_, name)| name)
}

/// The column of languages.
fn languages(table: &Table) -> Option<&Column> {
    const LANGUAGES: [&str; 6] =
        ["language", "lang", "locale", "languageid", "languagecode", "translation"];
    let is_language =
        |column: &&Column| LANGUAGES.contains(&super::names::bare(&column.name).as_str());
    table.columns.iter().find(is_language)
}

/// The language, the dataset or the version of a pair, and the id that several of these have in common, if they tell the rows
/// apart together.
pub(super) fn with_language(table: &Table) -> Option<Vec<String>> {
    const BESIDE: [&str; 8] =
        ["corpus", "dataset", "domain", "source", "split", "subset", "variant", "version"];
    let is_beside = |column: &&Column| {
        BESIDE.contains(&super::names::bare(&column.name).as_str()) && column.is_text()
    };
    let beside = languages(table).or_else(|| table.columns.iter().find(is_beside))?;
    let id =
        sure(table).or_else(|| table.columns.iter().find(|column| is_called_id(&column.name)))?;
    let both = vec![beside.name.clone(), id.name.clone()];
    let ids = of(table, &both);
    let different: BTreeSet<&String> = ids.iter().collect();
    (beside.name != id.name && different.len() == table.rows).then_some(both)
}

/// The column that is called the id and tells almost all rows apart: where a few ids stand twice, that is a slip of the
/// file and no reason to join the id of several columns.
pub(super) fn almost_unique(table: &Table) -> Option<String> {
    let (_, column) = Role::Id.best(&table.columns).filter(|(rank, _)| *rank < SURE_NAMES)?;
    let different: BTreeSet<&str> = column.texts().collect();
    let almost = column.is_text() && different.len() * 10 >= table.rows * 9;
    almost.then(|| column.name.clone())
}

/// The first so many names of an id are those of nothing else.
const SURE_NAMES: usize = 8;

/// The column of an id that stands on several rows which differ in their tags alone, unless other columns tell the
/// rows apart by a name that is more usual for that.
pub(super) fn gathered(table: &Table, own: Option<&[String]>) -> Option<String> {
    let is_tag = |name: &str| {
        [Role::Phenomenon, Role::Category].iter().any(|role| role.rank(name).is_some())
    };
    let is_number_of_row =
        |name: &str| ["", "unnamed0"].contains(&super::names::bare(name).as_str());
    let best = match own {
        Some([one]) => Role::Id.rank(one),
        _ => None,
    };
    let (rank, id) = Role::Id.best(table.columns.iter().filter(|column| column.is_text()))?;
    if id.is_unique() || best.is_some_and(|best| best <= rank) {
        return None;
    }
    let others: Vec<_> = table
        .columns
        .iter()
        .filter(|column| {
            column.name != id.name && !is_tag(&column.name) && !is_number_of_row(&column.name)
        })
        .collect();
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    let alike = id.texts().enumerate().all(|(row, id)| {
        let first = *first.entry(id).or_insert(row);
        others.iter().all(|column| column.cells[row] == column.cells[first])
    });
    (alike && table.names().into_iter().any(is_tag)).then(|| id.name.clone())
}

/// What stands between the id of an original and the number of its part, where all ids with it begin with another id.
pub(super) fn of_parts(ids: &BTreeSet<&String>) -> Option<&'static str> {
    [".", "-", "_"].into_iter().find(|between| {
        let parts = ids.iter().filter_map(|id| id.rsplit_once(between));
        let (count, named) = parts.fold((0, 0), |(count, named), (whole, _)| {
            (count + 1, named + usize::from(ids.contains(&whole.to_owned())))
        });
        count > 0 && named == count
    })
}

/// The fewest of the first columns that tell the rows apart together.
fn joined(table: &Table, names: &[&str]) -> Option<Vec<String>> {
    let full: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| table.column(name).is_some_and(super::table::Column::is_text))
        .take(MOST_JOINED)
        .collect();
    let tell = |names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let ids = of(table, &names);
        ids.len() == table.rows && ids.iter().collect::<BTreeSet<_>>().len() == ids.len()
    };
    let enough = (2..=full.len()).find(|count| tell(&full[..*count]))?;
    let mut kept: Vec<&str> = full[..enough].to_vec();
    for name in full[..enough].iter().rev() {
        let without: Vec<&str> = kept.iter().copied().filter(|other| other != name).collect();
        if without.len() > 1 && tell(&without) {
            kept = without;
        }
    }
    Some(kept.into_iter().map(str::to_owned).collect())
}

/// The ids of the rows of a table, of those that have one.
pub(super) fn of(table: &Table, columns: &[String]) -> Vec<String> {
    of_rows(table, columns).into_iter().flatten().collect()
}

/// The id of each row of a table, `None` if a cell of it is empty; no rows at all if the table lacks a column.
pub(super) fn of_rows(table: &Table, columns: &[String]) -> Vec<Option<String>> {
    if columns == ["@row"] {
        return (1..=table.rows).map(|row| Some(row.to_string())).collect();
    }
    let columns: Option<Vec<_>> = columns.iter().map(|name| table.column(name)).collect();
    let Some(columns) = columns.filter(|columns| !columns.is_empty()) else { return Vec::new() };
    let id = |row: usize| {
        let parts: Option<Vec<&str>> =
            columns.iter().map(|column| column.cells[row].text()).collect();
        parts.map(|parts| parts.join(":"))
    };
    (0..table.rows).map(id).collect()
}

/// Whether two tables that are matched row by row have a column of texts in common, by its name or as text or hypothesis, and the
/// same texts in all such columns.
pub(super) fn repeats_texts(one: &Table, other: &Table) -> bool {
    let long = one.columns.iter().filter(|column| column.mean_length() > LONGEST_LABEL);
    let by_name = long.filter_map(|column| Some((column, other.column(&column.name)?)));
    let (of_one, of_other) = (super::texts::texts(one), super::texts::texts(other));
    let by_role = [of_one.0.zip(of_other.0), of_one.1.zip(of_other.1)];
    let by_role = by_role
        .iter()
        .flatten()
        .filter_map(|(name, of_other)| Some((one.column(name)?, other.column(of_other)?)));
    let mut both = by_name.chain(by_role).peekable();
    one.rows == other.rows
        && both.peek().is_some()
        && both.all(|(column, other)| other.cells == column.cells)
}

/// Texts are longer than labels.
const LONGEST_LABEL: usize = 15;

/// The share of some ids that are among those of the pairs.
pub(super) fn share(ids: &[String], pairs: &BTreeSet<String>) -> f64 {
    let found = ids.iter().filter(|id| pairs.contains(*id)).count();
    found as f64 / ids.len().max(1) as f64
}

/// Whether ids that are numbers are all those of pairs once they are one more or one less.
pub(super) fn fit_shifted(ids: &[String], pairs: &BTreeSet<String>) -> bool {
    let numbers: Option<Vec<i64>> = ids.iter().map(|id| id.parse().ok()).collect();
    let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else { return false };
    [-1, 1].into_iter().any(|shift| {
        numbers.iter().all(|number| {
            number.checked_add(shift).is_some_and(|shifted| pairs.contains(&shifted.to_string()))
        })
    })
}

/// A way to write ids that makes the same of two spellings.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rewriting {
    pub(super) words: &'static str,
    rewritten: fn(&str) -> Cow<'_, str>,
    /// What a config finds and puts in its place; nothing for texts.
    pattern: Option<(&'static str, &'static str)>,
}

impl Rewriting {
    /// What a config says of it.
    pub(super) fn value(&self) -> Value {
        match self.pattern {
            Some((found, written)) => json!({ "match": found, "write": written }),
            None => json!([{ "case": "lower" }, { "match": "\\s+", "write": " " }]),
        }
    }

    /// Whether it changes any of some ids.
    pub(super) fn changes<'a>(&self, ids: impl IntoIterator<Item = &'a String>) -> bool {
        ids.into_iter().any(|id| (self.rewritten)(id) != *id)
    }
}

/// A text without its case, with one blank where several stand.
pub(super) fn plain(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The same, as ids are rewritten.
fn rewritten_plainly(text: &str) -> Cow<'_, str> {
    Cow::Owned(plain(text))
}

const REWRITINGS: [Rewriting; 5] = [
    Rewriting {
        words: "without leading zeros",
        rewritten: |id| match id.trim_start_matches('0') {
            "" => "0".into(),
            id => id.into(),
        },
        pattern: Some(("^0+(.)", "$1")),
    },
    Rewriting {
        words: "without the `.0` that pandas puts after whole numbers",
        rewritten: |id| id.strip_suffix(".0").unwrap_or(id).into(),
        pattern: Some(("\\.0$", "")),
    },
    Rewriting { words: "ignoring case and blanks", rewritten: rewritten_plainly, pattern: None },
    Rewriting {
        words: "by the number at their end",
        rewritten: |id| {
            let name = id.trim_end_matches(|letter: char| letter.is_ascii_digit());
            let number = &id[name.len()..];
            match number.trim_start_matches('0') {
                "" if number.is_empty() => id.into(),
                "" => "0".into(),
                number => number.into(),
            }
        },
        pattern: Some(("^.*?0*([0-9]+)$", "$1")),
    },
    Rewriting {
        words: "by what follows the last `/`, `:`, `_` or `-`",
        rewritten: |id| id.rsplit(['/', ':', '_', '-']).next().unwrap_or(id).into(),
        pattern: Some(("^.*[/:_-]", "")),
    },
];

/// A simple rewriting that makes ids of pairs of almost all ids, and no two ids equal.
pub(super) fn rewriting(ids: &[String], pairs: &BTreeSet<String>) -> Option<Rewriting> {
    REWRITINGS.into_iter().find(|rewriting| {
        let rewritten: BTreeSet<_> = pairs.iter().map(|id| (rewriting.rewritten)(id)).collect();
        let different: BTreeSet<_> = ids.iter().map(|id| (rewriting.rewritten)(id)).collect();
        let known: BTreeSet<&String> = ids.iter().collect();
        let found = different.iter().filter(|id| rewritten.contains(*id)).count();
        rewritten.len() == pairs.len()
            && different.len() == known.len()
            && found * 10 >= different.len() * 9
    })
}

/// The rewriting of ids that are those of pairs but for how numbers are spelt, if it makes the id of a pair of each id, and no
/// two ids equal: nothing else can be meant by `007` and `7`, by `7.0` and `7`, or by one text in another case.
pub(super) fn respelt(ids: &[String], pairs: &BTreeSet<String>) -> Option<Rewriting> {
    let [zeros, point, texts, ..] = REWRITINGS;
    let known: BTreeSet<&String> = ids.iter().collect();
    [zeros, point, texts].into_iter().find(|found| {
        let of_pairs: BTreeSet<_> = pairs.iter().map(|id| (found.rewritten)(id)).collect();
        let own: BTreeSet<_> = ids.iter().map(|id| (found.rewritten)(id)).collect();
        of_pairs.len() == pairs.len() && own.len() == known.len() && own.is_subset(&of_pairs)
    })
}

#[cfg(test)]
mod tests {
    use super::super::table::column;
    use super::*;

    fn table(columns: Vec<super::super::table::Column>) -> Table {
        let rows = columns[0].cells.len();
        Table { columns, rows, whole: true, ..Table::default() }
    }

    #[test]
    fn an_id_is_the_column_or_the_columns_that_tell_rows_apart() {
        let one = table(vec![column("text", &["a", "b"]), column("pair_id", &["1", "2"])]);
        assert_eq!(columns(&one), Some(vec!["pair_id".to_owned()]));
        let two = table(vec![
            column("doc", &["d", "d", "e", "e"]),
            column("kind", &["x", "x", "x", "x"]),
            column("number", &["1", "2", "1", "2"]),
        ]);
        assert_eq!(columns(&two), Some(vec!["doc".to_owned(), "number".to_owned()]));
        assert_eq!(of(&two, &["doc".into(), "number".into()]), ["d:1", "d:2", "e:1", "e:2"]);
        let ids = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "9"];
        let texts = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
        let twice = |name| table(vec![column(name, &ids), column("premise", &texts)]);
        assert_eq!(almost_unique(&twice("id")).as_deref(), Some("id"));
        assert_eq!(almost_unique(&twice("docid")), None);
        let none = table(vec![column("text", &["a", "a"]), column("gold", &["x", "x"])]);
        assert_eq!(columns(&none), None);
    }

    #[test]
    fn ids_are_matched_as_they_are_or_by_a_simple_rewriting() {
        let pairs = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<BTreeSet<_>>();
        let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        assert!((share(&ids(&["1", "2"]), &pairs(&["2", "3"])) - 0.5).abs() < 1e-12);
        let zeros = rewriting(&ids(&["1", "2"]), &pairs(&["001", "2"])).unwrap();
        assert!(zeros.changes(&pairs(&["001", "2"])) && !zeros.changes(&ids(&["1", "2"])));
        let found =
            |a: &[&str], b: &[&str]| rewriting(&ids(a), &pairs(b))?.pattern.map(|(found, _)| found);
        assert_eq!(found(&["1", "2"], &["001", "002"]), Some("^0+(.)"));
        assert_eq!(found(&["1.0", "2.0"], &["1", "2"]), Some("\\.0$"));
        assert_eq!(found(&["pair_1", "pair_02"], &["1", "2"]), Some("^.*?0*([0-9]+)$"));
        assert_eq!(found(&["dev/a", "dev/b"], &["a", "b"]), Some("^.*[/:_-]"));
        assert_eq!(found(&["x", "y"], &["1", "2"]), None);
        // It would make one id of two.
        assert_eq!(found(&["a1", "b1"], &["1", "2"]), None);
        let sure = |a: &[&str], b: &[&str]| respelt(&ids(a), &pairs(b)).is_some();
        assert!(sure(&["1.0", "2.0"], &["1", "2"]) && sure(&["1", "2"], &["001", "002"]));
        // One id is that of no pair; the other numbers may be of another count.
        assert!(!sure(&["1.0", "3.0"], &["1", "2"]) && !sure(&["q-1", "q-2"], &["1", "2"]));
    }

    #[test]
    fn texts_of_rows_are_the_same_by_the_names_or_by_the_roles_of_their_columns() {
        let of = |names: [&str; 2], first: &str| {
            let hypotheses = column(names[1], &["A long hypothesis.", "Another one, as long."]);
            table(vec![column(names[0], &[first, "The second text is long."]), hypotheses])
        };
        let pairs = of(["premise", "hypothesis"], "The first text is long.");
        assert!(repeats_texts(&pairs, &of(["sentence1", "sentence2"], "The first text is long.")));
        assert!(!repeats_texts(&pairs, &of(["sentence1", "sentence2"], "Another text is long.")));
        assert!(!repeats_texts(&pairs, &table(vec![column("pred", &["neutral", "neutral"])])));
    }
}
