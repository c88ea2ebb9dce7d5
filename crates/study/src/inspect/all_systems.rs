//! All systems of a config: those in columns of the pairs, and those in files of their own.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::against::Against;
use super::answer_roles::AnswerRoles;
use super::answers;
use super::dialogue::Dialogue;
use super::draft::Draft;
use super::ids::{self, Rewriting};
use super::layout::Written;
use super::logs;
use super::looked::Looked;
use super::names::{Over, listed};
use super::noted::Noted;
use super::preset;
use super::runs;
use super::said::Said;
use super::system_names;
use super::systems::System;
use super::together::joined;
use super::unit::{self, Unit};
use crate::config::Preset;

/// What all systems are held against, and what was said of them.
pub(super) struct Systems<'a> {
    pub(super) against: Against<'a>,
    pub(super) folder: &'a Path,
    pub(super) said: &'a Said,
    /// Whether the pairs were seen from the first to the last.
    pub(super) all_pairs: bool,
    /// How the ids of the pairs are rewritten, and so all others.
    pub(super) ids_of_pairs: Option<Rewriting>,
    /// The preset of the pairs.
    pub(super) preset: Option<&'static Preset>,
}

impl Systems<'_> {
    /// What a config says of systems in columns of the pairs, which stand in some files, and of those in files of
    /// answers.
    pub(super) fn drafts(
        &self,
        pairs: &InColumns<'_>,
        files: &[Looked],
        dialogue: &mut Dialogue<'_>,
        noted: &mut Noted,
    ) -> Vec<Draft> {
        let InColumns { looked: together, files: of_pairs, systems: in_columns, unit, .. } = *pairs;
        let column = |roles: &AnswerRoles| {
            let name = match (&roles.label, &roles.outcome, &roles.probabilities) {
                (Some(label), ..) if !roles.runs.is_empty() => runs::without_run(label),
                (Some(label), ..) | (None, Some(label), _) => label.clone(),
                (None, None, found) => found.as_ref()?.shared_name()?,
            };
            // `seed1` names a run and no system.
            Some(name).filter(|name| !name.is_empty())
        };
        let named = |roles: &AnswerRoles| match (&column(roles), roles.preset) {
            (_, Some(_)) => system_names::of_files(std::slice::from_ref(&together.path)).concat(),
            (Some(label), None) => label.clone(),
            (None, None) => "system".to_owned(),
        };
        let mut names: Vec<String> = in_columns.iter().map(named).collect();
        // In other files a dot is a part of the name.
        if matches!(together.layout.written, Written::Json | Written::Ndjson) {
            names = system_names::without_path(names);
        }
        if let ([name], Some(logged)) = (names.as_mut_slice(), logs::only_system(together)) {
            *name = logged;
        }
        let names = names.into_iter().map(system_names::allowed);
        let mut taken = system_names::unique(names.collect());
        let mut drafts = Vec::new();
        let paths: Vec<PathBuf> = of_pairs.iter().flat_map(Looked::paths).cloned().collect();
        for (name, roles) in taken.clone().iter().zip(in_columns) {
            noted.found.push(format!("{}: predictions of `{name}`", together.name()));
            let is_repeated = unit.is_some() || pairs.gathers_tags;
            let system = System { unit, is_repeated, ..self.system(name, together, &paths, roles) };
            drafts.push(system.draft(&self.against, dialogue, noted));
        }
        let ids = |looked: &Looked| answers::own_ids(&looked.table, &self.against);
        let of_runs = runs::join_parts(runs::by_names(files), &ids);
        let firsts: Vec<Looked> = of_runs
            .iter()
            .map(|group| match group.are_parts {
                true => joined(&group.files),
                false => group.files[0].clone(),
            })
            .collect();
        let named: Vec<PathBuf> = of_runs.iter().map(|group| group.named.clone()).collect();
        let groups = firsts.iter().zip(&of_runs).zip(system_names::of_files(&named));
        for ((looked, group), file) in groups {
            let file = named_within(looked).unwrap_or(file);
            let all: Vec<PathBuf> =
                group.files.iter().flat_map(|looked| looked.paths()).cloned().collect();
            let (run_files, files) = match group.files.as_slice() {
                [_, _, ..] if !group.are_parts => (all, vec![looked.path.clone()]),
                _ => (Vec::new(), all),
            };
            let said = self.said.label.as_slice();
            let unit = unit_of_answers(looked, &self.against);
            let over = unit.as_ref().map(Unit::over).unwrap_or_default();
            let used: Vec<&str> = over.iter().map(String::as_str).collect();
            noted.doubts.extend(unit.as_ref().and_then(|unit| unit::unclear(unit, looked)));
            if self.said.over.system.is_empty() {
                let gold = unit.as_ref().and_then(|unit| unit::gold_as_system(unit, looked));
                noted.doubts.extend(gold);
            }
            let fitting = preset::of_answers(looked, self.preset);
            if let Some(several) = fitting.several() {
                noted.doubts.push(format!(
                    "the format of `{}`: several fit equally well: `format:` {several}",
                    looked.name()
                ));
                noted.found.push(format!("{}: not known", looked.name()));
                continue;
            }
            let known = fitting.one().filter(|_| said.is_empty());
            let in_file = known.and_then(|found| answers::of_preset(looked, found, &self.against));
            let mut unclear = None;
            let in_file = match in_file {
                Some(system) => vec![system],
                None => {
                    let found = answers::systems(looked, &self.against, &used, said, false);
                    unclear = found.open(looked);
                    noted.found.extend(found.told());
                    found.systems
                }
            };
            let name = looked.name();
            if in_file.is_empty() {
                noted.doubts.push(unclear.unwrap_or_else(|| {
                    format!("the contents of `{name}`: phenom finds no predictions for these pairs in it")
                }));
                noted.found.push(format!("{name}: not known"));
                continue;
            }
            let more = match files.len() {
                1 => String::new(),
                files => format!(" and {} more of its parts", files - 1),
            };
            noted.doubts.extend(unclear);
            let matched = matched_by(&in_file[0].id);
            noted.found.push(format!(
                "{name}{more}: predictions ({}), matched by {matched}",
                looked.rows()
            ));
            let mut answered = columns(&in_file);
            in_file.iter().flat_map(|roles| &roles.gold).for_each(|gold| {
                answered.remove(gold);
            });
            noted.doubts.extend(group.files.iter().filter_map(|looked| {
                self.against.join.contradiction(looked, &in_file[0].id, &answered)
            }));
            let by_row = in_file.iter().any(|roles| roles.id == ["@row"] && roles.preset.is_none());
            if by_row && !self.said.in_order && !ids::repeats_texts(&together.table, &looked.table)
            {
                noted.doubts.push(format!(
                    "whether the rows of `{name}` are in the order of the pairs: it has no column of ids or texts: \
                     `--in-order`, or a file with ids"
                ));
            }
            for roles in &in_file {
                let column = column(roles).filter(|_| in_file.len() > 1);
                taken.push(match column {
                    None => file.clone(),
                    Some(column) if taken.contains(&column) => format!("{file} {column}"),
                    Some(column) => column,
                });
                taken = system_names::unique(taken);
                let name = taken.last().cloned().unwrap_or_default();
                let system = System {
                    unit: unit.as_ref().filter(|_| roles.preset.is_none()),
                    is_repeated: unit.is_some() && roles.preset.is_none(),
                    runs: &run_files,
                    ..self.system(&name, looked, &files, roles)
                };
                drafts.push(system.draft(&self.against, dialogue, noted));
            }
        }
        drafts
    }

    fn system<'s>(
        &'s self,
        name: &'s str,
        looked: &'s Looked,
        paths: &'s [PathBuf],
        roles: &'s AnswerRoles,
    ) -> System<'s> {
        let (labels, missing) = (self.said.run_labels.as_ref(), self.said.missing.as_deref());
        System {
            name,
            looked,
            paths,
            roles,
            folder: self.folder,
            labels,
            missing,
            unit: None,
            is_repeated: false,
            runs: &[],
            all_pairs: self.all_pairs,
            ids_of_pairs: self.ids_of_pairs,
        }
    }
}

/// The systems in columns of the pairs.
pub(super) struct InColumns<'a> {
    /// The rows of all files of pairs.
    pub(super) looked: &'a Looked,
    pub(super) files: &'a [Looked],
    pub(super) systems: &'a [AnswerRoles],
    /// The unit of the rows, if a pair has several.
    pub(super) unit: Option<&'a Unit>,
    /// Whether a pair stands on a row for each of its phenomena.
    pub(super) gathers_tags: bool,
}

/// The name of the system in a file that says it on each row.
fn named_within(looked: &Looked) -> Option<String> {
    let names = looked.table.columns.iter().filter(|column| Over::Systems.names(&column.name));
    let mut one = names.filter_map(|column| {
        let mut values = column.values(1).filter(|_| column.is_text())?.into_keys();
        values.next().filter(|name| name.chars().any(char::is_alphabetic)).map(str::to_owned)
    });
    one.next().map(system_names::allowed)
}

/// How answers are matched to the pairs, in words.
fn matched_by(id: &[String]) -> String {
    match id {
        [row] if row == "@row" => "their order".to_owned(),
        columns => listed(columns.iter().map(String::as_str)),
    }
}

/// The unit of a file of answers, if a pair has several rows in it.
fn unit_of_answers(looked: &Looked, against: &Against<'_>) -> Option<Unit> {
    let table = &looked.table;
    // Of rows in a list the id is that of what holds the list.
    let of_holder: Vec<String> = against.id.iter().map(|name| format!("^{name}")).collect();
    let are_there =
        |id: &&[String]| id.iter().all(|name| table.column(name).is_some()) && !id.is_empty();
    match [against.id, &of_holder].into_iter().find(are_there) {
        Some(id) => Unit::of(table, id, against.over),
        None => Unit::by_texts(table, against.over),
    }
}

/// How the ids of the pairs are rewritten for files of answers that spell them as numbers, if all of these fit then.
pub(super) fn ids_of_pairs(answers: &[Looked], against: &Against<'_>) -> Option<Rewriting> {
    let all: Vec<(Vec<String>, f64)> = answers
        .iter()
        .map(|looked| {
            let (id, known) = answers::id(&looked.table, against);
            (ids::of(&looked.table, &id), known)
        })
        .collect();
    let fitting: Option<Vec<Rewriting>> =
        all.iter().map(|(own, _)| ids::respelt(own, against.ids)).collect();
    let fitting = fitting?;
    let spelling = *fitting.first()?;
    let is_one = fitting.iter().all(|other| other.words == spelling.words);
    let some_differ = all.iter().any(|(_, known)| *known < 1.0);
    (is_one && some_differ && spelling.changes(against.ids)).then_some(spelling)
}

/// The columns that systems are read from.
pub(super) fn columns(systems: &[AnswerRoles]) -> BTreeSet<String> {
    let mut columns = BTreeSet::new();
    for system in systems {
        let one = system.label.iter().chain(&system.outcome).chain(&system.confidence);
        columns.extend(one.chain(&system.gold).chain(&system.runs).cloned());
        columns.extend(
            system.probabilities.iter().flat_map(|found| found.columns()).map(str::to_owned),
        );
    }
    columns
}
