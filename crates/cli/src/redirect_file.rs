//! A file that leads a browser to an address which nobody else may see.
//!
//! All users of a machine see the arguments of a process, so an address with a token cannot be one. What is opened
//! instead is a page that only its owner can read, and that redirects to the address.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use phenom_annotate::security::random_hex;

use crate::interrupt;

/// What the names of our files begin and end with; 32 hexadecimal digits are between them.
const NAME: (&str, &str) = ("annotate-", ".html");

/// The file, until it is dropped. It is locked so long, and so is known to be in use.
#[derive(Debug)]
pub(crate) struct RedirectFile {
    path: PathBuf,
    _locked: File,
}

impl RedirectFile {
    /// Writes a file that redirects to a URL of letters, digits and the usual signs. Removes files that programs have
    /// left which were killed.
    pub(crate) fn create(url: &str) -> Result<Self, String> {
        let folder = folder()?;
        let told = |error: io::Error| format!("{}: {error}", folder.display());
        make_private(&folder).map_err(told)?;
        remove_leftovers(&folder).map_err(told)?;
        let random = random_hex().map_err(|error| error.to_string())?;
        let path = folder.join(format!("{}{random}{}", NAME.0, NAME.1));
        interrupt::removes(Some(&path));
        let mut file = create_private(&path).map_err(told)?;
        let written = file.try_lock().map_err(io::Error::from);
        let created = Self { path, _locked: file.try_clone().map_err(told)? };
        written.and_then(|()| file.write_all(page(url).as_bytes())).map_err(told)?;
        Ok(created)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for RedirectFile {
    fn drop(&mut self) {
        // One that stays leads to a token that nobody knows any more, and is removed by the next run.
        let _ = fs::remove_file(&self.path);
        interrupt::removes(None);
    }
}

fn page(url: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={url}\">\n<title>phenom annotate</title>\n\
         <p><a href=\"{url}\">Open the page of phenom annotate</a></p>\n"
    )
}

/// The user's folder for what lasts no longer than a session, or for the state of programs.
#[cfg(unix)]
fn folder() -> Result<PathBuf, String> {
    let named = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    named("XDG_RUNTIME_DIR")
        .filter(|runtime| runtime.is_dir())
        .or_else(|| named("XDG_STATE_HOME"))
        .or_else(|| Some(named("HOME")?.join(".local/state")))
        .map(|folder| folder.join("phenom"))
        .ok_or_else(|| "none of XDG_RUNTIME_DIR, XDG_STATE_HOME and HOME names a folder".to_owned())
}

#[cfg(not(unix))]
fn folder() -> Result<PathBuf, String> {
    Err("this system has no folder for it that is known to be private".to_owned())
}

/// Makes the folder, and sees that nobody else can look into it.
#[cfg(unix)]
fn make_private(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::{DirBuilderExt, PermissionsExt};

    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let found = fs::symlink_metadata(folder)?;
    if !found.is_dir() || !is_ours(&found) {
        return Err(io::Error::other("it is a link, or another user's"));
    }
    match found.permissions().mode() & 0o077 {
        0 => Ok(()),
        _ => fs::set_permissions(folder, fs::Permissions::from_mode(0o700)),
    }
}

#[cfg(not(unix))]
fn make_private(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn is_ours(found: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;

    found.uid() == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_ours(_: &fs::Metadata) -> bool {
    true
}

/// A file that was not there, and that nobody else can read.
fn create_private(path: &Path) -> io::Result<File> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Removes the files of programs that have ended. A file without content is about to be written by another one.
fn remove_leftovers(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_left = |path: &Path| {
            let found = fs::symlink_metadata(path)?;
            let is_file = found.is_file() && is_ours(&found) && found.len() > 0;
            Ok::<_, io::Error>(is_file && File::open(path)?.try_lock().is_ok())
        };
        // Another program may have removed it, or locked it.
        if is_our_name(&path) && is_left(&path).unwrap_or(false) {
            let _ = fs::remove_file(&path);
        }
    }
    Ok(())
}

fn is_our_name(path: &Path) -> bool {
    path.file_name()
        .and_then(|name| name.to_str()?.strip_prefix(NAME.0)?.strip_suffix(NAME.1))
        .is_some_and(|random| {
            random.len() == 32 && random.bytes().all(|byte| byte.is_ascii_hexdigit())
        })
}
