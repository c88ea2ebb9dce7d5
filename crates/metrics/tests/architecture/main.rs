//! The files of each crate of the workspace import in one direction, with every re-export followed to the file that
//! owns the name; and functions and files keep within limits of length. All crates are read from here, in a second.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may stop")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]
#![allow(clippy::print_stdout, reason = "the figures of the counters are for those who ask")]

mod imports;
mod layout;
mod tokens;
mod words;

use std::path::Path;

use imports::{Crate, knots};
use layout::layouts;

/// The files below a folder: path, text.
fn files(folder: &Path, below: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, below, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(below).unwrap().to_str().unwrap().replace('\\', "/");
            found.push((name, std::fs::read_to_string(&path).unwrap()));
        }
    }
}

/// The crates of the workspace: name, and files with the path below `src`.
pub(crate) fn crates() -> Vec<(String, Vec<(String, String)>)> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for entry in std::fs::read_dir(all).unwrap() {
        let entry = entry.unwrap();
        let source = entry.path().join("src");
        let mut of_crate = Vec::new();
        files(&source, &source, &mut of_crate);
        of_crate.sort();
        found.push((entry.file_name().to_str().unwrap().to_owned(), of_crate));
    }
    found.sort();
    found
}

#[test]
fn no_cycle_among_the_files_of_a_crate() {
    let mut cycles = Vec::new();
    for (name, files) in crates() {
        let files = files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
        let imports = Crate::of(files).imports();
        let is_seen = imports.values().any(|owners| !owners.is_empty());
        assert!(is_seen, "{name}: no import is seen");
        cycles.extend(knots(&imports).into_iter().map(|knot| format!("{name}: {knot}")));
    }
    assert!(cycles.is_empty(), "{}", cycles.join("\n"));
}

/// The most lines of a function, from `fn` to the brace that closes it.
const FUNCTION: usize = 80;

/// Those that are longer today, and are still to be divided.
const LONG: [&str; 5] = [
    "study/config/resolve.rs resolve",
    "study/config/resolve_systems.rs predictions",
    "study/inspect/all_systems.rs drafts",
    "study/inspect/answers.rs systems",
    "study/inspect/understood.rs draft",
];

/// The median file has fewer lines of code.
const MEDIAN_FILE: usize = 120;

/// The most lines of code of all crates together.
const ALL: usize = 116_700;

/// Lines of code are neither blank, comment nor test.
#[test]
fn functions_and_files_are_short() {
    let mut of_files = Vec::new();
    let mut long = Vec::new();
    for (name, files) in crates() {
        let layouts = layouts(&files);
        let lines: usize = layouts.values().map(|layout| layout.lines).sum();
        println!("{name}: {} files, {lines} lines of code", layouts.len());
        for (path, layout) in layouts {
            of_files.push(layout.lines);
            let functions = layout.functions.into_iter();
            let is_known = |function: &str| LONG.contains(&&*format!("{name}/{path} {function}"));
            let functions =
                functions.filter(|function| function.lines > FUNCTION && !is_known(&function.name));
            long.extend(functions.map(|function| {
                let layout::Function { lines, name: function, begin } = function;
                format!("crates/{name}/src/{path}:{begin} {function}: {lines} lines")
            }));
        }
    }
    of_files.sort_unstable();
    let (median, all) = (of_files[of_files.len() / 2], of_files.iter().sum::<usize>());
    println!("all: {} files, {all} lines of code; median file: {median}", of_files.len());
    assert!(long.is_empty(), "functions over {FUNCTION} lines:\n{}", long.join("\n"));
    assert!(median < MEDIAN_FILE, "the median file has {median} lines of code");
    assert!(all <= ALL, "{all} lines of code in all");
}

/// A small crate with a line added to one of its files.
fn planted(file: &str, line: &str) -> Vec<String> {
    let tree = [
        (
            "lib.rs",
            "mod low; mod high; #[cfg(test)] mod testing; pub use high::Table; pub use low::Cell;",
        ),
        (
            "low.rs",
            "pub struct Cell; // use crate::high::Table;\nconst A: &str = \"crate::Table\";",
        ),
        ("high/mod.rs", "mod table; pub mod row; pub(crate) use table::{Table, other as One};"),
        ("high/table.rs", "use crate::Cell; pub struct Table<'a>(&'a Cell);"),
        ("high/row.rs", "use super::Table; #[cfg(test)] mod tests { use crate::testing::small; }"),
        ("testing.rs", "use crate::Table; pub fn small() {}"),
    ];
    let mut tree = tree.map(|(path, text)| (path, text.to_owned()));
    for (path, text) in &mut tree {
        if *path == file {
            text.push('\n');
            text.push_str(line);
        }
    }
    let of = Crate::of(tree.iter().map(|(path, text)| (*path, text.as_str())));
    knots(&of.imports())
}

#[test]
fn a_planted_cycle_is_found() {
    assert_eq!(planted("low.rs", ""), Vec::<String>::new());
    for (file, line) in [
        ("low.rs", "use crate::Table;"),
        ("low.rs", "use super::{Other, Table};"),
        ("low.rs", "use crate::{high::{row, One}};"),
        ("low.rs", "fn all(table: &crate::high::Table) {}"),
        ("low.rs", "#[cfg(test)] use crate::Seen; use crate::Table as Whole;"),
        (
            "low.rs",
            "fn of<'a>(it: &'a str, quote: char) { if quote == '\"' { crate::Table::new() } }",
        ),
        ("high/table.rs", "use super::row::Row;"),
        ("high/table.rs", "use crate::high::row;"),
    ] {
        assert_eq!(planted(file, line).len(), 1, "{line}");
    }
    for (file, line) in [
        ("low.rs", "#[cfg(test)] use crate::Table;"),
        ("low.rs", "#[cfg(test)]\nmod tests { use super::*; use crate::Table; fn a() { {} } }"),
        ("low.rs", "/// See [`Table`](crate::Table)."),
        ("low.rs", "const R: &str = r#\"crate::Table\"#;"),
        ("high/row.rs", "use crate::Cell;"),
        ("low.rs", "pub(in crate::high) fn seen() {}"),
    ] {
        assert_eq!(planted(file, line), Vec::<String>::new(), "{line}");
    }
}
