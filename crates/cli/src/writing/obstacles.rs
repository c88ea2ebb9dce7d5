//! What stands in the way of a change, looked for before anything is changed.

use std::fs;
use std::io;
use std::path::{Component, Path};

use super::place::Place;
use crate::failure::Failure;

/// Whether a name of a file is a path of plain names, so that it stays inside its folder.
pub(crate) fn is_plain(name: &str) -> bool {
    let path = Path::new(name);
    // The components alone would pass over `a//b`, `a/./b` and `a/`.
    let plain = |part: &str| {
        let mut components = Path::new(part).components();
        matches!(components.next(), Some(Component::Normal(_))) && components.next().is_none()
    };
    !name.contains('\0') && path.is_relative() && name.split('/').all(plain)
}

/// Fails where a folder of results cannot be: an empty name, the name of a file, or a link to nothing.
pub(crate) fn check_folder(folder: &Path) -> Result<(), Failure> {
    let reason = if folder.as_os_str().is_empty() {
        "the report folder has no name".to_owned()
    } else if folder.is_dir() {
        return Ok(());
    } else if folder.exists() {
        format!("the report cannot be written to {}: it is a file", folder.display())
    } else if let Ok(target) = fs::read_link(folder) {
        return Err(dangling(folder, &target));
    } else {
        return Ok(());
    };
    Err(Failure::input(reason, Some("name a folder".to_owned())))
}

/// A link that leads to nothing.
pub(super) fn dangling(link: &Path, target: &Path) -> Failure {
    let message = format!(
        "{} is a symbolic link to {}, which is not there",
        link.display(),
        target.display()
    );
    Failure::input(message, Some("make what it links to, or remove the link".to_owned()))
}

/// Fails where a file cannot take its place: something else stands there or above it, or the folder
/// cannot be changed.
pub(super) fn refuse_obstacle(place: &Place, name: &str) -> Result<(), Failure> {
    let root = place.root();
    let target = root.join(name);
    let refused = |path: &Path, what: &str| {
        let message = format!("{} was not written: {}: {what}", place.shown(), path.display());
        let help = format!("move it away, or {}", place.elsewhere());
        Failure::input(message, Some(help))
    };
    match fs::symlink_metadata(&target) {
        Ok(there) if there.is_dir() => {
            return Err(refused(&target, "a folder stands in the place of a file"));
        }
        Ok(there) if !there.is_file() && !there.is_symlink() => {
            return Err(refused(&target, "a device, pipe or socket stands in the place of a file"));
        }
        _ => {}
    }
    let between: Vec<&Path> =
        target.ancestors().skip(1).take_while(|folder| *folder != root).collect();
    for folder in between.into_iter().rev() {
        if fs::symlink_metadata(folder).is_err() {
            return Ok(());
        }
        if !folder.is_dir() {
            return Err(refused(folder, "a file stands in the place of a folder"));
        }
        may_change(folder, root).map_err(|error| {
            place.not_written(format!("{} cannot be changed: {error}", folder.display()))
        })?;
    }
    Ok(())
}

/// Fails unless files can be renamed into a folder.
#[cfg(unix)]
fn may_change(folder: &Path, root: &Path) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;

    use rustix::fs::{Access, access};
    access(folder, Access::WRITE_OK | Access::EXEC_OK)?;
    if fs::metadata(folder)?.dev() == fs::metadata(root)?.dev() {
        return Ok(());
    }
    Err(io::Error::other(format!("it is on another file system than {}", root.display())))
}

/// Fails unless files can be renamed into a folder.
#[cfg(not(unix))]
fn may_change(_: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_plain_names_are_inside_a_folder() {
        for name in ["a", "tables/a.csv", "a/b/c", ".hidden", "a..b", "..."] {
            assert!(is_plain(name), "{name}");
        }
        let strange =
            ["", ".", "..", "/a", "a/..", "../a", "a/../b", "a//b", "a/", "./a", "a/./b", "a\0b"];
        for name in strange {
            assert!(!is_plain(name), "{name:?}");
        }
    }
}
