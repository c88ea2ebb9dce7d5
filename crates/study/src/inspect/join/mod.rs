//! Answers that are joined to the pairs by an id, held against what else the two files share: texts, gold labels, columns
//! of one name. An id that two files count for themselves joins rows that have nothing to do with each other.

mod keys;
mod quotes;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::ids;
use super::labels::MOST_LABELS;
use super::likeness::best_mapping;
use super::looked::Looked;
use super::names::{Over, Role, is_annotator, is_answer, letters};
use super::outcomes::is_outcome_name;
use super::pairs::PairRoles;
use super::table::{Column, Table, UNNAMED};

/// The pairs by their ids, with the columns that a file of answers may repeat.
#[derive(Debug, Default)]
pub(super) struct Join<'t> {
    files: Vec<FileOfPairs<'t>>,
    /// The file and the row of each pair.
    rows: HashMap<String, (usize, usize)>,
    /// The same by the ids without the zeros that they begin with.
    by_short_id: HashMap<String, (usize, usize)>,
}

#[derive(Debug)]
struct FileOfPairs<'t> {
    name: String,
    table: &'t Table,
    texts: Vec<&'t Column>,
    gold: Option<&'t Column>,
}

/// A row of answers, the file of its pair and the pair's row.
type JoinedRow = (usize, usize, usize);

/// With fewer rows, nothing is compared.
const FEWEST_ROWS: usize = 5;

/// Texts may differ on one row of this number.
const ROWS_A_SLIP: usize = 100;

/// Labels may differ on one row of this number.
const ROWS_A_LABEL: usize = 20;

impl<'t> Join<'t> {
    /// The pairs of some files, each with what its columns hold.
    pub(super) fn of(files: impl IntoIterator<Item = (&'t Looked, &'t PairRoles)>) -> Self {
        let mut join = Self::default();
        for (looked, roles) in files {
            let table = &looked.table;
            for (row, id) in ids::of_rows(table, &roles.id).into_iter().enumerate() {
                let Some(id) = id else { continue };
                let place = (join.files.len(), row);
                join.by_short_id.insert(id.trim_start_matches('0').to_owned(), place);
                join.rows.insert(id, place);
            }
            let texts = roles.text.iter().chain(&roles.hypothesis);
            join.files.push(FileOfPairs {
                name: looked.name(),
                table,
                texts: texts.filter_map(|name| table.column(name)).collect(),
                gold: roles.gold_column(table),
            });
        }
        join
    }

    /// Why a file of answers may be one of other pairs, as an open question; `None` if nothing contradicts its ids.
    pub(super) fn contradiction(
        &self,
        looked: &Looked,
        id: &[String],
        answers: &BTreeSet<String>,
    ) -> Option<String> {
        let rows = self.joined(&looked.table, id);
        let name = looked.name();
        let reason = self
            .other_texts(&looked.table, &rows)
            .map(|reason| match self.by_text(&looked.table) {
                Some(columns) if id != columns => {
                    format!(
                        "{reason}; its texts match those of the pairs: `--id {}`",
                        columns.join(",")
                    )
                }
                _ => reason,
            })
            .or_else(|| self.other_quotes(&looked.table, &rows))
            .or_else(|| self.other_gold(&looked.table, answers, &rows))
            .or_else(|| self.other_key(&looked.table, id, answers, &rows))
            .or_else(|| self.other_values(&looked.table, id, answers, &rows))
            .or_else(|| self.other_split(looked, id, &rows))?;
        Some(format!("whether the ids of `{name}` are ids of these pairs: {reason}"))
    }

    /// The columns of text and hypothesis in a file of answers, if the pairs have them as their id.
    pub(super) fn texts_as_id(&self, table: &Table, id: &[String]) -> Option<Vec<String>> {
        let texts: Vec<&str> =
            self.files.first()?.texts.iter().map(|text| text.name.as_str()).collect();
        let own: Vec<String> = [Role::Text, Role::Hypothesis]
            .into_iter()
            .filter_map(|role| super::texts::named(table, role, &Column::is_prose))
            .collect();
        (texts.len() == 2 && id == texts && own.len() == 2).then_some(own)
    }

    /// The gold label of each row of answers.
    pub(super) fn gold_of_rows(&self, table: &Table, id: &[String]) -> Vec<Option<&'t str>> {
        let mut gold = vec![None; table.rows];
        for (row, file, pair) in self.joined(table, id) {
            gold[row] = self.files[file].gold.and_then(|gold| gold.cells[pair].text());
        }
        gold
    }

    /// The name of the column of gold.
    pub(super) fn gold_name(&self) -> Option<&'t str> {
        self.files.iter().find_map(|file| file.gold).map(|gold| gold.name.as_str())
    }

    fn joined(&self, table: &Table, id: &[String]) -> Vec<JoinedRow> {
        if id == ["@row"] {
            let rows = self.files.first().map_or(0, |file| file.table.rows).min(table.rows);
            return (0..rows).map(|row| (row, 0, row)).collect();
        }
        let ids = ids::of_rows(table, id).into_iter().enumerate();
        ids.filter_map(|(row, id)| {
            let id = id?;
            let by_short_id = || self.by_short_id.get(id.trim_start_matches('0'));
            let (file, pair) = self.rows.get(&id).or_else(by_short_id)?;
            Some((row, *file, *pair))
        })
        .collect()
    }

    /// Texts of the pair that are not those beside the answer. Case, punctuation and what was cut off at the end do not
    /// count, nor which of the two texts stands where.
    fn other_texts(&self, table: &Table, rows: &[JoinedRow]) -> Option<String> {
        let own = table.columns.iter().filter(|column| {
            let usual =
                [Role::Text, Role::Hypothesis].iter().any(|role| role.rank(&column.name).is_some());
            let shared = self
                .files
                .iter()
                .any(|file| file.texts.iter().any(|text| text.name == column.name));
            !column.name.starts_with(UNNAMED) && (shared || (usual && column.is_prose()))
        });
        own.filter_map(|column| {
            let mut compared = 0;
            let mut different = 0;
            for (row, file, pair) in rows {
                let Some(here) = column.cells[*row].text().map(letters) else { continue };
                let texts = &self.files[*file].texts;
                let there = texts.iter().filter_map(|text| text.cells[*pair].text()).map(letters);
                let there: Vec<String> = there.collect();
                if there.is_empty() || here.is_empty() {
                    continue;
                }
                compared += 1;
                different += usize::from(!there.iter().any(|there| is_same_text(&here, there)));
            }
            (compared >= FEWEST_ROWS && different * ROWS_A_SLIP > compared).then(|| {
                format!(
                    "`{}` differs from the texts of the pair with this id on {different} of {compared} rows",
                    column.name
                )
            })
        })
        .next()
    }

    /// A column of gold labels beside the answers that is not the pairs' gold.
    fn other_gold(
        &self,
        table: &Table,
        answers: &BTreeSet<String>,
        rows: &[JoinedRow],
    ) -> Option<String> {
        let answered: Vec<&Column> = answers.iter().filter_map(|name| table.column(name)).collect();
        // What an answer was made of, or its number, is no gold.
        let is_made_of = |column: &Column| {
            answered.iter().any(|answer| {
                let both = answer.cells.iter().zip(&column.cells);
                let both = both.filter_map(|(one, other)| Some((one.text()?, other.text()?)));
                best_mapping(both).is_some_and(|found| found.is_complete())
            })
        };
        let own = table.columns.iter().filter(|column| {
            let named = Role::Gold.rank(&column.name).is_some()
                || self
                    .files
                    .iter()
                    .any(|file| file.gold.is_some_and(|gold| gold.name == column.name));
            named
                && !answers.contains(&column.name)
                && !column.has_decimal_commas()
                && column.values(MOST_LABELS).is_some_and(|values| values.len() > 1)
                && !is_made_of(column)
        });
        own.filter_map(|column| {
            let both = rows.iter().filter_map(|(row, file, pair)| {
                let gold = self.files[*file].gold?.cells[*pair].text()?;
                Some((gold, column.cells[*row].text()?))
            });
            let both: Vec<(&str, &str)> = both.collect();
            let of_pairs: BTreeSet<&str> = both.iter().map(|(gold, _)| *gold).collect();
            let different = match both.iter().all(|(_, here)| of_pairs.contains(here)) {
                true => both.iter().filter(|(gold, here)| gold != here).count(),
                false => best_mapping(both.iter().copied())
                    .map_or(0, |found| found.rows - found.agreeing),
            };
            (both.len() >= FEWEST_ROWS && different * ROWS_A_LABEL > both.len()).then(|| {
                format!(
                    "`{}` next to the predictions differs from the gold label of the pair with this id on {different} \
                     of {} rows",
                    column.name,
                    both.len()
                )
            })
        })
        .next()
    }

    /// A column that the pairs have too, with other values for the same pair.
    fn other_values(
        &self,
        table: &Table,
        id: &[String],
        answers: &BTreeSet<String>,
        rows: &[JoinedRow],
    ) -> Option<String> {
        let own = table.columns.iter().filter(|column| {
            let name = &column.name;
            let says_otherwise = id.contains(name)
                || answers.contains(name)
                || is_answer(name)
                || is_outcome_name(name)
                || is_annotator(name)
                || [Over::Systems, Over::Runs, Over::Annotators]
                    .iter()
                    .any(|over| over.names(name));
            let numbers_rows = column.is_unique() && column.numbers().is_some();
            !says_otherwise && !numbers_rows && column.holds_texts()
        });
        own.filter_map(|column| {
            let of_pairs = |file: usize| self.files[file].table.column(&column.name);
            let values: BTreeSet<&str> =
                (0..self.files.len()).filter_map(of_pairs).flat_map(Column::texts).collect();
            let own: BTreeSet<&str> = column.texts().collect();
            if own.len() < 2 || !own.is_subset(&values) {
                return None;
            }
            let both = rows.iter().filter_map(|(row, file, pair)| {
                let there = of_pairs(*file)?.cells[*pair].text()?;
                Some((column.cells[*row].text()?, there))
            });
            let both: Vec<(&str, &str)> = both.collect();
            let different = both.iter().filter(|(here, there)| here != there).count();
            (both.len() >= FEWEST_ROWS && different * ROWS_A_LABEL > both.len()).then(|| {
                format!(
                    "`{}` differs from that of the pair with this id on {different} of {} rows",
                    column.name,
                    both.len()
                )
            })
        })
        .next()
    }

    /// Ids that count rows, in files whose names are those of different splits.
    fn other_split(&self, looked: &Looked, id: &[String], rows: &[JoinedRow]) -> Option<String> {
        let counts = |row: &JoinedRow| {
            let ids: Option<Vec<&str>> =
                id.iter().map(|name| looked.table.column(name)?.cells[row.0].text()).collect();
            ids.is_some_and(|ids| ids.iter().all(|id| id.parse::<u64>().is_ok()))
        };
        let own = splits(&looked.name());
        let of_pairs: BTreeSet<&str> =
            self.files.iter().flat_map(|file| splits(&file.name)).collect();
        let other = !own.is_empty() && !of_pairs.is_empty() && own.is_disjoint(&of_pairs);
        (other && !rows.is_empty() && rows.iter().all(counts)).then(|| {
            let listed = |splits: &BTreeSet<&str>| {
                splits.iter().map(|split| format!("`{split}`")).collect::<Vec<_>>().join(", ")
            };
            format!(
                "its name contains {}, that of the pairs {}, and ids that are numbers fit both",
                listed(&own),
                listed(&of_pairs)
            )
        })
    }

    /// The columns of the pairs that a file of answers can be joined by instead of an id, if every row has the texts of
    /// one pair.
    fn by_text(&self, table: &Table) -> Option<Vec<String>> {
        let [file] = self.files.as_slice() else { return None };
        let names = || file.texts.iter().map(|text| text.name.clone());
        let shared: Vec<String> = names().filter(|name| table.column(name).is_some()).collect();
        let (names, own) = match shared.as_slice() {
            [] => {
                let names: Vec<String> = names().collect();
                let own = self.texts_as_id(table, &names)?;
                (names, own)
            }
            _ => (shared.clone(), shared),
        };
        let of_pairs = ids::of(file.table, &names);
        let pairs: BTreeSet<&String> = of_pairs.iter().collect();
        let own = ids::of_rows(table, &own);
        let fits = own.iter().all(|id| id.as_ref().is_some_and(|id| pairs.contains(id)));
        (!own.is_empty() && pairs.len() == file.table.rows && fits).then_some(names)
    }
}

/// Texts that were cut off keep at least this number of letters.
const LEAST_KEPT: usize = 30;

fn is_same_text(one: &str, other: &str) -> bool {
    let begins =
        |long: &str, short: &str| short.chars().count() >= LEAST_KEPT && long.starts_with(short);
    one == other || begins(one, other) || begins(other, one)
}

/// The splits of a dataset that the name of a file speaks of.
fn splits(name: &str) -> BTreeSet<&'static str> {
    const SPLITS: [(&str, &str); 8] = [
        ("train", "train"),
        ("training", "train"),
        ("dev", "dev"),
        ("development", "dev"),
        ("val", "dev"),
        ("valid", "dev"),
        ("validation", "dev"),
        ("test", "test"),
    ];
    let by_word: BTreeMap<&str, &'static str> = SPLITS.into_iter().collect();
    let name = name.to_lowercase();
    let words = name.split(|letter: char| !letter.is_alphabetic());
    words.filter_map(|word| by_word.get(word).copied()).collect()
}
