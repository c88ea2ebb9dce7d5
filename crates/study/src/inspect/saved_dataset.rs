//! A folder that Hugging Face `datasets` saved: its files of Arrow, and those of its splits.

use std::path::{Path, PathBuf};

use phenom_files::open_regular;
use serde_json::Value;

use super::sample::MOST_BYTES;
use crate::config::listed;
use crate::failure::Failure;

/// The files with the rows of a folder that holds a dataset, or the only split of one.
///
/// # Errors
/// If the folder holds none, or several splits.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    if let Some(dict) = read(&folder.join("dataset_dict.json"))? {
        let names = dict.get("splits").and_then(Value::as_array);
        let names: Vec<&str> = names.into_iter().flatten().filter_map(Value::as_str).collect();
        return match names.as_slice() {
            [split] => files(&folder.join(plain(split, folder)?)),
            splits => {
                let shown = folder.display();
                let message = format!("{shown} contains several splits: {}", listed(splits));
                let example = splits.last().copied().unwrap_or("SPLIT");
                let help =
                    format!("name the folder of the split with the pairs: `{shown}/{example}`");
                Err(Failure::input(message, Some(help)))
            }
        };
    }
    let Some(state) = read(&folder.join("state.json"))? else {
        let message = format!("{} is a folder", folder.display());
        let help = format!("name the files in it: `{}/*`", folder.display());
        return Err(Failure::input(message, Some(help)));
    };
    let has_index = ["_indices_data_files", "_indices_files"]
        .iter()
        .any(|key| state.get(key).and_then(Value::as_array).is_some_and(|files| !files.is_empty()));
    if has_index {
        let message = format!(
            "{}: an index selects its rows, and phenom does not read such indices",
            folder.display()
        );
        let help = "save it again: `dataset.flatten_indices().save_to_disk(FOLDER)`";
        return Err(Failure::input(message, Some(help.to_owned())));
    }
    let named = state.get("_data_files").and_then(Value::as_array).into_iter().flatten();
    let named = named.filter_map(|file| file.get("filename").and_then(Value::as_str));
    let files: Vec<PathBuf> =
        named.map(|name| Ok(folder.join(plain(name, folder)?))).collect::<Result<_, Failure>>()?;
    if files.is_empty() {
        let message = format!("{}: its state.json names no files", folder.display());
        let help = "save the dataset again: `dataset.save_to_disk(FOLDER)`";
        return Err(Failure::input(message, Some(help.to_owned())));
    }
    Ok(files)
}

/// The JSON in a file; nothing if it is not there.
fn read(path: &Path) -> Result<Option<Value>, Failure> {
    use std::io::Read;
    if !path.exists() {
        return Ok(None);
    }
    let shown = path.display().to_string();
    let unreadable = |error: std::io::Error| Failure::unreadable(&shown, &error);
    let file = open_regular(path).map_err(unreadable)?;
    let mut text = String::new();
    file.take(MOST_BYTES as u64).read_to_string(&mut text).map_err(unreadable)?;
    let value = serde_json::from_str(&text).map_err(|error| {
        let help = "save the dataset again: `dataset.save_to_disk(FOLDER)`";
        Failure::input(format!("{shown}: it is not valid JSON: {error}"), Some(help.to_owned()))
    })?;
    Ok(Some(value))
}

/// A name that is no path: the folder may be a stranger's.
fn plain<'n>(name: &'n str, folder: &Path) -> Result<&'n str, Failure> {
    let mut parts = Path::new(name).components();
    match (parts.next(), parts.next()) {
        (Some(std::path::Component::Normal(_)), None) => Ok(name),
        _ => {
            let message =
                format!("{} names a file outside of the folder: {name:?}", folder.display());
            Err(Failure::input(message, Some("name the files themselves".to_owned())))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_names_its_files_and_a_dictionary_its_splits() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        assert!(files(path).unwrap_err().summary().ends_with("is a folder"));
        std::fs::create_dir(path.join("test")).unwrap();
        let state = r#"{"_data_files": [{"filename": "data-00000-of-00001.arrow"}], "_indices_data_files": null}"#;
        std::fs::write(path.join("test/state.json"), state).unwrap();
        std::fs::write(path.join("dataset_dict.json"), r#"{"splits": ["test"]}"#).unwrap();
        assert_eq!(files(path).unwrap(), [path.join("test/data-00000-of-00001.arrow")]);
        std::fs::write(path.join("dataset_dict.json"), r#"{"splits": ["train", "test"]}"#).unwrap();
        assert!(files(path).unwrap_err().summary().contains("several splits"));
        std::fs::write(path.join("dataset_dict.json"), r#"{"splits": ["../test"]}"#).unwrap();
        assert!(files(path).unwrap_err().summary().contains("outside of the folder"));
        std::fs::write(path.join("test/state.json"), state.replace("null", "[{}]")).unwrap();
        assert!(files(&path.join("test")).unwrap_err().summary().contains("an index selects"));
    }
}
