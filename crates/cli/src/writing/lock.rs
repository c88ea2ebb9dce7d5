//! The lock of a staging folder: one writer at a time, and none that outlives its process.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::time::Duration;

/// What came of trying to take a lock.
pub(super) enum Attempt {
    /// It is ours until the file is closed, if only by the end of the process.
    Taken(File),
    /// The process of this number has it.
    Busy(u32),
    /// It changed hands meanwhile.
    Again,
}

/// How long a process that has just taken the lock is given to say its number.
const NAMING: Duration = Duration::from_millis(20);

/// Tries to take a lock.
///
/// # Errors
///
/// Where the file cannot be made or locked, or is not a regular file: what it links to is not ours.
pub(super) fn attempt(path: &Path) -> io::Result<Attempt> {
    if fs::symlink_metadata(path).is_ok_and(|there| !there.is_file()) {
        return Err(io::Error::other("it is not a regular file"));
    }
    let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let mut file = match opened {
        // Its folder went with the end of another writer.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Attempt::Again),
        opened => opened?,
    };
    match file.try_lock() {
        // A lock that another writer removed after we had opened it protects nothing.
        Ok(()) if !is_at(&file, path)? => Ok(Attempt::Again),
        Ok(()) => {
            file.set_len(0)?;
            file.rewind()?;
            file.write_all(std::process::id().to_string().as_bytes())?;
            Ok(Attempt::Taken(file))
        }
        Err(TryLockError::WouldBlock) => {
            std::thread::sleep(NAMING);
            Ok(holder(path).map_or(Attempt::Again, Attempt::Busy))
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// The number of the process that has the lock, as it says itself.
fn holder(path: &Path) -> Option<u32> {
    let mut text = String::new();
    File::open(path).ok()?.take(20).read_to_string(&mut text).ok()?;
    text.parse().ok()
}

/// Whether a path still leads to an open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let ours = file.metadata()?;
    Ok(fs::symlink_metadata(path)
        .is_ok_and(|there| (there.dev(), there.ino()) == (ours.dev(), ours.ino())))
}

/// Whether a path still leads to an open file: where it is there, because no open file is removed.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> io::Result<bool> {
    path.try_exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_taker_is_told_the_first_until_the_first_lets_go() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        fs::write(&path, "4294967295, long dead, of a process that was killed").unwrap();
        let Attempt::Taken(first) = attempt(&path).unwrap() else { panic!("not taken") };
        let Attempt::Busy(process) = attempt(&path).unwrap() else { panic!("taken twice") };
        assert_eq!(process, std::process::id());
        drop(first);
        assert!(matches!(attempt(&path).unwrap(), Attempt::Taken(_)));
    }

    #[test]
    fn a_lock_that_was_removed_after_it_was_opened_is_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let opened = File::create(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(!is_at(&opened, &path).unwrap());
        let another = File::create(&path).unwrap();
        assert!(is_at(&another, &path).unwrap());
        assert!(!is_at(&opened, &path).unwrap());
    }

    #[test]
    fn where_the_folder_went_the_taker_tries_again() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(attempt(&folder.path().join("gone/lock")).unwrap(), Attempt::Again));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_no_lock_and_what_it_leads_to_stays() {
        let folder = tempfile::tempdir().unwrap();
        let mine = folder.path().join("mine.txt");
        fs::write(&mine, "mine").unwrap();
        std::os::unix::fs::symlink(&mine, folder.path().join("lock")).unwrap();
        assert!(attempt(&folder.path().join("lock")).is_err());
        assert_eq!(fs::read_to_string(mine).unwrap(), "mine");
    }
}
