//! A change of a folder, in its phases.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Mutex;

use phenom_files::{Folder, random_name};

use super::journal::{Found, Journal, Step, Stopped, refuse_wrong_names};
use super::obstacles::refuse_obstacle;
use super::place::Place;
use super::state::state;
use super::workplace::Workplace;
use crate::content::{Content, Writing};
use crate::failure::Failure;
use crate::side_by_side::side_by_side;

/// A file to be written.
pub struct NewFile<'a> {
    name: &'a str,
    content: New<'a>,
}

enum New<'a> {
    Made(&'a Content),
    ToMake(Box<Make<'a>>),
}

/// What makes the content of a file.
type Make<'a> = dyn FnOnce(&mut Writing<'_>) -> io::Result<()> + Send + 'a;

impl<'a> NewFile<'a> {
    /// A file by its path in the folder, with plain names and `/` between them.
    pub fn new(
        name: &'a str,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send + 'a,
    ) -> Self {
        Self { name, content: New::ToMake(Box::new(|out| content(out))) }
    }

    /// The same of what is there already.
    pub(crate) fn of(name: &'a str, content: &'a Content) -> Self {
        Self { name, content: New::Made(content) }
    }
}

/// What is in the places of the files to be written: the SHA-256 of a file's bytes, or in words what else it is.
pub type Seen = BTreeMap<String, String>;

/// A file that is to go, unless its bytes have another SHA-256 by now.
pub struct Stale {
    pub(crate) name: String,
    pub(crate) sha256: String,
}

/// Writes files, all or none. What is in their places is shown to `settle`, with the folder, which refuses to lose it, or
/// says which files go. With `overwrite`, what changes after that is replaced too.
pub fn write(
    place: Place,
    overwrite: bool,
    files: Vec<NewFile<'_>>,
    settle: impl FnOnce(&Folder, &Seen) -> Result<Vec<Stale>, Failure>,
) -> Result<(), Failure> {
    refuse_wrong_names(files.iter().map(|file| file.name))
        .map_err(|reason| place.not_written(reason))?;
    let workplace = begin(place, overwrite)?;
    let prepared = prepare(&workplace, files, settle).and_then(|journal| {
        journal
            .write(&workplace.staging, workplace.user.as_ref())
            .map_err(|error| workplace.place.not_written(error))
    });
    match prepared {
        Ok(journal) => finish(workplace, &journal, overwrite),
        Err(failure) => {
            // Nothing has its place yet, so the change is dropped by dropping its journal.
            let _ = Journal::remove(&workplace.staging);
            let _ = workplace.abandon();
            Err(failure)
        }
    }
}

/// Takes the lock, and completes or drops what an interrupted run of this user's left.
pub(super) fn begin(place: Place, overwrite: bool) -> Result<Workplace, Failure> {
    let workplace = Workplace::enter(place)?;
    let Workplace { place, root, staging, .. } = &workplace;
    match Journal::find(staging, root, workplace.user.as_ref()) {
        Found::None => {}
        Found::Ours(journal) if journal.is_untouched(staging) => journal.remove_empty_folders(root),
        Found::Ours(journal) => {
            let applied = journal
                .check_staged(staging)
                .and_then(|()| journal.apply(root, staging, overwrite));
            applied.map_err(|stopped| half_done(place, stopped))?;
        }
        Found::Foreign(why) => return Err(foreign(place, &why)),
    }
    let cleared = Journal::remove(staging).and_then(|()| workplace.clear());
    cleared.map_err(|error| {
        let staging = place.staging_shown();
        let message =
            format!("phenom did not write {}: it cannot clear {staging}: {error}", place.shown());
        Failure::input(message, Some(format!("remove {staging}, or {}", place.elsewhere())))
    })?;
    Ok(workplace)
}

/// A journal that may be a stranger's is left alone, and so is all that it names.
fn foreign(place: &Place, why: &str) -> Failure {
    let staging = place.staging_shown();
    let message = format!(
        "phenom did not write {}: {staging} contains an unfinished change, and {why}",
        place.shown()
    );
    let help = format!(
        "phenom applied nothing from it. If it came with files from others, remove {staging}; if a run of yours was \
         interrupted, check {} before you remove it: its files may come from two runs",
        place.shown()
    );
    Failure::input(message, Some(help))
}

/// Writes the files beside their places, and looks for everything that could stop the change.
pub(super) fn prepare(
    workplace: &Workplace,
    files: Vec<NewFile<'_>>,
    settle: impl FnOnce(&Folder, &Seen) -> Result<Vec<Stale>, Failure>,
) -> Result<Journal, Failure> {
    let Workplace { place, root, staging, .. } = workplace;
    let names: Vec<&str> = files.iter().map(|file| file.name).collect();
    let looked = side_by_side(1, &names, |name| {
        refuse_obstacle(place, root, name)?;
        state(root, name).map_err(|error| place.not_written(format!("{name}: {error}")))
    });
    let mut seen = Seen::new();
    for (name, there) in names.iter().zip(looked) {
        if let Some(there) = there? {
            seen.insert((*name).to_owned(), there);
        }
    }
    let stale = settle(root, &seen)?;
    let mut stale_there = Vec::new();
    for Stale { name, sha256 } in stale {
        refuse_obstacle(place, root, &name)?;
        if matches!(root.stat(&name), Ok(Some(_))) {
            stale_there.push(Stale { name, sha256 });
        }
    }
    let failed = |error: io::Error| place.not_written(error);
    let staged_name = random_name("new-").map_err(failed)?;
    let staged = staging.make_private_folder(&staged_name).map_err(failed)?;
    let hashes = stage(&staged, root, files).map_err(failed)?;
    let mut steps: Vec<Step> = Vec::new();
    for (name, now) in names.iter().zip(hashes) {
        steps.push(Step::Put { name: (*name).to_owned(), was: seen.get(*name).cloned(), now });
    }
    [&staged, staging, root].into_iter().try_for_each(Folder::sync).map_err(failed)?;
    steps.extend(
        stale_there.into_iter().map(|Stale { name, sha256 }| Step::Remove { name, was: sha256 }),
    );
    Journal::new(root, staged_name, steps).map_err(failed)
}

/// Takes the steps of a change that holds, and clears up.
pub(super) fn finish(
    workplace: Workplace,
    journal: &Journal,
    overwrite: bool,
) -> Result<(), Failure> {
    let Workplace { place, root, staging, .. } = &workplace;
    if let Err((name, stopped)) = journal.apply(root, staging, overwrite) {
        if !journal.is_untouched(staging) {
            return Err(half_done(place, (name, stopped)));
        }
        let reason = match stopped {
            Stopped::Changed => format!("{name} changed meanwhile"),
            Stopped::Failed(error) => format!("{name}: {error}"),
        };
        let failure = place.not_written(reason);
        journal.remove_empty_folders(root);
        // With the journal, the change would still hold.
        if Journal::remove(staging).is_ok() {
            let _ = workplace.abandon();
        }
        return Err(failure);
    }
    Journal::remove(staging)
        .map_err(|error| half_done(place, (place.staging_shown(), Stopped::Failed(error))))?;
    workplace.leave();
    Ok(())
}

/// A change stopped between its steps; the journal stays.
fn half_done(place: &Place, (name, stopped): (String, Stopped)) -> Failure {
    let shown = place.shown();
    let (what, help) = match stopped {
        Stopped::Changed => (
            format!("{name} changed after an interrupted run began to replace it"),
            "move that file away and run again, or replace it with --overwrite",
        ),
        Stopped::Failed(error) => (format!("{name}: {error}"), "correct that and run again"),
    };
    let message = format!("{shown} is unfinished: {what}");
    Failure::input(message, Some(format!("{help}; that completes the change before anything else")))
}

/// Writes files to the folder of staged files, each under its number and with the mode of the file whose place it takes, and
/// gives the SHA-256 of their bytes.
fn stage(staged: &Folder, root: &Folder, files: Vec<NewFile<'_>>) -> io::Result<Vec<String>> {
    let files = files.into_iter().enumerate();
    let files: Vec<_> = files.map(|(number, file)| (number, Mutex::new(Some(file)))).collect();
    let hashed = side_by_side(4, &files, |(number, file)| {
        let taken = file.lock().ok().and_then(|mut file| file.take());
        let NewFile { name, content } = taken.ok_or(io::ErrorKind::Other)?;
        let made;
        let content = match content {
            New::Made(content) => content,
            New::ToMake(make) => {
                made = Content::written_near(Some(staged), make)?;
                &made
            }
        };
        let file = content.put(staged, &number.to_string())?;
        // What cannot be read has no mode that anybody would want to keep.
        if let Ok(there) = root.read(name).and_then(|file| file.metadata()) {
            file.set_permissions(there.permissions())?;
        }
        file.sync_all()?;
        Ok(content.sha256().to_owned())
    });
    hashed.into_iter().collect()
}
