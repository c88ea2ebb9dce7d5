//! A program as a command names it, and where it is.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use phenom_dataset::LabelScheme;
use serde_json::{Value, json};

use super::running::RunningCommands;

/// How long a program may take for an answer by default: long enough for it to read a model.
const TIME_OUT: Duration = Duration::from_secs(300);

/// A program that answers pairs.
#[derive(Debug, Clone)]
pub struct Command {
    /// The program: a name that is looked for on the path, or a path, which starts at `folder`. No shell reads it.
    pub program: String,
    /// Its arguments, each passed as it is.
    pub arguments: Vec<String>,
    /// The folder that it is run in.
    pub folder: PathBuf,
    /// What its labels mean. Any other label is an abstention, and is kept as the justification.
    pub labels: LabelScheme,
    /// How long it may take for an answer: from its start, its reading of a model included, or from one answer to the
    /// next, whatever else it writes. A program that reads all pairs before it answers needs all of its time in one piece.
    pub time_out: Duration,
    /// The file that its standard error is written to, from its start; nothing: only its end is kept, for messages.
    pub standard_error: Option<PathBuf>,
    /// Where the program is entered as long as it runs, so that whoever ends ours can end it, too.
    pub running: RunningCommands,
}

impl Command {
    /// A program with its arguments, which may take five minutes for an answer and whose standard error is not kept.
    #[must_use]
    pub fn new(
        program: impl Into<String>,
        arguments: impl IntoIterator<Item = String>,
        folder: impl Into<PathBuf>,
        labels: LabelScheme,
    ) -> Self {
        Self {
            program: program.into(),
            arguments: arguments.into_iter().collect(),
            folder: folder.into(),
            labels,
            time_out: TIME_OUT,
            standard_error: None,
            running: RunningCommands::default(),
        }
    }

    /// What is known here of what decides its answers, for the name of a store. What the files are that it names, and
    /// which version of them, is for the caller to add.
    #[must_use]
    pub fn settings(&self) -> Value {
        let labels: Vec<_> =
            self.labels.meanings().iter().map(|(word, meaning)| [word, meaning.name()]).collect();
        json!({"program": self.program, "arguments": self.arguments, "labels": labels})
    }
}

/// Where programs are looked for if no `PATH` is set.
#[cfg(unix)]
const USUAL: &str = "/usr/bin:/bin";

/// The file that is started for a program, if it is found: a plain name is looked for on the path, anything else starts
/// at the folder that the program runs in. Links are not resolved, because some programs look at their own name.
#[must_use]
pub fn locate(program: &str, folder: &Path) -> Option<PathBuf> {
    if program.is_empty() {
        return None;
    }
    let folder =
        std::path::absolute(if folder.as_os_str().is_empty() { ".".as_ref() } else { folder });
    let folder = folder.ok()?;
    if Path::new(program).components().count() >= 2 || program.contains(std::path::is_separator) {
        return Some(folder.join(program)).filter(|path| path.is_file());
    }
    on_path(program, &folder, std::env::var_os("PATH").as_deref())
}

/// The first file of a name that can be executed; if there is none, the first file, so that the system says why not. A
/// relative folder on the path starts where the program runs.
#[cfg(unix)]
fn on_path(name: &str, folder: &Path, path: Option<&OsStr>) -> Option<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let folders = std::env::split_paths(path.unwrap_or(OsStr::new(USUAL)));
    let files: Vec<PathBuf> = folders
        .map(|on_path| folder.join(on_path).join(name))
        .filter(|path| path.is_file())
        .collect();
    let is_executable = |path: &&PathBuf| {
        path.metadata().is_ok_and(|there| there.permissions().mode() & 0o111 != 0)
    };
    files.iter().find(is_executable).or(files.first()).cloned()
}

/// The system looks for it itself, under endings that it knows.
#[cfg(not(unix))]
fn on_path(name: &str, _: &Path, _: Option<&OsStr>) -> Option<PathBuf> {
    Some(PathBuf::from(name))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs::{Permissions, create_dir_all, set_permissions, write};
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_plain_name_is_looked_for_on_the_path_and_a_path_from_the_folder() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path();
        for (name, mode) in [("a/x", 0o644), ("b/x", 0o755), ("a/y", 0o644), ("x", 0o755)] {
            create_dir_all(folder.join(name).parent().unwrap()).unwrap();
            write(folder.join(name), "").unwrap();
            set_permissions(folder.join(name), Permissions::from_mode(mode)).unwrap();
        }
        let found = |name: &str, path: &str| on_path(name, folder, Some(OsStr::new(path)));
        assert_eq!(found("x", "a:b"), Some(folder.join("b/x")));
        assert_eq!(found("y", "b:a"), Some(folder.join("a/y")));
        // An empty part of the path is the folder that the program runs in.
        assert_eq!(found("x", ":b"), Some(folder.join("x")));
        assert_eq!(found("z", "a:b"), None);
        assert_eq!(locate("a/x", folder), Some(folder.join("a/x")));
        assert_eq!(locate("./gone", folder), None);
        assert_eq!(locate("", folder), None);
        assert!(locate("sh", folder).unwrap().is_absolute());
    }
}
