//! Where a path begins that is written to: what is above is the user's, what is beneath may be a stranger's.

use std::io;
use std::path::{Component, Path, PathBuf};

use crate::folder::Folder;

/// A folder that is opened as it is named, and a path beneath it on which no link is followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// The folder, which is there.
    pub folder: PathBuf,
    /// A path of plain names, or empty for the folder itself.
    pub beneath: PathBuf,
}

impl Start {
    /// That of a path on the command line. What the user names above the current folder, above a checkout, or above what
    /// is there already is theirs; the rest may come with a checkout.
    ///
    /// # Errors
    /// If the current folder is gone, or the path leads into the records of version control.
    pub fn of_user(path: &Path) -> io::Result<Self> {
        let current = std::env::current_dir()?;
        let whole = tidy(&current.join(path));
        let above = whole.parent().unwrap_or(&whole);
        let folder = if whole.starts_with(&current) {
            current
        } else if let Some(checkout) = checkouts(above).last() {
            // The outermost: one within it may have come by a link.
            checkout.to_owned()
        } else {
            above.ancestors().find(|folder| folder.is_dir()).unwrap_or(above).to_owned()
        };
        Self::at(folder, &whole)
    }

    /// That of a path in a config, which starts at the config's folder. It stays in the project of the config.
    ///
    /// # Errors
    /// If the config's folder is gone, or the path leads out of the project ([`io::ErrorKind::PermissionDenied`]) or into
    /// the records of version control.
    pub fn of_config(folder: &Path, named: &Path) -> io::Result<Self> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let real = folder.canonicalize()?;
        let project = project_of(&real);
        let whole = tidy(&real.join(named));
        if !whole.starts_with(&project) {
            let message = format!("it is outside of {}", project.display());
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
        Self::at(project, &whole)
    }

    fn at(folder: PathBuf, whole: &Path) -> io::Result<Self> {
        let beneath = whole.strip_prefix(&folder).unwrap_or(whole).to_owned();
        if beneath.iter().any(|part| part.eq_ignore_ascii_case(".git")) {
            let message = "only version control can use the name `.git`";
            return Err(io::Error::other(message));
        }
        Ok(Self { folder, beneath })
    }

    /// The whole path.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.folder.join(&self.beneath)
    }

    /// Opens the folder in which the path begins.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(&self) -> io::Result<Folder> {
        Folder::open(&self.folder)
    }
}

/// The folder with what belongs to a config: the checkout in which its folder is, or that folder alone.
#[must_use]
pub fn project_of(folder: &Path) -> PathBuf {
    checkout_of(folder).unwrap_or_else(|| folder.to_owned())
}

/// The nearest checkout that a folder is in.
fn checkout_of(folder: &Path) -> Option<PathBuf> {
    checkouts(folder).next().map(Path::to_owned)
}

/// The checkouts that a folder is in, the nearest first. The home folder is none, nor one above it, even if the user keeps
/// its files under version control; and what somebody else has put above counts for nothing.
fn checkouts(folder: &Path) -> impl Iterator<Item = &Path> {
    let home = std::env::var_os("HOME").and_then(|home| Path::new(&home).canonicalize().ok());
    let is_home = move |folder: &Path| home.as_ref().is_some_and(|home| home.starts_with(folder));
    folder
        .ancestors()
        .filter(move |above| has_records(above, folder))
        .filter(move |above| !is_home(above))
}

/// Whether version control has its records in a folder, and they belong to the user or to the owner of a folder beneath. A
/// link counts as itself.
fn has_records(above: &Path, beneath: &Path) -> bool {
    let Ok(there) = above.join(".git").symlink_metadata() else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let is_of_owner = beneath.metadata().is_ok_and(|beneath| beneath.uid() == there.uid());
        is_of_owner || there.uid() == rustix::process::geteuid().as_raw()
    }
    #[cfg(not(unix))]
    {
        let _ = (there, beneath);
        true
    }
}

/// A path without `.` and without `folder/..`. The file system is not asked, so a link to a folder stays what its name
/// says.
#[must_use]
pub fn tidy(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match tidied.components().next_back() {
                Some(Component::Normal(_)) => {
                    tidied.pop();
                }
                // Nothing is above the root.
                Some(Component::RootDir | Component::Prefix(_)) => {}
                _ => tidied.push(component),
            },
            other => tidied.push(other),
        }
    }
    tidied
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_path_is_tidied_without_asking_the_file_system() {
        assert_eq!(tidy(Path::new("configs/../datasets/./a.csv")), Path::new("datasets/a.csv"));
        assert_eq!(tidy(Path::new("../../a.csv")), Path::new("../../a.csv"));
        assert_eq!(tidy(Path::new("/a/../../b")), Path::new("/b"));
    }

    #[test]
    fn what_a_config_names_stays_in_its_project() {
        let outer = tempfile::tempdir().unwrap();
        let root = outer.path().canonicalize().unwrap();
        let configs = root.join("project/configs");
        fs::create_dir_all(&configs).unwrap();
        let start = |named: &str| Start::of_config(&configs, Path::new(named));
        let beneath = |named| start(named).unwrap().beneath;
        assert_eq!(beneath("out/x"), Path::new("out/x"));
        assert_eq!(start("../out").unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        fs::create_dir(root.join("project/.git")).unwrap();
        assert_eq!(beneath("../out"), Path::new("out"));
        for outside in ["../../out", "/etc", "../../project-2"] {
            assert_eq!(start(outside).unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        }
        assert!(start("../.git/hooks").is_err());
        assert!(start("../x/.GIT").is_err());
    }

    #[test]
    fn above_a_checkout_the_user_decides() {
        let outer = tempfile::tempdir().unwrap();
        let root = outer.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("checkout/.git")).unwrap();
        let start = Start::of_user(&root.join("checkout/a/b")).unwrap();
        assert_eq!((start.folder, start.beneath), (root.join("checkout"), PathBuf::from("a/b")));
        let start = Start::of_user(&root.join("new/a/b")).unwrap();
        assert_eq!((start.folder, start.beneath), (root, PathBuf::from("new/a/b")));
        let current = std::env::current_dir().unwrap();
        let start = Start::of_user(Path::new("x/../y")).unwrap();
        assert_eq!((start.folder, start.beneath), (current, PathBuf::from("y")));
    }
}
