//! Logs of harnesses and of annotation tools, which say themselves what others have to be asked for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use phenom_dataset::{Input, Log, ProblemKind};

use super::labels::{MOST_LABELS, Meanings, supposed};
use super::layout::{BOUNDS, Layout, Written};
use super::long_files::telling;
use super::looked::Looked;
use super::names::first_of;
use super::said::Said;
use super::table::{Cell, Column, Table};

/// The columns for the folder of a file and for its name, as configs name them.
const FOLDER: &str = "@folder";
const FILE: &str = "@file";

/// The log that a file is; nothing if it is none.
///
/// # Errors
/// If it is one, and cannot be read.
pub(super) fn at(path: &Path) -> Result<Option<Looked>, ProblemKind> {
    let Some(log) = Log::of(|| Input::File(path.to_owned())) else { return Ok(None) };
    let layout = Layout { written: Written::Log(log), ..Layout::default() };
    let first = layout.read(path, &BOUNDS)?.into();
    let mut table = telling(path, &layout, first);
    table.columns.retain(|column| column.filled() > 0);
    let folder = path.parent().and_then(Path::file_name).filter(|_| log.folder_is_system);
    for (name, value) in [(FOLDER, folder), (FILE, path.file_stem())] {
        if let Some(value) = value {
            let cells = vec![Cell::Text(value.to_string_lossy().into_owned()); table.rows];
            table.columns.push(Column { name: name.to_owned(), cells });
        }
    }
    let classes = BTreeMap::new();
    Ok(Some(Looked { path: path.to_owned(), more: Vec::new(), layout, table, classes }))
}

/// Files of which those of one evaluation are one table, and what the log of a harness says in the place of the user.
pub(super) fn together(files: Vec<Looked>, said: &Said) -> (Vec<Looked>, Said) {
    let mut gathered: Vec<Looked> = Vec::new();
    for file in files {
        let of_log = |known: &&mut Looked| {
            is_one_table(known) && known.layout.written == file.layout.written
        };
        match gathered.iter_mut().find(of_log).filter(|_| is_one_table(&file)) {
            Some(first) => {
                append(&mut first.table, &file.table);
                first.more.push(file.path);
            }
            None => gathered.push(file),
        }
    }
    for looked in &mut gathered {
        if !has_two_answers(looked) {
            looked.table.columns.retain(|column| column.name != FILE);
        }
    }
    let log = gathered.iter().find(|looked| is_one_table(looked));
    let said = log.map_or_else(|| said.clone(), |log| filled_in(log, said));
    (gathered, said)
}

/// Whether a system answered a sample of a task twice in one run: in two logs, which may be runs or settings.
fn has_two_answers(looked: &Looked) -> bool {
    let Some(system) = system_column(looked) else { return false };
    let others = ["task", "run", "id"].map(|name| looked.table.column(name));
    let mut seen = BTreeSet::new();
    (0..looked.table.rows).any(|row| {
        let cell = |column: &Column| column.cells[row].clone();
        let others = others.iter().map(|column| column.map(cell)).collect::<Vec<_>>();
        !seen.insert((cell(system), others))
    })
}

/// What tells the pairs of a log apart: its ids.
pub(super) fn key(looked: &Looked, said: &Said) -> Option<Vec<String>> {
    let Written::Log(_) = looked.layout.written else { return None };
    let is_there = |name: &String| looked.table.column(name).is_some_and(Column::is_text);
    let own = vec!["id".to_owned()];
    let key = if said.of_pairs.id.is_empty() { own } else { said.of_pairs.id.clone() };
    key.iter().all(is_there).then_some(key)
}

fn is_one_table(looked: &Looked) -> bool {
    matches!(looked.layout.written, Written::Log(log) if log.is_one_table)
}

/// The rows of a table behind those of another one; what one of them has no column for is empty.
fn append(table: &mut Table, more: &Table) {
    let (before, after) = (table.rows, table.rows + more.rows);
    for (columns, more) in [(&mut table.columns, &more.columns), (&mut table.nested, &more.nested)]
    {
        for column in more {
            match columns.iter_mut().find(|known| known.name == column.name) {
                Some(known) => known.cells.extend(column.cells.iter().cloned()),
                None => {
                    let mut cells = vec![Cell::Empty; before];
                    cells.extend(column.cells.iter().cloned());
                    columns.push(Column { name: column.name.clone(), cells });
                }
            }
        }
        columns.iter_mut().for_each(|column| column.cells.resize(after, Cell::Empty));
    }
    table.rows = after;
    table.whole &= more.whole;
    table.sampled |= more.sampled;
}

/// The column with the names of the systems in the log of a harness.
fn system_column(looked: &Looked) -> Option<&Column> {
    let Written::Log(log) = looked.layout.written else { return None };
    let name = if log.folder_is_system { FOLDER } else { "system" };
    looked.table.column(name).filter(|column| column.filled() > 0)
}

/// The system of a log that has one alone.
pub(super) fn only_system(looked: &Looked) -> Option<String> {
    let names = system_column(looked)?.values(1)?;
    names.into_keys().next().map(str::to_owned)
}

/// The tasks of a log, the first of them if they are many.
pub(super) fn tasks(looked: &Looked) -> Option<String> {
    /// The most tasks that are named.
    const NAMED: usize = 3;
    let Written::Log(_) = looked.layout.written else { return None };
    let tasks: Vec<String> =
        looked.table.column("task")?.values(MOST_TASKS)?.into_keys().map(str::to_owned).collect();
    (!tasks.is_empty()).then(|| first_of(&tasks, NAMED))
}

/// The most tasks of a log whose names are counted.
const MOST_TASKS: usize = 1_000;

/// How many samples of a log failed, with what the first one says, if some did.
pub(super) fn failed(looked: &Looked) -> Option<String> {
    let Written::Log(_) = looked.layout.written else { return None };
    let errors = looked.table.column("error")?;
    let said = errors.texts().next()?;
    let said: String = said.lines().next().unwrap_or_default().chars().take(80).collect();
    let count = match errors.filled() {
        1 => "1 sample failed and has".to_owned(),
        count => format!("{count} samples failed and have"),
    };
    Some(format!("{}: {count} no label (`{said}`)", looked.name()))
}

/// Asks what became of the answers of the systems of a log that have none.
pub(super) fn without_answers(looked: &Looked, said: &Said) -> Option<String> {
    let systems = system_column(looked)?;
    let answered = [looked.table.column("label"), looked.table.column("score")];
    let answered = answered.map(|column| column.filter(|column| said.reads(&column.name)));
    let mut has_answer: BTreeMap<&str, bool> = BTreeMap::new();
    for (row, system) in systems.cells.iter().enumerate() {
        let Some(name) = system.text() else { continue };
        let is_there = answered.iter().flatten().any(|column| column.cells[row] != Cell::Empty);
        *has_answer.entry(name).or_default() |= is_there;
    }
    let silent: Vec<String> = has_answer
        .into_iter()
        .filter(|(_, has)| !has)
        .map(|(name, _)| format!("`{name}`"))
        .collect();
    (!silent.is_empty()).then(|| {
        format!(
            "the predictions of {}: no sample in `{}` has an answer. Leave its log out, or run it again",
            first_of(&silent, 3),
            looked.name()
        )
    })
}

/// How far a log holds pairs: with gold it does, unless a file that is nothing else is beside it.
pub(super) fn evidence(looked: &Looked) -> i32 {
    let has = |name: &str| looked.table.column(name).is_some_and(|column| column.filled() > 0);
    let scored = has("score") && system_column(looked).is_some();
    if has("gold") || scored || has("annotator") { 5 } else { -1 }
}

/// What the user said, and where nothing was said what the log says.
fn filled_in(log: &Looked, said: &Said) -> Said {
    let mut said = said.clone();
    let has = |name: &str| log.table.column(name).filter(|column| column.filled() > 0).is_some();
    let system = system_column(log).map(|column| column.name.clone());
    if said.over.system.is_empty() {
        said.over.system.extend(system);
    }
    let runs = log.table.column("run").filter(|column| column.values(1).is_none());
    if said.over.run.is_none() {
        said.over.run = runs.map(|column| column.name.clone());
    }
    said.over.annotator = log.table.column("annotator").map(|column| column.name.clone());
    if said.of_pairs.id.is_empty() && is_repeated_over_tasks(&log.table) {
        said.of_pairs.id = vec!["task".to_owned(), "id".to_owned()];
    }
    let is_said =
        said.of_pairs.gold.is_some() || !said.label.is_empty() || !said.outcomes.is_empty();
    if is_said {
        return said;
    }
    let gold = log.table.column("gold").filter(|column| column.filled() > 0);
    let annotators = log.table.column("annotator").map(|column| column.values(1).is_some());
    match annotators {
        // What a single person said is gold.
        Some(true) if gold.is_none() && has("label") => {
            said.of_pairs.gold = Some("label".to_owned());
        }
        Some(_) => said.of_pairs.gold = gold.map(|_| "gold".to_owned()),
        // What a model wrote at length is no label; its score says whether it is right.
        None if gold.is_some_and(|gold| is_of_labels(gold, &log.table))
            && log
                .table
                .column("label")
                .is_some_and(|label| is_of_labels(label, &log.table) || !has("score")) =>
        {
            said.of_pairs.gold = Some("gold".to_owned());
            said.label = vec!["label".to_owned()];
        }
        None if has("score") => said.outcomes = vec!["score".to_owned()],
        None => {}
    }
    said
}

/// Whether the same id stands in several tasks: each counts its own.
fn is_repeated_over_tasks(table: &Table) -> bool {
    let (Some(ids), Some(tasks)) = (table.column("id"), table.column("task")) else { return false };
    let mut of_id: BTreeMap<&Cell, BTreeSet<&Cell>> = BTreeMap::new();
    ids.cells.iter().zip(&tasks.cells).any(|(id, task)| {
        let tasks = of_id.entry(id).or_default();
        tasks.insert(task);
        tasks.len() > 1
    })
}

/// Whether a column holds labels, and not what is generated: words for judgments, or few that come again on other pairs.
fn is_of_labels(column: &Column, table: &Table) -> bool {
    let ids = table.column("id").map(|ids| ids.cells.iter().collect::<BTreeSet<_>>());
    let pairs = ids.map_or(table.rows, |ids| ids.len());
    column.values(MOST_ANSWERS).is_some_and(|values| {
        let labels: BTreeSet<&str> = values.keys().copied().collect();
        let are_sure = Meanings::of(&labels).is_some_and(|meanings| meanings.is_sure());
        let are_known = are_sure || labels.iter().all(|label| supposed(label).is_some());
        !values.is_empty() && (are_known || 2 * values.len() <= pairs)
    })
}

/// The most different answers of models that answer with labels: some write them in several ways.
const MOST_ANSWERS: usize = 2 * MOST_LABELS;

/// The most files of a folder that are looked at, and how deep its folders are.
const MOST_FILES: usize = 10_000;
const DEEPEST: usize = 4;

/// The logs in a folder, in the order of their names; links are not followed.
pub(super) fn in_folder(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        for entry in entries.take(MOST_FILES) {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && depth < DEEPEST => folders.push((path, depth + 1)),
                Ok(kind) if kind.is_file() && found.len() < MOST_FILES => found.push(path),
                _ => {}
            }
        }
    }
    found.retain(|path| Log::of(|| Input::File(path.clone())).is_some());
    found.sort();
    found
}
