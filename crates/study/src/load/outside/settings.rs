//! What decides the answers of a system from outside: stored answers are used while all of it is the same.

use phenom_dataset::LabelScheme;
use serde_json::json;

use crate::config::{Asked, OutsideSystem};
use crate::failure::Failure;
use crate::trust::named_files;

/// The settings as bytes: who is asked and how, the contents of the files that a command names, what labels mean, the
/// version.
pub(super) fn of(outside: &OutsideSystem, labels: &LabelScheme) -> Result<Vec<u8>, Failure> {
    let asked = match &outside.asked {
        Asked::Command { program, arguments, folder, .. } => {
            let words = [program].into_iter().chain(arguments).map(String::as_str);
            let files = named_files(words, folder)?;
            let files: Vec<(&str, &str)> =
                files.iter().map(|file| (file.word, file.sha256.as_str())).collect();
            // Answers of a program that saw the ids of the dataset are none of one that does not.
            json!({ "program": program, "arguments": arguments, "files": files, "ids": "opaque" })
        }
        Asked::Endpoint { endpoint, .. } => endpoint.settings(),
    };
    let labels: Vec<(&str, &str)> =
        labels.meanings().iter().map(|(label, meaning)| (label.as_str(), meaning.name())).collect();
    let all = json!({ "asked": asked, "labels": labels, "version": outside.version });
    Ok(all.to_string().into_bytes())
}
