//! A folder with some files, and phenom run in it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

/// A folder of a test's own.
pub(super) struct Scene(tempfile::TempDir);

/// What phenom said.
pub(super) struct Outcome {
    pub(super) code: Option<i32>,
    pub(super) stdout: String,
    pub(super) stderr: String,
}

impl Scene {
    pub(super) fn new<'a>(files: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Self {
        let scene = Self(tempfile::tempdir().unwrap());
        for (name, content) in files {
            scene.write(name, content);
        }
        scene
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(super) fn write(&self, name: &str, content: &[u8]) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    pub(super) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// Runs phenom in the folder.
    pub(super) fn phenom(&self, arguments: &[&str]) -> Outcome {
        phenom_in(self.path(), arguments)
    }
}

pub(super) fn phenom_in(folder: &Path, arguments: &[&str]) -> Outcome {
    let output = Command::new(cargo_bin!("phenom"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Outcome { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// The project's folder.
pub(super) fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The tidy scores of a file: (system, population, slice kind, slice, measure) to the row's columns.
pub(super) type Scores = BTreeMap<[String; 5], BTreeMap<String, String>>;

pub(super) fn scores(csv: &str) -> Scores {
    let mut lines = csv.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let mut scores = Scores::new();
    for line in lines {
        let key = std::array::from_fn(|at| line[at].clone());
        let row = header.iter().cloned().zip(line).collect();
        assert!(scores.insert(key, row).is_none(), "a figure stands twice");
    }
    scores
}

/// Holds a text to the snapshot of a name; `INSTA_UPDATE=always cargo test` takes new ones.
macro_rules! assert_snapshot {
    ($name:expr, $text:expr) => {
        insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!($name, $text);
        })
    };
}
pub(super) use assert_snapshot;
