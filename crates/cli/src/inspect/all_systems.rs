//! All systems of a config: those in columns of the pairs, and those in files of their own.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::answers::{self, Against, AnswerRoles};
use super::dialogue::Dialogue;
use super::draft::Draft;
use super::ids;
use super::labels::MOST_LABELS;
use super::looked::Looked;
use super::pairs::PairRoles;
use super::preset;
use super::system_names;
use super::systems::System;
use super::{Noted, Said};
use crate::config::Preset;

/// What all systems are held against, and what was said of them.
pub(super) struct Systems<'a> {
    pub(super) against: Against<'a>,
    pub(super) folder: &'a Path,
    pub(super) said: &'a Said,
    /// Whether the pairs were seen from the first to the last.
    pub(super) all_pairs: bool,
    /// The preset of the pairs.
    pub(super) preset: Option<&'static Preset>,
}

impl Systems<'_> {
    /// The systems in columns of the pairs.
    pub(super) fn in_columns(&self, looked: &Looked, roles: &PairRoles) -> Vec<AnswerRoles> {
        in_columns(looked, roles, &self.against)
    }

    /// What a config says of systems in columns of the pairs, which stand in some files, and of those in files of
    /// answers.
    pub(super) fn drafts(
        &self,
        pairs: (&Looked, &[Looked], &[AnswerRoles]),
        files: &[Looked],
        dialogue: &mut Dialogue<'_>,
        noted: &mut Noted,
    ) -> Vec<Draft> {
        let (together, of_pairs, in_columns) = pairs;
        let named = |roles: &AnswerRoles| match (&roles.label, roles.preset) {
            (_, Some(_)) => system_names::of_files(std::slice::from_ref(&together.path)).concat(),
            (Some(label), None) => label.clone(),
            (None, None) => "system".to_owned(),
        };
        let names = in_columns.iter().map(|roles| system_names::allowed(named(roles)));
        let mut taken = system_names::unique(names.collect());
        let mut drafts = Vec::new();
        let paths: Vec<PathBuf> = of_pairs.iter().map(|looked| looked.path.clone()).collect();
        for (name, roles) in taken.clone().iter().zip(in_columns) {
            noted.found.push(format!("{}: answers of `{name}`", together.name()));
            drafts.push(self.system(name, together, &paths, roles).draft(
                &self.against,
                dialogue,
                noted,
            ));
        }
        let paths: Vec<PathBuf> = files.iter().map(|looked| looked.path.clone()).collect();
        for (looked, file) in files.iter().zip(system_names::of_files(&paths)) {
            let said = self.said.label.as_deref();
            let fitting = preset::of_answers(looked, self.preset);
            if let Some(several) = fitting.several() {
                noted.doubts.push(format!(
                    "what `{}` is read by: these fit it as well as one another: `format:` {several}",
                    looked.name()
                ));
                noted.found.push(format!("{}: not known", looked.name()));
                continue;
            }
            let known = fitting.one().filter(|_| said.is_none());
            let in_file = known.and_then(|found| answers::of_preset(looked, found, &self.against));
            let in_file = match in_file {
                Some(system) => vec![system],
                None => answers::systems(looked, &self.against, &[], said),
            };
            let name = looked.name();
            if in_file.is_empty() {
                noted.doubts.push(format!(
                    "what `{name}` holds: no answers to these pairs are found in it"
                ));
                noted.found.push(format!("{name}: not known"));
                continue;
            }
            noted.found.push(format!("{name}: answers ({})", looked.rows()));
            let by_row = in_file.iter().any(|roles| roles.id == ["@row"]);
            if by_row && !ids::same_rows(&together.table, &looked.table) {
                noted.doubts.push(format!(
                    "which pairs `{name}` answers: no column names them, and its rows are not those of the pairs in their \
                     order"
                ));
            }
            for roles in &in_file {
                let column = roles.label.as_ref().filter(|_| in_file.len() > 1);
                taken.push(column.map_or(file.clone(), |column| format!("{file} {column}")));
                taken = system_names::unique(taken);
                let name = taken.last().cloned().unwrap_or_default();
                let system = self.system(&name, looked, std::slice::from_ref(&looked.path), roles);
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
            all_pairs: self.all_pairs,
        }
    }
}

/// The columns that systems are read from.
pub(super) fn columns(systems: &[AnswerRoles]) -> BTreeSet<String> {
    let mut columns = BTreeSet::new();
    for system in systems {
        columns.extend(system.label.iter().chain(&system.confidence).chain(&system.gold).cloned());
        columns.extend(
            system.probabilities.iter().flat_map(|found| found.columns()).map(str::to_owned),
        );
    }
    columns
}

/// The systems whose answers stand in columns of the pairs.
fn in_columns(looked: &Looked, roles: &PairRoles, against: &Against<'_>) -> Vec<AnswerRoles> {
    let one = [
        &roles.text,
        &roles.hypothesis,
        &roles.gold,
        &roles.origin,
        &roles.origin_candidate,
        &roles.task,
        &roles.cluster,
    ];
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
    // What a dataset calls its outputs are texts, not answers.
    let few = |label: &String| {
        looked.table.column(label).is_some_and(|column| column.values(MOST_LABELS).is_some())
    };
    found.retain(|system| roles.preset.is_none() || system.label.iter().all(few));
    // A log of answers to the pairs that it holds itself.
    let own = roles.preset.and_then(|found| preset::of_answers(looked, Some(found)).one());
    let own = own.and_then(|found| answers::of_preset(looked, found, against));
    own.map_or(found, |own| vec![own])
}
