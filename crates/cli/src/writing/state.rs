//! What stands at a path, so that a change of it is noticed.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use crate::load::sha256_of;

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
    if !there.is_file() {
        return Ok(Some("no file".to_owned()));
    }
    match File::open(path).and_then(sha256_of) {
        Ok(hash) => Ok(Some(hash)),
        // A file that may be replaced need not be readable.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            Ok(Some("unreadable".to_owned()))
        }
        Err(error) => Err(error),
    }
}
