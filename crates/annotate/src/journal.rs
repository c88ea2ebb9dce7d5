//! An annotator's file: steps are added at its end, synced, and never rewritten.

mod reading;

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use phenom_files::{Folder, LONGEST_TEXT, Start, Stat, bounded};

pub(crate) use self::reading::read_steps_in;
pub use self::reading::{Refused, Steps, read_steps, steps_of};
use crate::event::{Event, Header, VERSION, What};
use crate::form::is_name;
use crate::instant::now;

/// A file of steps that is written to. Nobody else writes to it meanwhile.
#[derive(Debug)]
pub struct Journal {
    file: File,
    folder: Folder,
    path: PathBuf,
    annotator: String,
    next: u64,
    length: u64,
}

impl Journal {
    /// Opens an annotator's file in a folder, or begins it; and the steps that it holds. What a kill has left of a
    /// last line is moved to a file of its own, `NAME.jsonl.torn`.
    ///
    /// # Errors
    /// As [`read_steps`]; where the name is unfit for a file, where the file belongs to another annotator, and where
    /// somebody else is writing to it.
    pub fn open(
        start: &Start,
        annotator: &str,
        dataset: &str,
        dataset_sha256: &str,
    ) -> Result<(Self, Steps), Refused> {
        if !is_name(annotator) {
            let message = format!("`{annotator}` cannot be the name of an annotator's file");
            let help = "write up to 40 letters a to z, digits, `-`, `_`, dots: `--annotator ann`";
            return Err(Refused::of_file(&start.path(), message, Some(help)));
        }
        let name = format!("{annotator}.jsonl");
        let path = start.path().join(&name);
        let failed = |what: &str| {
            let (path, what) = (path.clone(), what.to_owned());
            move |error: io::Error| Refused::of_file(&path, format!("{what}: {error}"), None)
        };
        let folder = start.open().and_then(|above| above.make_folder(&start.beneath, |_| ()));
        let folder = folder.map_err(failed("cannot create the folder"))?;
        let mut file = folder.append(&name).map_err(failed("cannot be opened"))?;
        match locked(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let help = "close the other `phenom annotate`, or choose another annotator";
                return Err(Refused::of_file(&path, "another program writes to it", Some(help)));
            }
            Err(TryLockError::Error(error)) => return Err(failed("cannot be locked")(error)),
        }
        let mut bytes = bounded(&file, LONGEST_TEXT).map_err(failed("cannot be read"))?;
        let begun = bytes.contains(&b'\n');
        if !begun {
            // Nothing but a header that was cut off can stand there; a file of something else is not touched.
            let beginning = b"{\"phenom\":\"annotations\"";
            if !bytes.starts_with(beginning) && !beginning.starts_with(&bytes) {
                let message = "is not a file of annotations";
                let help = "move it away, or choose another annotator";
                return Err(Refused::of_file(&path, message, Some(help)));
            }
            let header = Header {
                phenom: "annotations".to_owned(),
                version: VERSION,
                dataset: dataset.to_owned(),
                dataset_sha256: dataset_sha256.to_owned(),
                annotator: annotator.to_owned(),
            };
            let line = serde_json::to_string(&header).unwrap_or_default() + "\n";
            file.set_len(0).map_err(failed("cannot be written"))?;
            added(&mut file, 0, &line).map_err(failed("cannot be written"))?;
            // The name of a new file is synced with its folder.
            let _ = folder.sync();
            bytes = line.into_bytes();
        }
        let read = steps_of(&path, bytes)?;
        if read.header.annotator != annotator {
            let message = format!("belongs to annotator `{}`", read.header.annotator);
            return Err(Refused::of_file(&path, message, None));
        }
        if let Some(torn) = &read.torn {
            folder
                .append(format!("{name}.torn"))
                .and_then(|mut aside| {
                    aside.write_all(torn.as_bytes())?;
                    aside.write_all(b"\n")?;
                    aside.sync_data()
                })
                .map_err(failed("cannot move the incomplete last line away"))?;
        }
        file.set_len(read.length).map_err(failed("cannot be written"))?;
        let mut journal = Self {
            file,
            folder,
            path: path.clone(),
            annotator: annotator.to_owned(),
            next: read.events.len() as u64 + 2,
            length: read.length,
        };
        journal.end_last_line(&read).map_err(failed("cannot be written"))?;
        Ok((journal, read))
    }

    /// Ends a last line of which all but its end was written.
    fn end_last_line(&mut self, read: &Steps) -> io::Result<()> {
        self.file.seek(SeekFrom::End(-1))?;
        let mut last = [0];
        self.file.read_exact(&mut last)?;
        if last != *b"\n" && !read.events.is_empty() {
            added(&mut self.file, self.length, "\n")?;
            self.length += 1;
        }
        Ok(())
    }

    /// The number of the next step.
    #[must_use]
    pub fn next(&self) -> u64 {
        self.next
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All that is in the file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) fn bytes(&self) -> io::Result<Vec<u8>> {
        let file = self.folder.read(format!("{}.jsonl", self.annotator))?;
        bounded(&file, LONGEST_TEXT)
    }

    /// Adds a step, and returns when it is on the disk.
    ///
    /// # Errors
    /// Where it cannot be written or synced; nothing of it stays in the file then.
    pub fn add(&mut self, what: What) -> io::Result<Event> {
        self.is_as_left()?;
        let event = Event { seq: self.next, at: now(), by: self.annotator.clone(), what };
        let line = event.line();
        added(&mut self.file, self.length, &line)?;
        self.length += line.len() as u64;
        self.next += 1;
        Ok(event)
    }
}

impl Journal {
    /// Whether the file under our path is the one that we write to, and nobody has changed it: version control puts
    /// another in its place, and what we would write then nobody would find.
    fn is_as_left(&self) -> io::Result<()> {
        let changed = |what: &str| {
            let help = "start `phenom annotate` again; it reads the file again";
            Err(io::Error::other(format!("{what} while it was open; {help}")))
        };
        let name = format!("{}.jsonl", self.annotator);
        let Ok(Some(there)) = self.folder.stat(name) else {
            return changed("the file was removed");
        };
        if Stat::of_open(&self.file)?.identity != there.identity {
            return changed("another file replaced it");
        }
        if there.length != self.length {
            return changed("the file was changed by another program");
        }
        Ok(())
    }
}

/// Locks a file, and waits half a second where somebody else has it: a program that was just ended, or a process
/// that is being started and has not let go of our files yet.
fn locked(file: &File) -> Result<(), TryLockError> {
    const PAUSE: Duration = Duration::from_millis(25);
    for _ in 0..20 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
            tried => return tried,
        }
    }
    file.try_lock()
}

/// Adds a line at the end of a file of so many bytes, which are all that stays of it where that fails.
fn added(file: &mut File, length: u64, line: &str) -> io::Result<()> {
    let written = file.write_all(line.as_bytes()).and_then(|()| file.sync_data());
    if written.is_err() {
        // The next reading sets aside what this cannot take back.
        let _ = file.set_len(length);
    }
    written
}

#[cfg(test)]
mod tests {
    use std::fs::{self, OpenOptions};

    use super::*;

    fn open(folder: &Path) -> Result<(Journal, Steps), Refused> {
        Journal::open(&Start::of_user(folder).unwrap(), "ann", "pairs.jsonl", "00")
    }

    fn reopen(pair: &str) -> What {
        What::Reopen { pair: pair.to_owned() }
    }

    #[test]
    fn steps_are_there_when_the_file_is_opened_again() {
        let folder = tempfile::tempdir().unwrap();
        let (mut journal, steps) = open(folder.path()).unwrap();
        assert!(steps.events.is_empty());
        let first = journal.add(reopen("a")).unwrap();
        let second = journal.add(reopen("b")).unwrap();
        assert_eq!((first.seq, second.seq, journal.next()), (2, 3, 4));
        let busy = open(folder.path()).unwrap_err();
        assert_eq!(busy.message, "another program writes to it");
        drop(journal);
        let (mut journal, steps) = open(folder.path()).unwrap();
        assert_eq!(steps.events, [first, second]);
        assert_eq!(journal.add(reopen("c")).unwrap().seq, 4);
        assert_eq!(read_steps(journal.path()).unwrap().events.len(), 3);
    }

    #[test]
    fn a_file_that_was_cut_anywhere_keeps_all_whole_steps() {
        let folder = tempfile::tempdir().unwrap();
        let (mut journal, _) = open(folder.path()).unwrap();
        for pair in ["a", "é🙂", "c"] {
            journal.add(reopen(pair)).unwrap();
        }
        let path = journal.path().to_owned();
        drop(journal);
        let whole = fs::read(&path).unwrap();
        for length in 0..=whole.len() {
            let folder = tempfile::tempdir().unwrap();
            let cut = folder.path().join("ann.jsonl");
            fs::write(&cut, &whole[..length]).unwrap();
            let ends = whole[..length].iter().filter(|&&byte| byte == b'\n').count();
            let (mut journal, steps) = open(folder.path()).unwrap();
            // The last line may lack nothing but its end.
            let found = steps.events.len();
            assert!(found == ends.saturating_sub(1) || found == ends, "{length}: {found}");
            assert_eq!(journal.add(reopen("next")).unwrap().seq, found as u64 + 2);
            drop(journal);
            let again = read_steps(&cut).unwrap();
            assert_eq!((again.events.len(), again.torn), (found + 1, None), "{length}");
            if let Some(torn) = steps.torn {
                let aside = fs::read_to_string(folder.path().join("ann.jsonl.torn")).unwrap();
                assert_eq!(aside, format!("{torn}\n"));
            }
        }
    }

    #[test]
    fn a_file_that_was_edited_into_nonsense_is_refused_and_untouched() {
        let folder = tempfile::tempdir().unwrap();
        let (mut journal, _) = open(folder.path()).unwrap();
        journal.add(reopen("a")).unwrap();
        journal.add(What::Undo { of: 2 }).unwrap();
        let path = journal.path().to_owned();
        drop(journal);
        let good = fs::read_to_string(&path).unwrap();
        for (from, to, line, message) in [
            ("\"reopen\"", "\"dance\"", 2, "unknown variant `dance`"),
            ("\"seq\":2", "\"seq\":9", 2, "line 2 contains action 9"),
            ("\"by\":\"ann\"", "\"by\":\"bo\"", 2, "an action of bo in the file of ann"),
            (
                "\"of\":2",
                "\"of\":3",
                3,
                "cannot undo action 3: there is no such action before this one",
            ),
            ("\"version\":1", "\"version\":2", 1, "has version 2"),
            ("\"annotations\"", "\"pairs\"", 1, "contains `pairs` instead of annotations"),
            ("{\"phenom\"", "[{\"phenom\"", 1, "is not a file of annotations"),
        ] {
            let bad = good.replacen(from, to, 1);
            fs::write(&path, &bad).unwrap();
            let refused = open(folder.path()).unwrap_err();
            assert_eq!(refused.line, Some(line), "{refused}");
            assert!(refused.message.starts_with(message), "{refused}");
            assert_eq!(fs::read_to_string(&path).unwrap(), bad);
        }
        fs::write(&path, "my thesis").unwrap();
        assert_eq!(open(folder.path()).unwrap_err().message, "is not a file of annotations");
        assert_eq!(fs::read_to_string(&path).unwrap(), "my thesis");
    }

    #[test]
    #[cfg(unix)]
    fn no_link_of_a_stranger_is_written_through() {
        use std::os::unix::fs::symlink;
        type Prepare = fn(&Path, &Path);
        let ways: [Prepare; 4] = [
            |folder, mine| symlink(mine, folder.join("ann.jsonl")).unwrap(),
            |folder, mine| fs::hard_link(mine, folder.join("ann.jsonl")).unwrap(),
            |folder, mine| {
                open(folder).unwrap();
                let mut file =
                    OpenOptions::new().append(true).open(folder.join("ann.jsonl")).unwrap();
                file.write_all(b"a line of a stranger's").unwrap();
                symlink(mine, folder.join("ann.jsonl.torn")).unwrap();
            },
            |folder, mine| {
                fs::remove_dir(folder).unwrap();
                symlink(mine.parent().unwrap(), folder).unwrap();
            },
        ];
        for prepare in ways {
            let (outer, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
            let folder = outer.path().join("pairs.annotations");
            fs::create_dir(&folder).unwrap();
            let mine = home.path().join("mine");
            fs::write(&mine, "mine\n").unwrap();
            prepare(&folder, &mine);
            assert!(open(&folder).is_err());
            assert_eq!(fs::read_to_string(&mine).unwrap(), "mine\n");
            assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1);
        }
    }

    #[test]
    fn a_name_is_fit_for_a_file() {
        for name in ["ann", "Bo-2", "c.d_e"] {
            assert!(is_name(name), "{name}");
        }
        for name in [
            "",
            "..",
            ".ann",
            "a/b",
            "a\\b",
            "-x",
            "ann.",
            "é",
            "a b",
            "../../etc",
            &"x".repeat(41),
        ] {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_step_that_cannot_be_written_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let (journal, _) = open(folder.path()).unwrap();
        let mut full = OpenOptions::new().append(true).open("/dev/full").unwrap();
        let error = added(&mut full, journal.length, "x\n").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }

    #[test]
    #[cfg(unix)]
    fn a_file_that_somebody_else_changes_meanwhile_takes_no_step() {
        type Change = fn(&Path);
        let changes: [(Change, &str); 3] = [
            (|path| fs::remove_file(path).unwrap(), "was removed"),
            (
                |path| {
                    // As version control does it.
                    let other = path.with_extension("new");
                    fs::copy(path, &other).unwrap();
                    fs::rename(other, path).unwrap();
                },
                "another file replaced it",
            ),
            (
                |path| {
                    let mut file = OpenOptions::new().append(true).open(path).unwrap();
                    file.write_all(b"\n").unwrap();
                },
                "was changed by another program",
            ),
        ];
        for (change, said) in changes {
            let folder = tempfile::tempdir().unwrap();
            let (mut journal, _) = open(folder.path()).unwrap();
            journal.add(reopen("a")).unwrap();
            change(&folder.path().join("ann.jsonl"));
            let there = fs::read(folder.path().join("ann.jsonl")).ok();
            let error = journal.add(reopen("b")).unwrap_err().to_string();
            assert!(error.contains(said), "{error}");
            assert_eq!(
                (journal.next(), fs::read(folder.path().join("ann.jsonl")).ok()),
                (3, there)
            );
        }
    }
}
