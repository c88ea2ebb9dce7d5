//! Files and columns of several runs of one system, known by their names, and files that hold a part of the answers of one each.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use regex::Regex;

use super::looked::Looked;

/// The files of one system: one, one for each run, or several that have a part of its answers each.
pub(super) struct Group<'l> {
    pub(super) files: Vec<&'l Looked>,
    /// The name of the file without that of the run or part.
    pub(super) named: PathBuf,
    pub(super) are_parts: bool,
}

impl<'l> Group<'l> {
    fn of(looked: &'l Looked, named: PathBuf) -> Self {
        Self { files: vec![looked], named, are_parts: false }
    }
}

/// A word for runs with its number, and what stands before it.
static RUN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)[-_. ]?(?:seed|run|epoch|trial|rep|repeat|replicate|iter)[-_=. ]?\d+").ok()
});

/// Groups columns whose names differ by the number of a run alone.
pub(super) fn by_columns(names: &[&str]) -> Vec<Vec<String>> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for name in names {
        let system = without_run(name);
        match groups.iter_mut().find(|(of, _)| *of == system && system != **name) {
            Some((_, group)) => group.push((*name).to_owned()),
            None => groups.push((system, vec![(*name).to_owned()])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// A name without the number of a run.
pub(super) fn without_run(name: &str) -> String {
    RUN.as_ref().map_or_else(|| name.to_owned(), |run| run.replace_all(name, "").into_owned())
}

/// A folder with a number for a name, and what stands before it.
static FOLDER: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(^|[/\\])\d+[/\\]").ok());

/// Groups files whose names differ by the number of a run alone, and whose columns are the same.
pub(super) fn by_names(files: &[Looked]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for looked in files {
        let called = looked.called();
        let shown = called.to_string_lossy();
        let without = RUN.as_ref().map(|run| run.replace_all(&shown, ""));
        let without = without.map(|without| match FOLDER.as_ref() {
            Some(folder) => folder.replace_all(&without, "$1").into_owned(),
            None => without.into_owned(),
        });
        let named = without.filter(|without| **without != *shown && !without.starts_with('.'));
        let Some(named) = named.map(PathBuf::from) else {
            groups.push(Group::of(looked, looked.called()));
            continue;
        };
        let same = |group: &&mut Group<'_>| {
            group.named == named
                && group.files[0].table.names() == looked.table.names()
                && group.files[0].layout == looked.layout
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.files.push(looked),
            None => groups.push(Group::of(looked, named)),
        }
    }
    // A number alone is no reason for another name.
    for group in &mut groups {
        if let [one] = group.files.as_slice() {
            group.named = one.called();
        }
    }
    groups
}

/// The number of a part of a file, and how many there are.
static PART: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let word = r"(?:part|shard|chunk|batch|fold)[-_. ]?\d+(?:[-_. ]?of[-_. ]?\d+)?";
    let split = r"[-_. ](?:train|dev|test|val|valid|validation)\b";
    Regex::new(&format!(r"(?i){split}|[-_. ]?(?:{word}|\d+[-_. ]?of[-_. ]?\d+)")).ok()
});

/// The path of a file without the number of its part.
fn without_part(path: &Path) -> Option<PathBuf> {
    let shown = path.to_string_lossy();
    let without = PART.as_ref().map(|part| PathBuf::from(part.replace_all(&shown, "").as_ref()))?;
    // Of `fold0.csv` nothing is left but the extension.
    let extension = path.extension().unwrap_or_default();
    match without.file_stem().and_then(|stem| stem.to_str()) {
        Some(stem) if stem.trim_start_matches('.') != extension.to_string_lossy() => Some(without),
        _ => Some(without.with_file_name("answers").with_extension(extension)),
    }
}

/// Joins groups of one file each whose names differ by the number of a part alone if no id is in two of the files.
pub(super) fn join_parts<'l>(
    groups: Vec<Group<'l>>,
    ids: &dyn Fn(&Looked) -> Vec<String>,
) -> Vec<Group<'l>> {
    let mut joined: Vec<(Group<'l>, BTreeSet<String>)> = Vec::new();
    for group in groups {
        let [looked] = group.files.as_slice() else {
            joined.push((group, BTreeSet::new()));
            continue;
        };
        let named = without_part(&looked.called()).filter(|named| *named != looked.called());
        let own: BTreeSet<String> = ids(looked).into_iter().collect();
        let fits = |(other, others): &&mut (Group<'l>, BTreeSet<String>)| {
            let first = other.files[0];
            named.is_some()
                && without_part(&first.called()) == named
                && (other.are_parts || other.files.len() == 1)
                && first.table.names() == looked.table.names()
                && first.layout == looked.layout
                && !own.is_empty()
                && others.is_disjoint(&own)
        };
        match (joined.iter_mut().find(fits), named.clone()) {
            (Some((other, others)), Some(named)) => {
                other.files.push(looked);
                other.named = named;
                other.are_parts = true;
                others.extend(own);
            }
            _ => joined.push((group, own)),
        }
    }
    joined.into_iter().map(|(group, _)| group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_seeds_are_runs_of_one_system() {
        let of = |names: &[&str]| by_columns(names).iter().map(Vec::len).collect::<Vec<_>>();
        assert_eq!(of(&["bert_seed1", "gpt", "bert_seed2", "bert_seed3"]), [3, 1]);
        assert_eq!(of(&["bert_run1_pred", "bert_run2_pred", "gpt_run1_pred"]), [2, 1]);
        assert_eq!(of(&["bert1", "bert2"]), [1, 1]);
        assert_eq!(without_run("bert_run1_pred"), "bert_pred");
    }
}
