//! Looks at the files of a user and says in a config what they hold: which have pairs and which answers, how each is
//! written down, what its columns are. What cannot be told is asked, or written commented out and named as a doubt.

mod answers;
mod dataset;
mod delimited;
mod dialogue;
mod draft;
mod ids;
mod json;
mod labels;
mod layout;
mod lists;
mod looked;
mod meaning;
mod names;
mod pairs;
mod parts;
mod phenomena;
mod place;
mod probabilities;
mod rte_xml;
mod sample;
mod sorted;
mod system_names;
mod systems;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use answers::{Against, AnswerRoles};
use dataset::{PairFiles, gold_labels, is_whole};
pub(crate) use dialogue::Dialogue;
use draft::Draft;
use looked::Looked;
use meaning::{Known, option};
use pairs::PairRoles;
pub(crate) use pairs::SaidOfPairs;
use sorted::{LongForm, Sorted, Unclear, sorted};
use systems::System;

use crate::config::listed;
use crate::failure::Failure;

/// What the user said beside the files.
#[derive(Debug, Clone, Default)]
pub(crate) struct Said {
    /// The file that holds the pairs.
    pub(crate) pairs: Option<PathBuf>,
    pub(crate) of_pairs: SaidOfPairs,
    /// What the labels of gold mean, as a config says it.
    pub(crate) labels: Option<Value>,
    /// The same of answers.
    pub(crate) run_labels: Option<Value>,
    /// The column of answers.
    pub(crate) label: Option<String>,
    /// What a pair without an answer means.
    pub(crate) missing: Option<String>,
}

/// A config that was made of files.
#[derive(Debug)]
pub(crate) struct Inspected {
    draft: Draft,
    /// What each file was taken for, a line each.
    pub(crate) found: Vec<String>,
    /// What could not be told, and is commented out.
    pub(crate) doubts: Vec<String>,
}

impl Inspected {
    /// The text of the config, below some lines of comment.
    pub(crate) fn text(&self, above: &[String]) -> String {
        let mut draft = Draft::default();
        above.iter().for_each(|line| draft.comment(line.as_str()));
        draft.text() + &self.draft.text()
    }
}

/// Looks at files and makes a config that stands in a folder.
///
/// # Errors
/// Where a file cannot be read, no rows are found in it, or nothing tells which file holds the pairs.
pub(crate) fn inspect(
    files: &[PathBuf],
    folder: &Path,
    said: &Said,
    dialogue: &mut Dialogue<'_>,
) -> Result<Inspected, Failure> {
    let mut paths: Vec<&PathBuf> = Vec::new();
    for path in files {
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    let looked: Vec<Looked> =
        paths.into_iter().map(|path| Looked::at(path)).collect::<Result<_, _>>()?;
    let mut sorted = sort(looked, said, dialogue)?;
    let mut doubts = Vec::new();
    let together = joined(&sorted.pairs);
    let mut roles = PairRoles::of(&together, &said.of_pairs);
    if roles.id == ["@row"] && sorted.pairs.len() > 1 {
        roles.id = vec!["@file".to_owned(), "@row".to_owned()];
    }
    choose_gold(&mut roles, &together, dialogue, &mut doubts);
    let labels = gold_labels(&sorted.pairs, &roles);
    let column = roles.gold.clone().unwrap_or_default();
    let asked = format!("the column `{column}` of {}", together.name());
    let known = Known::of(&labels, &asked, said.labels.as_ref(), dialogue);
    if known.as_ref().is_some_and(|known| known.value().is_none()) {
        doubts.push(format!("what the labels in `{column}` mean: {}", option("--labels", &labels)));
    }
    let meanings = known.as_ref().and_then(Known::value);
    let parts = sorted.monothematic.take();
    let parts = parts.map(|looked| parts_of(looked, &together, &roles, said));
    let (ids, gold) = ids_and_gold(&together, &roles, parts.as_ref());
    let against = Against { ids: &ids, id: &roles.id, gold: &gold, labels: meanings.as_ref() };
    let in_columns = in_columns(&together, &roles, &against);
    let of_systems = in_columns.iter().flat_map(|system| {
        let numbers = system.probabilities.iter().flat_map(|found| found.columns());
        system
            .label
            .iter()
            .chain(&system.confidence)
            .cloned()
            .chain(numbers.map(str::to_owned))
            .collect::<Vec<_>>()
    });
    let of_systems: BTreeSet<String> = of_systems.collect();
    let mut found: Vec<String> = Vec::new();
    for looked in &sorted.pairs {
        found.push(format!("{}: pairs ({})", looked.name(), looked.rows()));
    }
    let mut systems = Vec::new();
    let all_pairs =
        is_whole(&sorted.pairs) && parts.as_ref().is_none_or(|(looked, _)| looked.table.whole);
    let mut add = |name: &str,
                   looked: &Looked,
                   roles: &AnswerRoles,
                   dialogue: &mut Dialogue<'_>,
                   doubts: &mut Vec<String>| {
        let (labels, missing) = (said.run_labels.as_ref(), said.missing.as_deref());
        let system = System { name, looked, roles, folder, labels, missing, all_pairs };
        systems.push(system.draft(&against, dialogue, doubts));
    };
    let from_columns = system_names::unique(
        in_columns
            .iter()
            .map(|roles| {
                let named = roles.label.as_deref().unwrap_or("system");
                system_names::allowed(named.to_owned())
            })
            .collect(),
    );
    for (name, roles) in from_columns.iter().zip(&in_columns) {
        found.push(format!("{}: answers of `{name}`", together.name()));
        add(name, &together, roles, dialogue, &mut doubts);
    }
    let files: Vec<PathBuf> = sorted.answers.iter().map(|looked| looked.path.clone()).collect();
    let mut taken = from_columns;
    for (looked, file) in sorted.answers.iter().zip(system_names::of_files(&files)) {
        let in_file = answers::systems(looked, &against, &[], said.label.as_deref());
        if in_file.is_empty() {
            doubts.push(format!(
                "what `{}` holds: no answers to these pairs are found in it",
                looked.name()
            ));
            found.push(format!("{}: not known", looked.name()));
            continue;
        }
        found.push(format!("{}: answers ({})", looked.name(), looked.rows()));
        for roles in &in_file {
            let of_column = || roles.label.as_ref().filter(|_| in_file.len() > 1);
            let name = of_column().map_or(file.clone(), |column| format!("{file} {column}"));
            taken.push(name);
            taken = system_names::unique(taken);
            let name = taken.last().cloned().unwrap_or_default();
            add(&name, looked, roles, dialogue, &mut doubts);
        }
    }
    roles.find_attributes(&together.table, &of_systems);
    let pairs = PairFiles { looked: &sorted.pairs, roles: &roles, labels: known.as_ref(), folder };
    let mut dataset = pairs.draft(&together.table);
    if let Some((looked, roles)) = &parts {
        found.push(format!("{}: monothematic pairs ({})", looked.name(), looked.rows()));
        let files = PairFiles {
            looked: std::slice::from_ref(looked),
            roles,
            labels: known.as_ref(),
            folder,
        };
        let mut both = Draft::default();
        both.mapping("originals", dataset);
        both.mapping("monothematic", files.draft(&looked.table));
        dataset = both;
    }
    if let Some((looked, long)) = &sorted.annotations {
        found.push(format!("{}: annotations ({})", looked.name(), looked.rows()));
        dataset.mapping(
            "annotations",
            annotations(looked, long, meanings.as_ref(), folder, &mut doubts),
        );
    }
    let mut draft = Draft::default();
    draft.comment(
        "`phenom check FILE` says what is in the data, `phenom schema` what else a config can say.",
    );
    let stem = together.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    draft.set("title", format!("Systems on {stem}"));
    draft.comment("The pairs. Paths are relative to this file.");
    draft.mapping("dataset", dataset);
    draft.comment("The systems, in the order of the tables.");
    if systems.is_empty() {
        draft.comment(
            "No answers are found. A system is an entry with a name and a file: {name: My system, predictions: FILE, \
             columns: {id: COLUMN, label: COLUMN}}. This one reads gold, and is here because a config needs one.",
        );
        let mut reference = Draft::default();
        reference.set("name", "Linguistic-biased");
        reference.set("algorithm", "linguistic-biased");
        draft.list("systems", vec![reference]);
    } else {
        draft.list("systems", systems);
    }
    draft.comment("The folder of the report.");
    draft.set("output", "report");
    Ok(Inspected { draft, found, doubts })
}

/// The files by what they hold.
fn sort(looked: Vec<Looked>, said: &Said, dialogue: &mut Dialogue<'_>) -> Result<Sorted, Failure> {
    let names: Vec<String> =
        looked.iter().map(|looked| looked.path.display().to_string()).collect();
    let first =
        said.pairs.as_ref().map(|pairs| looked.iter().position(|looked| looked.path == *pairs));
    let first = match first {
        Some(None) => {
            let message = "the file of --pairs is not among the files";
            return Err(Failure::input(message, Some(format!("the files are {}", shown(&names)))));
        }
        Some(first) => first,
        None if looked.len() == 1 => Some(0),
        None => None,
    };
    match sorted(looked.clone(), first) {
        Ok(sorted) => Ok(sorted),
        Err(Unclear(candidates)) => {
            let options: Vec<String> = candidates.iter().map(|at| names[*at].clone()).collect();
            let chosen = dialogue.choose("Which file holds the pairs with gold?", &options);
            let sorted = chosen.and_then(|chosen| sorted(looked, Some(candidates[chosen])).ok());
            sorted.ok_or_else(|| {
                let message = format!(
                    "which of these files holds the pairs with gold? {}",
                    options.join(", ")
                );
                Failure::input(message, Some("name it: `--pairs FILE`".to_owned()))
            })
        }
    }
}

/// Names for a message.
fn shown(names: &[String]) -> String {
    listed(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The rows of several files of one layout.
fn joined(files: &[Looked]) -> Looked {
    let mut joined = files[0].clone();
    for looked in &files[1..] {
        joined.table.rows += looked.table.rows;
        joined.table.whole &= looked.table.whole;
        for (column, more) in joined.table.columns.iter_mut().zip(&looked.table.columns) {
            column.cells.extend(more.cells.iter().cloned());
        }
    }
    joined
}

/// Asks which column is gold, where several may be.
fn choose_gold(
    roles: &mut PairRoles,
    looked: &Looked,
    dialogue: &mut Dialogue<'_>,
    doubts: &mut Vec<String>,
) {
    if roles.gold.is_some() || roles.parts.is_some() {
        return;
    }
    let question = format!("Which column of {} holds gold?", looked.name());
    let candidates = &roles.gold_candidates;
    match dialogue.choose(&question, candidates).filter(|_| !candidates.is_empty()) {
        Some(chosen) => roles.gold = candidates.get(chosen).cloned(),
        None => {
            doubts.push(format!("which column of `{}` holds gold: `--gold COLUMN`", looked.name()))
        }
    }
}

/// Monothematic pairs in a file of their own, with what its columns hold.
fn parts_of(
    looked: Looked,
    originals: &Looked,
    of: &PairRoles,
    said: &Said,
) -> (Looked, PairRoles) {
    let ids: BTreeSet<String> = ids::of(&originals.table, &of.id).into_iter().collect();
    let mut roles = PairRoles::of(&looked, &said.of_pairs);
    roles.origin = sorted::origin_among(&looked, &ids);
    roles.find_attributes(&looked.table, &BTreeSet::new());
    (looked, roles)
}

/// The ids of all pairs, and gold by id.
fn ids_and_gold(
    looked: &Looked,
    roles: &PairRoles,
    parts: Option<&(Looked, PairRoles)>,
) -> (BTreeSet<String>, BTreeMap<String, String>) {
    let files = [(&looked.table, roles)]
        .into_iter()
        .chain(parts.map(|(looked, roles)| (&looked.table, roles)));
    let (mut all, mut gold) = (BTreeSet::new(), BTreeMap::new());
    for (table, roles) in files {
        let ids = ids::of(table, &roles.id);
        let column = roles.gold_column(table).filter(|_| ids.len() == table.rows);
        for (id, cell) in
            ids.iter().zip(column.map(|column| column.cells.as_slice()).unwrap_or_default())
        {
            gold.extend(cell.text().map(|label| (id.clone(), label.to_owned())));
        }
        for (id, count) in ids.iter().zip(roles.parts.iter().flat_map(|parts| &parts.counts)) {
            all.extend((1..=*count).map(|part| format!("{id}.{part}")));
        }
        all.extend(ids);
    }
    (all, gold)
}

/// The systems whose answers stand in columns of the pairs.
fn in_columns(looked: &Looked, roles: &PairRoles, against: &Against<'_>) -> Vec<AnswerRoles> {
    let one =
        [&roles.text, &roles.hypothesis, &roles.gold, &roles.origin, &roles.task, &roles.cluster];
    let used: Vec<&str> = one
        .into_iter()
        .flatten()
        .chain(&roles.annotators)
        .chain(&roles.id)
        .chain(&roles.gold_candidates)
        .map(String::as_str)
        .chain(roles.phenomena.columns())
        .collect();
    let mut found = answers::systems(looked, against, &used, None);
    // A number alone may be anything.
    found.retain(|system| system.label.is_some() || system.probabilities.is_some());
    found
}

fn annotations(
    looked: &Looked,
    long: &LongForm,
    meanings: Option<&Value>,
    folder: &Path,
    doubts: &mut Vec<String>,
) -> Draft {
    let mut draft = Draft::default();
    draft.comment(format!("{}: what each annotator said of each pair.", looked.rows()));
    draft.set("path", place::named(folder, &looked.path));
    looked.layout.say(&mut draft);
    let values =
        looked.table.column(&long.label).and_then(|column| column.values(labels::MOST_LABELS));
    let labels: BTreeSet<&str> = values.into_iter().flat_map(BTreeMap::into_keys).collect();
    match meanings.filter(|meanings| meaning::covers(meanings, &labels)) {
        Some(meanings) => draft.set("labels", meanings.clone()),
        None => {
            if let Some(known) = Known::of(&labels, &looked.name(), None, &mut Dialogue::nobody()) {
                known.say(&mut draft, &labels);
                if known.value().is_none() {
                    doubts.push(format!(
                        "what the labels of `{}` mean: {}",
                        looked.name(),
                        option("--labels", &labels)
                    ));
                }
            }
        }
    }
    let mut columns = Draft::default();
    columns.set("id", long.id.as_str());
    columns.set("annotator", long.annotator.as_str());
    columns.set("label", long.label.as_str());
    draft.mapping("columns", columns);
    draft
}
