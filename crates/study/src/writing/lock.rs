//! The lock of a staging folder: one writer at a time, and none that outlives its process.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::time::Duration;

use phenom_files::{Folder, Stat};

/// The file that is locked, in the staging folder.
pub(super) const LOCK: &str = "lock";

/// What came of trying to take a lock.
pub(super) enum Attempt {
    /// It is ours until the file is closed, if only by the end of the process.
    Taken(File),
    /// The process of this number has it.
    Busy(u32),
    /// It changed hands meanwhile.
    Again,
}

/// How long a process that has just taken the lock is given to write its number.
const NAMING: Duration = Duration::from_millis(20);

/// Tries to take the lock in a staging folder.
///
/// # Errors
///
/// If the file cannot be made or locked, or is not a regular file with one name: what it leads to is not ours.
pub(super) fn attempt(staging: &Folder) -> io::Result<Attempt> {
    let mut file = match staging.change(LOCK) {
        // Its folder went with the end of another writer.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Attempt::Again),
        // It was removed after it was opened.
        opened => opened?,
    };
    match file.try_lock() {
        // A lock that another writer removed after we had opened it protects nothing.
        Ok(()) if !is_there(&file, staging)? => Ok(Attempt::Again),
        Ok(()) => {
            file.set_len(0)?;
            file.rewind()?;
            file.write_all(std::process::id().to_string().as_bytes())?;
            Ok(Attempt::Taken(file))
        }
        Err(TryLockError::WouldBlock) => {
            std::thread::sleep(NAMING);
            Ok(holder(staging).map_or(Attempt::Again, Attempt::Busy))
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// The number of the process that has the lock, as it wrote it.
fn holder(staging: &Folder) -> Option<u32> {
    let mut text = String::new();
    staging.read(LOCK).ok()?.take(20).read_to_string(&mut text).ok()?;
    text.parse().ok()
}

/// Whether an open file still has the name of the lock.
fn is_there(file: &File, staging: &Folder) -> io::Result<bool> {
    let ours = Stat::of_open(file)?.identity;
    Ok(staging.stat(LOCK)?.is_some_and(|there| there.identity == ours))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn staging() -> (tempfile::TempDir, Folder) {
        let folder = tempfile::tempdir().unwrap();
        let opened = Folder::open(folder.path()).unwrap();
        (folder, opened)
    }

    #[test]
    fn a_second_taker_is_told_the_first_until_the_first_lets_go() {
        let (folder, staging) = staging();
        let path = folder.path().join(LOCK);
        fs::write(&path, "4294967295, long dead, of a process that was killed").unwrap();
        let Attempt::Taken(first) = attempt(&staging).unwrap() else { panic!("not taken") };
        let Attempt::Busy(process) = attempt(&staging).unwrap() else { panic!("taken twice") };
        assert_eq!(process, std::process::id());
        drop(first);
        assert!(matches!(attempt(&staging).unwrap(), Attempt::Taken(_)));
    }

    #[test]
    fn a_lock_that_was_removed_after_it_was_opened_is_not_taken() {
        let (folder, staging) = staging();
        let path = folder.path().join(LOCK);
        let opened = File::create(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(!is_there(&opened, &staging).unwrap());
        let another = File::create(&path).unwrap();
        assert!(is_there(&another, &staging).unwrap());
        assert!(!is_there(&opened, &staging).unwrap());
    }

    #[test]
    fn where_the_folder_went_the_taker_tries_again() {
        let (folder, staging) = staging();
        fs::remove_dir(folder.path()).unwrap();
        assert!(matches!(attempt(&staging).unwrap(), Attempt::Again));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_no_lock_and_what_it_leads_to_stays() {
        type Linked = fn(&std::path::Path, &std::path::Path) -> io::Result<()>;
        let ways: [Linked; 2] =
            [|from, to| std::os::unix::fs::symlink(from, to), |from, to| fs::hard_link(from, to)];
        for linked in ways {
            let (folder, staging) = staging();
            let mine = folder.path().join("mine.txt");
            fs::write(&mine, "mine").unwrap();
            linked(&mine, &folder.path().join(LOCK)).unwrap();
            assert!(attempt(&staging).is_err());
            assert_eq!(fs::read_to_string(mine).unwrap(), "mine");
        }
    }
}
