//! The modules of a crate import in one direction, with every re-export followed to the file that owns the
//! name: no cycle among the files of this crate, nor among the modules at the root of the report's and the
//! program's. Those two are checked from here, where it takes a second.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may stop")]
#![allow(clippy::disallowed_methods, reason = "what is opened here is our own")]

mod imports;
mod tokens;

use std::path::Path;

use imports::{Crate, cycle};

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

/// One of the crates beside this one, or this one.
fn of_workspace(name: &str) -> Crate {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
    let mut found = Vec::new();
    files(&folder, &folder, &mut found);
    Crate::of(found.iter().map(|(name, text)| (name.as_str(), text.as_str())))
}

#[test]
fn no_cycle_among_the_modules_of_a_crate() {
    for (name, module, imported) in [
        ("metrics", "scores", "evaluation"),
        ("report", "tables", "model"),
        ("cli", "config", "failure"),
    ] {
        let imports = of_workspace(name).top_level_imports();
        let of_module = imports.get(&vec![module.to_owned()]);
        let is_seen = of_module.is_some_and(|owners| owners.contains(&vec![imported.to_owned()]));
        assert!(is_seen, "{name}: that {module} imports {imported} is not seen");
        assert_eq!(cycle(&imports), None, "{name}");
    }
}

#[test]
fn no_cycle_among_the_files_of_this_crate() {
    assert_eq!(cycle(&of_workspace("metrics").imports()), None);
}

/// A small crate with a line added to one of its files.
fn planted(file: &str, line: &str) -> Option<Vec<String>> {
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
    cycle(&of.imports())
}

#[test]
fn a_planted_cycle_is_found() {
    assert_eq!(planted("low.rs", ""), None);
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
        let found = planted(file, line).unwrap_or_default();
        assert!(found.len() > 2 && found.first() == found.last(), "{line}: {found:?}");
    }
    for (file, line) in [
        ("low.rs", "#[cfg(test)] use crate::Table;"),
        ("low.rs", "#[cfg(test)]\nmod tests { use super::*; use crate::Table; fn a() { {} } }"),
        ("low.rs", "/// See [`Table`](crate::Table)."),
        ("low.rs", "const R: &str = r#\"crate::Table\"#;"),
        ("high/row.rs", "use crate::Cell;"),
    ] {
        assert_eq!(planted(file, line), None, "{line}");
    }
}
