//! A process can end between any two steps: what the next one makes of it.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use super::change::{NewFile, Seen, Stale, begin, finish, prepare, write};
use super::journal::{Found, Journal};
use super::place::Place;
use super::workplace::Workplace;
use crate::failure::Failure;
use crate::load::sha256;

type Contents = BTreeMap<String, String>;

const FIRST: &[(&str, &str)] =
    &[("a", "1"), ("figures/z", "1"), ("tables/x", "1"), ("tables/y", "1"), ("manifest", "1")];
const SECOND: &[(&str, &str)] =
    &[("a", "2"), ("b", "2"), ("new/deep/w", "2"), ("tables/x", "2"), ("manifest", "2")];
const THIRD: &[(&str, &str)] = &[("b", "3"), ("tables/y", "3"), ("manifest", "3")];
const MINE: &[(&str, &str)] = &[("mine", "mine"), ("tables/mine", "mine")];

/// A folder with the first files and some of the user's.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_files(folder.path(), FIRST, false).unwrap();
    for (name, text) in MINE {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn place(folder: &Path) -> Place {
    Place::folder(folder).unwrap()
}

fn new_files<'a>(files: &[(&'a str, &'a str)]) -> Vec<NewFile<'a>> {
    let new = |(name, text): &(&'a str, &'a str)| {
        let text = *text;
        NewFile::new(name, move |out| out.write_all(text.as_bytes()))
    };
    files.iter().map(new).collect()
}

/// What of the first files and the second does not belong to these.
fn stale(files: &[(&str, &str)]) -> Vec<Stale> {
    let old =
        FIRST.iter().chain(SECOND).filter(|(old, _)| !files.iter().any(|(new, _)| new == old));
    old.map(|(name, text)| Stale { name: (*name).to_owned(), sha256: sha256(text.as_bytes()) })
        .collect()
}

fn write_files(folder: &Path, files: &[(&str, &str)], overwrite: bool) -> Result<(), Failure> {
    write(place(folder), overwrite, new_files(files), |_, _| Ok(stale(files)))
}

/// Everything in a folder, folders included.
fn contents(folder: &Path) -> Contents {
    let mut found = Contents::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                found.insert(name, "a folder".to_owned());
                open.push(path);
            } else {
                found.insert(name, fs::read_to_string(path).unwrap());
            }
        }
    }
    found
}

/// What a folder holds where these files were written, and nothing is left behind.
fn whole(files: &[(&str, &str)]) -> Contents {
    let mut whole = Contents::new();
    for (name, text) in files.iter().chain(MINE) {
        whole.insert((*name).to_owned(), (*text).to_owned());
        for above in
            Path::new(name).ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty())
        {
            whole.insert(above.to_str().unwrap().to_owned(), "a folder".to_owned());
        }
    }
    whole
}

/// Prepares the second files and puts the journal down.
fn committed(folder: &Path) -> (Workplace, Journal) {
    let workplace = begin(place(folder), false).unwrap();
    let journal = prepare(&workplace, new_files(SECOND), |_, _| Ok(stale(SECOND))).unwrap();
    let journal = journal.write(&workplace.staging, workplace.user.as_ref()).unwrap();
    (workplace, journal)
}

fn take(workplace: &Workplace, journal: &Journal, steps: usize) {
    journal.take(&workplace.root, &workplace.staging, steps);
}

/// What stands in the folder after clearing up alone, and that any of three runs ends well.
fn recovers(interrupted: &dyn Fn(&Path), expected: &[(&str, &str)], point: &str) {
    let cleared = folder();
    interrupted(cleared.path());
    begin(place(cleared.path()), false).unwrap().leave();
    assert_eq!(contents(cleared.path()), whole(expected), "{point}");
    for next in [FIRST, SECOND, THIRD] {
        let folder = folder();
        interrupted(folder.path());
        write_files(folder.path(), next, false).unwrap();
        assert_eq!(contents(folder.path()), whole(next), "{point}");
    }
}

#[test]
fn before_the_journal_nothing_has_happened() {
    for staged in 0..SECOND.len() {
        let interrupted = |folder: &Path| {
            let workplace = begin(place(folder), false).unwrap();
            let mut files = new_files(SECOND);
            files[staged] = NewFile::new(SECOND[staged].0, |out| {
                out.write_all(b"ha")?;
                Err(io::Error::other("killed"))
            });
            assert!(prepare(&workplace, files, |_, _| Ok(stale(SECOND))).is_err());
        };
        recovers(&interrupted, FIRST, &format!("{staged} staged"));
    }
    let unnamed = |folder: &Path| {
        let workplace = begin(place(folder), false).unwrap();
        prepare(&workplace, new_files(SECOND), |_, _| Ok(stale(SECOND))).unwrap();
        let half = workplace.staging.path().join("journal.new");
        fs::write(half, "{\"steps\": [{").unwrap();
    };
    recovers(&unnamed, FIRST, "half a journal");
}

#[test]
fn with_the_journal_the_change_is_completed_from_any_step() {
    let steps = committed(folder().path()).1.steps.len();
    assert_eq!(steps, 7, "five files and two stale ones");
    for first in 0..=steps {
        let expected = if first == 0 { FIRST } else { SECOND };
        let interrupted = |folder: &Path| {
            let (workplace, journal) = committed(folder);
            take(&workplace, &journal, first);
        };
        recovers(&interrupted, expected, &format!("{first} steps"));
        // The one that completes it can be interrupted as well.
        for second in first..=steps {
            let folder = folder();
            interrupted(folder.path());
            let workplace = Workplace::enter(place(folder.path())).unwrap();
            let Workplace { staging, root, user, .. } = &workplace;
            let Found::Ours(left) = Journal::find(staging, root, user.as_ref()) else {
                panic!("not known again")
            };
            take(&workplace, &left, second);
            drop(workplace);
            begin(place(folder.path()), false).unwrap().leave();
            let expected = if second == 0 { FIRST } else { SECOND };
            assert_eq!(contents(folder.path()), whole(expected), "{first} steps, then {second}");
        }
    }
}

#[test]
fn after_the_journal_only_the_staging_folder_is_left() {
    for cleared in [false, true] {
        let interrupted = |folder: &Path| {
            let (workplace, journal) = committed(folder);
            take(&workplace, &journal, journal.steps.len());
            Journal::remove(&workplace.staging).unwrap();
            if cleared {
                workplace.clear().unwrap();
            }
        };
        recovers(&interrupted, SECOND, "all steps and no journal");
    }
}

#[test]
fn a_folder_made_for_the_first_step_does_not_stay_where_that_step_was_not_taken() {
    let folder = tempfile::tempdir().unwrap();
    let workplace = begin(place(folder.path()), false).unwrap();
    let journal = prepare(&workplace, new_files(&[("x/a", "1")]), |_, _| Ok(Vec::new())).unwrap();
    journal.write(&workplace.staging, workplace.user.as_ref()).unwrap();
    fs::create_dir(folder.path().join("x")).unwrap();
    drop(workplace);
    begin(place(folder.path()), false).unwrap().leave();
    assert_eq!(contents(folder.path()), Contents::new());
}

#[test]
fn a_file_that_the_user_changed_after_the_interruption_is_not_lost() {
    let folder = folder();
    let (workplace, journal) = committed(folder.path());
    take(&workplace, &journal, 2);
    drop(workplace);
    let edited = folder.path().join("tables/x");
    fs::write(&edited, "edited").unwrap();
    let Err(Failure::Input { message, help }) = write_files(folder.path(), THIRD, false) else {
        panic!("overwritten unasked")
    };
    assert!(message.contains("tables/x changed after an interrupted run"), "{message}");
    assert!(help.unwrap().contains("move that file away"));
    assert_eq!(fs::read_to_string(&edited).unwrap(), "edited");
    assert!(super::unfinished(&place(folder.path())).is_some());
    fs::rename(&edited, folder.path().join("kept")).unwrap();
    write_files(folder.path(), THIRD, false).unwrap();
    let mut expected = whole(THIRD);
    expected.insert("kept".to_owned(), "edited".to_owned());
    assert_eq!(contents(folder.path()), expected);
    assert!(super::unfinished(&place(folder.path())).is_none());
}

#[test]
fn a_file_that_the_user_changes_during_the_run_is_not_lost() {
    let folder = folder();
    let edited = folder.path().join("tables/x");
    let mut files = new_files(SECOND);
    files[0] = NewFile::new("a", |out| {
        fs::write(&edited, "edited")?;
        out.write_all(b"2")
    });
    let outcome = write(place(folder.path()), false, files, |_, _: &Seen| Ok(stale(SECOND)));
    let Err(Failure::Input { message, .. }) = outcome else { panic!("overwritten unasked") };
    assert!(message.contains("tables/x changed meanwhile"), "{message}");
    let mut expected = whole(FIRST);
    expected.insert("tables/x".to_owned(), "edited".to_owned());
    assert_eq!(contents(folder.path()), expected);
    // Asked, it is replaced; also where it changes between the journal and its step.
    let workplace = begin(place(folder.path()), true).unwrap();
    let journal = prepare(&workplace, new_files(SECOND), |_, _| Ok(stale(SECOND))).unwrap();
    let journal = journal.write(&workplace.staging, workplace.user.as_ref()).unwrap();
    fs::write(&edited, "edited again").unwrap();
    finish(workplace, &journal, true).unwrap();
    assert_eq!(contents(folder.path()), whole(SECOND));
}

#[test]
fn a_change_that_stops_before_its_first_step_is_dropped() {
    let folder = folder();
    let (workplace, journal) = committed(folder.path());
    fs::write(folder.path().join("a"), "edited").unwrap();
    assert!(finish(workplace, &journal, false).is_err());
    let mut expected = whole(FIRST);
    expected.insert("a".to_owned(), "edited".to_owned());
    assert_eq!(contents(folder.path()), expected);
}

#[test]
fn a_name_that_leads_out_of_the_folder_is_refused_before_anything_is_made() {
    let outer = tempfile::tempdir().unwrap();
    let inner = outer.path().join("made");
    for name in ["../x", "/x", "a/../../x", "a//b", "."] {
        let files = new_files(&[("good", "1"), (name, "1")]);
        let outcome = write(place(&inner), true, files, |_, _| Ok(Vec::new()));
        let Err(Failure::Input { message, .. }) = outcome else { panic!("{name} was written") };
        assert!(message.contains("would not be a file inside it"), "{message}");
        assert_eq!(contents(outer.path()), Contents::new(), "{name}");
    }
}

#[test]
fn a_journal_that_this_user_did_not_write_is_not_followed() {
    // A stranger's, as it would have been completed by earlier versions, and as this version writes it.
    let old = r#"{"steps": [{"put": {"name": "b", "was": null}}]}"#;
    let new = r#"{"journal": {"root": "ROOT", "staged": "new", "steps":
        [{"put": {"name": "b", "was": null, "now": "HASH"}}, {"remove": {"name": "mine", "was": "HASH"}}]}, "seal": SEAL}"#;
    let forged = format!("\"{}\"", "0".repeat(64));
    for (journal, seal) in [(old, ""), (new, "null"), (new, &forged), ("{", ""), ("[]", "")] {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir_all(folder.path().join(".phenom-writing/new")).unwrap();
        fs::write(folder.path().join("mine"), "mine").unwrap();
        fs::write(folder.path().join(".phenom-writing/new/0"), "mine").unwrap();
        let journal = journal
            .replace("ROOT", root.to_str().unwrap())
            .replace("HASH", &sha256(b"mine"))
            .replace("SEAL", seal);
        fs::write(folder.path().join(".phenom-writing/journal.json"), journal).unwrap();
        let before = contents(folder.path());
        let Err(Failure::Input { message, help }) = write_files(folder.path(), FIRST, true) else {
            panic!("it was followed")
        };
        assert!(message.contains("contains an unfinished change"), "{message}");
        assert!(help.unwrap().contains("remove "));
        let mut after = contents(folder.path());
        after.remove(".phenom-writing/lock");
        assert_eq!(after, before);
    }
}

#[test]
fn a_sealed_journal_holds_for_its_folder_and_its_files_alone() {
    let (one, other) = (folder(), folder());
    let (workplace, journal) = committed(one.path());
    take(&workplace, &journal, 1);
    drop(workplace);
    let staging = |folder: &tempfile::TempDir| folder.path().join(".phenom-writing");
    fs::rename(staging(&one), staging(&other)).unwrap();
    let Err(Failure::Input { message, .. }) = write_files(other.path(), THIRD, false) else {
        panic!("it was followed in another folder")
    };
    assert!(message.contains("it belongs to another folder"), "{message}");
    fs::rename(staging(&other), staging(&one)).unwrap();
    let staged = fs::read_dir(staging(&one)).unwrap().map(|entry| entry.unwrap().path());
    let staged = staged.into_iter().find(|path| path.is_dir()).unwrap();
    fs::write(staged.join("1"), "another content").unwrap();
    let Err(Failure::Input { message, .. }) = write_files(one.path(), THIRD, false) else {
        panic!("another content took its place")
    };
    assert!(message.contains("its new content was changed"), "{message}");
}

#[test]
fn folders_that_were_made_for_a_change_that_fails_go_again() {
    let outer = tempfile::tempdir().unwrap();
    let refused = write(place(&outer.path().join("a/b")), false, new_files(FIRST), |_, _| {
        Err(Failure::input("no", None))
    });
    assert!(refused.is_err());
    assert_eq!(contents(outer.path()), Contents::new());
}
