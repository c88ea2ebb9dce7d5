//! Which column of a file of pairs holds what.

use std::collections::BTreeSet;

use super::ids;
use super::json::PHENOM_KEYS;
use super::labels::{MOST_LABELS, Meanings};
use super::layout::Written;
use super::likeness::says_the_same;
use super::looked::Looked;
use super::names::{
    Role, bare, is_annotator, is_answer, is_gold, is_of_holder, listed, names_an_original,
    says_gold_alone, speaks_of_gold,
};
use super::outcomes::quoted;
use super::parts::Parts;
use super::phenomena::{Phenomena, example_of_lists, is_of_any_kind};
use super::preset;
use super::table::{Cell, Column, Table, UNNAMED};
use super::texts::{named, texts};
use crate::config::Preset;

/// What the columns of a file of pairs hold.
#[derive(Debug, Clone, Default)]
pub(super) struct PairRoles {
    /// The preset that stands for the whole mapping.
    pub(super) preset: Option<&'static Preset>,
    /// The columns of the id; `@row` where none tell the rows apart.
    pub(super) id: Vec<String>,
    pub(super) origin: Option<String>,
    /// A column whose values are ids of other rows, though its name says nothing of it.
    pub(super) origin_candidate: Option<String>,
    /// What stands in ids between that of an original and the number of its part, `.` in `1.1`; and whether the user
    /// said that they are parts.
    pub(super) part_ids: Option<(&'static str, bool)>,
    /// Whether a pair stands on a row for each of its phenomena.
    pub(super) gathers_tags: bool,
    /// Whether it stands on a row for each system, run or annotator.
    pub(super) is_repeated: bool,
    pub(super) text: Option<String>,
    pub(super) hypothesis: Option<String>,
    pub(super) gold: Option<String>,
    /// Whether there is none, and what annotators said stands there in its place.
    pub(super) without_gold: bool,
    /// Whether there are outcomes instead.
    pub(super) of_outcomes: bool,
    /// Columns of labels that may be gold, where none is by its name.
    pub(super) gold_candidates: Vec<String>,
    pub(super) annotators: Vec<String>,
    pub(super) annotator_labels: Option<String>,
    pub(super) task: Option<String>,
    pub(super) cluster: Option<String>,
    pub(super) phenomena: Phenomena,
    /// What stands before and after the language in the names of files, if these are translations of one another.
    pub(super) around_language: Option<(String, String)>,
    /// The parts of each row.
    pub(super) parts: Option<Parts>,
    pub(super) attributes: Vec<String>,
    /// What is not read.
    pub(super) unused: Vec<String>,
}

/// What the user said of the columns of pairs.
#[derive(Debug, Clone, Default)]
pub struct SaidOfPairs {
    /// The columns of the id.
    pub id: Vec<String>,
    /// The column of gold.
    pub gold: Option<String>,
    /// Columns of answers, which are no gold.
    pub answers: Vec<String>,
    /// The column of phenomena.
    pub phenomena: Option<String>,
    /// Whose labels those are that could be a system's or an annotator's.
    pub labels_are_of: LabelsAreOf,
}

/// Whose labels stand in columns that no name says it of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LabelsAreOf {
    /// Gold, or systems.
    #[default]
    GoldOrSystems,
    /// They are of annotators.
    Annotators,
}

/// An attribute has at most so many values, and each stands on so many rows in the mean.
const MOST_VALUES: usize = 12;
const ROWS_A_VALUE: usize = 5;

impl PairRoles {
    pub(super) fn of(looked: &Looked, said: &SaidOfPairs) -> Self {
        let table = &looked.table;
        let has = |name: &Option<String>| name.clone().filter(|name| table.column(name).is_some());
        let own = ids::columns(table);
        let joined = own.as_ref().is_none_or(|columns| columns.len() > 1);
        let gathered = ids::gathered(table, own.as_deref()).filter(|_| said.id.is_empty());
        let gathers_tags = gathered.is_some();
        let almost = || ids::almost_unique(table).filter(|_| joined);
        let here = |columns: &Vec<String>| {
            !columns.is_empty() && columns.iter().all(|name| table.column(name).is_some())
        };
        let said_id = Some(said.id.clone()).filter(here);
        let id = said_id.or_else(|| gathered.or_else(almost).map(|id| vec![id])).or(own);
        let id = id.or_else(|| ids::with_language(table)).or_else(|| ids::by_texts(table));
        let id = id.unwrap_or_else(|| vec!["@row".to_owned()]);
        let mut roles = Self { id, gathers_tags, ..Self::default() };
        let named = |role: Role, fits: &dyn Fn(&Column) -> bool| named(table, role, fits);
        (roles.text, roles.hypothesis) = texts(table);
        roles.parts = Parts::of(table);
        roles.find_gold(table, has(&said.gold), &said.answers);
        let by_name = |gold: &String| Role::Gold.rank(gold).is_some();
        if said.labels_are_of == LabelsAreOf::Annotators && said.gold.is_none() {
            roles.gold = roles.gold.filter(by_name);
        }
        roles.find_annotators(table);
        if roles.gold.is_none() && roles.parts.is_none() {
            roles.find_annotators_without_gold(table, said.labels_are_of);
        }
        roles.find_origin(table);
        let short = |column: &Column| column.holds_texts() && column.values(100).is_some();
        roles.task = named(Role::Task, &short);
        roles.cluster = named(Role::Cluster, &|column| column.holds_texts() && !column.is_unique())
            .or_else(|| ids::above_pairs(table, &roles.id))
            .or_else(|| ids::cluster_of_claims(table, roles.text.as_ref()));
        let numeric_gold = roles.gold_column(table).is_some_and(|gold| {
            gold.values(MOST_LABELS)
                .is_some_and(|values| values.keys().any(|label| label.parse::<f64>().is_ok()))
        });
        let left = roles.left(table);
        let left: Vec<&str> = left.iter().map(String::as_str).collect();
        roles.phenomena = Phenomena::of(table, &left, numeric_gold, said.phenomena.as_deref());
        roles
    }

    /// What is read from which columns, beside ids, in a line; nothing if a preset says it.
    pub(super) fn read_from(&self) -> Option<String> {
        let texts = self.text.iter().chain(&self.hypothesis).map(String::as_str);
        let attributes = self.attributes.iter().map(String::as_str);
        let said = [
            ("texts", listed(texts)),
            ("gold", listed(self.gold.iter().map(String::as_str))),
            ("annotators", listed(self.annotators.iter().map(String::as_str))),
            ("phenomena", listed(self.phenomena.columns().into_iter())),
            ("clusters", listed(self.cluster.iter().map(String::as_str))),
            ("slices", listed(self.task.iter().map(String::as_str).chain(attributes))),
        ];
        let said = said.iter().filter(|(_, columns)| !columns.is_empty());
        let said: Vec<String> =
            said.map(|(what, columns)| format!("{what} from {columns}")).collect();
        (self.preset.is_none() && !said.is_empty()).then(|| format!("Read: {}.", said.join("; ")))
    }

    /// The option for a column with the name of one of phenomena, if it is a slice and nothing is read as phenomena.
    pub(super) fn may_be_phenomena(&self) -> Option<String> {
        let mut attributes = self.attributes.iter().filter(|_| self.phenomena.is_empty());
        let name = attributes.find(|name| is_of_any_kind(name))?;
        let option = quoted(name);
        Some(format!("If `{name}` contains phenomena, add: --phenomena {option}"))
    }

    /// Takes no column for one of labels.
    pub(super) fn forget_labels(&mut self, outcomes: &[String]) {
        self.gold = None;
        self.gold_candidates.clear();
        self.annotators.clear();
        self.annotator_labels = None;
        self.phenomena.forget(outcomes);
        self.of_outcomes = true;
    }

    /// What the columns hold as a preset says it, as far as answers are held against it.
    pub(super) fn of_preset(found: &'static Preset) -> Option<Self> {
        let said = found.pairs.as_ref()?;
        Some(Self {
            preset: Some(found),
            id: preset::id(said),
            text: preset::column_of(said, "text"),
            hypothesis: preset::column_of(said, "hypothesis"),
            gold: preset::column_of(said, "gold"),
            gold_candidates: preset::columns(said),
            ..Self::default()
        })
    }

    /// The column of gold.
    pub(super) fn gold_column<'t>(&self, table: &'t Table) -> Option<&'t Column> {
        self.gold.as_ref().and_then(|gold| table.column(gold))
    }

    /// The columns that nothing is read from yet.
    pub(super) fn left(&self, table: &Table) -> Vec<String> {
        let one = [
            &self.origin,
            &self.origin_candidate,
            &self.text,
            &self.hypothesis,
            &self.gold,
            &self.annotator_labels,
            &self.task,
        ];
        let used: BTreeSet<&str> = one
            .into_iter()
            .flatten()
            .chain(&self.cluster)
            .chain(&self.gold_candidates)
            .chain(&self.id)
            .chain(&self.annotators)
            .chain(self.parts.iter().flat_map(|parts| parts.beside.iter().chain([&parts.list])))
            .map(String::as_str)
            .chain(self.phenomena.columns())
            .collect();
        let is_left = |name: &&str| !used.contains(name) && *name != ids::INDEX;
        let left = table.names().into_iter().filter(is_left);
        left.map(str::to_owned).collect()
    }

    /// Sorts what is left, once the columns of systems are known.
    pub(super) fn find_attributes(&mut self, table: &Table, systems: &BTreeSet<String>) {
        if self.preset.is_some() {
            return;
        }
        // A part of an id, such as a language, may cut results as well.
        let parts_of_id = self.id.iter().filter(|_| self.id.len() > 1);
        let parts_of_id: Vec<String> = parts_of_id.cloned().collect();
        for name in self.left(table).into_iter().chain(parts_of_id.iter().cloned()) {
            let is_known = systems.contains(&name) || self.task.as_ref() == Some(&name);
            let Some(column) = table.column(&name).filter(|_| !is_known) else { continue };
            let values = column.values(MOST_VALUES);
            let is_attribute = values.is_some_and(|values| {
                values.len() > 1
                    && column.filled() >= values.len() * ROWS_A_VALUE
                    && values.keys().all(|value| value.parse::<f64>().is_err())
            });
            // A name that is a path of ours is none of a column.
            // The slices of single cells would leave out the pairs with more than one tag.
            let is_attribute = is_attribute
                && example_of_lists(column).is_none()
                && !super::outcomes::is_outcome(column, table)
                && !self.gold_column(table).is_some_and(|gold| says_the_same(column, gold));
            if is_attribute && !name.starts_with('@') {
                self.attributes.push(name);
            } else if !parts_of_id.contains(&name) {
                self.unused.push(name);
            }
        }
    }

    fn find_gold(&mut self, table: &Table, said: Option<String>, answers: &[String]) {
        if said.is_some() {
            self.gold = said;
            return;
        }
        let is_other = |column: &Column| {
            self.id.contains(&column.name)
                || answers.contains(&column.name)
                || is_of_holder(&column.name)
        };
        // One annotator alone is whoever says what is right.
        let annotators = table.columns.iter().filter(|column| is_annotator(&column.name)).count();
        let is_one_of_several = |column: &Column| annotators > 1 && is_annotator(&column.name);
        let labels =
            table.columns.iter().filter(|column| !is_other(column) && !is_one_of_several(column));
        let labels: Vec<(&Column, Meanings)> =
            labels.filter_map(|column| Some((column, meanings(column)?))).collect();
        let ranked = labels.iter().filter_map(|(column, meanings)| {
            let rank = Role::Gold.rank(&column.name)?;
            Some((!is_gold(&column.name), !meanings.is_sure(), rank, *column))
        });
        let best = ranked.min_by_key(|(no_gold, unsure, rank, _)| (*no_gold, *unsure, *rank));
        let sure = || {
            labels
                .iter()
                .filter(|(column, meanings)| meanings.is_sure() && !is_answer(&column.name))
        };
        let sure: Vec<String> = sure().map(|(column, _)| column.name.clone()).collect();
        // Labels of which it is not known what they mean, in a column whose name speaks of gold.
        let by_words = labels.iter().map(|(column, _)| column.name.clone());
        let by_words: Vec<String> = by_words.filter(|name| speaks_of_gold(name, None)).collect();
        // People on some rows, and a judge on all: who is right is for the user to say.
        let judge = best.as_ref().and_then(|(.., column)| beside_gaps(column, &labels));
        let others = best.as_ref().map(|(.., column)| other_golds(column, &labels));
        let others = others.filter(|others| !others.is_empty());
        self.gold = match (best, sure.as_slice()) {
            (Some((.., column)), _) if others.is_some() && judge.is_none() => {
                self.gold_candidates =
                    [vec![column.name.clone()], others.unwrap_or_default()].concat();
                None
            }
            (Some((.., column)), _) if judge.is_some() => {
                self.gold_candidates =
                    [Some(column.name.clone()), judge].into_iter().flatten().collect();
                None
            }
            (Some((.., column)), _) => Some(column.name.clone()),
            (None, [one]) if speaks_of_gold(one, None) || one.starts_with(UNNAMED) => {
                Some(one.clone())
            }
            (None, []) if by_words.len() == 1 => by_words.first().cloned(),
            (None, _) => {
                self.gold_candidates = sure;
                None
            }
        };
    }

    /// A column that names other rows of the file, and leaves some without.
    fn find_origin(&mut self, table: &Table) {
        let of_rows = ids::of(table, &self.id);
        let ids: BTreeSet<&String> = of_rows.iter().collect();
        // The rows that are named are originals, and name nothing themselves.
        let names_originals = |column: &Column| {
            let named: BTreeSet<&str> = column.texts().collect();
            let mut rows = of_rows.iter().zip(&column.cells);
            of_rows.len() == table.rows
                && rows.all(|(id, cell)| !named.contains(id.as_str()) || *cell == Cell::Empty)
        };
        let names_rows = |column: &&Column| {
            let named: Vec<&str> = column.texts().collect();
            !self.id.contains(&column.name)
                && !named.is_empty()
                && named.len() < table.rows
                && named.iter().all(|id| ids.contains(&(*id).to_owned()))
        };
        self.part_ids = ids::of_parts(&ids).map(|between| (between, false));
        let (by_name, by_values): (Vec<&Column>, Vec<&Column>) = table
            .columns
            .iter()
            .filter(names_rows)
            .partition(|column| names_an_original(&column.name));
        self.origin = by_name.first().map(|column| column.name.clone());
        if self.origin.is_none() {
            let candidate = by_values.into_iter().find(|column| names_originals(column));
            self.origin_candidate = candidate.map(|column| column.name.clone());
        }
    }
}

/// Other columns that are called as gold alone is, with other labels on some rows; none if the column says itself that it is
/// gold.
fn other_golds(gold: &Column, labels: &[(&Column, Meanings)]) -> Vec<String> {
    if bare(&gold.name).contains("gold") {
        return Vec::new();
    }
    let is_other = |column: &&Column| {
        let vocabulary = |column: &Column| -> Option<BTreeSet<String>> {
            Some(column.values(MOST_LABELS)?.into_keys().map(str::to_owned).collect())
        };
        column.name != gold.name
            && says_gold_alone(&column.name)
            && !is_annotator(&column.name)
            && column.is_text()
            && vocabulary(column) == vocabulary(gold)
            && column.cells != gold.cells
    };
    labels
        .iter()
        .map(|(column, _)| *column)
        .filter(is_other)
        .map(|column| column.name.clone())
        .collect()
}

/// The column of labels that may be gold as well as one with gaps: it has none, and a name as gold or annotators have, or one of
/// a judge.
fn beside_gaps(gold: &Column, labels: &[(&Column, Meanings)]) -> Option<String> {
    let gaps = gold.cells.len() - gold.filled();
    if gaps * 20 < gold.cells.len() {
        return None;
    }
    let may_be_gold = |column: &&Column| {
        let name = bare(&column.name);
        let judges = ["judge", "auto", "silver", "weak", "llm", "gpt", "label", "gold", "annotat"];
        column.name != gold.name
            && column.is_text()
            && !is_answer(&column.name)
            && judges.iter().any(|word| name.contains(word))
    };
    labels.iter().map(|(column, _)| *column).find(may_be_gold).map(|column| column.name.clone())
}

/// Whether a column is one of phenom's own tables, as `phenom convert` writes them: those name the original of a part.
fn is_own_column(name: &&str) -> bool {
    *name == "origin" || (*name != "monothematic" && PHENOM_KEYS.contains(name))
}

/// Whether a file is written as phenom writes pairs: its readers know all columns by their names.
pub(super) fn is_own(looked: &Looked) -> bool {
    let own = [Written::PhenomJsonl].contains(&looked.layout.written);
    let names = looked.table.names();
    let is_json = |column: &Column| column.texts().all(|cell| cell.starts_with('{'));
    let json = |name: &str| looked.table.column(name).is_some_and(is_json);
    own || (names.contains(&"id")
        && names.contains(&"gold")
        && names.iter().all(is_own_column)
        && ["attributes", "rule", "annotations"].into_iter().any(json))
}

/// What the labels of a column mean, if it holds labels.
pub(super) fn meanings(column: &Column) -> Option<Meanings> {
    let values = column.values(MOST_LABELS).filter(|_| column.holds_texts())?;
    Meanings::of(&values.keys().copied().collect())
}

#[cfg(test)]
mod tests {
    use super::super::layout::Layout;
    use super::super::table::column;
    use super::*;

    fn of(columns: Vec<Column>) -> PairRoles {
        let rows = columns[0].cells.len();
        let table = Table { columns, rows, whole: true, ..Table::default() };
        let looked = Looked {
            path: "a.csv".into(),
            more: Vec::new(),
            layout: Layout::default(),
            table,
            classes: std::collections::BTreeMap::new(),
        };
        let mut roles = PairRoles::of(&looked, &SaidOfPairs::default());
        roles.find_attributes(&looked.table, &BTreeSet::new());
        roles
    }

    #[test]
    fn columns_are_known_by_their_names_and_what_they_hold() {
        let roles = of(vec![
            column("pairID", &["1", "2", "3"]),
            column("sentence1", &["a b c", "d e f", "g h i"]),
            column("sentence2", &["a b", "d e", "g h"]),
            column("gold_label", &["entailment", "neutral", "entailment"]),
            column("label1", &["entailment", "neutral", "neutral"]),
            column("label2", &["neutral", "neutral", "entailment"]),
            column("origin", &["-", "1", "1"]),
            column("length", &["1", "2", "3"]),
        ]);
        assert_eq!(roles.id, ["pairID"]);
        assert_eq!(roles.text.as_deref(), Some("sentence1"));
        assert_eq!(roles.hypothesis.as_deref(), Some("sentence2"));
        assert_eq!(roles.gold.as_deref(), Some("gold_label"));
        assert_eq!(roles.annotators, ["label1", "label2"]);
        assert_eq!(roles.origin.as_deref(), Some("origin"));
        assert_eq!(roles.unused, ["length"]);
    }

    #[test]
    fn an_origin_may_be_a_column_whose_values_are_ids() {
        let ids = ["1", "2", "11", "12", "21"];
        let gold = ["entailment", "neutral", "entailment", "neutral", "neutral"];
        let with = |from: &[&str]| {
            of(vec![column("id", &ids), column("from_which", from), column("gold", &gold)])
        };
        let found = with(&["-", "-", "1", "1", "2"]);
        assert_eq!((found.origin, found.origin_candidate.as_deref()), (None, Some("from_which")));
        // Numbers that are ids by chance stand beside the rows that they name as well.
        assert_eq!(with(&["2", "-", "1", "1", "2"]).origin_candidate, None);
        assert_eq!(with(&["1", "2", "1", "1", "2"]).origin_candidate, None);
    }

    #[test]
    fn ids_may_be_those_of_parts_and_rows_those_of_tags() {
        let gold = column("gold", &["entailment", "neutral", "entailment"]);
        let parts = of(vec![column("id", &["1", "1.1", "1.2"]), gold.clone()]);
        assert_eq!(parts.part_ids, Some((".", false)));
        let none = of(vec![column("id", &["1", "1.1", "3.2"]), gold.clone()]);
        assert_eq!(none.part_ids, None);
        let rows = |gold: &[&str]| {
            of(vec![
                column("id", &["1", "1", "2"]),
                column("gold", gold),
                column("tag", &["a", "b", "a"]),
            ])
        };
        let gathered = rows(&["neutral", "neutral", "entailment"]);
        assert_eq!((gathered.id, gathered.gathers_tags), (vec!["id".to_owned()], true));
        assert!(!rows(&["neutral", "entailment", "entailment"]).gathers_tags);
    }

    #[test]
    fn a_column_of_labels_is_gold_by_its_name_and_is_asked_for_without_one() {
        let one = |name: &str| {
            of(vec![column("id", &["1", "2"]), column(name, &["entailment", "neutral"])])
        };
        assert_eq!(one("true_label").gold.as_deref(), Some("true_label"));
        // Without a header no column has a name.
        assert_eq!(one("column-2").gold.as_deref(), Some("column-2"));
        let words = of(vec![column("id", &["1", "2"]), column("begin_label", &["full", "part"])]);
        assert_eq!(words.gold.as_deref(), Some("begin_label"));
        // It may be what a system predicts.
        let odd = one("x");
        assert_eq!((odd.gold, odd.gold_candidates), (None, vec!["x".to_owned()]));
        let two = of(vec![
            column("id", &["1", "2"]),
            column("x", &["entailment", "neutral"]),
            column("z", &["entailment", "neutral"]),
        ]);
        assert_eq!((two.gold, two.gold_candidates), (None, vec!["x".to_owned(), "z".to_owned()]));
    }

    #[test]
    fn a_column_with_few_values_on_many_rows_is_an_attribute() {
        let ids: Vec<String> = (0..20).map(|id| id.to_string()).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        let genres: Vec<&str> =
            (0..20).map(|row| if row < 10 { "fiction" } else { "news" }).collect();
        let gold = vec!["entailment"; 20];
        let roles = of(vec![column("id", &ids), column("gold", &gold), column("genre", &genres)]);
        assert_eq!(roles.attributes, ["genre"]);
    }
}
