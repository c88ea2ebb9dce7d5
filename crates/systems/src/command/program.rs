//! Where a program is that a command names.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Where programs are looked for if no `PATH` is set.
#[cfg(unix)]
const USUAL: &str = "/usr/bin:/bin";

/// The file that is started for a program, if it is found: a plain name is looked for on the path, anything else starts
/// at the folder that the program runs in. Links are not resolved, because some programs look at their own name.
#[must_use]
pub fn locate(program: &str, folder: &Path) -> Option<PathBuf> {
    if program.is_empty() {
        return None;
    }
    let folder =
        std::path::absolute(if folder.as_os_str().is_empty() { ".".as_ref() } else { folder });
    let folder = folder.ok()?;
    if Path::new(program).components().count() >= 2 || program.contains(std::path::is_separator) {
        return Some(folder.join(program)).filter(|path| path.is_file());
    }
    on_path(program, &folder, std::env::var_os("PATH").as_deref())
}

/// The first file of a name that can be executed; if there is none, the first file, so that the system says why not. A
/// relative folder on the path starts where the program runs.
#[cfg(unix)]
fn on_path(name: &str, folder: &Path, path: Option<&OsStr>) -> Option<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let folders = std::env::split_paths(path.unwrap_or(OsStr::new(USUAL)));
    let files: Vec<PathBuf> = folders
        .map(|on_path| folder.join(on_path).join(name))
        .filter(|path| path.is_file())
        .collect();
    let is_executable = |path: &&PathBuf| {
        path.metadata().is_ok_and(|there| there.permissions().mode() & 0o111 != 0)
    };
    files.iter().find(is_executable).or(files.first()).cloned()
}

/// The system looks for it itself, under endings that it knows.
#[cfg(not(unix))]
fn on_path(name: &str, _: &Path, _: Option<&OsStr>) -> Option<PathBuf> {
    Some(PathBuf::from(name))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs::{Permissions, create_dir_all, set_permissions, write};
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_plain_name_is_looked_for_on_the_path_and_a_path_from_the_folder() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path();
        for (name, mode) in [("a/x", 0o644), ("b/x", 0o755), ("a/y", 0o644), ("x", 0o755)] {
            create_dir_all(folder.join(name).parent().unwrap()).unwrap();
            write(folder.join(name), "").unwrap();
            set_permissions(folder.join(name), Permissions::from_mode(mode)).unwrap();
        }
        let found = |name: &str, path: &str| on_path(name, folder, Some(OsStr::new(path)));
        assert_eq!(found("x", "a:b"), Some(folder.join("b/x")));
        assert_eq!(found("y", "b:a"), Some(folder.join("a/y")));
        // An empty part of the path is the folder that the program runs in.
        assert_eq!(found("x", ":b"), Some(folder.join("x")));
        assert_eq!(found("z", "a:b"), None);
        assert_eq!(locate("a/x", folder), Some(folder.join("a/x")));
        assert_eq!(locate("./gone", folder), None);
        assert_eq!(locate("", folder), None);
        assert!(locate("sh", folder).unwrap().is_absolute());
    }
}
