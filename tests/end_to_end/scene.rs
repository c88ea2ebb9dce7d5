//! A folder with some files, and phenom run in it.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Once;

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

/// The binary that was built, or the one that `PHENOM` names: that of an installed wheel.
pub(super) fn binary() -> PathBuf {
    std::env::var_os("PHENOM").map_or_else(|| cargo_bin!("phenom").to_owned(), PathBuf::from)
}

/// The binary, which remembers nothing in the home of whoever runs the tests.
pub(super) fn program() -> Command {
    let mut program = Command::new(binary());
    program.envs(home());
    program
}

/// A home of the tests' own.
pub(super) fn home() -> [(&'static str, PathBuf); 3] {
    let user = std::env::var("USER").unwrap_or_default();
    let home = std::env::temp_dir().join(format!("phenom-tests-{user}"));
    [("XDG_STATE_HOME", home.join("state")), ("LOCALAPPDATA", home.join("state")), ("HOME", home)]
}

pub(super) fn phenom_in(folder: &Path, arguments: &[&str]) -> Outcome {
    let output = program()
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

/// The end of a config of which only the scores are read: tables and pictures take most of a run's time.
pub(super) const SCORES_ONLY: &str = "output: report\nstatistics: {resamples: 200}\n\
                                      report: {tables: [], figures: [], formats: [csv]}\n";

/// The configs that ship with a report, and whether it was made by this process.
pub(super) static SHIPPED: [(&str, Once); 11] = [
    ("bergmair2009", Once::new()),
    ("bergmair2009-rte4", Once::new()),
    ("judged-claims", Once::new()),
    ("monothematic-en", Once::new()),
    ("monothematic-en-parts", Once::new()),
    ("rte-engines", Once::new()),
    ("rte3-justifications", Once::new()),
    ("rte3-keys", Once::new()),
    ("rte3-runs", Once::new()),
    ("rte5-engines", Once::new()),
    ("rte5-pilot", Once::new()),
];

/// A folder with the whole report of a shipped config, made once for all tests.
pub(super) fn shipped_report(name: &str) -> PathBuf {
    let (_, made) = SHIPPED.iter().find(|(config, _)| *config == name).unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reports").join(name);
    made.call_once(|| {
        let (config, output) = (format!("configs/{name}.yaml"), folder.to_str().unwrap());
        let arguments = ["run", &config, "--output", output, "--quiet", "--overwrite"];
        let outcome = phenom_in(&project(), &arguments);
        assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    });
    folder
}

/// Keeps a report for `.ci/run`, which holds it to a real TeX; with `hostile`, to one that may run commands.
pub(super) fn keep_for_latex(folder: &Path, name: &str) {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("latex").join(name);
    let _ = std::fs::remove_dir_all(&kept);
    copy(folder, &kept);
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(&path, &target).unwrap();
        }
    }
}

/// Holds a report folder to a real TeX, where there is one.
pub(super) fn compiles(folder: &Path) {
    let check = project().join("tests/latex/check.sh");
    let output = Command::new(check).arg(folder).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}");
    if said.starts_with("skipped") {
        // Past the test runner.
        let _ = std::io::stderr().write_all(said.as_bytes());
    }
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
