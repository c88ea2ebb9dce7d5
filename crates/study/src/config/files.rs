//! The files that a config names: one, all of a folder, or all that fit a pattern.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use phenom_dataset::Frame;
use phenom_files::{project_of, tidy};

use crate::failure::Failure;

/// Tables in memory, by the names that a config has for the files in their place.
pub type Frames = BTreeMap<String, Arc<Frame>>;

/// A data file.
#[derive(Debug, Clone)]
pub struct DataFile {
    /// As the config names it.
    pub(crate) named: String,
    /// Where it is.
    pub path: PathBuf,
    /// The table in memory that is read instead.
    pub(crate) frame: Option<Arc<Frame>>,
}

impl DataFile {
    /// The path as messages show it.
    pub(crate) fn shown(&self) -> String {
        tidy(&self.path).display().to_string()
    }
}

/// Where names of files begin, and who gave them.
#[derive(Debug)]
pub struct Names<'a> {
    folder: &'a Path,
    /// The real folder of a config and the project that it belongs to, out of which its relative names do not lead;
    /// nothing for names on the command line.
    config: Option<(PathBuf, PathBuf)>,
    /// The names that are those of tables in memory.
    frames: Frames,
}

/// What is wrong, and how to mend it.
type Missing = (String, Option<String>);

impl<'a> Names<'a> {
    /// Those of a config in a folder.
    pub(super) fn of_config(folder: &'a Path, frames: Frames) -> Self {
        let named = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let config = named.canonicalize().ok().map(|real| {
            let project = project_of(&real);
            (real, project)
        });
        Self { folder, config, frames }
    }

    /// Those on the command line.
    pub fn of_user() -> Self {
        Self { folder: Path::new(""), config: None, frames: Frames::new() }
    }

    /// Fails if a relative name in a config leads out of its project by a symbolic link: whoever reads the config would
    /// not see what is read.
    fn refuse_link_outside(&self, named: &str, path: &Path) -> Result<(), Missing> {
        let (Some((folder, project)), Ok(real)) = (&self.config, path.canonicalize()) else {
            return Ok(());
        };
        if !tidy(&folder.join(named)).starts_with(project) || real.starts_with(project) {
            return Ok(());
        }
        let message = format!(
            "{} leads out of {} through a symbolic link, to {}",
            tidy(path).display(),
            project.display(),
            real.display()
        );
        let help = format!("to read it, name it directly: `{}`", real.display());
        Err((message, Some(help)))
    }

    /// The files, none of which leads out of the config's project by a link.
    fn inside(&self, files: Vec<DataFile>) -> Result<Vec<DataFile>, Missing> {
        let mut refused =
            files.iter().map(|file| self.refuse_link_outside(&file.named, &file.path));
        refused.find(Result::is_err).unwrap_or(Ok(())).map(|()| files)
    }

    /// The files behind a name, in the order of their names.
    pub(super) fn find(&self, named: &str) -> Result<Vec<DataFile>, Missing> {
        if let Some(frame) = self.frames.get(named) {
            let frame = Some(Arc::clone(frame));
            return Ok(vec![DataFile { named: named.to_owned(), path: named.into(), frame }]);
        }
        // Opened as it is named: `link/..` is what the system takes it for. Tidied for messages only.
        let path = self.folder.join(named);
        if named.contains(['*', '?', '[']) && !path.exists() {
            return self.inside(matching(self.folder, named)?);
        }
        if named == "-" && !path.exists() {
            let (message, help) = Failure::STANDARD_INPUT;
            return Err((message.to_owned(), Some(help.to_owned())));
        }
        let reason = match std::fs::metadata(&path) {
            Ok(metadata) => {
                self.refuse_link_outside(named, &path)?;
                return match metadata.is_dir() {
                    true => self.inside(all_in(&path, named)?),
                    false => Ok(vec![DataFile { named: named.to_owned(), path, frame: None }]),
                };
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => "does not exist",
            Err(_) => "cannot be read",
        };
        let help = if named.contains(char::is_control) {
            // `"C:\temp"` has a tab in it.
            Some(
            "a backslash in double quotes begins an escape such as `\\t` for a tab: write the path in \
             single quotes, or with slashes"
                .to_owned(),
        )
        } else {
            nearest_file(&path).map(|name| format!("did you mean `{name}`?"))
        };
        Err((format!("{} {reason}", tidy(&path).display()), help))
    }

    /// The files of steps in a folder of annotators, `NAME.jsonl`: drafts, and ends of lines that were set aside, are none.
    pub fn of_annotators(&self, named: &str) -> Result<Vec<DataFile>, (String, String)> {
        let help =
            "`phenom annotate DATASET` creates such a folder, DATASET.annotations".to_owned();
        let path = self.folder.join(named);
        if !path.is_dir() {
            let message =
                format!("{} is not a folder with the actions of annotators", tidy(&path).display());
            return Err((message, help));
        }
        let found = all_in(&path, named.trim_end_matches('/'));
        let mut files = match found.and_then(|files| self.inside(files)) {
            Ok(files) => files,
            Err((message, better)) => return Err((message, better.unwrap_or(help))),
        };
        files.retain(|file| file.path.extension().is_some_and(|ending| ending == "jsonl"));
        if files.is_empty() {
            let path = tidy(&path);
            return Err((
                format!("{} contains no file of actions, NAME.jsonl", path.display()),
                help,
            ));
        }
        Ok(files)
    }
}

fn matching(folder: &Path, named: &str) -> Result<Vec<DataFile>, Missing> {
    let pattern = folder.join(named);
    let found = glob::glob(&pattern.to_string_lossy())
        .map_err(|error| (format!("`{named}` is not a valid pattern: {error}"), None))?;
    let files: Vec<DataFile> = found
        .filter_map(Result::ok)
        .filter(|path| path.is_file())
        .map(|path| DataFile { named: beside(named, &path), path, frame: None })
        .collect();
    if files.is_empty() {
        return Err((format!("no file matches `{named}`"), None));
    }
    Ok(files)
}

fn all_in(folder: &Path, named: &str) -> Result<Vec<DataFile>, Missing> {
    let failed =
        |error: std::io::Error| (format!("cannot read {}: {error}", folder.display()), None);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let hidden =
            path.file_name().is_none_or(|name| name.to_string_lossy().starts_with(['.', '_']));
        if path.is_file() && !hidden {
            let named = beside(&format!("{named}/x"), &path);
            files.push(DataFile { named, path, frame: None });
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    if files.is_empty() {
        return Err((format!("{} is a folder without files", folder.display()), None));
    }
    Ok(files)
}

/// The name of a file as the config would have named it, beside another.
fn beside(named: &str, path: &Path) -> String {
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match named.rsplit_once('/') {
        Some((folder, _)) if !folder.contains(['*', '?', '[']) => format!("{folder}/{file}"),
        _ => file,
    }
}

/// The name of a file in the same folder that is most like a missing one's.
fn nearest_file(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let names: Vec<String> = std::fs::read_dir(folder.unwrap_or(Path::new(".")))
        .ok()?
        .filter_map(|entry| {
            entry.ok().map(|entry| entry.file_name().to_string_lossy().into_owned())
        })
        .collect();
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    names.sort_unstable();
    let name = path.file_name()?.to_string_lossy();
    phenom_dataset::nearest(&name, names).filter(|nearest| *nearest != name)
}
