//! What is half typed, kept beside the steps: `NAME.draft.json`.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Where it is kept.
pub(crate) fn path(folder: &Path, annotator: &str) -> PathBuf {
    folder.join(format!("{annotator}.draft.json"))
}

/// What was kept; where that cannot be read, a sentence that says so.
pub(crate) fn read(folder: &Path, annotator: &str) -> (Option<Value>, Option<String>) {
    let path = path(folder, annotator);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (None, None),
        Err(error) => return (None, Some(lost(&path, &error.to_string()))),
    };
    match serde_json::from_str(&text) {
        Ok(draft @ Value::Object(_)) => (Some(draft), None),
        Ok(_) => (None, Some(lost(&path, "it holds no object"))),
        Err(error) => (None, Some(lost(&path, &error.to_string()))),
    }
}

fn lost(path: &Path, why: &str) -> String {
    format!("What was half typed cannot be read from {}: {why}.", path.display())
}

/// Keeps a draft, whole or not at all.
pub(crate) fn write(path: &Path, draft: &Value) -> io::Result<()> {
    let staged = path.with_extension("json.new");
    let written = File::create(&staged)
        .and_then(|mut file| file.write_all(draft.to_string().as_bytes()))
        .and_then(|()| fs::rename(&staged, path));
    if written.is_err() {
        // It holds nothing that anybody would look for.
        let _ = fs::remove_file(&staged);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(folder.path(), "ann"), (None, None));
        let draft = serde_json::json!({"lhs": "ferry"});
        write(&path(folder.path(), "ann"), &draft).unwrap();
        assert_eq!(read(folder.path(), "ann"), (Some(draft), None));
        fs::write(path(folder.path(), "ann"), "{").unwrap();
        let (found, note) = read(folder.path(), "ann");
        assert_eq!(found, None);
        assert!(note.unwrap().contains("ann.draft.json"));
    }
}
