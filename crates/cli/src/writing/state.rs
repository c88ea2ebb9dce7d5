//! What stands at a path, so that a change of it is noticed.

use std::fs;
use std::io;
use std::path::Path;

use crate::load::sha256;

/// The SHA-256 of a file's bytes, or in words what else stands at a path; nothing where nothing does.
///
/// # Errors
///
/// Where the path cannot be looked at.
pub(super) fn state(path: &Path) -> io::Result<Option<String>> {
    let there = match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        there => there?,
    };
    if there.is_symlink() {
        return Ok(Some(format!("link to {}", fs::read_link(path)?.display())));
    }
    match fs::read(path) {
        Ok(bytes) => Ok(Some(sha256(&bytes))),
        // A file that may be replaced need not be readable.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            Ok(Some("unreadable".to_owned()))
        }
        Err(error) => Err(error),
    }
}
