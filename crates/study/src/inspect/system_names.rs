//! Names for systems, from the names of the files that hold their answers.

use std::path::{Component, Path, PathBuf};

use phenom_metrics::POOLED;

use super::names::path_and_key;
use super::usual_words::usual;

/// Characters between the words of a file's name.
const BETWEEN: [char; 4] = ['_', '-', '.', ' '];

/// What tells each file apart from the others: its name without the words that all begin and end with.
pub(super) fn of_files(paths: &[PathBuf]) -> Vec<String> {
    let stems: Vec<String> = paths.iter().map(|path| stem(path)).collect();
    let mut names = stems.clone();
    if stems.len() > 1 {
        let start = shared(&stems, |stem| stem.chars().collect());
        let end = shared(&stems, |stem| stem.chars().rev().collect());
        let short = |stem: &String| {
            let count = stem.chars().count();
            let kept = stem.chars().skip(start).take(count.saturating_sub(start + end));
            kept.collect::<String>()
        };
        let shortened: Vec<String> = stems.iter().map(short).collect();
        if shortened.iter().all(|name| name.chars().any(char::is_alphabetic)) {
            names = shortened;
        }
    }
    for (name, path) in names.iter_mut().zip(paths) {
        let folders = path.parent().into_iter().flat_map(Path::components).rev();
        let folders = folders.filter_map(|folder| match folder {
            Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
            _ => None,
        });
        if says_nothing(name)
            && let Some(folder) = folders.into_iter().find(|folder| !says_nothing(folder))
        {
            *name = folder;
        }
    }
    for at in 0..names.len() {
        if names[..at].contains(&names[at]) {
            let folder = paths[at].parent().and_then(Path::file_name).unwrap_or_default();
            names[at] = format!("{}/{}", folder.to_string_lossy(), stems[at]);
        }
    }
    names.into_iter().map(allowed).collect::<Vec<_>>()
}

/// Names of several columns without the path into JSON that all begin with: `A` and `B` of `predictions.A` and `predictions.B`.
pub(super) fn without_path(names: Vec<String>) -> Vec<String> {
    let keys: Vec<Vec<&str>> = names.iter().map(|name| keys(name)).collect();
    let Some(fewest) = keys.iter().map(Vec::len).min() else { return names };
    let alone = keys.len() == 1;
    let alike = |at: &dyn Fn(&Vec<&str>) -> usize| {
        !alone && keys.iter().all(|of| of[at(of)] == keys[0][at(&keys[0])])
    };
    let start = (0..fewest - 1).take_while(|at| alike(&|_| *at)).count();
    let end = (1..fewest - start).take_while(|at| alike(&|of| of.len() - at)).count();
    keys.iter().map(|of| of[start..of.len() - end].join(".")).collect()
}

/// The keys of a path into JSON.
fn keys(name: &str) -> Vec<&str> {
    let (mut path, key) = path_and_key(name);
    let mut keys = vec![key];
    while !path.is_empty() {
        let (above, key) = path_and_key(path);
        keys.insert(0, key);
        path = above;
    }
    keys
}

/// Whether all words of a name say that a file holds predictions, and none says whose.
fn says_nothing(name: &str) -> bool {
    let lower = name.to_lowercase();
    lower
        .split(|letter: char| !letter.is_alphabetic())
        .filter(|word| !word.is_empty())
        .all(|word| usual("predictions").contains(&word))
}

/// The same names, none of them twice.
pub(super) fn unique(names: Vec<String>) -> Vec<String> {
    let mut unique: Vec<String> = Vec::new();
    for name in names {
        let mut free = name.clone();
        let mut number = 2;
        while unique.contains(&free) {
            free = format!("{name} {number}");
            number += 1;
        }
        unique.push(free);
    }
    unique
}

/// A name that a system can have.
pub(super) fn allowed(name: String) -> String {
    let name = name.trim();
    if name.is_empty() || name == POOLED || name.starts_with("baseline:") {
        return format!("system {name}").trim().to_owned();
    }
    name.to_owned()
}

/// The name of a file without its endings.
fn stem(path: &Path) -> String {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let packed = path.extension().is_some_and(|ending| ending == "gz" || ending == "zst");
    match name.rsplit_once('.').filter(|_| packed) {
        Some((stem, _)) => stem.to_owned(),
        None => name,
    }
}

/// How many letters all names begin with, up to the end of a word.
fn shared(stems: &[String], letters: impl Fn(&str) -> Vec<char>) -> usize {
    let stems: Vec<Vec<char>> = stems.iter().map(|stem| letters(stem)).collect();
    let Some((first, others)) = stems.split_first() else { return 0 };
    let alike = |at: usize| others.iter().all(|other| other.get(at) == first.get(at));
    let length = (0..first.len()).take_while(|at| alike(*at)).count();
    first[..length].iter().rposition(|letter| BETWEEN.contains(letter)).map_or(0, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(names: &[&str]) -> Vec<String> {
        of_files(&names.iter().map(PathBuf::from).collect::<Vec<_>>())
    }

    #[test]
    fn systems_are_called_by_what_tells_their_files_apart() {
        assert_eq!(of(&["preds_bert.csv", "preds_gpt-4.csv"]), ["bert", "gpt-4"]);
        assert_eq!(of(&["bert-large_dev.csv", "bert-base_dev.csv"]), ["large", "base"]);
        assert_eq!(of(&["bert.csv.gz"]), ["bert"]);
        assert_eq!(of(&["run1.txt", "run2.txt"]), ["run1", "run2"]);
        // Numbers alone would say nothing.
        assert_eq!(of(&["run_1.txt", "run_2.txt"]), ["run_1", "run_2"]);
        assert_eq!(of(&["a/preds.csv", "b/preds.csv"]), ["a", "b"]);
        let folders = ["preds/bert/predictions.jsonl", "preds/gpt/predictions.jsonl"];
        assert_eq!(of(&folders), ["bert", "gpt"]);
        assert_eq!(of(&folders[..1]), ["bert"]);
        assert_eq!(of(&["bert/out/test.csv", "gpt/out/test.csv"]), ["bert", "gpt"]);
        assert_eq!(of(&["baseline:x.csv"]), ["system baseline:x"]);
        assert_eq!(unique(vec!["a".into(), "a".into(), "a".into()]), ["a", "a 2", "a 3"]);
    }
}
