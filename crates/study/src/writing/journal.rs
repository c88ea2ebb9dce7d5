//! The journal of a change: what is to be done, put down and sealed before any of it is.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use phenom_files::{Folder, Kind, LONGEST_TEXT, State, bounded, is_plain};
use serde::{Deserialize, Serialize};

use super::place::Place;
use super::state::state;
use crate::load::sha256_of;
use crate::side_by_side::side_by_side;

/// The journal in a staging folder.
const JOURNAL: &str = "journal.json";
/// The journal while it is written.
const UNNAMED: &str = "journal.new";

/// A change of a folder, step by step. The first step renames a file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Journal {
    /// The folder that is changed, as the system knows it.
    root: String,
    /// The folder of the staged files, in the staging folder: a name that nobody could know before.
    staged: String,
    pub(super) steps: Vec<Step>,
}

/// A step, which can be taken twice: nothing is left to do the second time.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Step {
    /// A staged file takes its place.
    Put {
        name: String,
        /// What was there before, see [`state`].
        was: Option<String>,
        /// The hash of its bytes.
        now: String,
    },
    /// A file that an earlier run wrote goes, unless it was changed since.
    Remove {
        name: String,
        /// The hash of its bytes.
        was: String,
    },
}

/// The journal as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed {
    journal: Journal,
    /// What only this user's phenom can make; nothing if nothing can be remembered for the user.
    seal: Option<String>,
}

/// Why a step was not taken.
#[derive(Debug)]
pub(super) enum Stopped {
    /// What was in the place was changed since it was looked at.
    Changed,
    Failed(io::Error),
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

/// A journal that is found in a staging folder.
pub(super) enum Found {
    None,
    /// This user's phenom wrote it.
    Ours(Journal),
    /// Nobody knows who wrote it, and why it is not believed.
    Foreign(String),
}

impl Step {
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Put { name, .. } | Self::Remove { name, .. } => name,
        }
    }
}

impl Journal {
    /// The journal of a change of a folder, whose files are staged in a folder of this name.
    pub(super) fn new(root: &Folder, staged: String, steps: Vec<Step>) -> io::Result<Self> {
        Ok(Self { root: real(root)?, staged, steps })
    }

    /// The journal in a staging folder.
    pub(super) fn find(staging: &Folder, root: &Folder, user: Option<&State>) -> Found {
        let read = match staging.read(JOURNAL) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Found::None,
            Err(error) => Err(error),
            Ok(file) => bounded(&file, LONGEST_TEXT),
        };
        let sealed: Sealed =
            match read.and_then(|bytes| serde_json::from_slice(&bytes).map_err(io::Error::from)) {
                Ok(sealed) => sealed,
                Err(error) => return Found::Foreign(format!("it cannot be read: {error}")),
            };
        let Some(user) = user else {
            let why = "phenom has no state folder of yours that would identify its own changes";
            return Found::Foreign(why.to_owned());
        };
        let Sealed { journal, seal } = sealed;
        let ours = serde_json::to_vec(&journal)
            .is_ok_and(|bytes| seal.is_some_and(|seal| user.is_sealed(&bytes, &seal)));
        if !ours {
            return Found::Foreign("phenom did not write it for you".to_owned());
        }
        if real(root).ok().as_ref() != Some(&journal.root) {
            return Found::Foreign(format!("it belongs to another folder, {}", journal.root));
        }
        Found::Ours(journal)
    }

    /// Puts the journal in a staging folder, whole or not at all: the change holds from here on.
    pub(super) fn write(self, staging: &Folder, user: Option<&State>) -> io::Result<Self> {
        let bytes = serde_json::to_vec(&self)?;
        // Without a seal this process completes the change, and no other.
        let seal = user.and_then(|user| user.seal(&bytes).ok());
        let sealed = Sealed { journal: self, seal };
        let mut file = staging.create_private(UNNAMED)?;
        file.write_all(&serde_json::to_vec(&sealed)?)?;
        file.sync_all()?;
        staging.rename(UNNAMED, staging, JOURNAL)?;
        staging.sync()?;
        Ok(sealed.journal)
    }

    /// Removes the journal: the change is done, or dropped.
    pub(super) fn remove(staging: &Folder) -> io::Result<()> {
        for name in [UNNAMED, JOURNAL] {
            match staging.remove_file(name) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        staging.sync()
    }

    /// Whether no step was taken yet, so that the change can still be dropped.
    pub(super) fn is_untouched(&self, staging: &Folder) -> bool {
        matches!(staging.stat(self.staged_name(0)), Ok(Some(_)))
    }

    /// The staged file of a step, or where the file goes that it removes.
    fn staged_name(&self, step: usize) -> PathBuf {
        Path::new(&self.staged).join(step.to_string())
    }

    /// An error if a file that another run staged is not as it was, which is named.
    pub(super) fn check_staged(&self, staging: &Folder) -> Result<(), (String, Stopped)> {
        let steps: Vec<(usize, &Step)> = self.steps.iter().enumerate().collect();
        let checked = side_by_side(1, &steps, |(number, step)| {
            let Step::Put { now, .. } = step else { return Ok(()) };
            let file = self.staged_name(*number);
            // What is not there has its place already.
            let Some(there) = staging.stat(&file)? else { return Ok(()) };
            match there.kind {
                Kind::File if sha256_of(staging.read(&file)?)? == *now => Ok(()),
                _ => Err(io::Error::other("its new content was changed")),
            }
        });
        steps.into_iter().zip(checked).try_for_each(|((_, step), checked)| {
            checked.map_err(|error| (step.name().to_owned(), Stopped::Failed(error)))
        })
    }

    /// Takes all steps, or none if one cannot be taken, which is named. What could stop them is looked for before the
    /// first: while the files are those of two runs, nothing is done but to rename. With `overwrite`, what has
    /// changed meanwhile is replaced, too.
    pub(super) fn apply(
        &self,
        root: &Folder,
        staging: &Folder,
        overwrite: bool,
    ) -> Result<(), (String, Stopped)> {
        let whole = |error: io::Error| (root.path().display().to_string(), Stopped::Failed(error));
        let staged = staging.folder(&self.staged).map_err(whole)?;
        let mut folders = BTreeMap::new();
        let mut moves = Vec::new();
        let steps: Vec<(usize, &Step)> = self.steps.iter().enumerate().collect();
        let wanted = side_by_side(1, &steps, |(number, step)| {
            self.is_wanted(*number, step, root, &staged, overwrite)
        });
        for ((number, step), wanted) in steps.into_iter().zip(wanted) {
            let named = |error: Stopped| (step.name().to_owned(), error);
            let folder = folder_of(step.name());
            let wanted = wanted
                .and_then(|wanted| {
                    if wanted && !folders.contains_key(folder) {
                        folders.insert(folder, root.make_folder(folder, |_| ())?);
                    }
                    Ok(wanted)
                })
                .map_err(named)?;
            if wanted {
                moves.push((number, step, folder));
            }
        }
        // From here to the end of the loop a reader can see a mixture.
        for (number, step, folder) in moves {
            let Some(target) = folders.get(folder) else { continue };
            let name = Path::new(step.name()).file_name().unwrap_or_default();
            let moved = match step {
                Step::Put { .. } => staged.rename(number.to_string(), target, name),
                Step::Remove { .. } => target.rename(name, &staged, number.to_string()),
            };
            moved.map_err(|error| (step.name().to_owned(), Stopped::Failed(error)))?;
        }
        for folder in folders.values() {
            folder.sync().map_err(whole)?;
        }
        for step in &self.steps {
            if let Step::Remove { name, .. } = step {
                remove_empty_above(root, name);
            }
        }
        root.sync().map_err(whole)
    }

    /// Whether there is still something to do for a step.
    fn is_wanted(
        &self,
        number: usize,
        step: &Step,
        root: &Folder,
        staged: &Folder,
        overwrite: bool,
    ) -> Result<bool, Stopped> {
        match step {
            Step::Put { name, was, .. } => {
                if staged.stat(number.to_string())?.is_none() {
                    return Ok(false);
                }
                let is_other = |there: String| Some(&there) != was.as_ref();
                if !overwrite && state(root, name)?.is_some_and(is_other) {
                    return Err(Stopped::Changed);
                }
                Ok(true)
            }
            Step::Remove { name, was } => Ok(state(root, name)?.as_ref() == Some(was)),
        }
    }

    /// Removes the folders that were made for files which do not come, unless something is in them.
    pub(super) fn remove_empty_folders(&self, root: &Folder) {
        for step in &self.steps {
            remove_empty_above(root, step.name());
        }
    }

    #[cfg(test)]
    pub(super) fn take(&self, root: &Folder, staging: &Folder, steps: usize) {
        let staged = staging.folder(&self.staged).unwrap();
        for (number, step) in self.steps.iter().enumerate().take(steps) {
            let target = root.make_folder(folder_of(step.name()), |_| ()).unwrap();
            let name = Path::new(step.name()).file_name().unwrap();
            let number = number.to_string();
            let _ = match step {
                Step::Put { .. } => staged.rename(number, &target, name),
                Step::Remove { .. } => target.rename(name, &staged, number),
            };
            remove_empty_above(root, step.name());
        }
    }
}

/// Removes the folders between a file that is gone and the root, up to one with something in it.
fn remove_empty_above(root: &Folder, name: &str) {
    let folders = Path::new(name).ancestors().skip(1);
    for folder in folders.take_while(|folder| !folder.as_os_str().is_empty()) {
        let _ = root.remove_folder(folder);
    }
}

fn folder_of(name: &str) -> &Path {
    Path::new(name).parent().unwrap_or(Path::new(""))
}

/// A folder's path as the system knows it.
fn real(folder: &Folder) -> io::Result<String> {
    let path = if folder.path().as_os_str().is_empty() { Path::new(".") } else { folder.path() };
    Ok(path.canonicalize()?.display().to_string())
}

/// What to say of a folder whose change was interrupted, so that its files may be those of two runs; nothing if it is
/// whole.
pub fn unfinished(place: &Place) -> Option<String> {
    let journal = Path::new(&place.staging()).join(JOURNAL);
    let folder = place.root().ok().flatten()?;
    (!matches!(folder.stat(journal), Ok(None))).then(|| {
        format!("{} is unfinished: a run is writing to it, or was interrupted", place.shown())
    })
}

/// The steps' names, each a path of plain names.
pub(super) fn refuse_wrong_names<'n>(names: impl Iterator<Item = &'n str>) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for name in names {
        let records = Path::new(name).iter().any(|part| part.eq_ignore_ascii_case(".git"));
        if records || !is_plain(Path::new(name)) {
            return Err(format!("{name:?} would not be a file inside it"));
        }
        if !seen.insert(name) {
            return Err(format!("{name:?} would be written twice"));
        }
    }
    Ok(())
}
