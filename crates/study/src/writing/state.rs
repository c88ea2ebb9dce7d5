//! What is in a place, so that a change of it is noticed.

use std::io;
use std::path::Path;

use phenom_files::{Folder, Kind};

use crate::load::sha256_of;

/// The most bytes of a file that is hashed: more than files of a report have, but for answers to many millions of pairs.
const LONGEST_HASHED: u64 = 1 << 30;

/// The SHA-256 of a file's bytes, or in words what else has a name; nothing if nothing has it.
///
/// # Errors
///
/// If the place cannot be looked at.
pub(super) fn state(root: &Folder, name: &str) -> io::Result<Option<String>> {
    // A folder on the way may be missing.
    let Some(there) = root.stat(name)? else { return Ok(None) };
    match there.kind {
        Kind::Link => Ok(Some(format!("link to {}", root.read_link(Path::new(name))?.display()))),
        Kind::Folder | Kind::Other => Ok(Some("no file".to_owned())),
        Kind::File if there.length > LONGEST_HASHED => {
            Ok(Some(format!("{} bytes, which phenom did not hash", there.length)))
        }
        Kind::File => match root.read(name).and_then(sha256_of) {
            Ok(hash) => Ok(Some(hash)),
            // A file that may be replaced need not be readable.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                Ok(Some("unreadable".to_owned()))
            }
            Err(error) => Err(error),
        },
    }
}
