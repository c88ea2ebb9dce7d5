//! How a config calls a file that lies elsewhere.

use std::path::{Component, Path, PathBuf};

/// A file as a config in a folder names it: relative to the folder, unless it was named from the root.
pub(super) fn named(folder: &Path, file: &Path) -> String {
    let relative = if file.is_absolute() { None } else { beside(folder, file) };
    relative.unwrap_or_else(|| file.to_owned()).to_string_lossy().into_owned()
}

/// The way from a folder to a file, through the folders that both share.
fn beside(folder: &Path, file: &Path) -> Option<PathBuf> {
    if folder.as_os_str().is_empty() || folder == Path::new(".") {
        return Some(file.to_owned());
    }
    let folder = folder.canonicalize().ok()?;
    let here = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.canonicalize().ok()?,
        _ => std::env::current_dir().ok()?.canonicalize().ok()?,
    };
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (folder.components().collect(), here.components().collect());
    let shared = from.iter().zip(&to).take_while(|(from, to)| from == to).count();
    let mut way: PathBuf = from[shared..].iter().map(|_| Component::ParentDir).collect();
    way.extend(&to[shared..]);
    way.push(file.file_name()?);
    Some(way)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_from_where_the_config_is() {
        assert_eq!(named(Path::new(""), Path::new("data/a.csv")), "data/a.csv");
        assert_eq!(named(Path::new("configs"), Path::new("/data/a.csv")), "/data/a.csv");
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::fs::create_dir_all(root.join("configs/mine")).unwrap();
        std::fs::create_dir(root.join("data")).unwrap();
        let way = beside(&root.join("configs/mine"), &root.join("data/a.csv"));
        assert_eq!(way, Some(PathBuf::from("../../data/a.csv")));
    }
}
