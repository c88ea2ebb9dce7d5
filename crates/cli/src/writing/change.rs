//! A change of a folder, in its phases.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::journal::{Journal, Step, Stopped, remove_empty_above, sync_folder};
use super::obstacles::{is_plain, refuse_obstacle};
use super::place::Place;
use super::state::state;
use super::workplace::Workplace;
use crate::failure::Failure;

/// A file to be written.
pub(crate) struct NewFile<'a> {
    name: &'a str,
    content: Box<Content<'a>>,
}

/// What writes the content of a file.
type Content<'a> = dyn FnOnce(&mut dyn Write) -> io::Result<()> + 'a;

impl<'a> NewFile<'a> {
    /// A file by its path in the folder, with plain names and `/` between them.
    pub(crate) fn new(
        name: &'a str,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()> + 'a,
    ) -> Self {
        Self { name, content: Box::new(content) }
    }

    /// The same of bytes.
    pub(crate) fn of_bytes(name: &'a str, bytes: &'a [u8]) -> Self {
        Self::new(name, |out| out.write_all(bytes))
    }
}

/// What stands in the places of the files to be written: the SHA-256 of a file's bytes, or in words
/// what else it is.
pub(crate) type Seen = BTreeMap<String, String>;

/// A file that is to go, unless its bytes have another SHA-256 by now.
pub(crate) struct Stale {
    pub(crate) name: String,
    pub(crate) sha256: String,
}

/// Writes files, all or none. What stands in their places is shown to `settle`, which refuses to lose
/// it, or says which files go. With `overwrite`, what changes after that is replaced too.
pub(crate) fn write(
    place: Place,
    overwrite: bool,
    files: Vec<NewFile<'_>>,
    settle: impl FnOnce(&Seen) -> Result<Vec<Stale>, Failure>,
) -> Result<(), Failure> {
    if let Some(file) = files.iter().find(|file| !is_plain(file.name)) {
        let reason = format!("{:?} would not be a file inside it", file.name);
        return Err(place.not_written(reason));
    }
    let workplace = begin(place, overwrite)?;
    let prepared = prepare(&workplace, overwrite, files, settle).and_then(|journal| {
        journal.write(&workplace.staging).map_err(|error| workplace.place.not_written(error))?;
        Ok(journal)
    });
    match prepared {
        Ok(journal) => finish(workplace, &journal, overwrite),
        Err(failure) => {
            // Nothing has its place yet, so the change is dropped by dropping its journal.
            let _ = Journal::remove(&workplace.staging);
            workplace.abandon();
            Err(failure)
        }
    }
}

/// Takes the lock, and completes or drops what an interrupted run left.
pub(super) fn begin(place: Place, overwrite: bool) -> Result<Workplace, Failure> {
    let workplace = Workplace::enter(place)?;
    let (staging, staged) = (&workplace.staging, workplace.staged());
    let failed = |error: io::Error| {
        workplace.place.not_written(format!("{} cannot be cleared: {error}", staging.display()))
    };
    let left = Journal::read(staging).map_err(|error| {
        let message = format!(
            "{} was not written: the journal of an interrupted run, in {}, cannot be read: {error}",
            workplace.place.shown(),
            staging.display()
        );
        let help = "look at the files there, remove that folder, and run again".to_owned();
        Failure::input(message, Some(help))
    })?;
    match left {
        Some(journal) if journal.is_untouched(&staged) => {
            remove_empty_folders(&journal, workplace.place.root());
        }
        Some(journal) => journal
            .apply(workplace.place.root(), &staged, overwrite)
            .map_err(|stopped| half_done(&workplace.place, stopped))?,
        None => {}
    }
    Journal::remove(staging).and_then(|()| workplace.clear()).map_err(failed)?;
    Ok(workplace)
}

/// Writes the files beside their places, and looks for everything that could stop the change.
pub(super) fn prepare(
    workplace: &Workplace,
    overwrite: bool,
    files: Vec<NewFile<'_>>,
    settle: impl FnOnce(&Seen) -> Result<Vec<Stale>, Failure>,
) -> Result<Journal, Failure> {
    let place = &workplace.place;
    let look = |name: &str| {
        refuse_obstacle(place, name)?;
        let target = place.root().join(name);
        state(&target).map_err(|error| place.not_written(format!("{}: {error}", target.display())))
    };
    let mut seen = Seen::new();
    for file in &files {
        if let Some(there) = look(file.name)? {
            seen.insert(file.name.to_owned(), there);
        }
    }
    let stale = settle(&seen)?;
    for Stale { name, .. } in &stale {
        refuse_obstacle(place, name)?;
    }
    let mut steps = Vec::new();
    for NewFile { name, content } in files {
        stage(&workplace.staged(), place.root(), name, content)
            .map_err(|error| place.not_written(error))?;
        steps.push(Step::Put { name: name.to_owned(), was: seen.get(name).cloned() });
    }
    sync_staged(&steps, workplace).map_err(|error| place.not_written(error))?;
    // Writing took a while.
    for step in steps.iter().filter(|_| !overwrite) {
        if look(step.name())?.as_ref() != seen.get(step.name()) {
            return Err(place.not_written(format!("{} was changed meanwhile", step.name())));
        }
    }
    steps
        .extend(stale.into_iter().map(|Stale { name, sha256 }| Step::Remove { name, was: sha256 }));
    Ok(Journal { steps })
}

/// Takes the steps of a change that holds, and clears up.
pub(super) fn finish(
    workplace: Workplace,
    journal: &Journal,
    overwrite: bool,
) -> Result<(), Failure> {
    let root = workplace.place.root();
    if let Err((name, stopped)) = journal.apply(root, &workplace.staged(), overwrite) {
        if !journal.is_untouched(&workplace.staged()) {
            return Err(half_done(&workplace.place, (name, stopped)));
        }
        let reason = match stopped {
            Stopped::Changed => format!("{name} was changed meanwhile"),
            Stopped::Failed(error) => format!("{name}: {error}"),
        };
        let failure = workplace.place.not_written(reason);
        remove_empty_folders(journal, root);
        // With the journal, the change would still hold.
        if Journal::remove(&workplace.staging).is_ok() {
            workplace.abandon();
        }
        return Err(failure);
    }
    Journal::remove(&workplace.staging).map_err(|error| {
        let at = workplace.staging.display().to_string();
        half_done(&workplace.place, (at, Stopped::Failed(error)))
    })?;
    workplace.leave();
    Ok(())
}

/// A change stopped between its steps; the journal stays.
fn half_done(place: &Place, (name, stopped): (String, Stopped)) -> Failure {
    let shown = place.shown();
    let (what, mend) = match stopped {
        Stopped::Changed => (
            format!("{name} was changed since a run that was interrupted began to replace it"),
            "move that file away and run again, or replace it with --overwrite",
        ),
        Stopped::Failed(error) => (format!("{name}: {error}"), "mend that and run again"),
    };
    let message = format!("{shown} is unfinished: {what}");
    Failure::input(message, Some(format!("{mend}; that completes the change before anything else")))
}

/// Removes the folders that were made for files which do not come, unless something is in them.
fn remove_empty_folders(journal: &Journal, root: &Path) {
    for step in &journal.steps {
        remove_empty_above(&root.join(step.name()), root);
    }
}

/// Writes a file to the staging folder, with the mode of the file whose place it takes.
fn stage(staged: &Path, root: &Path, name: &str, content: Box<Content<'_>>) -> io::Result<()> {
    let path = staged.join(name);
    fs::create_dir_all(path.parent().unwrap_or(staged))?;
    let mut out = BufWriter::new(File::create_new(path)?);
    content(&mut out)?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    let replaced = fs::symlink_metadata(root.join(name));
    if let Some(there) = replaced.ok().filter(fs::Metadata::is_file) {
        file.set_permissions(there.permissions())?;
    }
    file.sync_all()
}

/// Has the names of the staged files survive a loss of power.
fn sync_staged(steps: &[Step], workplace: &Workplace) -> io::Result<()> {
    let staged = workplace.staged();
    let folders: BTreeSet<_> = steps
        .iter()
        .filter_map(|step| staged.join(step.name()).parent().map(Path::to_owned))
        .collect();
    folders
        .iter()
        .map(|folder| &**folder)
        .chain([&*staged, &*workplace.staging, workplace.place.root()])
        .try_for_each(sync_folder)
}
