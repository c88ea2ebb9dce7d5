//! The journal of a change: what is to be done, put down before any of it is.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::obstacles::is_plain;
use super::place::Place;
use super::state::state;

/// The journal in a staging folder.
const JOURNAL: &str = "journal.json";

/// A change of a folder, step by step. The first step renames a file.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Journal {
    pub(super) steps: Vec<Step>,
}

/// A step, which can be taken twice: nothing is left to do the second time.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Step {
    /// A staged file takes its place.
    Put {
        name: String,
        /// What stood there before, see [`state`].
        was: Option<String>,
    },
    /// A file that an earlier run wrote goes, unless it was changed since.
    Remove {
        name: String,
        /// The hash of its bytes.
        was: String,
    },
}

/// Why a step was not taken.
#[derive(Debug)]
pub(super) enum Stopped {
    /// What stood in the place was changed since it was looked at.
    Changed,
    Failed(io::Error),
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

impl Step {
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Put { name, .. } | Self::Remove { name, .. } => name,
        }
    }

    /// Takes the step.
    ///
    /// # Errors
    ///
    /// Where a file would be lost that nobody looked at, unless `overwrite`; or the file system
    /// refuses.
    pub(super) fn take(&self, root: &Path, staged: &Path, overwrite: bool) -> Result<(), Stopped> {
        let target = root.join(self.name());
        match self {
            Self::Put { name, was } => {
                let staged = staged.join(name);
                if !staged.try_exists()? {
                    return Ok(());
                }
                if !overwrite && state(&target)?.is_some_and(|now| Some(&now) != was.as_ref()) {
                    return Err(Stopped::Changed);
                }
                fs::create_dir_all(target.parent().unwrap_or(root))?;
                fs::rename(staged, target)?;
            }
            Self::Remove { was, .. } => {
                if state(&target)?.as_ref() == Some(was) {
                    fs::remove_file(&target)?;
                }
                remove_empty_above(&target, root);
            }
        }
        Ok(())
    }
}

impl Journal {
    /// The journal in a staging folder, if there is one.
    pub(super) fn read(staging: &Path) -> io::Result<Option<Self>> {
        let bytes = match fs::read(staging.join(JOURNAL)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            bytes => bytes?,
        };
        let journal: Self = serde_json::from_slice(&bytes)?;
        match journal.steps.iter().find(|step| !is_plain(step.name())) {
            Some(step) => Err(io::Error::other(format!("it names {:?}", step.name()))),
            None => Ok(Some(journal)),
        }
    }

    /// Puts the journal in a staging folder, whole or not at all: the change holds from here on.
    pub(super) fn write(&self, staging: &Path) -> io::Result<()> {
        let unnamed = staging.join("journal.new");
        let mut file = File::create(&unnamed)?;
        file.write_all(&serde_json::to_vec(self)?)?;
        file.sync_all()?;
        fs::rename(unnamed, staging.join(JOURNAL))?;
        sync_folder(staging)
    }

    /// Removes the journal: the change is done, or dropped.
    pub(super) fn remove(staging: &Path) -> io::Result<()> {
        for name in ["journal.new", JOURNAL] {
            match fs::remove_file(staging.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        sync_folder(staging)
    }

    /// Whether no step was taken yet, so that the change can still be dropped.
    pub(super) fn is_untouched(&self, staged: &Path) -> bool {
        self.steps.first().is_some_and(|step| staged.join(step.name()).exists())
    }

    /// Takes all steps, or those up to one that fails, which is named.
    pub(super) fn apply(
        &self,
        root: &Path,
        staged: &Path,
        overwrite: bool,
    ) -> Result<(), (String, Stopped)> {
        for step in &self.steps {
            let named = |stopped| (step.name().to_owned(), stopped);
            step.take(root, staged, overwrite).map_err(named)?;
        }
        let folders = self.steps.iter().map(|step| folder_of(&root.join(step.name())));
        let folders: std::collections::BTreeSet<PathBuf> = folders.collect();
        for folder in folders.iter().filter(|folder| folder.is_dir()) {
            let named = |error| (folder.display().to_string(), Stopped::Failed(error));
            sync_folder(folder).map_err(named)?;
        }
        Ok(())
    }
}

/// Removes the folders between a file that is gone and the root, up to one with something in it.
pub(super) fn remove_empty_above(path: &Path, root: &Path) {
    for folder in path.ancestors().skip(1).take_while(|folder| *folder != root) {
        let _ = fs::remove_dir(folder);
    }
}

fn folder_of(path: &Path) -> PathBuf {
    path.parent().unwrap_or(path).to_owned()
}

/// Has the names in a folder survive a loss of power, where the file system can.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        Err(error)
            if !matches!(
                error.kind(),
                io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
            ) =>
        {
            Err(error)
        }
        _ => Ok(()),
    }
}

/// What to say of a folder whose change was interrupted, so that its files may be those of two runs;
/// nothing where it is whole.
pub(crate) fn unfinished(folder: &Path) -> Option<String> {
    let place = Place::Folder(folder.to_owned());
    place.staging().join(JOURNAL).exists().then(|| {
        format!("{} is unfinished: a run is writing to it, or was interrupted", place.shown())
    })
}
