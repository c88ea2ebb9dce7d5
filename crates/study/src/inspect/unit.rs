//! What a pair is in a table, before any column has a role: what text, hypothesis and gold label repeat over. Columns that
//! differ between the rows of one pair tell of systems, runs and annotators.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::labels::{MOST_LABELS, supposed};
use super::looked::Looked;
use super::names::{Over, Role, bare, names_a_system, says_gold_alone};
use super::table::{Cell, Column, Table};
use super::texts::{holds_sentences, texts};
use super::usual_words::usual;

/// How the rows of a table are those of its pairs.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Unit {
    /// The number of the pair of each row.
    of_row: Vec<usize>,
    /// The first row of each pair.
    first: Vec<usize>,
    /// Rows that say nothing that a row before them does not say.
    pub(super) copies: usize,
    /// The columns that differ within pairs.
    pub(super) varying: BTreeSet<String>,
    /// The column with the names of the systems, or several that name them together.
    pub(super) system: Vec<String>,
    /// The column that tells the runs of a system apart.
    pub(super) run: Option<String>,
    /// The column with the names of the annotators.
    pub(super) annotator: Option<String>,
    /// Columns that tell the rows of a pair apart though no name says what they are.
    pub(super) unclear: Vec<String>,
    /// Whether rows of one pair are left that no column tells apart.
    pub(super) is_ambiguous: bool,
}

/// The columns that tell the rows of a pair apart, as far as the user said it.
#[derive(Debug, Clone, Default)]
pub struct OverColumns {
    /// The columns that name the system of a row.
    pub system: Vec<String>,
    /// The column that names its run.
    pub run: Option<String>,
    /// The column that names the annotator of a row.
    pub annotator: Option<String>,
}

/// The most values of a column that names systems, runs or annotators.
const MOST_NAMES: usize = 200;

impl Unit {
    /// The unit of a table whose pairs are what some columns repeat over; nothing if each row is a pair of its own.
    pub(super) fn of(table: &Table, key: &[String], said: &OverColumns) -> Option<Self> {
        let (unit, kept) = Self::by_key(table, key, said)?;
        unit.is_repeated(table, &kept).then_some(unit)
    }

    /// The same of a table whose key is known: whatever repeats it is of one pair.
    pub(super) fn of_known_key(table: &Table, key: &[String], said: &OverColumns) -> Option<Self> {
        Self::by_key(table, key, said).map(|(unit, _)| unit)
    }

    /// The unit, and the rows that are no copies.
    fn by_key(table: &Table, key: &[String], said: &OverColumns) -> Option<(Self, Vec<usize>)> {
        let columns: Vec<&Column> =
            key.iter().map(|name| table.column(name)).collect::<Option<_>>()?;
        if columns.is_empty() || table.rows == 0 {
            return None;
        }
        let mut numbers: HashMap<Vec<&Cell>, usize> = HashMap::new();
        let mut unit = Self::default();
        for row in 0..table.rows {
            let next = numbers.len();
            let cells = columns.iter().map(|column| &column.cells[row]).collect();
            let number = *numbers.entry(cells).or_insert(next);
            if number == next {
                unit.first.push(row);
            }
            unit.of_row.push(number);
        }
        let kept = unit.find_copies(table);
        unit.find_varying(table, &kept);
        if unit.first.len() == table.rows {
            return None;
        }
        unit.find_over(table, &kept, said);
        Some((unit, kept))
    }

    /// The unit of a table whose pairs are known by their texts, or by what else repeats.
    pub(super) fn by_texts(table: &Table, said: &OverColumns) -> Option<Self> {
        let (text, hypothesis) = texts(table);
        Self::of(table, &key(table, text.as_ref(), hypothesis.as_ref()), said)
    }

    /// The rows that are no copies of rows before them. The number of a row says nothing.
    fn find_copies(&mut self, table: &Table) -> Vec<usize> {
        let said: Vec<&Column> = table
            .columns
            .iter()
            .chain(&table.nested)
            .filter(|column| !numbers_rows(column))
            .collect();
        let mut seen: BTreeSet<Vec<&Cell>> = BTreeSet::new();
        let kept: Vec<usize> = (0..table.rows)
            .filter(|row| seen.insert(said.iter().map(|column| &column.cells[*row]).collect()))
            .collect();
        self.copies = table.rows - kept.len();
        kept
    }

    fn find_varying(&mut self, table: &Table, kept: &[usize]) {
        let varies = |column: &&Column| {
            !numbers_rows(column)
                && kept
                    .iter()
                    .any(|row| column.cells[*row] != column.cells[self.first[self.of_row[*row]]])
        };
        let varying = table.columns.iter().filter(varies).map(|column| column.name.clone());
        self.varying = varying.collect();
    }

    /// Finds by which columns the rows of a pair differ: names come first, then what there is.
    fn find_over(&mut self, table: &Table, kept: &[usize], said: &OverColumns) {
        let names = |column: &&Column| {
            // A system with one run has no number of it, nor has each system a setting that others have.
            let is_filled = column.holds_texts() && column.filled() > 0;
            self.varying.contains(&column.name)
                && is_filled
                && column.values(MOST_NAMES).is_some_and(|values| values.len() > 1)
                && !holds_sentences(column)
                && !is_answer_like(column)
        };
        let candidates: Vec<&Column> = table.columns.iter().filter(names).collect();
        let is_over = |over: Over, column: &Column| match over {
            Over::Systems if Over::Annotators.names(&column.name) => names_systems_alone(column),
            over => over.names(&column.name),
        };
        let named = |over: Over| {
            candidates
                .iter()
                .filter(|column| is_over(over, column))
                .max_by_key(|column| column.values(MOST_NAMES).map_or(0, |values| values.len()))
                .map(|column| column.name.clone())
        };
        let here = |name: &Option<String>| name.clone().filter(|name| table.column(name).is_some());
        self.system =
            said.system.iter().filter(|name| table.column(name).is_some()).cloned().collect();
        if self.system.is_empty() && said.annotator.is_none() {
            self.system = named(Over::Systems).into_iter().collect();
        }
        self.run =
            here(&said.run).or_else(|| named(Over::Runs).filter(|run| !said.system.contains(run)));
        self.system.retain(|system| self.run.as_ref() != Some(system));
        let annotator = here(&said.annotator).or_else(|| named(Over::Annotators));
        self.annotator = annotator.filter(|_| self.system.is_empty());
        let over = Self::over;
        let others = candidates.iter().filter(|column| !over(self).contains(&column.name));
        let others: Vec<String> = others.map(|column| column.name.clone()).collect();
        if self.tells_apart(table, kept, &over(self)) {
            self.drop_needless_run(table, kept);
            self.unclear = self.settings(table, kept, &others);
            return;
        }
        let with = |unclear: &[String]| [over(self).as_slice(), unclear].concat();
        let alone = others
            .iter()
            .find(|name| self.tells_apart(table, kept, &with(std::slice::from_ref(*name))));
        let mut unclear = alone.map_or(others.clone(), |name| vec![name.clone()]);
        for name in others {
            let fewer: Vec<String> = unclear.iter().filter(|one| **one != name).cloned().collect();
            if !fewer.is_empty() && self.tells_apart(table, kept, &with(&fewer)) {
                unclear = fewer;
            }
        }
        self.is_ambiguous = !self.tells_apart(table, kept, &with(&unclear));
        if !self.is_ambiguous {
            self.unclear = unclear;
        }
    }

    /// Columns that are the same in all rows of a run and differ between runs of one system: settings (a temperature, a prompt)
    /// that runs of a system would have in common.
    fn settings(&self, table: &Table, kept: &[usize], others: &[String]) -> Vec<String> {
        let Some(run) = self.run.as_ref().and_then(|run| table.column(run)) else {
            return Vec::new();
        };
        let systems: Vec<&Column> =
            self.system.iter().filter_map(|name| table.column(name)).collect();
        let is_setting = |name: &&String| {
            let Some(column) = table.column(name) else { return false };
            let mut of_runs: BTreeMap<(Vec<&Cell>, &Cell), &Cell> = BTreeMap::new();
            let mut of_systems: BTreeMap<Vec<&Cell>, BTreeSet<&Cell>> = BTreeMap::new();
            let is_of_run = kept.iter().all(|row| {
                let system: Vec<&Cell> = systems.iter().map(|column| &column.cells[*row]).collect();
                let cell = &column.cells[*row];
                of_systems.entry(system.clone()).or_default().insert(cell);
                *of_runs.entry((system, &run.cells[*row])).or_insert(cell) == cell
            });
            let bare = bare(name);
            is_of_run
                && of_systems.values().any(|cells| cells.len() > 1)
                && !Over::Runs.names(name)
                && !usual("of-one-run").iter().any(|word| bare.contains(word))
                && Role::Id.rank(name).is_none()
        };
        others.iter().filter(is_setting).cloned().collect()
    }

    /// The columns that tell the rows of a pair apart.
    pub(super) fn over(&self) -> Vec<String> {
        let found = self.run.iter().chain(&self.annotator).chain(&self.unclear);
        self.system.iter().chain(found).cloned().collect()
    }

    /// A column that is called as runs are, beside one of systems, is one of runs only if the systems have several.
    fn drop_needless_run(&mut self, table: &Table, kept: &[usize]) {
        let without: Vec<String> = self.system.iter().chain(&self.annotator).cloned().collect();
        if self.run.is_some() && !self.system.is_empty() && self.tells_apart(table, kept, &without)
        {
            self.run = None;
        }
    }

    /// Whether no two of some rows of a pair are equal in some columns.
    fn tells_apart(&self, table: &Table, kept: &[usize], names: &[String]) -> bool {
        let columns: Vec<&Column> = names.iter().filter_map(|name| table.column(name)).collect();
        let mut seen = BTreeSet::new();
        kept.iter().all(|row| {
            let cells: Vec<&Cell> = columns.iter().map(|column| &column.cells[*row]).collect();
            seen.insert((self.of_row[*row], cells))
        })
    }

    /// Whether pairs have several rows by design: columns say over what, or most pairs have several, or rows are copies.
    fn is_repeated(&self, table: &Table, kept: &[usize]) -> bool {
        let mut rows: BTreeMap<usize, usize> = BTreeMap::new();
        kept.iter().for_each(|row| *rows.entry(self.of_row[*row]).or_default() += 1);
        let several = rows.values().filter(|rows| **rows > 1).count();
        let named = !self.system.is_empty() || self.run.is_some() || self.annotator.is_some();
        // Rows with ids and gold labels of their own are pairs of their own, whatever their texts.
        let own = table.columns.iter().any(|column| {
            self.varying.contains(&column.name)
                && Role::Gold.rank(&column.name).is_some()
                && !super::names::is_answer(&column.name)
        });
        let called = super::ids::sure(table).is_some_and(Column::is_unique);
        let most = several * 2 > rows.len();
        // A system that wrote a claim is named on the row of its claim, and few claims are repeated.
        let by_name = several > 0 && named && !self.is_ambiguous && (most || !(own || called));
        by_name || (most && !(own && called)) || (several == 0 && self.copies > 0)
    }

    /// How many pairs there are.
    pub(super) fn pairs(&self) -> usize {
        self.first.len()
    }

    /// Whether rows of a pair may be of several systems or runs, and not of annotators alone, or copies.
    pub(super) fn is_long(&self) -> bool {
        let of_people = self.annotator.is_some() && !self.is_ambiguous && self.unclear.is_empty();
        !self.varying.is_empty() && (!self.system.is_empty() || self.run.is_some() || !of_people)
    }

    /// The table with one row for each pair, without the columns that differ within pairs.
    pub(super) fn of_pairs(&self, table: &Table) -> Table {
        // The number of a row says nothing of its pair.
        let of_pair =
            |column: &&Column| !self.varying.contains(&column.name) && !numbers_rows(column);
        let columns = table.columns.iter().filter(of_pair);
        Table {
            columns: columns.map(|column| self.first_cells(column)).collect(),
            nested: table.nested.iter().map(|column| self.first_cells(column)).collect(),
            rows: self.first.len(),
            whole: table.whole,
            sampled: table.sampled,
        }
    }

    fn first_cells(&self, column: &Column) -> Column {
        let cells = self.first.iter().map(|row| column.cells[*row].clone());
        Column { name: column.name.clone(), cells: cells.collect() }
    }

    /// How many pairs the run with the fewest answers has rows for.
    pub(super) fn fewest_answered(&self, table: &Table) -> usize {
        let columns: Vec<&Column> =
            self.system.iter().chain(&self.run).filter_map(|name| table.column(name)).collect();
        let mut pairs: BTreeMap<Vec<&Cell>, BTreeSet<usize>> = BTreeMap::new();
        for row in 0..table.rows {
            let run = columns.iter().map(|column| &column.cells[row]).collect();
            pairs.entry(run).or_default().insert(self.of_row[row]);
        }
        pairs.values().map(BTreeSet::len).min().unwrap_or_default()
    }
}

/// The columns of text and hypothesis, which pairs repeat over; else the surest id, if it repeats.
pub(super) fn key(
    table: &Table,
    text: Option<&String>,
    hypothesis: Option<&String>,
) -> Vec<String> {
    if let (Some(text), Some(hypothesis)) = (text, hypothesis) {
        return vec![text.clone(), hypothesis.clone()];
    }
    let is_named = |column: &&Column| column.is_text() && !bare(&column.name).is_empty();
    let surest = Role::Id.best(table.columns.iter().filter(is_named)).map(|(_, column)| column);
    let surest = surest.or_else(|| crossed(table)).filter(|column| !column.is_unique());
    surest.map(|column| column.name.clone()).into_iter().collect()
}

/// The column with the most values that each system has rows for: what all systems were run on, however it is called.
fn crossed(table: &Table) -> Option<&Column> {
    /// The most rows of a system for each value in the mean: runs, measures.
    const MOST_ROWS_A_VALUE: usize = 20;
    let named = table.columns.iter().filter(|column| Over::Systems.names(&column.name));
    let (systems, names) = named.filter(|column| column.is_text()).find_map(|column| {
        let values = column.values(MOST_NAMES).filter(|values| values.len() > 1)?;
        Some((column, values))
    })?;
    let items = table.columns.iter().filter_map(|column| {
        let mut of_value: HashMap<&Cell, BTreeSet<&Cell>> = HashMap::new();
        for (value, system) in column.cells.iter().zip(&systems.cells) {
            of_value.entry(value).or_default().insert(system);
        }
        let count = of_value.len();
        let by_all = of_value.values().filter(|of| of.len() == names.len()).count();
        let is_item = column.name != systems.name
            && column.is_text()
            && by_all * 10 >= count * 9
            && table.rows <= count * names.len() * MOST_ROWS_A_VALUE;
        is_item.then_some((count, column))
    });
    items.max_by_key(|(count, _)| *count).map(|(_, column)| column)
}

/// Whether a column holds labels, truths or outcomes rather than names.
fn is_answer_like(column: &Column) -> bool {
    column.values(MOST_LABELS).is_some_and(|values| {
        values.keys().all(|value| supposed(value).is_some())
            || (super::outcomes::is_outcome_name(&column.name)
                && values.keys().all(|value| super::outcomes::truth(value).is_some()))
    })
}

/// Whether what is called a column of annotators has the names of systems, and no other ones.
pub(super) fn names_systems_alone(column: &Column) -> bool {
    column.values(MOST_NAMES).is_some_and(|names| names.into_keys().all(names_a_system))
}

/// Whether a column numbers the rows, as pandas writes the index.
pub(super) fn numbers_rows(column: &Column) -> bool {
    let name = bare(&column.name);
    let called =
        name.is_empty() || name.starts_with("unnamed") || name == "index" || name == "level0";
    called
        && column
            .numbers()
            .is_some_and(|numbers| numbers.iter().all(|number| number.fract() == 0.0))
}

/// Whether a value of the column of systems is a name of gold or of people, as an open question.
pub(super) fn gold_as_system(unit: &Unit, looked: &Looked) -> Option<String> {
    let [system] = unit.system.as_slice() else { return None };
    let names = looked.table.column(system)?.values(MOST_NAMES)?;
    let name = names.into_keys().find(|name| says_gold_alone(name) && bare(name) != "label")?;
    Some(format!(
        "whether `{name}` in `{system}` of `{}` is a system: it has a name for gold labels. If these are gold labels, \
         move them from these rows to a column of the pairs",
        looked.name()
    ))
}

/// What stays open of the unit of a table.
pub(super) fn unclear(unit: &Unit, looked: &Looked) -> Option<String> {
    let name = looked.name();
    let (pairs, rows) = (unit.pairs(), looked.table.rows);
    if !unit.unclear.is_empty() {
        let with: Vec<&str> = unit.system.iter().chain(&unit.unclear).map(String::as_str).collect();
        // A system has one column of runs.
        let or_run = match (&unit.run, unit.unclear.as_slice()) {
            (None, [column]) => format!(" or `--run {column}`"),
            _ => String::new(),
        };
        return Some(format!(
            "whether `{}` of `{name}` names systems or runs: its {rows} rows contain {pairs} pairs, and it \
             distinguishes the rows of a pair: `--system {}`{or_run}",
            unit.unclear.join("`, `"),
            with.join(",")
        ));
    }
    unit.is_ambiguous.then(|| {
        format!(
            "why `{name}` has {rows} rows for {pairs} pairs: no column distinguishes the rows of a pair as a system, a \
             run or an annotator would: `--system COLUMN` and `--run COLUMN`"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::table::column;
    use super::*;

    fn table(columns: Vec<Column>) -> Table {
        let rows = columns[0].cells.len();
        Table { columns, rows, whole: true, ..Table::default() }
    }

    fn key() -> Vec<String> {
        vec!["premise".to_owned(), "hypothesis".to_owned()]
    }

    #[test]
    fn systems_and_runs_are_what_a_pair_repeats_over() {
        let table = table(vec![
            column("premise", &["a", "a", "a", "a", "b", "b", "b", "b"]),
            column("hypothesis", &["c", "c", "c", "c", "d", "d", "d", "d"]),
            column("gold", &["neutral", "neutral", "neutral", "neutral", "x", "x", "x", "x"]),
            column("model", &["s", "s", "t", "t", "s", "s", "t", "t"]),
            column("seed", &["1", "2", "1", "2", "1", "2", "1", "2"]),
            column("prediction", &["x", "x", "x", "neutral", "x", "x", "x", "x"]),
        ]);
        let unit = Unit::of(&table, &key(), &OverColumns::default()).unwrap();
        assert_eq!((unit.pairs(), unit.copies), (2, 0));
        assert_eq!(
            (unit.system.as_slice(), unit.run.as_deref()),
            (&["model".to_owned()][..], Some("seed"))
        );
        assert_eq!(unit.fewest_answered(&table), 2);
        let names = unit.of_pairs(&table);
        assert_eq!(names.names(), ["premise", "hypothesis", "gold"]);
    }

    #[test]
    fn what_all_systems_were_run_on_is_the_pair_however_it_is_called() {
        let questions: Vec<String> = (0..120).map(|row| format!("q{}", row / 4)).collect();
        let questions: Vec<&str> = questions.iter().map(String::as_str).collect();
        let cycle = |of: &[&'static str]| of.iter().cycle().take(120).copied().collect::<Vec<_>>();
        let table = table(vec![
            column("question", &questions),
            column("model", &cycle(&["s", "s", "t", "t"])),
            column("metric", &cycle(&["exact", "contains"])),
            column("value", &cycle(&["0", "1", "1"])),
        ]);
        let key = super::key(&table, None, None);
        assert_eq!(key, ["question"]);
        let unit = Unit::of(&table, &key, &OverColumns::default()).unwrap();
        assert_eq!((unit.pairs(), unit.system.clone()), (30, vec!["model".to_owned()]));
        assert_eq!(unit.unclear, ["metric"]);
    }

    #[test]
    fn copies_are_the_same_pair_and_a_text_that_stands_twice_by_chance_is_not() {
        let copied = table(vec![
            column("", &["0", "1", "2", "3"]),
            column("premise", &["a", "b", "a", "b"]),
            column("hypothesis", &["c", "d", "c", "d"]),
        ]);
        let unit = Unit::of(&copied, &key(), &OverColumns::default()).unwrap();
        assert_eq!((unit.pairs(), unit.copies, unit.is_long()), (2, 2, false));
        let twice = table(vec![
            column("id", &["1", "2", "3", "4", "5"]),
            column("premise", &["a", "b", "a", "e", "f"]),
            column("hypothesis", &["c", "d", "c", "d", "d"]),
        ]);
        assert_eq!(Unit::of(&twice, &key(), &OverColumns::default()), None);
    }

    #[test]
    fn a_column_that_nobody_knows_is_unclear() {
        let table = table(vec![
            column("premise", &["a", "a", "b", "b"]),
            column("hypothesis", &["c", "c", "d", "d"]),
            column("variant", &["large", "small", "large", "small"]),
            column("prediction", &["neutral", "neutral", "neutral", "entailment"]),
        ]);
        let unit = Unit::of(&table, &key(), &OverColumns::default()).unwrap();
        assert_eq!(unit.unclear, ["variant"]);
        assert!(unit.system.is_empty());
    }
}
