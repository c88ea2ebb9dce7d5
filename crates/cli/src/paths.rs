//! Paths as people write them.

use std::path::{Component, Path, PathBuf};

/// A path without `.` and without `folder/..`, for messages that a reader can take in. The file
/// system is not asked, so a link to a folder stays what its name says.
pub(crate) fn tidy(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir
                if matches!(tidied.components().next_back(), Some(Component::Normal(_))) =>
            {
                tidied.pop();
            }
            other => tidied.push(other),
        }
    }
    tidied
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_tidied_without_asking_the_file_system() {
        assert_eq!(tidy(Path::new("configs/../datasets/./a.csv")), Path::new("datasets/a.csv"));
        assert_eq!(tidy(Path::new("../../a.csv")), Path::new("../../a.csv"));
        assert_eq!(tidy(Path::new("/a/../b")), Path::new("/b"));
    }
}
