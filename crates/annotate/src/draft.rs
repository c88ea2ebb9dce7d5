//! What is half typed, kept beside the steps: `NAME.draft.json`.

use std::io::{self, Write};
use std::path::Path;

use phenom_files::{Folder, LONGEST_TEXT, bounded, random_name};
use serde_json::Value;

/// The file in which it is kept.
pub(crate) fn name(annotator: &str) -> String {
    format!("{annotator}.draft.json")
}

/// What was kept; if that cannot be read, a sentence that says so.
pub(crate) fn read(folder: &Folder, annotator: &str) -> (Option<Value>, Option<String>) {
    let name = name(annotator);
    let lost = |why: &str| {
        let path = folder.path().join(&name);
        let note = format!("phenom cannot read unsaved input from {}: {why}.", path.display());
        (None, Some(note))
    };
    let bytes = match folder.read(&name).and_then(|file| bounded(&file, LONGEST_TEXT)) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (None, None),
        Err(error) => return lost(&error.to_string()),
    };
    match serde_json::from_slice(&bytes) {
        Ok(draft @ Value::Object(_)) => (Some(draft), None),
        Ok(_) => lost("it is not an object"),
        Err(error) => lost(&error.to_string()),
    }
}

/// Keeps a draft, whole or not at all.
pub(crate) fn write(folder: &Folder, annotator: &str, draft: &Value) -> io::Result<()> {
    let staged = random_name(".draft-")?;
    let written = folder
        .create_private(&staged)
        .and_then(|mut file| file.write_all(draft.to_string().as_bytes()))
        .and_then(|()| folder.rename(Path::new(&staged), folder, name(annotator)));
    if written.is_err() {
        // It holds nothing that anybody would look for.
        let _ = folder.remove_file(&staged);
    }
    written
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_draft_is_found_again() {
        let outer = tempfile::tempdir().unwrap();
        let folder = Folder::open(outer.path()).unwrap();
        assert_eq!(read(&folder, "ann"), (None, None));
        let draft = serde_json::json!({"lhs": "ferry"});
        write(&folder, "ann", &draft).unwrap();
        assert_eq!(read(&folder, "ann"), (Some(draft), None));
        assert_eq!(folder.entries().unwrap().len(), 1);
        fs::write(outer.path().join(name("ann")), "{").unwrap();
        let (found, note) = read(&folder, "ann");
        assert_eq!(found, None);
        assert!(note.unwrap().contains("ann.draft.json"));
    }

    #[test]
    #[cfg(unix)]
    fn no_link_is_written_through() {
        use std::os::unix::fs::symlink;
        let (outer, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let thesis = home.path().join("thesis.txt");
        fs::write(&thesis, "thesis").unwrap();
        for name in ["ann.draft.json", "ann.draft.json.new", "ann.draft.new"] {
            symlink(&thesis, outer.path().join(name)).unwrap();
        }
        let folder = Folder::open(outer.path()).unwrap();
        assert!(read(&folder, "ann").1.is_some());
        write(&folder, "ann", &serde_json::json!({})).unwrap();
        assert_eq!(fs::read_to_string(thesis).unwrap(), "thesis");
    }
}
