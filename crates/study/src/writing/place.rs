//! What is written, as the user named it.

use std::io;
use std::path::{Path, PathBuf};

use phenom_files::{Folder, Start};
use phenom_report::harmless;

use crate::config::{Config, OutputFolder};
use crate::failure::Failure;
use crate::hashes::sha256;
use crate::trust::trusts_folder;

/// The name of the staging folder.
const STAGING: &str = ".phenom-writing";

/// Where something is written.
#[derive(Debug, Clone)]
pub struct Place {
    /// As the user named it.
    shown: PathBuf,
    start: Start,
    is_file: bool,
}

impl Place {
    /// A folder that the command line names, which is made if it is missing.
    pub fn folder(path: &Path) -> Result<Self, Failure> {
        if path.as_os_str().is_empty() {
            let help = "name a folder".to_owned();
            return Err(Failure::input("the report folder has no name", Some(help)));
        }
        let start = Start::of_user(path).map_err(|error| unusable(path, &error))?;
        Ok(Self { shown: path.to_owned(), start, is_file: false })
    }

    /// The report folder that a config names. It stays in the config's project, unless the user trusts the config.
    pub fn of_config(config: &Config, output: &OutputFolder) -> Result<Self, Failure> {
        let OutputFolder { shown, config: folder, named } = output;
        let start = match Start::of_config(folder, named) {
            Err(error)
                if error.kind() == io::ErrorKind::PermissionDenied
                    && trusts_folder(config, shown)? =>
            {
                return Self::folder(shown);
            }
            start => start,
        };
        let start = start.map_err(|error| {
            let message =
                format!("`output: {}` needs your consent: {error}", named.display());
            let help = "`--output DIR` names the folder on the command line; `phenom trust CONFIG` allows what the \
                        config asks for";
            Failure::input(message, Some(help.to_owned()))
        })?;
        Ok(Self { shown: shown.clone(), start, is_file: false })
    }

    /// A file that the command line names, in a folder that is there.
    pub(crate) fn file(path: &Path) -> Result<Self, Failure> {
        let start = Start::of_user(path).map_err(|error| unusable(path, &error))?;
        Ok(Self { shown: path.to_owned(), start, is_file: true })
    }

    /// The file's name; nothing for a folder.
    pub(super) fn name(&self) -> Option<&str> {
        self.start.beneath.file_name().filter(|_| self.is_file)?.to_str()
    }

    /// Whether a folder that is missing is made.
    pub(super) fn makes_folders(&self) -> bool {
        !self.is_file
    }

    /// The way from the folder in which the path begins to the one that holds the files.
    fn way(&self) -> &Path {
        match self.is_file {
            true => self.start.beneath.parent().unwrap_or(Path::new("")),
            false => &self.start.beneath,
        }
    }

    /// Opens the folder in which the path begins, and gives the way from there to the one that holds the files.
    pub(super) fn begin(&self) -> io::Result<(Folder, &Path)> {
        Ok((self.start.open()?, self.way()))
    }

    /// Opens the folder that holds the files; nothing if it is not there.
    pub(crate) fn root(&self) -> io::Result<Option<Folder>> {
        let (folder, way) = self.begin()?;
        match folder.folder(way) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            folder => folder.map(Some),
        }
    }

    /// The folder that holds the files; if it cannot be opened, the nearest one above it that can.
    #[must_use]
    pub fn nearest(&self) -> Option<Folder> {
        let (above, way) = self.begin().ok()?;
        way.ancestors().find_map(|way| above.folder(way).ok())
    }

    /// The name of the staging folder. That of a file has the file's name in it, as a hash, so that different files of
    /// one folder can be written at the same time.
    pub(super) fn staging(&self) -> String {
        match self.start.beneath.file_name().filter(|_| self.is_file) {
            None => STAGING.to_owned(),
            Some(name) => {
                let hash = sha256(name.as_encoded_bytes());
                format!("{STAGING}-{}", hash.get(..8).unwrap_or_default())
            }
        }
    }

    /// A path beneath the folder that holds the files, as the user would name it.
    pub fn join(&self, name: impl AsRef<Path>) -> PathBuf {
        let folder = if self.is_file { self.shown.parent() } else { Some(&*self.shown) };
        folder.unwrap_or(Path::new("")).join(name)
    }

    /// What the user called it.
    pub fn shown(&self) -> String {
        harmless(&shown(&self.shown))
    }

    /// The staging folder, for messages.
    pub(super) fn staging_shown(&self) -> String {
        harmless(&self.join(self.staging()).display().to_string())
    }

    /// Nothing was written, and why.
    pub(super) fn not_written(&self, reason: impl std::fmt::Display) -> Failure {
        let message = format!("phenom did not write {}: {reason}", self.shown());
        Failure::input(message, Some(format!("correct that, or {}", self.elsewhere())))
    }

    /// How to write elsewhere.
    pub(super) fn elsewhere(&self) -> &'static str {
        match self.is_file {
            false => "write elsewhere with --output DIR",
            true => "name another file",
        }
    }
}

/// A path, of which the current folder is not nothing.
fn shown(path: &Path) -> String {
    if path.as_os_str().is_empty() { ".".to_owned() } else { path.display().to_string() }
}

fn unusable(path: &Path, error: &io::Error) -> Failure {
    let message = format!("phenom did not write {}: {error}", path.display());
    Failure::input(message, Some("name another place".to_owned()))
}
